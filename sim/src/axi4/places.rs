//! Two places in front of what may have to wait (docs/axi4_interface.md, I1 and S4).

/// The first place and the second.
#[derive(Debug, Clone)]
pub(super) struct TwoPlaces<T> {
    first: Option<T>,
    second: Option<T>,
}

impl<T> Default for TwoPlaces<T> {
    fn default() -> Self {
        Self { first: None, second: None }
    }
}

impl<T: Copy> TwoPlaces<T> {
    /// The second place is empty.
    pub fn ready(&self) -> bool {
        self.second.is_none()
    }

    /// What is in the first place.
    pub fn front(&self) -> Option<T> {
        self.first
    }

    /// One clock, in which the first place is `emptied` and something is offered; it is taken if the places were ready.
    pub fn step(&mut self, emptied: bool, offered: Option<T>) {
        let comes = offered.filter(|_| self.ready());
        if emptied {
            self.first = self.second.take();
        }
        match self.first {
            None => self.first = comes,
            Some(_) => self.second = self.second.or(comes),
        }
    }
}
