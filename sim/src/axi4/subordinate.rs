//! The subordinate side of a node (docs/axi4_interface.md, S1 to S4).

use std::collections::VecDeque;

use super::flits::{Header, RequestFlit, ResponseFlit};
use super::format::Format;
use super::links::SideInputs;
use super::links::Taker;
use super::links::{Access, Giver};
use super::options::Axi4Options;
use super::signals::{ReadBeat, Request, SubordinateInputs, SubordinateOutputs, WriteBeat, WriteResponse};
use crate::config::RouterConfig;
use crate::routing::Routing;

/// Source and slot of a request that was accepted.
type Origin = (u32, u8);

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

    /// The node to which the response that is prepared goes.
    fn destination(&self) -> Option<u32> {
        self.prepared.map(|((source, _), _)| source)
    }

    /// The clock passes: a request was `accepted`, the prepared head `given`, the last flit of a response `ended`. `prepared` is n of T7.
    fn step(&mut self, accepted: Option<Origin>, given: bool, ended: bool, node: u32, prepared: &mut u32, routing: &impl Routing) {
        if given || self.prepared.is_none() {
            self.prepared = self.queue.pop_front().map(|(source, slot)| {
                let n = *prepared;
                let bits = if source == node { 0 } else { routing.source_bits(node, source, n) };
                *prepared = n.wrapping_add(u32::from(source != node));
                ((source, slot), bits)
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
    /// S4: resp and user.
    b: Option<(u8, u64)>,
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
            b: None,
            giver: Giver::new(node, config),
            taker: Taker::new(config, own_links),
        }
    }

    pub fn outputs(&self) -> SubordinateOutputs {
        SubordinateOutputs { aw: self.aw, w: self.w, bready: self.b.is_none(), ar: self.ar, rready: self.giver.open().is_some() }
    }

    /// P3: request of a head as the subordinate gets it.
    fn shown(&self, header: &Header, request: Request) -> Request {
        let Axi4Options { user_width, exclusive, .. } = self.options;
        let identity = u128::from(header.source) | u128::from(request.id) << self.address_bits;
        Request { id: 0, user: request.user | if exclusive { identity << user_width } else { 0 }, ..request }
    }

    fn head(&self, held: &OutstandingRequests, write: bool, resp: u8, user: u64) -> ResponseFlit {
        let ((destination, slot), bits) = held.prepared.expect("a head that is given was prepared");
        ResponseFlit::Head { header: Header { source: self.node, destination, bits, write, slot }, resp, user }
    }

    /// One clock, in which the links carry `arriving`.
    pub fn step(&mut self, inputs: &SubordinateInputs, arriving: &SideInputs<RequestFlit>, routing: &impl Routing) {
        // S4.
        let answers_read = inputs.r.and(self.reads.destination());
        let answers_write = self.b.and(self.writes.destination());
        let chosen = self.giver.choose(answers_read, answers_write);
        let kind = chosen.map(|(kind, _)| kind);
        let beat = self.giver.open().zip(inputs.r);
        let given = match chosen {
            Some((Access::Read, vc)) => Some((vc, self.head(&self.reads, false, 0, 0))),
            Some((Access::Write, vc)) => self.b.map(|(resp, user)| (vc, self.head(&self.writes, true, resp, user))),
            None => beat.map(|(vc, ReadBeat { data, resp, last, user, .. })| (vc, ResponseFlit::Data { data, resp, user, last })),
        };
        let (gives_read, gives_write) = (kind == Some(Access::Read), kind == Some(Access::Write));
        let ends_read = beat.is_some_and(|(_, beat)| beat.last);
        self.b = match self.b {
            None => inputs.b.map(|WriteResponse { resp, user, .. }| (resp, user)),
            full => full.filter(|_| !gives_write),
        };
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
            Some(RequestFlit::Head { header, request }) => {
                let (shown, origin) = (Some(self.shown(&header, request)), Some((header.source, header.slot)));
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
