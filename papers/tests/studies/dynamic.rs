//! The dynamic studies on networks of 256 nodes.

use std::fs;
use std::sync::Mutex;

use tempfile::tempdir;
use torusmith_papers::cache::Cache;
use torusmith_papers::dynamic::report::{Report, files, report};
use torusmith_papers::dynamic::{self, DEFAULT, Series, Size, Study, ZERO_LOAD};
use torusmith_papers::options::Options;
use torusmith_papers::{Progress, Work};

const TINY: Options = Options { seeds: 2, cycles: 500, ..DEFAULT };

fn run(study: Study, options: &Options, cache: &Cache) -> Vec<Series> {
    dynamic::run(study, options, Size::Quick, &Work { cache, progress: &|_| () }).unwrap()
}

fn made(study: Study, options: &Options, series: &[Series]) -> (Report, Vec<(String, String)>) {
    let report = report(study, options, Size::Quick, series);
    let files = files(&report, series).unwrap();
    (report, files)
}

#[test]
fn every_scenario_has_its_networks_and_every_curve_its_points() {
    let series = run(Study::Ttn, &TINY, &Cache::none());
    let names: Vec<String> = series.iter().map(|s| format!("{} {} {}", s.scenario.name(), s.name(), s.competitor.vcs)).collect();
    let first = ["mesh(16,16)/any 4", "torus(16,16)/dateline 4", "TESH(2,2,0)/min2 4", "TTN(2,2,0)/paper4 4", "TTN(2,2,0)/min2 4"];
    assert_eq!(names[..5], first.map(|name| format!("uniform-q0 {name}")));
    assert_eq!(names[10..12], ["uniform-q1 mesh(16,16)/any 1", "uniform-q1 torus(16,16)/dateline 2"]);
    assert_eq!(names[15], "hot-spot-2-q1 TTN(2,2,1)/paper4 4");
    assert_eq!(names.len(), 11 * 5 + 2);
    for one in &series {
        assert_eq!(one.seeds.len(), 2);
        for points in &one.seeds {
            let rates: Vec<f64> = points.iter().map(|point| point.rate).collect();
            assert!(rates[0] == ZERO_LOAD && rates.windows(2).all(|two| two[0] < two[1]), "{rates:?}");
            assert!(rates.contains(&one.knee) && rates.iter().any(|&rate| rate > one.knee || rate == 1.0), "{rates:?}");
            assert_eq!(rates, one.seeds[0].iter().map(|point| point.rate).collect::<Vec<_>>());
            assert!(points.iter().all(|point| !point.dead));
        }
        assert_ne!(one.seeds[0], one.seeds[1]);
    }
    // Mesh and torus do not depend on q.
    assert_eq!((&series[0].seeds, &series[1].seeds), (&series[5].seeds, &series[6].seeds));
    assert_ne!(series[3].seeds, series[8].seeds);
    assert_ne!(series[3].seeds, series[4].seeds);

    let (report, files) = made(Study::Ttn, &TINY, &series);
    // All claims except on MH3DT, which has no network of 256 nodes: 10 latencies, 10 throughputs; 3 on hot spots, 1 on complement, 2 of
    // section 5.5. Under load, latencies are compared if two networks have an unsaturated rate in common.
    let loaded = report.claims.iter().filter(|claim| claim.rate.is_some()).count();
    assert_eq!(report.claims_made - loaded, 147 - 42 - 10 - 10 - 3 - 1 - 2);
    assert!((1..=32).contains(&loaded), "{loaded}");
    assert_eq!(report.claims_made, report.claims_held + report.claims_not_held + report.claims_undecided);
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names[..5],
        ["ttn-dynamic.csv", "ttn-dynamic.json", "ttn-dynamic-claims.csv", "ttn-dynamic-uniform-q0.svg", "ttn-dynamic-uniform-q1.svg"]
    );
    assert_eq!(names.len(), 3 + 11);
    let rules: Vec<&str> = report.scenarios[1].networks.iter().map(|network| network.vc_rule).collect();
    assert_eq!((rules[0], rules[1], rules[3]), ("any", "dateline", "paper4"));
}

/// At zero load a path of h hops takes 2 (h + 1) clocks, and one for each further flit of the packet (docs/router.md, N8). Mean path
/// lengths of networks/ttn-tesh-sttn-mtn.md, over pairs of different nodes; mesh and torus in closed form.
#[test]
#[ignore = "long: runs of many networks"]
fn latencies_at_zero_load_are_those_of_the_mean_ways() {
    let options = Options { seeds: 2, cycles: 2000, ..DEFAULT };
    let series = run(Study::Sttn, &options, &Cache::none());
    let ways = [("TTN(2,2,0)", 7.4667), ("TTN(2,2,1)", 6.4627), ("STTN(2,2,0)", 8.0314), ("STTN(2,2,1)", 7.0275)];
    for (network, way) in ways {
        let one = series.iter().find(|s| s.network.to_string() == network && s.scenario.name().starts_with("uniform")).unwrap();
        for latency in one.zero_load() {
            let expected = 2.0 * (way + 1.0) + 15.0;
            assert!((latency - expected).abs() < 2.0, "{network}: {latency} for {expected}");
        }
    }
    let (report, files) = made(Study::Sttn, &options, &series);
    assert_eq!((report.claims_made, report.findings.len(), report.summary.len()), (0, 40, 12));
    assert_eq!(files[2].0, "sttn-dynamic-findings.csv");
    for finding in &report.findings {
        assert_eq!(finding.network, format!("STTN(2,2,{})/level", finding.q));
        assert!(["paper4", "min2"].map(|rule| format!("TTN(2,2,{})/{rule}", finding.q)).contains(&finding.ttn), "{}", finding.ttn);
        // The STTN has longer paths.
        let uniform = finding.pattern == "uniform";
        assert!(!uniform || finding.zero_load.mean > 2.0, "{finding:?}");
    }
}

#[test]
#[ignore = "long: a study twice"]
fn a_study_goes_on_where_it_was() {
    let dir = tempdir().unwrap();
    let whole = Cache::open(dir.path()).unwrap();
    let first = made(Study::Mtn, &TINY, &run(Study::Mtn, &TINY, &whole));
    assert!(whole.simulated() > 500 && whole.recalled() == 0 && whole.failed().is_none(), "{whole:?}");

    let again = Cache::open(dir.path()).unwrap();
    assert_eq!(made(Study::Mtn, &TINY, &run(Study::Mtn, &TINY, &again)), first);
    assert_eq!((again.simulated(), again.recalled()), (0, whole.simulated()));

    // Simulates an interruption: every third point is missing, one entry is half written aside.
    let mut gone = 0;
    let entries: Vec<_> = fs::read_dir(dir.path().join("points")).unwrap().map(|entry| entry.unwrap().path()).collect();
    for (i, entry) in entries.into_iter().enumerate() {
        if i % 3 == 0 {
            fs::remove_file(entry).unwrap();
            gone += 1;
        } else if i == 1 {
            fs::copy(&entry, entry.with_file_name(".torusmith-half")).unwrap();
        }
    }
    let rest = Cache::open(dir.path()).unwrap();
    assert_eq!(made(Study::Mtn, &TINY, &run(Study::Mtn, &TINY, &rest)), first);
    assert_eq!((rest.simulated(), rest.recalled()), (gone, whole.simulated() - gone));

    // The TTN's curves of one study are reused by another.
    let other = Cache::open(dir.path()).unwrap();
    run(Study::Sttn, &TINY, &other);
    assert!(other.recalled() > 200 && other.simulated() > 200, "{other:?}");
}

#[test]
#[ignore = "long: a study twice"]
fn threads_make_no_difference_and_progress_ends_where_it_says() {
    let of = |threads| {
        let told = Mutex::new((0, 0));
        let progress = |progress| {
            let mut told = told.lock().unwrap();
            match progress {
                Progress::Stage(_, steps) => told.0 += steps as i64,
                Progress::More(steps) => told.0 += steps,
                Progress::Step => told.1 += 1,
            }
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let work = Work { cache: &Cache::none(), progress: &progress };
        let series = pool.install(|| dynamic::run(Study::Ttn, &TINY, Size::Quick, &work).unwrap());
        let told = told.into_inner().unwrap();
        (made(Study::Ttn, &TINY, &series), told)
    };
    let (one, three) = (of(1), of(3));
    assert!(one.0 == three.0, "reports or files differ");
    assert_eq!(one.1, three.1);
    assert_eq!(one.1.0, one.1.1);
}

#[test]
fn settings_out_of_range_are_refused() {
    for (options, words) in [
        (Options { seeds: 0, ..DEFAULT }, "seed-count = 0"),
        (Options { buffer_depth: 0, ..DEFAULT }, "buffer-depth = 0"),
        (Options { cycles: 499, ..DEFAULT }, "cycles = 499"),
    ] {
        let work = Work { cache: &Cache::none(), progress: &|_| () };
        let refused = dynamic::run(Study::Ttn, &options, Size::Quick, &work).unwrap_err().to_string();
        assert!(refused.contains(words), "{refused}");
    }
}
