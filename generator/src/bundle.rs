//! The links of a node as the templates of tops list them.

/// A link of a bundle: output port less one, the neighbour it leads to, the neighbour's input port less one, all by
/// their names in the Verilog.
pub(crate) type Bundle = (&'static str, &'static str, &'static str);

/// The links in two dimensions with the neighbours as the templates of basic modules call them.
pub(crate) const LINKS: [Bundle; 4] =
    [("X_PLUS", "EAST", "X_MINUS"), ("X_MINUS", "WEST", "X_PLUS"), ("Y_PLUS", "NEXT", "Y_MINUS"), ("Y_MINUS", "LAST", "Y_PLUS")];
