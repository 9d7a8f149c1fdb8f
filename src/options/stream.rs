//! What stands at the local ports of a design, and the streams there.

use clap::Args;
use torusmith_design::Interface;
use torusmith_generator::Options;

use crate::values::{at_least, name_of};

/// Interface and streams of a design.
#[derive(Debug, Args)]
pub struct StreamArgs {
    /// What stands at the local ports: flit (flits and credits), axi (AXI4-Stream), axi4 (managers and subordinates, scope network) [default: flit]
    #[arg(long, value_name = "INTERFACE", value_parser = name_of::<Interface>(), hide_possible_values = true)]
    interface: Option<Interface>,
    /// Interface axi: data bits of a stream, 8..512 in whole bytes, or those of a flit [default: those of a flit]
    #[arg(long, value_name = "BITS", value_parser = at_least(1u32), allow_hyphen_values = true)]
    stream_width: Option<u32>,
    /// Interface axi: streams have TKEEP, so that a packet can end with part of a beat
    #[arg(long)]
    tkeep: bool,
    /// Bits of the user signals, ..64; interface axis: TUSER, the lowest the message class, heads carry the others [default: those of the message class]; interface axi4: those of its five channels [default: 0]
    #[arg(long, value_name = "BITS", value_parser = at_least(0u32), allow_hyphen_values = true)]
    user_width: Option<u32>,
}

impl StreamArgs {
    /// `options` with them.
    pub fn generator(&self, options: Options) -> Options {
        let &Self { interface, stream_width, tkeep, user_width } = self;
        Options { interface: interface.unwrap_or(Interface::Flit), stream_width, tkeep, user_width, ..options }
    }
}
