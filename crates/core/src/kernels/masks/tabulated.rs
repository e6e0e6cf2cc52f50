//! All small components of some rules, and their values, as a database.
//!
//! Patterns grow cell by cell on a square that is as wide as the largest of them: to each pattern of a size every symbol
//! that is not inert is added in every cell next to it, and one pattern of each class is kept (moved, reflected,
//! negated). Cells are next to each other if a rewrite asks for one and touches the other. Those patterns that are one
//! component are valued, in all threads, and go into the database, which is written after each size: whoever stops the
//! work, or lets it run into a limit, keeps the sizes before, and the next time these need not be valued again.

use super::spec::UNUSED;
use super::{MaskRules, put};
use crate::bits::Bits;
use crate::error::{Error, Result};
use crate::limits::Control;
use crate::rules::{BuildMixer, Rules};
use crate::search::values::Values;
use crate::store;
use crate::tablebase::{Built, Place, Tablebase, write};
use crate::values::{Game, Universe, Worker};
use std::collections::{HashMap, HashSet};
use std::collections::hash_map::Entry;

type Patterns<const W: usize> = HashSet<Bits<W>, BuildMixer>;

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
            let found = "a database needs a game under normal play, without goals, points or moves that go on, whose \
                         rules are the same everywhere on a grid";
            return Err(Error::invalid(found));
        };
        let bits = |number: usize, code: u64| {
            let mut bits = Bits::default();
            put(&mut bits, &rules.cells[number], code);
            bits
        };
        let count = rules.cells.len();
        let all: Vec<Bits<W>> = (0..count).map(|number| bits(number, (1 << first.width) - 1)).collect();
        let codes: Vec<u64> = (1..first.symbols.len()).filter(|&c| first.symbols[c] != UNUSED).map(|c| c as u64).collect();
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

impl<const W: usize> MaskRules<W> {
    /// Value all components with at most `cells` cells on this board, a square with that side, and keep them.
    pub fn tabulate(&self, cells: usize, place: &Place, control: &Control) -> Result<Built> {
        let square = Square::of(self, cells)?;
        let (universe, values) = (Universe::new(control.memory_limit()), Values::default());
        let mut known: HashMap<u128, Game, BuildMixer> = HashMap::default();
        let (mut patterns, mut bits) = (Patterns::default(), 0);
        patterns.insert(Bits::default());
        let mut built = None;
        for size in 1..=cells {
            control.set_depth(size as u64);
            patterns = self.larger(&square, size, &patterns, known.len(), control)?;
            let mut parts = Vec::new();
            let (mut components, mut keys) = (Vec::new(), Vec::new());
            let mut ticker = control.ticker();
            for pattern in &patterns {
                ticker.glance()?;
                parts.clear();
                if !self.split(pattern, &mut parts) || parts != [*pattern] {
                    continue;
                }
                if let Some(key) = self.shape(pattern)
                    && let Entry::Vacant(entry) = known.entry(key.key)
                {
                    entry.insert(Game::ZERO);
                    bits = bits.max(u64::from(pattern.count()));
                    components.push(*pattern);
                    keys.push(key);
                }
            }
            let found = values.values(self, &universe, &components, self.threads(), control)?;
            let mut worker = Worker::new(&universe, control);
            for (key, value) in keys.into_iter().zip(found) {
                let value = if key.negative { worker.negative(value)? } else { value };
                known.insert(key.key, value);
            }
            // a database that knows as much already stays
            let kept = Tablebase::open(place).filter(|kept| kept.sizes().cells >= size as u64);
            built = Some(match kept {
                Some(kept) => kept.built(),
                None => {
                    let entries = known.iter().map(|(&key, &value)| (key, value));
                    let bytes = write::bytes((size as u64, bits, place.mark), entries, &mut worker)?;
                    let table = store::keep(&place.dir, &place.name, &bytes)?;
                    let kept = Tablebase::of(table, place.mark);
                    kept.ok_or_else(|| Error::invalid("a database that cannot be read"))?.built()
                }
            });
        }
        built.ok_or_else(|| Error::invalid("a database needs at least one cell"))
    }

    /// One of each class of the patterns with one more cell.
    fn larger(
        &self,
        square: &Square<W>,
        size: usize,
        patterns: &Patterns<W>,
        known: usize,
        control: &Control,
    ) -> Result<Patterns<W>> {
        let (mut larger, mut ticker) = (Patterns::default(), control.ticker());
        let mut add = |pattern: Bits<W>, larger: &mut Patterns<W>| {
            ticker.glance()?;
            let before = larger.capacity();
            larger.insert(self.normal(&pattern).0);
            if larger.capacity() > before {
                let entry = size_of::<Bits<W>>() + 1;
                let table = (larger.capacity() + patterns.capacity()) * entry + known * size_of::<(u128, Game)>();
                control.memory(table as u64)?;
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
