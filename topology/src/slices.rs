//! Registers on links (docs/router.md, L5): number for each link.

use std::collections::BTreeMap;
use std::fmt;

use torusmith_design::ranges::LINK_SLICES;

use crate::{Error, Graph, Network};

/// The kind of the links that close a ring.
const WRAP: &str = "wrap";

/// Registers on the links of a network, by kind of link.
///
/// The kind of a link is the name of its output port without the sign (`x`, `up`); a link that closes a ring is also of the kind `wrap`. If
/// several numbers apply to a link, the largest counts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct LinkSlices {
    /// Registers on all links.
    all: u32,
    /// Registers on the links of a kind; a missing kind has 0.
    kinds: BTreeMap<String, u32>,
    /// Most registers that the network itself puts on a link.
    given: u32,
}

impl LinkSlices {
    /// The registers of the network itself ([`NetworkSpec::own_slices`](crate::NetworkSpec::own_slices)): 0 unless the network comes from a
    /// file.
    pub fn new(network: &Network) -> Self {
        Self { given: network.most_own_slices().into(), ..Self::default() }
    }

    /// Reads `2`, `wrap=2,up=3` or `1,wrap=2`.
    ///
    /// # Errors
    /// [`Error::Parameter`] for any other text, more than 8 registers, or a kind that the network does not have.
    pub fn read(network: &Network, text: &str) -> Result<Self, Error> {
        let known = kinds(network);
        let title = network.family().title;
        let bad = |value: &str| {
            Err(Error::parameter(title, "link-slices", value, &format!("{LINK_SLICES}, or KIND={LINK_SLICES}, kinds {}", known.join(", "))))
        };
        let mut slices = Self::new(network);
        for item in text.split(',') {
            let (kind, count) = item.split_once('=').map_or((None, item), |(kind, count)| (Some(kind.trim()), count));
            let Some(count) = count.trim().parse().ok().filter(|count| LINK_SLICES.contains(*count)) else { return bad(item) };
            match kind {
                None => slices.all = slices.all.max(count),
                Some(kind) if !known.iter().any(|known| known == kind) => return bad(item),
                Some(_) if count == 0 => {}
                Some(kind) => {
                    let most = slices.kinds.entry(kind.to_owned()).or_insert(0);
                    *most = count.max(*most);
                }
            }
        }
        Ok(slices)
    }

    /// Whether no link has registers.
    pub fn is_empty(&self) -> bool {
        self.most() == 0
    }

    /// Most registers that a link can have.
    pub fn most(&self) -> u32 {
        self.kinds.values().copied().fold(self.all.max(self.given), u32::max)
    }

    /// Registers on the link of output `port` of `node`, each way; 0 for port 0.
    pub fn of(&self, network: &Network, node: u32, port: u8) -> u32 {
        if port == 0 || self.is_empty() {
            return 0;
        }
        let of_kind = |kind: &str| self.kinds.get(kind).copied().unwrap_or(0);
        let wrap = if network.closes_ring(node, port) { of_kind(WRAP) } else { 0 };
        let own = if self.given == 0 { 0 } else { network.own_slices(node, port).into() };
        self.all.max(of_kind(network.link_kind(node, port))).max(wrap).max(own)
    }

    /// The graph of a network with its registers.
    pub fn graph(&self, network: &Network) -> Graph {
        network.graph().with_slices(|node, port| self.of(network, node, port) as u8)
    }
}

/// The form that [`LinkSlices::read`] parses.
impl fmt::Display for LinkSlices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds = self.kinds.iter().map(|(kind, count)| format!("{kind}={count}"));
        let all = (self.all > 0 || self.kinds.is_empty()).then(|| self.all.to_string());
        f.write_str(&all.into_iter().chain(kinds).collect::<Vec<_>>().join(","))
    }
}

/// The kinds of a network's links: by port, then `wrap` if a link closes a ring.
fn kinds(network: &Network) -> Vec<String> {
    let mut kinds = network.link_kinds();
    let closes = |node| (1..network.ports() as u8).any(|port| network.closes_ring(node, port));
    if (0..network.routers() as u32).any(closes) {
        kinds.push(WRAP.to_owned());
    }
    kinds
}
