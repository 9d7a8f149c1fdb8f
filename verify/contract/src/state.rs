//! Contents of a router's registers in a clock, in the contract's terms. Numbers are least significant bit first.

use torusmith_design::Pipeline;

use crate::named::{BitName, NamedBits};
use crate::wires::{CreditLink, FlitLink};
use crate::{Gates, Parameters, vector};

/// A flit in a buffer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flit<Bit> {
    /// The flit is a head.
    pub head: Bit,
    /// The flit is a tail.
    pub tail: Bit,
    /// W data bits, as received; a head's [own](Parameters::own) bits are arbitrary.
    pub data: Vec<Bit>,
}

/// An input VC (i, v).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputVc<Bit> {
    /// D places; the front (RQ1) is at place 0. Places from `count` on are arbitrary.
    pub buffer: Vec<Flit<Bit>>,
    /// Flits in the buffer, 0 to D.
    pub count: Vec<Bit>,
    /// The packet at the front holds an output VC (RQ1).
    pub act: Bit,
    /// o of the held output VC; arbitrary without `act`.
    pub port: Vec<Bit>,
    /// w of the held output VC; arbitrary without `act`.
    pub vc: Vec<Bit>,
    /// Head request (RQ3).
    pub hreq: Bit,
    /// Number of the candidate that the head requests, or would request (RQ3, VA2). Arbitrary without a head at the front; empty if a head
    /// has only one candidate.
    pub candidate: Vec<Bit>,
}

/// A VC of an input port, or none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VcChoice<Bit> {
    /// A VC is chosen.
    pub some: Bit,
    /// The chosen VC; arbitrary without `some`.
    pub vc: Vec<Bit>,
}

/// An input port i.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputPort<Bit> {
    /// By VC.
    pub vcs: Vec<InputVc<Bit>>,
    /// Round robin over VCs (SA1); empty with `PIPELINE` = 3.
    pub pointer: Vec<Bit>,
    /// The called VC (VA1); only with `PIPELINE` = 3.
    pub called: Option<VcChoice<Bit>>,
    /// The picked VC (VA6); only with `PIPELINE` = 3.
    pub picked: Option<VcChoice<Bit>>,
    /// The credit output register (ST2).
    pub credit: CreditLink<Bit>,
}

/// An output VC (o, w).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutputVc<Bit> {
    /// A packet holds the VC (VC1).
    pub owned: Bit,
    /// Free places at the other end, 0 to D (VC2).
    pub credit: Vec<Bit>,
}

/// An output port o.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutputPort<Bit> {
    /// By VC.
    pub vcs: Vec<OutputVc<Bit>>,
    /// Round robin over input ports (SA3).
    pub pointer: Vec<Bit>,
    /// Round robin over input ports of the arbiters of VC allocation (VA3): `[m][c]`, by message class and class; `[m]` is empty unless
    /// `PIPELINE` = 3.
    pub allocators: Vec<Vec<Vec<Bit>>>,
    /// The output register (ST1); `None` with `PIPELINE` = 1.
    pub flit: Option<FlitLink<Bit>>,
}

/// Checks of a local port: the flits that were on its link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocalGuard<Bit> {
    /// By VC: a packet is open at the local input (E2).
    pub open: Vec<Bit>,
    /// By VC: the open packet is being dropped (E1, bit 2); 0 if none is open.
    pub dropping: Vec<Bit>,
    /// A flit that bit 2 dropped in the previous clock, as a credit for its VC, which is on the link in the next clock (E5).
    pub dropped: CreditLink<Bit>,
}

/// All registers of a router.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State<Bit> {
    /// The router's address (Z2).
    pub node: Vec<Bit>,
    /// By input port.
    pub inputs: Vec<InputPort<Bit>>,
    /// By output port.
    pub outputs: Vec<OutputPort<Bit>>,
    /// By local port.
    pub guards: Vec<LocalGuard<Bit>>,
    /// By local port: overflow, framing, destination (E3).
    pub error: Vec<Bit>,
}

impl<Bit: Copy> State<Bit> {
    /// A state whose bits all have one value; with `()`, the structure from which [`NamedBits::map`] makes a state of variables.
    pub fn of(parameters: &Parameters, bit: Bit) -> Self {
        let p = parameters;
        let number = |bits: usize| vec![bit; bits];
        let three = p.pipeline == Pipeline::Three;
        let chosen = || three.then(|| VcChoice { some: bit, vc: number(p.vc_bits()) });
        let input_vc = InputVc {
            buffer: vec![Flit { head: bit, tail: bit, data: number(p.data_bits()) }; p.depth],
            count: number(p.count_bits()),
            act: bit,
            port: number(p.port_bits()),
            vc: number(p.vc_bits()),
            hreq: bit,
            candidate: number(p.candidate_bits()),
        };
        let input = InputPort {
            vcs: vec![input_vc; p.vcs],
            pointer: number(if three { 0 } else { p.vc_bits() }),
            called: chosen(),
            picked: chosen(),
            credit: CreditLink::of(p, bit),
        };
        let output = |o| OutputPort {
            vcs: vec![OutputVc { owned: bit, credit: number(p.count_bits()) }; p.vcs],
            pointer: number(p.port_bits()),
            allocators: vec![vec![number(p.port_bits()); p.arbiters(o)]; p.message_classes],
            flit: (p.pipeline != Pipeline::One).then(|| FlitLink::of(p, bit)),
        };
        Self {
            node: number(p.router_bits()),
            inputs: vec![input; p.ports],
            outputs: (0..p.ports).map(output).collect(),
            guards: vec![LocalGuard { open: number(p.vcs), dropping: number(p.vcs), dropped: CreditLink::of(p, bit) }; p.locals()],
            error: number(3 * p.locals()),
        }
    }

    /// The state in clock 0 (Z1); arbitrary bits are 0.
    pub fn reset<G: Gates<Bit = Bit>>(gates: &mut G, parameters: &Parameters, node: &[Bit]) -> Self {
        let zero = gates.constant(false);
        let mut state = Self::of(parameters, zero);
        state.node = node.to_vec();
        let full = vector::number(gates, parameters.depth, parameters.count_bits());
        state.outputs.iter_mut().flat_map(|output| &mut output.vcs).for_each(|vc| vc.credit.clone_from(&full));
        state
    }
}

impl<Bit: Copy> InputVc<Bit> {
    fn map<C: Copy>(&self, i: usize, v: usize, of: &mut impl FnMut(BitName, Bit) -> C) -> InputVc<C> {
        let place = |(k, flit): (usize, &Flit<Bit>), of: &mut dyn FnMut(BitName, Bit) -> C| Flit {
            head: of(BitName::new("buffer[][].place[].head", [i, v, k]), flit.head),
            tail: of(BitName::new("buffer[][].place[].tail", [i, v, k]), flit.tail),
            data: map_bits(&flit.data, |b| BitName::new("buffer[][].place[].data[]", [i, v, k, b]), of),
        };
        InputVc {
            buffer: self.buffer.iter().enumerate().map(|at| place(at, of)).collect(),
            count: map_bits(&self.count, |b| BitName::new("buffer[][].count[]", [i, v, b]), of),
            act: of(BitName::new("act[][]", [i, v]), self.act),
            port: map_bits(&self.port, |b| BitName::new("held[][].port[]", [i, v, b]), of),
            vc: map_bits(&self.vc, |b| BitName::new("held[][].vc[]", [i, v, b]), of),
            hreq: of(BitName::new("hreq[][]", [i, v]), self.hreq),
            candidate: map_bits(&self.candidate, |b| BitName::new("candidate[][][]", [i, v, b]), of),
        }
    }
}

impl<Bit: Copy> VcChoice<Bit> {
    fn map<C: Copy>(&self, names: [&'static str; 2], i: usize, of: &mut impl FnMut(BitName, Bit) -> C) -> VcChoice<C> {
        let [some, vc] = names;
        VcChoice { some: of(BitName::new(some, [i]), self.some), vc: map_bits(&self.vc, |b| BitName::new(vc, [i, b]), of) }
    }
}

impl<Bit: Copy> InputPort<Bit> {
    fn map<C: Copy>(&self, i: usize, of: &mut impl FnMut(BitName, Bit) -> C) -> InputPort<C> {
        InputPort {
            vcs: self.vcs.iter().enumerate().map(|(v, vc)| vc.map(i, v, of)).collect(),
            pointer: map_bits(&self.pointer, |b| BitName::new("input_pointer[][]", [i, b]), of),
            called: self.called.as_ref().map(|called| called.map(["called[].some", "called[].vc[]"], i, of)),
            picked: self.picked.as_ref().map(|picked| picked.map(["picked[].some", "picked[].vc[]"], i, of)),
            credit: self.credit.map(["credit_register[].valid", "credit_register[].vc[]"], i, of),
        }
    }
}

impl<Bit: Copy> OutputPort<Bit> {
    fn map<C: Copy>(&self, o: usize, of: &mut impl FnMut(BitName, Bit) -> C) -> OutputPort<C> {
        const FLIT: [&str; 5] = ["register[].valid", "register[].vc[]", "register[].head", "register[].tail", "register[].data[]"];
        let mut allocators = Vec::with_capacity(self.allocators.len());
        for (m, of_class) in self.allocators.iter().enumerate() {
            let all = of_class.iter().enumerate();
            allocators
                .push(all.map(|(c, pointer)| map_bits(pointer, |b| BitName::new("allocator[][][].pointer[]", [o, m, c, b]), of)).collect());
        }
        let vc = |(w, vc): (usize, &OutputVc<Bit>), of: &mut dyn FnMut(BitName, Bit) -> C| OutputVc {
            owned: of(BitName::new("owned[][]", [o, w]), vc.owned),
            credit: map_bits(&vc.credit, |b| BitName::new("credit[][][]", [o, w, b]), of),
        };
        OutputPort {
            vcs: self.vcs.iter().enumerate().map(|at| vc(at, of)).collect(),
            pointer: map_bits(&self.pointer, |b| BitName::new("output_pointer[][]", [o, b]), of),
            allocators,
            flit: self.flit.as_ref().map(|flit| flit.map(FLIT, o, of)),
        }
    }
}

impl<Bit: Copy> LocalGuard<Bit> {
    fn map<C: Copy>(&self, k: usize, of: &mut impl FnMut(BitName, Bit) -> C) -> LocalGuard<C> {
        LocalGuard {
            open: map_bits(&self.open, |v| BitName::new("open[][]", [k, v]), of),
            dropping: map_bits(&self.dropping, |v| BitName::new("dropping[][]", [k, v]), of),
            dropped: self.dropped.map(["dropped[].valid", "dropped[].vc[]"], k, of),
        }
    }
}

impl<Bit: Copy> NamedBits for State<Bit> {
    type Bit = Bit;
    type Of<C: Copy> = State<C>;

    fn map<C: Copy>(&self, of: &mut impl FnMut(BitName, Bit) -> C) -> State<C> {
        State {
            node: map_bits(&self.node, |b| BitName::new("node[]", [b]), of),
            inputs: self.inputs.iter().enumerate().map(|(i, input)| input.map(i, of)).collect(),
            outputs: self.outputs.iter().enumerate().map(|(o, output)| output.map(o, of)).collect(),
            guards: self.guards.iter().enumerate().map(|(k, guard)| guard.map(k, of)).collect(),
            error: map_bits(&self.error, |b| BitName::new("error[]", [b]), of),
        }
    }
}

/// Replaces each bit of a vector, named by its index.
fn map_bits<Bit: Copy, C>(bits: &[Bit], name: impl Fn(usize) -> BitName, of: &mut (impl FnMut(BitName, Bit) -> C + ?Sized)) -> Vec<C> {
    bits.iter().enumerate().map(|(b, &bit)| of(name(b), bit)).collect()
}
