//! Classes of hops.

use crate::error::Error;
use crate::routes::Routes;

/// Stands for [`Class::Any`].
const ANY: u8 = u8::MAX;

/// Most classes that a `u8` can number.
pub const MOST_CLASSES: usize = 254;

/// Virtual channels that a hop may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Class {
    /// The virtual channels of this class.
    One(u8),
    /// All virtual channels of the channel: the hop is on no cycle.
    Any,
}

/// A class for each hop of some routes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Classes {
    count: u8,
    of: Vec<u8>,
}

impl Classes {
    /// Assigns classes by the number of the hop; [`Class::Any`] for numbers without a hop.
    ///
    /// # Errors
    /// More than [`MOST_CLASSES`] classes, a number of entries other than the routes' hops, a class that is not below `count`.
    pub fn new(routes: &Routes, count: usize, of: &[Class]) -> Result<Self, Error> {
        if count > MOST_CLASSES {
            return Err(Error::TooMany { of: "classes", count, most: MOST_CLASSES });
        }
        if of.len() != routes.hops() {
            return Err(Error::Length { found: of.len(), expected: routes.hops() });
        }
        for (hop, &class) in of.iter().enumerate() {
            if let Class::One(class) = class
                && usize::from(class) >= count
            {
                return Err(Error::Class { at: routes.place(hop), class, classes: count });
            }
        }
        let told = |&class: &Class| if let Class::One(class) = class { class } else { ANY };
        Ok(Self { count: count as u8, of: of.iter().map(told).collect() })
    }

    /// Any class for each of `hops` hops.
    pub(crate) fn any(count: usize, hops: usize) -> Self {
        Self { count: count as u8, of: vec![ANY; hops] }
    }

    pub(crate) fn set(&mut self, hop: usize, class: u8) {
        self.of[hop] = class;
    }

    /// Number of classes.
    pub fn count(&self) -> usize {
        usize::from(self.count)
    }

    /// Number of hops.
    pub fn hops(&self) -> usize {
        self.of.len()
    }

    /// The class of a hop.
    pub fn of(&self, hop: usize) -> Class {
        match self.of[hop] {
            ANY => Class::Any,
            class => Class::One(class),
        }
    }
}
