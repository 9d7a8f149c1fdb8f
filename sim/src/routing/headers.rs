//! The routing bits that a source may choose from.

/// One to four permitted values of the routing bits, in the order of the choices (docs/networks.md).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Headers {
    list: [u64; 4],
    len: u8,
}

impl Headers {
    /// No choice.
    #[inline]
    pub fn one(bits: u64) -> Self {
        Self { list: [bits, 0, 0, 0], len: 1 }
    }
}

impl std::ops::Deref for Headers {
    type Target = [u64];

    #[inline]
    fn deref(&self) -> &[u64] {
        &self.list[..self.len as usize]
    }
}

/// # Panics
/// If there are more than four.
impl FromIterator<u64> for Headers {
    fn from_iter<I: IntoIterator<Item = u64>>(all: I) -> Self {
        let mut headers = Self { list: [0; 4], len: 0 };
        for bits in all {
            headers.list[headers.len as usize] = bits;
            headers.len += 1;
        }
        headers
    }
}
