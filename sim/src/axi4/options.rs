//! The parameters of the interface (docs/axi4_interface.md, the table of parameters).

use std::fmt::Display;

use torusmith_design::ranges::{ADDRESS_WIDTH, DATA_WIDTH, ID_WIDTH, MAX_BEATS, MAX_BURST, REQUESTS, USER_WIDTH};
use torusmith_design::{IdOrder, OptionRange, Order};
use torusmith_topology::address_map::AddressMap;

use crate::Error;
use crate::config::RouterConfig;

/// Parameters of the interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Axi4Options {
    /// `ADDR_WIDTH`.
    pub address_width: u32,
    /// `DATA_WIDTH`.
    pub data_width: u32,
    /// `ID_WIDTH`.
    pub id_width: u32,
    /// U.
    pub user_width: u32,
    /// `READ_SLOTS`.
    pub read_slots: usize,
    /// `WRITE_SLOTS`.
    pub write_slots: usize,
    /// `MAX_BURST`.
    pub max_burst: usize,
    /// `READ_BEATS`.
    pub read_beats: usize,
    /// `WRITE_START`.
    pub write_start: Option<usize>,
    /// `WRITE_BEATS`.
    pub write_beats: usize,
    /// `READS_HELD`.
    pub reads_held: usize,
    /// `WRITES_HELD`.
    pub writes_held: usize,
    /// `ID_ORDER`.
    pub id_order: IdOrder,
    /// `EXCLUSIVE`.
    pub exclusive: bool,
}

impl Default for Axi4Options {
    fn default() -> Self {
        Self {
            address_width: 32,
            data_width: 64,
            id_width: 4,
            user_width: 0,
            read_slots: 16,
            write_slots: 16,
            max_burst: 64,
            read_beats: 64,
            write_start: None,
            write_beats: 64,
            reads_held: 8,
            writes_held: 8,
            id_order: IdOrder::Destination,
            exclusive: false,
        }
    }
}

impl Axi4Options {
    /// The defaults for routers of an `ORDER`.
    pub fn of_order(order: Order) -> Self {
        let id_order = if order == Order::Pair { IdOrder::Destination } else { IdOrder::One };
        Self { id_order, ..Self::default() }
    }

    /// Sets the longest burst to so many beats, and the places for beats to their default for it.
    pub fn with_max_burst(self, max_burst: usize) -> Self {
        let beats = max_burst.max(64);
        Self { max_burst, read_beats: beats, write_beats: beats, ..self }
    }

    /// Starts writes with so many beats, and sets the places for their data to the default for it.
    pub fn with_write_start(self, beats: usize) -> Self {
        Self { write_start: Some(beats), write_beats: beats.max(4), ..self }
    }

    /// E: the bits of an ID in a head.
    pub fn carried_id_width(&self) -> u32 {
        if self.exclusive { self.id_width } else { 0 }
    }

    /// S.
    pub fn slot_bits(&self) -> u32 {
        self.read_slots.max(self.write_slots).next_power_of_two().ilog2().max(1)
    }

    /// Checks the ranges, and that routers can keep the order of IDs and keep reads from waiting for writes.
    ///
    /// # Errors
    /// The first field that cannot be.
    pub fn check(&self, config: &RouterConfig, map: &AddressMap) -> Result<(), Error> {
        let beats = |least| OptionRange { least, most: MAX_BEATS };
        let counts = REQUESTS.map(|count| count as usize);
        within("address-width", self.address_width as usize, ADDRESS_WIDTH)?;
        among("data-width", self.data_width, &DATA_WIDTH)?;
        within("id-width", self.id_width as usize, ID_WIDTH)?;
        within("user-width", self.user_width as usize, USER_WIDTH)?;
        among("read-slots", self.read_slots, &counts)?;
        among("write-slots", self.write_slots, &counts)?;
        within("max-burst", self.max_burst, MAX_BURST)?;
        within("read-beats", self.read_beats, beats(self.max_burst))?;
        if let Some(start) = self.write_start {
            within("write-start", start, OptionRange { least: 1, most: self.max_burst })?;
            if config.message_classes == 1 {
                return Err(Error::value(
                    "write-start",
                    start,
                    "none with one message class: reads would wait for writes that have started",
                ));
            }
            if let Some(node) = map.managers().find(|&node| map.is_subordinate(node)) {
                return Err(Error::value(
                    "write-start",
                    start,
                    format!("none with a manager and a subordinate at one node, as at node {node}"),
                ));
            }
        }
        within("write-beats", self.write_beats, beats(self.write_start.unwrap_or(self.max_burst)))?;
        among("reads-held", self.reads_held, &counts)?;
        among("writes-held", self.writes_held, &counts)?;
        if self.id_order == IdOrder::Destination && config.order != Order::Pair {
            return Err(Error::value("id-order", self.id_order, "one, where routers do not keep the order of pairs"));
        }
        Ok(())
    }
}

fn within(field: &'static str, value: usize, range: OptionRange) -> Result<(), Error> {
    if range.contains(value) { Ok(()) } else { Err(Error::value(field, value, range.to_string())) }
}

fn among<N: PartialEq + Display>(field: &'static str, value: N, allowed: &[N]) -> Result<(), Error> {
    let listed = || allowed.iter().map(N::to_string).collect::<Vec<_>>().join(", ");
    if allowed.contains(&value) { Ok(()) } else { Err(Error::value(field, value, listed())) }
}
