//! Tools that a design gets files of its own for.

use strum::{Display, EnumString, IntoStaticStr, VariantNames};

use crate::UnknownName;
use crate::names::option_names;

/// A tool, or a language, that a design is used in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Display, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case", parse_err_ty = UnknownName, parse_err_fn = Tool::unknown)]
pub enum Tool {
    /// Vivado: a script for its IP packager.
    Vivado,
    /// Quartus: a component of Platform Designer.
    Quartus,
    /// VHDL: a package of component declarations.
    Vhdl,
}

option_names!(Tool, "for");
