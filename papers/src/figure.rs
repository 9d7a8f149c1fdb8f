//! Curves as SVG, one for each algorithm or network: latency over accepted load, or a quantity over the number of nodes, in the papers'
//! style.

use plotters::prelude::*;
use torusmith_topology::significant;

use crate::Error;
use crate::histogram::Bin;

/// A curve.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// Name in the legend.
    pub name: String,
    /// Accepted load (flits a node and clock) and latency (clocks), in the order of the offered load; or nodes and the quantity.
    pub points: Vec<(f64, f64)>,
}

const SIZE: (u32, u32) = (800, 560);
/// A palette distinguishable with red-green colour blindness (Okabe and Ito).
const COLOURS: [RGBColor; 6] =
    [RGBColor(0, 0, 0), RGBColor(0, 114, 178), RGBColor(213, 94, 0), RGBColor(0, 158, 115), RGBColor(204, 121, 167), RGBColor(230, 159, 0)];

/// Draws curves; equal curves give equal bytes.
///
/// # Errors
/// [`Error::Figure`] with the drawing library's message.
pub fn svg(title: &str, curves: &[Curve]) -> Result<String, Error> {
    with_knees(title, curves, &[])
}

/// Draws curves, with a line at the accepted load of each curve's knee, if it has one.
///
/// # Errors
/// [`Error::Figure`] with the drawing library's message.
pub fn with_knees(title: &str, curves: &[Curve], knees: &[Option<f64>]) -> Result<String, Error> {
    let highest = |of: fn(&(f64, f64)) -> f64| curves.iter().flat_map(|curve| &curve.points).map(of).fold(1e-6, f64::max);
    let x = Axis { name: "accepted load, flits a node and clock", range: 0.0..1.05 * highest(|p| p.0), label: &|load| tick(*load) };
    let y = Axis { name: "mean network latency, clocks", range: 0.0..1.05 * highest(|p| p.1), label: &|latency| format!("{latency:.0}") };
    draw_to_string(title, x, y, curves, knees, &CURVES)
}

/// Label of a load on an axis: three decimals, or as many digits as distinguish it from its neighbours.
fn tick(load: f64) -> String {
    let text = format!("{load:.3}");
    let off = text.parse().map_or(load, |told: f64| (told - load).abs());
    if off <= 1e-6 * load { text } else { significant(load) }
}

/// Draws curves over the number of nodes, both axes logarithmic; equal curves give equal bytes.
///
/// # Errors
/// [`Error::Figure`] with the drawing library's message.
pub fn over_nodes(title: &str, quantity: &str, curves: &[Curve]) -> Result<String, Error> {
    let log = |curve: &Curve| Curve { name: curve.name.clone(), points: curve.points.iter().map(|p| (p.0.log2(), p.1.log2())).collect() };
    let curves: Vec<Curve> = curves.iter().map(log).collect();
    let range = |of: fn(&(f64, f64)) -> f64| {
        let values = curves.iter().flat_map(|curve| &curve.points).map(of);
        let (low, high) = values.fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
        if low > high { 0.0..1.0 } else { low.floor()..high.ceil().max(low.floor() + 1.0) }
    };
    let power = |exponent: &f64| format!("{:.0}", exponent.exp2());
    let x = Axis { name: "nodes", range: range(|p| p.0), label: &power };
    let y = Axis { name: quantity, range: range(|p| p.1), label: &power };
    draw_to_string(title, x, y, &curves, &[], &CURVES)
}

/// Draws histograms of latencies as steps: the share of the packets a clock, over the latency; equal histograms give equal bytes.
///
/// # Errors
/// [`Error::Figure`] with the drawing library's message.
pub fn histograms(title: &str, all: &[(&str, &[Bin])]) -> Result<String, Error> {
    let curve = |&(name, bins): &(&str, &[Bin])| {
        let packets: u64 = bins.iter().map(|bin| bin.packets).sum();
        let step = |bin: &Bin| {
            let (from, to) = (bin.from as f64, bin.to as f64 + 1.0);
            let share = 100.0 * bin.packets as f64 / packets.max(1) as f64 / (to - from);
            [(from, share), (to, share)]
        };
        let ends = |bin: Option<&Bin>, of: fn(&Bin) -> u64| bin.map(|bin| (of(bin) as f64, 0.0));
        let (begin, end) = (ends(bins.first(), |bin| bin.from), ends(bins.last(), |bin| bin.to + 1));
        Curve { name: name.to_owned(), points: begin.into_iter().chain(bins.iter().flat_map(step)).chain(end).collect() }
    };
    let curves: Vec<Curve> = all.iter().map(curve).collect();
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let (least, most) = points().fold((f64::MAX, 1.0f64), |(least, most), point| (least.min(point.0), most.max(point.0)));
    let highest = points().map(|point| point.1).fold(1e-6, f64::max);
    let x = Axis { name: "latency, clocks", range: least.min(most - 1.0)..most, label: &|latency| format!("{latency:.0}") };
    let y = Axis { name: "packets a clock, %", range: 0.0..1.05 * highest, label: &|share| significant(*share) };
    draw_to_string(title, x, y, &curves, &[], &STEPS)
}

/// Draws shares of a whole network, in percent, over the number of its parts that fail; equal curves give equal bytes.
///
/// # Errors
/// [`Error::Figure`] with the drawing library's message.
pub fn over_faults(title: &str, parts: &str, curves: &[Curve]) -> Result<String, Error> {
    let highest = |of: fn(&(f64, f64)) -> f64, least| curves.iter().flat_map(|curve| &curve.points).map(of).fold(least, f64::max);
    let label = |count: &f64| if count.fract() == 0.0 { count.to_string() } else { String::new() };
    let x = Axis { name: parts, range: 0.0..1.05 * highest(|p| p.0, 1.0), label: &label };
    // With room for the legend.
    let range = 0.0..1.4 * highest(|p| p.1, 100.0);
    let y = Axis { name: "percent of the whole network", range, label: &|share| format!("{share:.0}") };
    draw_to_string(title, x, y, curves, &[], &CURVES)
}

/// Draws points: curves without lines, in front of others in grey; `axes` are the names of x and y. Equal points give equal bytes.
///
/// # Errors
/// [`Error::Figure`] with the drawing library's message.
pub fn scatter(title: &str, axes: (&str, &str), others: &Curve, curves: &[Curve]) -> Result<String, Error> {
    let points = || curves.iter().chain([others]).flat_map(|curve| &curve.points);
    let range = |of: fn(&(f64, f64)) -> f64| 0.0..1.05 * points().map(of).fold(1e-6, f64::max);
    let label = |value: &f64| ((value * 1e6).round() / 1e6).to_string();
    let (x, y) = (Axis { name: axes.0, range: range(|p| p.0), label: &label }, Axis { name: axes.1, range: range(|p| p.1), label: &label });
    let all: Vec<Curve> = [others].into_iter().chain(curves).cloned().collect();
    draw_to_string(title, x, y, &all, &[], &POINTS)
}

/// An axis: name, range, and format of its values.
struct Axis<'a> {
    name: &'a str,
    range: std::ops::Range<f64>,
    label: &'a dyn Fn(&f64) -> String,
}

/// How curves are drawn: width of the line, radius of the dot at a point, and place of the legend.
struct Style {
    line: u32,
    dot: u32,
    legend: SeriesLabelPosition,
}

const CURVES: Style = Style { line: 2, dot: 3, legend: SeriesLabelPosition::UpperLeft };
const STEPS: Style = Style { line: 2, dot: 0, legend: SeriesLabelPosition::UpperRight };
/// The first curve is grey.
const POINTS: Style = Style { line: 0, dot: 4, legend: SeriesLabelPosition::LowerRight };
const GREY: RGBColor = RGBColor(190, 190, 190);

fn draw_to_string(title: &str, x: Axis, y: Axis, curves: &[Curve], knees: &[Option<f64>], style: &Style) -> Result<String, Error> {
    let mut text = String::new();
    draw(&mut text, title, x, y, curves, knees, style).map_err(|e| Error::Figure(e.to_string()))?;
    Ok(text)
}

fn draw(
    text: &mut String,
    title: &str,
    x: Axis,
    y: Axis,
    curves: &[Curve],
    knees: &[Option<f64>],
    style: &Style,
) -> Result<(), Box<dyn std::error::Error>> {
    let (low, high) = (y.range.start, y.range.end);
    let area = SVGBackend::with_string(text, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption(title, ("sans-serif", 20))
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(60)
        .build_cartesian_2d(x.range, y.range)?;
    chart
        .configure_mesh()
        .x_desc(x.name)
        .y_desc(y.name)
        .x_label_formatter(x.label)
        .y_label_formatter(y.label)
        .light_line_style(TRANSPARENT)
        .axis_desc_style(("sans-serif", 15))
        .label_style(("sans-serif", 13))
        .draw()?;
    if style.line == 0 {
        for (curve, colour) in curves.iter().zip([GREY].iter().chain(COLOURS.iter().cycle())) {
            let dot = |at: (i32, i32)| Circle::new(at, style.dot, colour.filled());
            chart
                .draw_series(curve.points.iter().map(|&point| Circle::new(point, style.dot, colour.filled())))?
                .label(&curve.name)
                .legend(move |(x, y)| dot((x + 10, y)));
        }
    }
    for (curve, colour) in curves.iter().zip(COLOURS.iter().cycle()).take_while(|_| style.line > 0) {
        chart
            .draw_series(LineSeries::new(curve.points.iter().copied(), colour.stroke_width(style.line)).point_size(style.dot))?
            .label(&curve.name)
            .legend(|(x, y)| PathElement::new([(x, y), (x + 20, y)], colour.stroke_width(2)));
    }
    for (knee, (curve, colour)) in knees.iter().zip(curves.iter().zip(COLOURS.iter().cycle())) {
        let Some(load) = *knee else { continue };
        chart
            .draw_series(DashedLineSeries::new([(load, low), (load, high)], 5, 4, colour.stroke_width(1)))?
            .label(format!("knee of {}: {}", curve.name, significant(load)))
            .legend(|(x, y)| plotters::element::DashedPathElement::new([(x, y), (x + 20, y)], 5, 4, colour.stroke_width(1)));
    }
    chart
        .configure_series_labels()
        .position(style.legend.clone())
        .border_style(BLACK.mix(0.4))
        .background_style(WHITE)
        .label_font(("sans-serif", 14))
        .draw()?;
    area.present()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_curve_is_drawn_and_named() {
        let curve = |name: &str, high| Curve { name: name.to_owned(), points: vec![(0.01, 30.0), (0.02, 40.0), (0.015, high)] };
        let curves = ["DOR", "LS", "CS", "LS+CS"].map(|name| curve(name, 50.0 + name.len() as f64));
        let text = svg("uniform", &curves).unwrap();
        assert!(text.starts_with("<svg") && text.trim_end().ends_with("</svg>"));
        for name in ["uniform", "DOR", "LS", "CS", "LS+CS"] {
            assert!(text.lines().any(|line| line.trim() == name), "{name}");
        }
        // A line through three points each, and one each in the legend.
        assert!(text.matches("<polyline").count() >= 8);
        assert_eq!(text.matches("<circle").count(), 12);
        assert_eq!(svg("uniform", &curves).unwrap(), text);
    }

    #[test]
    fn nodes_are_drawn_by_their_logarithm() {
        let curve = |name: &str, values: [f64; 3]| Curve {
            name: name.to_owned(),
            points: [256.0, 4096.0, 65536.0].into_iter().zip(values).collect(),
        };
        let text = over_nodes("Figure 4", "diameter", &[curve("TTN", [16.0, 32.0, 64.0]), curve("mesh", [30.0, 126.0, 510.0])]).unwrap();
        for name in ["Figure 4", "nodes", "diameter", "TTN", "mesh", "256", "65536"] {
            assert!(text.lines().any(|line| line.trim() == name), "{name}");
        }
        // TTN doubles from point to point: its three circles have equal distances, along both axes.
        let circles: Vec<[f64; 2]> = text
            .lines()
            .filter(|line| line.contains("<circle"))
            .map(|line| {
                ["cx", "cy"].map(|key| line.split(&format!("{key}=\"")).nth(1).unwrap().split('"').next().unwrap().parse().unwrap())
            })
            .collect();
        assert_eq!(circles.len(), 6);
        for axis in [0, 1] {
            let steps = [circles[1][axis] - circles[0][axis], circles[2][axis] - circles[1][axis]];
            assert!((steps[0] - steps[1]).abs() <= 1.0 && steps[0].abs() > 10.0, "{circles:?}");
        }
    }

    #[test]
    fn knees_are_marked() {
        let curve = |name: &str| Curve { name: name.to_owned(), points: vec![(0.1, 20.0), (0.2, 30.0), (0.25, 90.0)] };
        let plain = svg("load", &[curve("a"), curve("b")]).unwrap();
        let text = with_knees("load", &[curve("a"), curve("b")], &[None, Some(0.2125)]).unwrap();
        assert!(text.lines().any(|line| line.trim() == "knee of b: 0.2125") && !text.contains("knee of a"));
        assert!(text.matches("<polyline").count() > plain.matches("<polyline").count() + 10, "no dashes");
    }

    /// 3 of 4 packets take 10 clocks, and the fourth 11 to 12: 75 % and 12.5 % a clock.
    #[test]
    fn steps_are_as_high_as_the_share_of_a_clock() {
        let bins = [Bin { from: 10, to: 10, packets: 3 }, Bin { from: 11, to: 12, packets: 1 }];
        let text = histograms("torus:4,4", &[("network latency", &bins), ("total latency", &[])]).unwrap();
        assert!(text.lines().any(|line| line.trim() == "network latency") && !text.contains("<circle"));
        let steps = text.split("<polyline").map(|line| line.split("points=\"").nth(1).unwrap_or("").split('"').next().unwrap());
        let steps = steps.map(|points| points.split_whitespace().map(|point| point.split_once(',').unwrap()).collect::<Vec<_>>());
        let steps: Vec<_> = steps.filter(|points| points.len() == 6).collect();
        let [steps] = &steps[..] else { panic!("{text}") };
        let at = |i: usize| -> (f64, f64) { (steps[i].0.parse().unwrap(), steps[i].1.parse().unwrap()) };
        let (clock, foot) = (at(2).0 - at(1).0, at(0).1);
        assert!((at(4).0 - at(3).0 - 2.0 * clock).abs() <= 1.0, "{steps:?}");
        assert!(((foot - at(1).1) / (foot - at(3).1) - 6.0).abs() < 0.1 && at(5).1 == foot, "{steps:?}");
        assert!(histograms("empty", &[("total latency", &[])]).is_ok());
    }

    /// A circle for each point and each name; 10 is twice as far from the axis as 5.
    #[test]
    fn points_are_drawn_without_lines() {
        let curve = |name: &str, points: &[(f64, f64)]| Curve { name: name.to_owned(), points: points.to_vec() };
        let text =
            scatter("front", ("gates", "load"), &curve("others", &[(20.0, 0.1)]), &[curve("mesh", &[(5.0, 0.2), (10.0, 0.3)])]).unwrap();
        for name in ["front", "gates", "load", "others", "mesh", "20", "0.1"] {
            assert!(text.lines().any(|line| line.trim() == name), "{name}");
        }
        assert_eq!(text.matches("<circle").count(), 3 + 2);
        let at: Vec<f64> = text.split("<circle cx=\"").skip(1).map(|rest| rest.split('"').next().unwrap().parse().unwrap()).collect();
        let (twenty, five, ten) = (at[0], at[1], at[2]);
        assert!(((twenty - five) / (ten - five) - 3.0).abs() < 0.05, "{at:?}");
        assert!(scatter("empty", ("x", "y"), &curve("others", &[]), &[]).is_ok());
    }

    #[test]
    fn no_points_are_no_panic() {
        let empty = [Curve { name: "DOR".to_owned(), points: vec![] }];
        assert!(svg("empty", &empty).is_ok());
        assert!(over_nodes("empty", "diameter", &empty).is_ok());
    }
}
