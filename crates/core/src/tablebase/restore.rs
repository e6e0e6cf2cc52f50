//! Values from a database as values of a universe.

use super::{Entry, Stored, Tablebase};
use crate::error::Result;
use crate::values::{Game, Worker};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// The records of one database that have been met, in one universe; 0 for the others.
#[derive(Default)]
pub struct Restored(OnceLock<Box<[AtomicU32]>>);

impl Restored {
    /// The value, unless the file makes no sense.
    pub fn game(&self, stored: &Stored, worker: &mut Worker) -> Result<Option<Game>> {
        let value = match stored.entry {
            Entry::Packed(game) => Some(game),
            Entry::Record(record) => self.record(stored.base, record, worker)?,
        };
        match value {
            Some(value) if stored.negative => worker.negative(value).map(Some),
            value => Ok(value),
        }
    }

    fn known(&self, entry: Entry) -> Option<Game> {
        match entry {
            Entry::Packed(game) => Some(game),
            Entry::Record(record) => {
                let word = self.0.get()?.get(record)?.load(Ordering::Relaxed);
                (word != 0).then(|| Game::from_bits(word))
            }
        }
    }

    /// Options stand before what they are options of, so that this ends.
    fn record(&self, base: &Tablebase, record: usize, worker: &mut Worker) -> Result<Option<Game>> {
        let known = self.0.get_or_init(|| (0..base.sizes().records).map(|_| AtomicU32::new(0)).collect());
        let mut waiting = vec![record];
        while let Some(&top) = waiting.last() {
            let Some(place) = known.get(top) else { return Ok(None) };
            if place.load(Ordering::Relaxed) != 0 {
                waiting.pop();
                continue;
            }
            let Some(options) = base.options(top) else { return Ok(None) };
            let before = waiting.len();
            for option in options.iter().flatten() {
                if let Entry::Record(below) = *option
                    && self.known(*option).is_none()
                {
                    if below >= top {
                        return Ok(None);
                    }
                    waiting.push(below);
                }
            }
            if waiting.len() > before {
                continue;
            }
            let [left, right] = options.map(|side| side.iter().filter_map(|&option| self.known(option)).collect());
            let Some(game) = worker.restored(left, right)? else { return Ok(None) };
            place.store(game.bits(), Ordering::Relaxed);
            waiting.pop();
        }
        Ok(self.known(Entry::Record(record)))
    }
}
