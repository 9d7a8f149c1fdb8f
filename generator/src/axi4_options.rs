//! What a user chooses of AXI4 interfaces (docs/axi4_interface.md).

use torusmith_design::{Exclusive, IdOrder};
use torusmith_topology::address_map::AddressMap;

/// What is chosen of AXI4 interfaces; what is not given is the contract's default.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Axi4Options {
    /// Managers, and the ranges of addresses with their nodes: read for this network and this width of addresses.
    pub map: Option<AddressMap>,
    /// Bits of an address, 12 ..= 64. Default: 32.
    pub address_width: Option<u32>,
    /// Bits of a beat: 32, 64, 128, 256, 512. Default: 64.
    pub data_width: Option<u32>,
    /// Bits of a manager's ID, 1 ..= 16. Default: 4.
    pub id_width: Option<u32>,
    /// Reads in flight of a manager: 1, 2, 4, 8, 16. Default: 16.
    pub read_slots: Option<u32>,
    /// Writes in flight of a manager. Default: 16.
    pub write_slots: Option<u32>,
    /// Beats of the longest burst, 1 ..= 256. Default: 64.
    pub max_burst: Option<u32>,
    /// Places for read data at a manager, `max_burst` ..= 1024. Default: the greater of 64 and `max_burst`.
    pub read_beats: Option<u32>,
    /// Places for write data at a manager. Default: the greater of 64 and `max_burst`; with `write_start` of 4 and that.
    pub write_beats: Option<u32>,
    /// Beats with which a write starts, 1 ..= `max_burst`; with two message classes. Default: all of its beats.
    pub write_start: Option<u32>,
    /// Reads in flight at a subordinate: 1, 2, 4, 8, 16. Default: 8.
    pub reads_held: Option<u32>,
    /// Writes in flight at a subordinate. Default: 8.
    pub writes_held: Option<u32>,
    /// What a request waits for. Default: [`IdOrder::Destination`] where the network keeps the order of pairs.
    pub id_order: Option<IdOrder>,
    /// What becomes of exclusive accesses. Default: [`Exclusive::None`].
    pub exclusive: Option<Exclusive>,
}
