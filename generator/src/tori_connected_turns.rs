//! The turns by class of TTN, STTN, MTN and TESH (docs/networks.md).
//!
//! Where a packet goes in a basic module depends on where it came in and on where it wants to, and not on the module: so all ways in one
//! module, between all ways round the rings of a level, are all turns there are.

use std::collections::BTreeSet;

use torusmith_topology::tori_connected::{Dim, ToriConnected, UP_MINUS, UP_PLUS, X_MINUS, X_PLUS, Y_MINUS, Y_PLUS};

use crate::tori_connected_classes::Classes;
use crate::turn_table::{Lanes, Turns};

/// A place in the basic module: row, column.
type Place = (u32, u32);

/// A hop between basic modules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Up {
    level: u32,
    /// The ring is one of columns, else of rows.
    along_row: bool,
    group: u32,
    plus: bool,
    classes: u8,
    /// The wrap link is on the way that is left.
    wrap: bool,
}

impl Up {
    fn dim(self) -> Dim {
        if self.along_row { Dim::H } else { Dim::V }
    }

    /// The address digit that it changes, counted from the third.
    fn digit(self) -> u32 {
        2 * self.level - 4 + u32::from(!self.along_row)
    }
}

/// What decides the ways.
struct Ways<'a> {
    n: &'a ToriConnected,
    rules: &'a Classes,
    /// On the way to a link between basic modules x comes before y.
    x_first: bool,
    turns: Turns,
}

/// All turns of a network.
pub(crate) fn turns(n: &ToriConnected, rules: &Classes, x_first: bool) -> Turns {
    let mut ways = Ways { n, rules, x_first, turns: Turns::none(if n.bidirectional { 7 } else { 6 }, rules.count) };
    let source = ways.turns.all(0);
    let places: Vec<Place> = (0..n.side()).flat_map(|row| (0..n.side()).map(move |column| (row, column))).collect();
    for (&from, &to) in places.iter().flat_map(|from| places.iter().map(move |to| (from, to))).filter(|(from, to)| from != to) {
        ways.walk(source, from, to, None);
    }
    let mut below: BTreeSet<Up> = BTreeSet::new();
    for level in 2..=n.levels {
        let mut first = BTreeSet::new();
        for journey in ways.journeys(level) {
            for group in 0..n.groups() {
                let journey: Vec<Up> = journey.iter().map(|&up| Up { group, ..up }).collect();
                ways.go(&journey, &below, &places);
                first.insert(journey[0]);
            }
        }
        below.extend(first);
    }
    ways.turns
}

impl Ways<'_> {
    /// The ways of a packet whose hops between basic modules at its highest level are these: from any place, and then by any of `below` or to
    /// any place.
    fn go(&mut self, journey: &[Up], below: &BTreeSet<Up>, places: &[Place]) {
        let source = self.turns.all(0);
        let last = journey[journey.len() - 1];
        if self.n.groups() == 1 {
            places.iter().for_each(|&from| self.walk(source, from, self.outlet(journey[0]), Some(journey[0])));
            self.between(journey);
            below.iter().for_each(|&up| self.walk(self.arrival(last), self.inlet(last), self.outlet(up), Some(up)));
            places.iter().for_each(|&to| self.walk(self.arrival(last), self.inlet(last), to, None));
            return;
        }
        // Two groups: the source takes the one with the shorter way, and the first if they are alike.
        for (&from, &to) in places.iter().flat_map(|from| places.iter().map(move |to| (from, to))) {
            let group = u32::from(self.length(from, to, journey, 1) < self.length(from, to, journey, 0));
            if group == last.group {
                self.walk(source, from, self.outlet(journey[0]), Some(journey[0]));
                self.between(journey);
                self.walk(self.arrival(last), self.inlet(last), to, None);
            }
        }
    }

    fn between(&mut self, journey: &[Up]) {
        journey.windows(2).for_each(|pair| self.walk(self.arrival(pair[0]), self.inlet(pair[0]), self.outlet(pair[1]), Some(pair[1])));
    }

    /// Links in basic modules by the links of a group.
    fn length(&self, from: Place, to: Place, journey: &[Up], group: u32) -> u32 {
        let by = |up: &Up| Up { group, ..*up };
        let inner: u32 = journey.windows(2).map(|pair| self.distance(self.inlet(by(&pair[0])), self.outlet(by(&pair[1])))).sum();
        self.distance(from, self.outlet(by(&journey[0]))) + inner + self.distance(self.inlet(by(&journey[journey.len() - 1])), to)
    }

    fn distance(&self, a: Place, b: Place) -> u32 {
        let along = |a: u32, b: u32| {
            let straight = a.abs_diff(b);
            if self.n.wraps() { straight.min(self.n.side() - straight) } else { straight }
        };
        along(a.0, b.0) + along(a.1, b.1)
    }

    fn outlet(&self, up: Up) -> Place {
        self.n.outlet(up.level, up.dim(), up.group)
    }

    fn inlet(&self, up: Up) -> Place {
        self.n.inlet(up.level, up.dim(), up.group)
    }

    /// The input VCs behind a hop: a '+' link leads from output 5 to input 6, with unidirectional rings to input 5.
    fn arrival(&self, up: Up) -> Lanes {
        Lanes { port: if self.n.bidirectional && up.plus { UP_MINUS } else { UP_PLUS }, classes: up.classes }
    }

    /// Of all packets that go between basic modules at this level, the hops there, V before H.
    fn journeys(&self, level: u32) -> BTreeSet<Vec<Up>> {
        let side = self.n.side();
        let digits = || (0..side).flat_map(move |a| (0..side).map(move |b| (a, b)));
        let all = digits().flat_map(|rows| digits().map(move |columns| (rows, columns)));
        all.filter(|&((a, b), (c, d))| (a, c) != (b, d)).map(|(rows, columns)| self.journey(level, rows, columns)).collect()
    }

    fn journey(&self, level: u32, (mut row, to_row): (u32, u32), (mut column, to_column): (u32, u32)) -> Vec<Up> {
        let side = self.n.side();
        let mut hops = Vec::new();
        let mut plus = self.plus_by_rows(row, to_row, column, to_column);
        while row != to_row {
            hops.push(self.hop(level, false, plus, row, to_row));
            if self.n.twisted() && row == if plus { side - 1 } else { 0 } {
                column = (column + side / 2) % side;
            }
            row = self.step(row, plus);
        }
        plus = !self.n.bidirectional || self.rules.tie.plus(side, column, to_column);
        while column != to_column {
            hops.push(self.hop(level, true, plus, column, to_column));
            column = self.step(column, plus);
        }
        hops
    }

    /// The direction by a ring of rows. With a twist the columns count: a way over the wrap link is half a ring of them further on.
    fn plus_by_rows(&self, row: u32, to_row: u32, column: u32, to_column: u32) -> bool {
        let side = self.n.side();
        if !self.n.bidirectional {
            return true;
        }
        if !self.n.twisted() {
            return self.rules.tie.plus(side, row, to_row);
        }
        let length = |plus: bool| {
            let v = (if plus { to_row + side - row } else { row + side - to_row }) % side;
            let wraps = if plus { row > to_row } else { row < to_row };
            let h = (to_column + side - (if wraps { column + side / 2 } else { column }) % side) % side;
            v + h.min(side - h)
        };
        let (plus, minus) = (length(true), length(false));
        if plus == minus { self.rules.tie.first(row, to_row) } else { plus < minus }
    }

    fn hop(&self, level: u32, along_row: bool, plus: bool, at: u32, to: u32) -> Up {
        let wrap = if plus { at > to } else { at < to };
        let any = self.rules.marked != 0 && (self.rules.ring_classes == 1 || (self.n.bidirectional && along_row));
        let class = if any {
            None
        } else if self.rules.marked != 0 {
            let (a, b) = if plus { (at, to) } else { (3 - at, 3 - to) };
            Some(u32::from((b + 4 - a) % 4 != 1 && (a, b) != (0, 2)))
        } else {
            Some(u32::from(wrap && self.rules.ring_classes == 2))
        };
        Up { level, along_row, group: 0, plus, classes: self.classes(class), wrap }
    }

    /// One class, or any.
    fn classes(&self, class: Option<u32>) -> u8 {
        class.map_or(self.turns.all(0).classes, |class| 1 << class)
    }

    /// The way in a basic module from `came` at `at` to the node at `to`, and there by the hop `up` or to the local port.
    fn walk(&mut self, mut came: Lanes, mut at: Place, to: Place, up: Option<Up>) {
        let x_first = self.x_first && up.is_some();
        while at != to {
            let along_y = at.0 != to.0 && (at.1 == to.1 || !x_first);
            let (from, there) = if along_y { (at.0, to.0) } else { (at.1, to.1) };
            let plus = if self.n.wraps() { self.rules.tie.plus(self.n.side(), from, there) } else { from < there };
            let wrap = self.n.wraps() && if plus { from > there } else { from < there };
            let over = self.n.wraps() && from == if plus { self.n.side() - 1 } else { 0 };
            let (port, far) = match (along_y, plus) {
                (false, true) => (X_PLUS, X_MINUS),
                (false, false) => (X_MINUS, X_PLUS),
                (true, true) => (Y_PLUS, Y_MINUS),
                (true, false) => (Y_MINUS, Y_PLUS),
            };
            let any = self.rules.marked != 0 && !(over && self.rules.marked >> (port - 1) & 1 == 1);
            let classes = self.classes((!any).then(|| self.class_within(at, wrap, up)));
            self.turns.add(came, Lanes { port, classes });
            came = Lanes { port: far, classes };
            let next = self.step(from, plus);
            at = if along_y { (next, at.1) } else { (at.0, next) };
        }
        let exit = match up {
            None => self.turns.all(0),
            Some(up) => Lanes { port: if up.plus { UP_PLUS } else { UP_MINUS }, classes: up.classes },
        };
        self.turns.add(came, exit);
    }

    /// The class of a hop in a basic module on the way to `up`, or to the destination.
    fn class_within(&self, at: Place, wrap: bool, up: Option<Up>) -> u32 {
        let shared = self.rules.shared_levels;
        match up {
            None if shared == 0 => 2 + u32::from(wrap),
            Some(_) if shared == 0 => u32::from(wrap),
            None => self.rules.count - 1,
            Some(up) if self.rules.last_on_way_to >> up.digit() & 1 == 1 => self.rules.count - 1,
            Some(up) => {
                let behind = self.inlet(up) != self.outlet(up) && at == self.inlet(up) && !up.wrap;
                self.n.levels.max(shared) - up.level.max(shared) + u32::from(behind)
            }
        }
    }

    fn step(&self, from: u32, plus: bool) -> u32 {
        let side = self.n.side();
        (if plus { from + 1 } else { from + side - 1 }) % side
    }
}
