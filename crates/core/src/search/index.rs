//! Positions numbered in the order of discovery, and the table that finds the number of a position again.
//!
//! [`Index`] keeps every position once, in a plain vector, and an open-addressing table of 64-bit slots with linear
//! probing. With 2^b slots, the low b bits of a slot hold number + 1 (0 is a free slot) and the others the same bits of
//! the hash, whose top b bits are also the home of the slot. So a slot knows its home: the table doubles without looking
//! at a position, in one sweep through old and new memory. Nearly all slots that agree with a hash are the right one; the
//! position itself decides.
//!
//! A table larger than the caches costs two misses per known position, one for the slot and one for the position. A
//! [`Batch`] collects generated positions so that these misses overlap: the slot is prefetched when a position enters
//! the batch, the position when the batch is absorbed.
//!
//! Memory is announced to [`Control::memory`] before it is taken. What positions own on the heap is not known here and
//! not counted.

use crate::error::{Error, Result};
use crate::limits::Control;

/// A batch this long hides the latency of memory and still fits the first-level cache for small positions.
const BATCH: usize = 128;
const SMALLEST: u32 = 10;
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
    Error::Limit(format!("the system has no {} MB left for a table", bytes >> 20))
}

pub struct Index<P> {
    positions: Vec<P>,
    slots: Vec<u64>,
    /// log2 of the number of slots.
    bits: u32,
    most: usize,
}

impl<P: Eq + Clone> Default for Index<P> {
    fn default() -> Self {
        Index::new()
    }
}

impl<P: Eq + Clone> Index<P> {
    #[must_use]
    pub fn new() -> Self {
        Index::bounded(MOST)
    }

    /// An index that refuses to hold more than `most` positions.
    #[must_use]
    pub fn bounded(most: usize) -> Self {
        Index { positions: Vec::new(), slots: vec![0; 1 << SMALLEST], bits: SMALLEST, most: most.min(MOST) }
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
        bytes_of(&self.positions) + bytes_of(&self.slots)
    }

    /// Make room for `more` positions; `others` is what the other tables of the search take.
    #[inline]
    pub fn reserve(&mut self, more: usize, others: u64, control: &Control) -> Result<()> {
        let needed = (self.positions.len() + more).min(self.most);
        if needed > self.room() {
            self.double(needed, others, control)?;
        }
        let more = needed - self.positions.len();
        make_room(&mut self.positions, more, others + bytes_of(&self.slots), control)
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
            let bytes = 8usize << bits;
            control.memory(others + self.bytes() + bytes as u64)?;
            let mut slots = zeroed(1 << bits)?;
            let (mask, shift) = ((1usize << bits) - 1, 64 - bits);
            let (low, old_low) = ((1u64 << bits) - 1, (1u64 << self.bits) - 1);
            for &slot in &self.slots {
                if slot == 0 {
                    continue;
                }
                let mut at = (slot >> shift) as usize;
                while slots[at] != 0 {
                    at = (at + 1) & mask;
                }
                slots[at] = (slot & !low) | (slot & old_low);
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

    /// The first slot from home that is free or agrees with the hash; `skip` slots further on for the next one.
    #[inline(always)]
    fn probe(&self, hash: u64, mut at: usize) -> (usize, Option<u32>) {
        let mask = self.slots.len() - 1;
        loop {
            let slot = self.slots[at & mask];
            if slot == 0 {
                return (at & mask, None);
            }
            if (slot ^ hash) >> self.bits == 0 {
                return (at & mask, Some(((slot & mask as u64) - 1) as u32));
            }
            at += 1;
        }
    }

    #[inline(always)]
    fn locate(&self, hash: u64, position: &P) -> (usize, Option<u32>) {
        let mut at = self.home(hash);
        loop {
            match self.probe(hash, at) {
                (at, None) => return (at, None),
                (at, Some(number)) if self.positions[number as usize] == *position => return (at, Some(number)),
                (next, Some(_)) => at = next + 1,
            }
        }
    }

    #[inline]
    #[must_use]
    pub fn find(&self, hash: u64, position: &P) -> Option<u32> {
        self.locate(hash, position).1
    }

    /// The number of the position, and whether it is new.
    pub fn insert(&mut self, hash: u64, position: &P, control: &Control) -> Result<(u32, bool)> {
        self.reserve(1, 0, control)?;
        match self.locate(hash, position) {
            (_, Some(number)) => Ok((number, false)),
            (at, None) => Ok((self.append(hash, at, position.clone())?, true)),
        }
    }

    #[inline(always)]
    fn append(&mut self, hash: u64, at: usize, position: P) -> Result<u32> {
        let number = self.positions.len();
        if number >= self.most {
            return Err(Error::Limit(format!("an index holds at most {} positions", self.most)));
        }
        self.slots[at] = (hash >> self.bits << self.bits) | (number as u64 + 1);
        self.positions.push(position);
        Ok(number as u32)
    }

    /// Insert the whole batch in order and empty it. `each` gets the number, whether it is new, the position and the
    /// batch's word about it; `beside` is a table of the search that `each` will look at under the same number.
    /// [`Index::reserve`] must have made room for the batch.
    #[inline]
    pub fn absorb<T, S>(
        &mut self,
        batch: &mut Batch<P, T>,
        beside: &mut Vec<S>,
        mut each: impl FnMut(&mut Vec<S>, u32, bool, &P, T) -> Result<()>,
    ) -> Result<()> {
        self.foresee(batch, beside);
        for (hash, position, word) in batch.items.drain(..) {
            match self.locate(hash, &position) {
                (_, Some(number)) => each(beside, number, false, &position, word)?,
                (at, None) => {
                    let number = self.append(hash, at, position)?;
                    each(beside, number, true, &self.positions[number as usize], word)?;
                }
            }
        }
        Ok(())
    }

    /// Find the whole batch in order and empty it.
    pub fn find_all<T>(&self, batch: &mut Batch<P, T>, mut each: impl FnMut(Option<u32>, T)) {
        self.foresee::<T, ()>(batch, &[]);
        for (hash, position, word) in batch.items.drain(..) {
            each(self.find(hash, &position), word);
        }
    }

    #[inline(always)]
    fn foresee<T, S>(&self, batch: &Batch<P, T>, beside: &[S]) {
        for (hash, _, _) in &batch.items {
            if let (_, Some(number)) = self.probe(*hash, self.home(*hash)) {
                prefetch(&self.positions, number as usize);
                prefetch(beside, number as usize);
            }
        }
    }
}

fn zeroed(len: usize) -> Result<Vec<u64>> {
    let mut slots = Vec::new();
    slots.try_reserve_exact(len).map_err(|_| out_of_memory(len * 8))?;
    slots.resize(len, 0);
    Ok(slots)
}

/// Generated positions that wait to be looked up together, each with its hash and a word of the search about it.
pub struct Batch<P, T> {
    items: Vec<(u64, P, T)>,
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
        self.items.push((hash, position, word));
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
