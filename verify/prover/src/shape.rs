//! Shape of a router: which VCs, crosspoints and fields of a hop exist, as the manifest's turns say.

use std::ops::Range;

use torusmith_contract::{Parameters, RouteBits, vector};
use torusmith_design::Pipeline;

use crate::aig::{Aig, Edge};

/// A router's parameters, and what it leaves out.
#[derive(Debug, Clone)]
pub struct Shape {
    /// The parameters that the contract speaks of.
    pub parameters: Parameters,
    /// K, classes of the VC rule.
    pub classes: usize,
    /// A candidate may have VCs of several classes.
    pub mixed: bool,
    /// By output port, the one that may be the other candidate of a head that has it as one (RC5): the other way round a ring.
    pub across: Vec<Option<usize>>,
    /// By input port and class, in that by output port, the classes of that port's VCs that packets turn to, a bit each.
    pub turns: Vec<Vec<Vec<u32>>>,
    /// Routing is a hop ahead: heads on links between routers have their hop in their own bits (RC4, L4).
    pub ahead: bool,
}

impl Shape {
    /// V / M.
    pub fn share(&self) -> usize {
        self.parameters.class_vcs()
    }

    /// The class of a VC (RC3, RC8).
    pub fn class(&self, vc: usize) -> usize {
        vc % self.share() * self.classes / self.share()
    }

    /// The lowest VC of a class in a message class.
    pub fn lowest_of(&self, class: usize, message_class: usize) -> usize {
        message_class * self.share() + (class * self.share()).div_ceil(self.classes)
    }

    /// The VCs w of output port `o` that packets in input VC (i, v) may ask for, a bit each.
    pub fn reach(&self, i: usize, v: usize, o: usize) -> u8 {
        let all = self.turned_to(i, v, o);
        let first = self.parameters.message_class(v) * self.share();
        let kept = |set: u32| {
            let vcs = (0..self.share()).filter(|w| all >> (first + w) & 1 == 1 && set >> self.class(*w) & 1 == 1);
            self.kept(vcs.fold(0, |vcs, w| vcs | 1 << w), v).into_iter()
        };
        match self.parameters.order {
            false => all,
            // At local ports a head has the VCs of all classes (RC2).
            true if self.parameters.is_local(o) => kept(u32::MAX).fold(0, |vcs, w| vcs | 1 << w),
            true => {
                let sets = (1u32..1 << self.classes).filter(|set| self.mixed || set.is_power_of_two());
                sets.flat_map(kept).fold(0, |vcs, w| vcs | 1 << w)
            }
        }
    }

    /// Of a set of VCs of a message class, those that a head in VC `v` may have (RC8, RC9).
    pub fn kept(&self, set: u8, v: usize) -> Vec<u8> {
        let first = self.parameters.message_class(v) * self.share();
        let all = (0..self.share()).filter(|w| set >> w & 1 == 1).map(|w| (first + w) as u8);
        match self.parameters.order {
            true => all.clone().cycle().nth((v - first) % all.count().max(1)).into_iter().collect(),
            false => all.collect(),
        }
    }

    /// Reachable VCs before one is kept of each set (RC9).
    pub fn turned_to(&self, i: usize, v: usize, o: usize) -> u8 {
        let classes = self.turns[i][self.class(v)][o];
        let message_class = self.parameters.message_class(v);
        let asked = |w: &usize| self.parameters.message_class(*w) == message_class && classes >> self.class(*w) & 1 == 1;
        (0..self.parameters.vcs).filter(asked).fold(0, |set, w| set | 1 << w)
    }

    /// The output VCs that packets in input VC (i, v) may ask for.
    pub fn reached(&self, i: usize, v: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        let outputs = (0..self.parameters.ports).map(move |o| (o, self.reach(i, v, o)));
        outputs.flat_map(|(o, set)| (0..self.parameters.vcs).filter(move |w| set >> w & 1 == 1).map(move |w| (o, w)))
    }

    /// The VCs of input port `i` that packets come by, in the order of their numbers: their registers are numbered by rank.
    pub fn own_vcs(&self, i: usize) -> Vec<usize> {
        (0..self.parameters.vcs).filter(|v| self.reached(i, *v).next().is_some()).collect()
    }

    /// Packets of input port `i` may have two candidates.
    pub fn chooses(&self, i: usize) -> bool {
        self.is_choice(|o| self.turns_to(i, o))
    }

    /// Packets in input VC (i, v) may have two candidates.
    pub fn vc_chooses(&self, i: usize, v: usize) -> bool {
        self.is_choice(|o| self.reach(i, v, o) != 0)
    }

    /// Of such outputs two are the two ways round a ring.
    fn is_choice(&self, there: impl Fn(usize) -> bool) -> bool {
        self.across.iter().enumerate().any(|(o, across)| there(o) && across.is_some_and(&there))
    }

    /// Packets of input port `i` may turn to output port `o`.
    pub fn turns_to(&self, i: usize, o: usize) -> bool {
        self.turns[i].iter().any(|row| row[o] != 0)
    }

    /// The output ports that packets of input port `i` turn to.
    pub fn outputs_of(&self, i: usize) -> Vec<usize> {
        (0..self.parameters.ports).filter(|o| self.turns_to(i, *o)).collect()
    }

    /// The input ports whose packets turn to output port `o`.
    pub fn inputs_of(&self, o: usize) -> Vec<usize> {
        (0..self.parameters.ports).filter(|i| self.turns_to(*i, o)).collect()
    }

    /// The output VC (o, w) is one that packets go to.
    pub fn is_used(&self, o: usize, w: usize) -> bool {
        (0..self.parameters.ports).any(|i| (0..self.parameters.vcs).any(|v| self.reach(i, v, o) >> w & 1 == 1))
    }

    /// The input ports that can ask the arbiter of VC allocation at output port `o` for class `c` of message class `m`.
    pub fn askers(&self, o: usize, m: usize, c: usize) -> Vec<usize> {
        let p = &self.parameters;
        let of_arbiter = |w: &usize| p.message_class(*w) == m && p.arbiter_of(o, *w) == c;
        let asks = |i: &usize| (0..p.vcs).any(|v| (0..p.vcs).filter(of_arbiter).any(|w| self.reach(*i, v, o) >> w & 1 == 1));
        (0..p.ports).filter(asks).collect()
    }

    /// A head of this route is at its destination's router: it leaves by a local port (RC2).
    pub fn home(&self, aig: &mut Aig, route: &RouteBits<Edge>) -> Edge {
        vector::any(aig, route.candidates[0].port[..self.parameters.locals()].iter().copied())
    }

    /// A packet leaves by a port of the number of that by which it came, or a hop has the number of its output since there are several local ports.
    fn turns_back(&self) -> bool {
        self.parameters.locals() > 1 || (1..self.parameters.ports).any(|i| self.turns_to(i, i))
    }

    /// Bits of an output in a hop.
    pub fn way_bits(&self) -> usize {
        bits(self.parameters.ports - usize::from(!self.turns_back()))
    }

    /// An output in a hop of input port `i`: its number, or where no packet turns back that less 1, and the local port has the number of the way back.
    pub fn way(&self, i: usize, o: usize) -> usize {
        match (self.turns_back(), o) {
            (true, _) => o,
            (false, 0) => i.wrapping_sub(1) & ((1 << self.way_bits()) - 1),
            (false, _) => o - 1,
        }
    }

    /// With three cycles a hop local outputs are another module than the others.
    pub fn local_differs(&self) -> bool {
        self.three() && self.classes > 1 && !(self.parameters.order && self.mixed)
    }

    /// Bits of the class in a hop.
    pub fn class_bits(&self) -> usize {
        match self.classes {
            classes if self.mixed => classes,
            1 => 0,
            classes => bits(classes),
        }
    }

    /// Packets of some input port may have two candidates.
    pub fn has_choices(&self) -> bool {
        (0..self.parameters.ports).any(|i| self.chooses(i))
    }

    /// Bits of a hop in a buffer.
    pub fn hop_bits(&self) -> usize {
        self.way_bits() + self.class_bits() + usize::from(self.has_choices())
    }

    /// Bits of a hop on a link, where routing is a hop ahead (`PIPELINE` = 1).
    pub fn link_hop_bits(&self) -> usize {
        self.way_bits() + self.class_bits()
    }

    /// Where a hop on a link is in a head's data.
    pub fn link_hop(&self) -> Range<usize> {
        self.parameters.flit_width - self.link_hop_bits()..self.parameters.flit_width
    }

    /// Bits of a pointer into a buffer.
    pub fn pointer_bits(&self) -> usize {
        bits(self.parameters.depth)
    }

    /// `PIPELINE` = 3.
    pub fn three(&self) -> bool {
        self.parameters.pipeline == Pipeline::Three
    }
}

/// Bits of a number below `count`.
fn bits(count: usize) -> usize {
    count.max(2).next_power_of_two().ilog2() as usize
}
