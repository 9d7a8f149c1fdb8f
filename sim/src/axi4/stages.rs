//! The stages and slots of a direction of a manager side (docs/axi4_interface.md, I1 and I2).

use torusmith_design::IdOrder;
use torusmith_topology::address_map::AddressMap;

use super::signals::Request;
use crate::routing::Routing;

/// Where a request goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Target {
    Node(u32),
    Wrong(Wrong),
}

/// Why a request goes nowhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wrong {
    NoRange,
    TooLong,
}

impl Wrong {
    /// I5: DECERR or SLVERR.
    pub fn resp(self) -> u8 {
        match self {
            Self::NoRange => 3,
            Self::TooLong => 2,
        }
    }

    /// Its bit of `error`.
    pub fn error(self) -> u8 {
        match self {
            Self::NoRange => 1,
            Self::TooLong => 2,
        }
    }
}

impl Target {
    pub fn node(self) -> Option<u32> {
        if let Self::Node(node) = self { Some(node) } else { None }
    }
}

/// A request with its range, the address by the range's rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ranged {
    pub request: Request,
    pub target: Target,
}

/// The three stages of a direction.
#[derive(Debug, Clone, Default)]
pub(super) struct Stages {
    first: Option<Request>,
    second: Option<Ranged>,
    /// With its routing bits.
    third: Option<(Ranged, u64)>,
}

impl Stages {
    pub fn ready(&self) -> bool {
        self.first.is_none()
    }

    /// The request in stage 3, with its routing bits.
    pub fn last(&self) -> Option<(Ranged, u64)> {
        self.third
    }

    /// The clock passes: `issued` is that the request in stage 3 was, `comes` what was offered. `prepared` is n of T7 at `node`.
    pub fn step(&mut self, issued: bool, comes: Option<Request>, node: u32, map: &Mapped, routing: &impl Routing, prepared: &mut u32) {
        let ready = self.ready();
        if issued {
            self.third = None;
        }
        if self.third.is_none() {
            self.third = self.second.take().map(|ranged| {
                let bits = ranged.target.node().filter(|&to| to != node).map(|to| {
                    let n = *prepared;
                    *prepared = n.wrapping_add(1);
                    routing.source_bits(node, to, n)
                });
                (ranged, bits.unwrap_or(0))
            });
        }
        if self.second.is_none() {
            self.second = self.first.take().map(|request| map.range(request));
        }
        if ready {
            self.first = comes;
        }
    }
}

/// The map, and the longest burst.
#[derive(Debug, Clone)]
pub(super) struct Mapped {
    pub map: AddressMap,
    pub max_burst: usize,
}

impl Mapped {
    fn range(&self, request: Request) -> Ranged {
        match self.map.lookup(request.addr) {
            None => Ranged { request, target: Target::Wrong(Wrong::NoRange) },
            Some(_) if usize::from(request.len) + 1 > self.max_burst => Ranged { request, target: Target::Wrong(Wrong::TooLong) },
            Some(place) => Ranged { request: Request { addr: place.address, ..request }, target: Target::Node(place.node) },
        }
    }
}

/// A busy slot: an ID, and a node or none for a wrong request.
#[derive(Debug, Clone, Copy)]
struct Busy {
    id: u16,
    node: Option<u32>,
}

/// The slots of a direction.
#[derive(Debug, Clone)]
pub(super) struct Slots {
    slots: Vec<Option<Busy>>,
    order: IdOrder,
}

impl Slots {
    pub fn new(count: usize, order: IdOrder) -> Self {
        Self { slots: vec![None; count], order }
    }

    /// I2, I3: the slot that a request takes, if one is free and the request is in order.
    pub fn slot_for(&self, ranged: &Ranged) -> Option<u8> {
        let node = ranged.target.node();
        let waits = |busy: &Busy| busy.id == ranged.request.id && (self.order == IdOrder::One || busy.node != node);
        let free = self.slots.iter().position(Option::is_none)?;
        (!self.slots.iter().flatten().any(waits)).then_some(free as u8)
    }

    /// The ID of a busy slot.
    pub fn id(&self, slot: u8) -> u16 {
        self.slots[usize::from(slot)].expect("a response is of a busy slot").id
    }

    pub fn take(&mut self, slot: u8, ranged: &Ranged) {
        self.slots[usize::from(slot)] = Some(Busy { id: ranged.request.id, node: ranged.target.node() });
    }

    pub fn free(&mut self, slot: u8) {
        self.slots[usize::from(slot)] = None;
    }
}
