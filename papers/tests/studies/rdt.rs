//! The RDT study: static tables against `networks/rdt.md`, loads of links against closed forms, the grid of rates.

use torusmith_papers::Work;
use torusmith_papers::cache::Cache;
use torusmith_papers::options::Options;
use torusmith_papers::rdt::loads::{self, LinkLoads};
use torusmith_papers::rdt::report::{files, report};
use torusmith_papers::rdt::tables::{self, Cell, Table, Verdict};
use torusmith_papers::rdt::{self, COMPETITORS, DEFAULT, LOW_LOAD, SCENARIOS, Size};
use torusmith_sim::routing::rdt::vectors;

fn of<'a>(tables: &'a [Table], table: &str, row: &str) -> &'a [Cell] {
    let table = tables.iter().find(|t| t.table == table).unwrap();
    let found: Vec<_> = table.rows.iter().filter(|r| r.row.contains(row)).collect();
    assert_eq!(found.len(), 1, "{row}");
    assert_eq!(found[0].cells.len(), table.columns.len());
    &found[0].cells
}

/// (published, computed to two digits).
fn values(cells: &[Cell]) -> Vec<(Option<f64>, Option<f64>)> {
    cells.iter().map(|cell| (cell.published, cell.computed.map(|value| (value * 100.0).round() / 100.0))).collect()
}

/// networks/rdt.md, B4: published and computed. Floating and fixed are as in B6, which take one hop to another rank.
#[test]
fn table_1_is_that_of_the_reference() {
    let tables = tables::all(&|_| ()).unwrap();
    let expect = |row: &str, published: [Option<f64>; 4], computed: [f64; 4]| {
        let expected: Vec<_> = published.into_iter().zip(computed.map(Some)).collect();
        assert_eq!(values(of(&tables, "I", row)), expected, "{row}");
    };
    let lost = |a, b, c| [Some(a), Some(b), Some(c), None];
    expect("PRDT(2,R), shortest", [5.0, 6.0, 8.0, 10.0].map(Some), [5.0, 6.0, 8.0, 10.0]);
    expect("simple vector", [6.0, 7.0, 9.0, 10.0].map(Some), [6.0, 7.0, 9.0, 11.0]);
    expect("alpha, shortest", [None; 4], [7.0, 8.0, 10.0, 12.0]);
    expect("RDT, shortest paths: average", [None; 4], [4.53, 5.48, 6.61, 7.81]);
    expect("deadlock-free: diameter", lost(11.0, 12.0, 17.0), [11.0, 13.0, 17.0, 19.0]);
    expect("deadlock-free: average", lost(6.68, 8.19, 9.96), [5.79, 7.45, 10.08, 11.79]);
    for way in ["floating", "fixed"] {
        let cells = of(&tables, "I", &format!("{way} vector routing: diameter"));
        assert_eq!(cells[0].computed, Some(10.0), "{way}");
        let mean = of(&tables, "I", &format!("{way} vector routing: average"))[0].computed.unwrap();
        assert!((mean - 5.5738).abs() < 5e-5, "{way}: {mean}");
    }
    let verdicts = |row| of(&tables, "I", row).iter().map(|cell| (cell.verdict, cell.reason.is_some())).collect::<Vec<_>>();
    let (equal, different, lost) = ((Verdict::Equal, false), (Verdict::Different, true), (Verdict::NotPublished, false));
    assert_eq!(verdicts("simple vector"), [equal, equal, equal, different]);
    assert_eq!(verdicts("deadlock-free: diameter"), [equal, different, equal, lost]);
    assert_eq!(verdicts("deadlock-free: average"), [different, different, different, lost]);
    let not_built = (Verdict::NotComputed, true);
    assert_eq!(verdicts("closed partitioning: diameter"), [not_built, not_built, not_built, lost]);
}

/// networks/rdt.md, B4, "other table".
#[test]
fn the_other_tables_are_those_of_the_reference() {
    let tables = tables::all(&|_| ()).unwrap();
    let verdicts = |table, row| of(&tables, table, row).iter().map(|cell| cell.verdict).collect::<Vec<_>>();
    for (table, rows) in [
        ("II", &["2D torus", "3D torus", "4D torus", "hypercube", "RDT", "De Bruijn", "Kautz", "crossed cube"][..]),
        ("III", &["2D torus", "3D torus", "4D torus", "hypercube", "RDT"]),
        ("V", &["2D torus", "3D torus", "4D torus", "hypercube"]),
    ] {
        for row in rows {
            assert_eq!(verdicts(table, row), [Verdict::Equal; 2], "{table}: {row}");
        }
    }
    // All rows of Table II: computed, by a formula, or not built.
    let rows = &tables.iter().find(|table| table.table == "II").unwrap().rows;
    assert_eq!(rows.len(), 14);
    let unbuilt: Vec<_> =
        rows.iter().filter(|row| row.cells[0].verdict == Verdict::NotComputed).map(|row| row.row.split(' ').next().unwrap()).collect();
    assert_eq!(unbuilt, ["Pradhan", "circular", "hypernet"]);
    // floor(5D/2) - 2; floor(3(n-1)/2), n = 7, 8.
    assert_eq!(values(of(&tables, "II", "CCC")), [(Some(40.0), Some(20.0)), (Some(66.0), Some(28.0))]);
    assert_eq!(values(of(&tables, "II", "n-star")), [(Some(7.0), Some(9.0)), (Some(8.0), Some(10.0))]);
    assert_eq!(verdicts("II", "midimew"), [Verdict::Different, Verdict::Equal]);
    assert_eq!(values(of(&tables, "III", "RDT")), [(Some(1664.0), Some(1664.0)), (Some(229_376.0), Some(229_376.0))]);
    assert_eq!(values(of(&tables, "V", "RDT")), [(Some(8.1902), Some(7.45)), (Some(12.0), Some(13.0))]);
    // Closed forms of means over pairs of different nodes.
    let nodes = 4096.0 / 4095.0;
    for (row, mean) in [("2D torus", 32.0 * nodes), ("3D torus", 12.0 * nodes), ("4D torus", 8.0 * nodes), ("hypercube", 6.0 * nodes)] {
        assert!((of(&tables, "V", row)[0].computed.unwrap() - mean).abs() < 1e-9, "{row}");
    }
    let steps = [(Some(10.0), Some(10.0)), (Some(11.0), Some(11.0)), (Some(12.0), Some(14.0)), (Some(13.0), None)];
    assert_eq!(values(of(&tables, "VI", "RDT")), steps);
    assert_eq!(verdicts("VI", "hypercube"), [Verdict::Equal; 4]);
    assert_eq!(verdicts("VI", "4-ary tree"), [Verdict::NotComputed; 4]);
    for cell in tables.iter().flat_map(|table| &table.rows).flat_map(|row| &row.cells) {
        assert_eq!(cell.reason.is_some(), matches!(cell.verdict, Verdict::Different | Verdict::NotComputed));
    }
}

/// A ring of k, ties in direction +: 1 + 2 + .. + k/2 hops of a node in that direction, spread equally over the links of the ring.
#[test]
fn loads_of_links_in_closed_form() {
    let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-9, "{a} for {b}");
    let loads = loads::all(Size::Full).unwrap();
    let of = |label: &str| -> &LinkLoads { loads.iter().find(|of| of.network == label).unwrap() };
    let share = 4096.0 / 4095.0;
    for (label, k) in [("2D torus", 64.0), ("3D torus", 16.0), ("4D torus", 8.0)] {
        let half: f64 = k / 2.0;
        near(of(label).highest, share * half * (half + 1.0) / 2.0 / k);
        near(of(label).mean, share * half * half / 2.0 / k);
        near(of(label).capacity, (1.0 / of(label).highest).min(1.0));
    }
    near(of("hypercube").mean, share / 2.0);
    near(of("hypercube").highest, share / 2.0);
    near(of("hypercube").capacity, 1.0);

    let rdt = of("RDT");
    let links: Vec<u64> = rdt.ranks.iter().map(|rank| rank.links).collect();
    // 4 links of rank 0 at every node; R = 3 folds rank 4 onto rank 1, so that half of the nodes have rank 1 (networks/rdt.md, B1).
    assert_eq!((links, rdt.links), (vec![4 * 4096, 4 * 2048, 4 * 1024, 4 * 1024], 8 * 4096));
    // The sum of all hops follows from the mean path length (networks/rdt.md, B3).
    let hops: f64 = rdt.ranks.iter().map(|rank| rank.mean * rank.links as f64).sum();
    assert!((hops / 4096.0 - 7.4505).abs() < 5e-5, "{hops}");
    near(hops, rdt.mean * rdt.links as f64);
    // Loads of an upper rank are the steps of its vectors, over all differences of addresses.
    for rank in 1..=3 {
        let steps = |a, b| vectors(3, a, b)[rank];
        let ways = (-31..=32).flat_map(|a| (-31..=32).map(move |b| (a, b)));
        let steps: u32 = ways.map(|(a, b)| steps(a, b)).map(|(x, y)| x.unsigned_abs() + y.unsigned_abs()).sum();
        near(rdt.ranks[rank].mean, f64::from(steps) / 4095.0 * 4096.0 / rdt.ranks[rank].links as f64);
    }
    near(rdt.highest, rdt.ranks.iter().map(|rank| rank.highest).fold(0.0, f64::max));
}

/// Every network is run at the low load and at 0.9 times every knee up to its own, with each seed.
#[test]
#[ignore = "long: runs of all networks of a study"]
fn any_two_networks_have_their_high_load_in_common() {
    let options = Options { seeds: 2, cycles: 2000, ..DEFAULT };
    let series = rdt::run(&options, Size::Quick, &Work { cache: &Cache::none(), progress: &|_| () }).unwrap();
    assert_eq!(series.len(), SCENARIOS.len() * COMPETITORS.len());
    for scenario in series.chunks(COMPETITORS.len()) {
        for (one, other) in scenario.iter().flat_map(|one| scenario.iter().map(move |other| (one, other))) {
            assert_eq!(one.scenario, other.scenario);
            let rate = (0.9 * one.knee.min(other.knee) * 1e4).round() / 1e4;
            for points in one.seeds.iter().chain(&other.seeds) {
                assert!(points.iter().any(|point| point.rate == rate) && points.iter().any(|point| point.rate == LOW_LOAD));
                assert!(points.windows(2).all(|two| two[0].rate < two[1].rate));
                assert!(points.iter().all(|point| point.rate <= 1.0 && !point.dead));
            }
        }
    }
    // At low load a path of h hops takes 3 (h + 1) clocks, and one for each further flit of the packet (docs/router.md, N8): 2D torus of 16
    // x 16, 8 hops.
    let low = series[0].seeds[0].iter().find(|point| point.rate == LOW_LOAD).unwrap();
    assert!((low.latency_mean - (3.0 * 9.03 + 15.0)).abs() < 3.0, "{}", low.latency_mean);

    let report = report(&options, Size::Quick, Vec::new(), loads::all(Size::Quick).unwrap(), &series);
    assert_eq!((report.nodes, report.summary.claims_made, report.summary.dead), (256, 12 + 6 + 9 + 9, 0));
    let names: Vec<String> = files(&report, &series).unwrap().into_iter().map(|(name, _)| name).collect();
    let figures = ["rdt-uniform-16.svg", "rdt-uniform-128.svg", "rdt-hot-nodes-16.svg", "rdt-hot-nodes-128.svg"];
    assert_eq!(names[..3], ["rdt.csv", "rdt-tables.csv", "rdt.json"]);
    assert_eq!(names[3..], figures);
}

#[test]
fn settings_out_of_range_are_refused() {
    for (options, words) in [
        (Options { seeds: 0, ..DEFAULT }, "seed-count = 0"),
        (Options { buffer_depth: 65, ..DEFAULT }, "buffer-depth = 65"),
        (Options { cycles: 1999, ..DEFAULT }, "cycles = 1999"),
    ] {
        let refused = rdt::run(&options, Size::Quick, &Work { cache: &Cache::none(), progress: &|_| () }).unwrap_err().to_string();
        assert!(refused.contains(words), "{refused}");
    }
}
