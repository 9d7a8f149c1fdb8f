//! The two ends of a link: what a sender may send, and what a receiver may give back.

use torusmith_sim::config::RouterConfig;

/// The sender's end, VC by VC.
#[derive(Debug, Clone)]
pub(super) struct Output {
    config: RouterConfig,
    /// Rule VC2.
    credits: Vec<usize>,
    /// A packet is open: rule L3.
    open: Vec<bool>,
}

impl Output {
    pub fn new(config: RouterConfig) -> Self {
        Self { config, credits: vec![config.depth; config.vcs], open: vec![false; config.vcs] }
    }

    pub fn credited(&mut self, vc: usize) {
        if let Some(credits) = self.credits.get_mut(vc) {
            *credits += 1;
        }
    }

    /// A flit is on the link; what is wrong with that.
    pub fn sends(&mut self, vc: usize, head: bool, tail: bool) -> Result<(), String> {
        let RouterConfig { vcs, depth, reuse_empty, .. } = self.config;
        if vc >= vcs {
            return Err(format!("a flit on VC {vc}; allowed: 0 to {}", vcs - 1));
        }
        let (credits, open) = (self.credits[vc], self.open[vc]);
        self.open[vc] = !tail;
        self.credits[vc] = credits.saturating_sub(1);
        match (head, open) {
            (true, true) => Err(format!("a head flit inside a packet on VC {vc}")),
            (false, false) => Err(format!("a body flit outside of a packet on VC {vc}")),
            _ if credits == 0 => Err(format!("a flit on VC {vc} without a credit")),
            (true, _) if reuse_empty >> vc & 1 == 1 && credits < depth => {
                Err(format!("a head flit on VC {vc}, which is for an empty buffer alone, with {credits} of {depth} credits"))
            }
            _ => Ok(()),
        }
    }
}

/// The receiver's end, VC by VC.
#[derive(Debug, Clone)]
pub(super) struct Input {
    /// Flits whose credit has not been given back.
    kept: Vec<usize>,
    /// The clock in which a flit left last.
    left: Vec<u64>,
}

impl Input {
    pub fn new(config: RouterConfig) -> Self {
        Self { kept: vec![0; config.vcs], left: vec![0; config.vcs] }
    }

    pub fn arrived(&mut self, vc: usize) {
        if let Some(kept) = self.kept.get_mut(vc) {
            *kept += 1;
        }
    }

    /// A flit of the VC has left its router.
    pub fn left(&mut self, vc: usize, clock: u64) {
        if let Some(left) = self.left.get_mut(vc) {
            *left = clock;
        }
    }

    /// A credit is on the link; what is wrong with that.
    pub fn credits(&mut self, vc: usize) -> Result<(), String> {
        match self.kept.get_mut(vc) {
            None => Err(format!("a credit for VC {vc}; allowed: 0 to {}", self.kept.len() - 1)),
            Some(0) => Err(format!("a credit for VC {vc}, whose buffer is empty")),
            Some(kept) => {
                *kept -= 1;
                Ok(())
            }
        }
    }

    pub fn kept(&self, vc: usize) -> usize {
        self.kept[vc]
    }

    pub fn last_left(&self, vc: usize) -> u64 {
        self.left[vc]
    }

    pub fn is_empty(&self) -> bool {
        self.kept.iter().all(|&kept| kept == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config() -> RouterConfig {
        RouterConfig { vcs: 2, depth: 2, reuse_empty: 2, ..RouterConfig::default() }
    }

    #[test]
    fn a_sender_keeps_to_credits_and_packets() {
        let mut link = Output::new(config());
        assert_eq!(link.sends(0, true, false), Ok(()));
        assert_eq!(link.sends(0, false, false), Ok(()));
        assert_eq!(link.sends(0, false, true), Err("a flit on VC 0 without a credit".into()));
        link.credited(0);
        assert_eq!(link.sends(0, true, true), Ok(()));
        link.credited(0);
        assert_eq!(link.sends(0, false, true), Err("a body flit outside of a packet on VC 0".into()));
        assert_eq!(link.sends(1, true, false), Ok(()));
        assert_eq!(link.sends(1, true, false), Err("a head flit inside a packet on VC 1".into()));
        assert_eq!(link.sends(2, true, false), Err("a flit on VC 2; allowed: 0 to 1".into()));
    }

    /// Rule VC3.
    #[test]
    fn a_vc_for_empty_buffers_waits_for_all_credits() {
        let mut link = Output::new(config());
        assert_eq!(link.sends(1, true, true), Ok(()));
        assert!(link.clone().sends(1, true, true).unwrap_err().contains("with 1 of 2 credits"));
        link.credited(1);
        assert_eq!(link.sends(1, true, true), Ok(()));
    }

    #[test]
    fn a_receiver_gives_back_what_it_got() {
        let mut link = Input::new(config());
        link.arrived(1);
        assert_eq!(link.credits(0), Err("a credit for VC 0, whose buffer is empty".into()));
        assert!(!link.is_empty());
        assert_eq!(link.credits(1), Ok(()));
        assert!(link.is_empty());
        assert_eq!(link.credits(1), Err("a credit for VC 1, whose buffer is empty".into()));
        assert!(link.credits(3).unwrap_err().contains("allowed: 0 to 1"));
    }
}
