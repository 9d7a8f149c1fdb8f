//! The STTN paper's figures 4 to 7 as curves, whose points are lost, its Table 1 and equations (3) and (4), and the claims of section IV.

use rayon::prelude::*;
use torusmith_topology::metrics::{Distances, bisection, longest_wire};

use super::values::{Values, degree, measure, network, ways};
use super::{Figure, NamedCurve, Report};
use crate::claims::{Order, StaticClaim};
use crate::table::{Row, Table, row};
use crate::{Error, Progress};

/// Nodes of the networks, L = 2 to 5.
const NODES: [u64; 4] = [256, 4096, 65536, 1 << 20];
const COLUMNS: &[&str] = &["256", "4096", "65536", "1048576"];

/// Values of a network at a size.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Point {
    degree: f64,
    diameter: f64,
    average: f64,
    bisection: f64,
    longest_wire: f64,
}

/// A network at the sizes for which it is defined.
struct Competitor {
    name: &'static str,
    points: [Option<Point>; 4],
}

/// Mesh and torus by their closed forms, as in the paper: K x K nodes.
fn closed_form(torus: bool, nodes: u64) -> Point {
    let side = (nodes as f64).sqrt();
    let (diameter, average) = if torus { (side, side / 2.0) } else { (2.0 * (side - 1.0), 2.0 / 3.0 * (side - 1.0 / side)) };
    Point {
        degree: 4.0,
        diameter,
        average,
        bisection: if torus { 2.0 * side } else { side },
        longest_wire: if torus { side - 1.0 } else { 1.0 },
    }
}

fn measure_point(name: &str) -> Result<Point, Error> {
    let network = network(name).expect("a network");
    let graph = network.graph();
    let ways: Distances = ways(&network, &graph)?;
    Ok(Point {
        degree: degree(&graph) as f64,
        diameter: ways.diameter.into(),
        average: ways.average_with_self(),
        bisection: bisection(&network, &graph).width as f64,
        longest_wire: longest_wire(&network, &graph).map_or(0.0, f64::from),
    })
}

/// The hierarchical networks: name in the tables, and networks by size; networks of four and more levels have one-way rings only.
const HIERARCHICAL: [(&str, [Option<&str>; 4]); 6] = [
    ("TESH", [Some("tesh:2,2,0"), Some("tesh:2,3,0"), Some("tesh:2,4,0"), Some("tesh:2,5,0")]),
    ("TTN", [Some("ttn:2,2,0"), Some("ttn:2,3,0"), Some("ttn:2,4,0"), Some("ttn:2,5,0")]),
    ("STTN", [Some("sttn:2,2,0"), Some("sttn:2,3,0"), Some("sttn:2,4,0"), Some("sttn:2,5,0")]),
    ("TESH, q = 1", [Some("tesh:2,2,1"), Some("tesh:2,3,1"), None, None]),
    ("TTN, q = 1", [Some("ttn:2,2,1"), Some("ttn:2,3,1"), None, None]),
    ("STTN, q = 1", [Some("sttn:2,2,1"), Some("sttn:2,3,1"), None, None]),
];

/// Runs the study.
///
/// # Errors
/// A routing function that leads nowhere.
pub fn run(progress: &(dyn Fn(Progress) + Sync)) -> Result<Report, Error> {
    let names: Vec<(usize, usize, &str)> = HIERARCHICAL
        .iter()
        .enumerate()
        .flat_map(|(i, (_, names))| names.iter().enumerate().filter_map(move |(j, name)| Some((i, j, (*name)?))))
        .collect();
    progress(Progress::Stage("networks", (names.len() + TABLE_1.len()) as u64));
    let step = || progress(Progress::Step);
    let mut all: Vec<Competitor> = [("mesh", false), ("torus", true)]
        .map(|(name, torus)| Competitor { name, points: NODES.map(|nodes| Some(closed_form(torus, nodes))) })
        .into_iter()
        .chain(HIERARCHICAL.map(|(name, _)| Competitor { name, points: [None; 4] }))
        .collect();
    let mut largest_first = names;
    largest_first.sort_by_key(|&(_, size, _)| std::cmp::Reverse(size));
    let points = largest_first
        .par_iter()
        .with_max_len(1)
        .map(|&(of, size, name)| {
            let point = measure_point(name)?;
            step();
            Ok((of, size, point))
        })
        .collect::<Result<Vec<_>, Error>>()?;
    for (of, size, point) in points {
        all[2 + of].points[size] = Some(point);
    }
    let values = TABLE_1
        .iter()
        .map(|&(_, name, ..)| measure(name).map(|found| (step(), found.expect("a network")).1))
        .collect::<Result<Vec<_>, _>>()?;
    let claims = claims(&all, &values);
    let mut tables = figures_as_tables(&all);
    tables.push(table_1(&values));
    tables.push(equations(&all));
    Ok(Report::new("sttn-static", tables, Vec::new(), claims, figures(&all)))
}

/// A figure of the paper: number, name, title, digits, value.
type FigureSpec = (&'static str, &'static str, &'static str, usize, fn(&Point) -> f64);
const FIGURES: [FigureSpec; 4] = [
    ("Figure 4", "diameter", "Diameter over the number of nodes", 0, |p| p.diameter),
    ("Figure 5", "cost", "Cost over the number of nodes", 0, |p| p.degree * p.diameter),
    ("Figure 6", "average", "Average distance over the number of nodes", 3, |p| p.average),
    ("Figure 7", "bisection", "Bisection width over the number of nodes", 0, |p| p.bisection),
];

fn figures_as_tables(all: &[Competitor]) -> Vec<Table> {
    let line = |of: &Competitor, decimals, value: fn(&Point) -> f64| -> Row {
        row(of.name, [None; 4], "").decimals(decimals).with(of.points.map(|point| point.map(|point| value(&point))))
    };
    let table = |(table, _, title, decimals, value): FigureSpec| {
        Table {
        table,
        title,
        columns: COLUMNS,
        rows: all.iter().map(|of| line(of, decimals, value)).collect(),
        note: (table == "Figure 6").then_some("A node's pair with itself counted. Mesh and torus by their closed forms, as in the paper; the others by the ways of all pairs."),
    }
    };
    FIGURES.map(table).into()
}

fn figures(all: &[Competitor]) -> Vec<Figure> {
    let figure = |(number, name, title, _, value): FigureSpec| Figure {
        name,
        title,
        quantity: match number {
            "Figure 4" => "diameter, links",
            "Figure 5" => "degree x diameter",
            "Figure 6" => "average distance, links",
            _ => "bisection width, channels",
        },
        // q = 0, as in the paper's figures.
        curves: all[..5]
            .iter()
            .map(|of| NamedCurve {
                network: of.name,
                points: NODES.into_iter().zip(of.points).filter_map(|(nodes, p)| Some((nodes, value(&p?)))).collect(),
            })
            .collect(),
    };
    FIGURES.map(figure).into()
}

/// Table 1 as printed: name, network of 256 nodes, degree and arc connectivity.
const TABLE_1: [(&str, &str, f64, f64); 5] = [
    ("2D M", "mesh:16,16", 4.0, 2.0),
    ("2DT", "torus:16,16", 4.0, 4.0),
    ("TESH", "tesh:2,2,0", 4.0, 2.0),
    ("TTN", "ttn:2,2,0", 6.0, 4.0),
    ("STTN", "sttn:2,2,0", 6.0, 4.0),
];

fn table_1(values: &[Values]) -> Table {
    let line = |name, published: fn(&(&str, &str, f64, f64)) -> f64, ours: fn(&Values) -> usize| {
        row(name, TABLE_1.each_ref().map(|of| Some(published(of))), "").with([0, 1, 2, 3, 4].map(|i| Some(ours(&values[i]) as f64)))
    };
    Table {
        table: "1",
        title: "Comparison of degree and arc connectivity",
        columns: &["2D M", "2DT", "TESH", "TTN", "STTN"],
        rows: vec![line("degree", |of| of.2, |v| v.degree), line("arc connectivity", |of| of.3, |v| v.arcs)],
        note: Some("Ours at 256 nodes, q = 0. TESH(2,3,0) has 3: every corner of a basic module has a link there."),
    }
}

fn equations(all: &[Competitor]) -> Table {
    let sttn = &of(all, "STTN").points;
    let ours = |value: fn(&Point) -> f64| sttn.map(|point| point.map(|point| value(&point)));
    let diameter = [15.0, 24.0, 39.0, 54.0].map(Some);
    // 2^(m(2L-3)+1); the left side is misprinted.
    let width = [2, 3, 4, 5].map(|level: i32| Some(2f64.powi(2 * (2 * level - 3) + 1)));
    let ports = "equation (3) is the TTN's, with a level move of 2; with V and H on opposite corners, which the paper leaves open, a way between them takes 2 hops more in a basic module, and a level move other than 2";
    Table {
        table: "equations",
        title: "STTN(2,L,0) by the equations, and counted",
        columns: COLUMNS,
        rows: vec![
            row("equation (3): diameter", diameter, ports).with(ours(|p| p.diameter)),
            row("equation (4): bisection width", width, "").with(ours(|p| p.bisection)),
            row("section IV-F: longest wire", [Some(12.0), Some(48.0), None, None], "").with(ours(|p| p.longest_wire)),
        ],
        note: Some(
            "The right side of equation (4), 2^(m(2L-3)+1); its left side is misprinted. The level move of 2 is that of the TTN; the paper gives no number.",
        ),
    }
}

fn of<'a>(all: &'a [Competitor], name: &str) -> &'a Competitor {
    all.iter().find(|of| of.name == name).expect("a competitor")
}

fn claims(all: &[Competitor], values: &[Values]) -> Vec<StaticClaim> {
    use Order::{Above, Below, Equal};
    type ValueOf = fn(&Point) -> f64;
    let (diameter, cost, average, width): (ValueOf, ValueOf, ValueOf, ValueOf) =
        (|p| p.diameter, |p| p.degree * p.diameter, |p| p.average, |p| p.bisection);
    let at = |name: &'static str, size: usize, value: ValueOf| (name, of(all, name).points[size].map(|p| value(&p)));
    let mut claims = Vec::new();
    let mut order = |source, what: &str, value: ValueOf, sizes: &[usize], than: &[(Order, &'static str)]| {
        for (&(order, other), &size) in than.iter().flat_map(|than| sizes.iter().map(move |size| (than, size))) {
            let what = format!("{what} at {} nodes", NODES[size]);
            claims.push(StaticClaim::order(source, &what, at("STTN", size, value), order, at(other, size, value)));
        }
    };
    let every = [0, 1, 2, 3];
    order("IV-B, Figure 4", "diameter", diameter, &every, &[(Below, "TESH"), (Below, "torus"), (Below, "mesh")]);
    order("IV-B, Figure 4", "diameter", diameter, &every, &[(Above, "TTN")]);
    order("IV-C, Figure 5", "cost", cost, &every, &[(Below, "mesh"), (Below, "torus"), (Above, "TTN"), (Above, "TESH")]);
    order("IV-D, Figure 6", "average distance", average, &every, &[(Below, "TESH"), (Below, "mesh"), (Below, "torus")]);
    order("IV-D, Figure 6", "average distance", average, &[3], &[(Below, "TTN")]);
    order("IV-E, Figure 7", "bisection width", width, &every, &[(Equal, "TTN"), (Equal, "TESH")]);
    order("IV-E, Figure 7: higher after 4096 nodes", "bisection width", width, &[2, 3], &[(Above, "mesh"), (Above, "torus")]);
    order("VI: for very large networks", "diameter", diameter, &[3], &[(Below, "TTN")]);

    let above: Vec<f64> =
        every.iter().filter_map(|&size| Some(at("STTN", size, diameter).1? / at("TTN", size, diameter).1? - 1.0)).collect();
    let percent: Vec<String> = above.iter().map(|share| format!("{:.1}", 100.0 * share)).collect();
    let shrinks = above.windows(2).all(|two| two[1] <= two[0]);
    claims.push(StaticClaim::new(
        "IV-B, Figure 4",
        "the diameter above the TTN's: the difference shrinks with the number of nodes",
        shrinks,
        format!("{} % at 256 to 1048576 nodes", percent.join(", ")),
    ));

    let [mesh, torus, tesh, ttn, sttn] = [0, 1, 2, 3, 4].map(|i| &values[i]);
    let arcs = |v: &Values| Some(v.arcs as f64);
    let tolerance = |v: &Values| Some(v.arcs as f64 / v.degree as f64);
    for (order, other, name) in [(Equal, ttn, "TTN"), (Equal, torus, "torus"), (Above, mesh, "mesh"), (Above, tesh, "TESH")] {
        claims.push(StaticClaim::order("IV-F, Table 1", "arc connectivity", ("STTN", arcs(sttn)), order, (name, arcs(other))));
    }
    for (order, other, name) in [(Below, torus, "torus"), (Equal, ttn, "TTN"), (Above, mesh, "mesh"), (Above, tesh, "TESH")] {
        claims.push(StaticClaim::order("IV-F", "arc connectivity over degree", ("STTN", tolerance(sttn)), order, (name, tolerance(other))));
    }
    claims.push(StaticClaim::new(
        "IV-A",
        "each exterior node of a basic module has six links",
        false,
        "in STTN(2,2,0) 2 of its 12 exterior nodes have six, the others 4",
    ));
    let long = [0, 1].map(|size| of(all, "STTN").points[size].map_or(0.0, |p| p.longest_wire));
    claims.push(StaticClaim::new(
        "IV-F",
        "longest wires of level 2 and level 3: 12 and 48",
        long == [12.0, 48.0],
        format!("{} and {}", long[0], long[1]),
    ));
    claims
}
