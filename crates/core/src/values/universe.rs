//! The arena of values: every short game value is one 32-bit [`Game`], its canonical form stored once.
//!
//! A game is either a packed number + ups + star (see [`super::nus`]) or the address of a record. Equal values are equal
//! ids. Records are shared by all threads of a universe and never change, except for what is worked out once and kept
//! beside them (negative, thermograph, birthday). Dropping the universe frees everything.
//!
//! A record, in 32-bit words: numbers of Left's and Right's options, negative, left stop, right stop, thermograph,
//! depth (birthday, all small), then the options of Left and of Right, each side sorted by id. A wide number + ups + star is a record with
//! [`WIDE`] in place of the counts.

use super::dyadic::Dyadic;
use super::nus::{Nus, Packed};
use super::pages::Pages;
use super::thermograph::Thermograph;
use super::worker::Memory;
use crate::error::{Error, Result};
use crate::limits::Control;
use crate::rules::{BuildMixer, Mixer};
use crate::sync::lock;
use std::collections::HashMap;
use std::hash::Hasher;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

/// The id of a value in its universe.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Game(u32);

const PACKED: u32 = 1 << 31;
/// Ids from here to [`PACKED`] stand for games under construction.
const RAW: u32 = 0x6000_0000;
const WIDE: u32 = u32::MAX;

const COUNTS: u64 = 0;
const NEGATIVE: u64 = 1;
const LEFT_STOP: u64 = 2;
const RIGHT_STOP: u64 = 3;
const THERMOGRAPH: u64 = 4;
/// Of a wide form: its number in the list of such.
const FORM: u64 = 4;
const DEPTH: u64 = 5;
const HEADER: u64 = 6;

/// Words that a shard takes from the pages at a time, at first and later; records start at multiples of 4 words.
const FIRST_BLOCK: u64 = 1 << 6;
const BLOCK: u64 = 1 << 10;
/// Records of a shard that takes little at a time.
const FEW: usize = 32;
const SHARDS: usize = 64;
/// Options of one player that a record can hold.
pub const MOST_OPTIONS: usize = 0xFFFE;

pub(super) fn too_many(options: usize) -> Error {
    Error::too_large(format!("{options} options are too many to list (at most {MOST_OPTIONS})"))
}

impl Game {
    pub const ZERO: Game = Game(PACKED);

    #[inline]
    pub fn packed(self) -> Option<Packed> {
        if self.0 & PACKED != 0 { Some(Packed::decode(self.0 ^ PACKED)) } else { None }
    }

    #[inline]
    pub fn is_raw(self) -> bool {
        self.0 & PACKED == 0 && self.0 >= RAW
    }

    /// A name for a game under construction; after 2^29 of them names come again.
    pub(super) fn raw(count: u64) -> Game {
        Game(RAW + (count % u64::from(PACKED - RAW)) as u32)
    }

    #[inline]
    pub fn bits(self) -> u32 {
        self.0
    }

    #[inline]
    pub fn from_bits(bits: u32) -> Game {
        Game(bits)
    }

    #[inline]
    fn word(self) -> u64 {
        u64::from(self.0) * 4
    }
}

impl From<Packed> for Game {
    #[inline]
    fn from(packed: Packed) -> Game {
        Game(packed.encode() | PACKED)
    }
}

#[derive(Default)]
struct Shard {
    /// Record ids, 0 for a free slot: open addressing, at most two thirds full.
    slots: Vec<u32>,
    used: usize,
    free: u64,
    end: u64,
}

/// Numbers + ups + stars that do not fit the packed form, by the number in their record, and their records.
#[derive(Default)]
struct WideForms {
    forms: Vec<Arc<Nus>>,
    ids: HashMap<Arc<Nus>, u32, BuildMixer>,
}

struct Interned<T> {
    items: Vec<Arc<T>>,
    numbers: HashMap<Arc<T>, u32, BuildMixer>,
}

impl<T> Default for Interned<T> {
    fn default() -> Self {
        Interned { items: Vec::new(), numbers: HashMap::default() }
    }
}

impl<T: std::hash::Hash + Eq> Interned<T> {
    fn find(&self, item: &T) -> Option<u32> {
        self.numbers.get(item).copied()
    }

    fn add(&mut self, item: T) -> u32 {
        if let Some(found) = self.find(&item) {
            return found;
        }
        let number = self.items.len() as u32;
        let item = Arc::new(item);
        self.items.push(item.clone());
        self.numbers.insert(item, number);
        number
    }
}

pub struct Universe {
    pages: Pages,
    shards: Vec<Mutex<Shard>>,
    wide: RwLock<WideForms>,
    thermographs: RwLock<Interned<Thermograph>>,
    /// Hashes that do not depend on ids, for those values that were asked for one.
    fingerprints: RwLock<HashMap<Game, u64, BuildMixer>>,
    /// Atomic weights that were worked out; `None` for a game that has none.
    weights: RwLock<HashMap<Game, Option<Game>, BuildMixer>>,
    records: AtomicU64,
    /// Bytes besides the pages: slots, wide forms, thermographs, idle workers.
    other: AtomicU64,
    limit: Option<u64>,
    /// The caches of workers that are not at work.
    idle: Mutex<Vec<Memory>>,
}

impl Default for Universe {
    fn default() -> Self {
        Universe::new(None)
    }
}

fn read<T>(cell: &RwLock<T>) -> std::sync::RwLockReadGuard<'_, T> {
    cell.read().unwrap_or_else(PoisonError::into_inner)
}

fn write<T>(cell: &RwLock<T>) -> std::sync::RwLockWriteGuard<'_, T> {
    cell.write().unwrap_or_else(PoisonError::into_inner)
}

fn hash(left: &[Game], right: &[Game]) -> u64 {
    let mut mixer = Mixer::default();
    mixer.word(left.len() as u64);
    for game in left.iter().chain(right) {
        mixer.word(u64::from(game.0));
    }
    mixer.finish()
}

impl Universe {
    /// A universe whose records, tables and caches may take `limit` bytes.
    pub fn new(limit: Option<u64>) -> Self {
        Universe {
            pages: Pages::default(),
            shards: (0..SHARDS).map(|_| Mutex::default()).collect(),
            wide: RwLock::default(),
            thermographs: RwLock::default(),
            fingerprints: RwLock::default(),
            weights: RwLock::default(),
            records: AtomicU64::new(0),
            other: AtomicU64::new(0),
            limit,
            idle: Mutex::default(),
        }
    }

    /// Canonical forms that have a record.
    pub fn records(&self) -> u64 {
        self.records.load(Ordering::Relaxed)
    }

    pub fn bytes(&self) -> u64 {
        self.pages.bytes() + self.other.load(Ordering::Relaxed)
    }

    pub fn limit(&self) -> Option<u64> {
        self.limit
    }

    /// Announce `extra` bytes more than there are, before they are taken.
    pub(super) fn grow(&self, extra: u64, control: &Control) -> Result<()> {
        let bytes = self.bytes() + extra;
        if let Some(limit) = self.limit
            && bytes > limit
        {
            return Err(Error::out_of_memory(format!(
                "the universe of values is full: {} KB needed, {} KB allowed",
                bytes >> 10,
                limit >> 10
            )));
        }
        control.memory(bytes)
    }

    pub(super) fn account(&self, more: i64) {
        self.other.fetch_add(more as u64, Ordering::Relaxed);
    }

    pub(super) fn take_memory(&self) -> Memory {
        lock(&self.idle).pop().unwrap_or_default()
    }

    pub(super) fn return_memory(&self, memory: Memory) {
        lock(&self.idle).push(memory);
    }

    // Number + ups + star --------------------------------------------------------------------------------------------

    pub fn nus(&self, nus: Nus, control: &Control) -> Result<Game> {
        if let Some(packed) = nus.packed() {
            return Ok(packed.into());
        }
        if let Some(&id) = read(&self.wide).ids.get(&nus) {
            return Ok(Game(id));
        }
        let bytes = 200 + nus.number.bytes() as u64;
        self.grow(bytes, control)?;
        let stop = if nus.is_number() { None } else { Some(self.number(nus.number.clone(), control)?) };
        // one writer at a time, from finding the form to giving it an id
        let mut wide = write(&self.wide);
        if let Some(&id) = wide.ids.get(&nus) {
            return Ok(Game(id));
        }
        let start = self.pages.allocate(HEADER, |bytes| self.grow_pages(bytes, control))?;
        self.account(bytes as i64);
        let id = (start / 4) as u32;
        let stop = stop.unwrap_or(Game(id));
        self.pages.set(start + LEFT_STOP, stop.0);
        self.pages.set(start + RIGHT_STOP, stop.0);
        self.pages.set(start + FORM, wide.forms.len() as u32);
        self.pages.set(start + COUNTS, WIDE);
        let nus = Arc::new(nus);
        wide.forms.push(nus.clone());
        wide.ids.insert(nus, id);
        Ok(Game(id))
    }

    fn grow_pages(&self, bytes: u64, control: &Control) -> Result<()> {
        self.grow(bytes.saturating_sub(self.pages.bytes()), control)
    }

    pub fn number(&self, number: Dyadic, control: &Control) -> Result<Game> {
        self.nus(Nus { number, ..Nus::default() }, control)
    }

    fn wide_form(&self, game: Game) -> Option<Arc<Nus>> {
        if game.0 >= RAW || self.pages.get(game.word() + COUNTS) != WIDE {
            return None;
        }
        let number = self.pages.get(game.word() + FORM);
        read(&self.wide).forms.get(number as usize).cloned()
    }

    /// The number, ups and nimber whose sum the game is, if there are such.
    pub fn as_nus(&self, game: Game) -> Option<Nus> {
        match game.packed() {
            Some(packed) => Some(packed.into()),
            None => self.wide_form(game).map(|nus| (*nus).clone()),
        }
    }

    pub fn as_number(&self, game: Game) -> Option<Dyadic> {
        self.as_nus(game).filter(Nus::is_number).map(|nus| nus.number)
    }

    #[inline]
    pub fn is_nus(&self, game: Game) -> bool {
        game.packed().is_some() || (!game.is_raw() && self.pages.get(game.word() + COUNTS) == WIDE)
    }

    #[inline]
    pub fn is_number(&self, game: Game) -> bool {
        match game.packed() {
            Some(packed) => packed.is_number(),
            // a wide form is a number if it is its own stop
            None => self.is_nus(game) && self.pages.get(game.word() + LEFT_STOP) == game.0,
        }
    }

    // Records --------------------------------------------------------------------------------------------------------

    /// Options of Left (`side` 0) or Right (1), as the record has them; empty for packed and wide forms.
    #[inline]
    pub(super) fn stored(&self, game: Game, side: usize) -> &[AtomicU32] {
        self.record(game, side).map_or(&[], |(options, _)| options)
    }

    /// The options of one player and both stops, as the record has them; `None` for a wide form.
    #[inline]
    pub(super) fn record(&self, game: Game, side: usize) -> Option<(&[AtomicU32], [Game; 2])> {
        let words = self.pages.page_from(game.word());
        let (head, rest) = words.split_at_checked(HEADER as usize)?;
        let word = |at: u64| head[at as usize].load(Ordering::Acquire);
        let (counts, stops) = (word(COUNTS), [LEFT_STOP, RIGHT_STOP].map(|stop| Game(word(stop))));
        let (left, right) = ((counts & 0xFFFF) as usize, (counts >> 16) as usize);
        let options = if side == 0 { rest.get(..left) } else { rest.get(left..left + right) };
        options.filter(|_| counts != WIDE).map(|options| (options, stops))
    }

    /// The options of the canonical form. `Err` for a nimber too large to list.
    pub fn options(&self, game: Game, side: usize, control: &Control) -> Result<Vec<Game>> {
        if let Some(packed) = game.packed() {
            return Ok((0..packed.count(side)).map(|i| packed.option(side, i).into()).collect());
        }
        if let Some(nus) = self.wide_form(game) {
            let count = nus.count(side);
            if count > MOST_OPTIONS {
                return Err(too_many(count));
            }
            return (0..count).map(|i| self.nus(nus.option(side, i), control)).collect();
        }
        Ok(self.stored(game, side).iter().map(|word| Game(word.load(Ordering::Relaxed))).collect())
    }

    /// The left stop (`side` 0) or right stop (1), a number.
    #[inline]
    pub fn stop(&self, game: Game, side: usize) -> Game {
        match game.packed() {
            Some(packed) => packed.number().into(),
            None => Game(self.pages.get(game.word() + LEFT_STOP + side as u64)),
        }
    }

    /// Left and right stop of a record.
    #[inline]
    pub(super) fn both_stops(&self, game: Game) -> [Game; 2] {
        match self.pages.slice(game.word() + LEFT_STOP, 2) {
            [left, right] => [left, right].map(|word| Game(word.load(Ordering::Acquire))),
            _ => [Game::ZERO; 2],
        }
    }

    pub(super) fn known_negative(&self, game: Game) -> Option<Game> {
        let known = self.pages.get(game.word() + NEGATIVE);
        (known != 0).then_some(Game(known))
    }

    /// The negative, where it is a record and known.
    pub(super) fn known_negative_of(&self, game: Game) -> Option<Game> {
        if game.packed().is_some() { None } else { self.known_negative(game) }
    }

    pub(super) fn set_negatives(&self, game: Game, negative: Game) {
        self.pages.set(game.word() + NEGATIVE, negative.0);
        if negative.packed().is_none() {
            self.pages.set(negative.word() + NEGATIVE, game.0);
        }
    }

    /// Birthday, and whether the value is all small.
    pub(super) fn known_depth(&self, game: Game) -> Option<(u32, bool)> {
        let word = self.pages.get(game.word() + DEPTH);
        (word != 0).then_some((word >> 1, word & 1 != 0))
    }

    pub(super) fn set_depth(&self, game: Game, birthday: u32, all_small: bool) {
        self.pages.set(game.word() + DEPTH, birthday << 1 | u32::from(all_small));
    }

    pub(super) fn known_fingerprint(&self, game: Game) -> Option<u64> {
        read(&self.fingerprints).get(&game).copied()
    }

    pub(super) fn set_fingerprint(&self, game: Game, print: u64, control: &Control) -> Result<()> {
        let mut prints = write(&self.fingerprints);
        let before = prints.capacity();
        prints.insert(game, print);
        let grown = (prints.capacity() - before) as u64 * 17;
        self.account(grown as i64);
        if grown > 0 { self.grow(0, control) } else { Ok(()) }
    }

    /// The atomic weight that was kept for a game.
    pub fn known_weight(&self, game: Game) -> Option<Option<Game>> {
        read(&self.weights).get(&game).copied()
    }

    pub fn keep_weight(&self, game: Game, weight: Option<Game>) {
        let mut weights = write(&self.weights);
        let before = weights.capacity();
        weights.insert(game, weight);
        self.account((weights.capacity() - before) as i64 * 13);
    }

    pub(super) fn known_thermograph(&self, game: Game) -> Option<Arc<Thermograph>> {
        let number = self.pages.get(game.word() + THERMOGRAPH).checked_sub(1)?;
        read(&self.thermographs).items.get(number as usize).cloned()
    }

    pub(super) fn set_thermograph(&self, game: Game, thermograph: Thermograph, control: &Control) -> Result<()> {
        let found = read(&self.thermographs).find(&thermograph);
        let number = match found {
            Some(number) => number,
            None => {
                let bytes = 64 + thermograph.bytes() as u64;
                self.grow(bytes, control)?;
                self.account(bytes as i64);
                write(&self.thermographs).add(thermograph)
            }
        };
        self.pages.set(game.word() + THERMOGRAPH, number + 1);
        Ok(())
    }

    /// The record with these options, which must be canonical, sorted, and not a number + ups + star.
    pub(super) fn intern(&self, left: &[Game], right: &[Game], stops: [Game; 2], control: &Control) -> Result<Game> {
        if left.len().max(right.len()) > MOST_OPTIONS {
            return Err(Error::too_large(format!("a game with more than {MOST_OPTIONS} options of one player")));
        }
        let code = hash(left, right);
        let mut shard = lock(&self.shards[(code >> 58) as usize % SHARDS]);
        if shard.used * 3 >= shard.slots.len() * 2 {
            self.rehash(&mut shard, control)?;
        }
        let mask = shard.slots.len() - 1;
        let counts = left.len() as u32 | (right.len() as u32) << 16;
        let mut slot = code as usize & mask;
        loop {
            let id = shard.slots[slot];
            if id == 0 {
                break;
            }
            if self.holds(Game(id), counts, left, right) {
                return Ok(Game(id));
            }
            slot = (slot + 1) & mask;
        }
        let words = (HEADER + (left.len() + right.len()) as u64).next_multiple_of(4);
        if shard.end - shard.free < words {
            let block = words.next_multiple_of(if shard.used < FEW { FIRST_BLOCK } else { BLOCK });
            shard.free = self.pages.allocate(block, |bytes| self.grow_pages(bytes, control))?;
            shard.end = shard.free + block;
        }
        let start = shard.free;
        if start / 4 >= u64::from(RAW) {
            return Err(Error::too_large("more game values than one universe can hold"));
        }
        shard.free += words;
        shard.used += 1;
        for (word, game) in
            self.pages.slice(start + HEADER, left.len() + right.len()).iter().zip(left.iter().chain(right))
        {
            word.store(game.0, Ordering::Relaxed);
        }
        self.pages.set(start + LEFT_STOP, stops[0].0);
        self.pages.set(start + RIGHT_STOP, stops[1].0);
        self.pages.set(start + COUNTS, counts);
        self.records.fetch_add(1, Ordering::Relaxed);
        let id = (start / 4) as u32;
        shard.slots[slot] = id;
        Ok(Game(id))
    }

    fn holds(&self, game: Game, counts: u32, left: &[Game], right: &[Game]) -> bool {
        let start = game.word();
        self.pages.get(start + COUNTS) == counts
            && self
                .pages
                .slice(start + HEADER, left.len() + right.len())
                .iter()
                .zip(left.iter().chain(right))
                .all(|(word, game)| word.load(Ordering::Relaxed) == game.0)
    }

    #[cold]
    fn rehash(&self, shard: &mut Shard, control: &Control) -> Result<()> {
        let length = (shard.slots.len() * 2).max(16);
        self.grow(length as u64 * 4, control)?;
        let mut slots = vec![0u32; length];
        for &id in shard.slots.iter().filter(|&&id| id != 0) {
            let options = |side| -> Vec<Game> {
                self.stored(Game(id), side).iter().map(|word| Game(word.load(Ordering::Relaxed))).collect()
            };
            let mut slot = hash(&options(0), &options(1)) as usize & (length - 1);
            while slots[slot] != 0 {
                slot = (slot + 1) & (length - 1);
            }
            slots[slot] = id;
        }
        self.account((length - shard.slots.len()) as i64 * 4);
        shard.slots = slots;
        Ok(())
    }
}
