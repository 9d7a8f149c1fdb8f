//! New routes in place of those that dead links break: short ones, whose dependencies close no cycle with those that stay (docs/faults.md).

mod dependencies;
mod plan;
mod up_down;

use crate::classes::Class;
use crate::routes::Channel;
use dependencies::HopDependencies;
use plan::{Path, Plan};

/// The channel that a packet takes next, and its class there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClassHop {
    /// The channel, in service.
    pub channel: u32,
    /// The class.
    pub class: Class,
}

/// Routes of which some lead over dead links.
#[derive(Debug, Clone)]
pub struct BrokenRoutes {
    /// Number of nodes.
    pub nodes: usize,
    /// Node of each terminal; `None` for one out of service.
    pub ends: Vec<Option<u32>>,
    /// The channels in service.
    pub channels: Vec<Channel>,
    /// By `node * ends + terminal`, the hop of the whole network; `None` at the terminal's node, and where the channel is dead.
    pub hops: Vec<Option<ClassHop>>,
    /// Number of classes.
    pub classes: usize,
}

/// Routes to all terminals in service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RepairedRoutes {
    /// By `node * ends + terminal`; `None` at the terminal's node, and from and to what is out of service.
    pub hops: Vec<Option<ClassHop>>,
    /// Number of classes.
    pub classes: usize,
    /// Pairs of a source and a destination whose path changed.
    pub changed: usize,
}

/// Repairs routes. Paths that are intact stay, unless a destination has no other path; the others become short ones that close no dependency
/// cycle with the rest. If there are none, or with `spare`, there is one class more. Destinations that find none with that class either are
/// routed up towards a root and down, in that class.
///
/// `None` if the intact routes have a dependency cycle, a terminal cannot be reached, or links without a reverse rule out such a tree.
pub fn repair(broken: &BrokenRoutes, spare: bool) -> Option<RepairedRoutes> {
    let mut plan = Plan::new(broken);
    if !spare && let Ok(found) = attempts(broken, &plan)? {
        return Some(found);
    }
    let routes = broken.with_class();
    let mut failed = match attempts(&routes, &plan)? {
        Ok(found) => return Some(found),
        Err(failed) => failed,
    };
    let ranks = up_down::ranks(&routes)?;
    loop {
        plan.alone.append(&mut failed);
        let mut work = Work::new(&routes, &plan)?;
        for &to in &plan.alone {
            work.set_alone(to, up_down::tree(&routes, &ranks, to, broken.classes as u8)?)?;
        }
        failed = plan.targets.iter().copied().filter(|to| !plan.alone.contains(to)).filter(|&to| !work.route_one(to, false)).collect();
        if failed.is_empty() {
            return Some(work.finish(routes.classes));
        }
    }
}

/// Routes all broken paths. If a destination finds none, it is the first of the next attempt. The destinations that find none, or `None` if
/// the intact routes have a dependency cycle.
fn attempts(routes: &BrokenRoutes, plan: &Plan) -> Option<Result<RepairedRoutes, Vec<usize>>> {
    let intact = Work::new(routes, plan)?;
    let mut targets = plan.targets.clone();
    let mut failed = Vec::new();
    for by_load in [true, false] {
        let mut work = intact.clone();
        let Some(at) = targets.iter().position(|&to| !work.route_one(to, by_load)) else { return Some(Ok(work.finish(routes.classes))) };
        targets[..=at].rotate_right(1);
        failed.push(targets[0]);
    }
    failed.sort_unstable();
    failed.dedup();
    Some(Err(failed))
}

impl BrokenRoutes {
    /// The routes with one class more, which no hop has.
    fn with_class(&self) -> Self {
        let old = self.classes;
        let count = self.ends.len();
        // A hop of any class keeps one of those that it had, which takes dependencies away and adds none.
        let kept = |(at, hop): (usize, &Option<ClassHop>)| {
            hop.map(|hop| match hop.class {
                Class::Any => ClassHop { class: Class::One(((at / count + at % count) % old) as u8), ..hop },
                Class::One(_) => hop,
            })
        };
        Self { hops: self.hops.iter().enumerate().map(kept).collect(), classes: old + 1, ..self.clone() }
    }

    fn hop(&self, node: usize, to: usize) -> Option<ClassHop> {
        self.hops[node * self.ends.len() + to]
    }

    fn far(&self, channel: u32) -> usize {
        self.channels[channel as usize].to as usize
    }

    /// Channels into each node.
    fn channels_into(&self) -> Vec<Vec<u32>> {
        let mut into = vec![Vec::new(); self.nodes];
        (0..).zip(&self.channels).for_each(|(number, channel)| into[channel.to as usize].push(number));
        into
    }

    /// Number of terminals in service at each node.
    fn sources(&self) -> Vec<u32> {
        let mut sources = vec![0; self.nodes];
        self.ends.iter().flatten().for_each(|&node| sources[node as usize] += 1);
        sources
    }
}

/// Routes while they are repaired.
#[derive(Clone)]
struct Work<'a> {
    routes: &'a BrokenRoutes,
    plan: &'a Plan,
    hops: Vec<Option<ClassHop>>,
    order: HopDependencies,
    /// Packets over each channel.
    loads: Vec<u32>,
    changed: usize,
}

impl<'a> Work<'a> {
    /// The intact routes; `None` if they have a dependency cycle.
    fn new(routes: &'a BrokenRoutes, plan: &'a Plan) -> Option<Self> {
        let order = HopDependencies::new(routes.channels.len(), routes.classes);
        let hops = vec![None; routes.hops.len()];
        let mut work = Self { routes, plan, hops, order, loads: vec![0; routes.channels.len()], changed: 0 };
        for to in (0..routes.ends.len()).filter(|to| !plan.alone.contains(to)) {
            let intact = |node: &usize| matches!(plan.paths[to * routes.nodes + node], Path::Intact(1..));
            (0..routes.nodes).filter(intact).for_each(|node| work.set(node, to, routes.hop(node, to)));
            for node in (0..routes.nodes).filter(intact) {
                work.add_dependency(node, to)?;
                work.load(node, to, 1);
            }
        }
        Some(work)
    }

    fn hop(&self, node: usize, to: usize) -> Option<ClassHop> {
        self.hops[node * self.routes.ends.len() + to]
    }

    fn set(&mut self, node: usize, to: usize, hop: Option<ClassHop>) {
        self.hops[node * self.routes.ends.len() + to] = hop;
    }

    /// The hop after that of a node; `None` at the last one.
    fn next(&self, node: usize, to: usize) -> Option<ClassHop> {
        self.hop(node, to).and_then(|hop| self.hop(self.routes.far(hop.channel), to))
    }

    fn add_dependency(&mut self, node: usize, to: usize) -> Option<()> {
        match (self.hop(node, to), self.next(node, to)) {
            (Some(hop), Some(next)) => self.order.add(hop, next).then_some(()),
            _ => Some(()),
        }
    }

    /// Adds a node's packets to the loads of its path, or takes them off by a `sign` of -1.
    fn load(&mut self, node: usize, to: usize, sign: i32) {
        let mut at = node;
        while let Some(hop) = self.hop(at, to) {
            let load = &mut self.loads[hop.channel as usize];
            *load = load.saturating_add_signed(sign * self.plan.sources[node] as i32);
            at = self.routes.far(hop.channel);
        }
    }

    /// Gives a destination of its own class all its routes.
    fn set_alone(&mut self, to: usize, tree: Vec<Option<ClassHop>>) -> Option<()> {
        for (node, hop) in tree.into_iter().enumerate() {
            self.set(node, to, hop);
        }
        for node in 0..self.routes.nodes {
            self.add_dependency(node, to)?;
            let changed = self.hop(node, to) != self.routes.hop(node, to);
            self.changed += if changed { self.plan.sources[node] as usize } else { 0 };
            self.load(node, to, 1);
        }
        Some(())
    }

    /// Routes the broken paths to a destination, or else all paths to it; nothing changes if there are none.
    fn route_one(&mut self, to: usize, by_load: bool) -> bool {
        let broken: Vec<usize> = (0..self.routes.nodes).filter(|&node| self.path(node, to) == Path::Broken).collect();
        if self.route(to, &broken, by_load) {
            self.changed += self.packets(&broken);
            return true;
        }
        let all: Vec<usize> = (0..self.routes.nodes).filter(|&node| self.path(node, to) != Path::Intact(0)).collect();
        let settled = |node: &usize| matches!(self.path(*node, to), Path::Intact(_));
        let intact: Vec<usize> = all.iter().copied().filter(settled).collect();
        let kept: Vec<Option<ClassHop>> = intact.iter().map(|&node| self.hop(node, to)).collect();
        intact.iter().for_each(|&node| self.load(node, to, -1));
        for &node in &intact {
            if let (Some(hop), Some(next)) = (self.hop(node, to), self.next(node, to)) {
                self.order.remove(hop, next);
            }
        }
        intact.iter().for_each(|&node| self.set(node, to, None));
        if self.route(to, &all, by_load) {
            self.changed += self.packets(&all);
            return true;
        }
        intact.iter().zip(kept).for_each(|(&node, hop)| self.set(node, to, hop));
        for &node in &intact {
            let _ = self.add_dependency(node, to);
            self.load(node, to, 1);
        }
        false
    }

    fn path(&self, node: usize, to: usize) -> Path {
        self.plan.paths[to * self.routes.nodes + node]
    }

    fn packets(&self, nodes: &[usize]) -> usize {
        nodes.iter().map(|&node| self.plan.sources[node] as usize).sum()
    }

    /// Routes of some nodes to a destination, by the shortest steps to nodes that have theirs; nothing changes if there are none.
    fn route(&mut self, to: usize, open: &[usize], by_load: bool) -> bool {
        // Only nodes with terminals need a route; the others get one if no route exists without them.
        let needed: Vec<usize> = open.iter().copied().filter(|&node| self.plan.sources[node] > 0).collect();
        if self.search(to, &needed, &needed, by_load) {
            return true;
        }
        let unused = (0..self.routes.nodes).filter(|&node| self.path(node, to) == Path::Unused);
        let all: Vec<usize> = open.iter().copied().chain(unused).collect();
        all.len() > needed.len() && self.search(to, &needed, &all, by_load)
    }

    fn search(&mut self, to: usize, needed: &[usize], open: &[usize], by_load: bool) -> bool {
        let mut lengths: Vec<Option<u32>> = (0..self.routes.nodes)
            .map(|node| match self.path(node, to) {
                Path::Intact(length) if length == 0 || self.hop(node, to).is_some() => Some(length),
                _ => None,
            })
            .collect();
        let set_of = |nodes: &[usize]| {
            nodes.iter().fold(vec![false; self.routes.nodes], |mut set, &node| {
                set[node] = true;
                set
            })
        };
        let (is_open, is_needed, mut left) = (set_of(open), set_of(needed), needed.len());
        // Channels from open nodes to settled ones, by the length of the path.
        let mut levels: Vec<Vec<u32>> = Vec::new();
        let into = &self.plan.into;
        let settle = |node: usize, length: u32, levels: &mut Vec<Vec<u32>>| {
            let level = length as usize + 1;
            levels.resize(levels.len().max(level + 1), Vec::new());
            levels[level].extend(&into[node]);
        };
        (0..self.routes.nodes).for_each(|node| {
            if let Some(length) = lengths[node] {
                settle(node, length, &mut levels);
            }
        });
        let classes = choices(self.routes.classes);
        let mut added = Vec::new();
        let mut level = 0;
        while left > 0 && level < levels.len() {
            let mut steps: Vec<((u32, u32), u32)> = Vec::new();
            for &channel in &levels[level] {
                let Channel { from, to: far } = self.routes.channels[channel as usize];
                if is_open[from as usize] && lengths[from as usize].is_none() {
                    steps.push((self.cost(channel, far as usize, to, &classes, by_load), channel));
                }
            }
            steps.sort_unstable();
            for (_, channel) in steps {
                let Channel { from, to: far } = self.routes.channels[channel as usize];
                let (node, next) = (from as usize, self.hop(far as usize, to));
                if lengths[node].is_some() {
                    continue;
                }
                let fits = |class: &Class| next.is_none_or(|next| self.order.add(ClassHop { channel, class: *class }, next));
                let Some(class) = classes.iter().copied().find(fits) else { continue };
                self.set(node, to, Some(ClassHop { channel, class }));
                added.push(node);
                self.load(node, to, 1);
                lengths[node] = Some(level as u32);
                left -= usize::from(is_needed[node]);
                settle(node, level as u32, &mut levels);
            }
            level += 1;
        }
        if left == 0 {
            return true;
        }
        for &node in added.iter().rev() {
            self.load(node, to, -1);
            if let (Some(hop), Some(next)) = (self.hop(node, to), self.next(node, to)) {
                self.order.remove(hop, next);
            }
            self.set(node, to, None);
        }
        false
    }

    /// What a step costs: new dependencies, then load and a port that is not the old one; or load first.
    fn cost(&self, channel: u32, far: usize, to: usize, classes: &[Class], by_load: bool) -> (u32, u32) {
        let known = |class: &Class, next| self.order.has(ClassHop { channel, class: *class }, next);
        let new = self.hop(far, to).is_some_and(|next| !classes.iter().any(|class| known(class, next)));
        let node = self.routes.channels[channel as usize].from as usize;
        let moved = self.routes.hop(node, to).is_none_or(|hop| hop.channel != channel);
        let load = 2 * self.loads[channel as usize] + u32::from(moved);
        if by_load { (load, new.into()) } else { (new.into(), load) }
    }

    /// Routes where no packet comes, too, so that every node has one.
    fn finish(mut self, classes: usize) -> RepairedRoutes {
        for to in 0..self.routes.ends.len() {
            let Some(end) = self.routes.ends[to] else { continue };
            let mut front = (0..self.routes.nodes).filter(|&node| node == end as usize || self.hop(node, to).is_some()).collect::<Vec<_>>();
            while let Some(node) = front.pop() {
                for &channel in &self.plan.into[node] {
                    let from = self.routes.channels[channel as usize].from as usize;
                    if from != end as usize && self.hop(from, to).is_none() {
                        self.set(from, to, Some(ClassHop { channel, class: Class::Any }));
                        front.push(from);
                    }
                }
            }
        }
        RepairedRoutes { hops: self.hops, classes, changed: self.changed }
    }
}

/// The classes that a new hop may have, the preferred first: any, then single ones from the highest.
fn choices(classes: usize) -> Vec<Class> {
    let single = (0..classes as u8).rev().map(Class::One).filter(|_| classes > 1);
    [Class::Any].into_iter().chain(single).collect()
}
