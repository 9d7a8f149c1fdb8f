//! The subordinate side of a node (docs/axi4_interface.md, S1 to S4).

use std::collections::VecDeque;

use torusmith_topology::TerminalId;

use super::flits::{Header, RequestFlit, ResponseFlit};
use super::format::Format;
use super::links::{Access, Giver, Packet, SideInputs, Taker};
use super::options::Axi4Options;
use super::places::TwoPlaces;
use super::signals::{Data, ReadBeat, Request, SubordinateInputs, SubordinateOutputs, WriteBeat, WriteResponse};
use crate::config::RouterConfig;
use crate::routing::Routing;

/// What is kept of a request that was accepted (S2).
#[derive(Debug, Clone, Copy)]
struct Origin {
    source: u32,
    slot: u8,
    len: u8,
}

/// The requests of a direction that wait for their responses.
#[derive(Debug, Clone)]
struct OutstandingRequests {
    most: usize,
    /// S2.
    count: usize,
    queue: VecDeque<Origin>,
    /// S3: with its routing bits.
    prepared: Option<(Origin, u64)>,
}

impl OutstandingRequests {
    fn new(most: usize) -> Self {
        Self { most, count: 0, queue: VecDeque::new(), prepared: None }
    }

    fn has_room(&self) -> bool {
        self.count < self.most
    }

    /// The prepared response to a read or write (P1).
    fn packet(&self, kind: Access) -> Option<Packet> {
        let flits = |len: u8| if kind == Access::Read { usize::from(len) + 1 } else { 1 };
        self.prepared.map(|(Origin { source, len, .. }, _)| Packet { destination: source, flits: flits(len) })
    }

    /// The head that is prepared.
    fn header(&self, kind: Access) -> Option<Header> {
        let (Origin { source, slot, .. }, bits) = self.prepared?;
        Some(Header { destination: source, bits, write: kind == Access::Write, slot })
    }

    /// The clock passes: a request was `accepted`, the prepared head `given`, the last flit of a response `ended`. `prepared` is n of T7.
    fn step(&mut self, accepted: Option<Origin>, given: bool, ended: bool, node: u32, prepared: &mut u32, routing: &impl Routing) {
        if given || self.prepared.is_none() {
            self.prepared = self.queue.pop_front().map(|origin| {
                let (n, source) = (*prepared, origin.source);
                let bits = if source == node { 0 } else { routing.source_bits(TerminalId(node), TerminalId(source), n) };
                *prepared = n.wrapping_add(u32::from(source != node));
                (origin, bits)
            });
        }
        self.queue.extend(accepted);
        self.count = self.count + usize::from(accepted.is_some()) - usize::from(ended);
    }
}

/// The subordinate side.
#[derive(Debug, Clone)]
pub(super) struct SubordinateSide {
    node: u32,
    options: Axi4Options,
    /// A.
    address_bits: u32,
    ar: Option<Request>,
    aw: Option<Request>,
    w: Option<WriteBeat>,
    reads: OutstandingRequests,
    writes: OutstandingRequests,
    /// n of T7 (S3).
    prepared: u32,
    /// S4.
    b: TwoPlaces<WriteResponse>,
    pub giver: Giver<ResponseFlit>,
    pub taker: Taker<RequestFlit>,
}

impl SubordinateSide {
    pub fn new(node: u32, config: RouterConfig, options: Axi4Options, format: &Format, own_links: bool) -> Self {
        Self {
            node,
            options,
            address_bits: format.address_bits(),
            ar: None,
            aw: None,
            w: None,
            reads: OutstandingRequests::new(options.reads_held),
            writes: OutstandingRequests::new(options.writes_held),
            prepared: 0,
            b: TwoPlaces::default(),
            giver: Giver::new(node, config),
            taker: Taker::of_requests(config, own_links),
        }
    }

    pub fn outputs(&self) -> SubordinateOutputs {
        let rready = self.read_can_go() || self.giver.open().is_some();
        SubordinateOutputs { aw: self.aw, w: self.w, bready: self.b.ready(), ar: self.ar, rready }
    }

    /// S4: a write's response that asks for the giver.
    fn asking_write(&self) -> Option<Packet> {
        self.b.front().and(self.writes.packet(Access::Write))
    }

    /// S4: a beat that is shown would be given in the head of its response.
    fn read_can_go(&self) -> bool {
        let chosen = self.giver.choose(self.reads.packet(Access::Read), self.asking_write());
        chosen.is_some_and(|(kind, _)| kind == Access::Read)
    }

    /// P3: request of a head as the subordinate gets it.
    fn shown(&self, source: u32, request: Request) -> Request {
        let Axi4Options { user_width, exclusive, .. } = self.options;
        let identity = u128::from(source) | u128::from(request.id) << self.address_bits;
        Request { id: 0, user: request.user | if exclusive { identity << user_width } else { 0 }, ..request }
    }

    /// One clock, in which the links carry `arriving`.
    pub fn step(&mut self, inputs: &SubordinateInputs, arriving: &SideInputs<RequestFlit>, routing: &impl Routing) {
        // S4.
        let chosen = self.giver.choose(inputs.r.and(self.reads.packet(Access::Read)), self.asking_write());
        let kind = chosen.map(|(kind, _)| kind);
        let (gives_read, gives_write) = (kind == Some(Access::Read), kind == Some(Access::Write));
        let beat = |header, ReadBeat { data, resp, last, user, .. }| ResponseFlit { header, data, resp, user, last };
        let response = |header, WriteResponse { resp, user, .. }| ResponseFlit { header, data: Data::default(), resp, user, last: true };
        let given = match chosen {
            Some((Access::Read, vc)) => inputs.r.map(|r| (vc, beat(self.reads.header(Access::Read), r))),
            Some((Access::Write, vc)) => self.b.front().map(|b| (vc, response(self.writes.header(Access::Write), b))),
            None => self.giver.open().zip(inputs.r).map(|(vc, r)| (vc, beat(None, r))),
        };
        let ends_read = !gives_write && given.is_some_and(|(_, flit)| flit.last);
        self.b.step(gives_write, inputs.b);
        self.giver.step(given, kind, arriving.credits);

        // S1.
        let (free_ar, free_aw) = (self.ar.is_none() || inputs.arready, self.aw.is_none() || inputs.awready);
        let free_w = self.w.is_none() || inputs.wready;
        let (may_read, may_write) = (free_ar && self.reads.has_room(), free_aw && self.writes.has_room());
        let accepted = |flit: &RequestFlit| match flit {
            RequestFlit::Head { header, .. } => {
                if header.write {
                    may_write
                } else {
                    may_read
                }
            }
            RequestFlit::Data(_) => free_w,
        };
        let taken = self.taker.step(accepted, arriving.flits);
        self.ar = self.ar.filter(|_| !free_ar);
        self.aw = self.aw.filter(|_| !free_aw);
        self.w = self.w.filter(|_| !free_w);
        let (mut read, mut write) = (None, None);
        match taken {
            Some(RequestFlit::Head { header, source, request }) => {
                let shown = Some(self.shown(source, request));
                let origin = Some(Origin { source, slot: header.slot, len: request.len });
                if header.write {
                    (self.aw, write) = (shown, origin);
                } else {
                    (self.ar, read) = (shown, origin);
                }
            }
            Some(RequestFlit::Data(beat)) => self.w = Some(beat),
            None => {}
        }
        self.reads.step(read, gives_read, ends_read, self.node, &mut self.prepared, routing);
        self.writes.step(write, gives_write, gives_write, self.node, &mut self.prepared, routing);
    }
}
