//! The path of a depth-first search, looked at now and then: a game in which positions repeat makes it grow for ever.

use std::collections::HashSet;
use std::hash::Hash;

/// When to look: at every doubling of the path's length.
pub struct Doubling(usize);

impl Default for Doubling {
    fn default() -> Self {
        Doubling(256)
    }
}

impl Doubling {
    /// Has the path doubled since the last look?
    #[inline]
    pub fn due(&mut self, length: usize) -> bool {
        let due = length >= self.0;
        if due {
            self.0 = length * 2;
        }
        due
    }
}

/// Does something stand on the path twice?
pub fn repeats<K: Hash + Eq>(mut path: impl Iterator<Item = K>) -> bool {
    let mut seen = HashSet::new();
    !path.all(|key| seen.insert(key))
}
