//! Short words for the elements of a group (Minkwitz 1998).
//!
//! For every level of the stabiliser chain and every point that its base point can be brought to, the table holds an
//! element with a word in the generators. Words in order of length are sifted through the table: where they meet a
//! longer word they take its place, and what is left of the longer one is sifted on. Places that are still empty then
//! are filled by Schreier generators, which by Schreier's lemma fills them all. A word of any element is put together
//! from one entry of each level. It is no shortest word, and no bound on its length is known.

use super::{Group, Perm, identity, inverse, is_identity, product};
use crate::error::{Error, Result};
use crate::limits::{Control, Ticker};
use std::collections::{HashSet, VecDeque};

/// A generator g >= 0 as g + 1, its inverse as -(g + 1).
pub type Word = Vec<i16>;

/// Words that are tried in order of length.
const TRIED: usize = 20_000;
/// Letters in one entry, at most.
const LONGEST: usize = 1 << 16;

#[derive(Clone)]
struct Entry {
    there: Perm,
    word: Word,
}

impl Entry {
    fn inverse(&self) -> Entry {
        Entry { there: inverse(&self.there), word: turned(&self.word) }
    }

    fn then(&self, other: &Entry) -> Entry {
        Entry { there: product(&self.there, &other.there), word: joined(&self.word, &other.word) }
    }
}

fn turned(word: &[i16]) -> Word {
    word.iter().rev().map(|letter| -letter).collect()
}

/// One after the other, without a letter beside its inverse.
fn joined(a: &[i16], b: &[i16]) -> Word {
    let common = a.iter().rev().zip(b).take_while(|(x, y)| **x == -**y).count();
    [&a[..a.len() - common], &b[common..]].concat()
}

/// The element that a word stands for.
#[must_use]
pub fn spell(group: &Group, word: &[i16]) -> Perm {
    word.iter().fold(identity(group.degree), |element, &letter| {
        let generator = &group.generators[usize::from(letter.unsigned_abs()) - 1];
        product(&element, &if letter > 0 { generator.clone() } else { inverse(generator) })
    })
}

pub struct Words {
    degree: usize,
    bases: Vec<usize>,
    /// By level and point.
    table: Vec<Vec<Option<Entry>>>,
}

impl Words {
    pub fn new(group: &Group, control: &Control) -> Result<Words> {
        let bases: Vec<(usize, usize)> = group.base();
        let mut words = Words {
            degree: group.degree,
            bases: bases.iter().map(|level| level.0).collect(),
            table: vec![vec![None; group.degree]; bases.len()],
        };
        for (level, &(base, _)) in bases.iter().enumerate() {
            words.table[level][base] = Some(Entry { there: identity(group.degree), word: Word::new() });
        }
        let wanted: usize = bases.iter().map(|level| level.1).sum();
        let mut ticker = control.ticker();
        words.by_length(group, &mut ticker)?;
        words.combine(&mut ticker, true)?;
        while words.filled() < wanted {
            control.memory((words.filled() * group.degree * 4) as u64)?;
            if !words.combine(&mut ticker, false)? {
                return Err(Error::too_large(format!("no words of at most {LONGEST} letters were found")));
            }
        }
        words.combine(&mut ticker, true)?;
        Ok(words)
    }

    fn filled(&self) -> usize {
        self.table.iter().flatten().flatten().count()
    }

    /// Sift words in order of length.
    fn by_length(&mut self, group: &Group, ticker: &mut Ticker) -> Result<()> {
        let mut letters: Vec<Entry> = Vec::new();
        for (number, generator) in group.generators.iter().enumerate() {
            let letter = Entry { there: generator.clone(), word: vec![number as i16 + 1] };
            let back = letter.inverse();
            if !is_identity(generator) {
                letters.push(letter);
            }
            if back.there != *generator {
                letters.push(back);
            }
        }
        let mut seen = HashSet::from([identity(group.degree)]);
        let mut open = VecDeque::from([Entry { there: identity(group.degree), word: Word::new() }]);
        while let Some(entry) = open.pop_front() {
            for letter in &letters {
                let next = entry.then(letter);
                if seen.len() < TRIED && seen.insert(next.there.clone()) {
                    ticker.tick()?;
                    self.learn(next.clone());
                    open.push_back(next);
                }
            }
        }
        Ok(())
    }

    /// Sift an element; true if an empty place was filled.
    fn learn(&mut self, mut entry: Entry) -> bool {
        for level in 0..self.bases.len() {
            let base = self.bases[level];
            let image = usize::from(entry.there[base]);
            if image == base {
                continue;
            }
            if entry.word.len() > LONGEST {
                return false;
            }
            match &mut self.table[level][image] {
                place @ None => {
                    let back = entry.inverse();
                    *place = Some(entry);
                    let image = usize::from(back.there[base]);
                    let other = &mut self.table[level][image];
                    if other.as_ref().is_none_or(|other| other.word.len() > back.word.len()) {
                        *other = Some(back);
                    }
                    return true;
                }
                Some(known) => {
                    if entry.word.len() < known.word.len() {
                        std::mem::swap(known, &mut entry);
                    }
                    entry = entry.then(&known.inverse());
                }
            }
        }
        false
    }

    /// Sift products of entries: of two of the same level (`within`), which makes words shorter; or of an entry with any
    /// of its own and the deeper levels, which are all the Schreier generators there are. True if a place was filled.
    fn combine(&mut self, ticker: &mut Ticker, within: bool) -> Result<bool> {
        let mut gained = false;
        for level in (0..self.bases.len()).rev() {
            let last = if within { level + 1 } else { self.bases.len() };
            let here: Vec<Entry> = self.table[level].iter().flatten().cloned().collect();
            let others: Vec<Entry> = self.table[level..last].iter().flatten().flatten().cloned().collect();
            let most = here.iter().map(|entry| entry.word.len()).max().unwrap_or_default();
            for a in &here {
                for b in &others {
                    if !b.word.is_empty() && (!within || a.word.len() + b.word.len() < most + most / 2) {
                        ticker.tick()?;
                        gained |= self.learn(a.then(b));
                    }
                }
            }
        }
        Ok(gained)
    }

    /// A word for an element, `None` if it is not in the group.
    #[must_use]
    pub fn word(&self, element: &[u16]) -> Option<Word> {
        if element.len() != self.degree {
            return None;
        }
        let mut rest: Perm = element.into();
        let mut word = Word::new();
        for (level, &base) in self.bases.iter().enumerate() {
            let entry = self.table[level][usize::from(rest[base])].as_ref()?;
            rest = product(&rest, &inverse(&entry.there));
            word = joined(&entry.word, &word);
        }
        is_identity(&rest).then_some(word)
    }
}
