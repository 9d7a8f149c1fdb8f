//! The ports of a top module.

use torusmith_design::manifest::Signal as Port;
use torusmith_design::{Interface, Scope};

use crate::axi4_signals::{AxiSignal, manager, subordinate};
use crate::parameters::Parameters;
use crate::signals::{LINK, Signal, local};

/// The ports of the top module, in the order of its declaration.
pub(crate) fn ports_of_top(p: &Parameters) -> Vec<Port> {
    let named = |name: &str, output: bool, width: u32| Port::new(name, output.into(), width);
    let mut list = vec![named("clk", false, 1), named("rst", false, 1)];
    let link = |(name, signal): &(String, Signal), count: u32| named(name, signal.output, count * signal.kind.bits(p));
    let counters = |list: &mut Vec<Port>| {
        if p.counters {
            list.extend(
                [("counter_address", false, p.counter_bits()), ("counter_data", true, 32), ("counter_clear", false, 1)]
                    .map(|(name, output, width)| named(name, output, width)),
            );
        }
    };
    if let Some(axi4) = &p.axi4 {
        let side = |signals: Vec<AxiSignal>, count: usize| {
            signals.into_iter().map(move |signal| named(&signal.name, signal.output, signal.bits * count as u32))
        };
        list.extend(side(manager(axi4), axi4.map.managers().len()));
        list.extend(side(subordinate(axi4, p.address_bits), axi4.map.subordinates().len()));
        list.push(named("clear_error", false, 1));
        list.push(named("error", true, 8 * p.network.terminals() as u32));
        return list;
    }
    match (p.scope, p.interface) {
        (Scope::Network, _) => {
            let nodes = p.network.terminals() as u32;
            list.extend(local(p).iter().map(|port| link(port, nodes)));
            counters(&mut list);
            list.push(named("clear_error", false, 1));
            list.push(named("error", true, p.error_bits() * nodes));
        }
        (Scope::Router, Interface::Flit | Interface::Axi4) => {
            list.push(named("node", false, p.router_bits));
            list.extend(LINK.iter().map(|&signal| link(&(signal.name.to_owned(), signal), p.ports.len() as u32)));
            counters(&mut list);
            list.push(named("clear_error", false, 1));
            list.push(named("error", true, p.error_bits() * p.locals));
        }
        (Scope::Router, Interface::Axis) => {
            let links = p.ports.len() as u32 - 1;
            let (flit, credit) = (3 + p.vc_bits() + p.flit_width, 1 + p.vc_bits());
            list.push(named("address", false, p.address_bits));
            list.push(named("flit_in", false, links * flit));
            list.push(named("credit_out", true, links * credit));
            list.push(named("flit_out", true, links * flit));
            list.push(named("credit_in", false, links * credit));
            list.extend(local(p).iter().map(|port| link(port, 1)));
            counters(&mut list);
            list.push(named("clear_error", false, 1));
            list.push(named("error", true, p.error_bits()));
        }
    }
    list
}
