//! Options of the interfaces at the local ports.

use strum::{Display, EnumString, IntoStaticStr, VariantNames};

use crate::UnknownName;
use crate::names::option;

/// Interface at the local ports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Display, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case", parse_err_ty = UnknownName, parse_err_fn = Interface::unknown)]
pub enum Interface {
    /// Flits and credits (docs/router.md, L1).
    #[default]
    Flit,
    /// AXI4-Stream: a master and a slave at each node (docs/axi_interface.md).
    #[strum(serialize = "axis", serialize = "axi")]
    Axis,
    /// AXI4: managers and subordinates at the nodes of a network (docs/axi4_interface.md).
    #[strum(serialize = "axi4")]
    Axi4,
}

option!(Interface, "interface");

/// Clocks of a network with AXI4-Stream interfaces (docs/axi_interface.md).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Display, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case", parse_err_ty = UnknownName, parse_err_fn = Clocks::unknown)]
pub enum Clocks {
    /// One clock for the network and all streams.
    #[default]
    Common,
    /// A clock for the network, and one for the streams of each node.
    Async,
}

option!(Clocks, "clocks");

/// Requests of its ID that an AXI4 request waits for (docs/axi4_interface.md, I2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Display, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case", parse_err_ty = UnknownName, parse_err_fn = IdOrder::unknown)]
pub enum IdOrder {
    /// Those to other nodes.
    Destination,
    /// All.
    One,
}

option!(IdOrder, "id-order");

/// Exclusive accesses of AXI4 (docs/axi4_interface.md, P3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Display, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case", parse_err_ty = UnknownName, parse_err_fn = Exclusive::unknown)]
pub enum Exclusive {
    /// Exclusive accesses fail: no subordinate sees one.
    #[default]
    None,
    /// Exclusive accesses reach the subordinate, with the manager's node and ID in the user signals.
    User,
}

option!(Exclusive, "exclusive");

/// What the users of AXI4 interfaces must keep to where a write starts with so many of its beats (docs/axi4_interface.md, Why the interconnect cannot deadlock).
pub fn write_promise(beats: u32) -> String {
    let shown = if beats == 1 { "one beat".to_owned() } else { format!("{beats} beats") };
    format!(
        "once a manager has shown {shown} of a burst, or all, it shows the rest without waiting for a write; \
         a subordinate takes and answers reads while a write that it has taken waits for its beats"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_command_line() {
        assert_eq!(Interface::VARIANTS.join(" "), "flit axis axi4");
        assert_eq!(Clocks::VARIANTS.join(" "), "common async");
        assert_eq!(IdOrder::VARIANTS.join(" "), "destination one");
        assert_eq!(Exclusive::VARIANTS.join(" "), "none user");
    }
}
