//! The options of a large component, one by one: the most promising first, and those that are seen to be dominated get the
//! value of another ([`crate::search::dominated`]).

use super::{Frame, Open, Task, Walk};
use crate::error::Result;
use crate::rules::{Expanded, Player, Rules};
use crate::values::{Game, LEFT, RIGHT};

/// An option of a component as a range of its parts, and what it comes after.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::search) struct Rank {
    large: bool,
    against: i64,
    pub(in crate::search) start: usize,
    pub(in crate::search) end: usize,
}

impl<R: Rules> Walk<'_, '_, '_, R> {
    /// What the last component, a large one, needs for its next option.
    pub(super) fn next_option(&mut self) -> Result<Task> {
        while let Some(frame) = self.frames.last()
            && frame.next < self.open.len() - frame.open
        {
            let (tried, option) = (frame.tried, self.open[self.turn(frame, frame.next)]);
            let mut lacking = None;
            for i in option.start..option.end {
                if !self.is_known(i, true)? {
                    lacking = Some(i);
                    break;
                }
            }
            if let Some(i) = lacking {
                let as_good = if tried { None } else { self.as_good(option)? };
                match as_good {
                    Some(other) => self.values[option.value] = other,
                    None => {
                        if let Some(frame) = self.frames.last_mut() {
                            frame.tried = true;
                        }
                        return Ok(Task::Open(i));
                    }
                }
            } else {
                self.values[option.value] = self.total(self.values[option.value], option.start, option.end)?;
            }
            if let Some(frame) = self.frames.last_mut() {
                (frame.next, frame.tried) = (frame.next + 1, false);
            }
        }
        self.close().map(|()| Task::Closed)
    }

    /// The open option that comes in this turn: every second thread begins with those of Right.
    fn turn(&self, frame: &Frame<R::Position>, next: usize) -> usize {
        let open = &self.open[frame.open..];
        let first = if self.number.is_multiple_of(2) { 0 } else { open.partition_point(|o| o.value < frame.rights) };
        frame.open + (next + first) % open.len()
    }

    /// The value of another option, if it is seen to be as good for the player as this one.
    fn as_good(&mut self, option: Open) -> Result<Option<Game>> {
        let Some(frame) = self.frames.last() else { return Ok(None) };
        let (side, range) = if option.value < frame.rights {
            (LEFT, frame.values..frame.rights)
        } else {
            (RIGHT, frame.rights..self.values.len())
        };
        let count = self.open.len() - frame.open;
        let waiting = |value| (frame.next..count).any(|next| self.open[self.turn(frame, next)].value == value);
        let others: Vec<Game> = range.filter(|&value| !waiting(value)).map(|value| self.values[value]).collect();
        self.dominating(side, others, self.values[option.value], option.start..option.end)
    }

    /// Put the options of each player in order.
    pub(super) fn put_in_order(&mut self, expanded: &mut Expanded<R::Position>) {
        let mut found = std::mem::take(&mut self.proofs.order);
        found.clear();
        self.order(expanded, LEFT, &mut found);
        self.order(expanded, RIGHT, &mut found);
        let parts = std::mem::take(&mut expanded.parts);
        for (end, &Rank { start, end: last, .. }) in expanded.ends.iter_mut().zip(&found) {
            expanded.parts.extend_from_slice(&parts[start..last]);
            *end = expanded.parts.len();
        }
        self.proofs.order = found;
    }

    /// Append the options of one player in order: first those without a large part, then those that promise most.
    pub(in crate::search) fn order(&self, expanded: &Expanded<R::Position>, side: usize, found: &mut Vec<Rank>) {
        let begin = found.len();
        let ends = if side == LEFT { 0..expanded.lefts } else { expanded.lefts..expanded.ends.len() };
        let mut start = if ends.start == 0 { 0 } else { expanded.ends[ends.start - 1] };
        for &end in &expanded.ends[ends] {
            let (mut large, mut promise) = (false, 0);
            for part in &expanded.parts[start..end] {
                large |= self.rules.size(part) >= self.large;
                promise += i64::from(self.rules.promise(part, Player::Left));
            }
            found.push(Rank { large, against: if side == LEFT { -promise } else { promise }, start, end });
            start = end;
        }
        found[begin..].sort_unstable();
    }
}
