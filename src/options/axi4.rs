//! AXI4 interfaces at the nodes of a network.

use std::path::PathBuf;

use clap::Args;
use torusmith_design::ranges::ADDRESS_WIDTH;
use torusmith_design::{Exclusive, IdOrder, Interface};
use torusmith_generator::{Axi4Options, Options};
use torusmith_topology::{Network, address_map};

use crate::values::{at_least, name_of};

/// What AXI4 interfaces are like, and the map of addresses.
#[derive(Debug, Args)]
pub struct Axi4Args {
    /// Interface axi4: the file that says which nodes have managers, and which addresses lead to which nodes (docs/axi4_interface.md)
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,
    /// Interface axi4: bits of an address, 12..64 [default: 32]
    #[arg(long, value_name = "BITS", value_parser = at_least(1u32), allow_hyphen_values = true)]
    address_width: Option<u32>,
    /// Interface axi4: data bits of a beat: 32, 64, 128, 256, 512 [default: 64]
    #[arg(long, value_name = "BITS", value_parser = at_least(1u32), allow_hyphen_values = true)]
    data_width: Option<u32>,
    /// Interface axi4: bits of a manager's ID, 1..16 [default: 4]
    #[arg(long, value_name = "BITS", value_parser = at_least(1u32), allow_hyphen_values = true)]
    id_width: Option<u32>,
    /// Interface axi4: reads in flight of a manager: 1, 2, 4, 8, 16 [default: 4]
    #[arg(long, value_name = "COUNT", value_parser = at_least(1u32), allow_hyphen_values = true)]
    read_slots: Option<u32>,
    /// Interface axi4: writes in flight of a manager: 1, 2, 4, 8, 16 [default: 4]
    #[arg(long, value_name = "COUNT", value_parser = at_least(1u32), allow_hyphen_values = true)]
    write_slots: Option<u32>,
    /// Interface axi4: beats of the longest burst, 1..256 [default: 64]
    #[arg(long, value_name = "BEATS", value_parser = at_least(1u32), allow_hyphen_values = true)]
    max_burst: Option<u32>,
    /// Interface axi4: places for read data at a manager, ..1024 [default: 64, or those of the longest burst]
    #[arg(long, value_name = "BEATS", value_parser = at_least(1u32), allow_hyphen_values = true)]
    read_beats: Option<u32>,
    /// Interface axi4: places for write data at a manager, ..1024 [default: 64, or those of the longest burst]
    #[arg(long, value_name = "BEATS", value_parser = at_least(1u32), allow_hyphen_values = true)]
    write_beats: Option<u32>,
    /// Interface axi4: reads in flight at a subordinate: 1, 2, 4, 8, 16 [default: 8]
    #[arg(long, value_name = "COUNT", value_parser = at_least(1u32), allow_hyphen_values = true)]
    reads_held: Option<u32>,
    /// Interface axi4: writes in flight at a subordinate: 1, 2, 4, 8, 16 [default: 8]
    #[arg(long, value_name = "COUNT", value_parser = at_least(1u32), allow_hyphen_values = true)]
    writes_held: Option<u32>,
    /// Interface axi4: which requests of its ID a request waits for: destination (those to other nodes), one (all) [default: destination where the network keeps the order of pairs]
    #[arg(long, value_name = "RULE", value_parser = name_of::<IdOrder>(), hide_possible_values = true)]
    id_order: Option<IdOrder>,
    /// Interface axi4: what becomes of exclusive accesses: none (no subordinate sees one, they fail), user (they go on, with node and ID in the user signals) [default: none]
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
            reads_held: self.reads_held,
            writes_held: self.writes_held,
            id_order: self.id_order,
            exclusive: self.exclusive,
        };
        Ok(Options { axi4, ..options })
    }
}
