//! The MTN paper's tables 1 to 3, in its own thin counting and in the graph where every basic module has ports of each level; and the
//! claims of its text.

use rayon::prelude::*;
use torusmith_topology::metrics::arc_connectivity;
use torusmith_topology::tori_connected::ToriConnected;

use super::values::{Values, degree, measure, network, ways};
use super::{Figure, NamedCurve, Report, thin};
use crate::claims::StaticClaim;
use crate::table::{Computed, Row, Table, row};
use crate::{Error, Progress};

const STATIC: &[&str] = &["node degree", "bisection width", "arc connectivity", "wire complexity", "total nodes"];

/// Table 1 as printed: level, nodes, free ports used, wires of MTN(2,L,0).
const TABLE_1: [(&str, u32, [f64; 3]); 4] = [
    ("Level-2", 2, [256.0, 4.0, 544.0]),
    ("Level-3", 3, [4096.0, 8.0, 8736.0]),
    ("Level-4", 4, [65536.0, 12.0, 139_808.0]),
    ("Level-5", 5, [1_048_576.0, 16.0, 2_236_960.0]),
];

/// Table 2 as printed: name, network, degree, bisection, arcs, wires, nodes.
const TABLE_2: [(&str, &str, [f64; 5]); 16] = [
    ("16 x 16 Mesh", "mesh:16,16", [4.0, 16.0, 2.0, 480.0, 256.0]),
    ("16 x 16 Torus", "torus:16,16", [4.0, 32.0, 4.0, 512.0, 256.0]),
    ("TESH(2,2,0)", "tesh:2,2,0", [4.0, 8.0, 2.0, 416.0, 256.0]),
    ("TESH(2,2,1)", "tesh:2,2,1", [4.0, 16.0, 2.0, 448.0, 256.0]),
    ("TTN(2,2,0)", "ttn:2,2,0", [6.0, 8.0, 4.0, 544.0, 256.0]),
    ("TTN(2,2,1)", "ttn:2,2,1", [6.0, 16.0, 4.0, 576.0, 256.0]),
    ("MTN(2,2,0)", "mtn:2,2,0", [6.0, 8.0, 4.0, 544.0, 256.0]),
    ("MTN(2,2,1)", "mtn:2,2,1", [6.0, 16.0, 4.0, 576.0, 256.0]),
    ("64 x 64 Mesh", "mesh:64,64", [4.0, 64.0, 2.0, 8064.0, 4096.0]),
    ("64 x 64 Torus", "torus:64,64", [4.0, 128.0, 4.0, 8192.0, 4096.0]),
    ("TESH(2,3,0)", "tesh:2,3,0", [4.0, 8.0, 2.0, 6688.0, 4096.0]),
    ("TESH(2,3,1)", "tesh:2,3,1", [4.0, 16.0, 2.0, 7232.0, 4096.0]),
    ("TTN(2,3,0)", "ttn:2,3,0", [4.0, 8.0, 4.0, 8736.0, 4096.0]),
    ("TTN(2,3,1)", "ttn:2,3,1", [6.0, 16.0, 4.0, 9280.0, 4096.0]),
    ("MTN(2,3,0)", "mtn:2,3,0", [6.0, 8.0, 4.0, 8736.0, 4096.0]),
    ("MTN(2,3,1)", "mtn:2,3,1", [6.0, 16.0, 4.0, 9280.0, 4096.0]),
];

/// Table 3 as printed: name, (m, L, q), degree, bisection, arcs, wires, nodes. A total that the paper prints once for several rows is
/// repeated in each.
const TABLE_3: [(&str, [u32; 3], [f64; 5]); 12] = [
    ("MTN(2,2,2)", [2, 2, 2], [6.0, 32.0, 4.0, 1042.0, 256.0]),
    ("MTN(3,2,0)", [3, 2, 0], [6.0, 16.0, 4.0, 8320.0, 4096.0]),
    ("MTN(3,2,1)", [3, 2, 1], [6.0, 32.0, 4.0, 8976.0, 4096.0]),
    ("MTN(3,2,2)", [3, 2, 2], [6.0, 64.0, 4.0, 8704.0, 4096.0]),
    ("MTN(3,2,3)", [3, 2, 3], [6.0, 64.0, 4.0, 9216.0, 4096.0]),
    ("MTN(3,3,0)", [3, 3, 0], [6.0, 16.0, 4.0, 5_352_608.0, 262_144.0]),
    ("MTN(3,3,1)", [3, 3, 1], [6.0, 32.0, 4.0, 574_736.0, 262_144.0]),
    ("MTN(3,3,2)", [3, 3, 2], [6.0, 64.0, 4.0, 557_568.0, 262_144.0]),
    ("MTN(3,4,0)", [3, 4, 0], [6.0, 16.0, 4.0, 34_087_040.0, 16_777_216.0]),
    ("MTN(3,4,1)", [3, 4, 1], [6.0, 32.0, 4.0, 36_783_376.0, 16_777_216.0]),
    ("MTN(3,5,0)", [3, 5, 0], [6.0, 16.0, 4.0, 2_181_570_688.0, 1_037_741_824.0]),
    ("MTN(3,5,1)", [3, 5, 1], [6.0, 32.0, 4.0, 2_354_136_336.0, 1_037_741_824.0]),
];

/// Reasons why cells differ in the thin counting: row, column, reason.
const REASONS: &[(&str, usize, &str)] = &[
    ("TTN(2,3,0)", 0, "a misprint: the same nodes have 6 at level 2, and in the paper's row of MTN(2,3,0)"),
    (
        "MTN(2,2,2)",
        3,
        "does not follow from equation (1) in any reading: 512 links in the basic modules and 16 x 2 x 4 between them are 640",
    ),
    ("MTN(3,2,1)", 3, "8448 by equation (1), as the rows of q = 0, 2, 3 have it: 8192 + 64 x 2 x 2"),
    ("MTN(3,2,3)", 1, "twice as many channels as q = 2, whose row has the same 64"),
    ("MTN(3,3,0)", 3, "a misprint: 532,608"),
    ("MTN(3,3,1)", 3, PROPAGATED),
    ("MTN(3,4,1)", 3, PROPAGATED),
    ("MTN(3,5,1)", 3, PROPAGATED),
    ("MTN(3,5,0)", 4, BILLION),
    ("MTN(3,5,1)", 4, BILLION),
];
const PROPAGATED: &str = "follows from the 8,976 of MTN(3,2,1)";
const BILLION: &str = "two digits exchanged: 2^30 = 1,073,741,824";
const EVERY_MODULE: &str = "one set of ports in each network of the level below, not in every basic module";

/// A network of Table 2 in both graphs.
struct BothCountings {
    full: Values,
    thin: [f64; 5],
}

fn measure_both(name: &'static str) -> Result<BothCountings, Error> {
    let full = measure(name)?.expect("a network");
    let network = network(name);
    let thin = match network.as_ref().and_then(|network| network.of::<ToriConnected>()) {
        Some(network) => {
            let graph = thin::graph(network);
            [
                degree(&graph) as f64,
                thin::bisection(network, &graph) as f64,
                arc_connectivity(&graph) as f64,
                thin::wires(&graph) as f64,
                full.nodes as f64,
            ]
        }
        None => cells(&full),
    };
    Ok(BothCountings { full, thin })
}

/// Values in the columns of Tables 2 and 3, every basic module with ports of each level.
fn cells(values: &Values) -> [f64; 5] {
    [values.degree as f64, values.bisection as f64, values.arcs as f64, values.channels as f64, values.nodes as f64]
}

/// Runs the study.
///
/// # Errors
/// A routing function that leads nowhere.
pub fn run(progress: &(dyn Fn(Progress) + Sync)) -> Result<Report, Error> {
    progress(Progress::Stage("networks", (TABLE_2.len() + LENGTHS.len()) as u64));
    let step = || progress(Progress::Step);
    let lengths = LENGTHS
        .par_iter()
        .rev()
        .with_max_len(1)
        .map(|line| line_of_lengths(line).inspect(|_| step()))
        .collect::<Result<Vec<_>, Error>>()?;
    let found = TABLE_2
        .par_iter()
        .with_max_len(1)
        .map(|&(_, name, _)| measure_both(name).inspect(|_| step()))
        .collect::<Result<Vec<_>, Error>>()?;
    let lengths: Vec<Row> = lengths.into_iter().rev().collect();
    let claims = claims(&found, &lengths);
    let tables = vec![table_1(), table_2(&found), table_3(), distances(lengths)];
    Ok(Report::new("mtn-static", tables, vec![full_1(), full_2(&found), full_3()], claims, figures()))
}

/// BM links and channels with ports of every level in every basic module: k^(2(L-1)) (2 k^2 + 2 x 2^q (L - 1)).
fn full_wires(m: u32, levels: u32, q: u32) -> u64 {
    let k = 1u64 << m;
    k.pow(2 * (levels - 1)) * (2 * k * k + u64::from(levels - 1) * (2 << q))
}

/// Channels between the halves with ports of every level in every basic module: the channels of the highest level, once for each of
/// its k^(2(L-2)) nested networks, STTN paper's equation (4) for q = 0.
fn full_bisection(m: u32, levels: u32, q: u32) -> u64 {
    thin::bisection_of(m, q) << (2 * m * (levels - 2))
}

fn levels_table(
    title: &'static str,
    table: &'static str,
    note: &'static str,
    reason: &'static str,
    wires: fn(u32, u32, u32) -> u64,
) -> Table {
    let line = |(name, level, printed): (&'static str, u32, [f64; 3])| {
        let ours = [1u64 << (4 * level), u64::from(4 * (level - 1)), wires(2, level, 0)];
        row(name, printed.map(Some), reason).with(ours.map(|value| Some(value as f64)))
    };
    Table {
        table,
        title,
        columns: &["total nodes", "free ports used", "wire complexity"],
        rows: TABLE_1.map(line).into(),
        note: Some(note),
    }
}

fn table_1() -> Table {
    let note = "Wires by equation (1) with 2m(x - 1) for the exponent of its second term, which is what the paper's numbers need; as printed it gives 9216 at level 3.";
    levels_table("Levels of MTN(2,L,0)", "1", note, "", |m, levels, q| thin::wires_of(true, m, levels, q))
}

fn full_1() -> Table {
    let note = "Every basic module has ports of each level, as definition 2 and equation (1) as printed have it.";
    levels_table("levels of MTN(2,L,0), every basic module with ports of each level", "1, every module", note, EVERY_MODULE, full_wires)
}

fn networks_table(table: &'static str, title: &'static str, note: &'static str, line: impl Fn(usize) -> Row) -> Table {
    Table { table, title, columns: STATIC, rows: (0..TABLE_2.len()).map(line).collect(), note: Some(note) }
}

fn table_2(found: &[BothCountings]) -> Table {
    let note = "The hierarchical networks in the paper's thin counting: a level has one set of ports in each network of the level below.";
    networks_table("2", "Static network performance of several networks", note, |i| {
        row_with_reasons(TABLE_2[i].0, TABLE_2[i].2, found[i].thin)
    })
}

fn full_2(found: &[BothCountings]) -> Table {
    let note = "Every basic module has ports of each level: the networks that this tool builds.";
    networks_table("2, every module", "static network performance, every basic module with ports of each level", note, |i| {
        row(TABLE_2[i].0, TABLE_2[i].2.map(Some), EVERY_MODULE).because(0, REASONS[0].2).with(cells(&found[i].full).map(Some))
    })
}

/// A row of the paper and the values in the thin counting, with the reasons.
fn row_with_reasons(name: &'static str, printed: [f64; 5], ours: [f64; 5]) -> Row {
    let mut published = row(name, printed.map(Some), "");
    for &(_, column, reason) in REASONS.iter().filter(|reason| reason.0 == name) {
        published = published.because(column, reason);
    }
    published.with(ours.map(Some))
}

/// Degree of a corner of a basic module with both free ports in use; inner nodes have `INNER`.
const CORNER: f64 = 6.0;
const INNER: f64 = 4.0;

fn table_3() -> Table {
    let line = |(name, [m, levels, q], printed): (&'static str, [u32; 3], [f64; 5])| {
        let nodes = 1u64 << (2 * m * levels);
        row_with_reasons(
            name,
            printed,
            [CORNER, thin::bisection_of(m, q) as f64, INNER, thin::wires_of(true, m, levels, q) as f64, nodes as f64],
        )
    };
    Table {
        table: "3",
        title: "Static network performance of the MTN with inter-level connectivity q",
        columns: STATIC,
        rows: TABLE_3.map(line).into(),
        note: Some(
            "By closed forms, in the thin counting of Table 2: degree of a corner and of an inner node, 2 x 2^m x 2^q channels between the halves, equation (1).",
        ),
    }
}

fn full_3() -> Table {
    let line = |(name, [m, levels, q], printed): (&'static str, [u32; 3], [f64; 5])| {
        let wires = full_wires(m, levels, q) as f64;
        let ours = [CORNER, full_bisection(m, levels, q) as f64, INNER, wires, (1u64 << (2 * m * levels)) as f64];
        let mut published = row(name, printed.map(Some), EVERY_MODULE);
        // At two levels both graphs are equal, and numbers of nodes always are.
        for &(_, column, reason) in REASONS.iter().filter(|reason| reason.0 == name && (levels == 2 || reason.1 == 4)) {
            published = published.because(column, reason);
        }
        published.with(ours.map(Some))
    };
    Table {
        table: "3, every module",
        title: "static network performance of the MTN, every basic module with ports of each level",
        columns: STATIC,
        rows: TABLE_3.map(line).into(),
        note: Some("By closed forms; the bisection width is that of the straight cut across the rows of the highest level."),
    }
}

/// Distances that the paper leaves for its next step: row of the table, networks by size.
const LENGTHS: [(&str, [Option<&str>; 4]); 6] = [
    ("TTN, q = 0", [Some("ttn:2,2,0"), Some("ttn:2,3,0"), Some("ttn:2,4,0"), Some("ttn:2,5,0")]),
    ("MTN, q = 0", [Some("mtn:2,2,0"), Some("mtn:2,3,0"), Some("mtn:2,4,0"), Some("mtn:2,5,0")]),
    ("TTN, q = 1", [Some("ttn:2,2,1"), Some("ttn:2,3,1"), None, None]),
    ("MTN, q = 1", [Some("mtn:2,2,1"), Some("mtn:2,3,1"), None, None]),
    ("TESH, q = 0", [Some("tesh:2,2,0"), Some("tesh:2,3,0"), Some("tesh:2,4,0"), Some("tesh:2,5,0")]),
    ("TESH, q = 1", [Some("tesh:2,2,1"), Some("tesh:2,3,1"), None, None]),
];

fn line_of_lengths(&(name, networks): &(&'static str, [Option<&'static str>; 4])) -> Result<Row, Error> {
    let mut cells: [Computed; 8] = Default::default();
    for (i, name) in networks.into_iter().enumerate() {
        let Some(network) = name.and_then(network) else { continue };
        let ways = ways(&network, &network.graph())?;
        cells[2 * i] = Some(f64::from(ways.diameter)).into();
        cells[2 * i + 1] = Some(ways.average_with_self()).into();
    }
    Ok(row(name, [None; 8], "").decimals(4).with(cells))
}

fn distances(rows: Vec<Row>) -> Table {
    Table {
        table: "distances",
        title: "Diameter (D) and average distance (a), which the paper leaves for its next step",
        columns: &["D, 256", "a, 256", "D, 4096", "a, 4096", "D, 65536", "a, 65536", "D, 1048576", "a, 1048576"],
        rows,
        note: Some(
            "Of the ways that packets take, a node's pair with itself counted. With links one way (q = 0) an MTN has exactly the distances of the TTN: the twist only moves the columns, which a ring of one direction takes as it comes.",
        ),
    }
}

fn claims(found: &[BothCountings], lengths: &[Row]) -> Vec<StaticClaim> {
    let at = |name: &str| &found[TABLE_2.iter().position(|row| row.0 == name).expect("a row")];
    let corners = {
        let graph = network("mtn:2,2,0").expect("a network").graph();
        (0..graph.routers()).filter(|&node| graph.degree(node) == 6).count()
    };
    let length = |row: &str, column: usize| {
        let row = lengths.iter().find(|of| of.row == row).expect("a row");
        row.cells[column].computed.unwrap_or(f64::NAN)
    };
    let mut claims = vec![StaticClaim::new(
        "3.1",
        "in MTN(2,2,0) 20 of 256 nodes have 6 neighbours",
        corners == 20,
        format!("{corners}: with the same ports in every basic module it is a multiple of 16"),
    )];
    for (mesh, torus, tesh, ttn, mtn) in [
        ("16 x 16 Mesh", "16 x 16 Torus", "TESH(2,2,0)", "TTN(2,2,0)", "MTN(2,2,0)"),
        ("64 x 64 Mesh", "64 x 64 Torus", "TESH(2,3,0)", "TTN(2,3,0)", "MTN(2,3,0)"),
    ] {
        for (counting, of) in
            [("thin", (|both: &BothCountings| both.thin) as fn(&BothCountings) -> [f64; 5]), ("every module", |both| cells(&both.full))]
        {
            let [mesh, torus, tesh, ttn, ours] = [mesh, torus, tesh, ttn, mtn].map(|name| of(at(name)));
            let width = ours[1] == tesh[1] && ours[1] == ttn[1] && ours[1] < mesh[1] && ours[1] < torus[1];
            claims.push(StaticClaim::new(
                "3.2",
                format!("bisection width of {mtn} ({counting}) = TESH, TTN and below mesh and torus"),
                width,
                format!("{}; TESH {}, TTN {}, mesh {}, torus {}", ours[1], tesh[1], ttn[1], mesh[1], torus[1]),
            ));
            let [of_mesh, of_tesh, of_ttn, of_ours] = [mesh, tesh, ttn, ours].map(|cells| cells[2] / cells[0]);
            claims.push(StaticClaim::new(
                "3.3",
                format!("arc connectivity over degree of {mtn} ({counting}) = TTN and above mesh and TESH"),
                of_ours == of_ttn && of_ours > of_mesh && of_ours > of_tesh,
                format!("{of_ours:.3}; TTN {of_ttn:.3}, mesh {of_mesh:.3}, TESH {of_tesh:.3}"),
            ));
            claims.push(StaticClaim::new(
                "3.4",
                format!("wires of {mtn} ({counting}) = TTN and more than the others"),
                ours[3] == ttn[3] && ours[3] > mesh[3] && ours[3] > torus[3] && ours[3] > tesh[3],
                format!("{}; TTN {}, mesh {}, torus {}, TESH {}", ours[3], ttn[3], mesh[3], torus[3], tesh[3]),
            ));
        }
    }
    let (thin, full) = (thin::bisection_of(2, 0), full_bisection(2, 5, 0));
    claims.push(StaticClaim::new(
        "3.2",
        "more than a million nodes with only 16 channels between the halves",
        thin <= 16,
        format!("MTN(2,5,0), 1,048,576 nodes: {thin} in the thin counting; {full} with ports of each level in every basic module"),
    ));
    for (q, columns) in [("0", [0, 2]), ("1", [0, 2])] {
        let of = |row: String| columns.map(|column| (length(&row, column), length(&row, column + 1)));
        let (ours, ttn) = (of(format!("MTN, q = {q}")), of(format!("TTN, q = {q}")));
        let told: Vec<String> =
            ours.iter().zip(&ttn).map(|(ours, ttn)| format!("{} and {:.4} to {} and {:.4}", ours.0, ours.1, ttn.0, ttn.1)).collect();
        claims.push(StaticClaim::new(
            "4: expected",
            format!("less hop distance than TTN, q = {q}"),
            ours.iter().zip(&ttn).all(|(ours, ttn)| ours.0 < ttn.0 && ours.1 < ttn.1),
            format!("diameter and average at 256 nodes {}, at 4096 {}", told[0], told[1]),
        ));
    }
    claims
}

fn figures() -> Vec<Figure> {
    type WiresOf = fn(u32) -> u64;
    let curve =
        |network, of: WiresOf| NamedCurve { network, points: (2..=5).map(|level| (1u64 << (4 * level), of(level) as f64)).collect() };
    let torus = |of: fn(u64) -> u64| NamedCurve {
        network: "torus",
        points: (2..=5).map(|level| (1u64 << (4 * level), of(1 << (2 * level)) as f64)).collect(),
    };
    vec![
        Figure {
            name: "wires",
            title: "Tables 1 and 2: wire complexity, q = 0",
            quantity: "wires",
            curves: vec![
                curve("MTN, TTN", |level| thin::wires_of(true, 2, level, 0)),
                curve("MTN, TTN, every module", |level| full_wires(2, level, 0)),
                curve("TESH", |level| thin::wires_of(false, 2, level, 0)),
                torus(|side| 2 * side * side),
            ],
        },
        Figure {
            name: "bisection",
            title: "Table 2: bisection width, q = 0",
            quantity: "channels",
            curves: vec![
                curve("MTN, TTN, TESH", |_| thin::bisection_of(2, 0)),
                curve("MTN, TTN, TESH, every module", |level| full_bisection(2, level, 0)),
                torus(|side| 2 * side),
            ],
        },
    ]
}
