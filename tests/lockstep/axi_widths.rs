//! Streams narrower and wider than flits, with `tkeep` and user bits: users end packets within beats, break `tkeep`, and clear errors.

use torusmith_sim::traffic::Pattern;

use crate::axi::{PAUSES, Setting, options, run};
use crate::support::Bench;

/// The same with beats that are not proper, and clears, now and then.
fn rough(pattern: Pattern, rate: f64, pauses: (f64, f64), cycles: u64) -> Setting {
    let mut options = options(pattern, rate, &[2, 3, 5, 17], pauses, cycles);
    (options.axi.users.broken_tkeep, options.axi.users.clear_error) = (0.05, 0.02);
    options
}

/// Every bench with every pause below saturation and far past it; what is cut short arrives so where there is `tkeep`.
fn agree(matrix: &[(&str, &str)]) {
    for (network, text) in matrix {
        let bench = Bench::new(network, &format!("interface=axis {text}"));
        let mut cut = 0;
        for pauses in PAUSES {
            for rate in [0.1, 0.9] {
                let settings = rough(Pattern::Uniform, rate, pauses, 500);
                let report = run(&bench, &settings);
                let told = report.first_divergence.as_ref().map_or(String::new(), ToString::to_string);
                assert!(report.good(), "{} {settings:?}: {report:?}\n{told}", bench.name);
                assert!(report.counts.packets_delivered > 0 && report.counts.packets_dropped > 0, "{}: {report:?}", bench.name);
                cut += report.counts.packets_cut;
            }
        }
        assert_eq!(cut > 0, text.contains("tkeep=true"), "{}", bench.name);
    }
}

/// W = 32: three beats of 8 bits in a flit, one of 24, two flits a beat of 64.
#[test]
fn widths_over_flits_of_32_bits() {
    agree(&[
        #[cfg(feature = "soak")]
        ("torus:4,4", "vcs=2 width=32 stream=8"),
        ("torus:4,4", "vcs=2 width=32 stream=24 depth=2"),
        ("mesh:3,3", "vcs=2 width=32 stream=64 depth=3 order=none"),
    ]);
}

/// A beat and its count in a flit of 35 bits; two flits a beat over 32.
#[test]
#[ignore = "long: two designs"]
fn tkeep_over_flits_with_and_without_room_for_the_count() {
    agree(&[
        ("torus:4,4", "vcs=2 width=35 stream=32 tkeep=true"),
        #[cfg(feature = "soak")]
        ("torus:4,4", "vcs=2 width=32 stream=32 tkeep=true depth=2"),
        #[cfg(feature = "soak")]
        ("mesh:3,3", "vcs=2 width=32 stream=8 tkeep=true order=none"),
        ("mesh:3,3", "vcs=2 width=24 stream=128 tkeep=true depth=3"),
    ]);
}

/// With one and three clocks a hop, in whole networks, with several message classes and bits of the user's.
#[test]
#[ignore = "long: three designs, one of them a whole network"]
fn user_bits_and_other_routers() {
    agree(&[
        ("torus:3,3", "vcs=2 width=35 stream=16 tkeep=true user=4 pipeline=1 scope=network"),
        ("mesh:3,3", "vcs=3 classes=3 width=48 user=20 pipeline=3"),
        ("mesh:3,3", "vcs=4 classes=2 width=96 stream=512 tkeep=true user=64 order=none"),
        #[cfg(feature = "soak")]
        ("rdt:4", "width=40 stream=64 pipeline=3 depth=2"),
    ]);
}

#[test]
#[ignore = "long: two designs"]
fn patterns() {
    for order in ["none", "pair"] {
        let bench = Bench::new("torus:4,4", &format!("interface=axis vcs=4 width=32 stream=16 tkeep=true order={order}"));
        for pattern in Pattern::ALL {
            let report = run(&bench, &rough(pattern, 0.4, (0.2, 0.4), 500));
            let told = report.first_divergence.as_ref().map_or(String::new(), ToString::to_string);
            assert!(report.good(), "{} {pattern}: {report:?}\n{told}", bench.name);
        }
    }
}
