//! AXI4 interfaces at the nodes of a network.

use std::path::PathBuf;

use clap::Args;
use torusmith_design::ranges::{ADDRESS_WIDTH, ID_WIDTH, MAX_BURST};
use torusmith_design::{Exclusive, IdOrder, Interface};
use torusmith_generator::{Axi4Options, Options};
use torusmith_topology::{Network, address_map};

use crate::values::{at_least, in_range, name_of};

/// Options of AXI4 interfaces, and the address map.
#[derive(Debug, Args)]
pub struct Axi4Args {
    /// File of managers and address ranges (docs/axi4_interface.md)
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,
    /// Bits of an address, 12 to 64 [default: 32]
    #[arg(long, value_name = "BITS", value_parser = in_range::<u32>(ADDRESS_WIDTH), allow_hyphen_values = true)]
    address_width: Option<u32>,
    /// Data bits of a beat: 32, 64, 128, 256, 512 [default: 64]
    #[arg(long, value_name = "BITS", value_parser = at_least(1u32), allow_hyphen_values = true)]
    data_width: Option<u32>,
    /// Bits of a manager's ID, 1 to 16 [default: 4]
    #[arg(long, value_name = "BITS", value_parser = in_range::<u32>(ID_WIDTH), allow_hyphen_values = true)]
    id_width: Option<u32>,
    /// Reads in flight per manager: 1, 2, 4, 8, 16; for reads of a beat in every clock at least the round trip in clocks less 1 [default: 16]
    #[arg(long, value_name = "COUNT", value_parser = at_least(1u32), allow_hyphen_values = true)]
    read_slots: Option<u32>,
    /// Writes in flight per manager: 1, 2, 4, 8, 16 [default: 16]
    #[arg(long, value_name = "COUNT", value_parser = at_least(1u32), allow_hyphen_values = true)]
    write_slots: Option<u32>,
    /// Beats of the longest burst, 1 to 256 [default: 64]
    #[arg(long, value_name = "BEATS", value_parser = in_range::<u32>(MAX_BURST), allow_hyphen_values = true)]
    max_burst: Option<u32>,
    /// Beats of a manager's read buffer, up to 1024 [default: 64, or the longest burst]
    #[arg(long, value_name = "BEATS", value_parser = at_least(1u32), allow_hyphen_values = true)]
    read_beats: Option<u32>,
    /// Beats of a manager's write buffer, up to 1024 [default: 64, or the longest burst; with --write-start 4, or that]
    #[arg(long, value_name = "BEATS", value_parser = at_least(1u32), allow_hyphen_values = true)]
    write_beats: Option<u32>,
    /// Beats with which a write starts, 1 to the longest burst, with --message-classes 2; it takes a promise of managers and subordinates that the command prints (docs/axi4_interface.md) [default: all beats of the write]
    #[arg(long, value_name = "BEATS", value_parser = in_range::<u32>(MAX_BURST), allow_hyphen_values = true)]
    write_start: Option<u32>,
    /// Reads in flight per subordinate: 1, 2, 4, 8, 16 [default: 8]
    #[arg(long, value_name = "COUNT", value_parser = at_least(1u32), allow_hyphen_values = true)]
    reads_held: Option<u32>,
    /// Writes in flight per subordinate: 1, 2, 4, 8, 16 [default: 8]
    #[arg(long, value_name = "COUNT", value_parser = at_least(1u32), allow_hyphen_values = true)]
    writes_held: Option<u32>,
    /// Requests of the same ID that a request waits for: destination (requests to other nodes), one (all requests) [default: destination if the network keeps packets of a pair in order]
    #[arg(long, value_name = "RULE", value_parser = name_of::<IdOrder>(), hide_possible_values = true)]
    id_order: Option<IdOrder>,
    /// Exclusive accesses: none (they fail at the manager), user (they reach the subordinate, with node and ID in the user signals) [default: none]
    #[arg(long, value_name = "WAY", value_parser = name_of::<Exclusive>(), hide_possible_values = true)]
    exclusive: Option<Exclusive>,
}

impl Axi4Args {
    /// `options` with them.
    pub fn generator(&self, network: &Network, options: Options) -> anyhow::Result<Options> {
        let width = self.address_width.unwrap_or(32);
        // Of another interface the generator refuses the map, whatever it says.
        let map = self.map.as_ref().filter(|_| options.interface == Interface::Axi4 || ADDRESS_WIDTH.contains(width));
        let axi4 = Axi4Options {
            map: map.map(|path| address_map::read(path, network, width)).transpose()?,
            address_width: self.address_width,
            data_width: self.data_width,
            id_width: self.id_width,
            read_slots: self.read_slots,
            write_slots: self.write_slots,
            max_burst: self.max_burst,
            read_beats: self.read_beats,
            write_beats: self.write_beats,
            write_start: self.write_start,
            reads_held: self.reads_held,
            writes_held: self.writes_held,
            id_order: self.id_order,
            exclusive: self.exclusive,
        };
        Ok(Options { axi4, ..options })
    }
}
