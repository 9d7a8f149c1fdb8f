//! The far ends of a router's links: what they may send (docs/router.md, L3, VC2). Local ports may be sent anything (section 8).

use torusmith_sim::config::RouterConfig;
use torusmith_sim::single::LinkState;

/// Of one port, by VC.
#[derive(Clone)]
struct End {
    /// Credits that the sender has for the input.
    credits: Vec<usize>,
    /// A packet is open at the input.
    open: Vec<bool>,
    /// Flits that left by the output in a clock before, and for which no credit has come.
    owed: Vec<usize>,
}

pub(super) struct Ends {
    /// L: ports 0..L are local.
    locals: usize,
    all: Vec<End>,
}

impl Ends {
    /// Ends of `ports` ports, the first `locals` of which are local.
    pub fn new((locals, ports): (usize, usize), config: RouterConfig) -> Self {
        let vcs = config.vcs;
        let end = End { credits: vec![config.depth; vcs], open: vec![false; vcs], owed: vec![0; vcs] };
        Self { locals, all: vec![end; ports] }
    }

    /// A clock in which the router shows `shown` and its ports get `carried`.
    pub fn clock(&mut self, shown: &[LinkState], carried: &[LinkState]) -> Result<(), String> {
        for (port, (end, comes)) in self.all.iter_mut().zip(carried).enumerate() {
            if let Some((vc, mark)) = comes.flit.filter(|_| port >= self.locals) {
                if end.credits[vc] == 0 {
                    return Err(format!("in[{port}], VC {vc}: a flit without a credit (docs/router.md, VC2)"));
                }
                if mark.head == end.open[vc] {
                    let what = if mark.head { "a head in a packet" } else { "no head, and no packet is open" };
                    return Err(format!("in[{port}], VC {vc}: {what} (docs/router.md, L3)"));
                }
                end.credits[vc] -= 1;
                end.open[vc] = !mark.tail;
            }
            if let Some(vc) = comes.credit {
                end.owed[vc] = end.owed[vc]
                    .checked_sub(1)
                    .ok_or_else(|| format!("out[{port}], VC {vc}: a credit for no flit (docs/router.md, VC2)"))?;
            }
        }
        for (end, shown) in self.all.iter_mut().zip(shown) {
            shown.credit.into_iter().for_each(|vc| end.credits[vc] += 1);
            shown.flit.into_iter().for_each(|(vc, _)| end.owed[vc] += 1);
        }
        Ok(())
    }
}
