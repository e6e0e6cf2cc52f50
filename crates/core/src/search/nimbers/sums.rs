//! Options as sums of components, and what is known of these: where they stand, in the memo, or at a glance.

use super::Search;
use crate::error::Result;
use crate::rules::{NO_CHOICE, Rules};
use crate::search::nimber_table::{Known, UNKNOWN};

/// A component.
pub struct Part<P> {
    /// As it came from the board, where moves are known by their numbers, and in normal form.
    pub piece: P,
    pub normal: P,
    /// Of the normal form, and of the component as it came.
    pub key: u64,
    pub here: u64,
    pub known: Known,
}

/// An option of a component: its nimber is `xor` plus those of `parts[start..end]`, the largest of which comes last.
#[derive(Clone, Copy)]
pub struct Answer {
    pub xor: u32,
    /// The choice that leads to it, and the one that is likely to refute it.
    pub choice: u32,
    pub hint: u32,
    pub rank: f64,
    pub start: usize,
    pub end: usize,
}

// Sorting is compiled once, and not for every kernel.

pub fn least_rank_first(answers: &mut [Answer]) {
    answers.sort_unstable_by(|a, b| a.rank.total_cmp(&b.rank).then(a.start.cmp(&b.start)));
}

impl<R: Rules> Search<'_, '_, '_, R> {
    /// The components of a position, with what is known of them.
    pub fn take_apart(&mut self, position: &R::Position) -> Result<Answer> {
        let mut pieces = std::mem::take(&mut self.pieces);
        pieces.clear();
        if !self.rules.split(position, &mut pieces) {
            pieces.push(position.clone());
        }
        let mut answer = self.add(&pieces, NO_CHOICE)?;
        self.pieces = pieces;
        self.look_up(&mut answer)?;
        Ok(answer)
    }

    /// The sum of these components, of which those that are known where they stand are added, and a request to memory for
    /// what is known of the others.
    pub fn add(&mut self, pieces: &[R::Position], choice: u32) -> Result<Answer> {
        let start = self.parts.len();
        self.reserve(pieces.len())?;
        let mut xor = 0;
        for piece in pieces {
            let here = self.rules.key(piece);
            let normal = match self.memo.seen.get(here, piece) {
                Some(sight) if sight.exact != UNKNOWN => {
                    xor ^= sight.exact;
                    continue;
                }
                Some(sight) => sight.normal.clone(),
                None => {
                    let normal = self.rules.normal(piece).0;
                    self.memo.seen.put(self.rules, here, piece, &normal, self.purse);
                    normal
                }
            };
            let key = self.rules.key(&normal);
            self.memo.table.expect(key);
            self.parts.push(Part { piece: piece.clone(), normal, key, here, known: Known::of_size(0) });
        }
        Ok(Answer { xor, choice, hint: NO_CHOICE, rank: 0.0, start, end: self.parts.len() })
    }

    /// Room for so many more parts, and for one answer.
    #[inline]
    fn reserve(&mut self, parts: usize) -> Result<()> {
        self.purse.reserve(&mut self.parts, parts)?;
        self.purse.reserve(&mut self.answers, 1)
    }

    /// Look up the components of a sum; those that are known are added, and equal ones cancel each other.
    pub fn look_up(&mut self, answer: &mut Answer) -> Result<()> {
        for i in answer.start..answer.end {
            let Part { normal, key, .. } = &self.parts[i];
            let known = match self.memo.table.get(*key, normal) {
                Some(known) => known,
                None => match self.rules.bulk(normal) {
                    Some(size) => Known::of_size(size),
                    None => self.glance(i)?,
                },
            };
            self.parts[i].known = known;
            if known.exact != UNKNOWN {
                answer.xor ^= known.exact;
                let Part { piece, here, .. } = &self.parts[i];
                self.memo.seen.learn(*here, piece, known.exact);
                self.parts.swap(answer.start, i);
                answer.start += 1;
            }
        }
        if answer.end - answer.start > 1 {
            let parts = &mut self.parts[answer.start..answer.end];
            parts.sort_unstable_by(|a, b| (a.known.size, &a.normal).cmp(&(b.known.size, &b.normal)));
            let mut kept = 0;
            for i in 0..parts.len() {
                if kept > 0 && parts[kept - 1].normal == parts[i].normal {
                    kept -= 1;
                } else {
                    parts.swap(kept, i);
                    kept += 1;
                }
            }
            answer.end = answer.start + kept;
        }
        Ok(())
    }

    /// What was found lately about components from one on.
    pub fn recall(&mut self, first: usize) {
        for Part { normal, key, known, .. } in &mut self.parts[first..] {
            if known.exact == UNKNOWN {
                known.excluded |= self.memo.recent.excluded(*key, normal);
            }
        }
    }

    /// The size of a component, which is remembered because it takes a list of moves.
    fn glance(&mut self, part: usize) -> Result<Known> {
        let Part { normal, key, .. } = &self.parts[part];
        let (size, zero) = self.rules.glance(normal)?;
        let mut known = Known::of_size(size);
        if zero {
            known.exact = 0;
        } else if let Some(nimber) = self.rules.stored(normal).and_then(|stored| stored.nimber()) {
            known.exact = nimber;
        }
        self.memo.table.put(self.rules, *key, normal, known, 1, self.purse);
        Ok(known)
    }
}
