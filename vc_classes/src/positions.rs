//! Class assignment from an order of (channel, class).

use crate::forest::Forest;
use crate::routes::NONE;

/// An order, as positions of (channel, class); of two equal positions neither is lower. The classes of a channel have ascending positions.
#[derive(Debug, Clone)]
pub struct Positions {
    /// Number of classes.
    pub classes: usize,
    /// `channel * classes + class`, channels numbered as in the forest.
    pub of: Vec<f64>,
}

impl Positions {
    /// Position of a channel's class.
    pub fn at(&self, channel: u32, class: u8) -> f64 {
        self.of[channel as usize * self.classes + usize::from(class)]
    }

    /// The classes of a channel between two positions.
    pub fn between(&self, channel: u32, above: f64, below: f64) -> std::ops::Range<u8> {
        let first = channel as usize * self.classes;
        let own = &self.of[first..first + self.classes];
        let up_to = |fits: &dyn Fn(f64) -> bool| own.iter().take_while(|&&position| fits(position)).count() as u8;
        up_to(&|position| position <= above)..up_to(&|position| position < below)
    }
}

/// Gives each hop, from the roots on, the highest class whose position is below its parent's; `None` if a hop has no such class.
pub fn assign_latest(forest: &Forest, positions: &Positions) -> Option<Vec<u8>> {
    let mut classes: Vec<u8> = Vec::with_capacity(forest.len());
    for hop in 0..forest.len() {
        let below = match forest.parent[hop] {
            NONE => f64::INFINITY,
            parent => positions.at(forest.channel[parent as usize], classes[parent as usize]),
        };
        let window = positions.between(forest.channel[hop], f64::NEG_INFINITY, below);
        classes.push(window.last()?);
    }
    Some(classes)
}
