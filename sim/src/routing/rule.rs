//! Which virtual channels a class of a VC rule owns.

/// The virtual channels that each of `k` classes owns of `vcs`, as bit masks (rule RC3).
pub fn classes(k: usize, vcs: usize) -> Vec<u8> {
    (0..k).map(|class| (0..vcs).filter(|w| w * k / vcs == class).fold(0, |mask, w| mask | 1 << w)).collect()
}
