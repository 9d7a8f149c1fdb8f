//! Routes over networks.

use rand::Rng;
use rand_chacha::ChaCha8Rng;
use torusmith_vc_classes::{NONE, Routes};

use super::networks::Network;

/// Choice among shortest paths.
pub enum Ties<'a> {
    /// A random one.
    Random(&'a mut ChaCha8Rng),
    /// Over the channel with the fewest packets so far.
    Balanced,
    /// Over the channel that comes first in the network: x first in a grid.
    First,
}

/// Shortest paths, a tree for each destination.
pub fn shortest(network: &Network, ties: Ties) -> Routes {
    shortest_to(network, 0..network.nodes, ties)
}

/// Shortest paths to some destinations only.
pub fn shortest_to(network: &Network, destinations: std::ops::Range<usize>, mut ties: Ties) -> Routes {
    let nodes = network.nodes;
    let (into, out) = (channels_by(network, |channel| channel.to), channels_by(network, |channel| channel.from));
    let mut load = vec![0u64; network.channels.len()];
    let mut table = vec![NONE; nodes * nodes];
    for destination in destinations {
        let (distance, mut farthest) = distances(network, &into, destination);
        let mut packets = vec![1u64; nodes];
        farthest.reverse();
        for node in farthest.into_iter().filter(|&node| node != destination) {
            let closer = |channel: &u32| distance[network.channels[*channel as usize].to as usize] + 1 == distance[node];
            let ways: Vec<u32> = out[node].iter().copied().filter(closer).collect();
            let way = match &mut ties {
                Ties::Random(random) => ways[random.random_range(0..ways.len())],
                Ties::Balanced => *ways.iter().min_by_key(|&&way| load[way as usize]).unwrap(),
                Ties::First => ways[0],
            };
            table[node * nodes + destination] = way;
            load[way as usize] += packets[node];
            packets[network.channels[way as usize].to as usize] += packets[node];
        }
    }
    Routes::by_destination(nodes, network.channels.clone(), table).unwrap()
}

/// Dimension order in a torus, in the shorter direction, `+` at a tie; also for a mesh.
pub fn dimension_order(network: &Network, sides: &[usize], wrap: bool) -> Routes {
    let nodes = network.nodes;
    let out = channels_by(network, |channel| channel.from);
    let table = (0..nodes * nodes).map(|hop| {
        let (node, destination) = (hop / nodes, hop % nodes);
        let mut stride = 1;
        for &side in sides {
            let (at, to) = (node / stride % side, destination / stride % side);
            if at != to {
                let up = if wrap { (to + side - at) % side <= side / 2 } else { to > at };
                let beside = if up { (at + 1) % side } else { (at + side - 1) % side };
                let next = node - at * stride + beside * stride;
                return *out[node].iter().find(|&&way| network.channels[way as usize].to as usize == next).unwrap();
            }
            stride *= side;
        }
        NONE
    });
    Routes::by_destination(nodes, network.channels.clone(), table.collect()).unwrap()
}

/// Up a tree from node 0, then down, over links both ways: a packet that can reach its destination by going down alone does so.
pub fn up_down(network: &Network) -> Routes {
    let nodes = network.nodes;
    let (into, out) = (channels_by(network, |channel| channel.to), channels_by(network, |channel| channel.from));
    let (level, _) = distances(network, &into, 0);
    let up = |way: u32| {
        let channel = network.channels[way as usize];
        (level[channel.to as usize], channel.to) < (level[channel.from as usize], channel.from)
    };
    let mut order: Vec<usize> = (0..nodes).collect();
    order.sort_unstable_by_key(|&node| (level[node], node));
    let mut table = vec![NONE; nodes * nodes];
    for destination in 0..nodes {
        let mut distance = vec![usize::MAX; nodes];
        distance[destination] = 0;
        let mut fixed = vec![false; nodes];
        fixed[destination] = true;
        // Lowest nodes first: nodes that they reach by going down are lower still. Then, from the top, nodes that must go up.
        for down in [true, false] {
            let nodes_in_turn: Vec<usize> = if down { order.iter().rev().copied().collect() } else { order.clone() };
            for node in nodes_in_turn {
                let ways = out[node].iter().copied().filter(|&way| up(way) != down);
                let far = |way: u32| distance[network.channels[way as usize].to as usize];
                let best = ways.filter(|&way| far(way) < usize::MAX).min_by_key(|&way| far(way));
                if let Some(way) = best.filter(|_| !fixed[node]) {
                    (distance[node], fixed[node]) = (far(way) + 1, true);
                    table[node * nodes + destination] = way;
                }
            }
        }
    }
    Routes::by_destination(nodes, network.channels.clone(), table).unwrap()
}

fn channels_by(network: &Network, end: impl Fn(&torusmith_vc_classes::Channel) -> u32) -> Vec<Vec<u32>> {
    let mut by = vec![Vec::new(); network.nodes];
    network.channels.iter().enumerate().for_each(|(number, channel)| by[end(channel) as usize].push(number as u32));
    by
}

/// Hops from each node to the destination, and the nodes, nearest first.
fn distances(network: &Network, into: &[Vec<u32>], destination: usize) -> (Vec<usize>, Vec<usize>) {
    let mut distance = vec![usize::MAX; network.nodes];
    distance[destination] = 0;
    let mut order = vec![destination];
    let mut at = 0;
    while let Some(&node) = order.get(at) {
        at += 1;
        for &way in &into[node] {
            let from = network.channels[way as usize].from as usize;
            if distance[from] == usize::MAX {
                distance[from] = distance[node] + 1;
                order.push(from);
            }
        }
    }
    (distance, order)
}
