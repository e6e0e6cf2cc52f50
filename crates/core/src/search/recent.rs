//! What was found lately, by fingerprints: a table that forgets, and grows while it is small.

use crate::search::index::huge_pages;

/// One entry a slot; a new one takes the place of the old.
pub struct Recent<T> {
    slots: Vec<Slot<T>>,
    filled: usize,
    most: usize,
}

/// Whatever it holds, a look at it costs as few cache lines as can be.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Slot<T> {
    key: u128,
    value: T,
}

/// Stands for no key: one fingerprint in 2^128.
const NONE: u128 = u128::MAX;
const LEAST: usize = 1 << 6;

impl<T: Copy + Default> Recent<T> {
    /// For `most` entries in the end, a power of two.
    pub fn new(most: usize) -> Self {
        Recent { slots: free(LEAST.min(most)), filled: 0, most }
    }

    pub fn bytes(&self) -> u64 {
        (self.slots.len() * size_of::<Slot<T>>()) as u64
    }

    #[inline]
    fn place(&self, key: u128) -> usize {
        key as usize & (self.slots.len() - 1)
    }

    #[inline]
    pub fn get(&self, key: u128) -> Option<&T> {
        let slot = &self.slots[self.place(key)];
        (slot.key == key).then_some(&slot.value)
    }

    pub fn put(&mut self, key: u128, value: T) {
        if self.filled == self.slots.len() && self.filled < self.most {
            let larger = free(2 * self.slots.len());
            for slot in std::mem::replace(&mut self.slots, larger) {
                if slot.key != NONE {
                    let place = self.place(slot.key);
                    self.slots[place] = slot;
                }
            }
            self.filled /= 2;
        }
        let place = self.place(key);
        self.filled += usize::from(self.filled < self.slots.len());
        self.slots[place] = Slot { key, value };
    }
}

/// So many free slots.
fn free<T: Copy + Default>(slots: usize) -> Vec<Slot<T>> {
    let mut all = Vec::with_capacity(slots);
    huge_pages(&all);
    all.resize(slots, Slot { key: NONE, value: T::default() });
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_found_was_put_there() {
        let mut recent = Recent::new(1 << 12);
        for key in 0..10_000_u128 {
            recent.put(key * 0x9E37_79B9_7F4A_7C15, key);
        }
        let found = (0..10_000_u128).filter(|key| match recent.get(key * 0x9E37_79B9_7F4A_7C15) {
            Some(value) => {
                assert_eq!(value, key);
                true
            }
            None => false,
        });
        assert!((1 << 11..=1 << 12).contains(&found.count()));
    }
}
