//! TTN: the route module's parameters and the turns that its routing takes.

use torusmith_topology::ttn::{Ttn, UP_MINUS, UP_PLUS, X_MINUS, X_PLUS, Y_MINUS, Y_PLUS};

use crate::network::{NetworkRtl, ports};
use crate::{Error, VcRule};

pub(crate) fn rtl(ttn: &Ttn, rule: Option<VcRule>) -> Result<NetworkRtl, Error> {
    let vc_rule = rule.unwrap_or(VcRule::Paper4);
    let refuse = |why: &str| Err(Error::option("vc-rule", vc_rule, format!("allowed for this TTN: {why}")));
    let classes = match vc_rule {
        VcRule::Paper4 => 4,
        VcRule::Min2 if ttn.m == 2 => 2,
        VcRule::Min2 => return refuse("paper4 (min2 is cyclic for m = 3)"),
        VcRule::Literal => return refuse("paper4, min2 (literal deadlocks)"),
        VcRule::Dateline => return refuse("paper4, min2"),
    };
    let names = ["local", "x+", "x-", "y+", "y-", "up+", "up-"];
    let address_bits = 2 * ttn.m * ttn.levels;
    Ok(NetworkRtl {
        route_modules: &["class_vcs", "ring_way", "route_ttn"],
        route_parameters: vec![
            ("M", ttn.m),
            ("LEVELS", ttn.levels),
            ("GROUPS", ttn.groups()),
            ("BIDIRECTIONAL", ttn.bidirectional.into()),
            ("VC_RULE", if vc_rule == VcRule::Paper4 { 0 } else { 1 }),
            ("CLASSES", classes),
            ("ADDRESS_BITS", address_bits),
            ("HEADER_BITS", address_bits + ttn.groups() - 1),
            ("NUM_PORTS", ttn.ports() as u32),
        ],
        ports: names[..ttn.ports()].to_vec(),
        turns: (0..ttn.ports() as u8).map(|from| turns(ttn.bidirectional, from)).collect(),
        vc_rule,
        classes,
    })
}

/// The outputs that a flit from input `from` can be routed to, at any node.
///
/// The target in the BM depends on the digits above the BM and on the destination, so it stays the same while a packet
/// moves inside a BM. Hence: y is finished before x begins, nothing turns from x to y; the shorter way round stays the
/// shorter way, nothing turns back; a ring between BMs is left at the digit's target, nothing turns back there. From an
/// inter-BM link everything in the BM can be the next target. What enters at `local` is for another node.
fn turns(bidirectional: bool, from: u8) -> u32 {
    let x = ports(&[X_PLUS, X_MINUS]);
    let y = ports(&[Y_PLUS, Y_MINUS]);
    let up = if bidirectional { ports(&[UP_PLUS, UP_MINUS]) } else { ports(&[UP_PLUS]) };
    let local = ports(&[0]);
    match from {
        0 => x | y | up,
        // A ring's '+' output leads to the '-' input: input x- goes on by output x+.
        X_PLUS => local | ports(&[X_MINUS]) | up,
        X_MINUS => local | ports(&[X_PLUS]) | up,
        Y_PLUS => local | ports(&[Y_MINUS]) | x | up,
        Y_MINUS => local | ports(&[Y_PLUS]) | x | up,
        UP_PLUS if bidirectional => local | x | y | ports(&[UP_MINUS]),
        _ => local | x | y | ports(&[UP_PLUS]),
    }
}
