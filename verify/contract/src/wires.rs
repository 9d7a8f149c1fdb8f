//! Signals on a router's wires in a clock (L1).

use crate::Parameters;
use crate::named::{BitName, NamedBits};

/// A flit on a link. All other bits are arbitrary while `valid` is 0 (L1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FlitLink<Bit> {
    /// A flit is on the link.
    pub valid: Bit,
    /// VC, least significant bit first.
    pub vc: Vec<Bit>,
    /// The flit is a head.
    pub head: Bit,
    /// The flit is a tail.
    pub tail: Bit,
    /// W data bits, and those of a hop ([`Parameters::hop_bits`]); a head's [own](Parameters::own) bits are undefined.
    pub data: Vec<Bit>,
}

/// A credit on a link. All other bits are arbitrary while `valid` is 0 (L1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreditLink<Bit> {
    /// A credit is on the link.
    pub valid: Bit,
    /// VC, least significant bit first.
    pub vc: Vec<Bit>,
}

/// Inputs of a router in a clock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inputs<Bit> {
    /// `rst` (Z1).
    pub reset: Bit,
    /// `node`, the router's address, sampled while `reset` is 1 (Z2).
    pub node: Vec<Bit>,
    /// `clear_error` (E6).
    pub clear_error: Bit,
    /// By input port.
    pub flits: Vec<FlitLink<Bit>>,
    /// By output port: credits that come back.
    pub credits: Vec<CreditLink<Bit>>,
}

/// Outputs of a router in a clock; they depend on the state alone (L2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outputs<Bit> {
    /// By output port.
    pub flits: Vec<FlitLink<Bit>>,
    /// By input port: credits that go back.
    pub credits: Vec<CreditLink<Bit>>,
    /// By local port: overflow, framing, destination (E3).
    pub error: Vec<Bit>,
}

impl<Bit: Copy> FlitLink<Bit> {
    /// A link whose bits all have one value.
    pub fn of(parameters: &Parameters, bit: Bit) -> Self {
        Self { valid: bit, vc: vec![bit; parameters.vc_bits()], head: bit, tail: bit, data: vec![bit; parameters.data_bits()] }
    }

    /// Replaces each bit; `names` are the names of `valid`, `vc[]`, `head`, `tail`, `data[]`.
    pub(crate) fn map<C>(&self, names: [&'static str; 5], port: usize, of: &mut impl FnMut(BitName, Bit) -> C) -> FlitLink<C> {
        let [valid, vc, head, tail, data] = names;
        FlitLink {
            valid: of(BitName::new(valid, [port]), self.valid),
            vc: self.vc.iter().enumerate().map(|(k, &bit)| of(BitName::new(vc, [port, k]), bit)).collect(),
            head: of(BitName::new(head, [port]), self.head),
            tail: of(BitName::new(tail, [port]), self.tail),
            data: self.data.iter().enumerate().map(|(k, &bit)| of(BitName::new(data, [port, k]), bit)).collect(),
        }
    }
}

impl<Bit: Copy> CreditLink<Bit> {
    /// A link whose bits all have one value.
    pub fn of(parameters: &Parameters, bit: Bit) -> Self {
        Self { valid: bit, vc: vec![bit; parameters.vc_bits()] }
    }

    /// Replaces each bit; `names` are the names of `valid`, `vc[]`.
    pub(crate) fn map<C>(&self, names: [&'static str; 2], port: usize, of: &mut impl FnMut(BitName, Bit) -> C) -> CreditLink<C> {
        let [valid, vc] = names;
        CreditLink {
            valid: of(BitName::new(valid, [port]), self.valid),
            vc: self.vc.iter().enumerate().map(|(k, &bit)| of(BitName::new(vc, [port, k]), bit)).collect(),
        }
    }
}

impl<Bit: Copy> Inputs<Bit> {
    /// Inputs whose bits all have one value; with 0, a clock without flits and credits.
    pub fn of(parameters: &Parameters, bit: Bit) -> Self {
        Self {
            reset: bit,
            node: vec![bit; parameters.router_bits()],
            clear_error: bit,
            flits: vec![FlitLink::of(parameters, bit); parameters.ports],
            credits: vec![CreditLink::of(parameters, bit); parameters.ports],
        }
    }
}

impl<Bit: Copy> NamedBits for Inputs<Bit> {
    type Bit = Bit;
    type Of<C: Copy> = Inputs<C>;

    fn map<C: Copy>(&self, of: &mut impl FnMut(BitName, Bit) -> C) -> Inputs<C> {
        const FLIT: [&str; 5] = ["in[].valid", "in[].vc[]", "in[].head", "in[].tail", "in[].data[]"];
        const CREDIT: [&str; 2] = ["out[].credit_valid", "out[].credit_vc[]"];
        Inputs {
            reset: of(BitName::new("rst", []), self.reset),
            node: self.node.iter().enumerate().map(|(k, &bit)| of(BitName::new("node[]", [k]), bit)).collect(),
            clear_error: of(BitName::new("clear_error", []), self.clear_error),
            flits: self.flits.iter().enumerate().map(|(i, flit)| flit.map(FLIT, i, of)).collect(),
            credits: self.credits.iter().enumerate().map(|(o, credit)| credit.map(CREDIT, o, of)).collect(),
        }
    }
}

impl<Bit: Copy> NamedBits for Outputs<Bit> {
    type Bit = Bit;
    type Of<C: Copy> = Outputs<C>;

    fn map<C: Copy>(&self, of: &mut impl FnMut(BitName, Bit) -> C) -> Outputs<C> {
        const FLIT: [&str; 5] = ["out[].valid", "out[].vc[]", "out[].head", "out[].tail", "out[].data[]"];
        const CREDIT: [&str; 2] = ["in[].credit_valid", "in[].credit_vc[]"];
        Outputs {
            flits: self.flits.iter().enumerate().map(|(o, flit)| flit.map(FLIT, o, of)).collect(),
            credits: self.credits.iter().enumerate().map(|(i, credit)| credit.map(CREDIT, i, of)).collect(),
            error: self.error.iter().enumerate().map(|(k, &bit)| of(BitName::new("error[]", [k]), bit)).collect(),
        }
    }
}
