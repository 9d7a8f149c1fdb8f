//! Checks a certificate that routing is free of deadlock: `check-ranks FILE` (format: docs/certificates.md).
//!
//! Every pair of nodes has a route, every hop is a link, every packet arrives; and each requested channel has a higher rank than the held
//! one. Nodes are at the routers of their number, or where the certificate says. Adaptive channels have no rank: the next escape channel after any number of them counts.
//! Exit code 0: all this holds. 1: it does not, and the output names the line. 2: the file cannot be read.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::process::ExitCode;

type Channel = (u32, u32, u32); // Node, output port, VC.
type State = (u64, u32); // Routing bits of a packet, and the router where its head is.

/// The network of a certificate.
#[derive(Default)]
struct Network {
    nodes: u32,
    /// Routers, if nodes are apart from them.
    routers: Option<u32>,
    /// Router and local port of a node that is apart.
    at: HashMap<u32, (u32, u32)>,
    vcs: u32,
    escape: Vec<u32>,
    /// From (node, output port) to the node at the far end.
    links: HashMap<(u32, u32), u32>,
    /// Rank of a channel, and the line that gives it.
    ranks: HashMap<Channel, (u64, usize)>,
    /// Lists of outputs: ports, each with VCs.
    lists: HashMap<u64, Vec<(u32, Vec<u32>)>>,
}

/// Routes of packets to one destination.
#[derive(Default)]
struct DestinationRoutes {
    /// Packets that sources send, and their line.
    from: Vec<(State, usize)>,
    /// A list of outputs, the routing bits after the hop, and the line.
    to: HashMap<State, (u64, u64, usize)>,
    /// Lowest channel requested next from a checked state; `None` while the state is being checked.
    checked: HashMap<State, Option<(u64, Channel)>>,
}

fn number<T: std::str::FromStr>(word: &str) -> Result<T, String> {
    word.parse().map_err(|_| format!("`{word}` is no number that is allowed here"))
}

/// Parses a list such as `0-3,7` of numbers below `end`.
fn ranges(words: &str, end: u32) -> Result<Vec<u32>, String> {
    let run = |run: &str| {
        let (first, last) = run.split_once('-').unwrap_or((run, run));
        let (first, last) = (number(first)?, number::<u32>(last)?);
        if first <= last && last < end { Ok(first..=last) } else { Err(format!("`{run}` are no nodes of {end}")) }
    };
    Ok(words.split(',').map(run).collect::<Result<Vec<_>, String>>()?.into_iter().flatten().collect())
}

impl Network {
    /// Parses VCs such as `013`.
    fn vcs(&self, digits: &str) -> Result<Vec<u32>, String> {
        let all: Option<Vec<u32>> = digits.chars().map(|digit| digit.to_digit(10).filter(|vc| *vc < self.vcs)).collect();
        all.filter(|all| !all.is_empty()).ok_or(format!("`{digits}` are no VCs of {}", self.vcs))
    }

    fn node(&self, node: u32) -> Result<u32, String> {
        if node < self.nodes { Ok(node) } else { Err(format!("no node {node} of {}", self.nodes)) }
    }

    fn router(&self, router: u32) -> Result<u32, String> {
        let Some(routers) = self.routers else { return self.node(router) };
        if router < routers { Ok(router) } else { Err(format!("no router {router} of {routers}")) }
    }

    /// The router of a node.
    fn home(&self, node: u32) -> Result<u32, String> {
        match self.routers {
            Some(_) => self.at.get(&node).map(|end| end.0).ok_or(format!("node {node} is at no router")),
            None => Ok(node),
        }
    }

    /// Reads a line about the network.
    fn line(&mut self, line: usize, words: &[&str]) -> Result<(), String> {
        let fresh = match *words {
            ["nodes", count] => std::mem::replace(&mut self.nodes, number(count)?) == 0,
            ["routers", count] => self.routers.replace(number(count)?).is_none(),
            ["at", node, router, port] => {
                let end = (self.router(number(router)?)?, number(port)?);
                let free = self.at.values().all(|other| *other != end);
                free.then_some(()).ok_or(format!("another node is at port {port} of router {router}"))?;
                self.at.insert(self.node(number(node)?)?, end).is_none()
            }
            ["vcs", count] => std::mem::replace(&mut self.vcs, number(count)?) == 0,
            ["escape", digits] => self.vcs(digits).map(|escape| std::mem::replace(&mut self.escape, escape).is_empty())?,
            ["link", node, port, to, _input] => {
                let end = |word| number(word).and_then(|router| self.router(router));
                self.links.insert((end(node)?, number(port)?), end(to)?).is_none()
            }
            ["rank", node, port, vc, rank] => {
                let channel = (number(node)?, number(port)?, number(vc)?);
                let known = self.links.contains_key(&(channel.0, channel.1)) && self.escape.contains(&channel.2);
                known.then_some(()).ok_or(format!("{channel:?} is no escape channel of a link"))?;
                self.ranks.insert(channel, (number(rank)?, line)).is_none()
            }
            ["list", name, ref outputs @ ..] => {
                let output = |word: &&str| {
                    let (port, vcs) = word.split_once(':').ok_or(format!("`{word}` is no output"))?;
                    Ok((number(port)?, self.vcs(vcs)?))
                };
                let outputs = outputs.iter().map(output).collect::<Result<Vec<_>, String>>()?;
                self.lists.insert(number(name)?, outputs).is_none()
            }
            _ => return Err("unknown words".into()),
        };
        if fresh { Ok(()) } else { Err("this is said twice".into()) }
    }

    /// Reads a line about packets to a destination.
    fn route_line(&self, routes: &mut DestinationRoutes, line: usize, words: &[&str]) -> Result<(), String> {
        let [kind, _, own, rest @ ..] = words else { return Err("too few words".into()) };
        let bits: u64 = number(own)?;
        for word in rest {
            if *kind == "from" {
                routes.from.extend(ranges(word, self.nodes)?.into_iter().map(|node| ((bits, node), line)));
                continue;
            }
            let (list, nodes) = word.split_once('@').ok_or(format!("`{word}` is no list with nodes"))?;
            let (list, onward) = list.split_once('>').unwrap_or((list, own));
            for node in ranges(nodes, self.routers.unwrap_or(self.nodes))? {
                let twice = routes.to.insert((bits, node), (number(list)?, number(onward)?, line));
                twice.map_or(Ok(()), |_| Err(format!("node {node} is there twice")))?;
            }
        }
        Ok(())
    }

    /// Checks packets to a destination from a state on; returns the lowest channel with a rank that they request next, with its rank.
    fn check(&self, destination: u32, routes: &mut DestinationRoutes, state: State, from: usize) -> Result<(u64, Channel), String> {
        let (bits, node) = state;
        let packets = || format!("packets to {destination} with bits {bits}");
        match routes.checked.get(&state) {
            Some(Some(lowest)) => return Ok(*lowest),
            Some(None) => return Err(format!("line {from}: {} can come back to node {node}", packets())),
            None => {}
        }
        let &(list, onward, line) =
            routes.to.get(&state).ok_or_else(|| format!("line {from}: no route for {} at node {node}", packets()))?;
        routes.checked.insert(state, None);
        let home = self.home(destination)?;
        let outputs = self.lists.get(&list).ok_or_else(|| format!("line {line}: no list {list}"))?;
        let (mut lowest, mut escapes) = (None, false);
        for (port, vcs) in outputs {
            let no_link = || format!("line {line}: {}: no link at port {port} of node {node}", packets());
            let far = *self.links.get(&(node, *port)).ok_or_else(no_link)?;
            let next = if far == home { None } else { Some(self.check(destination, routes, (onward, far), line)?) };
            for vc in vcs {
                let channel = (node, *port, *vc);
                let asked = if self.escape.contains(vc) {
                    escapes = true;
                    let no_rank = || format!("line {line}: {}: no rank of channel {channel:?}", packets());
                    let &(rank, of) = self.ranks.get(&channel).ok_or_else(no_rank)?;
                    if let Some((above, behind)) = next.filter(|(above, _)| *above <= rank) {
                        return Err(format!(
                            "line {of}: {channel:?} has rank {rank}, {behind:?} behind it {above}: {}, line {line}",
                            packets()
                        ));
                    }
                    Some((rank, channel))
                } else {
                    next
                };
                lowest = [lowest, asked].into_iter().flatten().min();
            }
        }
        let none = || format!("line {line}: {}: no escape channel at node {node}", packets());
        let lowest = lowest.filter(|_| escapes).ok_or_else(none)?;
        routes.checked.insert(state, Some(lowest));
        Ok(lowest)
    }
}

/// Checks a certificate; returns a summary, or the first mistake.
fn check(text: &str) -> Result<String, String> {
    let mut network = Network::default();
    let mut lines: BTreeMap<u32, Vec<(usize, Vec<&str>)>> = BTreeMap::new();
    let apart = match text.lines().next() {
        Some("torusmith-ranks 1") => false,
        Some("torusmith-ranks 2") => true,
        _ => return Err("line 1: not `torusmith-ranks 1` or `torusmith-ranks 2`".into()),
    };
    for (i, line) in text.lines().enumerate().skip(1) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let done = match words[..] {
            [] | ["#" | "network" | "routing", ..] => Ok(()),
            ["from" | "to", destination, ..] => number(destination).map(|to| lines.entry(to).or_default().push((i + 1, words))),
            _ => network.line(i + 1, &words),
        };
        done.map_err(|why| format!("line {}: {why}", i + 1))?;
    }
    let (mut hops, nodes) = (0, network.nodes);
    if apart != network.routers.is_some() {
        return Err("`routers` and `at` belong to `torusmith-ranks 2`".into());
    }
    let none = (0..nodes.max(1)).find(|node| !lines.contains_key(node));
    none.map_or(Ok(()), |node| Err(format!("no packets to node {node}")))?;
    for (destination, lines) in &lines {
        let (first, mut routes) = (lines[0].0, DestinationRoutes::default());
        network.node(*destination).map_err(|why| format!("line {first}: {why}"))?;
        for (line, words) in lines {
            network.route_line(&mut routes, *line, words).map_err(|why| format!("line {line}: {why}"))?;
        }
        let sources: HashSet<u32> = routes.from.iter().map(|((_, node), _)| *node).collect();
        let none = (0..nodes).find(|node| node != destination && !sources.contains(node));
        none.map_or(Ok(()), |source| Err(format!("line {first}: no packets from {source} to {destination}")))?;
        let home = network.home(*destination)?;
        for ((bits, source), line) in std::mem::take(&mut routes.from) {
            match network.home(source)? {
                router if router == home => {}
                router => _ = network.check(*destination, &mut routes, (bits, router), line)?,
            }
        }
        hops += routes.checked.len();
    }
    let Network { links, ranks, .. } = network;
    Ok(format!("{nodes} nodes, {} links, {hops} hops: all arrive. {} channels: every dependency rises.", links.len(), ranks.len()))
}

fn main() -> ExitCode {
    let file = std::env::args().nth(1).ok_or("check-ranks FILE".to_owned());
    let text = file.and_then(|file| std::fs::read_to_string(&file).map_err(|error| format!("{file}: {error}")));
    let (output, code) = match text.map(|text| check(&text)) {
        Ok(Ok(good)) => (good, 0),
        Ok(Err(wrong)) => (format!("REFUSED: {wrong}"), 1),
        Err(error) => (error, 2),
    };
    println!("{output}");
    ExitCode::from(code)
}
