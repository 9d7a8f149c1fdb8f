//! The flits inside a router: what came in and has not left.

use torusmith_sim::routing::Candidates;

/// A flit that came in.
#[derive(Debug, Clone)]
pub(super) struct Held {
    /// The input VC.
    pub port: usize,
    pub vc: usize,
    /// When it was on the link.
    pub clock: u64,
    pub head: bool,
    pub tail: bool,
    /// Its data as it came, and as it leaves by another port than 0 (rule RC7).
    pub came: Vec<u32>,
    pub onward: Vec<u32>,
    /// Where a head may go.
    pub in_transit: Option<Candidates>,
}

/// One router, the oldest flit first.
#[derive(Debug, Clone, Default)]
pub(super) struct Router(Vec<Held>);

impl Router {
    pub fn take(&mut self, flit: Held) {
        self.0.push(flit);
    }

    /// The flit that leaves by a port and VC with this data, if there is one. Of heads that look alike one that may go there is taken.
    pub fn give(&mut self, port: usize, vc: usize, head: bool, tail: bool, data: &[u32]) -> Option<Held> {
        let leaves = |held: &Held| if port == 0 { held.came == data } else { held.onward == data };
        let alike = |held: &Held| held.head == head && held.tail == tail && leaves(held);
        let may = |held: &Held| {
            held.in_transit.is_none_or(|in_transit| in_transit.iter().any(|way| way.port as usize == port && way.vcs >> vc & 1 == 1))
        };
        let at = self.0.iter().position(|held| alike(held) && may(held)).or_else(|| self.0.iter().position(alike))?;
        Some(self.0.remove(at))
    }

    /// Those of an input VC.
    pub fn held(&self, port: usize, vc: usize) -> Vec<&Held> {
        self.0.iter().filter(|held| (held.port, held.vc) == (port, vc)).collect()
    }
}

#[cfg(test)]
mod tests {
    use torusmith_sim::routing::Candidates;

    use super::*;

    #[test]
    fn a_flit_leaves_once_and_unchanged() {
        let flit = |vc, port| Held {
            port: 1,
            vc,
            clock: 3,
            head: true,
            tail: false,
            came: vec![7],
            onward: vec![5],
            in_transit: Some(Candidates::one(port, 1)),
        };
        let mut router = Router::default();
        router.take(flit(0, 2));
        router.take(flit(1, 3));
        assert_eq!(router.held(1, 1).len(), 1);
        assert!(router.give(3, 0, true, false, &[7]).is_none(), "it is rewritten");
        assert!(router.give(3, 0, true, true, &[5]).is_none());
        assert_eq!(router.give(3, 0, true, false, &[5]).map(|held| held.vc), Some(1), "the one that may");
        assert_eq!(router.give(3, 0, true, false, &[5]).map(|held| held.vc), Some(0), "the one that may not");
        assert!(router.give(3, 0, true, false, &[5]).is_none());
        router.take(flit(0, 2));
        assert!(router.give(0, 0, true, false, &[7]).is_some(), "as it came");
    }
}
