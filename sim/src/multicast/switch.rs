//! The switch of a router: grants of outputs, and the streams through it (docs/multicast_router.md, B2, B4 to B7).

use super::Shared;
use super::buffer::Stage;
use super::geometry::{PORTS, UNIT};
use super::header::Type;
use super::router::{Consumed, OUTPUTS, Router, VCS};
use super::unit::PendingReport;
use super::wires::{Flit, Registers, bits, round_robin};
use super::wires::{Grants, Stream};

impl Router {
    /// B4: the outputs that are granted to each input, and the VC that each input has picked.
    pub(super) fn arbitrate(&self) -> Grants {
        let mut grants = Grants::default();
        if self.ready == 0 {
            return grants;
        }
        // B2, S3.
        let unit = u16::from(self.unit.report.is_some()) << UNIT;
        let idle = !(self.taken | self.unit.disabled | unit) & ((1 << OUTPUTS) - 1);
        let mut asked = [0u16; OUTPUTS];
        let mut any = 0u16;
        for input in bits(!u32::from(self.streaming) & ((1 << PORTS) - 1)) {
            let mut possible = [0u16; VCS];
            let mut with = 0u32;
            for vc in bits(self.ready >> (VCS * input) & 7) {
                let buffer = &self.buffers[input][vc];
                let outputs = bits((buffer.pending & idle).into()).filter(|&o| buffer.vcs[o] & self.free[o] != 0);
                possible[vc] = outputs.fold(0, |all, o| all | 1 << o);
                with |= u32::from(possible[vc] != 0) << vc;
            }
            let Some(vc) = round_robin(with, self.input_pointer[input]) else { continue };
            grants.picked[input] = vc;
            any |= possible[vc as usize];
            bits(possible[vc as usize].into()).for_each(|o| asked[o] |= 1 << input);
        }
        for output in bits(any.into()) {
            let input = round_robin(asked[output].into(), self.output_pointer[output]).expect("somebody asks");
            grants.outputs[input as usize] |= 1 << output;
            grants.inputs |= 1 << input;
        }
        grants
    }

    /// B4 (pointers), B5.
    pub(super) fn grant(&mut self, grants: &Grants) {
        for input in bits(grants.inputs.into()) {
            let (vc, outputs) = (grants.picked[input], grants.outputs[input]);
            let buffer = &mut self.buffers[input][vc as usize];
            for output in bits(outputs.into()) {
                let free = buffer.vcs[output] & self.free[output];
                self.out_vc[output] = free.trailing_zeros() as u8;
                if output != UNIT as usize {
                    self.free[output] &= !(1 << self.out_vc[output]);
                }
                self.output_pointer[output] = (input as u8 + 1) % PORTS as u8;
            }
            buffer.pending &= !outputs;
            buffer.age = 0;
            if buffer.pending == 0 {
                self.ready &= !(1 << (VCS * input + vc as usize));
            }
            self.taken |= outputs;
            self.streaming |= 1 << input;
            self.stream[input] = Stream { vc, outputs, index: 0 };
            self.input_pointer[input] = (vc + 1) % VCS as u8;
        }
    }

    /// B6, B7: the stream of an input.
    pub(super) fn advance(&mut self, shared: &Shared, t: u64, input: usize, out: &mut Registers, consumed: &mut impl FnMut(Consumed)) {
        let Stream { vc, outputs, index } = self.stream[input];
        let buffer = &self.buffers[input][vc as usize];
        // Messages of this clock are in the registers of the next one already.
        let messages = out.flits & outputs;
        if index >= buffer.len || messages != 0 {
            return;
        }
        let tail = buffer.tail && index + 1 == buffer.len;
        for output in bits(outputs.into()).filter(|&o| o != UNIT as usize) {
            let data = buffer.flit(index, output);
            out.show(output as u8, Flit { data, number: buffer.number, vc: self.out_vc[output], head: index == 0, tail });
        }
        self.moved += u64::from(outputs.count_ones());
        self.stream[input].index += 1;
        if !tail {
            return;
        }
        self.streaming &= !(1 << input);
        self.taken &= !outputs;
        if outputs >> UNIT & 1 == 1 {
            let (number, flit1) = (buffer.number, if buffer.len > 1 { Some(buffer.data[1]) } else { None });
            consumed(match buffer.kind {
                Type::SetUp => {
                    if let Some(flit1) = flit1 {
                        self.unit.set(flit1, shared.geometry.address_bits(), t + 1);
                    }
                    Consumed::SetUp(number)
                }
                Type::Report => Consumed::Report(number),
                _ => {
                    self.unit.report = Some(PendingReport { flit1: flit1.unwrap_or(0), number });
                    Consumed::ShotDown(number)
                }
            });
        }
        if self.buffers[input][vc as usize].pending == 0 {
            self.empty(input, vc as usize);
        }
    }

    /// B7: buffers with nothing left to do that no stream reads and that have their tail.
    pub(super) fn left(&self) -> u32 {
        let read = bits(self.streaming.into()).fold(0, |all, i| all | 1 << (VCS * i + self.stream[i].vc as usize));
        let candidates = self.occupied & !(self.ready | self.asking | self.nacking | read);
        let leaves = |b: &usize| {
            let buffer = &self.buffers[b / VCS][b % VCS];
            buffer.stage == Stage::Routed && buffer.tail
        };
        bits(candidates).filter(leaves).fold(0, |all, b| all | 1 << b)
    }
}
