//! Tables that several searches share: transpositions, interned positions, and the ledger of the bytes they take.
//!
//! [`Table`] maps 128-bit fingerprints to 32 bits of payload. It starts small and doubles in place up to a byte budget;
//! after that the entry of least effort in a bucket of four gives way. An entry is 16 bytes: the upper 64 fingerprint
//! bits, the payload, the next 24 index bits (they place the entry when the table doubles, and are compared as well)
//! and a rounded logarithm of the effort. A wrong hit needs two positions that agree in all of the 64 + 24 bits and in
//! the bucket. [`Interner`] numbers positions exactly, without fingerprints.

use crate::error::{Error, Result};
use crate::limits::Control;
use crate::rules::Mixer;
use crate::search::index::{huge_pages, prefetch};
use std::hash::{Hash, Hasher};

const WAYS: usize = 4;
const FIRST_BITS: u32 = 4;
/// Smaller tables than this grow whenever a bucket is full.
const SMALL: usize = 1 << 8;
const SPARE_BITS: u32 = 24;

#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    value: u32,
    /// `spare << 8 | effort`; effort 0 marks a free entry.
    tag: u32,
}

#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Bucket([Entry; WAYS]);

const BUCKET_BYTES: u64 = size_of::<Bucket>() as u64;

pub struct Table {
    buckets: Vec<Bucket>,
    used: usize,
    max_bytes: u64,
    /// So many tables share what memory is allowed.
    parts: u64,
}

/// Two bits below the leading one are kept: 1 to 255, and a larger effort never gets a smaller code.
fn effort_code(effort: u64) -> u32 {
    let effort = effort.max(1);
    let log = effort.ilog2();
    let next = if log >= 2 { (effort >> (log - 2)) & 3 } else { (effort << (2 - log)) & 3 } as u32;
    (log * 4 + next).clamp(1, 255)
}

fn spare(fingerprint: u128) -> u32 {
    ((fingerprint as u64 >> FIRST_BITS) as u32) & ((1 << SPARE_BITS) - 1)
}

impl Table {
    /// A table that may take `max_bytes`, or 1 KB if that is more.
    #[must_use]
    pub fn new(max_bytes: u64) -> Table {
        Table::part(max_bytes, 1)
    }

    /// One of so many tables, which together may take `max_bytes`.
    #[must_use]
    pub fn part(max_bytes: u64, parts: u64) -> Table {
        let least = BUCKET_BYTES << FIRST_BITS;
        Table { buckets: Vec::new(), used: 0, max_bytes: (max_bytes / parts).clamp(least, least << SPARE_BITS), parts }
    }

    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.buckets.len() as u64 * BUCKET_BYTES
    }

    /// Number of stored entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.used
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.used == 0
    }

    /// Ask for what [`Table::get`] will look at.
    #[inline]
    pub fn prefetch(&self, fingerprint: u128) {
        prefetch(&self.buckets, self.index(fingerprint));
    }

    #[inline]
    #[must_use]
    pub fn get(&self, fingerprint: u128) -> Option<u32> {
        let bucket = self.buckets.get(self.index(fingerprint))?;
        let (key, spare) = ((fingerprint >> 64) as u64, spare(fingerprint));
        bucket.0.iter().find(|e| e.key == key && e.tag >> 8 == spare && e.tag & 255 != 0).map(|e| e.value)
    }

    /// Store `value`, for which `effort` positions were searched; an entry keeps its largest effort.
    pub fn put(&mut self, fingerprint: u128, value: u32, effort: u64, control: &Control) -> Result<()> {
        if self.buckets.is_empty() {
            self.resize(1 << FIRST_BITS, control)?;
        }
        let (key, spare) = ((fingerprint >> 64) as u64, spare(fingerprint));
        let entry = Entry { key, value, tag: spare << 8 | effort_code(effort) };
        loop {
            let index = self.index(fingerprint);
            let entries = &mut self.buckets[index].0;
            let same = entries.iter().position(|e| e.key == key && e.tag >> 8 == spare && e.tag & 255 != 0);
            if let Some(i) = same {
                entries[i] = Entry { tag: entry.tag.max(entries[i].tag), ..entry };
                return Ok(());
            }
            if let Some(i) = entries.iter().position(|e| e.tag & 255 == 0) {
                entries[i] = entry;
                self.used += 1;
                return Ok(());
            }
            if !self.grow(control)? {
                let entries = &mut self.buckets[index].0;
                if let Some(least) = entries.iter_mut().min_by_key(|e| e.tag & 255) {
                    *least = entry;
                }
                return Ok(());
            }
        }
    }

    #[inline]
    fn index(&self, fingerprint: u128) -> usize {
        fingerprint as usize & self.buckets.len().wrapping_sub(1)
    }

    /// A full bucket asks for a larger table; one that is large and less than 3/8 full, out of budget or out of memory
    /// stays as it is.
    fn grow(&mut self, control: &Control) -> Result<bool> {
        let old = self.buckets.len();
        let bytes = self.bytes() * 2;
        let budget = control.memory_limit().map_or(self.max_bytes, |limit| (limit / self.parts).min(self.max_bytes));
        if (old >= SMALL && self.used * 8 < old * WAYS * 3) || bytes > budget {
            return Ok(false);
        }
        if self.resize(old * 2, control).is_err() {
            self.max_bytes = self.bytes();
            return Ok(false);
        }
        let (low, high) = self.buckets.split_at_mut(old);
        let moving = old.ilog2() - FIRST_BITS;
        for (from, to) in low.iter_mut().zip(high) {
            for (source, target) in from.0.iter_mut().zip(&mut to.0) {
                if (source.tag >> (8 + moving)) & 1 == 1 {
                    *target = std::mem::take(source);
                }
            }
        }
        Ok(true)
    }

    fn resize(&mut self, buckets: usize, control: &Control) -> Result<()> {
        control.memory(buckets as u64 * BUCKET_BYTES)?;
        self.buckets
            .try_reserve_exact(buckets - self.buckets.len())
            .map_err(|e| Error::out_of_memory(e.to_string()))?;
        huge_pages(&self.buckets);
        self.buckets.resize(buckets, Bucket::default());
        Ok(())
    }
}

/// Keeps account of growing vectors: every growth is announced to the [`Control`] before it happens.
pub struct Ledger<'c, 'a> {
    control: &'c Control<'a>,
    bytes: u64,
}

impl<'c, 'a> Ledger<'c, 'a> {
    /// `bytes` are already taken.
    pub fn new(control: &'c Control<'a>, bytes: u64) -> Result<Self> {
        control.memory(bytes)?;
        Ok(Ledger { control, bytes })
    }

    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Make room for `extra` more items, doubling the capacity when there is none.
    #[inline]
    pub fn reserve<T>(&mut self, items: &mut Vec<T>, extra: usize) -> Result<()> {
        if items.capacity() - items.len() >= extra { Ok(()) } else { self.extend(items, extra) }
    }

    #[cold]
    fn extend<T>(&mut self, items: &mut Vec<T>, extra: usize) -> Result<()> {
        let old = items.capacity();
        let wanted = (items.len() + extra).max(old * 2).max(16);
        let bytes = self.bytes + ((wanted - old) * size_of::<T>()) as u64;
        self.control.memory(bytes)?;
        items.try_reserve_exact(wanted - items.len()).map_err(|e| Error::out_of_memory(e.to_string()))?;
        self.bytes = bytes;
        Ok(())
    }

    /// Account for something else that grows.
    pub fn take(&mut self, bytes: usize) -> Result<()> {
        self.bytes += bytes as u64;
        if bytes == 0 { Ok(()) } else { self.control.memory(self.bytes) }
    }

    /// Account for a vector that is dropped.
    pub fn release<T>(&mut self, items: Vec<T>) {
        self.bytes -= ((items.capacity() * size_of::<T>()) as u64).min(self.bytes);
    }
}

/// Numbers distinct positions 0, 1, 2 … in the order in which they come; each position is stored once.
pub struct Interner<P> {
    items: Vec<P>,
    /// `upper hash bits << 32 | number + 1`, 0 for a free slot; open addressing, at most three quarters full.
    slots: Vec<u64>,
}

impl<P> Default for Interner<P> {
    fn default() -> Self {
        Interner { items: Vec::new(), slots: Vec::new() }
    }
}

impl<P: Eq + Hash> Interner<P> {
    #[must_use]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    #[must_use]
    pub fn items(&self) -> &[P] {
        &self.items
    }

    #[must_use]
    pub fn find(&self, item: &P) -> Option<u32> {
        if self.slots.is_empty() { None } else { self.search(item, hash(item)).ok() }
    }

    /// The number of `item`, and whether it is new.
    pub fn intern(&mut self, item: P, ledger: &mut Ledger) -> Result<(u32, bool)> {
        if self.items.len() * 4 >= self.slots.len() * 3 {
            self.rehash(ledger)?;
        }
        let code = hash(&item);
        match self.search(&item, code) {
            Ok(number) => Ok((number, false)),
            Err(slot) => {
                let number = self.items.len();
                if number >= u32::MAX as usize - 1 {
                    return Err(Error::too_large("more than 4294967294 positions"));
                }
                ledger.reserve(&mut self.items, 1)?;
                self.slots[slot] = code >> 32 << 32 | (number as u64 + 1);
                self.items.push(item);
                Ok((number as u32, true))
            }
        }
    }

    /// The number of an item, or the free slot where it belongs.
    fn search(&self, item: &P, code: u64) -> std::result::Result<u32, usize> {
        let mask = self.slots.len() - 1;
        let mut slot = code as usize & mask;
        loop {
            let word = self.slots[slot];
            if word == 0 {
                return Err(slot);
            }
            let number = word as u32 - 1;
            if word >> 32 == code >> 32 && self.items[number as usize] == *item {
                return Ok(number);
            }
            slot = (slot + 1) & mask;
        }
    }

    fn rehash(&mut self, ledger: &mut Ledger) -> Result<()> {
        let length = (self.slots.len() * 2).max(64);
        let mut slots = Vec::new();
        ledger.reserve(&mut slots, length)?;
        slots.resize(length, 0);
        for (number, item) in self.items.iter().enumerate() {
            let code = hash(item);
            let mut slot = code as usize & (length - 1);
            while slots[slot] != 0 {
                slot = (slot + 1) & (length - 1);
            }
            slots[slot] = code >> 32 << 32 | (number as u64 + 1);
        }
        ledger.release(std::mem::replace(&mut self.slots, slots));
        Ok(())
    }
}

fn hash<P: Hash>(item: &P) -> u64 {
    let mut mixer = Mixer::default();
    item.hash(&mut mixer);
    mixer.finish()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use std::collections::HashMap;

    fn print(n: u64) -> u128 {
        let mut mixer = Mixer::default();
        mixer.word(n);
        mixer.finish128()
    }

    #[test]
    fn little_is_lost_while_the_table_may_grow() {
        let control = Control::default();
        let mut table = Table::new(1 << 30);
        let mut lost = 0;
        for n in 0..200_000u64 {
            table.put(print(n), n as u32, n, &control).unwrap();
            table.put(print(n), n as u32 + 1, n, &control).unwrap();
        }
        for n in 0..200_000u64 {
            match table.get(print(n)) {
                Some(value) => assert_eq!(value, n as u32 + 1),
                None => lost += 1,
            }
        }
        assert!((200_000..400_000).all(|n| table.get(print(n)).is_none()));
        // a bucket may be full while most of the table is empty
        assert!(lost < 8_000, "{lost}");
        assert!(table.len() as u64 * 16 * 6 >= table.bytes());
        assert_eq!(control.peak_memory(), table.bytes());
    }

    #[test]
    fn a_full_table_keeps_what_was_expensive() {
        let control = Control::default();
        let mut table = Table::new(1 << 16);
        for n in 0..1_000u64 {
            table.put(print(n), 7, 1 << 20, &control).unwrap();
        }
        for n in 1_000..100_000 {
            table.put(print(n), 8, 1, &control).unwrap();
        }
        assert_eq!(table.bytes(), 1 << 16);
        let kept = (0..1_000).filter(|&n| table.get(print(n)) == Some(7)).count();
        assert!(kept > 950, "{kept}");
    }

    #[test]
    fn the_memory_limit_caps_the_table() {
        let control = Control::new(Limits { memory: Some(100_000), ..Limits::default() });
        let mut table = Table::new(1 << 30);
        for n in 0..50_000 {
            table.put(print(n), 1, 1, &control).unwrap();
        }
        assert!(table.bytes() <= 100_000 && table.bytes() * 2 > 100_000);
        let control = Control::new(Limits { memory: Some(100), ..Limits::default() });
        assert!(matches!(Table::new(1 << 30).put(1, 1, 1, &control), Err(Error::Limit(..))));
    }

    #[test]
    fn effort_codes_are_ordered() {
        let codes: Vec<u32> =
            (0..64).flat_map(|s| [1u64 << s, (1u64 << s) + (1u64 << s >> 1)]).map(effort_code).collect();
        assert!(codes.is_sorted() && codes.iter().all(|&c| (1..=255).contains(&c)));
    }

    #[test]
    fn interning_numbers_each_position_once() {
        let control = Control::default();
        let mut ledger = Ledger::new(&control, 0).unwrap();
        let mut interner = Interner::default();
        let mut expected = HashMap::new();
        let mut state = 1u64;
        for _ in 0..50_000 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let item = vec![(state >> 50) as u16, 3];
            let next = expected.len() as u32;
            let number = *expected.entry(item.clone()).or_insert(next);
            assert_eq!(interner.intern(item, &mut ledger).unwrap(), (number, number == next));
        }
        assert_eq!(interner.len(), expected.len());
        assert!(expected.iter().all(|(item, number)| interner.find(item) == Some(*number)));
        assert_eq!(interner.find(&vec![1, 2]), None);
        let slots = interner.slots.capacity() * 8 + interner.items.capacity() * size_of::<Vec<u16>>();
        assert_eq!(ledger.bytes(), slots as u64);
    }
}
