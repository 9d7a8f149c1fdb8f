//! Claims on made-up points.

use super::super::networks::{MESH, MESH_1, MH3DT, TESH, TORUS, TORUS_2, TTN};
use super::super::{Study, ZERO_LOAD};
use super::*;
use crate::sweep::Point;

/// A network that accepts all up to `saturation` / 0.95, and 90 % of the next rate, 0.2, for all networks; one seed for each pair of
/// saturation and latency (at zero load; four times as much at 0.005).
fn made(pattern: Pattern, q: u32, label: &'static str, seeds: &[(f64, f64)]) -> Series {
    let point =
        |rate: f64, accepted: f64, latency_mean: f64| Point { rate, offered: rate, accepted, latency_mean, latency_p99: 0, dead: false };
    let seed = |&(saturation, latency): &(f64, f64)| {
        let low = saturation / 0.95;
        // From a share of 0.95 on, linear interpolation gives this rate itself.
        vec![
            point(ZERO_LOAD, ZERO_LOAD, latency),
            point(0.005, 0.005, 4.0 * latency),
            Point { rate: 0.1, ..point(low, saturation, 9.0 * latency) },
            point(0.2, 0.18, 9.0 * latency),
        ]
    };
    Series {
        scenario: Scenario { pattern, q },
        competitor: Competitor::new(label, "", None),
        network: "torus:4,4".parse().unwrap(),
        rule: "dateline",
        knee: 0.1,
        seeds: seeds.iter().map(seed).collect(),
    }
}

fn told(claims: &[PaperClaim]) -> Vec<(&str, &str, f64, ClaimVerdict)> {
    claims.iter().map(|c| (c.claim.claim.as_str(), c.words, (c.claim.margin.mean * 100.0).round() / 100.0, c.verdict)).collect()
}

#[test]
fn a_figure_by_hand() {
    let at = |label, saturation, latency| made(Pattern::Uniform, 0, label, &[(saturation, latency), (saturation, latency)]);
    let series = [at(MESH, 0.04, 100.0), at(TESH, 0.02, 40.0), at(MH3DT, 0.05, 25.0), at(TTN, 0.03, 50.0)];
    let found = claims(&series);
    use ClaimVerdict::{DoesNotHold, Holds};
    assert_eq!(
        told(&found),
        [
            ("latency at zero load: TTN <= mesh", "far", 50.0, Holds),
            ("latency at 0.1: TTN <= mesh", "far", 50.0, Holds),
            ("latency at zero load: TTN <= TESH", "significantly", -25.0, DoesNotHold),
            ("latency at 0.1: TTN <= TESH", "significantly", -25.0, DoesNotHold),
            ("latency at zero load: MH3DT <= TTN", "slightly", 50.0, Holds),
            ("latency at 0.1: MH3DT <= TTN", "slightly", 50.0, Holds),
            ("throughput TTN >= MH3DT", "", -40.0, DoesNotHold),
            ("throughput TTN >= TESH", "", 50.0, Holds),
            ("throughput TTN >= mesh", "", -25.0, DoesNotHold),
        ]
    );
    assert_eq!((found[1].rate, &found[1].values[..]), (Some(0.1), &[450.0, 900.0][..]));
    assert!((found[6].values[0] - 0.03).abs() < 1e-12 && (found[6].values[1] - 0.05).abs() < 1e-12);
    // The highest accepted load is 0.18 for all.
    assert!(found[6].margin_at_max.unwrap().mean.abs() < 1e-9);
    assert!(found.iter().all(|claim| claim.scenario == "uniform-q0" && claim.source == "5.4.1, Fig. 7(a)"));
}

/// A TTN(2,2,0) saturates at 0.0438 at most (see `bound`).
#[test]
fn what_no_routing_can_do_is_told() {
    let ttn = Series { network: "ttn:2,2,0".parse().unwrap(), ..made(Pattern::Uniform, 0, TTN, &[(0.01, 40.0); 2]) };
    let others = [made(Pattern::Uniform, 0, MESH, &[(0.044, 100.0); 2]), made(Pattern::Uniform, 0, TESH, &[(0.043, 40.0); 2])];
    // 0.05 on average, with an interval down to 0.0438 and below.
    let unsure = made(Pattern::Uniform, 0, MH3DT, &[(0.0495, 40.0), (0.0505, 40.0)]);
    let found = claims(&[others[0].clone(), others[1].clone(), unsure, ttn]);
    let of = |words: &str| found.iter().find(|claim| claim.claim.claim == words).unwrap();
    assert!((of("throughput TTN >= mesh").bound.unwrap() - 0.0438).abs() < 1e-4);
    let ruled_out = ["mesh", "TESH", "MH3DT"].map(|other| of(&format!("throughput TTN >= {other}")).ruled_out);
    assert_eq!(ruled_out, [true, false, false]);
    assert!(found.iter().all(|claim| claim.measure == Measure::Throughput || claim.bound.is_none()));
}

#[test]
fn seeds_that_disagree_decide_nothing() {
    let series = [made(Pattern::Uniform, 0, TESH, &[(0.02, 40.0); 2]), made(Pattern::Uniform, 0, TTN, &[(0.022, 30.0), (0.019, 31.0)])];
    let found = claims(&series);
    // +10 and -5 %: 2.5 %, half width 12.706 x 7.5.
    assert_eq!(told(&found)[2], ("throughput TTN >= TESH", "", 2.5, ClaimVerdict::WithinInterval));
    // 25 and 22.5 %: half width 12.706 x 1.25 = 15.9.
    assert_eq!(told(&found)[0], ("latency at zero load: TTN <= TESH", "significantly", 23.75, ClaimVerdict::Holds));
    // With a single seed the mean decides.
    let single = [made(Pattern::Uniform, 0, TESH, &[(0.02, 40.0)]), made(Pattern::Uniform, 0, TTN, &[(0.0199, 30.0)])];
    assert_eq!(told(&claims(&single))[2], ("throughput TTN >= TESH", "", -0.5, ClaimVerdict::DoesNotHold));
}

#[test]
fn hot_spots_by_hand() {
    // By hot spot: torus, MH3DT, TESH, TTN.
    let at = |percent, saturations: [f64; 4]| {
        let networks = [TORUS, MH3DT, TESH, TTN].into_iter().zip(saturations);
        networks.map(move |(label, saturation)| made(Pattern::HotSpot(percent), 1, label, &[(saturation, 10.0); 2]))
    };
    let series: Vec<Series> = at(2, [0.06, 0.03, 0.04, 0.072])
        .chain(at(5, [0.05, 0.04, 0.025, 0.065]))
        .chain(at(10, [0.04, 0.04, 0.025, 0.06]))
        .chain(at(20, [0.02, 0.04, 0.0388, 0.04]))
        .collect();
    let found = claims(&series);
    let of = |start: &str| told(&found).into_iter().rfind(|claim| claim.0.starts_with(start)).unwrap();
    assert_eq!(of("throughput MH3DT = TESH"), ("throughput MH3DT = TESH, within 5 %", "", 3.09, ClaimVerdict::Holds));
    assert_eq!(of("throughput MH3DT >= torus"), ("throughput MH3DT >= torus", "", 100.0, ClaimVerdict::Holds));
    // Leads of the torus over MH3DT 100, 25, 0, -50 %: the least step is 25 points.
    assert_eq!(of("lead of torus over MH3DT"), ("lead of torus over MH3DT shrinks with each hot spot", "", 25.0, ClaimVerdict::Holds));
    // Over TESH 50, 100, 60, -48: the first step is -50.
    assert_eq!(of("lead of torus over TESH"), ("lead of torus over TESH shrinks with each hot spot", "", -50.0, ClaimVerdict::DoesNotHold));
    // Leads of the TTN over the torus: 20, 30, 50, 100.
    assert_eq!(of("lead of TTN"), ("lead of TTN over torus grows with each hot spot", "", 10.0, ClaimVerdict::Holds));
    assert!(
        found.iter().filter(|claim| claim.measure == Measure::Lead).all(|claim| claim.scenario == "hot-spot" && claim.values.len() == 4)
    );

    let far = [made(Pattern::HotSpot(20), 1, MH3DT, &[(0.03, 1.0); 2]), made(Pattern::HotSpot(20), 1, TESH, &[(0.02, 1.0); 2])];
    assert_eq!(told(&claims(&far)), [("throughput MH3DT = TESH, within 5 %", "", 50.0, ClaimVerdict::DoesNotHold)]);
}

#[test]
fn across_patterns_by_hand() {
    let at = |pattern, saturation, latency| made(pattern, 1, TTN, &[(saturation, latency); 2]);
    let other = |label, pattern, saturation, latency| made(pattern, 1, label, &[(saturation, latency); 2]);
    let series = [
        at(Pattern::Uniform, 0.02, 50.0),
        other(MESH, Pattern::Uniform, 0.01, 90.0),
        other(MH3DT, Pattern::Uniform, 0.04, 40.0),
        at(Pattern::Complement, 0.04, 50.0),
        other(MESH, Pattern::Complement, 0.02, 90.0),
        other(MH3DT, Pattern::Complement, 0.02, 45.0),
    ];
    let found = claims(&series);
    let of = |words: &str| told(&found).into_iter().find(|claim| claim.0 == words).unwrap();
    use ClaimVerdict::{DoesNotHold, Holds};
    assert_eq!(of("throughput mesh <= all others").2, 100.0);
    assert_eq!(of("throughput mesh: complement <= all other patterns").2, -50.0);
    assert_eq!(of("throughput TTN: complement >= uniform"), ("throughput TTN: complement >= uniform", "", 100.0, Holds));
    assert_eq!(of("throughput MH3DT: complement >= uniform").2, -50.0);
    assert_eq!(of("throughput, every pattern: TTN >= mesh").2, 100.0);
    assert_eq!(of("throughput, every pattern: TTN >= MH3DT"), ("throughput, every pattern: TTN >= MH3DT", "", -50.0, DoesNotHold));
    // 20 % and 10 %.
    assert_eq!(of("latency at zero load, every pattern: MH3DT <= TTN").2, 10.0);
}

/// Counted in the paper's text: 42 latencies, at two loads each; 42 throughputs in the figures and 21 further comparisons.
#[test]
fn every_comparison_of_the_text_is_there() {
    let labels = [MESH, TORUS, TESH, MH3DT, TTN, MESH_1, TORUS_2];
    let scenarios = Study::Ttn.scenarios();
    let series: Vec<Series> = scenarios.iter().flat_map(|s| labels.map(|label| made(s.pattern, s.q, label, &[(0.02, 10.0); 2]))).collect();
    let found = claims(&series);
    let count = |measure| found.iter().filter(|claim| claim.measure == measure).count();
    assert_eq!([count(Measure::ZeroLoadLatency), count(Measure::LoadedLatency)], [42 + 1, 42]);
    assert_eq!([count(Measure::Throughput), count(Measure::Lead)], [42 + 4 + 3 + 6 + 4, 3]);
    assert!(claims(&series[..1]).is_empty());
}
