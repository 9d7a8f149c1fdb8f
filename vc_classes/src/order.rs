//! An order of the channels' classes, maintained while arcs are added.
//!
//! After Pearce and Kelly, *A dynamic topological sort algorithm for directed acyclic graphs*, Journal of Experimental Algorithmics 11,
//! 2006.

/// A graph without cycles, and an order of its vertices in which every arc goes up.
#[derive(Debug, Clone)]
pub struct Order {
    /// Position of each vertex in the order.
    place: Vec<u32>,
    ahead: Vec<Vec<u32>>,
    behind: Vec<Vec<u32>>,
    /// The last search that saw each vertex.
    seen: Vec<u64>,
    search: u64,
    steps: u64,
}

impl Order {
    /// Vertices without arcs, in numerical order.
    pub fn new(vertices: usize) -> Self {
        Self::starting_with((0..vertices as u32).collect())
    }

    /// Vertices without arcs; `place` has the position of each in the order, each position once.
    pub(crate) fn starting_with(place: Vec<u32>) -> Self {
        let vertices = place.len();
        Self { place, ahead: vec![Vec::new(); vertices], behind: vec![Vec::new(); vertices], seen: vec![0; vertices], search: 0, steps: 0 }
    }

    /// Adds an arc unless it closes a cycle; then nothing changes, and the result is `false`. An existing arc is added once more.
    pub fn add(&mut self, from: usize, to: usize) -> bool {
        self.steps += 1;
        let (low, high) = (self.place[to], self.place[from]);
        if low == high {
            return false;
        }
        if low < high {
            // Only vertices between the two can be in the wrong order.
            let Some(up) = self.reached(to, |place| place <= high, |order| &order.ahead, Some(from)) else { return false };
            let Some(down) = self.reached(from, |place| place >= low, |order| &order.behind, None) else { return false };
            self.swap(down, up);
        }
        self.ahead[from].push(to as u32);
        self.behind[to].push(from as u32);
        true
    }

    /// Removes an arc once; the order stays one of those that remain.
    pub fn remove(&mut self, from: usize, to: usize) {
        for (arcs, end) in [(&mut self.ahead[from], to), (&mut self.behind[to], from)] {
            if let Some(at) = arcs.iter().rposition(|&vertex| vertex as usize == end) {
                arcs.swap_remove(at);
            }
        }
    }

    /// Position of a vertex in the order.
    pub fn place(&self, vertex: usize) -> u32 {
        self.place[vertex]
    }

    /// Number of vertices examined so far.
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    /// All vertices reached from a vertex within bounds, including itself; `None` if `not` is reached.
    fn reached(
        &mut self,
        start: usize,
        within: impl Fn(u32) -> bool,
        arcs: impl Fn(&Self) -> &Vec<Vec<u32>>,
        not: Option<usize>,
    ) -> Option<Vec<u32>> {
        self.search += 1;
        let search = self.search;
        self.seen[start] = search;
        let mut found = vec![start as u32];
        let mut at = 0;
        while let Some(&vertex) = found.get(at) {
            at += 1;
            for i in 0..arcs(self)[vertex as usize].len() {
                let next = arcs(self)[vertex as usize][i] as usize;
                if Some(next) == not {
                    self.steps += at as u64;
                    return None;
                }
                if self.seen[next] != search && within(self.place[next]) {
                    self.seen[next] = search;
                    found.push(next as u32);
                }
            }
        }
        self.steps += at as u64;
        Some(found)
    }

    /// Puts `down` before `up` in the positions of both; each keeps its own order.
    fn swap(&mut self, mut down: Vec<u32>, mut up: Vec<u32>) {
        down.sort_unstable_by_key(|&vertex| self.place[vertex as usize]);
        up.sort_unstable_by_key(|&vertex| self.place[vertex as usize]);
        let moved: Vec<u32> = down.into_iter().chain(up).collect();
        let mut places: Vec<u32> = moved.iter().map(|&vertex| self.place[vertex as usize]).collect();
        places.sort_unstable();
        moved.into_iter().zip(places).for_each(|(vertex, place)| self.place[vertex as usize] = place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_closes_a_cycle_is_refused_and_changes_nothing() {
        let mut order = Order::new(4);
        assert!(order.add(3, 1) && order.add(1, 0) && order.add(0, 2));
        let places: Vec<u32> = (0..4).map(|vertex| order.place(vertex)).collect();
        assert!(!order.add(2, 3) && !order.add(0, 3) && !order.add(1, 1));
        assert_eq!(places, (0..4).map(|vertex| order.place(vertex)).collect::<Vec<_>>());
        assert_eq!(places, [2, 1, 3, 0]);
    }
}
