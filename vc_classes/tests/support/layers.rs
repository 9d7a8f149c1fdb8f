//! Layers of whole paths, for comparison: a packet keeps its class on its whole path, as in LASH (Skeie, Lysne, Theiss, IPDPS 2002) and
//! DFSSSP (Domke, Hoefler, Nagel, IPDPS 2011).

use std::collections::{HashMap, HashSet};

use rand::seq::SliceRandom;
use torusmith_vc_classes::Routes;

use super::random::random;

/// The channels of all paths, source by source.
fn paths(routes: &Routes) -> Vec<Vec<usize>> {
    let starts = (0..routes.hops()).filter(|&hop| routes.channel(hop).is_some());
    let path = |start| std::iter::successors(Some(start), |&hop| routes.next(hop)).filter_map(|hop| routes.channel(hop)).collect();
    starts.map(path).collect()
}

/// The fewest layers for three orders of the paths: as given, longest first, random. Each path goes into the first layer in which it closes
/// no cycle.
pub fn lash(routes: &Routes) -> usize {
    let mut paths = paths(routes);
    let as_they_come = first_fit(routes, &paths);
    paths.sort_by_key(|path| std::cmp::Reverse(path.len()));
    let longest_first = first_fit(routes, &paths);
    paths.shuffle(&mut random(1));
    as_they_come.min(longest_first).min(first_fit(routes, &paths))
}

fn first_fit(routes: &Routes, paths: &[Vec<usize>]) -> usize {
    let mut layers: Vec<Layer> = Vec::new();
    for path in paths {
        if !layers.iter_mut().any(|layer| layer.takes(path)) {
            layers.push(Layer { after: vec![Vec::new(); routes.channels().len()], arcs: HashSet::new() });
            assert!(layers.last_mut().unwrap().takes(path), "a path alone has no cycle");
        }
    }
    layers.len()
}

struct Layer {
    after: Vec<Vec<usize>>,
    arcs: HashSet<(usize, usize)>,
}

impl Layer {
    fn takes(&mut self, path: &[usize]) -> bool {
        let new: Vec<(usize, usize)> = arcs(path).filter(|arc| !self.arcs.contains(arc)).collect();
        new.iter().for_each(|&(a, b)| self.after[a].push(b));
        if new.iter().any(|&(a, b)| self.reaches(b, a)) {
            new.iter().for_each(|&(a, _)| _ = self.after[a].pop());
            return false;
        }
        self.arcs.extend(new);
        true
    }

    fn reaches(&self, from: usize, to: usize) -> bool {
        let (mut seen, mut open) = (HashSet::new(), vec![from]);
        while let Some(channel) = open.pop() {
            if channel == to {
                return true;
            }
            if seen.insert(channel) {
                open.extend(&self.after[channel]);
            }
        }
        false
    }
}

fn arcs(path: &[usize]) -> impl Iterator<Item = (usize, usize)> {
    path.windows(2).map(|pair| (pair[0], pair[1]))
}

/// Number of layers if all paths begin in the first, and in each cycle the dependency with the fewest paths is broken by moving these to
/// the next layer; `most` if more are needed.
pub fn dfsssp(routes: &Routes, most: usize) -> usize {
    let mut here = paths(routes);
    for layer in 1..most {
        let mut users: HashMap<(usize, usize), Vec<usize>> = HashMap::new();
        for (number, path) in here.iter().enumerate() {
            arcs(path).for_each(|arc| users.entry(arc).or_default().push(number));
        }
        let mut count: HashMap<(usize, usize), usize> = users.iter().map(|(&arc, users)| (arc, users.len())).collect();
        let mut after = vec![Vec::new(); routes.channels().len()];
        users.keys().for_each(|&(a, b)| after[a].push(b));
        after.iter_mut().for_each(|after| after.sort_unstable());
        let mut moved = vec![false; here.len()];
        while let Some(cycle) = cycle(&after) {
            let weakest = cycle.iter().min_by_key(|arc| (count[arc], **arc)).unwrap();
            for &number in &users[weakest] {
                if !std::mem::replace(&mut moved[number], true) {
                    for arc in arcs(&here[number]) {
                        let count = count.get_mut(&arc).unwrap();
                        *count -= 1;
                        if *count == 0 {
                            after[arc.0].retain(|&b| b != arc.1);
                        }
                    }
                }
            }
        }
        let mut number = 0..;
        here.retain(|_| moved[number.next().unwrap()]);
        if here.is_empty() {
            return layer;
        }
    }
    most
}

/// The arcs of a cycle, if there is one.
fn cycle(after: &[Vec<usize>]) -> Option<Vec<(usize, usize)>> {
    let mut done = vec![false; after.len()];
    let mut place = vec![usize::MAX; after.len()];
    for start in 0..after.len() {
        // The current search path: channels, and how many successors of each have been tried.
        let mut way: Vec<(usize, usize)> = Vec::new();
        if !done[start] {
            place[start] = 0;
            way.push((start, 0));
        }
        while let Some((channel, tried)) = way.last_mut() {
            let Some(&next) = after[*channel].get(*tried) else {
                (done[*channel], place[*channel]) = (true, usize::MAX);
                way.pop();
                continue;
            };
            *tried += 1;
            if place[next] != usize::MAX {
                let mut channels: Vec<usize> = way[place[next]..].iter().map(|&(channel, _)| channel).collect();
                channels.push(next);
                return Some(arcs(&channels).collect());
            }
            if !done[next] {
                place[next] = way.len();
                way.push((next, 0));
            }
        }
    }
    None
}
