//! The bytes of a database.

use super::{FORMAT, Sizes};
use crate::error::{Error, Result};
use crate::rules::BuildMixer;
use crate::search::climate::Climate;
use crate::values::{Game, LEFT, RIGHT, Worker};
use std::collections::HashMap;

/// A value that is no number + ups + star that fits a word, nor made of such.
const STRANGE: u32 = u32::MAX >> 1;

/// Canonical forms in the order in which they are written.
#[derive(Default)]
struct Records {
    numbers: HashMap<Game, u32, BuildMixer>,
    starts: Vec<u32>,
    words: Vec<u32>,
    climates: Vec<u8>,
}

impl Records {
    /// How a value is referred to, if it is one that can be.
    fn reference(&self, game: Game) -> Option<u32> {
        match game.packed() {
            Some(_) => Some(game.bits()),
            None => self.numbers.get(&game).copied(),
        }
    }

    /// Write a value after its options.
    fn add(&mut self, game: Game, worker: &mut Worker) -> Result<u32> {
        let mut waiting = vec![game];
        while let Some(&top) = waiting.last() {
            if self.reference(top).is_some() {
                waiting.pop();
                continue;
            }
            if worker.universe().is_nus(top) {
                self.numbers.insert(top, STRANGE);
                continue;
            }
            let sides = [worker.options(top, LEFT)?, worker.options(top, RIGHT)?];
            let before = waiting.len();
            waiting.extend(sides.iter().flatten().copied().filter(|&option| self.reference(option).is_none()));
            if waiting.len() > before {
                continue;
            }
            let options: Vec<u32> =
                sides.iter().flatten().map(|&option| self.reference(option).unwrap_or(STRANGE)).collect();
            if options.contains(&STRANGE) {
                self.numbers.insert(top, STRANGE);
                continue;
            }
            let number = self.starts.len() as u32 + 1;
            let start = u32::try_from(self.words.len()).ok().filter(|_| number < STRANGE);
            let start = start.ok_or_else(|| Error::too_large("more values than one database can hold"))?;
            self.starts.push(start);
            self.words.push(sides[LEFT].len() as u32 | (sides[RIGHT].len() as u32) << 16);
            self.words.extend(options);
            for climate in Climate::of(&*worker.thermograph(top)?) {
                self.climates.extend(climate.to_bytes());
            }
            self.numbers.insert(top, number);
        }
        Ok(self.reference(game).unwrap_or(STRANGE))
    }
}

/// All components with at most `cells` cells and `bits` bits, by the keys of their shapes.
pub fn bytes(
    (cells, bits, mark): (u64, u64, u128),
    known: impl Iterator<Item = (u128, Game)>,
    worker: &mut Worker,
) -> Result<Vec<u8>> {
    let (mut records, mut entries) = (Records::default(), Vec::new());
    for (key, game) in known {
        let value = records.add(game, worker)?;
        if value != STRANGE {
            entries.push((key, value));
        }
    }
    let slots = (entries.len() * 5 / 4 + 1).next_power_of_two();
    let sizes = Sizes {
        cells,
        bits,
        entries: entries.len() as u64,
        slots: slots as u64,
        records: records.starts.len() as u64,
        words: records.words.len() as u64,
    };
    let layout = sizes.layout().ok_or_else(|| Error::too_large("a database that does not fit"))?;
    let control = worker.control();
    control.memory(worker.universe().bytes() + layout.end as u64)?;
    let mut bytes = vec![0; layout.end];
    let front = [FORMAT, mark as u64, (mark >> 64) as u64, cells, bits, sizes.entries, sizes.slots, sizes.records];
    let front = front.into_iter().chain([sizes.words]).flat_map(u64::to_le_bytes);
    bytes.iter_mut().zip(front).for_each(|(place, byte)| *place = byte);
    let mut write = |at: usize, data: &[u8]| {
        if let Some(place) = bytes.get_mut(at..at + data.len()) {
            place.copy_from_slice(data);
        }
    };
    let mut taken = vec![false; slots];
    for (key, value) in entries {
        let mut slot = key as usize & (slots - 1);
        while taken[slot] {
            slot = (slot + 1) & (slots - 1);
        }
        taken[slot] = true;
        write(layout.keys + 16 * slot, &key.to_le_bytes());
        write(layout.values + 4 * slot, &value.to_le_bytes());
    }
    write(layout.climates, &records.climates);
    records.starts.push(records.words.len() as u32);
    for (start, words) in [(layout.starts, &records.starts), (layout.words, &records.words)] {
        for (i, word) in words.iter().enumerate() {
            write(start + 4 * i, &word.to_le_bytes());
        }
    }
    Ok(bytes)
}
