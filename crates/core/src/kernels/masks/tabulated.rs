//! All small components of some rules, and their values, as a database.
//!
//! Patterns grow cell by cell on a square that is as wide as the largest of them: to each pattern of a size every symbol
//! that is not inert is added in every cell next to it, and one pattern of each class is kept (moved, reflected,
//! negated). Cells are next to each other if a rewrite asks for one and touches the other. Those patterns that are one
//! component are valued, in all threads, and go into the database, which is written after each size: whoever stops the
//! work, or lets it run into a limit, keeps the sizes before, and the next time these need not be valued again. What else
//! play from some positions leads to can be kept beside them.

use super::spec::UNUSED;
use super::{MaskRules, put};
use crate::bits::Bits;
use crate::error::{Error, Result};
use crate::limits::Control;
use crate::rules::{BuildMixer, Rules};
use crate::search::values::Values;
use crate::store;
use crate::tablebase::restore::Restored;
use crate::tablebase::{Built, Place, Stored, Tablebase, write};
use crate::values::{Game, Universe, Worker};
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

type Patterns<const W: usize> = HashSet<Bits<W>, BuildMixer>;

const NOT_HERE: &str = "a database needs a game under normal play, without goals, points or moves that go on, and for all \
                        components of a size a grid with the same rules everywhere";

/// The cells of a square, and what may stand there.
struct Square<const W: usize> {
    /// By cell, all its bits.
    cells: Vec<Bits<W>>,
    /// By cell, those next to it.
    around: Vec<Vec<usize>>,
    /// By cell, what it may hold.
    contents: Vec<Vec<Bits<W>>>,
    /// By how many bits everything moves one row down and one column right.
    diagonal: usize,
}

impl<const W: usize> Square<W> {
    fn of(rules: &MaskRules<W>, cells: usize) -> Result<Self> {
        let whole = rules.splitting.as_ref().and_then(|splitting| splitting.translations());
        let side = rules.spec.rectangle.filter(|&(rows, columns)| rows == columns && rows as usize == cells);
        let (Some(_), Some((side, _)), Some(first)) = (whole, side, rules.cells.first()) else {
            return Err(Error::invalid(NOT_HERE));
        };
        let bits = |number: usize, code: u64| {
            let mut bits = Bits::default();
            put(&mut bits, &rules.cells[number], code);
            bits
        };
        let count = rules.cells.len();
        let all: Vec<Bits<W>> = (0..count).map(|number| bits(number, (1 << first.width) - 1)).collect();
        let codes: Vec<u64> =
            (1..first.symbols.len()).filter(|&c| first.symbols[c] != UNUSED).map(|c| c as u64).collect();
        let contents = (0..count).map(|number| codes.iter().map(|&code| bits(number, code)).collect()).collect();
        let mut near = vec![HashSet::new(); count];
        for (rewrite, mask) in rules.spec.rewrites.iter().zip(&rules.masks) {
            let touched: Vec<usize> = rewrite.changes.iter().map(|change| change.cell as usize).collect();
            for &a in touched.iter().filter(|&&a| mask.care.meets(&all[a])) {
                for &b in touched.iter().filter(|&&b| a != b) {
                    near[a].insert(b);
                    near[b].insert(a);
                }
            }
        }
        let around = near.into_iter().map(|near| {
            let mut near: Vec<usize> = near.into_iter().collect();
            near.sort_unstable();
            near
        });
        let diagonal = (side as usize + 1) * first.width as usize;
        Ok(Square { around: around.collect(), cells: all, contents, diagonal })
    }

    /// Visit what each pattern becomes by one more cell.
    fn grown(&self, pattern: &Bits<W>, mut visit: impl FnMut(Bits<W>) -> Result<()>) -> Result<()> {
        let pattern = pattern.shifted_up(self.diagonal);
        let (mut held, mut free) = (Vec::new(), Vec::new());
        for (number, cell) in self.cells.iter().enumerate() {
            if cell.meets(&pattern) {
                held.push(number);
            }
        }
        for &next in held.iter().flat_map(|&number| &self.around[number]) {
            if !self.cells[next].meets(&pattern) && !free.contains(&next) {
                free.push(next);
            }
        }
        for content in free.into_iter().flat_map(|next| &self.contents[next]) {
            visit(pattern | *content)?;
        }
        Ok(())
    }
}

/// What a database is to hold.
struct Known {
    entries: HashMap<u128, Game, BuildMixer>,
    cells: u64,
    bits: u64,
}

impl Known {
    /// What the database that is there holds: nothing if there is none, or if anything is wrong with it.
    fn of(place: &Place, worker: &mut Worker) -> Result<Self> {
        let mut known = Known { entries: HashMap::default(), cells: 0, bits: 0 };
        let Some(base) = Tablebase::open(place) else { return Ok(known) };
        let restored = Restored::default();
        for (key, entry) in base.entries() {
            match restored.game(&Stored { base: &base, entry, negative: false }, worker)? {
                Some(value) => known.entries.insert(key, value),
                None => return Ok(Known { entries: HashMap::default(), cells: 0, bits: 0 }),
            };
        }
        (known.cells, known.bits) = (base.sizes().cells, base.sizes().bits);
        Ok(known)
    }

    fn bytes(&self) -> u64 {
        (self.entries.capacity() * (size_of::<(u128, Game)>() + 1)) as u64
    }

    fn keep(&self, place: &Place, worker: &mut Worker) -> Result<Built> {
        let entries = self.entries.iter().map(|(&key, &value)| (key, value));
        let bytes = write::bytes((self.cells, self.bits, place.mark), entries, worker)?;
        let base = Tablebase::of(store::keep(&place.dir, &place.name, &bytes)?, place.mark);
        base.map(|base| base.built()).ok_or_else(|| Error::invalid("a database that cannot be read"))
    }
}

impl<const W: usize> MaskRules<W> {
    /// Value all components with at most `cells` cells on this board, a square with that side, and keep them beside what
    /// is there.
    pub fn tabulate(&self, cells: usize, place: &Place, control: &Control) -> Result<Built> {
        let square = Square::of(self, cells)?;
        if let Some(base) = Tablebase::open(place).filter(|base| base.sizes().cells >= cells as u64) {
            return Ok(base.built());
        }
        let (universe, values) = (Universe::new(control.memory_limit()), Values::default());
        let mut known = Known::of(place, &mut Worker::new(&universe, control))?;
        let mut patterns = Patterns::default();
        let mut built = None;
        for size in 1..=cells {
            control.set_depth(size as u64);
            patterns = self.larger(&square, size, &patterns, known.bytes(), control)?;
            if size as u64 <= known.cells {
                continue;
            }
            let (mut parts, mut found, mut ticker) = (Vec::new(), Vec::new(), control.ticker());
            for pattern in &patterns {
                ticker.glance()?;
                parts.clear();
                if !self.split(pattern, &mut parts) || parts != [*pattern] {
                    continue;
                }
                if let Some(key) = self.shape(pattern)
                    && let Entry::Vacant(entry) = known.entries.entry(key.key)
                {
                    entry.insert(Game::ZERO);
                    found.push((*pattern, key));
                }
            }
            let components: Vec<Bits<W>> = found.iter().map(|(pattern, _)| *pattern).collect();
            let games = values.values(self, &universe, &components, self.threads(), control)?;
            let mut worker = Worker::new(&universe, control);
            for ((pattern, key), game) in found.into_iter().zip(games) {
                known.bits = known.bits.max(u64::from(pattern.count()));
                let game = if key.negative { worker.negative(game)? } else { game };
                known.entries.insert(key.key, game);
            }
            known.cells = size as u64;
            built = Some(known.keep(place, &mut worker)?);
        }
        built.ok_or_else(|| Error::invalid("a database needs at least one cell"))
    }

    /// Value positions, and keep all that is found on the way beside what is there.
    pub fn tabulate_from(&self, positions: &[Bits<W>], place: &Place, control: &Control) -> Result<Built> {
        if self.splitting.is_none() {
            return Err(Error::invalid(NOT_HERE));
        }
        let (universe, values) = (Universe::new(control.memory_limit()), Values::of_all());
        for position in positions {
            values.value(self, &universe, position, self.threads(), control)?;
        }
        let mut worker = Worker::new(&universe, control);
        let (mut known, mut ticker) = (Known::of(place, &mut worker)?, control.ticker());
        values.each(|component, value| {
            ticker.glance()?;
            let Some(key) = self.shape(component) else { return Ok(()) };
            if let Entry::Vacant(entry) = known.entries.entry(key.key) {
                entry.insert(if key.negative { worker.negative(value)? } else { value });
                known.bits = known.bits.max(u64::from(component.count()));
                if known.entries.len().is_power_of_two() {
                    control.memory(values.bytes() + universe.bytes() + 2 * known.bytes())?;
                }
            }
            Ok(())
        })?;
        known.keep(place, &mut worker)
    }

    /// One of each class of the patterns with one more cell.
    fn larger(
        &self,
        square: &Square<W>,
        size: usize,
        patterns: &Patterns<W>,
        beside: u64,
        control: &Control,
    ) -> Result<Patterns<W>> {
        let (mut larger, mut ticker) = (Patterns::default(), control.ticker());
        let mut add = |pattern: Bits<W>, larger: &mut Patterns<W>| {
            ticker.glance()?;
            let before = larger.capacity();
            larger.insert(self.normal(&pattern).0);
            if larger.capacity() > before {
                let entry = size_of::<Bits<W>>() + 1;
                control.memory(beside + ((larger.capacity() + patterns.capacity()) * entry) as u64)?;
            }
            Ok(())
        };
        if size == 1 {
            for content in square.contents.first().into_iter().flatten() {
                add(*content, &mut larger)?;
            }
            return Ok(larger);
        }
        for pattern in patterns {
            square.grown(pattern, |pattern| add(pattern, &mut larger))?;
        }
        Ok(larger)
    }
}
