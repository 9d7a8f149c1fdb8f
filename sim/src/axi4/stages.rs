//! The stages and slots of a direction of a manager side (docs/axi4_interface.md, I1 and I2).

use torusmith_design::IdOrder;
use torusmith_topology::TerminalId;
use torusmith_topology::address_map::AddressMap;

use super::places::TwoPlaces;
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

/// The places and stages of a direction.
#[derive(Debug, Clone)]
pub(super) struct Stages {
    places: TwoPlaces<Request>,
    /// R > 0.
    has_routing_stage: bool,
    /// What was looked up.
    routing: Option<MappedRequest>,
    /// The issue stage: a request with its routing bits.
    issue: Option<(MappedRequest, u64)>,
}

impl Stages {
    pub fn new(has_routing_stage: bool) -> Self {
        Self { places: TwoPlaces::default(), has_routing_stage, routing: None, issue: None }
    }

    pub fn ready(&self) -> bool {
        self.places.ready()
    }

    /// The request in the issue stage, with its routing bits.
    pub fn last(&self) -> Option<(MappedRequest, u64)> {
        self.issue
    }

    /// One clock: `issued` if the request in the issue stage was, `comes` the request offered. `prepared` is n of T7 at `node`.
    pub fn step(
        &mut self,
        issued: bool,
        comes: Option<Request>,
        node: u32,
        map: &RequestMapper,
        routing: &impl Routing,
        prepared: &mut u32,
    ) {
        if issued {
            self.issue = None;
        }
        let looked_up = self.places.front().map(|request| map.range(request));
        let leaves_first = if self.has_routing_stage {
            if self.issue.is_none() {
                self.issue = self.routing.take().map(|mapped| {
                    let bits = mapped.target.node().filter(|&to| to != node).map(|to| {
                        let n = *prepared;
                        *prepared = n.wrapping_add(1);
                        routing.source_bits(TerminalId(node), TerminalId(to), n)
                    });
                    (mapped, bits.unwrap_or(0))
                });
            }
            let leaves = self.routing.is_none();
            self.routing = self.routing.or(looked_up);
            leaves
        } else {
            let leaves = self.issue.is_none();
            self.issue = self.issue.or(looked_up.map(|mapped| (mapped, 0)));
            leaves
        };
        self.places.step(leaves_first, comes);
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
