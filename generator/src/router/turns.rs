//! Which output VCs packets go to from each input VC, and the input units that follow from that.

use crate::parameters::Parameters;

/// The input ports of a router.
pub(crate) struct Inputs {
    /// By input port and VC of a message class, a bit for each output VC (o, w) of that class, at w * ports + o.
    pub rows: Vec<Vec<Vec<bool>>>,
    /// The kinds of input units, the one with most VCs first.
    pub units: Vec<Unit>,
    /// No packets come by these input ports.
    pub unused: Vec<usize>,
}

/// A kind of input unit: the input ports at which packets come by the same VCs.
pub(crate) struct Unit {
    /// Those VCs.
    pub own: Vec<u32>,
    /// The input ports.
    pub inputs: Vec<usize>,
    /// It has not all of the VCs.
    pub some: bool,
}

impl Unit {
    /// A module of this kind of input unit.
    pub fn of(&self, module: &str) -> String {
        if self.some { format!("{module}_{}", self.label()) } else { module.to_owned() }
    }

    /// `vc_0_1`, or `all`.
    pub fn label(&self) -> String {
        let numbers: Vec<String> = self.own.iter().map(u32::to_string).collect();
        if self.some { format!("vc_{}", numbers.join("_")) } else { "all".to_owned() }
    }
}

impl Inputs {
    pub fn of(p: &Parameters) -> Self {
        let (ports, share) = (p.ports.len(), p.num_vcs / p.message_classes);
        let rows: Vec<Vec<Vec<bool>>> = (0..ports).map(|i| (0..share).map(|v| row(p, i, v)).collect()).collect();
        let mut units: Vec<Unit> = Vec::new();
        let mut unused = Vec::new();
        for (i, of_port) in rows.iter().enumerate() {
            let own: Vec<u32> = (0..p.num_vcs).filter(|v| of_port[(v % share) as usize].contains(&true)).collect();
            match units.iter_mut().find(|unit| unit.own == own) {
                _ if own.is_empty() => unused.push(i),
                Some(unit) => unit.inputs.push(i),
                None => units.push(Unit { some: own.len() < p.num_vcs as usize, own, inputs: vec![i] }),
            }
        }
        units.sort_by_key(|unit| std::cmp::Reverse(unit.own.len()));
        Self { rows, units, unused }
    }
}

/// The class of a VC of a message class (RC3).
pub(crate) fn class(p: &Parameters, vc: u32) -> u32 {
    vc * p.rtl.classes() / (p.num_vcs / p.message_classes)
}

fn row(p: &Parameters, input: usize, vc: u32) -> Vec<bool> {
    let (ports, share) = (p.ports.len(), p.num_vcs / p.message_classes);
    let of_class = p.rtl.turns.of(input, class(p, vc));
    let turns = |w: u32, o: usize| of_class[o] >> class(p, w) & 1 == 1;
    let all = (0..share).flat_map(|w| (0..ports).map(move |o| (w, o)));
    if p.order_bit() == 0 {
        return all.map(|(w, o)| turns(w, o)).collect();
    }
    // RC9
    let sets = (1u32..1 << p.rtl.classes()).filter(|set| p.rtl.mixed_classes || set.is_power_of_two());
    let sets: Vec<u32> = sets.collect();
    let kept = |w: u32, o: usize| match o {
        _ if o < p.locals as usize => w == vc && turns(w, o),
        _ => sets.iter().any(|&set| u32::from(of_class[o]) & set == set && kept_of(p, set, vc) == w),
    };
    all.map(|(w, o)| kept(w, o)).collect()
}

/// The VC that a head in VC number `vc` keeps of those of a set of classes (RC9).
pub(crate) fn kept_of(p: &Parameters, set: u32, vc: u32) -> u32 {
    let share = p.num_vcs / p.message_classes;
    let vcs: Vec<u32> = (0..share).filter(|w| set >> class(p, *w) & 1 == 1).collect();
    vcs[vc as usize % vcs.len()]
}
