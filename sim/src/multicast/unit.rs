//! The router's own unit: set-up registers, the ticks of the time-out, the report that waits (docs/multicast_router.md, sections 7 and 8).

use super::header;

/// A shot-down unicast that is to be reported to its source (S3).
#[derive(Debug, Clone, Copy)]
pub(super) struct PendingReport {
    pub flit1: u128,
    pub number: u32,
}

/// Set-up registers and the state that they control.
#[derive(Debug, Clone)]
pub(super) struct Unit {
    /// Register 1: the router's own node number.
    pub node: u32,
    /// Register 2, bit p for port p.
    pub disabled: u16,
    timer: Timer,
    /// S3: at most one, as output 10 accepts no packet while it waits.
    pub report: Option<PendingReport>,
}

impl Unit {
    pub fn new(node: u32) -> Self {
        Self { node, disabled: 0, timer: Timer::default(), report: None }
    }

    /// S1: clock `t` is a tick.
    #[inline]
    pub fn tick(&self, t: u64) -> bool {
        self.timer.tick(t)
    }

    /// U1: the tail of a set-up packet has advanced in the clock before `from`.
    pub fn set(&mut self, flit1: u128, address_bits: u32, from: u64) {
        match header::register_value(flit1) {
            (0, value) => self.timer = Timer { period: value as u16, since: from },
            (1, value) => self.node = value & ((1 << address_bits) - 1),
            (2, value) => self.disabled = (value & 0x3ff) as u16,
            _ => {}
        }
    }
}

/// S1: the counter of the ticks, by the clock in which it is 0 first, so that a router at rest need not count.
#[derive(Debug, Clone, Copy, Default)]
struct Timer {
    period: u16,
    since: u64,
}

impl Timer {
    #[inline]
    fn tick(&self, t: u64) -> bool {
        self.period != 0 && (t - self.since + 1).is_multiple_of(self.period.into())
    }
}

#[cfg(test)]
mod tests {
    use super::Unit;

    /// A write whose value is there from clock `from` on makes ticks in from + T - 1, from + 2T - 1, .., whatever was counted before.
    #[test]
    fn a_write_starts_the_counter() {
        let mut unit = Unit::new(0);
        let mut ticks = Vec::new();
        for t in 0..200 {
            match t {
                7 => unit.set(5 << 4, 6, t),
                30 => unit.set(3 << 4, 6, t),
                // The same value.
                38 => unit.set(3 << 4, 6, t),
                // Register 2 does not affect the ticks.
                40 => unit.set(2, 6, t),
                45 => unit.set(0, 6, t),
                60 => unit.set(100 << 4, 6, t),
                163 => unit.set(1 << 4, 6, t),
                165 => unit.set(1 << 20, 6, t),
                _ => {}
            }
            if unit.tick(t) {
                ticks.push(t);
            }
        }
        assert_eq!(ticks, [11, 16, 21, 26, 32, 35, 40, 43, 159, 163, 164]);
    }
}
