//! Families of networks, as lists of directed links.

use rand::Rng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use torusmith_vc_classes::Channel;

/// Nodes and channels.
#[derive(Clone)]
pub struct Network {
    pub nodes: usize,
    pub channels: Vec<Channel>,
}

impl Network {
    /// Channels in both directions for each pair.
    fn two_way(nodes: usize, links: impl IntoIterator<Item = (usize, usize)>) -> Self {
        Self::one_way(nodes, links.into_iter().flat_map(|(a, b)| [(a, b), (b, a)]))
    }

    fn one_way(nodes: usize, links: impl IntoIterator<Item = (usize, usize)>) -> Self {
        Self { nodes, channels: links.into_iter().map(|(from, to)| Channel { from: from as u32, to: to as u32 }).collect() }
    }

    /// Removes `count` links in both directions, such that all nodes still reach one another.
    pub fn broken(mut self, count: usize, random: &mut ChaCha8Rng) -> Self {
        for _ in 0..count {
            loop {
                let Channel { from, to } = self.channels[random.random_range(0..self.channels.len())];
                let mut less = self.clone();
                less.channels.retain(|channel| (channel.from, channel.to) != (from, to) && (channel.from, channel.to) != (to, from));
                if less.connected() {
                    self = less;
                    break;
                }
            }
        }
        self
    }

    /// Whether node 0 reaches all nodes; links must run both ways.
    fn connected(&self) -> bool {
        let mut next = vec![Vec::new(); self.nodes];
        self.channels.iter().for_each(|channel| next[channel.from as usize].push(channel.to as usize));
        let (mut seen, mut open) = (vec![false; self.nodes], vec![0]);
        while let Some(node) = open.pop() {
            if !std::mem::replace(&mut seen[node], true) {
                open.extend(&next[node]);
            }
        }
        seen.into_iter().all(|seen| seen)
    }
}

pub fn ring(nodes: usize) -> Network {
    Network::two_way(nodes, (0..nodes).map(|node| (node, (node + 1) % nodes)))
}

pub fn one_way_ring(nodes: usize) -> Network {
    Network::one_way(nodes, (0..nodes).map(|node| (node, (node + 1) % nodes)))
}

/// Two rings; every fourth node is linked to its counterpart.
pub fn joined_rings(side: usize) -> Network {
    let rings = (0..2 * side).map(|node| (node, node / side * side + (node + 1) % side));
    Network::two_way(2 * side, rings.chain((0..side).step_by(4).map(|node| (node, node + side))))
}

/// Words of `length` letters of `letters`; a link leads to each word that is this one shifted by a letter. `repeats` allows equal
/// consecutive letters.
fn words(letters: usize, length: u32, repeats: bool) -> Network {
    let all: Vec<usize> = (0..letters.pow(length))
        .filter(|word| repeats || (1..length).all(|at| word / letters.pow(at) % letters != word / letters.pow(at - 1) % letters))
        .collect();
    let number = |word: usize| all.binary_search(&word).ok();
    let links = all.iter().enumerate().flat_map(|(from, word)| {
        let moved = (0..letters).filter_map(move |letter| number(word * letters % letters.pow(length) + letter));
        moved.filter(move |&to| to != from).map(move |to| (from, to))
    });
    Network::one_way(all.len(), links.collect::<Vec<_>>())
}

/// (degree + 1) * degree^(length - 1) nodes.
pub fn kautz(degree: usize, length: u32) -> Network {
    words(degree + 1, length, false)
}

/// letters^length nodes; links from a node to itself are left out.
pub fn de_bruijn(letters: usize, length: u32) -> Network {
    words(letters, length, true)
}

/// Groups of `routers` routers, fully linked, with `global` links to other groups each: (routers * global + 1) * routers nodes.
pub fn dragonfly(routers: usize, global: usize) -> Network {
    let groups = routers * global + 1;
    let local = (0..groups * routers).flat_map(|a| (a + 1..(a / routers + 1) * routers).map(move |b| (a, b)));
    let router = |group: usize, link: usize| group * routers + link / global;
    // Link i of a group leads to the group i + 1 farther on, whose reverse link has the index i from its end.
    let between = (0..groups).flat_map(|group| {
        (0..groups - 1).filter_map(move |link| {
            let other = (group + link + 1) % groups;
            (group < other).then(|| (router(group, link), router(other, groups - 2 - link)))
        })
    });
    Network::two_way(groups * routers, local.chain(between))
}

/// Three levels of switches with `ports` ports: 5 * (ports / 2)^2 switches.
pub fn fat_tree(ports: usize) -> Network {
    let half = ports / 2;
    let (core, pods) = (half * half, ports);
    let upper = |pod: usize, i: usize| core + pod * half + i;
    let lower = |pod: usize, i: usize| core + pods * half + pod * half + i;
    let links = (0..pods).flat_map(|pod| {
        (0..half).flat_map(move |i| (0..half).flat_map(move |j| [(i * half + j, upper(pod, i)), (upper(pod, i), lower(pod, j))]))
    });
    Network::two_way(core + 2 * pods * half, links)
}

pub fn hypercube(dimensions: u32) -> Network {
    let nodes = 1 << dimensions;
    Network::two_way(nodes, (0..nodes).flat_map(|a| (0..dimensions).map(move |bit| (a, a ^ (1 << bit))).filter(|(a, b)| a < b)))
}

/// `sides[0]` is the side along x, whose channels come first at a node; `wrap` adds wrap-around links.
pub fn grid(sides: &[usize], wrap: bool) -> Network {
    let nodes: usize = sides.iter().product();
    let mut links = Vec::new();
    for node in 0..nodes {
        let mut stride = 1;
        for &side in sides {
            let at = node / stride % side;
            if at + 1 < side {
                links.push((node, node + stride));
            } else if wrap && side > 2 {
                links.push((node, node - at * stride));
            }
            stride *= side;
        }
    }
    Network::two_way(nodes, links)
}

/// Every node has `degree` links both ways, no two between the same nodes, and all nodes are connected.
pub fn random_regular(nodes: usize, degree: usize, random: &mut ChaCha8Rng) -> Network {
    loop {
        let mut ends: Vec<usize> = (0..nodes * degree).map(|end| end / degree).collect();
        ends.shuffle(random);
        let mut links: Vec<(usize, usize)> = ends.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
        let mut linked = std::collections::HashMap::new();
        let key = |(a, b): (usize, usize)| (a.min(b), a.max(b));
        links.iter().for_each(|&link| *linked.entry(key(link)).or_insert(0) += 1);
        // An invalid link exchanges an end with a random other link.
        let mut at = 0;
        while let Some(wrong) = (at..links.len()).find(|&i| links[i].0 == links[i].1 || linked[&key(links[i])] > 1) {
            let other = random.random_range(0..links.len());
            for i in [wrong, other] {
                *linked.get_mut(&key(links[i])).unwrap() -= 1;
            }
            let end = links[wrong].1;
            links[wrong].1 = links[other].1;
            links[other].1 = end;
            for i in [wrong, other] {
                *linked.entry(key(links[i])).or_insert(0) += 1;
            }
            at = 0;
        }
        let network = Network::two_way(nodes, links);
        if network.connected() {
            return network;
        }
    }
}
