//! Gates of the cells that the flow maps to, in gate equivalents (GE).

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Areas of the smallest cells of the NanGate 45 nm Open Cell Library over that of its NAND2: NAND2_X1 and NOR2_X1 0.798 µm², INV_X1 0.532,
/// DFF_X1 4.522 (docs/references.md). benches/hardware.py reads them too.
static GATE_EQUIVALENTS: LazyLock<BTreeMap<String, f64>> =
    LazyLock::new(|| serde_json::from_str(include_str!("gate_equivalents.json")).expect("cells and numbers"));

/// Hundredths of a gate equivalent of a cell of yosys' gate library, and whether it holds state. `None` for a cell that the flow does not map to.
pub fn gates(cell: &str) -> Option<(u64, bool)> {
    let gates = GATE_EQUIVALENTS.get(cell)?;
    Some(((100.0 * gates).round() as u64, cell.starts_with("$_DFF")))
}

#[cfg(test)]
mod tests {
    use super::gates;

    /// The areas, and a cell that is not mapped to.
    #[test]
    fn a_cell_has_its_area_in_those_of_a_nand() {
        const NAND2: f64 = 0.57 * 1.4; // width and height of NAND2_X1 in µm
        for (cell, width, state) in [("$_NAND_", 0.57, false), ("$_NOR_", 0.57, false), ("$_NOT_", 0.38, false), ("$_DFF_P_", 3.23, true)] {
            assert_eq!(gates(cell), Some(((100.0 * width * 1.4 / NAND2).round() as u64, state)), "{cell}");
        }
        assert_eq!(gates("$_DLATCH_P_"), None);
    }
}
