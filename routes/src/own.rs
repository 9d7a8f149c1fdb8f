//! A network from a file: its table.

use torusmith_topology::{Classes, Network, RouteTable, TerminalId};

use crate::{Hop, Lanes, Routes};

/// The routes of a network with a table of known classes.
struct TableRoutes(RouteTable, u8);

/// The routes of a network with a table; `None` if its classes are still to be found.
pub(crate) fn table_routes(network: &Network) -> Option<Box<dyn Routes>> {
    let table = network.route_table()?;
    match table.classes() {
        Classes::Given(classes) => Some(Box::new(TableRoutes(table.clone(), classes))),
        Classes::Auto => None,
    }
}

impl Routes for TableRoutes {
    fn classes(&self) -> u32 {
        self.1.into()
    }

    fn route(&self, node: u32, destination: TerminalId, bits: u64) -> Hop {
        let hop = self.0.hop(node, destination);
        let class = hop.class.filter(|_| hop.port != 0);
        Hop::new(class.map_or(Lanes::all(hop.port, self.classes()), |class| Lanes::one(hop.port, class.into())), bits)
    }
}
