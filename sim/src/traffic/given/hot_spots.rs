//! Uniform traffic, a part of which goes to some nodes.

use rand::Rng;
use torusmith_topology::{Network, TerminalId};

use super::table::node;
use crate::Error;

/// Hot nodes. Packets of a hot node are uniform.
#[derive(Debug)]
pub(super) struct HotSpots {
    nodes: u32,
    percent: u8,
    hot: Vec<TerminalId>,
    is_hot: Vec<bool>,
}

impl HotSpots {
    /// Percentage of packets that go to the hot nodes.
    pub fn percent(&self) -> u8 {
        self.percent
    }

    /// Reads nodes separated by `/`.
    ///
    /// # Errors
    /// Nodes that are none, or are there twice; a percentage that is none.
    pub fn read(network: &Network, percent: u8, text: &str) -> Result<Self, Error> {
        if !(1..=100).contains(&percent) {
            return Err(Error::value("hot-spot-percent", percent, "1 to 100 %"));
        }
        let refuse = |why: String| Error::value("hot-spot-nodes", text, format!("nodes separated by `/`: {why}"));
        let mut is_hot = vec![false; network.terminals()];
        let mut hot = Vec::new();
        for name in text.split('/') {
            let node = node(network, name.trim()).map_err(refuse)?;
            if std::mem::replace(&mut is_hot[node.index()], true) {
                return Err(refuse(format!("`{}` is there twice", name.trim())));
            }
            hot.push(node);
        }
        Ok(Self { nodes: network.terminals() as u32, percent, hot, is_hot })
    }

    /// A hot node, or any other node.
    pub fn draw(&self, source: TerminalId, rng: &mut impl Rng) -> TerminalId {
        if !self.is_hot[source.index()] && rng.random_range(0..100) < u32::from(self.percent) {
            return self.hot[rng.random_range(0..self.hot.len() as u32) as usize];
        }
        let other = rng.random_range(0..self.nodes - 1);
        TerminalId(other + u32::from(other >= source.0))
    }

    /// The share of each other node.
    pub fn shares(&self, source: TerminalId) -> Vec<(TerminalId, f64)> {
        let hot = if self.is_hot[source.index()] { 0.0 } else { f64::from(self.percent) / 100.0 };
        let (even, each) = ((1.0 - hot) / f64::from(self.nodes - 1), hot / self.hot.len() as f64);
        let share = |to: TerminalId| even + if self.is_hot[to.index()] { each } else { 0.0 };
        TerminalId::all(self.nodes as usize).filter(|&to| to != source).map(|to| (to, share(to))).collect()
    }
}
