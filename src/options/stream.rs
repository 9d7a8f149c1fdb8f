//! Options of the interface at the local ports, and of its streams.

use clap::Args;
use torusmith_design::Interface;
use torusmith_design::ranges::USER_WIDTH;
use torusmith_generator::Options;

use crate::values::{at_least, in_range, name_of};

/// Interface and streams of a design.
#[derive(Debug, Args)]
pub struct StreamArgs {
    /// Interface at the local ports: flit (flits and credits), axis (AXI4-Stream), axi4 (managers and subordinates of a network) [default: flit]
    #[arg(long, value_name = "INTERFACE", value_parser = name_of::<Interface>(), hide_possible_values = true)]
    interface: Option<Interface>,
    /// Data bits of a stream: whole bytes up to 512 bits, or the data bits of a flit [default: the data bits of a flit]
    #[arg(long, value_name = "BITS", value_parser = at_least(1u32), allow_hyphen_values = true)]
    stream_width: Option<u32>,
    /// Add TKEEP, so that a packet can end with part of a beat
    #[arg(long)]
    tkeep: bool,
    /// Bits of the user signals, 0 to 64; axis: TUSER, with the message class in the lowest bits [default: the bits of the message class]; axi4: the user signals of each channel [default: 0]
    #[arg(long, value_name = "BITS", value_parser = in_range::<u32>(USER_WIDTH), allow_hyphen_values = true)]
    user_width: Option<u32>,
}

impl StreamArgs {
    /// `options` with them.
    pub fn generator(&self, options: Options) -> Options {
        let &Self { interface, stream_width, tkeep, user_width } = self;
        Options { interface: interface.unwrap_or(Interface::Flit), stream_width, tkeep, user_width, ..options }
    }
}
