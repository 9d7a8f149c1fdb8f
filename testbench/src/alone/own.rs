//! The routers' own bits of heads (rule L4), which `PIPELINE` = 1 needs and the contract does not define: they are read off the Verilog itself.
//!
//! What a router writes there depends on the node, the destination and the routing bits alone (RC1). So it is enough to let each head through an
//! empty router once, from its local port.

use std::collections::BTreeMap;
use std::ops::Range;

use torusmith_topology::TerminalId;

use crate::Error;
use crate::binding::{Frame, Heads, Net, View};
use crate::flits::Format;
use crate::link::{credit_word, flit_word};

/// Clocks in which a head is through an empty router.
const THROUGH: usize = 8;

/// By destination and routing bits of a head: the port by which it left the router, and its data there.
pub(super) type Seen = BTreeMap<(TerminalId, u64), (usize, Vec<u32>)>;

/// Lets heads, by destination and routing bits, through a router that is fresh from reset, to its `links`.
pub(super) fn seen(net: &mut Net, node: usize, links: Range<usize>, format: Format, heads: &[(TerminalId, u64)]) -> Result<Seen, Error> {
    let words = net.port_words();
    let (mut found, mut clock) = (Seen::new(), 0);
    let mut step = |net: &mut Net, wires: &[u32]| -> Result<u64, Error> {
        net.step_by_hand(&Frame::<Heads> { clock, ..Frame::default() }, node, wires)?;
        clock += 1;
        Ok(clock)
    };
    let quiet = vec![0; links.end * (1 + words)];
    for &(destination, bits) in heads {
        let header = format.header_of(TerminalId(0), destination, bits);
        let mut wires = quiet.clone();
        wires[0] = flit_word(true, true, 0);
        wires[1..].iter_mut().zip([header as u32, (header >> 32) as u32]).take(words).for_each(|(word, part)| *word = part);
        let mut at = step(net, &wires)?;
        for _ in 0..THROUGH {
            let left = links.clone().find(|port| View::new(net, at).outputs(node, *port).control & 1 == 1);
            if let Some(port) = left {
                let out = View::new(net, at).outputs(node, port);
                let vc = (out.control >> 4 & 15) as usize;
                found.insert((destination, bits), (port, out.data.to_vec()));
                // The credit comes a clock after the flit, as from a neighbour.
                step(net, &quiet)?;
                let mut wires = quiet.clone();
                wires[port * (1 + words)] = credit_word(vc);
                step(net, &wires)?;
                break;
            }
            at = step(net, &quiet)?;
        }
    }
    Ok(found)
}
