//! Lists of numbers in contiguous memory.

/// For each key, the numbers that have it, ascending.
pub struct Lists {
    first: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    /// Groups the numbers from 0 on by `keys`, which are below `count`.
    pub fn by(count: usize, keys: impl Iterator<Item = u32> + Clone) -> Self {
        let mut first = vec![0u32; count + 2];
        keys.clone().for_each(|key| first[key as usize + 2] += 1);
        (0..=count).for_each(|key| first[key + 1] += first[key]);
        let mut items = vec![0; first[count + 1] as usize];
        for (item, key) in keys.enumerate() {
            let at = &mut first[key as usize + 1];
            items[*at as usize] = item as u32;
            *at += 1;
        }
        Self { first, items }
    }

    /// Range of the list of a key.
    pub fn range(&self, key: usize) -> std::ops::Range<usize> {
        self.first[key] as usize..self.first[key + 1] as usize
    }

    /// The number at an index.
    pub fn item(&self, at: usize) -> usize {
        self.items[at] as usize
    }
}
