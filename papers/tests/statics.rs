//! The static studies against `networks/ttn-tesh-sttn-mtn.md`: every cell of its "published vs computed", and second methods.

use std::sync::LazyLock;

use torusmith_papers::statics::readings::{BEST_TOTAL, NEAREST_OUTLET, SAME_WAY};
use torusmith_papers::statics::{self, Report, Study, files, measure, thin};
use torusmith_papers::table::{Cell, Table, Verdict};
use torusmith_sim::routing::{RoutingOptions, Ties, for_network, lengths};
use torusmith_topology::metrics::{Distances, arc_connectivity};
use torusmith_topology::tori_connected::ToriConnected;
use torusmith_topology::{Graph, Network, every_terminal, mtn, tesh};

static REPORTS: [LazyLock<Report>; 3] = [
    LazyLock::new(|| statics::run(Study::Ttn, &|_| ()).unwrap()),
    LazyLock::new(|| statics::run(Study::Sttn, &|_| ()).unwrap()),
    LazyLock::new(|| statics::run(Study::Mtn, &|_| ()).unwrap()),
];

fn report(study: Study) -> &'static Report {
    &REPORTS[study as usize]
}

fn of<'a>(tables: &'a [Table], table: &str, row: &str) -> &'a [Cell] {
    let table = tables.iter().find(|t| t.table == table).unwrap();
    let found: Vec<_> = table.rows.iter().filter(|r| r.row.starts_with(row)).collect();
    assert_eq!(found.len(), 1, "{row}");
    assert_eq!(found[0].cells.len(), table.columns.len(), "{row}");
    &found[0].cells
}

/// Computed values to four digits, and the columns that differ from the paper's.
fn values(cells: &[Cell]) -> (Vec<f64>, Vec<usize>) {
    let computed = cells.iter().map(|cell| (cell.computed.unwrap_or(f64::NAN) * 1e4).round() / 1e4).collect();
    (computed, cells.iter().enumerate().filter(|(_, cell)| cell.verdict == Verdict::Different).map(|(i, _)| i).collect())
}

/// Section 1, "Table 1 of the TTN paper: published vs computed". Averages use the counting that fits by the reference.
#[test]
fn table_1_of_the_ttn_paper_is_that_of_the_reference() {
    let report = report(Study::Ttn);
    for (row, computed, different) in [
        ("2D-Mesh, 256", [4.0, 30.0, 120.0, 10.6667, 2.0, 16.0, 480.0], &[][..]),
        ("2D-Torus, 256", [4.0, 16.0, 64.0, 8.0, 4.0, 32.0, 512.0], &[]),
        ("TESH(2,2,0)", [4.0, 21.0, 84.0, 10.4688, 2.0, 8.0, 448.0], &[]),
        ("TESH(2,2,1)", [4.0, 19.0, 76.0, 9.4688, 2.0, 16.0, 512.0], &[3]),
        ("TESH(2,2,2)", [4.0, 13.0, 52.0, 7.7988, 3.0, 32.0, 640.0], &[1, 2, 4]),
        ("TTN(2,2,0)", [6.0, 15.0, 90.0, 7.4375, 4.0, 8.0, 576.0], &[]),
        ("TTN(2,2,1)", [6.0, 13.0, 78.0, 6.4375, 4.0, 16.0, 640.0], &[3]),
        ("2D-Mesh, 4096", [4.0, 126.0, 504.0, 42.6667, 2.0, 64.0, 8064.0], &[]),
        ("2D-Torus, 4096", [4.0, 64.0, 256.0, 32.0, 4.0, 128.0, 8192.0], &[]),
        ("TESH(2,3,0)", [4.0, 36.0, 144.0, 19.7910, 3.0, 128.0, 8192.0], &[1, 2, 3, 4, 5]),
        ("TESH(2,3,1)", [4.0, 32.0, 128.0, 17.7910, 3.0, 256.0, 10240.0], &[1, 2, 3, 4, 5]),
        // docs/results/networks.md, MH3DT: 13056 wires including wrap-around links.
        ("MH3DT(4,4,2,2)", [8.0, 18.0, 144.0, 9.3750, 6.0, 128.0, 13056.0], &[3, 6]),
        ("TTN(2,3,0)", [6.0, 24.0, 144.0, 12.5968, 4.0, 128.0, 10240.0], &[5]),
        ("TTN(2,3,1)", [6.0, 20.0, 120.0, 10.5938, 4.0, 256.0, 12288.0], &[5]),
    ] {
        assert_eq!(values(of(&report.tables, "1", row)), (computed.to_vec(), different.to_vec()), "{row}");
    }
    // Preparata and Vuillemin: 5D/2 - 2, rounded down; all other values are published.
    let (ccc, different) = values(of(&report.tables, "1", "CCC"));
    assert_eq!([ccc[0], ccc[1], ccc[2], ccc[4], ccc[5], ccc[6]], [3.0, 20.0, 60.0, 3.0, 256.0, 6912.0]);
    assert_eq!(different, [1, 2, 3]);
    // Section 1: equation (5) with a level move of 2; section 2: 39 and 56 are the diameters at L = 4, 5.
    assert_eq!(values(of(&report.tables, "equations", "equation (5)")), (vec![15.0, 24.0, 39.0, 56.0], vec![3]));
    let published: Vec<_> = of(&report.tables, "equations", "equation (5)").iter().map(|cell| cell.published).collect();
    assert_eq!(published, [15.0, 24.0, 39.0, 54.0].map(Some));
    assert_eq!(of(&report.tables, "equations", "equation (6)").iter().filter(|cell| cell.verdict == Verdict::Equal).count(), 4);
    for cell in report.tables.iter().flat_map(|table| &table.rows).flat_map(|row| &row.cells) {
        assert_eq!(cell.reason.is_some(), matches!(cell.verdict, Verdict::Different | Verdict::NotComputed));
    }
}

/// The reference's remarks on rows that do not fit.
#[test]
fn other_readings_are_those_of_the_reference() {
    let report = report(Study::Ttn);
    for (row, computed, different) in [
        ("TESH(2,2,1), two groups", [19.0, 9.5313], &[][..]),
        ("TESH(2,2,2), the group", [16.0, 8.2969], &[1]),
        ("TESH(2,3,0), links both ways", [32.0, 17.7954], &[]),
        ("TESH(2,3,1), links one way", [36.0, 19.7910], &[0, 1]),
    ] {
        let (values, found) = values(of(&report.other_readings, "1, other readings", row));
        assert_eq!((&values[..2], &found[..]), (&computed[..], different), "{row}");
    }
    // MTN paper, Table 2: the thin graph has the TTN paper's bisection and arc connectivity, but not its wires.
    for (row, computed) in [
        ("TESH(2,3,0), thin", [2.0, 8.0, 6688.0]),
        ("TESH(2,3,1), thin", [2.0, 16.0, 7232.0]),
        ("TTN(2,3,0), thin", [4.0, 8.0, 8736.0]),
        ("TTN(2,3,1), thin", [4.0, 16.0, 9280.0]),
    ] {
        let (values, different) = values(of(&report.other_readings, "1, other readings", row));
        assert_eq!((&values[2..], &different[..]), (&computed[..], &[4][..]), "{row}");
    }
}

fn ways(network: &Network, all: bool) -> Distances {
    ways_by(RoutingOptions::default(), network, all)
}

fn ways_by(options: RoutingOptions, network: &Network, all: bool) -> Distances {
    let routing = for_network(network, options, 8).unwrap();
    let sources = if all { every_terminal(network.routers()) } else { network.orbits() };
    lengths(network, &network.graph(), &routing, &sources, &|_, _| ()).unwrap()
}

/// Path lengths in the closed form of the readings, and hop by hop along the routing function.
#[test]
fn the_readings_and_the_routing_agree_where_they_are_the_same() {
    assert_eq!(BEST_TOTAL.ways(), ways(&"tesh:2,2,2".parse().unwrap(), true));
    let (same, nearest) = (SAME_WAY.ways(), NEAREST_OUTLET.ways());
    assert_eq!((same.diameter, same.average_with_self()), (19, 9.53125));
    assert_eq!((nearest.diameter, nearest.average_with_self()), (16, 8.296875));
}

/// Paths of all pairs against paths from one basic module, at L = 2 and 3; then the reference's figures, including L = 5 (section 2).
#[test]
#[ignore = "long: all routes of large networks"]
fn ways_at_every_level() {
    for name in ["ttn", "sttn", "mtn", "tesh"] {
        for parameters in ["2,2,0", "2,2,1", "2,3,0", "2,3,1", "3,2,1"] {
            let network: Network = format!("{name}:{parameters}").parse().unwrap();
            let found = ways(&network, false);
            assert_eq!(found, ways(&network, true), "{network}");
            // The papers' routing.
            assert_eq!(found, ways_by(RoutingOptions::default().with_ties(Ties::Plus), &network, false), "{network}");
        }
    }
    for (name, diameter, mean, within) in [
        ("ttn:2,4,0", 39, 20.577, 5e-4),
        ("ttn:2,5,0", 56, 29.792, 5e-4),
        ("sttn:2,2,0", 16, 8.0, 1e-9),
        ("sttn:2,3,0", 25, 13.1211, 5e-5),
        ("sttn:2,4,0", 39, 20.753, 5e-4),
        ("sttn:2,5,0", 53, 28.034, 5e-4),
        ("sttn:2,2,1", 14, 7.0, 1e-9),
        ("sttn:2,3,1", 21, 11.1211, 5e-5),
        ("mtn:2,2,0", 15, 7.4375, 1e-9),
        ("mtn:2,3,0", 24, 12.5938, 5.1e-5),
        ("mtn:2,2,1", 12, 6.1875, 1e-9),
        ("mtn:2,3,1", 18, 10.0234, 5e-5),
        // Unidirectional, so equal to the TTN (section 2, MTN).
        ("mtn:2,5,0", 56, 29.792, 5e-4),
    ] {
        let found = ways(&name.parse().unwrap(), false);
        assert_eq!(found.diameter, diameter, "{name}");
        assert!((found.average_with_self() - mean).abs() <= within, "{name}: {}", found.average_with_self());
    }
}

/// Section 2, the table of STTN and TTN; STTN paper, Table 1 and equation (4).
#[test]
fn the_sttn_study_has_the_references_figures() {
    let report = report(Study::Sttn);
    for (figure, row, computed) in [
        ("Figure 4", "mesh", [30.0, 126.0, 510.0, 2046.0]),
        ("Figure 4", "torus", [16.0, 64.0, 256.0, 1024.0]),
        ("Figure 5", "mesh", [120.0, 504.0, 2040.0, 8184.0]),
        ("Figure 6", "torus", [8.0, 32.0, 128.0, 512.0]),
        ("Figure 7", "mesh", [16.0, 64.0, 256.0, 1024.0]),
        ("Figure 7", "torus", [32.0, 128.0, 512.0, 2048.0]),
    ] {
        assert_eq!(values(of(&report.tables, figure, row)).0, computed, "{figure}: {row}");
    }
    let cells = |figure: &str, row: &str| -> Vec<Option<f64>> {
        let table = report.tables.iter().find(|t| t.table == figure).unwrap();
        table.rows.iter().find(|r| r.row == row).unwrap().cells.iter().map(|cell| cell.computed).collect()
    };
    assert_eq!(cells("Figure 4", "TTN"), [15.0, 24.0, 39.0, 56.0].map(Some));
    assert_eq!(cells("Figure 4", "STTN"), [16.0, 25.0, 39.0, 53.0].map(Some));
    assert_eq!(cells("Figure 5", "STTN"), [96.0, 150.0, 234.0, 318.0].map(Some));
    assert_eq!(cells("Figure 4", "STTN, q = 1"), [Some(14.0), Some(21.0), None, None]);
    for name in ["TESH", "TTN", "STTN"] {
        assert_eq!(cells("Figure 7", name), [8.0, 128.0, 2048.0, 32768.0].map(Some), "{name}");
    }
    for row in ["degree", "arc connectivity"] {
        assert!(of(&report.tables, "1", row).iter().all(|cell| cell.verdict == Verdict::Equal), "{row}");
    }
    assert!(of(&report.tables, "equations", "equation (4)").iter().all(|cell| cell.verdict == Verdict::Equal));
    assert_eq!(values(of(&report.tables, "equations", "equation (3)")), (vec![16.0, 25.0, 39.0, 53.0], vec![0, 1, 3]));
    // The text's claims (section 2: "higher at first, difference shrinking, lower at 2^20").
    let holds = |words: &str| {
        let found: Vec<_> = report.claims.iter().filter(|claim| claim.claim.contains(words)).collect();
        assert_eq!(found.len(), 1, "{words}");
        found[0].holds.unwrap()
    };
    assert!(holds("the difference shrinks") && holds("average distance at 1048576 nodes: STTN < TTN"));
    assert!(holds("diameter at 256 nodes: STTN > TTN") && holds("diameter at 4096 nodes: STTN > TTN"));
    // 16 and 16 links; the torus has the lower degree.
    assert!(!holds("diameter at 256 nodes: STTN < torus") && !holds("cost at 256 nodes: STTN < torus"));
    assert!(!holds("each exterior node"));
}

/// Section 2, "MTN text problems".
#[test]
fn the_mtn_study_has_the_references_figures() {
    let report = report(Study::Mtn);
    let differing = |table: &str| -> Vec<(&str, usize, f64)> {
        let table = report.tables.iter().find(|t| t.table == table).unwrap();
        let cells = table.rows.iter().flat_map(|row| row.cells.iter().enumerate().map(move |(i, cell)| (row.row, i, cell)));
        cells.filter(|(.., cell)| cell.verdict == Verdict::Different).map(|(row, i, cell)| (row, i, cell.computed.unwrap())).collect()
    };
    assert_eq!(differing("1"), []);
    assert_eq!(differing("2"), [("TTN(2,3,0)", 0, 6.0)]);
    let expected = [
        ("MTN(2,2,2)", 3, 640.0),
        ("MTN(3,2,1)", 3, 8448.0),
        ("MTN(3,2,3)", 1, 128.0),
        ("MTN(3,3,0)", 3, 532_608.0),
        ("MTN(3,3,1)", 3, 540_928.0),
        ("MTN(3,4,1)", 3, 34_619_648.0),
        ("MTN(3,5,0)", 4, 1_073_741_824.0),
        ("MTN(3,5,1)", 3, 2_215_657_728.0),
        ("MTN(3,5,1)", 4, 1_073_741_824.0),
    ];
    assert_eq!(differing("3"), expected);
    assert_eq!((report.cells_equal, report.cells_different), (12 + 79 + 51, 1 + 9));
    // Every module: links once and bisection of the table of MTNs; equation (1) as printed has 9216.
    assert_eq!(values(of(&report.other_readings, "1, every module", "Level-3")).0, [4096.0, 8.0, 9216.0]);
    for (row, computed) in [
        ("MTN(2,2,0)", [6.0, 8.0, 4.0, 544.0, 256.0]),
        ("MTN(2,3,0)", [6.0, 128.0, 4.0, 9216.0, 4096.0]),
        ("MTN(2,3,1)", [6.0, 256.0, 4.0, 10240.0, 4096.0]),
        ("TESH(2,3,0)", [4.0, 128.0, 3.0, 7168.0, 4096.0]),
    ] {
        assert_eq!(values(of(&report.other_readings, "2, every module", row)).0, computed, "{row}");
    }
    let distances = |row: &str| values(of(&report.tables, "distances", row)).0[..4].to_vec();
    assert_eq!(distances("MTN, q = 0"), distances("TTN, q = 0"));
    assert_eq!(distances("MTN, q = 1"), [12.0, 6.1875, 18.0, 10.0234]);
    assert_eq!(distances("TTN, q = 1"), [13.0, 6.4375, 20.0, 10.5938]);
    let twenty = report.claims.iter().find(|claim| claim.claim.contains("20 of 256")).unwrap();
    assert!(twenty.holds == Some(false) && twenty.finding.starts_with("32"));
}

fn highest_degree(graph: &Graph) -> usize {
    (0..graph.routers()).map(|node| graph.degree(node)).max().unwrap()
}

/// The closed forms of Tables 1 and 3 against graphs, in both countings.
#[test]
fn closed_forms_are_those_of_the_graphs() {
    for (m, levels, q) in [(2, 2, 0), (2, 2, 1), (2, 2, 2), (2, 3, 0), (2, 3, 1), (2, 4, 0), (3, 2, 0), (3, 2, 1), (3, 3, 0), (3, 3, 1)] {
        // No router is built with L = 3 and m = 3, but its ports are at the same places as with m = 2.
        let network = ToriConnected { kind: &mtn::KIND, m, levels, q, bidirectional: q > 0 };
        let graph = thin::graph(&network);
        let told = format!("MTN({m},{levels},{q})");
        assert_eq!(thin::wires(&graph), thin::wires_of(true, m, levels, q), "{told}");
        assert_eq!(thin::bisection(&network, &graph) as u64, thin::bisection_of(m, q), "{told}");
        assert_eq!((highest_degree(&graph), arc_connectivity(&graph)), (6, 4), "{told}");
        let mesh_modules = ToriConnected { kind: &tesh::KIND, ..network };
        assert_eq!(thin::wires(&thin::graph(&mesh_modules)), thin::wires_of(false, m, levels, q), "{told}");
    }
    let report = report(Study::Mtn);
    for (name, row) in [("mtn:2,2,2", "MTN(2,2,2)"), ("mtn:3,2,0", "MTN(3,2,0)"), ("mtn:3,2,1", "MTN(3,2,1)")] {
        let found = measure(name).unwrap().unwrap();
        let counted = [found.degree, found.bisection, found.arcs, found.channels, found.nodes as usize].map(|value| value as f64);
        assert_eq!(values(of(&report.other_readings, "3, every module", row)).0, counted, "{row}");
    }
    for (name, level) in [("mtn:2,3,0", "Level-3"), ("mtn:2,4,0", "Level-4")] {
        let channels = measure(name).unwrap().unwrap().channels as f64;
        assert_eq!(values(of(&report.other_readings, "1, every module", level)).0[2], channels, "{name}");
    }
}

#[test]
fn files_hold_every_cell_and_every_curve() {
    let report = report(Study::Mtn);
    let files = files(report).unwrap();
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["mtn-static.csv", "mtn-static.json", "mtn-static-wires.svg", "mtn-static-bisection.svg"]);
    let cells: usize = report.tables.iter().chain(&report.other_readings).flat_map(|table| &table.rows).map(|row| row.cells.len()).sum();
    assert_eq!(files[0].1.lines().count(), 1 + cells);
    assert!(files[0].1.contains("\n2,\"TTN(2,3,0)\",node degree,4,6,different\n"), "{}", files[0].1);
    assert!(files[0].1.contains("\n\"1, every module\",\"Level-3\",wire complexity,8736,9216,different\n"));
    for figure in &report.figures {
        let svg = &files.iter().find(|(name, _)| name.contains(figure.name)).unwrap().1;
        for curve in &figure.curves {
            assert!(svg.lines().any(|line| line.trim() == curve.network), "{}", curve.network);
        }
    }
}
