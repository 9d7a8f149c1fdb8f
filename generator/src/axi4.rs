//! AXI4 interfaces by the options, checked and completed (docs/axi4_interface.md).

use std::fmt::Write as _;

use torusmith_design::manifest::Axi4Parameters;
use torusmith_design::ranges::{ADDRESS_WIDTH, DATA_WIDTH, ID_WIDTH, MAX_BEATS, MAX_BURST, REQUESTS, USER_WIDTH, list};
use torusmith_design::{Clocks, Exclusive, IdOrder, Interface, OptionRange, Order, Scope, write_promise};
use torusmith_topology::address_map::AddressMap;
use torusmith_topology::{Network, TerminalId};

use crate::bits::clog2;
use crate::error::Error;
use crate::options::Options;

/// What the AXI4 interfaces of a network are like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Axi4 {
    /// Managers and ranges.
    pub map: AddressMap,
    /// `ADDR_WIDTH`.
    pub addr: u32,
    /// `DATA_WIDTH`.
    pub data: u32,
    /// `ID_WIDTH`.
    pub id: u32,
    /// U.
    pub user: u32,
    /// `READ_SLOTS`.
    pub read_slots: u32,
    /// `WRITE_SLOTS`.
    pub write_slots: u32,
    /// `MAX_BURST`.
    pub max_burst: u32,
    /// `READ_BEATS`.
    pub read_beats: u32,
    /// `WRITE_BEATS`.
    pub write_beats: u32,
    /// `WRITE_START`.
    pub write_start: Option<u32>,
    /// `READS_HELD`.
    pub reads_held: u32,
    /// `WRITES_HELD`.
    pub writes_held: u32,
    /// `ID_ORDER`.
    pub id_order: IdOrder,
    /// `EXCLUSIVE` = 1.
    pub exclusive: bool,
    /// A.
    address_bits: u32,
    /// R.
    route_bits: u32,
    /// H, the bits of a head that are the routers' own.
    own_bits: u32,
}

/// Bits of `len`, `size`, `burst`, `lock`, `cache`, `prot`, `qos` and `region`.
const FIXED: u32 = 29;
/// The widest port that every Verilog tool must take.
const WIDEST: u32 = 1 << 16;

impl Axi4 {
    /// The interfaces by the options, over a network with the order `order`.
    ///
    /// # Errors
    /// [`Error::Option`] for what docs/axi4_interface.md does not allow.
    pub(crate) fn new(network: &Network, options: &Options, order: Order) -> Result<Self, Error> {
        refuse_others(options)?;
        let given = &options.axi4;
        let within = |field, value: Option<u32>, usual: u32, range: OptionRange| {
            let value = value.unwrap_or(usual);
            match range.contains(value) {
                true => Ok(value),
                false => Err(Error::option(field, value, format!("allowed: {range}"))),
            }
        };
        let among = |field, value: Option<u32>, usual: u32, allowed: &[u32]| {
            let value = value.unwrap_or(usual);
            match allowed.contains(&value) {
                true => Ok(value),
                false => Err(Error::option(field, value, format!("allowed: {}", list(allowed)))),
            }
        };
        let addr = within("address-width", given.address_width, 32, ADDRESS_WIDTH)?;
        let max_burst = within("max-burst", given.max_burst, 64, MAX_BURST)?;
        let places = OptionRange { least: max_burst as usize, most: MAX_BEATS };
        let beats = max_burst.max(64);
        let write_start = given
            .write_start
            .map(|start| within("write-start", Some(start), 1, OptionRange { least: 1, most: max_burst as usize }))
            .transpose()?;
        let map = given.map.clone().ok_or_else(|| {
            Error::option("map", "none", "interface axi4 needs a file with managers and ranges (docs/axi4_interface.md, The map)")
        })?;
        let pairs = order == Order::Pair;
        let id_order = given.id_order.unwrap_or(if pairs { IdOrder::Destination } else { IdOrder::One });
        if id_order == IdOrder::Destination && !pairs {
            let why = "allowed where packets of a pair of nodes may overtake one another: one (destination needs order pair)";
            return Err(Error::option("id-order", id_order, why));
        }
        let axi4 = Self {
            map,
            addr,
            data: among("data-width", given.data_width, 64, &DATA_WIDTH)?,
            id: within("id-width", given.id_width, 4, ID_WIDTH)?,
            user: within("user-width", options.user_width, 0, USER_WIDTH)?,
            read_slots: among("read-slots", given.read_slots, 16, &REQUESTS)?,
            write_slots: among("write-slots", given.write_slots, 16, &REQUESTS)?,
            max_burst,
            read_beats: within("read-beats", given.read_beats, beats, places)?,
            write_beats: match write_start {
                None => within("write-beats", given.write_beats, beats, places)?,
                Some(start) => {
                    let places = OptionRange { least: start as usize, most: MAX_BEATS };
                    within("write-beats", given.write_beats, start.max(4), places)?
                }
            },
            write_start,
            reads_held: among("reads-held", given.reads_held, 8, &REQUESTS)?,
            writes_held: among("writes-held", given.writes_held, 8, &REQUESTS)?,
            id_order,
            exclusive: given.exclusive == Some(Exclusive::User),
            address_bits: network.address_bits(),
            route_bits: network.route_bits(),
            own_bits: 0,
        };
        if let Some(start) = axi4.write_start {
            if options.message_classes != 2 {
                let why = "allowed with message-classes 2, so that reads do not wait for a write that has started";
                return Err(Error::option("write-start", start, why));
            }
            if let Some(node) = axi4.map.managers().find(|node| axi4.map.is_subordinate(*node)) {
                let why =
                    format!("allowed where no node has a manager and a subordinate, as {} has", network.format_terminal(TerminalId(node)));
                return Err(Error::option("write-start", start, why));
            }
        }
        let sides = axi4.map.managers().len().max(axi4.map.subordinates().len()) as u32;
        let widest = axi4.data.max(axi4.addr).max(axi4.user + network.address_bits() + axi4.carried_id());
        if sides * widest > WIDEST {
            let why = format!("allowed: ports of the top of up to {WIDEST} bits, which {sides} managers or subordinates exceed");
            return Err(Error::option("data-width", axi4.data, why));
        }
        Ok(axi4)
    }

    /// S, bits of a slot's number.
    pub fn slot_bits(&self) -> u32 {
        clog2(self.read_slots.max(self.write_slots)).max(1)
    }

    /// E, bits of the ID in a request's head.
    pub fn carried_id(&self) -> u32 {
        if self.exclusive { self.id } else { 0 }
    }

    /// Bits of a request that go on as they came, but for its ID and its address.
    pub fn info(&self) -> u32 {
        FIXED + self.user
    }

    /// Bits of a request's head above the slot.
    pub fn rest(&self) -> u32 {
        self.addr + self.info() + self.carried_id()
    }

    /// Bits of a write's beat in its flit.
    pub fn write_beat(&self) -> u32 {
        self.data + self.data / 8 + self.user
    }

    /// Bits of a read's beat in its flit.
    pub fn read_beat(&self) -> u32 {
        self.data + 2 + self.user
    }

    /// Where a head's kind is, in the request network: the lowest bit behind routing bits and source.
    pub fn request_kind(&self) -> u32 {
        2 * self.address_bits + self.route_bits
    }

    /// Where a head's kind is, in the response network, whose heads have no source.
    pub fn response_kind(&self) -> u32 {
        self.address_bits + self.route_bits
    }

    /// H, the bits of a head that are the routers' own.
    pub fn own_bits(&self) -> u32 {
        self.own_bits
    }

    /// With so many bits of a head that are the routers' own.
    pub(crate) fn with_own_bits(self, own_bits: u32) -> Self {
        Self { own_bits, ..self }
    }

    /// W of the request network (rule P2).
    pub fn request(&self) -> u32 {
        self.write_beat().max(self.request_kind() + 1 + self.slot_bits() + self.rest() + self.own_bits)
    }

    /// W of the response network (rule P2).
    pub fn response(&self) -> u32 {
        self.response_kind() + 1 + self.slot_bits() + self.read_beat() + self.own_bits
    }

    /// `ID_ORDER` as the Verilog has it.
    pub fn by_destination(&self) -> u32 {
        u32::from(self.id_order == IdOrder::Destination)
    }

    /// The parameters of the interfaces and of the widths they need.
    pub fn parameters(&self) -> Axi4Parameters {
        Axi4Parameters {
            addr_width: self.addr,
            data_width: self.data,
            id_width: self.id,
            user_width: self.user,
            read_slots: self.read_slots,
            write_slots: self.write_slots,
            max_burst: self.max_burst,
            read_beats: self.read_beats,
            write_beats: self.write_beats,
            write_start: self.write_start,
            reads_held: self.reads_held,
            writes_held: self.writes_held,
            exclusive: self.exclusive.into(),
            request_width: self.request(),
            response_width: self.response(),
            id_order: self.id_order,
            promise: self.write_start.map(write_promise),
        }
    }

    /// The map as a file of the design, from which it can be read again.
    pub(crate) fn map_file(&self, network: &Network) -> String {
        let name = |node: u32| format!("\"{}\"", network.format_terminal(TerminalId(node)));
        let managers: Vec<String> = self.map.managers().map(name).collect();
        let mut text = format!("managers = [{}]\n", managers.join(", "));
        for range in self.map.ranges() {
            let _ = write!(
                text,
                "\n[[range]]\nname = \"{}\"\nbase = \"{:#x}\"\nsize = \"{:#x}\"\nnode = {}\naddress = \"{}\"\n",
                range.name,
                range.base,
                range.size(),
                name(range.node),
                range.address
            );
        }
        text
    }
}

/// # Errors
/// [`Error::Option`] for an option that does not go with AXI4 interfaces.
fn refuse_others(options: &Options) -> Result<(), Error> {
    let with = |allowed: &str| format!("allowed with interface axi4: {allowed}");
    if options.scope != Scope::Network {
        return Err(Error::option("scope", options.scope, with("network")));
    }
    if options.message_classes > 2 {
        return Err(Error::option("message-classes", options.message_classes, with("1, 2 (reads and writes)")));
    }
    if options.clocks != Clocks::Common {
        return Err(Error::option("clocks", options.clocks, with("common")));
    }
    if options.counters {
        return Err(Error::option("counters", "yes", with("none")));
    }
    match options.flit_width {
        Some(width) => Err(Error::option("flit-width", width, with("none (the widths of flits follow from those of AXI4)"))),
        None => Ok(()),
    }
}

/// # Errors
/// [`Error::Option`] for an option of AXI4 interfaces where there are none.
pub(crate) fn no_axi4(options: &Options) -> Result<(), Error> {
    if options.interface == Interface::Axi4 {
        return Ok(());
    }
    let axi4 = &options.axi4;
    let number = |value: Option<u32>| value.map(|value| value.to_string());
    let given = [
        ("map", axi4.map.as_ref().map(|_| "a file".to_owned())),
        ("address-width", number(axi4.address_width)),
        ("data-width", number(axi4.data_width)),
        ("id-width", number(axi4.id_width)),
        ("read-slots", number(axi4.read_slots)),
        ("write-slots", number(axi4.write_slots)),
        ("max-burst", number(axi4.max_burst)),
        ("read-beats", number(axi4.read_beats)),
        ("write-beats", number(axi4.write_beats)),
        ("write-start", number(axi4.write_start)),
        ("reads-held", number(axi4.reads_held)),
        ("writes-held", number(axi4.writes_held)),
        ("id-order", axi4.id_order.map(|order| order.to_string())),
        ("exclusive", axi4.exclusive.map(|exclusive| exclusive.to_string())),
    ];
    match given.into_iter().find_map(|(field, given)| Some((field, given?))) {
        Some((field, value)) => Err(Error::option(field, value, "allowed with interface axi4")),
        None => Ok(()),
    }
}
