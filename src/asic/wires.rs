//! Wires as reports have them, and how numbers are rounded there.

use serde::Serialize;

/// Capacitance of wires.
#[derive(Serialize)]
pub struct Wires {
    pub pf_per_mm: f64,
    /// Estimated length to each input of a cell.
    pub sink_um: f64,
    /// Length of a link; `None`: links have no wires.
    pub link_mm: Option<f64>,
}

/// The wires in words.
pub fn text(wires: Option<&Wires>) -> String {
    let Some(wires) = wires else { return "pins only".to_owned() };
    let links = wires.link_mm.map_or("links pins only".to_owned(), |mm| format!("links of {mm} mm"));
    format!("{} pF/mm, {} um to each input (estimate), {links}", wires.pf_per_mm, wires.sink_um)
}

/// A number with so many digits after the point.
pub fn round(value: f64, digits: i32) -> f64 {
    let factor = 10f64.powi(digits);
    // Not -0.
    (factor * value).round() / factor + 0.0
}
