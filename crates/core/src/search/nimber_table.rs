//! What is known of the nimbers of components, by the component itself: a table that grows while it may, and then forgets
//! what was found with the least effort.
//!
//! An entry is the component and one word: its nimber, or which small numbers it is known not to have; its size; and a
//! logarithm of the effort. Entries stand in buckets of four, so that a look-up costs one cache line where positions are
//! words, or two neighbouring ones where the first bucket is full. Components are compared whole: nothing is ever
//! mistaken for another.

use crate::error::{Error, Result};
use crate::limits::Control;
use crate::rules::Rules;
use crate::search::index::{huge_pages, prefetch};
use std::sync::atomic::{AtomicU64, Ordering};

pub const UNKNOWN: u32 = u32::MAX;
/// Numbers below this one are excluded one by one.
pub const WIDTH: u32 = 48;
pub const SMALL: u64 = (1 << WIDTH) - 1;

const WAYS: usize = 4;
const FIRST: usize = 1 << 4;
/// Entries of a table that may as well be half empty.
const SMALL_TABLE: usize = 1 << 14;
const EXACT: u64 = 1 << 63;
const SIZE: u32 = WIDTH;
const EFFORT: u32 = SIZE + 8;
const LARGEST: u32 = 255;

/// What is known of a component.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// The nimber, or [`UNKNOWN`].
    pub exact: u32,
    /// Number of moves, or another measure of size, 255 at most.
    pub size: u32,
    /// Bit n: the nimber is not n.
    pub excluded: u64,
}

impl Known {
    pub fn of_size(size: usize) -> Known {
        Known { exact: UNKNOWN, size: size.min(LARGEST as usize) as u32, excluded: 0 }
    }

    pub fn excludes(&self, n: u32) -> bool {
        n < WIDTH && self.excluded >> n & 1 == 1
    }

    pub fn exclude(&mut self, n: u32) {
        if n < WIDTH {
            self.excluded |= 1 << n;
        }
    }

    /// Both hold.
    pub fn learn(&mut self, other: Known) {
        if other.exact != UNKNOWN {
            self.exact = other.exact;
        }
        self.excluded |= other.excluded;
    }

    /// `effort` is a logarithm, at least 1.
    fn word(&self, effort: u32) -> u64 {
        let (flag, low) =
            if self.exact == UNKNOWN { (0, self.excluded & SMALL) } else { (EXACT, u64::from(self.exact)) };
        flag | u64::from(effort) << EFFORT | u64::from(self.size) << SIZE | low
    }

    fn of_word(word: u64) -> Known {
        let size = (word >> SIZE) as u32 & LARGEST;
        if word & EXACT == 0 {
            Known { exact: UNKNOWN, size, excluded: word & SMALL }
        } else {
            Known { exact: word as u32, size, excluded: 0 }
        }
    }
}

#[derive(Clone)]
struct Entry<P> {
    piece: P,
    /// 0 where the entry is free.
    word: u64,
}

#[derive(Clone)]
#[repr(align(64))]
struct Bucket<P>([Entry<P>; WAYS]);

pub struct Table<P> {
    buckets: Vec<Bucket<P>>,
    used: usize,
    /// It was found that there is no room for a larger one.
    full: bool,
}

impl<P> Default for Table<P> {
    fn default() -> Self {
        Table { buckets: Vec::new(), used: 0, full: false }
    }
}

/// The bytes that all tables of a search have taken, and may take.
pub struct Purse<'c, 'a> {
    pub control: &'c Control<'a>,
    taken: AtomicU64,
}

impl<'c, 'a> Purse<'c, 'a> {
    pub fn new(control: &'c Control<'a>) -> Self {
        Purse { control, taken: AtomicU64::new(0) }
    }

    pub fn taken(&self) -> u64 {
        self.taken.load(Ordering::Relaxed)
    }

    pub fn give_back(&self, bytes: u64) {
        self.taken.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Take some more, announced before; an error leaves all as it was.
    pub fn take(&self, bytes: u64) -> Result<()> {
        let all = self.taken.fetch_add(bytes, Ordering::Relaxed) + bytes;
        self.control.memory(all).inspect_err(|_| self.give_back(bytes))
    }

    /// Make room for some more items.
    #[inline]
    pub fn reserve<T>(&self, items: &mut Vec<T>, extra: usize) -> Result<()> {
        if items.capacity() - items.len() >= extra { Ok(()) } else { self.extend(items, extra) }
    }

    /// The same, unless that leaves less than half of what is allowed to all else.
    pub fn try_reserve<T>(&self, items: &mut Vec<T>, extra: usize) -> bool {
        items.capacity() - items.len() >= extra
            || self.allows((2 * (items.len() + extra).max(16) * size_of::<T>()) as u64)
                && self.extend(items, extra).is_ok()
    }

    #[cold]
    fn extend<T>(&self, items: &mut Vec<T>, extra: usize) -> Result<()> {
        let wanted = (items.len() + extra).max(items.capacity() * 2).max(16);
        self.take(((wanted - items.capacity()) * size_of::<T>()) as u64)?;
        items.try_reserve_exact(wanted - items.len()).map_err(|e| Error::out_of_memory(e.to_string()))
    }

    /// May tables that grow by so much leave half of what is allowed to all else?
    pub fn allows(&self, bytes: u64) -> bool {
        self.control.memory_limit().is_none_or(|limit| self.taken() + bytes <= limit / 2)
    }
}

impl<P: Clone + Eq> Table<P> {
    pub fn len(&self) -> usize {
        self.used
    }

    fn bucket_bytes<R: Rules<Position = P>>(rules: &R) -> u64 {
        (size_of::<Bucket<P>>() + WAYS * rules.beside()) as u64
    }

    pub fn bytes<R: Rules<Position = P>>(&self, rules: &R) -> u64 {
        self.buckets.len() as u64 * Self::bucket_bytes(rules)
    }

    #[inline(always)]
    fn place(&self, key: u64) -> usize {
        key as usize & self.buckets.len().wrapping_sub(1)
    }

    /// Ask for what [`Table::get`] will look at.
    #[inline(always)]
    pub fn expect(&self, key: u64) {
        prefetch(&self.buckets, self.place(key));
    }

    #[inline]
    pub fn get(&self, key: u64, piece: &P) -> Option<Known> {
        let place = self.place(key);
        for place in [place, place ^ 1] {
            for entry in &self.buckets.get(place)?.0 {
                if entry.word == 0 {
                    return None;
                }
                if entry.piece == *piece {
                    return Some(Known::of_word(entry.word));
                }
            }
        }
        None
    }

    /// Remember what was found by opening so many components. It takes the place of what cost least if there is no room,
    /// and where there is not even a little memory nothing is remembered.
    pub fn put<R: Rules<Position = P>>(
        &mut self,
        rules: &R,
        key: u64,
        piece: &P,
        mut known: Known,
        effort: u64,
        purse: &Purse,
    ) {
        let effort = (effort.max(1).ilog2() + 1).min(63);
        if self.buckets.is_empty() {
            let bytes = FIRST as u64 * Self::bucket_bytes(rules);
            if !purse.allows(bytes) || purse.take(bytes).is_err() {
                return;
            }
            self.buckets = free(piece, FIRST).unwrap_or_default();
        }
        loop {
            let may_double = !self.full && self.used >= self.crowded();
            let Some(entry) = self.entry(key, piece) else { return };
            if entry.word == 0 {
                *entry = Entry { piece: piece.clone(), word: known.word(effort) };
                self.used += 1;
            } else if entry.piece == *piece {
                known.learn(Known::of_word(entry.word));
                entry.word = known.word(effort.max((entry.word >> EFFORT) as u32 & 63));
            } else if may_double {
                self.double(rules, purse);
                continue;
            } else {
                *entry = Entry { piece: piece.clone(), word: known.word(effort) };
            }
            return;
        }
    }

    /// With so many entries a larger table is better than one that forgets.
    fn crowded(&self) -> usize {
        let entries = self.buckets.len() * WAYS;
        if entries < SMALL_TABLE { entries / 4 } else { entries / 8 * 5 }
    }

    /// Where a component stands, or the first free entry of its buckets, or that of the least effort.
    fn entry(&mut self, key: u64, piece: &P) -> Option<&mut Entry<P>> {
        let place = self.place(key);
        let (mut best, mut least) = ((place, 0), u64::MAX);
        'places: for place in [place, place ^ 1] {
            for (i, entry) in self.buckets.get(place)?.0.iter().enumerate() {
                let found = entry.word == 0 || entry.piece == *piece;
                let effort = entry.word >> EFFORT & 63;
                if found || effort < least {
                    (best, least) = ((place, i), effort);
                }
                if found {
                    break 'places;
                }
            }
        }
        Some(&mut self.buckets[best.0].0[best.1])
    }

    /// Make room for twice as much, or know that there is none.
    #[cold]
    fn double<R: Rules<Position = P>>(&mut self, rules: &R, purse: &Purse) {
        let bytes = self.bytes(rules);
        self.full = true;
        // while entries move, both tables are there
        if !purse.allows(2 * bytes) || purse.take(2 * bytes).is_err() {
            return;
        }
        let sample = self.buckets.first().map(|bucket| bucket.0[0].piece.clone());
        let Some(larger) = sample.and_then(|sample| free(&sample, 2 * self.buckets.len())) else {
            purse.give_back(2 * bytes);
            return;
        };
        self.full = false;
        for bucket in std::mem::replace(&mut self.buckets, larger) {
            for entry in bucket.0.into_iter().filter(|entry| entry.word != 0) {
                if let Some(place) = self.entry(rules.key(&entry.piece), &entry.piece) {
                    *place = entry;
                }
            }
        }
        purse.give_back(bytes);
    }

    /// A copy for another thread, if there is room for it.
    pub fn copy<R: Rules<Position = P>>(&self, rules: &R, purse: &Purse) -> Option<Self> {
        let bytes = self.bytes(rules);
        if !purse.allows(bytes) || purse.take(bytes).is_err() {
            return None;
        }
        Some(Table { buckets: self.buckets.clone(), used: self.used, full: self.full })
    }

    /// There may be more room than there was.
    pub fn may_grow(&mut self) {
        self.full = false;
    }
}

/// So many buckets of free entries, if there is memory for them.
fn free<P: Clone>(sample: &P, buckets: usize) -> Option<Vec<Bucket<P>>> {
    let mut all = Vec::new();
    all.try_reserve_exact(buckets).ok()?;
    huge_pages(&all);
    let entry = Entry { piece: sample.clone(), word: 0 };
    all.resize(buckets, Bucket(std::array::from_fn(|_| entry.clone())));
    Some(all)
}

/// What is soon found again: numbers that components are known not to have, where later ones take the place of earlier
/// ones. Small enough for a near cache, so that the table holds only what took some effort.
pub struct Recent<P> {
    slots: Vec<Entry<P>>,
    filled: usize,
}

const FIRST_RECENT: usize = 1 << 8;
const MOST_RECENT: usize = 1 << 18;

impl<P> Default for Recent<P> {
    fn default() -> Self {
        Recent { slots: Vec::new(), filled: 0 }
    }
}

impl<P: Clone + Eq> Recent<P> {
    fn bytes_of<R: Rules<Position = P>>(rules: &R, slots: usize) -> u64 {
        (slots * (size_of::<Entry<P>>() + rules.beside())) as u64
    }

    pub fn bytes<R: Rules<Position = P>>(&self, rules: &R) -> u64 {
        Self::bytes_of(rules, self.slots.len())
    }

    #[inline]
    pub fn excluded(&self, key: u64, piece: &P) -> u64 {
        let slot = self.slots.get(key as usize & self.slots.len().wrapping_sub(1));
        slot.filter(|slot| slot.piece == *piece).map_or(0, |slot| slot.word)
    }

    pub fn put<R: Rules<Position = P>>(&mut self, rules: &R, key: u64, piece: &P, excluded: u64, purse: &Purse) {
        if self.filled >= self.slots.len() && self.slots.len() < MOST_RECENT {
            self.enlarge(rules, piece, purse);
        }
        let mask = self.slots.len().wrapping_sub(1);
        if let Some(slot) = self.slots.get_mut(key as usize & mask) {
            let before = if slot.piece == *piece { slot.word } else { 0 };
            *slot = Entry { piece: piece.clone(), word: before | excluded };
            self.filled += 1;
        }
    }

    /// Make room for four times as much.
    #[cold]
    fn enlarge<R: Rules<Position = P>>(&mut self, rules: &R, piece: &P, purse: &Purse) {
        let length = (self.slots.len() * 4).max(FIRST_RECENT);
        let bytes = Self::bytes_of(rules, length - self.slots.len());
        self.filled = 0;
        if purse.allows(bytes) && purse.take(bytes).is_ok() {
            let larger = vec![Entry { piece: piece.clone(), word: 0 }; length];
            for slot in std::mem::replace(&mut self.slots, larger) {
                let at = rules.key(&slot.piece) as usize & (length - 1);
                self.slots[at] = slot;
            }
        }
    }
}

/// Components as they come from the board, with their normal forms, and their nimbers where they are known. Most of what
/// an option falls into has stood at the same place before, and normal forms are dear. Later ones take the place of
/// earlier ones.
pub struct Seen<P> {
    slots: Vec<Option<Sight<P>>>,
    filled: usize,
}

/// What is remembered of a component where it stands.
#[derive(Clone)]
pub struct Sight<P> {
    piece: P,
    pub normal: P,
    /// The nimber, or [`UNKNOWN`].
    pub exact: u32,
}

const FIRST_SEEN: usize = 1 << 8;
/// With so many bytes it no longer grows: a larger one knows little more, and small boards pay for it.
const MOST_SEEN: usize = 1 << 18;

impl<P> Default for Seen<P> {
    fn default() -> Self {
        Seen { slots: Vec::new(), filled: 0 }
    }
}

impl<P: Clone + Eq> Seen<P> {
    fn bytes_of<R: Rules<Position = P>>(rules: &R, slots: usize) -> u64 {
        (slots * (size_of::<Option<Sight<P>>>() + 2 * rules.beside())) as u64
    }

    pub fn bytes<R: Rules<Position = P>>(&self, rules: &R) -> u64 {
        Self::bytes_of(rules, self.slots.len())
    }

    /// `key` is that of the piece as it stands.
    #[inline]
    pub fn get(&self, key: u64, piece: &P) -> Option<&Sight<P>> {
        let slot = self.slots.get(key as usize & self.slots.len().wrapping_sub(1))?.as_ref();
        slot.filter(|sight| sight.piece == *piece)
    }

    pub fn put<R: Rules<Position = P>>(&mut self, rules: &R, key: u64, piece: &P, normal: &P, purse: &Purse) {
        if self.filled >= self.slots.len() && Self::bytes_of(rules, self.slots.len()) < MOST_SEEN as u64 {
            self.enlarge(rules, purse);
        }
        let mask = self.slots.len().wrapping_sub(1);
        if let Some(slot) = self.slots.get_mut(key as usize & mask) {
            *slot = Some(Sight { piece: piece.clone(), normal: normal.clone(), exact: UNKNOWN });
            self.filled += 1;
        }
    }

    /// The nimber of a piece has been found.
    #[inline]
    pub fn learn(&mut self, key: u64, piece: &P, exact: u32) {
        let mask = self.slots.len().wrapping_sub(1);
        if let Some(Some(sight)) = self.slots.get_mut(key as usize & mask)
            && sight.piece == *piece
        {
            sight.exact = exact;
        }
    }

    /// Make room for four times as much.
    #[cold]
    fn enlarge<R: Rules<Position = P>>(&mut self, rules: &R, purse: &Purse) {
        let length = (self.slots.len() * 4).max(FIRST_SEEN);
        let bytes = Self::bytes_of(rules, length - self.slots.len());
        self.filled = 0;
        if purse.allows(bytes) && purse.take(bytes).is_ok() {
            for sight in std::mem::replace(&mut self.slots, vec![None; length]).into_iter().flatten() {
                let at = rules.key(&sight.piece) as usize & (length - 1);
                self.slots[at] = Some(sight);
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::search::toys::Dominoes;

    fn known(n: u64) -> Known {
        if n.is_multiple_of(3) {
            Known { exact: n as u32, size: n as u32 % 256, excluded: 0 }
        } else {
            Known { exact: UNKNOWN, size: n as u32 % 256, excluded: n & SMALL }
        }
    }

    fn same(found: Known, n: u64) -> bool {
        let expected = known(n);
        (found.exact, found.size, found.excluded) == (expected.exact, expected.size, expected.excluded)
    }

    #[test]
    fn what_is_found_was_put_there_and_little_is_lost() {
        let rules = Dominoes::CRAM;
        let control = Control::default();
        let purse = Purse::new(&control);
        let mut table = Table::default();
        for n in 0..100_000 {
            table.put(&rules, rules.key(&n), &n, known(n), n, &purse);
        }
        let kept = (0..100_000).filter(|n| table.get(rules.key(n), n).is_some_and(|found| same(found, *n))).count();
        assert_eq!(kept, table.len());
        assert!(kept > 95_000, "{kept}");
        assert!((100_000..200_000).all(|n| table.get(rules.key(&n), &n).is_none()));
        assert_eq!(purse.taken(), table.bytes(&rules));
        assert!(control.peak_memory() >= purse.taken());
    }

    #[test]
    fn least_effort_gives_way() {
        let rules = Dominoes::CRAM;
        let control = Control::new(Limits { memory: Some(1 << 16), ..Limits::default() });
        let purse = Purse::new(&control);
        let mut table = Table::default();
        for n in 0..40_000 {
            let effort = if n < 500 { 1 << 20 } else { 2 };
            table.put(&rules, rules.key(&n), &n, known(n), effort, &purse);
        }
        assert!(table.bytes(&rules) <= 1 << 16);
        let kept = |from: u64, to: u64| (from..to).filter(|n| table.get(rules.key(n), n).is_some()).count();
        assert!(kept(0, 500) > 450, "{}", kept(0, 500));
        assert!(kept(500, 40_000) > 200);
    }

    #[test]
    fn what_is_seen_was_seen_there() {
        let rules = Dominoes::CRAM;
        let control = Control::default();
        let purse = Purse::new(&control);
        let mut seen = Seen::default();
        for n in 0..50_000 {
            seen.put(&rules, rules.key(&n), &n, &(n / 2), &purse);
            seen.learn(rules.key(&n), &n, n as u32 % 5);
            seen.learn(rules.key(&n), &(n + 50_000), 7);
        }
        let kept = |n: &u64| seen.get(rules.key(n), n).map(|sight| (sight.normal, sight.exact));
        assert!((0..50_000).filter_map(|n| Some((n, kept(&n)?))).all(|(n, found)| found == (n / 2, n as u32 % 5)));
        assert!((0..50_000).filter(|n| kept(n).is_some()).count() > 10_000);
        assert_eq!(purse.taken(), seen.bytes(&rules));
    }

    #[test]
    fn knowledge_adds_up() {
        let rules = Dominoes::CRAM;
        let control = Control::default();
        let purse = Purse::new(&control);
        let (mut table, mut recent) = (Table::default(), Recent::default());
        for excluded in [0b1, 0b100, 0b1000] {
            let known = Known { excluded, ..Known::of_size(7) };
            table.put(&rules, 5, &9, known, 1, &purse);
            recent.put(&rules, 5, &9, excluded, &purse);
        }
        assert_eq!(table.get(5, &9).unwrap().excluded, 0b1101);
        assert_eq!((recent.excluded(5, &9), recent.excluded(5, &8)), (0b1101, 0));
        let known = Known { exact: 1, ..Known::of_size(7) };
        table.put(&rules, 5, &9, known, 1, &purse);
        table.put(&rules, 5, &9, Known::of_size(7), 1, &purse);
        assert_eq!(table.get(5, &9).unwrap().exact, 1);
    }
}
