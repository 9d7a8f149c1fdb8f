//! Gates of the cells that the flow maps to, in NAND2-equivalents.

/// NAND2-equivalents of a cell of yosys' gate library, in tenths, and whether it holds state. `None` for a cell that is not known.
///
/// The weights are the usual ones of a CMOS library: NAND2 and NOR2 1, inverter 0.5, AND2 and OR2 1.5, XOR2 and MUX2 2.5,
/// D flip-flop 6, with enable 8.5.
pub fn gates(cell: &str) -> Option<(u64, bool)> {
    Some(match cell {
        "$_NOT_" | "$_BUF_" => (5, false),
        "$_NAND_" | "$_NOR_" => (10, false),
        "$_AND_" | "$_OR_" | "$_ANDNOT_" | "$_ORNOT_" => (15, false),
        "$_XOR_" | "$_XNOR_" | "$_MUX_" | "$_NMUX_" => (25, false),
        "$_DFF_P_" => (60, true),
        "$_DFFE_PP_" => (85, true),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::gates;

    #[test]
    fn an_unknown_cell_has_no_gates() {
        assert_eq!(gates("$_NAND_"), Some((10, false)));
        assert_eq!(gates("$_DLATCH_P_"), None);
    }
}
