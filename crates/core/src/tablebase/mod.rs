//! Databases of small components: worked out once for a set of rules, and used by every search that meets them.
//!
//! A database has an entry for each [`shape`], whatever board it stands on: its value, a number + ups + star in one word or
//! the number of a record. Records are canonical forms, each written once, after its options; beside each stands what
//! bounds need to know of it, so that these need no canonical form. The file is a table of the [`crate::store`], mapped
//! and never written: its checksum was compared when it was opened, and whatever else is wrong with it (another format,
//! another mark of the rules) leaves searches without a database. Places in it are looked up within bounds, so that no
//! content can do worse than give a wrong answer.
//!
//! The idea is as old as endgame tables: Berlekamp's dictionary of Domineering (1988); Bullock (2002); Uiterwijk (2016).

pub mod restore;
pub mod shape;
pub mod write;

use crate::rules::{BuildMixer, Mixer};
use crate::search::climate::Climate;
use crate::store;
use crate::sync::lock;
use crate::values::Game;
use shape::Key;
use std::collections::HashMap;
use std::hash::Hasher;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock, Weak};

/// Changes whenever a file of before would be misread.
const FORMAT: u64 = 1;
/// Words of eight bytes in front: format, mark (two), cells, bits, entries, slots, records, words.
const FRONT: usize = 9;

/// How many of what is in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    /// All components with at most so many cells are there.
    pub cells: u64,
    /// No component there has more bits.
    pub bits: u64,
    pub entries: u64,
    slots: u64,
    /// Values that are not number + ups + star.
    pub records: u64,
    words: u64,
}

/// Where the parts of a file begin, in bytes.
#[derive(Clone, Copy, Debug)]
struct Layout {
    keys: usize,
    values: usize,
    climates: usize,
    starts: usize,
    words: usize,
    end: usize,
}

impl Sizes {
    fn layout(&self) -> Option<Layout> {
        let part = |start: usize, count: u64, bytes: usize| {
            usize::try_from(count).ok()?.checked_mul(bytes)?.checked_add(start).map(|end| end.next_multiple_of(8))
        };
        let keys = 8 * FRONT;
        let values = part(keys, self.slots, 16)?;
        let climates = part(values, self.slots, 4)?;
        let starts = part(climates, self.records, 2 * Climate::BYTES)?;
        let words = part(starts, self.records.checked_add(1)?, 4)?;
        let end = part(words, self.words, 4)?;
        Some(Layout { keys, values, climates, starts, words, end })
    }
}

/// The mark of a set of rules, from whatever tells them apart.
pub fn mark(rules: &str) -> u128 {
    let mut mixer = Mixer::default();
    mixer.write(rules.as_bytes());
    mixer.finish128()
}

/// A database, mapped.
#[derive(Debug)]
pub struct Tablebase {
    table: store::Table,
    sizes: Sizes,
    layout: Layout,
}

/// A value in a file: a packed one, or a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entry {
    Packed(Game),
    Record(usize),
}

/// What a database has of a component.
#[derive(Clone, Copy, Debug)]
pub struct Stored<'t> {
    pub base: &'t Tablebase,
    pub entry: Entry,
    /// It is the value of the negative.
    pub negative: bool,
}

impl Stored<'_> {
    /// The nimber, if the value is one.
    pub fn nimber(&self) -> Option<u32> {
        let Entry::Packed(game) = self.entry else { return None };
        game.packed().filter(|packed| packed.num == 0 && packed.ups == 0).map(|packed| packed.nimber)
    }

    /// What there is to know about the component and about its negative, if that stands beside the value.
    pub fn climates(&self) -> Option<[Climate; 2]> {
        let Entry::Record(record) = self.entry else { return None };
        let [own, other] = self.base.climates(record)?;
        Some(if self.negative { [other, own] } else { [own, other] })
    }
}

impl Tablebase {
    /// The database that is kept there, if there is a sound one with this mark.
    pub fn open(place: &Place) -> Option<Self> {
        Tablebase::of(store::open(&place.dir, &place.name)?, place.mark)
    }

    pub fn of(table: store::Table, mark: u128) -> Option<Self> {
        let front = |i: usize| Some(u64::from_le_bytes(table.get(8 * i..8 * i + 8)?.try_into().ok()?));
        if front(0)? != FORMAT || (u128::from(front(2)?) << 64 | u128::from(front(1)?)) != mark {
            return None;
        }
        let [cells, bits, entries] = [front(3)?, front(4)?, front(5)?];
        let sizes = Sizes { cells, bits, entries, slots: front(6)?, records: front(7)?, words: front(8)? };
        let layout = sizes.layout()?;
        let sound = layout.end == table.len() && sizes.slots.is_power_of_two() && sizes.entries < sizes.slots;
        sound.then_some(Tablebase { table, sizes, layout })
    }

    pub fn sizes(&self) -> Sizes {
        self.sizes
    }

    pub fn built(&self) -> Built {
        Built { sizes: self.sizes, bytes: self.table.len() as u64 }
    }

    fn word(&self, at: usize) -> Option<u32> {
        Some(u32::from_le_bytes(self.table.get(at..at + 4)?.try_into().ok()?))
    }

    fn reference(word: u32) -> Option<Entry> {
        let game = Game::from_bits(word);
        match game.packed() {
            Some(_) => Some(Entry::Packed(game)),
            None => Some(Entry::Record((word as usize).checked_sub(1)?)),
        }
    }

    /// What is known of a component of this shape.
    pub fn find(&self, Key { key, negative }: Key) -> Option<Stored<'_>> {
        let last = self.sizes.slots as usize - 1;
        let mut slot = key as usize & last;
        for _ in 0..self.sizes.slots {
            // a slot without a value is free
            let entry = Self::reference(self.word(self.layout.values + 4 * slot)?)?;
            let at = self.layout.keys + 16 * slot;
            if u128::from_le_bytes(self.table.get(at..at + 16)?.try_into().ok()?) == key {
                return Some(Stored { base: self, entry, negative });
            }
            slot = (slot + 1) & last;
        }
        None
    }

    /// All keys with their values.
    pub fn entries(&self) -> impl Iterator<Item = (u128, Entry)> {
        (0..self.sizes.slots as usize).filter_map(|slot| {
            let entry = Self::reference(self.word(self.layout.values + 4 * slot)?)?;
            let at = self.layout.keys + 16 * slot;
            Some((u128::from_le_bytes(self.table.get(at..at + 16)?.try_into().ok()?), entry))
        })
    }

    fn climates(&self, record: usize) -> Option<[Climate; 2]> {
        let at = self.layout.climates + 2 * Climate::BYTES * record;
        let bytes = self.table.get(at..at + 2 * Climate::BYTES)?;
        let (own, other) = bytes.split_at(Climate::BYTES);
        Some([Climate::from_bytes(own)?, Climate::from_bytes(other)?])
    }

    /// The options of a record: of Left, and of Right.
    fn options(&self, record: usize) -> Option<[Vec<Entry>; 2]> {
        if record as u64 >= self.sizes.records {
            return None;
        }
        let start = self.word(self.layout.starts + 4 * record)?;
        let word = |i: usize| {
            let place = (start as usize).checked_add(i).filter(|&place| (place as u64) < self.sizes.words)?;
            self.word(self.layout.words + 4 * place)
        };
        let counts = word(0)?;
        let (left, right) = ((counts & 0xFFFF) as usize, (counts >> 16) as usize);
        let list = |places: Range<usize>| places.map(|i| Self::reference(word(i)?)).collect::<Option<Vec<_>>>();
        Some([list(1..1 + left)?, list(1 + left..1 + left + right)?])
    }
}

/// Where a database is kept, and the mark of the rules that it must have.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    pub dir: PathBuf,
    pub name: String,
    pub mark: u128,
}

/// What was made, or was there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Built {
    pub sizes: Sizes,
    pub bytes: u64,
}

/// Where a kernel finds its database: it is mapped when it is first wanted, and once for all kernels of a process.
#[derive(Default)]
pub struct Shelf {
    place: OnceLock<Place>,
    found: OnceLock<Option<Arc<Tablebase>>>,
    tries: Tries,
}

/// By bits of a component, how often it was looked up, and how often it was there.
struct Tries(Box<[[AtomicU32; 2]]>);

impl Default for Tries {
    fn default() -> Self {
        Tries((0..LARGEST).map(|_| Default::default()).collect())
    }
}

/// Components with more bits are counted with those that have so many.
const LARGEST: usize = 128;
/// Look-ups of a size before their success counts, and how many of so many must succeed: a key costs about as much as the
/// value of a small component once its options are known.
const FIRST_TRIES: u32 = 64;
const ONE_OF: u32 = 3;

type Mapped = HashMap<(Place, String), Weak<Tablebase>, BuildMixer>;

impl Shelf {
    /// Say where it is; only the first word counts.
    pub fn attach(&self, place: &Place) {
        let _ = self.place.set(place.clone());
    }

    /// A database in the hand instead of one on disk.
    pub fn put(&self, base: Arc<Tablebase>) {
        let _ = self.found.set(Some(base));
    }

    /// Are components of this size there often enough? Of large ones, which only some positions led to, nearly all may be
    /// lacking.
    #[inline]
    pub fn pays(&self, bits: u32) -> bool {
        let [tried, found] = self.counts(bits).map(|count| count.load(Ordering::Relaxed));
        tried < FIRST_TRIES || found >= tried / ONE_OF
    }

    pub fn tried(&self, bits: u32, found: bool) {
        let [tries, finds] = self.counts(bits);
        tries.fetch_add(1, Ordering::Relaxed);
        finds.fetch_add(found.into(), Ordering::Relaxed);
    }

    fn counts(&self, bits: u32) -> [&AtomicU32; 2] {
        self.tries.0[(bits as usize).min(LARGEST - 1)].each_ref()
    }

    #[inline]
    pub fn get(&self) -> Option<&Tablebase> {
        if self.place.get().is_none() && self.found.get().is_none() {
            return None;
        }
        self.found.get_or_init(|| self.place.get().and_then(mapped)).as_deref()
    }
}

/// A file that is mapped already is not read again, unless another has taken its place.
fn mapped(place: &Place) -> Option<Arc<Tablebase>> {
    static MAPPED: Mutex<Option<Mapped>> = Mutex::new(None);
    let key = (place.clone(), store::written(&place.dir, &place.name)?);
    let mut mapped = lock(&MAPPED);
    let mapped = mapped.get_or_insert_default();
    if let Some(known) = mapped.get(&key).and_then(Weak::upgrade) {
        return Some(known);
    }
    let found = Arc::new(Tablebase::open(place)?);
    mapped.retain(|_, known| known.strong_count() > 0);
    mapped.insert(key, Arc::downgrade(&found));
    Some(found)
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
