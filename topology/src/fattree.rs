//! The fat tree `fattree:K,N`, a k-ary n-tree: k^n terminals, and n levels of k^(n-1) routers, level 0 the leaves.
//!
//! A router is its level l and its position w, n - 1 digits in base k; its number is l k^(n-1) + w. Up port u of router (l, w) and down port
//! w_l of router (l+1, w with u in place of digit w_l) are linked in both directions.

use crate::address::read_numerals;
use crate::terminals::{MOST_PORTS, MOST_TERMINALS, local_label};
use crate::{
    Coordinate, Error, Family, FamilyName, Link, LocalPort, Network, NetworkSpec, Orbit, TerminalId, Undefined, equal_orbits, family,
};

/// `fattree:4,3`.
pub static FAMILY: Family = Family {
    id: FamilyName { prefix: "fattree", title: "fat tree" },
    syntax: "fattree:K,N",
    form: "fattree:K,N, such as fattree:4,3",
    read: |rest| family::numbers(rest).map(|[k, levels]| FatTree::new(k, levels).map(Network::new)),
};

/// Most links of a router in one direction: a third of its ports.
const MOST_K: u32 = MOST_PORTS as u32 / 3;

/// A fat tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FatTree {
    /// k: terminals of a leaf, and links of a router up and down.
    k: u32,
    /// n, the number of levels.
    levels: u32,
}

impl FatTree {
    /// Checks the parameters.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless K = 2..=10 and N is 2 or more, with at most 2^20 terminals and routers.
    pub fn new(k: u32, levels: u32) -> Result<Self, Error> {
        if !(2..=MOST_K).contains(&k) {
            let allowed = format!("2 to {MOST_K} (a router has 3 K ports, at most {MOST_PORTS})");
            return Err(Error::parameter(FAMILY.id.title, "K", k, &allowed));
        }
        let fits = |levels: u32| k.checked_pow(levels).is_some_and(|all| (all.max(all / k * levels)) as usize <= MOST_TERMINALS);
        let most = (2..).take_while(|&levels| fits(levels)).last().unwrap_or(1);
        if !(2..=most).contains(&levels) {
            let allowed = format!("2 to {most} for K = {k} (at most {MOST_TERMINALS} terminals and routers; one level is a star)");
            return Err(Error::parameter(FAMILY.id.title, "N", levels, &allowed));
        }
        Ok(Self { k, levels })
    }

    /// K: terminals of a leaf, and links of a router up and down.
    pub fn k(&self) -> u32 {
        self.k
    }

    /// N, the number of levels.
    pub fn levels(&self) -> u32 {
        self.levels
    }

    /// Routers of a level, k^(n-1).
    pub fn positions(&self) -> u32 {
        self.k.pow(self.levels - 1)
    }

    /// Level, from the leaves, and position of a router.
    pub fn level_and_position(&self, router: u32) -> (u32, u32) {
        (router / self.positions(), router % self.positions())
    }

    /// Digit `i` of a position.
    fn digit(&self, position: u32, i: u32) -> u32 {
        position / self.k.pow(i) % self.k
    }

    /// A number of `count` digits in base k, most significant first.
    fn digits(&self, number: u32, count: u32) -> String {
        (0..count).rev().map(|i| self.digit(number, i).to_string()).collect()
    }
}

impl NetworkSpec for FatTree {
    fn family(&self) -> FamilyName {
        FAMILY.id
    }

    fn name(&self) -> String {
        format!("fattree({},{})", self.k, self.levels)
    }

    fn slug(&self) -> String {
        format!("fattree_{}_{}", self.k, self.levels)
    }

    fn routers(&self) -> usize {
        (self.levels * self.positions()) as usize
    }

    fn terminals(&self) -> usize {
        self.k.pow(self.levels) as usize
    }

    fn local_ports(&self) -> usize {
        self.k as usize
    }

    fn attachment(&self, TerminalId(terminal): TerminalId) -> LocalPort {
        LocalPort { router: terminal / self.k, port: (terminal % self.k) as u8 }
    }

    fn ports(&self) -> usize {
        3 * self.k as usize
    }

    fn downstream(&self, node: u32, port: u8) -> Option<Link> {
        let (level, position) = self.level_and_position(node);
        let (group, to) = (u32::from(port) / self.k, u32::from(port) % self.k);
        let (level, changed, arrival) = match group {
            1 => (level.checked_sub(1)?, level.checked_sub(1)?, 2),
            2 if level + 1 < self.levels => (level + 1, level, 1),
            _ => return None,
        };
        let from = self.digit(position, changed);
        let position = position - from * self.k.pow(changed) + to * self.k.pow(changed);
        Some(Link { node: level * self.positions() + position, port: (arrival * self.k + from) as u8 })
    }

    /// `local0` .., `down0` .., `up0` ..
    fn port_label(&self, port: u8) -> &str {
        const DOWN: [&str; MOST_K as usize] = ["down0", "down1", "down2", "down3", "down4", "down5", "down6", "down7", "down8", "down9"];
        const UP: [&str; MOST_K as usize] = ["up0", "up1", "up2", "up3", "up4", "up5", "up6", "up7", "up8", "up9"];
        let at = u32::from(port) % self.k;
        match u32::from(port) / self.k {
            0 => local_label(port),
            1 => DOWN[at as usize],
            _ => UP[at as usize],
        }
    }

    /// Level and position, `0,23`.
    fn format_address(&self, node: u32) -> String {
        let (level, position) = self.level_and_position(node);
        format!("{level},{}", self.digits(position, self.levels - 1))
    }

    fn read_address(&self, text: &str) -> Result<u32, String> {
        let (level, position) = text.trim_matches([' ', '(', ')']).split_once(',').unwrap_or_default();
        let level = level.trim().parse().ok().filter(|&level: &u32| level < self.levels);
        let position = read_numerals(position, self.levels - 1, self.k, "");
        match (level, position) {
            (Some(level), Ok(position)) => Ok(level * self.positions() + position),
            _ => Err(format!(
                "level,position with level 0 to {} and position {} digits 0 to {}, such as {}",
                self.levels - 1,
                self.levels - 1,
                self.k - 1,
                self.format_address(1)
            )),
        }
    }

    /// The n digits of the terminal's number, `231`.
    fn format_terminal(&self, TerminalId(terminal): TerminalId) -> String {
        self.digits(terminal, self.levels)
    }

    fn read_terminal(&self, text: &str) -> Result<TerminalId, String> {
        // A comma is part of a router's address.
        let text = if text.contains(',') { "" } else { text };
        read_numerals(text, self.levels, self.k, &self.format_terminal(TerminalId(1))).map(TerminalId)
    }

    /// The digit of the position that differs between the largest subtrees.
    fn coordinates(&self) -> Vec<Coordinate<'_>> {
        vec![Coordinate::new("first digit", self.k, |node| self.digit(self.level_and_position(node).1, self.levels - 2))]
    }

    /// Exchanges the two halves of the digits.
    fn transpose(&self, TerminalId(terminal): TerminalId) -> Result<TerminalId, Undefined> {
        if !self.levels.is_multiple_of(2) {
            return Err(Undefined("on a fat tree of an even number of levels"));
        }
        let half = self.k.pow(self.levels / 2);
        Ok(TerminalId(terminal % half * half + terminal / half))
    }

    /// Exchanges of subtrees.
    fn orbits(&self) -> Vec<Orbit> {
        equal_orbits(self.terminals(), [0])
    }

    /// Levels as rows, the leaves at the bottom.
    fn place(&self, node: u32) -> Option<(u32, u32)> {
        let (level, position) = self.level_and_position(node);
        Some((self.levels - 1 - level, position))
    }

    /// The upper one of the two levels that a link joins.
    fn link_kind(&self, node: u32, port: u8) -> &str {
        let level = self.level_and_position(node).0;
        match u32::from(port) / self.k {
            0 => local_label(port),
            1 => LEVELS[level as usize],
            _ => LEVELS[level as usize + 1],
        }
    }

    fn link_kinds(&self) -> Vec<String> {
        LEVELS[1..self.levels as usize].iter().map(|&level| level.to_owned()).collect()
    }
}

/// Kinds of links, by their upper level. A tree of 16 levels, the most there are, has k = 2.
const LEVELS: [&str; 16] = [
    "level0", "level1", "level2", "level3", "level4", "level5", "level6", "level7", "level8", "level9", "level10", "level11", "level12",
    "level13", "level14", "level15",
];
