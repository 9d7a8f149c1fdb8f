//! The stages and slots of a direction of a manager side (docs/axi4_interface.md, I1 and I2).

use torusmith_design::IdOrder;
use torusmith_topology::address_map::AddressMap;

use super::signals::Request;
use crate::routing::Routing;

/// Destination of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Target {
    Node(u32),
    Error(RequestError),
}

/// Reason why a request has no destination.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RequestError {
    NoRange,
    TooLong,
}

impl RequestError {
    /// I5: DECERR or SLVERR.
    pub fn resp(self) -> u8 {
        match self {
            Self::NoRange => 3,
            Self::TooLong => 2,
        }
    }

    /// Bit of `error` that the request sets.
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

/// A request after the address map: its destination, and the address by the range's rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct MappedRequest {
    pub request: Request,
    pub target: Target,
}

/// The three stages of a direction.
#[derive(Debug, Clone, Default)]
pub(super) struct Stages {
    first: Option<Request>,
    second: Option<MappedRequest>,
    /// Third stage: a request with its routing bits.
    third: Option<(MappedRequest, u64)>,
}

impl Stages {
    pub fn ready(&self) -> bool {
        self.first.is_none()
    }

    /// The request in stage 3, with its routing bits.
    pub fn last(&self) -> Option<(MappedRequest, u64)> {
        self.third
    }

    /// One clock: `issued` if the request in stage 3 was, `comes` the request offered. `prepared` is n of T7 at `node`.
    pub fn step(
        &mut self,
        issued: bool,
        comes: Option<Request>,
        node: u32,
        map: &RequestMapper,
        routing: &impl Routing,
        prepared: &mut u32,
    ) {
        let ready = self.ready();
        if issued {
            self.third = None;
        }
        if self.third.is_none() {
            self.third = self.second.take().map(|mapped| {
                let bits = mapped.target.node().filter(|&to| to != node).map(|to| {
                    let n = *prepared;
                    *prepared = n.wrapping_add(1);
                    routing.source_bits(node, to, n)
                });
                (mapped, bits.unwrap_or(0))
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
pub(super) struct RequestMapper {
    pub map: AddressMap,
    pub max_burst: usize,
}

impl RequestMapper {
    fn range(&self, request: Request) -> MappedRequest {
        match self.map.lookup(request.addr) {
            None => MappedRequest { request, target: Target::Error(RequestError::NoRange) },
            Some(_) if usize::from(request.len) + 1 > self.max_burst => {
                MappedRequest { request, target: Target::Error(RequestError::TooLong) }
            }
            Some(place) => MappedRequest { request: Request { addr: place.address, ..request }, target: Target::Node(place.node) },
        }
    }
}

/// A busy slot: an ID, and a node or none for a wrong request.
#[derive(Debug, Clone, Copy)]
struct BusySlot {
    id: u16,
    node: Option<u32>,
}

/// The slots of a direction.
#[derive(Debug, Clone)]
pub(super) struct Slots {
    slots: Vec<Option<BusySlot>>,
    order: IdOrder,
}

impl Slots {
    pub fn new(count: usize, order: IdOrder) -> Self {
        Self { slots: vec![None; count], order }
    }

    /// I2, I3: the slot that a request takes, if one is free and the request is in order.
    pub fn slot_for(&self, mapped: &MappedRequest) -> Option<u8> {
        let node = mapped.target.node();
        let waits = |busy: &BusySlot| busy.id == mapped.request.id && (self.order == IdOrder::One || busy.node != node);
        let free = self.slots.iter().position(Option::is_none)?;
        (!self.slots.iter().flatten().any(waits)).then_some(free as u8)
    }

    /// The ID of a busy slot.
    pub fn id(&self, slot: u8) -> u16 {
        self.slots[usize::from(slot)].expect("a response is of a busy slot").id
    }

    pub fn take(&mut self, slot: u8, mapped: &MappedRequest) {
        self.slots[usize::from(slot)] = Some(BusySlot { id: mapped.request.id, node: mapped.target.node() });
    }

    pub fn free(&mut self, slot: u8) {
        self.slots[usize::from(slot)] = None;
    }
}
