//! The router's own unit: set-up registers, the ticks of the time-out, the report that waits (docs/multicast_router.md, sections 7 and 8).

use super::header;

/// A shot-down unicast that the source's side is to be told of (S3).
#[derive(Debug, Clone, Copy)]
pub(super) struct Waiting {
    pub flit1: u128,
    pub number: u32,
}

/// Set-up registers and what they steer.
#[derive(Debug, Clone)]
pub(super) struct Unit {
    /// Register 1: who the router takes itself for.
    pub node: u32,
    /// Register 2, bit p for port p.
    pub disabled: u16,
    timer: Timer,
    /// S3: at most one, as output 10 takes nobody while it waits.
    pub report: Option<Waiting>,
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
            (0, value) => self.timer.set(value as u16, from),
            (1, value) => self.node = value & ((1 << address_bits) - 1),
            (2, value) => self.disabled = (value & 0x3ff) as u16,
            _ => {}
        }
    }
}

/// The free-running counter of 16 bits, by its value in one clock, so that a router at rest need not count.
#[derive(Debug, Clone, Copy, Default)]
struct Timer {
    period: u16,
    since: u64,
    value: u16,
}

impl Timer {
    /// The first tick from `since` on, if there are any.
    fn first(&self) -> Option<u64> {
        (self.period != 0).then(|| self.since + u64::from((self.period - 1).wrapping_sub(self.value)))
    }

    #[inline]
    fn tick(&self, t: u64) -> bool {
        self.first().is_some_and(|first| t >= first && (t - first).is_multiple_of(self.period.into()))
    }

    fn value(&self, t: u64) -> u16 {
        match self.first() {
            Some(first) if t > first => ((t - first - 1) % u64::from(self.period)) as u16,
            _ => self.value.wrapping_add((t - self.since) as u16),
        }
    }

    fn set(&mut self, period: u16, from: u64) {
        *self = Self { period, since: from, value: self.value(from) };
    }
}

#[cfg(test)]
mod tests {
    use super::Timer;

    /// Against a counter that counts.
    #[test]
    fn counts_like_a_counter() {
        let changes = [(7, 5), (40, 3), (41, 100), (300, 0), (320, 1), (330, 60000), (400, 2)];
        let (mut timer, mut counter, mut period) = (Timer::default(), 0u16, 0u16);
        for t in 0..200_000 {
            if let Some(&(_, value)) = changes.iter().find(|(at, _)| *at == t) {
                timer.set(value, t);
                period = value;
            }
            let tick = period != 0 && counter == period - 1;
            assert_eq!((timer.tick(t), timer.value(t)), (tick, counter), "clock {t}");
            counter = if tick { 0 } else { counter.wrapping_add(1) };
        }
    }
}
