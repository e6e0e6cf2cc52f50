//! Generalized nimbers of loopy impartial games in normal play (Smith 1966; Fraenkel & Perl 1975, Fraenkel & Yesha 1986).
//!
//! A position is worth a nimber, or infinity with the set K of nimbers that its followers have. Nimbers are given in
//! order: while those below i are given, a position gets i if no follower has i and every follower that has no nimber
//! yet, or never will, has a follower with i (a move there can be reverted). What cannot be reverted and has no follower
//! with i is infinite. A round is a retrograde analysis: positions with i are its losses, those with a follower with i
//! its wins, the others its draws.
//!
//! Positions get a nimber in generations; the *counter* of a position is the number of those before it in its round. It
//! is 0 if nothing has to be reverted, and otherwise one more than the counter of a position to which the worst move is
//! best reverted: so reverting moves can be chosen such that the counter drops, and reverting cannot go on for ever.

use crate::error::{Error, Result};
use crate::limits::Control;
use crate::rules::{Player, Rules, Stuck};
use crate::search::index::{Index, bytes_of, make_room};
use crate::search::reached::{Backwards, Node, Reached, Settled};

/// What a position is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Worth {
    Finite {
        nimber: u32,
        counter: u32,
    },
    /// The nimbers of its followers, in order.
    Infinite(Vec<u32>),
}

const OPEN: u32 = u32::MAX;
const INFINITE: u32 = u32::MAX - 1;
/// Set in [`Record::bad`] where a follower has the nimber of this round.
const SEES: u32 = 1 << 31;

#[derive(Clone, Copy)]
struct Record {
    nimber: u32,
    /// The followers without a nimber; with one, the counter.
    count: u32,
    /// Of these followers, those that cannot be reverted in this round.
    bad: u32,
}

impl Record {
    fn finite(&self) -> bool {
        self.nimber < INFINITE
    }
}

/// All positions that can be reached from one start.
pub struct Labels<P> {
    index: Index<P>,
    records: Vec<Record>,
}

impl<P: Clone + Eq + std::hash::Hash> Labels<P> {
    fn record<R: Rules<Position = P>>(&self, rules: &R, position: &P) -> Option<&Record> {
        let position = rules.canonical(position);
        self.records.get(self.index.find(rules.key(&position), &position)? as usize)
    }

    /// `None` for a position not reached.
    pub fn look_up<R: Rules<Position = P>>(&self, rules: &R, position: &P) -> Result<Option<Worth>> {
        let Some(record) = self.record(rules, position) else { return Ok(None) };
        if record.finite() {
            return Ok(Some(Worth::Finite { nimber: record.nimber, counter: record.count }));
        }
        let mut moves = Vec::new();
        rules.moves(position, Player::Left, &mut moves)?;
        let mut set = Vec::new();
        for mv in &moves {
            let Some(follower) = self.record(rules, &rules.play(position, mv)?) else { return Ok(None) };
            if follower.finite() {
                set.push(follower.nimber);
            }
        }
        set.sort_unstable();
        set.dedup();
        Ok(Some(Worth::Infinite(set)))
    }
}

impl<P: Clone + Eq> Labels<P> {
    /// The canonical positions that can be reached.
    #[must_use]
    pub fn positions(&self) -> &[P] {
        self.index.positions()
    }
}

/// Label everything that can be reached from `start`.
pub fn label<R: Rules>(rules: &R, start: &R::Position, control: &Control) -> Result<Labels<R::Position>> {
    if !rules.impartial() || rules.stuck() != Stuck::Loses {
        return Err(Error::invalid("generalized nimbers are for impartial games in normal play"));
    }
    let mut reached = Reached::<R::Position, 1>::explore(rules, start, &[Player::Left], control)?;
    let plain = |word: &[_; 1]| !matches!(word_result(word), Some(Settled::Won | Settled::Drawn));
    if reached.again || !reached.words.iter().all(plain) {
        return Err(Error::invalid("generalized nimbers are for games that end when a player cannot move"));
    }
    let mut records = Vec::new();
    make_room(&mut records, reached.words.len(), reached.bytes(), control)?;
    records.extend(reached.words.iter().map(|[word]| {
        let count = word.moves().unwrap_or(0);
        Record { nimber: OPEN, count, bad: 0 }
    }));
    reached.words = Vec::new();
    let tables = reached.bytes() + bytes_of(&records);
    let (_, backwards) = reached.backwards(rules);
    give(&mut records, backwards, tables, control)?;
    Ok(Labels { index: reached.index, records })
}

fn word_result(word: &[crate::search::reached::Word; 1]) -> Option<Settled> {
    word[0].result().map(|(result, _)| result)
}

/// What a predecessor is told.
#[derive(Clone, Copy, PartialEq, Eq)]
enum News {
    /// A follower got the nimber of this round.
    Given,
    /// A follower sees the nimber of this round, and so can be reverted.
    Seen,
}

fn give<R: Rules>(
    records: &mut [Record],
    mut backwards: Backwards<R, 1, News>,
    tables: u64,
    control: &Control,
) -> Result<()> {
    let mut ticker = control.ticker();
    let mut queue: Vec<u32> = Vec::new();
    for round in 0.. {
        control.set_depth(u64::from(round));
        let mut left = false;
        for (node, record) in records.iter_mut().enumerate() {
            ticker.glance()?;
            if record.finite() {
                continue;
            }
            record.bad = record.count;
            left |= record.nimber == OPEN;
            if record.nimber == OPEN && record.count == 0 {
                make_room(&mut queue, 1, tables, control)?;
                queue.push(node as u32);
                *record = Record { nimber: round, count: 0, bad: 0 };
            }
        }
        if !left {
            return Ok(());
        }
        // a generation is told, then what sees it, and what that settles is the next generation
        for steps in 0.. {
            let generation = steps / 2 + 1;
            let news = if steps % 2 == 0 { News::Given } else { News::Seen };
            let mut following = Vec::new();
            let others = tables + bytes_of(&queue);
            let mut each = |records: &mut [Record], node: Node, _: bool, news: News| {
                let record = &mut records[node];
                if record.finite() {
                    return Ok(());
                }
                let goes_on = match news {
                    News::Given => {
                        record.count -= 1;
                        let first = record.bad & SEES == 0;
                        record.bad |= SEES;
                        first
                    }
                    News::Seen => {
                        // a position that sees the nimber is not given it, and keeps its mark
                        record.bad -= 1;
                        let given = record.bad == 0 && record.nimber == OPEN;
                        if given {
                            *record = Record { nimber: round, count: generation, bad: 0 };
                        }
                        given
                    }
                };
                if goes_on {
                    make_room(&mut following, 1, others, control)?;
                    following.push(node as u32);
                }
                Ok(())
            };
            for &node in &queue {
                ticker.glance()?;
                backwards.before(node as Node, news, records, &mut each)?;
            }
            backwards.finish(records, &mut each)?;
            queue = following;
            if queue.is_empty() {
                break;
            }
        }
        for record in records.iter_mut() {
            ticker.glance()?;
            if record.nimber == OPEN && record.bad & SEES == 0 {
                record.nimber = INFINITE;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
#[path = "smith_tests.rs"]
mod tests;
