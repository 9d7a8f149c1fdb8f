//! Latency over accepted load, a curve for each algorithm or network, as SVG: figures as the papers draw them.

use plotters::prelude::*;

use crate::Error;

/// A curve.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// Its name in the legend.
    pub name: String,
    /// Accepted load (flits a node and clock) and latency (clocks), in the order of the offered load.
    pub points: Vec<(f64, f64)>,
}

const SIZE: (u32, u32) = (800, 560);
/// Told apart by people who do not tell red from green (Okabe and Ito).
const COLOURS: [RGBColor; 6] =
    [RGBColor(0, 0, 0), RGBColor(0, 114, 178), RGBColor(213, 94, 0), RGBColor(0, 158, 115), RGBColor(204, 121, 167), RGBColor(230, 159, 0)];

/// Draws curves; equal curves give equal bytes.
///
/// # Errors
/// [`Error::Figure`] with what the drawing library says.
pub fn svg(title: &str, curves: &[Curve]) -> Result<String, Error> {
    let mut text = String::new();
    draw(&mut text, title, curves).map_err(|e| Error::Figure(e.to_string()))?;
    Ok(text)
}

fn draw(text: &mut String, title: &str, curves: &[Curve]) -> Result<(), Box<dyn std::error::Error>> {
    let highest = |of: fn(&(f64, f64)) -> f64| curves.iter().flat_map(|curve| &curve.points).map(of).fold(1e-6, f64::max);
    let (load, latency) = (1.05 * highest(|p| p.0), 1.05 * highest(|p| p.1));
    let area = SVGBackend::with_string(text, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption(title, ("sans-serif", 20))
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(60)
        .build_cartesian_2d(0.0..load, 0.0..latency)?;
    chart
        .configure_mesh()
        .x_desc("accepted load, flits a node and clock")
        .y_desc("mean network latency, clocks")
        .x_label_formatter(&|load| format!("{load:.3}"))
        .y_label_formatter(&|latency| format!("{latency:.0}"))
        .light_line_style(TRANSPARENT)
        .axis_desc_style(("sans-serif", 15))
        .label_style(("sans-serif", 13))
        .draw()?;
    for (curve, colour) in curves.iter().zip(COLOURS.iter().cycle()) {
        chart
            .draw_series(LineSeries::new(curve.points.iter().copied(), colour.stroke_width(2)).point_size(3))?
            .label(&curve.name)
            .legend(|(x, y)| PathElement::new([(x, y), (x + 20, y)], colour.stroke_width(2)));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
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
    fn no_points_are_no_panic() {
        assert!(svg("empty", &[Curve { name: "DOR".to_owned(), points: vec![] }]).is_ok());
    }
}
