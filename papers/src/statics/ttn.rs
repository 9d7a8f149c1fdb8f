//! The TTN paper's Table 1, its equations (5) and (6), and the claims of its section 4.

use rayon::prelude::*;

use super::readings::{NEAREST_OUTLET, SAME_WAY, TwoGroups};
use super::values::{Values, measure, network, ways};
use super::{Figure, NamedCurve, Report, thin};
use crate::claims::{Order, StaticClaim};
use crate::table::{Computed, Row, Table, row};
use crate::{Error, Progress};
use torusmith_topology::metrics::{Distances, arc_connectivity, wiring};
use torusmith_topology::tori_connected::ToriConnected;

const COLUMNS: &[&str] =
    &["node degree", "diameter", "cost", "average distance", "arc connectivity", "bisection width", "wiring complexity"];

/// Table 1 as printed: the paper's name, the network, the row.
const TABLE_1: [(&str, &str, [f64; 7]); 15] = [
    ("2D-Mesh, 256 nodes", "mesh:16,16", [4.0, 30.0, 120.0, 10.67, 2.0, 16.0, 480.0]),
    ("2D-Torus, 256 nodes", "torus:16,16", [4.0, 16.0, 64.0, 8.0, 4.0, 32.0, 512.0]),
    ("TESH(2,2,0)", "tesh:2,2,0", [4.0, 21.0, 84.0, 10.47, 2.0, 8.0, 448.0]),
    ("TESH(2,2,1)", "tesh:2,2,1", [4.0, 19.0, 76.0, 9.53, 2.0, 16.0, 512.0]),
    ("TESH(2,2,2)", "tesh:2,2,2", [4.0, 16.0, 64.0, 7.80, 2.0, 32.0, 640.0]),
    ("TTN(2,2,0)", "ttn:2,2,0", [6.0, 15.0, 90.0, 7.44, 4.0, 8.0, 576.0]),
    ("TTN(2,2,1)", "ttn:2,2,1", [6.0, 13.0, 78.0, 6.34, 4.0, 16.0, 640.0]),
    ("2D-Mesh, 4096 nodes", "mesh:64,64", [4.0, 126.0, 504.0, 42.67, 2.0, 64.0, 8064.0]),
    ("2D-Torus, 4096 nodes", "torus:64,64", [4.0, 64.0, 256.0, 32.0, 4.0, 128.0, 8192.0]),
    ("MH3DT(4,4,2,2)", "mh3dt:4,4,2,2", [8.0, 18.0, 144.0, 9.37, 6.0, 128.0, 12864.0]),
    ("TESH(2,3,0)", "tesh:2,3,0", [4.0, 32.0, 128.0, 17.80, 2.0, 8.0, 8192.0]),
    ("TESH(2,3,1)", "tesh:2,3,1", [4.0, 28.0, 112.0, 14.53, 2.0, 16.0, 10240.0]),
    ("TTN(2,3,0)", "ttn:2,3,0", [6.0, 24.0, 144.0, 12.60, 4.0, 8.0, 10240.0]),
    ("TTN(2,3,1)", "ttn:2,3,1", [6.0, 20.0, 120.0, 10.59, 4.0, 16.0, 12288.0]),
    ("CCC(9), 4608 nodes", "ccc:9", [3.0, 22.0, 66.0, 12.75, 3.0, 256.0, 6912.0]),
];

/// Columns of [`TABLE_1`] that have reasons of their own.
const DIAMETER: usize = 1;
const COST: usize = 2;
const AVERAGE: usize = 3;
const ARCS: usize = 4;
const BISECTION: usize = 5;
const WIRING: usize = 6;

/// Reasons why cells differ: row, column, reason.
const REASONS: &[(&str, usize, &str)] = &[
    ("TESH(2,2,1)", AVERAGE, "with bidirectional rings 9.4688; two groups that run the same way have the paper's (other readings)"),
    (
        "TESH(2,2,2)",
        DIAMETER,
        "the group with the shortest whole way, which has the paper's average; that with the nearest outlet has its diameter, and no choice has both",
    ),
    ("TESH(2,2,2)", COST, "degree x diameter"),
    ("TESH(2,2,2)", ARCS, "with q = 2 every corner of a basic module has a link, so that no node has a degree below 3"),
    ("TTN(2,2,1)", AVERAGE, "probably a slip of a digit: 6.44; no placement of ports that was tried gives 6.34"),
    ("TESH(2,3,0)", DIAMETER, BOTH_WAYS),
    ("TESH(2,3,0)", COST, BOTH_WAYS),
    ("TESH(2,3,0)", AVERAGE, BOTH_WAYS),
    ("TESH(2,3,1)", DIAMETER, UNMATCHED),
    ("TESH(2,3,1)", COST, UNMATCHED),
    ("TESH(2,3,1)", AVERAGE, UNMATCHED),
    ("TESH(2,3,0)", ARCS, EVERY_CORNER),
    ("TESH(2,3,1)", ARCS, EVERY_CORNER),
    ("TESH(2,3,0)", BISECTION, EVERY_MODULE),
    ("TESH(2,3,1)", BISECTION, EVERY_MODULE),
    ("TTN(2,3,0)", BISECTION, EVERY_MODULE),
    ("TTN(2,3,1)", BISECTION, EVERY_MODULE),
    ("MH3DT(4,4,2,2)", AVERAGE, "9.3750, cut off and not rounded"),
    (
        "MH3DT(4,4,2,2)",
        WIRING,
        "12288 in the basic modules and 3 x 64 x 4 between them; the paper's has 3 x 48 x 4, without the links that wrap around",
    ),
    ("CCC(9), 4608 nodes", DIAMETER, "floor(5D/2), a bound; the graph has floor(5D/2) - 2"),
    ("CCC(9), 4608 nodes", COST, "degree x diameter"),
    ("CCC(9), 4608 nodes", AVERAGE, "7D/4 - 3 would be 12.75; the mean of the shortest paths is 12.10"),
];
const BOTH_WAYS: &str = "apparently run with links both ways, which q = 0 does not have (other readings)";
const UNMATCHED: &str = "no reading gives 28 and 14.53: links both ways 32 and 17.79; two groups of links 20 to 30 and 12.2 to 16.5";
const EVERY_CORNER: &str = "at level 3 every corner of a basic module has a link, so that no node has a degree below 3; 2 is that of the thin graph (other readings)";
const EVERY_MODULE: &str = "every basic module has a link of level 3, as equation (6) and the wiring column have it; the paper's is that of the thin graph (other readings)";
const NOT_BUILT: &str = "not built";
const NOT_THAT: &str = "so the paper's row is not this reading";

/// Runs the study.
///
/// # Errors
/// A routing function that leads nowhere.
pub fn run(progress: &(dyn Fn(Progress) + Sync)) -> Result<Report, Error> {
    progress(Progress::Stage("networks", TABLE_1.len() as u64 + 4));
    let step = || progress(Progress::Step);
    // Largest networks first, as they take longest.
    let levels =
        LEVELS.par_iter().rev().with_max_len(1).map(|name| measure_level(name).inspect(|_| step())).collect::<Result<Vec<_>, Error>>()?;
    let values = TABLE_1
        .par_iter()
        .with_max_len(1)
        .map(|&(_, name, _)| Ok(measure(name).inspect(|_| step())?))
        .collect::<Result<Vec<_>, Error>>()?;
    let levels: Vec<TtnLevel> = levels.into_iter().rev().collect();
    let rows = TABLE_1.iter().zip(&values).map(|(printed, values)| row_with_reasons(printed, values.as_ref())).collect();
    let table = Table {
        table: "1",
        title: "Comparison of static network performance",
        columns: COLUMNS,
        rows,
        note: Some(
            "Diameter and average distance of mesh, torus and hierarchical networks are those of the ways that packets take in dimension order, not of shortest paths; of CCC, of shortest paths. Of the MH3DT the paper gives no ports: the placement is ours, chosen for its diameter and average; bisection and wires count its links once. The paper's \
             averages count a node's pair with itself in some rows and not in others.",
        ),
    };
    let claims = claims(&values, &levels);
    Ok(Report::new("ttn-static", vec![table, equations(&levels)], vec![other_readings()?], claims, figures(&values)))
}

/// A row of Table 1 with the model's values.
fn row_with_reasons(&(name, _, printed): &(&'static str, &str, [f64; 7]), values: Option<&Values>) -> Row {
    let mut published = row(name, printed.map(Some), if values.is_some() { "" } else { NOT_BUILT }).decimals(2);
    for &(_, column, reason) in REASONS.iter().filter(|reason| reason.0 == name) {
        published = published.because(column, reason);
    }
    published.with(cells(values))
}

fn cells(values: Option<&Values>) -> [Computed; 7] {
    let Some(values) = values else { return Default::default() };
    let one = |value: u64| Computed::from(Some(value as f64));
    [
        one(values.degree as u64),
        one(values.ways.diameter.into()),
        one(values.cost()),
        averages(&values.ways),
        one(values.arcs as u64),
        one(values.bisection as u64),
        one(values.ends as u64),
    ]
}

fn averages(ways: &Distances) -> Computed {
    Computed::either([(ways.average_with_self(), "a node's pair with itself counted"), (ways.average(), "pairs of different nodes")])
}

/// A TTN(2,L,0) for equations (5) and (6).
struct TtnLevel {
    diameter: u32,
    ends: usize,
    longest_wire: Option<u32>,
}

const LEVELS: [&str; 4] = ["ttn:2,2,0", "ttn:2,3,0", "ttn:2,4,0", "ttn:2,5,0"];

fn measure_level(name: &str) -> Result<TtnLevel, Error> {
    let network = network(name).expect("a network");
    let graph = network.graph();
    Ok(TtnLevel {
        diameter: ways(&network, &graph)?.diameter,
        ends: wiring(&network, &graph).ends,
        longest_wire: torusmith_topology::metrics::longest_wire(&network, &graph),
    })
}

/// Equation (5): 4 + D_L + .. + 2 + D_2 + 4, D_2 = D_3 = 7, D_4 = D_5 = 13, with a level move of 2.
fn diameter_by_equation(level: u32) -> f64 {
    (2..=level).map(|i| if i < 4 { 7.0 } else { 13.0 }).sum::<f64>() + f64::from(2 * (level - 2)) + 8.0
}

/// Equation (6) with q = 0.
fn wires_by_equation(level: u32) -> f64 {
    f64::from(16u32.pow(level - 1) * (2 * 16 + 4 * (level - 1)))
}

fn equations(levels: &[TtnLevel]) -> Table {
    let across = |of: fn(u32) -> f64| [2, 3, 4, 5].map(|level| Some(of(level)));
    let ours = |of: fn(&TtnLevel) -> f64| [0, 1, 2, 3].map(|i| Some(of(&levels[i])));
    let wire = |of: &TtnLevel| of.longest_wire.map_or(0.0, f64::from);
    let fifth = "the level move from level 5 to level 4 is longer than the 2 that the others take, with the ports chosen here for levels 4 and 5, which the paper does not give";
    let rows = vec![
        row("equation (5): diameter", across(diameter_by_equation), fifth).with(ours(|of| of.diameter.into())),
        row("equation (6): wiring complexity", across(wires_by_equation), "").with(ours(|of| of.ends as f64)),
        row("section 4.7: longest wire", [Some(12.0), Some(48.0), None, None], "").with([0, 1, 2, 3].map(|i| Some(wire(&levels[i])))),
    ];
    Table {
        table: "equations",
        title: "TTN(2,L,0) by the equations, and counted",
        columns: &["L = 2", "L = 3", "L = 4", "L = 5"],
        rows,
        note: Some("D_BM level-move is 2, the way from (n,n) to (0,0); the paper gives no number."),
    }
}

/// Rows of Table 1 in other readings, against the paper's.
fn other_readings() -> Result<Table, Error> {
    let of = |name: &str| TABLE_1.iter().find(|row| row.0 == name).expect("a row").2;
    let lengths = |title, name, ways: Distances, reason| {
        let [_, diameter, _, average, ..] = of(name);
        let published = [Some(diameter), Some(average), None, None, None];
        row(title, published, reason).decimals(2).with([
            Some(f64::from(ways.diameter)).into(),
            averages(&ways),
            Computed::default(),
            Computed::default(),
            Computed::default(),
        ])
    };
    let by_name = |name| -> Result<Distances, Error> {
        let network = network(name).expect("a network");
        Ok(ways(&network, &network.graph())?)
    };
    let thin = |title, name: &'static str, printed| {
        let network = network(name).expect("a network");
        let network = network.of::<ToriConnected>().expect("a network of the family");
        let graph = thin::graph(network);
        let [.., arcs, bisection, wires] = of(printed);
        let counted = [arc_connectivity(&graph) as u64, thin::bisection(network, &graph) as u64, thin::wires(&graph)];
        let [arcs_here, bisection_here, wires_here] = counted.map(|value| Some(value as f64));
        let reason = "its wires are those of the MTN paper's Table 2";
        row(title, [None, None, Some(arcs), Some(bisection), Some(wires)], reason).with([None, None, arcs_here, bisection_here, wires_here])
    };
    let groups = |title, name, groups: TwoGroups| {
        lengths(title, name, groups.ways(), "the paper's average is that of the group with the shortest whole way")
    };
    let rows = vec![
        groups(
            "TESH(2,2,1), two groups of one direction, V (0,0), (0,3), H (3,0), (3,3), the one with the nearest outlet",
            "TESH(2,2,1)",
            SAME_WAY,
        ),
        groups("TESH(2,2,2), the group with the nearest outlet", "TESH(2,2,2)", NEAREST_OUTLET),
        lengths("TESH(2,3,0), links both ways", "TESH(2,3,0)", by_name("tesh:2,3,0 bi")?, ""),
        lengths("TESH(2,3,1), links one way", "TESH(2,3,1)", by_name("tesh:2,3,0")?, NOT_THAT),
        lengths("TTN(2,3,0), links both ways", "TTN(2,3,0)", by_name("ttn:2,3,0 bi")?, NOT_THAT),
        thin("TESH(2,3,0), thin", "tesh:2,3,0", "TESH(2,3,0)"),
        thin("TESH(2,3,1), thin", "tesh:2,3,1", "TESH(2,3,1)"),
        thin("TTN(2,3,0), thin", "ttn:2,3,0", "TTN(2,3,0)"),
        thin("TTN(2,3,1), thin", "ttn:2,3,1", "TTN(2,3,1)"),
    ];
    Ok(Table {
        table: "1, other readings",
        title: "rows of Table 1 in other readings",
        columns: &["diameter", "average distance", "arc connectivity", "bisection width", "wiring complexity"],
        rows,
        note: Some("thin: one set of ports of level 3 in each network of level 2, as the MTN paper counts; wires counted as there."),
    })
}

fn claims(values: &[Option<Values>], levels: &[TtnLevel]) -> Vec<StaticClaim> {
    use Order::{Above, Below, Equal};
    let of = |row: &str| {
        let at = TABLE_1.iter().position(|(name, ..)| *name == row).expect("a row");
        values[at].as_ref()
    };
    type ValueOf = fn(&Values) -> f64;
    let order = |source, what, (value, one, order, other): (ValueOf, &str, Order, &str)| {
        StaticClaim::order(source, what, (one, of(one).map(value)), order, (other, of(other).map(value)))
    };
    let diameter: ValueOf = |v| v.ways.diameter.into();
    let cost: ValueOf = |v| v.cost() as f64;
    let average: ValueOf = |v| v.ways.average_with_self();
    let arcs: ValueOf = |v| v.arcs as f64;
    let bisection: ValueOf = |v| v.bisection as f64;
    let wires: ValueOf = |v| v.ends as f64;
    // Degrees over arcs, the fault tolerance of section 4.5.
    let tolerance: ValueOf = |v| v.arcs as f64 / v.degree as f64;
    const SMALL: [&str; 4] = ["TTN(2,2,0)", "2D-Mesh, 256 nodes", "2D-Torus, 256 nodes", "TESH(2,2,0)"];
    const LARGE: [&str; 4] = ["TTN(2,3,0)", "2D-Mesh, 4096 nodes", "2D-Torus, 4096 nodes", "TESH(2,3,0)"];
    const MH3DT: &str = "MH3DT(4,4,2,2)";
    let mut all = Vec::new();

    let ttn = of("TTN(2,2,0)");
    let six = ttn.map_or(0, |v| v.degree);
    all.push(StaticClaim::new(
        "4.1",
        "each node of a TTN has six links",
        false,
        format!("{six} is the highest degree: of the 256 nodes of TTN(2,2,0) 32 have it, the others have 4"),
    ));
    for sizes in [SMALL, LARGE] {
        let [ttn, mesh, torus, tesh] = sizes;
        for other in [tesh, mesh, torus] {
            all.push(order("4.2", "diameter", (diameter, ttn, Below, other)));
        }
        for other in [mesh, torus, tesh] {
            all.push(order("4.3", "cost", (cost, ttn, Below, other)));
        }
        for other in [mesh, torus, tesh] {
            all.push(order("4.4", "average distance", (average, ttn, Below, other)));
        }
        all.push(order("4.5", "arc connectivity", (arcs, ttn, Above, mesh)));
        all.push(order("4.5", "arc connectivity", (arcs, ttn, Above, tesh)));
        all.push(order("4.5", "arc connectivity", (arcs, ttn, Equal, torus)));
        all.push(order("4.5", "arc connectivity over degree", (tolerance, torus, Above, ttn)));
        all.push(order("4.5", "arc connectivity over degree", (tolerance, ttn, Above, mesh)));
        all.push(order("4.5", "arc connectivity over degree", (tolerance, ttn, Above, tesh)));
        all.push(order("4.6", "bisection width", (bisection, ttn, Below, mesh)));
        all.push(order("4.6", "bisection width", (bisection, ttn, Below, torus)));
        all.push(order("4.6", "bisection width", (bisection, ttn, Equal, tesh)));
        for other in [mesh, torus, tesh] {
            all.push(order("4.7", "wiring complexity", (wires, ttn, Above, other)));
        }
    }
    all.push(order("4.3", "cost", (cost, "TTN(2,3,0)", Below, MH3DT)));
    for (ttn, tesh) in [("TTN(2,2,1)", "TESH(2,2,1)"), ("TTN(2,3,1)", "TESH(2,3,1)")] {
        all.push(order("4.3", "cost", (cost, ttn, Above, tesh)));
        all.push(order("4.7", "wiring complexity", (wires, ttn, Above, tesh)));
    }
    for (ttn, tesh) in [("TTN(2,2,0)", "TESH(2,2,1)"), ("TTN(2,3,0)", "TESH(2,3,1)")] {
        all.push(order("4.4", "average distance", (average, ttn, Below, tesh)));
    }
    all.push(order("4.4", "average distance", (average, "TTN(2,3,0)", Above, MH3DT)));
    all.push(order("4.6", "bisection width", (bisection, "TTN(2,3,0)", Below, MH3DT)));
    all.push(order("4.7", "wiring complexity", (wires, "TTN(2,3,0)", Below, MH3DT)));
    let long: Vec<_> = levels.iter().map(|level| level.longest_wire.unwrap_or(0)).collect();
    all.push(StaticClaim::new(
        "4.7",
        "longest wires of level 2 and level 3: 12 and 48",
        long[..2] == [12, 48],
        format!("{} and {}", long[0], long[1]),
    ));
    all
}

fn figures(values: &[Option<Values>]) -> Vec<Figure> {
    let curve = |network, names: [&str; 2]| {
        let found = values.iter().flatten().filter(|v| names.contains(&v.name)).collect::<Vec<_>>();
        (network, found)
    };
    let of = [
        curve("mesh", ["mesh:16,16", "mesh:64,64"]),
        curve("torus", ["torus:16,16", "torus:64,64"]),
        curve("TESH, q = 0", ["tesh:2,2,0", "tesh:2,3,0"]),
        curve("TESH, q = 1", ["tesh:2,2,1", "tesh:2,3,1"]),
        curve("TTN, q = 0", ["ttn:2,2,0", "ttn:2,3,0"]),
        curve("TTN, q = 1", ["ttn:2,2,1", "ttn:2,3,1"]),
    ];
    let figure = |name, title, quantity, value: fn(&Values) -> f64| Figure {
        name,
        title,
        quantity,
        curves: of
            .iter()
            .map(|(network, found)| NamedCurve { network, points: found.iter().map(|v| (v.nodes, value(v))).collect() })
            .collect(),
    };
    vec![
        figure("diameter", "Table 1: diameter", "diameter, links", |v| v.ways.diameter.into()),
        figure("average", "Table 1: average distance", "average distance, links", |v| v.ways.average_with_self()),
        figure("cost", "Table 1: cost", "degree x diameter", |v| v.cost() as f64),
    ]
}
