//! The manager side of a node (docs/axi4_interface.md, I1 to I5 and RS1 to RS5).

use std::sync::Arc;

use super::flits::{Header, RequestFlit, ResponseFlit};
use super::format::Format;
use super::links::{Access, Giver, Packet, SideInputs, Taker};
use super::options::Axi4Options;
use super::responses::{ReadEvents, ReadResponses, WriteResponses};
use super::signals::{ManagerInputs, ManagerOutputs, Request};
use super::stages::{MappedRequest, RequestError, RequestMapper, Slots, Stages, Target};
use super::write_data::WriteData;
use crate::config::RouterConfig;
use crate::routing::Routing;

/// A direction: its stages and slots.
#[derive(Debug, Clone)]
struct RequestPipeline {
    stages: Stages,
    slots: Slots,
}

/// A request that leaves the issue stage, and its slot.
#[derive(Debug, Clone, Copy)]
struct IssuedRequest {
    mapped: MappedRequest,
    bits: u64,
    slot: u8,
}

impl RequestPipeline {
    fn new(slots: usize, options: &Axi4Options, format: &Format) -> Self {
        Self { stages: Stages::new(format.routing_bits() > 0), slots: Slots::new(slots, options.id_order) }
    }

    /// The request in the issue stage with a slot, if one is free and it is in order (I3).
    fn candidate(&self) -> Option<IssuedRequest> {
        let (mapped, bits) = self.stages.last()?;
        self.slots.slot_for(&mapped).map(|slot| IssuedRequest { mapped, bits, slot })
    }
}

impl IssuedRequest {
    fn wrong(&self) -> Option<RequestError> {
        if let Target::Error(wrong) = self.mapped.target { Some(wrong) } else { None }
    }

    fn beats(&self) -> usize {
        usize::from(self.mapped.request.len) + 1
    }

    /// P1: its packet, if it is not wrong.
    fn packet(&self, kind: Access) -> Option<Packet> {
        let flits = if kind == Access::Write { 1 + self.beats() } else { 1 };
        self.mapped.target.node().map(|destination| Packet { destination, flits })
    }
}

/// The manager side.
#[derive(Debug, Clone)]
pub(super) struct ManagerSide {
    node: u32,
    options: Axi4Options,
    map: Arc<RequestMapper>,
    reads: RequestPipeline,
    writes: RequestPipeline,
    /// n of T7 (I1).
    prepared: u32,
    data: WriteData,
    pub giver: Giver<RequestFlit>,
    pub taker: Taker<ResponseFlit>,
    write_responses: WriteResponses,
    read_responses: ReadResponses,
    error: u8,
}

impl ManagerSide {
    pub fn new(node: u32, config: RouterConfig, options: Axi4Options, format: &Format, map: Arc<RequestMapper>) -> Self {
        Self {
            node,
            options,
            reads: RequestPipeline::new(options.read_slots, &options, format),
            writes: RequestPipeline::new(options.write_slots, &options, format),
            prepared: 0,
            data: WriteData::new(options.write_beats, options.write_start),
            giver: Giver::new(node, config),
            taker: Taker::new(config, map.map.is_subordinate(node)),
            write_responses: WriteResponses::default(),
            read_responses: ReadResponses::new(options.read_beats),
            error: 0,
            map,
        }
    }

    pub fn outputs(&self) -> ManagerOutputs {
        ManagerOutputs {
            awready: self.writes.stages.ready(),
            wready: self.data.ready(),
            b: self.write_responses.shown(),
            arready: self.reads.stages.ready(),
            r: self.read_responses.shown(),
            error: self.error,
        }
    }

    /// P1, P3.
    fn head(&self, issued: &IssuedRequest, write: bool) -> RequestFlit {
        let destination = issued.mapped.target.node().expect("a wrong request has no packet");
        let header = Header { destination, bits: issued.bits, write, slot: issued.slot };
        let Request { id, lock, .. } = issued.mapped.request;
        let (id, lock) = if self.options.exclusive { (id, lock) } else { (0, false) };
        RequestFlit::Head { header, source: self.node, request: Request { id, lock, ..issued.mapped.request } }
    }

    /// One clock, in which the links carry `arriving`.
    pub fn step(&mut self, inputs: &ManagerInputs, clear_error: bool, arriving: &SideInputs<ResponseFlit>, routing: &impl Routing) {
        // I3, all from the state of this clock.
        let (read, write) = (self.reads.candidate(), self.writes.candidate());
        let asking_read = read.filter(|read| read.wrong().is_none() && self.read_responses.free_places() >= read.beats());
        let asking_write = write.filter(|write| write.wrong().is_none() && self.data.can_start(write.beats()));
        let packet = |kind, issued: Option<IssuedRequest>| issued.and_then(|issued| issued.packet(kind));
        let data = self.giver.open().zip(self.data.front()); // I4
        let idle = self.giver.choose(packet(Access::Read, asking_read), packet(Access::Write, asking_write));
        let within_write = self.giver.choose_within_write(packet(Access::Read, asking_read)).filter(|_| data.is_none());
        let chosen = idle.or(within_write);
        let kind = chosen.map(|(kind, _)| kind);
        let wrong_read = read.filter(|read| read.wrong().is_some() && self.read_responses.can_answer_wrong());
        let wrong_write = write.filter(|write| write.wrong().is_some() && self.giver.is_idle() && self.data.can_drop());
        let read = wrong_read.or(asking_read.filter(|_| kind == Some(Access::Read)));
        let write = wrong_write.or(asking_write.filter(|_| kind == Some(Access::Write)));

        // Flit for the network: a head, or data.
        let given = match chosen {
            Some((Access::Read, vc)) => read.map(|read| (vc, self.head(&read, false))),
            Some((Access::Write, vc)) => write.map(|write| (vc, self.head(&write, true))),
            None => data.map(|(vc, beat)| (vc, RequestFlit::Data(beat))),
        };
        self.giver.step(given, kind, arriving.credits);

        // Flit from the network (RS1), and the dropper's response, which waits for it (I5).
        let taken = self.taker.step(|_| true, arriving.flits);
        let (response, flit) = match taken {
            Some(ResponseFlit { header: Some(Header { write: true, slot, .. }), resp, user, .. }) => (Some((slot, resp, user)), None),
            flit => (None, flit),
        };
        let dropped = self.data.response().map(|(slot, resp)| (slot, resp, 0)).filter(|_| response.is_none());

        let wrong = |issued: IssuedRequest| issued.wrong().map(|wrong| (issued.slot, wrong));
        let events = ReadEvents {
            reserved: read.filter(|read| read.wrong().is_none()).map_or(0, |read| read.beats()),
            wrong: read.and_then(|read| wrong(read).map(|(slot, wrong)| (slot, wrong, read.beats()))),
            flit,
        };
        let freed_read = self.read_responses.step(inputs.rready, events, &self.reads.slots);
        let freed_write = self.write_responses.step(inputs.bready, response.or(dropped), &self.writes.slots);
        self.data.step(data.is_some(), dropped.is_some(), write.and_then(wrong), inputs.w);

        self.error = if clear_error { 0 } else { self.error };
        for (direction, issued, freed, comes) in
            [(&mut self.reads, read, freed_read, inputs.ar), (&mut self.writes, write, freed_write, inputs.aw)]
        {
            freed.into_iter().for_each(|slot| direction.slots.free(slot));
            if let Some(issued) = issued {
                direction.slots.take(issued.slot, &issued.mapped);
                self.error |= issued.wrong().map_or(0, RequestError::error);
            }
            direction.stages.step(issued.is_some(), comes, self.node, &self.map, routing, &mut self.prepared);
        }
    }
}
