//! Which paths dead links leave intact.

use super::BrokenRoutes;

/// State of a node's path to a destination.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Path {
    /// The path is intact, of so many links, and packets take it.
    Intact(u32),
    /// No packet comes here on an intact path.
    Unused,
    /// The path leads over a dead link.
    Broken,
}

/// What is intact.
pub struct Plan {
    /// By `to * nodes + node`.
    pub paths: Vec<Path>,
    /// Destinations with broken paths from nodes with terminals.
    pub targets: Vec<usize>,
    /// Destinations whose routes are all given.
    pub alone: Vec<usize>,
    /// Number of terminals in service at each node.
    pub sources: Vec<u32>,
    /// Channels into each node.
    pub into: Vec<Vec<u32>>,
}

impl Plan {
    /// Follows all paths.
    pub fn new(routes: &BrokenRoutes) -> Self {
        let sources = routes.sources();
        let mut paths = Vec::with_capacity(routes.nodes * routes.ends.len());
        let mut targets = Vec::new();
        for (to, end) in routes.ends.iter().enumerate() {
            let mut of: Vec<Option<Path>> = vec![None; routes.nodes];
            let Some(end) = end else {
                paths.extend(std::iter::repeat_n(Path::Unused, routes.nodes));
                continue;
            };
            of[*end as usize] = Some(Path::Intact(0));
            let mut trail = Vec::new();
            for source in (0..routes.nodes).filter(|&node| sources[node] > 0) {
                let mut at = source;
                while of[at].is_none() {
                    trail.push(at);
                    of[at] = Some(Path::Broken); // if the trail comes back here
                    match routes.hop(at, to) {
                        Some(hop) => at = routes.far(hop.channel),
                        None => break,
                    }
                }
                let mut length = match of[at] {
                    Some(Path::Intact(length)) => Some(length),
                    _ => None,
                };
                for node in trail.drain(..).rev() {
                    length = length.map(|length| length + 1);
                    of[node] = Some(length.map_or(Path::Broken, Path::Intact));
                }
            }
            if (0..routes.nodes).any(|node| sources[node] > 0 && of[node] == Some(Path::Broken)) {
                targets.push(to);
            }
            paths.extend(of.into_iter().map(|path| path.unwrap_or(Path::Unused)));
        }
        Self { paths, targets, alone: Vec::new(), sources, into: routes.channels_into() }
    }
}
