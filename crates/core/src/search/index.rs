//! Positions numbered in the order of discovery, and the table that finds the number of a position again.
//!
//! [`Index`] keeps every position once, in a plain vector, and an open-addressing table of 64-bit slots. With 2^b slots,
//! the low b bits of a slot hold number + 1 (0 is a free slot) and the others the same bits of the hash, whose top b bits
//! are also the home of the slot. So a slot knows its home: the table doubles without looking at a position, in one sweep
//! through old and new memory. Nearly all slots that agree with a hash are the right one; the position itself decides.
//! Probing goes round the cache line of home before it enters the next line.
//!
//! A table larger than the caches costs two misses per known position, one for the slot and one for the position. A
//! [`Batch`] collects generated positions so that these misses overlap: the slot is prefetched when a position enters
//! the batch, the position when the batch is absorbed.
//!
//! Memory is announced to [`Control::memory`] before it is taken. What positions own on the heap is not known here and
//! not counted.

use crate::error::{Error, Result};
use crate::limits::Control;
use memmap2::MmapMut;
use std::ops::{Deref, DerefMut};

/// A batch this long hides the latency of memory and still fits the first-level cache for small positions.
const BATCH: usize = 128;
const SMALLEST: u32 = 10;
/// Slots in a cache line, less one.
const LINE: usize = 7;
const LARGEST: u32 = 32;
/// Numbers are 32-bit, `u32::MAX` is free for callers as "none", and a full table keeps a free slot.
const MOST: usize = u32::MAX as usize - 1;

/// Ask for the cache line of `data[at]`; never reads it, so that any `at` is allowed.
#[inline(always)]
pub fn prefetch<T>(data: &[T], at: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch is a hint and does not fault, whatever the address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(data.as_ptr().wrapping_add(at).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (data, at);
}

/// Ask for large pages for what a vector has room for: in a table of many megabytes a look-up would otherwise wait for the
/// page as long as for what stands there.
pub fn huge_pages<T>(items: &Vec<T>) {
    #[cfg(target_os = "linux")]
    {
        const PAGE: usize = 1 << 12;
        const ADVICE: i32 = 14;
        unsafe extern "C" {
            fn madvise(address: *mut std::ffi::c_void, length: usize, advice: i32) -> i32;
        }
        let from = (items.as_ptr() as usize).next_multiple_of(PAGE);
        let to = (items.as_ptr() as usize + items.capacity() * size_of::<T>()) / PAGE * PAGE;
        if to >= from + 512 * PAGE {
            // SAFETY: whole pages within one allocation; this advice changes nothing that a program could see.
            unsafe { madvise(from as *mut std::ffi::c_void, to - from, ADVICE) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = items;
}

/// Make room for `more` elements, growing by a quarter; `others` is what the other tables of the search take.
pub fn make_room<T>(table: &mut Vec<T>, more: usize, others: u64, control: &Control) -> Result<()> {
    let needed = table.len() + more;
    if needed <= table.capacity() {
        return Ok(());
    }
    let target = needed.max(table.capacity() + table.capacity() / 4);
    control.memory(others + (target * size_of::<T>()) as u64)?;
    table.try_reserve_exact(target - table.len()).map_err(|_| out_of_memory(target * size_of::<T>()))
}

pub fn bytes_of<T>(table: &Vec<T>) -> u64 {
    (table.capacity() * size_of::<T>()) as u64
}

fn out_of_memory(bytes: usize) -> Error {
    Error::out_of_memory(format!("the system has no {} MB left for a table", bytes >> 20))
}

pub struct Index<P> {
    positions: Vec<P>,
    slots: Slots,
    /// log2 of the number of slots.
    bits: u32,
    most: usize,
    /// See [`crate::rules::Rules::beside`].
    beside: usize,
}

impl<P: Eq + Clone> Index<P> {
    pub fn new() -> Result<Self> {
        Index::bounded(MOST)
    }

    /// An index that refuses to hold more than `most` positions.
    pub fn bounded(most: usize) -> Result<Self> {
        let slots = Slots::zeroed(1 << SMALLEST)?;
        Ok(Index { positions: Vec::new(), slots, bits: SMALLEST, most: most.min(MOST), beside: 0 })
    }

    /// An index for positions that take this many bytes beside the size of their type.
    pub fn of_positions_with(beside: usize) -> Result<Self> {
        Ok(Index { beside, ..Index::new()? })
    }

    #[inline]
    #[must_use]
    pub fn positions(&self) -> &[P] {
        &self.positions
    }

    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The position with this number. Numbers come from this index, so they are in range.
    #[inline]
    #[must_use]
    pub fn get(&self, number: u32) -> &P {
        &self.positions[number as usize]
    }

    /// Bytes taken now.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        bytes_of(&self.positions) + (self.positions.len() * self.beside) as u64 + self.slots.bytes()
    }

    /// Make room for `more` positions; `others` is what the other tables of the search take.
    #[inline]
    pub fn reserve(&mut self, more: usize, others: u64, control: &Control) -> Result<()> {
        let needed = (self.positions.len() + more).min(self.most);
        if needed > self.room() {
            self.double(needed, others, control)?;
        }
        let more = needed - self.positions.len();
        let beside = (needed + needed / 4) * self.beside; // as far as the room will last
        make_room(&mut self.positions, more, others + self.slots.bytes() + beside as u64, control)
    }

    /// Positions that fit without doubling: three quarters of the slots, except that the last table is filled up.
    #[inline]
    fn room(&self) -> usize {
        if self.bits == LARGEST { MOST } else { (1 << self.bits) / 4 * 3 }
    }

    #[cold]
    fn double(&mut self, needed: usize, others: u64, control: &Control) -> Result<()> {
        while needed > self.room() {
            let bits = self.bits + 1;
            control.memory(others + self.bytes() + (8 << bits))?;
            let mut slots = Slots::zeroed(1 << bits)?;
            let mask = slots.len() - 1;
            let (low, old_low) = ((1u64 << bits) - 1, (1u64 << self.bits) - 1);
            let mut ticker = control.ticker();
            for &slot in self.slots.iter() {
                ticker.glance()?;
                if slot == 0 {
                    continue;
                }
                let (home, mut step) = ((slot >> (64 - bits)) as usize, 0);
                while slots[nth(home, step, mask)] != 0 {
                    step += 1;
                }
                slots[nth(home, step, mask)] = (slot & !low) | (slot & old_low);
            }
            self.slots = slots;
            self.bits = bits;
        }
        Ok(())
    }

    #[inline(always)]
    fn home(&self, hash: u64) -> usize {
        (hash >> (64 - self.bits)) as usize
    }

    /// From this step on, the first slot that is free or agrees with the hash: its step and its number + 1.
    #[inline(always)]
    fn probe(&self, hash: u64, mut step: usize) -> (usize, u32) {
        let home = self.home(hash);
        loop {
            let slot = self.slots[nth(home, step, self.slots.len() - 1)];
            if slot == 0 || (slot ^ hash) >> self.bits == 0 {
                return (step, (slot & (self.slots.len() as u64 - 1)) as u32);
            }
            step += 1;
        }
    }

    /// The number of the position, or the free slot where it belongs.
    #[inline(always)]
    fn locate(&self, hash: u64, position: &P) -> std::result::Result<u32, usize> {
        let mut from = 0;
        loop {
            match self.probe(hash, from) {
                (step, 0) => return Err(nth(self.home(hash), step, self.slots.len() - 1)),
                (_, next) if self.positions[next as usize - 1] == *position => return Ok(next - 1),
                (step, _) => from = step + 1,
            }
        }
    }

    #[inline]
    #[must_use]
    pub fn find(&self, hash: u64, position: &P) -> Option<u32> {
        self.locate(hash, position).ok()
    }

    /// The number of the position, and whether it is new.
    pub fn insert(&mut self, hash: u64, position: &P, control: &Control) -> Result<(u32, bool)> {
        self.reserve(1, 0, control)?;
        match self.locate(hash, position) {
            Ok(number) => Ok((number, false)),
            Err(free) => Ok((self.append(hash, free, position.clone())?, true)),
        }
    }

    #[inline(always)]
    fn append(&mut self, hash: u64, at: usize, position: P) -> Result<u32> {
        let number = self.positions.len();
        if number >= self.most {
            return Err(Error::too_large(format!("an index holds at most {} positions", self.most)));
        }
        self.slots[at] = (hash >> self.bits << self.bits) | (number as u64 + 1);
        self.positions.push(position);
        Ok(number as u32)
    }

    /// Insert the whole batch in order and empty it. `each` gets the number, whether it is new, the position and the
    /// batch's word about it; `beside` is a table where `each` will look at number - `base`, fetched ahead of time.
    /// [`Index::reserve`] must have made room for the batch.
    #[inline]
    pub fn absorb<T, S>(
        &mut self,
        batch: &mut Batch<P, T>,
        beside: &mut Vec<S>,
        base: usize,
        mut each: impl FnMut(&mut Vec<S>, u32, bool, &P, T) -> Result<()>,
    ) -> Result<()> {
        debug_assert!((self.positions.len() + batch.len()).min(self.most) <= self.room());
        self.foresee(batch, beside, base);
        for Item { hash, position, word, candidate } in batch.items.drain(..) {
            if candidate != 0 && self.positions[candidate as usize - 1] == position {
                each(beside, candidate - 1, false, &position, word)?;
                continue;
            }
            match self.locate(hash, &position) {
                Ok(number) => each(beside, number, false, &position, word)?,
                Err(free) => {
                    let number = self.append(hash, free, position)?;
                    each(beside, number, true, &self.positions[number as usize], word)?;
                }
            }
        }
        Ok(())
    }

    /// Find the whole batch in order and empty it.
    pub fn find_all<T>(&self, batch: &mut Batch<P, T>, mut each: impl FnMut(Option<u32>, T)) {
        let _ = self.find_beside(batch, &mut [(); 0], |_, number, word| {
            each(number, word);
            Ok(())
        });
    }

    /// The same; `beside` is a table where `each` will look at the number, fetched ahead of time.
    #[inline]
    pub fn find_beside<T, S>(
        &self,
        batch: &mut Batch<P, T>,
        beside: &mut [S],
        mut each: impl FnMut(&mut [S], Option<u32>, T) -> Result<()>,
    ) -> Result<()> {
        self.foresee(batch, beside, 0);
        for Item { hash, position, word, candidate } in batch.items.drain(..) {
            let right = candidate != 0 && self.positions[candidate as usize - 1] == position;
            each(beside, if right { Some(candidate - 1) } else { self.find(hash, &position) }, word)?;
        }
        Ok(())
    }

    /// Find the number that each position of the batch probably has, and fetch what is kept under it.
    #[inline(always)]
    fn foresee<T, S>(&self, batch: &mut Batch<P, T>, beside: &[S], base: usize) {
        for item in &mut batch.items {
            item.candidate = self.probe(item.hash, 0).1;
            if item.candidate != 0 {
                let number = item.candidate as usize - 1;
                prefetch(&self.positions, number);
                if number.wrapping_sub(base) < beside.len() {
                    prefetch(beside, number - base);
                }
            }
        }
    }
}

/// The slot that is tried after `step` others: round the cache line of home, then round the following lines.
#[inline(always)]
fn nth(home: usize, step: usize, mask: usize) -> usize {
    (((home & !LINE) + (step & !LINE)) & mask) | ((home + step) & LINE)
}

/// Slots that the allocator provides: mapping memory for a small table would take longer than filling it.
const SMALL: usize = 1 << 14;

/// Zeroed words, of a large table in memory mapped for the purpose: the system may refuse it, which is an error and not an
/// abort, and is asked for huge pages, without which random access is bound by address translation.
enum Slots {
    Small(Vec<u64>),
    Mapped(MmapMut),
}

impl Slots {
    fn zeroed(len: usize) -> Result<Slots> {
        if len <= SMALL {
            return Ok(Slots::Small(vec![0; len]));
        }
        let map = MmapMut::map_anon(len * size_of::<u64>()).map_err(|_| out_of_memory(len * size_of::<u64>()))?;
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Ok(Slots::Mapped(map))
    }

    fn bytes(&self) -> u64 {
        size_of_val(&**self) as u64
    }
}

impl Deref for Slots {
    type Target = [u64];

    #[inline(always)]
    fn deref(&self) -> &[u64] {
        match self {
            Slots::Small(words) => words,
            // SAFETY: a mapping begins at a page, so it is aligned, and any bytes are a u64.
            Slots::Mapped(map) => unsafe {
                std::slice::from_raw_parts(map.as_ptr().cast(), map.len() / size_of::<u64>())
            },
        }
    }
}

impl DerefMut for Slots {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [u64] {
        match self {
            Slots::Small(words) => words,
            // SAFETY: as above, and the borrow of self is exclusive.
            Slots::Mapped(map) => unsafe {
                std::slice::from_raw_parts_mut(map.as_mut_ptr().cast(), map.len() / size_of::<u64>())
            },
        }
    }
}

/// Generated positions that wait to be looked up together, each with a word of the search about it.
pub struct Batch<P, T> {
    items: Vec<Item<P, T>>,
}

struct Item<P, T> {
    hash: u64,
    position: P,
    word: T,
    /// 1 + the number of a stored position that agrees with the hash, or 0.
    candidate: u32,
}

impl<P: Eq + Clone, T> Default for Batch<P, T> {
    fn default() -> Self {
        Batch::new()
    }
}

impl<P: Eq + Clone, T> Batch<P, T> {
    #[must_use]
    pub fn new() -> Self {
        Batch { items: Vec::with_capacity(BATCH) }
    }

    #[inline(always)]
    pub fn push(&mut self, index: &Index<P>, hash: u64, position: P, word: T) {
        prefetch(&index.slots, index.home(hash));
        self.items.push(Item { hash, position, word, candidate: 0 });
    }

    #[must_use]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Time to absorb it.
    #[inline]
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.items.len() >= BATCH
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::rules::Mixer;
    use std::collections::HashMap;

    fn mixed(n: u64) -> u64 {
        let mut mixer = Mixer::default();
        mixer.word(n);
        mixer.finish128() as u64
    }

    /// Good hashes, hashes that share their home, hashes that differ in bits that no slot keeps, one hash for all.
    const HASHES: [fn(u64) -> u64; 4] = [mixed, |n| mixed(n) >> 20, |n| n, |_| u64::MAX];

    #[test]
    fn numbers_agree_with_a_map() {
        for hash in HASHES {
            let control = Control::default();
            let mut index = Index::new().unwrap();
            let mut map = HashMap::new();
            for i in 0..6_000 {
                let position = mixed(i) % 4_000;
                let number = map.len() as u32;
                let expected = *map.entry(position).or_insert(number);
                assert_eq!(index.find(hash(position), &position).is_none(), expected == number);
                let answer = index.insert(hash(position), &position, &control).unwrap();
                assert_eq!(answer, (expected, expected == number));
            }
            assert_eq!(index.len(), map.len());
            assert!(map.iter().all(|(position, &number)| index.get(number) == position));
            assert!(map.iter().all(|(position, &number)| index.find(hash(*position), position) == Some(number)));
        }
    }

    #[test]
    fn batches_agree_with_single_insertion() {
        for hash in HASHES {
            let control = Control::default();
            let (mut single, mut batched) = (Index::new().unwrap(), Index::new().unwrap());
            let mut batch = Batch::new();
            let mut seen = vec![0u32; 4_000];
            for i in 0..6_000 {
                let position = mixed(i) % 4_000;
                batch.push(&batched, hash(position), position, i);
                if !batch.is_full() && i < 5_999 {
                    continue;
                }
                batched.reserve(batch.len(), 0, &control).unwrap();
                let each = |seen: &mut Vec<u32>, number: u32, new, position: &u64, word| {
                    assert_eq!(*position, mixed(word) % 4_000);
                    assert_eq!(new, seen[number as usize] == 0);
                    seen[number as usize] += 1;
                    let expected = single.insert(hash(*position), position, &control).unwrap();
                    assert_eq!((number, new), expected);
                    Ok(())
                };
                batched.absorb(&mut batch, &mut seen, 0, each).unwrap();
                assert!(batch.is_empty());
            }
            assert_eq!(single.positions(), batched.positions());
            assert_eq!(seen.iter().sum::<u32>(), 6_000);
            for position in 0..200 {
                batch.push(&batched, hash(position), position, position);
            }
            batched.find_all(&mut batch, |number, position| {
                assert_eq!(number, single.find(hash(position), &position));
            });
        }
    }

    #[test]
    fn a_full_index_is_an_error() {
        let control = Control::default();
        let mut index = Index::bounded(100).unwrap();
        for n in 0..100u64 {
            assert!(index.insert(mixed(n), &n, &control).unwrap().1);
        }
        assert!(matches!(index.insert(mixed(100), &100, &control), Err(Error::Limit(..))));
        assert_eq!(index.insert(mixed(99), &99, &control).unwrap(), (99, false));
        let mut batch = Batch::new();
        batch.push(&index, mixed(200), 200, ());
        index.reserve(1, 0, &control).unwrap();
        let absorbed = index.absorb(&mut batch, &mut Vec::<()>::new(), 0, |_, _, _, _, ()| Ok(()));
        assert!(matches!(absorbed, Err(Error::Limit(..))));
        assert_eq!(index.len(), 100);
    }

    #[test]
    fn memory_is_announced_before_it_is_taken() {
        let control = Control::new(Limits { memory: Some(1 << 20), ..Limits::default() });
        let mut index = Index::new().unwrap();
        let refused = (0..1_000_000u64).position(|n| index.insert(mixed(n), &n, &control).is_err()).unwrap();
        assert_eq!(index.len(), refused);
        // 24 bytes for each position while a table doubles: 3/4 full, old and new
        assert!(refused > 20_000 && index.bytes() <= 1 << 20);
        assert!(control.peak_memory() > 1 << 20);
    }
}
