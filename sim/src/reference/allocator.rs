//! Separable allocation, input side first, with round-robin pointers (rules SA1 to SA4, VA3), and the order of VCs at an input (rules VA5 a, VA7 a).

/// Request of an input in a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pick {
    /// Input port.
    pub input: usize,
    /// The VC picked (SA1, VA6), or called (VA1).
    pub vc: usize,
    /// Output port of the request. `None` for a void head (SA2, VA2).
    pub asks: Option<usize>,
    /// Arbiter of that port: the class of the requested VC (VA3); 0 in the switch, where a port has one arbiter.
    pub class: usize,
    /// Output VC: the one held, or the one that a head would take (SA5, VA4). `None` if the request is void (RQ4).
    pub output: Option<(usize, usize)>,
    /// The output grants the request (SA3, VA3).
    pub granted: bool,
}

/// The pointers of an allocator.
#[derive(Debug, Clone)]
pub(crate) struct Allocator {
    /// Per input port, over its VCs (SA1).
    inputs: Vec<usize>,
    /// Per output port, and by class where each has an arbiter of its own (VA3); over the input ports.
    outputs: Vec<Vec<usize>>,
    vcs: usize,
}

/// SA4: the first requester in the order p, p+1, .., n-1, 0, .., p-1.
fn round_robin(p: usize, n: usize, requests: impl Fn(usize) -> bool) -> Option<usize> {
    (p..n).chain(0..p).find(|&i| requests(i))
}

/// VA5 (a), VA7 (a): of the VCs 0.. `vcs` that may be next at an input, the first after `last`; the first of all without it.
pub(crate) fn behind(last: Option<usize>, vcs: usize, may: impl Fn(usize) -> bool) -> Option<usize> {
    round_robin(last.map_or(0, |v| v + 1), vcs, may)
}

impl Allocator {
    /// An allocator with arbiters for so many classes at each output port.
    pub fn new(ports: usize, vcs: usize, classes: usize) -> Self {
        Self { inputs: vec![0; ports], outputs: vec![vec![0; classes]; ports], vcs }
    }

    /// The VC that input `input` picks among those that request.
    pub fn pick(&self, input: usize, requests: impl Fn(usize) -> bool) -> Option<usize> {
        round_robin(self.inputs[input], self.vcs, requests)
    }

    /// SA3, VA3: each output grants one of the picks that ask for it, for each class one.
    pub fn grant(&self, picks: &mut [Pick]) {
        let ports = self.outputs.len();
        for (output, pointers) in self.outputs.iter().enumerate() {
            for (class, &pointer) in pointers.iter().enumerate() {
                let asks = |pick: &Pick, input| pick.input == input && pick.asks == Some(output) && pick.class == class;
                if let Some(winner) = round_robin(pointer, ports, |input| picks.iter().any(|pick| asks(pick, input))) {
                    picks.iter_mut().filter(|pick| pick.input == winner).for_each(|pick| pick.granted = true);
                }
            }
        }
    }

    /// SA4: how the pointers move at the end of the clock.
    pub fn advance(&mut self, picks: &[Pick]) {
        for pick in picks {
            if pick.granted || pick.asks.is_none() {
                self.inputs[pick.input] = (pick.vc + 1) % self.vcs;
            }
        }
        self.advance_outputs(picks);
    }

    /// SA4, VA3, VA6: how the outputs' pointers move.
    pub fn advance_outputs(&mut self, picks: &[Pick]) {
        for pick in picks {
            if let (true, Some(output)) = (pick.granted, pick.asks) {
                self.outputs[output][pick.class] = (pick.input + 1) % self.outputs.len();
            }
        }
    }
}
