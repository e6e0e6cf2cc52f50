//! Nimbers of impartial games under normal play (Sprague and Grundy), without computing those of all options.
//!
//! Whether a component has nimber n is decided as in the game "component + heap of n": an option with nimber n refutes
//! it; otherwise it holds unless a smaller number is missing among the options. Of an option that is a sum, the nimbers
//! of all components but the largest are computed, and the question moves to the largest. A component remembers its
//! nimber, or which small numbers it is known not to have; larger numbers are decided by plain mex. The memo is kept
//! between questions about the same rules. What a search needs to come to its end stands in its path, so that the memo
//! may forget: where memory is limited, what was found with the least effort gives way.
//!
//! Most components are refused by an option that is known already, so that options are looked at one at a time, a few
//! ahead of the look into the memo, and first those that refuted what is near: if after a and b no more than n is left,
//! b refutes a, and a refutes b. When the number in question is not among the options that are known, they are searched
//! by the effort that seems to be needed, divided by how often components of that size had the number that is looked for;
//! what refuted near components comes sooner here, too, which saves between nothing and a third of the work on boards of
//! Cram.
//!
//! *Threads.* After some work alone, others join: each walks the same tree with a memo of its own, and what took some
//! effort is told to all. Where the first option has failed, so that perhaps all must be searched, a thread leaves those
//! for later that another one is at.
//!
//! References: Lemoine, Viennot, "Nimbers are inevitable" (2012); Beling, Rogalski, "On pruning search trees of impartial
//! games" (2020), for sets of requested nimbers; the history of moves that refute is Schaeffer's (1989).

mod plain;
mod rates;
mod requests;
mod sums;
mod team;
mod threads;

use crate::error::{Error, Result};
use crate::limits::{Control, Ticker};
use crate::rules::{NO_CHOICE, Rules};
use crate::search::nimber_table::{Known, Purse, Recent, SMALL, Seen, Table, UNKNOWN, WIDTH};
use crate::search::path::{Doubling, repeats};
use plain::{check_goal, loopy, options, require_impartial};
use rates::Rates;
use requests::{ALL, pick, refuses, shifted};
use std::collections::HashSet;
use sums::{Answer, Part, least_rank_first};
use team::Mate;

pub use plain::{mex, plain_nimber};

/// Instead of a nimber: whoever moves first wins, whatever is added. Only moves that go on make such positions.
pub const LOONY: u32 = u32::MAX - 1;
/// Options that are worked out before the first of them is looked up.
const AHEAD: usize = 2;
/// Choices that refuted what is near and are tried first.
const KILLERS: usize = 3;
/// Among options that are not known, the effort that such a choice seems to need is multiplied by this.
const KILLERS_FIRST: f64 = 0.4;
/// Components that one thread opens before others join.
const ALONE: u64 = 10_000;

/// What is known about components, kept between questions.
pub struct Nimbers<P> {
    memo: Memo<P>,
    /// Components that one thread opens before others join, and how many threads there may be, if not as many as the
    /// rules allow.
    alone: u64,
    threads: Option<usize>,
}

/// What one thread knows.
struct Memo<P> {
    table: Table<P>,
    recent: Recent<P>,
    seen: Seen<P>,
    rates: Rates,
}

impl<P: Clone + Eq> Memo<P> {
    fn bytes<R: Rules<Position = P>>(&self, rules: &R) -> u64 {
        self.table.bytes(rules) + self.recent.bytes(rules) + self.seen.bytes(rules)
    }
}

impl<P> Default for Memo<P> {
    fn default() -> Self {
        Memo { table: Table::default(), recent: Recent::default(), seen: Seen::default(), rates: Rates::default() }
    }
}

impl<P> Default for Nimbers<P> {
    fn default() -> Self {
        Nimbers { memo: Memo::default(), alone: ALONE, threads: None }
    }
}

impl<P: Clone + Eq + Ord + std::hash::Hash + Send + Sync> Nimbers<P> {
    #[must_use]
    pub fn new() -> Self {
        Nimbers::default()
    }

    /// Number of components in the memo.
    #[must_use]
    pub fn len(&self) -> usize {
        self.memo.table.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes that the memo takes.
    pub fn bytes<R: Rules<Position = P>>(&self, rules: &R) -> u64 {
        self.memo.bytes(rules)
    }

    pub fn nimber<R: Rules<Position = P>>(&mut self, rules: &R, position: &P, control: &Control) -> Result<u32> {
        self.ask(rules, control, |search| search.whole(position))
    }

    /// Is the nimber 0, so that the player to move loses? That is often known before the nimber is.
    pub fn is_zero<R: Rules<Position = P>>(&mut self, rules: &R, position: &P, control: &Control) -> Result<bool> {
        self.ask(rules, control, |search| search.vanishes(position))
    }

    /// The same as far as it is known already.
    pub fn known_zero<R: Rules<Position = P>>(
        &mut self,
        rules: &R,
        position: &P,
        control: &Control,
    ) -> Result<Option<bool>> {
        self.ask(rules, control, |search| {
            let answer = search.take_apart(position)?;
            search.recall(answer.start);
            Ok(match &search.parts[answer.start..answer.end] {
                [] => Some(answer.xor == 0),
                [one] if one.known.excludes(answer.xor) => Some(false),
                _ => None,
            })
        })
    }

    fn ask<R: Rules<Position = P>, T>(
        &mut self,
        rules: &R,
        control: &Control,
        question: impl FnOnce(&mut Search<R>) -> Result<T>,
    ) -> Result<T> {
        require_impartial(rules)?;
        let purse = Purse::new(control);
        purse.take(self.bytes(rules))?;
        self.memo.table.may_grow();
        let mut search = Search::new(rules, &purse, std::mem::take(&mut self.memo));
        (search.alone, search.threads) = (self.alone, self.threads.unwrap_or_else(|| rules.threads()));
        let answer = question(&mut search);
        self.memo = std::mem::take(&mut search.memo);
        answer
    }
}

/// What was found out about a component, and the choice that decided, if one did.
#[derive(Clone, Copy)]
struct Verdict {
    known: Known,
    by: u32,
}

/// A component that is being decided; its options are `answers[first..]`.
struct Frame<P> {
    normal: P,
    key: u64,
    known: Known,
    /// Find the nimber if it is one of these, or find that it is none of them.
    request: u64,
    /// Bit n: no option has nimber n.
    absent: u64,
    /// What is looked for among the options.
    wanted: u64,
    first: usize,
    parts: usize,
    /// Options before this one are known to have none of the wanted numbers.
    next: usize,
    /// The choices that refuted what is near, and those that refuted options of this one last.
    hints: [u32; KILLERS + 1],
    killers: [u32; KILLERS],
    /// The choice that decided this component, if one did.
    by: u32,
    began: u64,
}

/// One thread's way through the tree.
struct Search<'s, 'c, 'a, R: Rules> {
    rules: &'s R,
    purse: &'s Purse<'c, 'a>,
    memo: Memo<R::Position>,
    ticker: Ticker<'c, 'a>,
    alone: u64,
    threads: usize,
    /// Other threads at the same component, if there are any.
    mate: Option<Mate<R::Position>>,
    frames: Vec<Frame<R::Position>>,
    answers: Vec<Answer>,
    parts: Vec<Part<R::Position>>,
    moves: Vec<R::Move>,
    pieces: Vec<R::Position>,
    doubling: Doubling,
    opened: u64,
    /// What was found out about the component in question.
    verdict: Option<Known>,
}

impl<R: Rules> Drop for Search<'_, '_, '_, R> {
    fn drop(&mut self) {
        self.purse.give_back(self.stacks());
    }
}

impl<'s, 'c, 'a, R: Rules> Search<'s, 'c, 'a, R> {
    fn new(rules: &'s R, purse: &'s Purse<'c, 'a>, memo: Memo<R::Position>) -> Self {
        Search {
            rules,
            purse,
            memo,
            ticker: purse.control.ticker(),
            alone: u64::MAX,
            threads: 1,
            mate: None,
            frames: Vec::new(),
            answers: Vec::new(),
            parts: Vec::new(),
            moves: Vec::new(),
            pieces: Vec::new(),
            doubling: Doubling::default(),
            opened: 0,
            verdict: None,
        }
    }

    /// Bytes that grow with the path.
    fn stacks(&self) -> u64 {
        let answers = self.answers.capacity() * size_of::<Answer>();
        (answers + self.parts.capacity() * size_of::<Part<R::Position>>()) as u64
    }

    fn whole(&mut self, position: &R::Position) -> Result<u32> {
        let answer = self.take_apart(position)?;
        let mut xor = answer.xor;
        for i in answer.start..answer.end {
            xor ^= self.decide(i, ALL)?.exact;
        }
        Ok(xor)
    }

    fn vanishes(&mut self, position: &R::Position) -> Result<bool> {
        let answer = self.take_apart(position)?;
        let mut xor = answer.xor;
        for i in answer.start..answer.end {
            let last = i + 1 == answer.end;
            let known = self.decide(i, if last && xor < WIDTH { 1 << xor } else { ALL })?;
            if last && known.exact == UNKNOWN {
                return Ok(false);
            }
            xor ^= known.exact;
        }
        Ok(xor == 0)
    }

    /// Find the nimber of a component, or that it is not among the requested ones.
    fn decide(&mut self, part: usize, request: u64) -> Result<Known> {
        self.begin(part, request)?;
        if !self.run(if self.threads > 1 { self.alone } else { u64::MAX })? {
            self.join(part, request)?;
        }
        self.verdict.ok_or_else(|| Error::invalid("a component without a verdict"))
    }

    fn begin(&mut self, part: usize, request: u64) -> Result<()> {
        self.verdict = None;
        if let Some(Verdict { known, .. }) = self.open(part, request, [NO_CHOICE; KILLERS + 1])? {
            self.verdict = Some(known);
        }
        Ok(())
    }

    /// Look at the options of a component until the request is refused; otherwise put it on the path.
    fn open(&mut self, part: usize, request: u64, hints: [u32; KILLERS + 1]) -> Result<Option<Verdict>> {
        self.ticker.tick()?;
        self.opened += 1;
        let (first, parts) = (self.answers.len(), self.parts.len());
        let Part { piece, normal, key, known, .. } = &self.parts[part];
        let (piece, normal, key, mut known) = (piece.clone(), normal.clone(), *key, *known);
        let mut by = self.look_over(&piece, &mut known, request, &hints)?;
        if known.exact == UNKNOWN && !refuses(&known, request) {
            if by.is_none() {
                let mut moves = std::mem::take(&mut self.moves);
                let after = options(self.rules, &normal, &mut moves)?;
                self.moves = moves;
                for option in &after {
                    self.ticker.glance()?;
                    check_goal(self.rules, option)?;
                    let answer = self.take_apart(option)?;
                    self.offer(answer, &mut known);
                }
            } else if self.rules.glance(&normal)?.1 {
                known.exact = 0;
            }
        }
        let by = by.get_or_insert(NO_CHOICE);
        if known.exact != UNKNOWN || refuses(&known, request) {
            if known.exact == UNKNOWN {
                self.memo.recent.put(self.rules, key, &normal, known.excluded, self.purse);
            } else {
                self.memo.table.put(self.rules, key, &normal, known, 1, self.purse);
            }
            self.answers.truncate(first);
            self.parts.truncate(parts);
            return Ok(Some(Verdict { known, by: *by }));
        }
        self.recall(parts);
        if let Some(mate) = &self.mate {
            mate.enter(key);
        }
        let (next, began) = (self.answers.len(), self.opened);
        self.frames.push(Frame {
            normal,
            key,
            known,
            request,
            absent: 0,
            wanted: 0,
            first,
            parts,
            next,
            hints,
            killers: [NO_CHOICE; KILLERS],
            by: NO_CHOICE,
            began,
        });
        if self.doubling.due(self.frames.len()) && repeats(self.frames.iter().map(|frame| &frame.normal)) {
            return Err(loopy());
        }
        Ok(None)
    }

    /// Offer the options as the rules tell them, if they do, until the request is refused: then the choice that did it is
    /// returned. While one option is worked out, what is remembered of those before it comes from memory.
    fn look_over(
        &mut self,
        position: &R::Position,
        known: &mut Known,
        request: u64,
        hints: &[u32],
    ) -> Result<Option<u32>> {
        let rules = self.rules;
        let first = self.answers.len();
        let mut kept = first;
        let mut by = NO_CHOICE;
        let mut result = Ok(());
        // Of the answers, those before `kept` were looked up and those after it wait.
        let mut take = |search: &mut Self, known: &mut Known, by: &mut u32, at: usize| {
            let mut answer = search.answers[at];
            search.look_up(&mut answer)?;
            if answer.start == answer.end {
                known.exclude(answer.xor);
                if answer.xor < WIDTH {
                    if refuses(known, request) {
                        *by = answer.choice;
                    }
                    return Ok(());
                }
            }
            search.answers[kept] = answer;
            kept += 1;
            Ok(())
        };
        let mut waiting = first;
        let told = rules.choices(position, hints, &mut |choice, pieces| {
            let step = self.add(pieces, choice).and_then(|answer| {
                if answer.start == answer.end && answer.xor < WIDTH {
                    known.exclude(answer.xor);
                    if refuses(known, request) {
                        by = answer.choice;
                    }
                    return Ok(());
                }
                self.answers.push(answer);
                if self.answers.len() - waiting < AHEAD && !hints.contains(&choice) {
                    return Ok(());
                }
                waiting += 1;
                take(self, known, &mut by, waiting - 1)
            });
            result = step;
            result.is_ok() && !refuses(known, request)
        });
        result?;
        while waiting < self.answers.len() && !refuses(known, request) {
            waiting += 1;
            take(self, known, &mut by, waiting - 1)?;
        }
        self.answers.truncate(kept);
        Ok(told.then_some(by))
    }

    /// An option of a component: keep it unless its nimber is known.
    fn offer(&mut self, answer: Answer, known: &mut Known) {
        if answer.start == answer.end {
            known.exclude(answer.xor);
            if answer.xor < WIDTH {
                return;
            }
        }
        self.answers.push(answer);
    }

    /// Work until the path is at its end (true), `budget` components were opened, or others are done (false).
    fn run(&mut self, budget: u64) -> Result<bool> {
        let stop = self.opened.saturating_add(budget);
        while let Some(frame) = self.frames.last_mut() {
            let known = &mut frame.known;
            let least = known.excluded.trailing_ones();
            if known.exact == UNKNOWN && least < WIDTH && frame.absent >> least & 1 == 1 {
                known.exact = least;
            }
            if known.exact != UNKNOWN || refuses(known, frame.request) {
                self.pop();
                continue;
            }
            if frame.next == self.answers.len() || frame.wanted & !known.excluded == 0 {
                let open = !known.excluded & !frame.absent & SMALL;
                frame.next = frame.first;
                frame.wanted = if frame.request == ALL {
                    open & open.wrapping_neg()
                } else {
                    pick(frame.request & !known.excluded, open)
                };
                if frame.wanted != 0 {
                    self.sort();
                }
            }
            if let Some(question) = self.find() {
                if self.opened >= stop || self.mate.as_ref().is_some_and(Mate::done) {
                    return Ok(false);
                }
                if self.mate.is_some() && self.catch_up() {
                    continue;
                }
                self.work_on(question)?;
                continue;
            }
            let Some(frame) = self.frames.last_mut() else { break };
            if frame.next == self.answers.len() {
                frame.absent |= frame.wanted & !frame.known.excluded;
                if frame.wanted == 0 {
                    let large: HashSet<u32> = self.answers[frame.first..].iter().map(|a| a.xor).collect();
                    frame.known.exact = (WIDTH..).find(|n| !large.contains(n)).unwrap_or(LOONY);
                }
            }
        }
        Ok(true)
    }

    /// Options that seem to have the wanted number, and are soon looked into, come first.
    fn sort(&mut self) {
        let Some(frame) = self.frames.last() else { return };
        let n = frame.wanted.trailing_zeros();
        for answer in &mut self.answers[frame.first..] {
            answer.rank = 0.0;
            for (i, part) in self.parts[answer.start..answer.end].iter().enumerate() {
                let last = answer.start + i + 1 == answer.end;
                answer.rank += self.memo.rates.rank(&part.known, if last { n ^ answer.xor } else { u32::MAX });
            }
            if frame.hints.contains(&answer.choice) {
                answer.rank *= KILLERS_FIRST;
            }
        }
        least_rank_first(&mut self.answers[frame.first..]);
    }

    /// Look for options with a wanted nimber, from `next` on. Stops with `next` at the end when there are no more, before
    /// it when all that is wanted was found; returns a question that must be answered first. When nothing is wanted, the
    /// nimbers of all options are computed. What another thread is at waits, unless it is the first option: that is likely
    /// to have a wanted nimber, and then work on the others is lost.
    fn find(&mut self) -> Option<(usize, u64)> {
        let frame = self.frames.last_mut()?;
        let large = frame.wanted == 0;
        let mut deferred = 0;
        while frame.next < self.answers.len() {
            let answer = &mut self.answers[frame.next];
            if answer.start < answer.end {
                let part = &mut self.parts[answer.start];
                if part.known.exact == UNKNOWN
                    && let Some(known) = self.memo.table.get(part.key, &part.normal)
                {
                    part.known.learn(known);
                }
                part.known.excluded |= self.memo.recent.excluded(part.key, &part.normal);
                if part.known.exact != UNKNOWN {
                    answer.xor ^= part.known.exact;
                    answer.start += 1;
                    continue;
                }
            }
            if answer.start == answer.end {
                frame.known.exclude(answer.xor);
                frame.next += 1;
                if !large && frame.wanted & !frame.known.excluded == 0 {
                    frame.by = answer.choice;
                    return None;
                }
                continue;
            }
            let request = if large || answer.end - answer.start > 1 {
                ALL
            } else {
                let wanted = shifted(frame.wanted & !frame.known.excluded, answer.xor);
                wanted.map_or(ALL, |wanted| wanted & !self.parts[answer.start].known.excluded)
            };
            if request == 0 {
                frame.next += 1;
                continue;
            }
            let waiting = &mut self.answers[frame.next..];
            if let Some(mate) = &self.mate
                && frame.next > frame.first
                && deferred < waiting.len()
                && mate.taken(self.parts[waiting[0].start].key)
            {
                waiting.rotate_left(1);
                deferred += 1;
                continue;
            }
            return Some((waiting[0].start, request));
        }
        None
    }

    /// Open a component of the option that the last frame looks at.
    fn work_on(&mut self, (part, request): (usize, u64)) -> Result<()> {
        let Some(frame) = self.frames.last() else { return Ok(()) };
        let mut hints = [self.answers[frame.next].hint; KILLERS + 1];
        hints[1..].copy_from_slice(&frame.killers);
        if let Some(verdict) = self.open(part, request, hints)? {
            self.absorb(verdict);
        }
        Ok(())
    }

    /// The last frame's question has been answered.
    fn absorb(&mut self, verdict: Verdict) {
        let Some(frame) = self.frames.last_mut() else {
            self.verdict = Some(verdict.known);
            return;
        };
        let Answer { start, choice, .. } = self.answers[frame.next];
        self.parts[start].known.learn(verdict.known);
        if verdict.by != NO_CHOICE && choice != NO_CHOICE {
            let from = frame.killers.iter().position(|&killer| killer == verdict.by).unwrap_or(KILLERS - 1);
            frame.killers.copy_within(..from, 1);
            frame.killers[0] = verdict.by;
            if let Some(other) = self.answers[frame.next..].iter_mut().find(|other| other.choice == verdict.by) {
                other.hint = choice;
            }
        }
    }

    fn pop(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        self.answers.truncate(frame.first);
        self.parts.truncate(frame.parts);
        let Frame { normal, key, known, by, .. } = frame;
        let effort = self.opened - frame.began + 1;
        self.memo.table.put(self.rules, key, &normal, known, effort, self.purse);
        if let Some(mate) = &mut self.mate {
            mate.leave(key, &normal, known, effort, self.purse);
        }
        if frame.request.count_ones() == 1 {
            self.memo.rates.record(&known, frame.request.trailing_zeros());
        }
        self.absorb(Verdict { known, by });
    }
}

#[cfg(test)]
#[path = "nimbers_tests.rs"]
mod tests;
