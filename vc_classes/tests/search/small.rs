//! Small networks against an exhaustive search through all classes.

use rand::Rng;
use rand::seq::IndexedRandom;
use torusmith_vc_classes::{Channel, Effort, Hop, NONE, Routes, find, walk};

use crate::support::networks::{grid, one_way_ring, random_regular, ring};
use crate::support::random::random;
use crate::support::routing::Ties::{First, Random};
use crate::support::routing::shortest;

/// The fewest classes without a cycle: a search that gives hop after hop each class, as long as there is no cycle so far.
fn fewest(routes: &Routes) -> usize {
    // Parents first: a dependency arises when its later end gets its class.
    let mut hops: Vec<usize> = (0..routes.hops()).filter(|&hop| routes.channel(hop).is_some()).collect();
    hops.sort_by_key(|&hop| std::iter::successors(Some(hop), |&hop| routes.next(hop)).count());
    (1..).find(|&count| fits(routes, &hops, count, 0, &mut vec![0; routes.hops()], &mut Vec::new())).unwrap()
}

fn fits(routes: &Routes, hops: &[usize], count: usize, at: usize, class: &mut [usize], arcs: &mut Vec<(usize, usize)>) -> bool {
    let Some(&hop) = hops.get(at) else { return true };
    // Classes are interchangeable: the first hop takes the first.
    for given in 0..if at == 0 { 1 } else { count } {
        class[hop] = given;
        let vertex = |hop: usize, class: usize| routes.channel(hop).unwrap() * count + class;
        let arc = routes.next(hop).map(|next| (vertex(hop, given), vertex(next, class[next])));
        match arc {
            None => {}
            Some((from, to)) if reaches(arcs, to, from) => continue,
            Some(arc) => arcs.push(arc),
        }
        if fits(routes, hops, count, at + 1, class, arcs) {
            return true;
        }
        if arc.is_some() {
            arcs.pop();
        }
    }
    false
}

fn reaches(arcs: &[(usize, usize)], from: usize, to: usize) -> bool {
    let (mut seen, mut open) = (vec![from], vec![from]);
    while let Some(at) = open.pop() {
        if at == to {
            return true;
        }
        for &(_, next) in arcs.iter().filter(|&&(a, next)| a == at && !seen.contains(&next)).collect::<Vec<_>>() {
            seen.push(next);
            open.push(next);
        }
    }
    false
}

fn same(routes: &Routes) -> usize {
    let found = find(routes, Effort(1_000_000)).unwrap();
    let fewest = fewest(routes);
    assert_eq!(found.count(), fewest, "{routes:?}");
    assert!(found.lower_bound <= fewest);
    assert!(walk(routes, &found.balanced()).unwrap().acyclic());
    fewest
}

#[test]
fn shortest_ways_need_as_many_as_all_classes_tried_say() {
    let mut seen = [0; 4];
    for nodes in 3..=5 {
        seen[same(&shortest(&one_way_ring(nodes), First))] += 1;
        seen[same(&shortest(&ring(nodes), First))] += 1;
    }
    seen[same(&shortest(&grid(&[2, 2], false), First))] += 1;
    for seed in 0..20 {
        let mut random = random(seed);
        let network = random_regular(5, 2, &mut random);
        seen[same(&shortest(&network, Random(&mut random)))] += 1;
    }
    assert!(seen[1] > 0 && seen[2] > 10, "{seen:?}");
}

/// Paths that turn back and wander, so that two classes are not always enough.
fn wandering(nodes: u32, ways: usize, longest: usize, seed: u64) -> Routes {
    let mut random = random(seed);
    let pairs = (0..nodes * nodes).map(|pair| Channel { from: pair / nodes, to: pair % nodes });
    let channels: Vec<Channel> = pairs.filter(|channel| channel.from != channel.to).collect();
    let mut hops = Vec::new();
    for _ in 0..ways {
        let mut way: Vec<usize> = vec![random.random_range(0..channels.len())];
        while way.len() < longest {
            let at = channels[way[way.len() - 1]].to;
            let next: Vec<usize> = (0..channels.len()).filter(|next| channels[*next].from == at && !way.contains(next)).collect();
            let Some(&next) = next.choose(&mut random) else { break };
            way.push(next);
        }
        for (i, &channel) in way.iter().enumerate() {
            let next = if i + 1 < way.len() { hops.len() as u32 + 1 } else { NONE };
            hops.push(Hop { channel: channel as u32, next, packets: u32::from(i == 0) });
        }
    }
    Routes::by_hops(nodes as usize, channels, &hops).unwrap()
}

#[test]
fn wandering_ways_need_as_many_as_all_classes_tried_say() {
    let mut seen = [0; 6];
    for seed in 0..30 {
        seen[same(&wandering(3, 3 + seed as usize % 5, 5, seed))] += 1;
    }
    assert!(seen[1] > 0 && seen[2] > 5 && seen[3] > 0, "{seen:?}");
}
