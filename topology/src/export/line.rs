//! The line of a link: straight, a curve, or a short piece at each end.

use super::plane::{PITCH, Plane};

/// Side of a node's square.
pub const NODE: i64 = 26;

type Point = (i64, i64);

/// A link on the plane.
#[derive(Clone, Copy)]
pub struct LinkLine {
    /// Centres of the nodes that the link joins.
    pub ends: [Point; 2],
    /// The link closes a ring.
    pub ring: bool,
    /// The link joins two basic modules.
    pub far: bool,
    /// Number of links drawn before between the same nodes.
    pub before: i64,
    /// The line has an arrow, which must be visible next to the node.
    pub arrow: bool,
}

impl LinkLine {
    /// The line from the other end, on the same points.
    pub fn back(self) -> Self {
        Self { ends: [self.ends[1], self.ends[0]], ..self }
    }

    /// The path that is drawn.
    pub fn path(&self, plane: &Plane) -> LinkPath {
        if plane.rows && self.leaves() { self.stubs(plane) } else { self.whole(plane) }
    }

    fn delta(&self) -> (i64, i64) {
        let [(x, y), (to_x, to_y)] = self.ends;
        (to_x - x, to_y - y)
    }

    /// Whether the link closes a ring and runs askew: drawn across the plane, such links would hide all else.
    fn leaves(&self) -> bool {
        let (dx, dy) = self.delta();
        self.ring && dx != 0 && dy != 0
    }

    /// A short piece at each end, in the direction in which the link leaves the plane.
    fn stubs(&self, plane: &Plane) -> LinkPath {
        let [(x, y), (to_x, to_y)] = self.ends;
        let around = |d: i64, side: i64| if 2 * d.abs() > side { d - d.signum() * (side + PITCH) } else { d };
        let (dx, dy) = self.delta();
        let (dx, dy) = (around(dx, plane.nodes().0), around(dy, plane.nodes().1));
        let part = |d: i64| d * 9 * PITCH / (10 * dx.abs().max(dy.abs()).max(1));
        let (dx, dy) = (part(dx), part(dy));
        let near = (to_x - dx, to_y - dy);
        LinkPath(vec![Segment::straight((x, y), (x + dx, y + dy)), Segment::straight(near, self.end(near))])
    }

    /// A straight line; a curve if the link closes a ring, would run across a node, or is not the first between its nodes.
    fn whole(&self, plane: &Plane) -> LinkPath {
        let (x, y) = self.ends[0];
        let (dx, dy) = self.delta();
        let length = ((dx * dx + dy * dy) as f64).sqrt().max(1.0);
        let hit = |&(at_x, at_y): &Point| {
            let (rx, ry) = (at_x - x, at_y - y);
            let along = (rx * dx + ry * dy) as f64 / length;
            along > 1.0 && along < length - 1.0 && ((rx * dy - ry * dx) as f64 / length).abs() < NODE as f64 * 0.6
        };
        if !self.ring && self.before == 0 && !plane.centres.iter().any(hit) {
            return LinkPath(vec![Segment::straight((x, y), self.end((x, y)))]);
        }
        // Curves bend to the upper side of a row and the left side of a column, whichever end comes first.
        let side = if dx > 0 || dx == 0 && dy < 0 { 1.0 } else { -1.0 };
        let pitches = if self.far { 0.85 } else { 0.6 } + 0.4 * self.before as f64;
        let height = side * (PITCH as f64 * pitches + length / 40.0);
        let at = |part: f64| {
            let along = |start: i64, d: i64, across: i64| (start as f64 + part * d as f64 + height * across as f64 / length).round() as i64;
            (along(x, dx, dy), along(y, dy, -dx))
        };
        let by = [at(0.12), at(0.88)];
        LinkPath(vec![Segment { from: (x, y), by: Some(by), to: self.end(by[1]) }])
    }

    /// End of the line from a point: at the node, or before its square if there is an arrow.
    fn end(&self, (x, y): Point) -> Point {
        let (to_x, to_y) = self.ends[1];
        let (dx, dy) = ((to_x - x) as f64, (to_y - y) as f64);
        let part = if self.arrow { NODE as f64 * 0.56 / dx.abs().max(dy.abs()).max(1.0) } else { 0.0 };
        (to_x - (dx * part).round() as i64, to_y - (dy * part).round() as i64)
    }
}

/// A link's line: one piece, or one at each end.
pub struct LinkPath(Vec<Segment>);

/// A straight piece, or a curve.
#[derive(Clone, Copy)]
struct Segment {
    from: Point,
    /// Control points of a Bezier curve.
    by: Option<[Point; 2]>,
    to: Point,
}

impl LinkPath {
    /// The `d` attribute of an SVG path.
    pub fn text(&self) -> String {
        self.0.iter().map(Segment::text).collect()
    }

    /// The half next to the first node, and the half next to the second.
    pub fn halves(&self) -> [String; 2] {
        match &self.0[..] {
            [one] => one.halves().map(|half| half.text()),
            segments => [segments[0].text(), segments[segments.len() - 1].text()],
        }
    }

    /// Points for a label, the best one first: left of the middle in the line's direction, right of it, then next to the middle of either
    /// half. A link in two segments is labelled at the first one.
    pub fn places(&self, distance: i64) -> Vec<Point> {
        let [near, far] = self.0[0].halves();
        [self.0[0], near, far].iter().flat_map(|piece| [piece.beside_middle(distance), piece.beside_middle(-distance)]).collect()
    }

    /// The least and the largest y.
    pub fn rows(&self) -> (i64, i64) {
        let rows = || self.0.iter().flat_map(|piece| [piece.from.1, piece.halves()[0].to.1, piece.to.1]);
        (rows().min().unwrap_or(0), rows().max().unwrap_or(0))
    }
}

impl Segment {
    fn beside_middle(&self, distance: i64) -> Point {
        let (x, y) = self.halves()[0].to;
        let (dx, dy) = (self.to.0 - self.from.0, self.to.1 - self.from.1);
        let length = ((dx * dx + dy * dy) as f64).sqrt().max(1.0);
        let across = |d: i64| ((distance * d) as f64 / length).round() as i64;
        (x + across(dy), y - across(dx))
    }

    fn straight(from: Point, to: Point) -> Self {
        Self { from, by: None, to }
    }

    fn text(&self) -> String {
        let Self { from: (x, y), to: (to_x, to_y), .. } = self;
        match self.by {
            None => format!("M{x} {y}L{to_x} {to_y}"),
            Some([(x1, y1), (x2, y2)]) => format!("M{x} {y}C{x1} {y1} {x2} {y2} {to_x} {to_y}"),
        }
    }

    /// Halves a piece by de Casteljau's algorithm.
    fn halves(&self) -> [Self; 2] {
        let half = |a: Point, b: Point| ((a.0 + b.0) / 2, (a.1 + b.1) / 2);
        let Some([p1, p2]) = self.by else {
            let middle = half(self.from, self.to);
            return [Self::straight(self.from, middle), Self::straight(middle, self.to)];
        };
        let (a, b, c) = (half(self.from, p1), half(p1, p2), half(p2, self.to));
        let (d, e) = (half(a, b), half(b, c));
        let middle = half(d, e);
        [Self { from: self.from, by: Some([a, d]), to: middle }, Self { from: middle, by: Some([e, c]), to: self.to }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_meet_in_the_middle() {
        let straight = LinkPath(vec![Segment::straight((0, 0), (40, 20))]);
        assert_eq!(straight.halves(), ["M0 0L20 10", "M20 10L40 20"]);
        assert_eq!(straight.places(0)[0], (20, 10));
        assert_eq!(LinkPath(vec![Segment::straight((0, 0), (40, 0))]).places(11)[0], (20, -11));
        // At the middle of a curve of four points: an eighth of the first and the last, three eighths of those between.
        let curve = LinkPath(vec![Segment { from: (0, 0), by: Some([(0, 80), (80, 80)]), to: (80, 0) }]);
        assert_eq!((curve.places(0)[0], curve.rows()), ((40, 60), (0, 60)));
        assert_eq!(straight.places(0), [(20, 10), (20, 10), (10, 5), (10, 5), (30, 15), (30, 15)]);
        assert_eq!(curve.halves(), ["M0 0C0 40 20 60 40 60", "M40 60C60 60 80 40 80 0"]);
    }

    #[test]
    fn a_link_back_lies_on_the_same_line() {
        let plane = Plane { centres: vec![(0, 0), (48, 0), (96, 0)], frames: Vec::new(), size: (200, 200), rows: true };
        let line = LinkLine { ends: [(0, 0), (96, 0)], ring: true, far: false, before: 0, arrow: false };
        assert_eq!(line.path(&plane).places(0)[0], line.back().path(&plane).places(0)[0]);
    }
}
