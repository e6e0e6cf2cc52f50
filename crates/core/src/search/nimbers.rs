//! Nimbers of impartial games under normal play (Sprague and Grundy), without computing those of all options.
//!
//! Whether a component has nimber n is decided as in the game "component + heap of n": an option with nimber n refutes
//! it; otherwise it holds unless a smaller number is missing among the options. Of an option that is a sum, the nimbers
//! of all components but the largest are computed, and the question moves to the largest. A component remembers its
//! nimber, or which numbers below 64 it is known not to have; larger numbers are decided by plain mex. The memo is kept
//! between questions about the same rules. Reference: Lemoine, Viennot, "Nimbers are inevitable" (2012).

use crate::error::{Error, Result};
use crate::limits::{Control, Ticker};
use crate::rules::{BuildMixer, Player, Rules, Stuck};
use crate::search::table::{Interner, Ledger};
use std::collections::{HashMap, HashSet};

const UNKNOWN: u32 = u32::MAX;
/// Instead of a nimber: whoever moves first wins, whatever is added. Only moves that go on make such positions.
pub const LOONY: u32 = u32::MAX - 1;
const WIDTH: u32 = u64::BITS;

#[derive(Clone, Copy)]
struct Known {
    exact: u32,
    /// Number of moves, the measure of size.
    size: u32,
    /// Bit n: the nimber is not n.
    excluded: u64,
}

impl Known {
    fn excludes(&self, n: u32) -> bool {
        n < WIDTH && self.excluded >> n & 1 == 1
    }

    fn exclude(&mut self, n: u32) {
        if n < WIDTH {
            self.excluded |= 1 << n;
        }
    }
}

/// What is known about components, kept between questions.
pub struct Nimbers<P> {
    components: Interner<P>,
    known: Vec<Known>,
    bytes: u64,
}

impl<P> Default for Nimbers<P> {
    fn default() -> Self {
        Nimbers { components: Interner::default(), known: Vec::new(), bytes: 0 }
    }
}

/// Refuse what the theory does not cover.
fn require_impartial<R: Rules>(rules: &R) -> Result<()> {
    if !rules.impartial() {
        return Err(Error::invalid("nimbers need an impartial game: both players have the same moves"));
    }
    if rules.stuck() != Stuck::Loses {
        return Err(Error::invalid("nimbers need normal play: a player who cannot move loses"));
    }
    Ok(())
}

fn check_goal<R: Rules>(rules: &R, position: &R::Position) -> Result<()> {
    match rules.goal(position) {
        None => Ok(()),
        Some(_) => Err(Error::invalid("nimbers need a game without goals: it ends when a player cannot move")),
    }
}

/// The positions after each move, which must be plain.
fn options<R: Rules>(rules: &R, position: &R::Position, moves: &mut Vec<R::Move>) -> Result<Vec<R::Position>> {
    check_goal(rules, position)?;
    moves.clear();
    rules.moves(position, Player::Left, moves)?;
    if moves.iter().any(|mv| rules.again(mv)) {
        return Err(Error::invalid("nimbers need alternating moves"));
    }
    moves.iter().map(|mv| rules.play(position, mv)).collect()
}

fn loopy() -> Error {
    Error::invalid("this game can repeat positions: it has no nimbers")
}

impl<P: Clone + Eq + Ord + std::hash::Hash + Send + Sync> Nimbers<P> {
    #[must_use]
    pub fn new() -> Self {
        Nimbers::default()
    }

    /// Number of components in the memo.
    #[must_use]
    pub fn len(&self) -> usize {
        self.components.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.components.is_empty()
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
            Ok(match &search.parts[answer.start..answer.end] {
                [] => Some(answer.xor == 0),
                [one] if search.memo.known[*one as usize].excludes(answer.xor) => Some(false),
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
        let mut search = Search {
            rules,
            ticker: control.ticker(),
            ledger: Ledger::new(control, self.bytes)?,
            memo: self,
            frames: Vec::new(),
            answers: Vec::new(),
            parts: Vec::new(),
            moves: Vec::new(),
            pieces: Vec::new(),
            path: HashSet::default(),
        };
        let answer = question(&mut search);
        search.ledger.release(search.answers);
        search.ledger.release(search.parts);
        self.bytes = search.ledger.bytes();
        answer
    }
}

/// An option of a component: its nimber is `xor` plus those of `parts[start..end]`, the largest of which comes last.
#[derive(Clone, Copy)]
struct Answer {
    xor: u32,
    /// Sum of the sizes of the parts: options with few and small parts are tried first.
    size: u64,
    start: usize,
    end: usize,
}

// Sorting is compiled once, and not for every kernel.

fn smallest_first(parts: &mut [u32], known: &[Known]) {
    parts.sort_unstable_by_key(|&c| (known[c as usize].size, c));
}

fn simplest_first(answers: &mut [Answer], all: &[u32]) {
    answers.sort_unstable_by(|a, b| {
        let rank = |a: &Answer| (a.end - a.start, a.size, a.xor);
        rank(a).cmp(&rank(b)).then_with(|| all[a.start..a.end].cmp(&all[b.start..b.end]))
    });
}

/// A component that is being decided; its options are `answers[first..]`.
struct Frame {
    component: u32,
    /// Decide only whether the nimber is this; [`UNKNOWN`] asks for the nimber.
    target: u32,
    /// No option has the target.
    target_absent: bool,
    first: usize,
    parts: usize,
    /// Options before this one are known not to have the number on trial.
    next: usize,
}

struct Search<'s, 'c, 'a, R: Rules> {
    memo: &'s mut Nimbers<R::Position>,
    rules: &'s R,
    ticker: Ticker<'c, 'a>,
    ledger: Ledger<'c, 'a>,
    frames: Vec<Frame>,
    answers: Vec<Answer>,
    parts: Vec<u32>,
    moves: Vec<R::Move>,
    pieces: Vec<R::Position>,
    path: HashSet<u32, BuildMixer>,
}

impl<R: Rules> Search<'_, '_, '_, R> {
    fn whole(&mut self, position: &R::Position) -> Result<u32> {
        let answer = self.take_apart(position)?;
        let mut xor = answer.xor;
        for i in answer.start..answer.end {
            let component = self.parts[i];
            self.decide(component, UNKNOWN)?;
            xor ^= self.memo.known[component as usize].exact;
        }
        Ok(xor)
    }

    fn vanishes(&mut self, position: &R::Position) -> Result<bool> {
        let answer = self.take_apart(position)?;
        let mut xor = answer.xor;
        for i in answer.start..answer.end {
            let component = self.parts[i];
            let last = i + 1 == answer.end;
            self.decide(component, if last && xor < WIDTH { xor } else { UNKNOWN })?;
            let known = self.memo.known[component as usize];
            if last && known.excludes(xor) {
                return Ok(false);
            }
            xor ^= known.exact;
        }
        Ok(xor == 0)
    }

    /// Find the nimber of a component, or whether it is `target`.
    fn decide(&mut self, component: u32, target: u32) -> Result<()> {
        self.push(component, target)?;
        while let Some((component, target)) = self.step()? {
            self.push(component, target)?;
        }
        Ok(())
    }

    /// Number the components of a position and append those whose nimber is unknown.
    fn take_apart(&mut self, position: &R::Position) -> Result<Answer> {
        let start = self.parts.len();
        let mut xor = 0;
        let mut pieces = std::mem::take(&mut self.pieces);
        if !self.rules.split(position, &mut pieces) {
            pieces.push(position.clone());
        }
        for piece in pieces.drain(..) {
            let component = self.number(self.rules.normal(&piece).0)?;
            match self.memo.known[component as usize].exact {
                UNKNOWN => {
                    self.ledger.reserve(&mut self.parts, 1)?;
                    self.parts.push(component);
                }
                exact => xor ^= exact,
            }
        }
        self.pieces = pieces;
        smallest_first(&mut self.parts[start..], &self.memo.known);
        let mut kept = start;
        for i in start..self.parts.len() {
            if kept > start && self.parts[kept - 1] == self.parts[i] {
                kept -= 1;
            } else {
                self.parts[kept] = self.parts[i];
                kept += 1;
            }
        }
        self.parts.truncate(kept);
        let size = self.parts[start..].iter().map(|&c| u64::from(self.memo.known[c as usize].size)).sum();
        Ok(Answer { xor, size, start, end: kept })
    }

    fn number(&mut self, piece: R::Position) -> Result<u32> {
        if let Some(component) = self.memo.components.find(&piece) {
            return Ok(component);
        }
        self.moves.clear();
        self.rules.moves(&piece, Player::Left, &mut self.moves)?;
        let size = self.moves.len() as u32;
        self.ledger.reserve(&mut self.memo.known, 1)?;
        let (component, _) = self.memo.components.intern(piece, &mut self.ledger)?;
        self.ledger.take(self.rules.beside())?;
        let exact = if size == 0 { 0 } else { UNKNOWN };
        self.memo.known.push(Known { exact, size, excluded: 0 });
        Ok(component)
    }

    fn push(&mut self, component: u32, target: u32) -> Result<()> {
        self.ticker.tick()?;
        if !self.path.insert(component) {
            return Err(loopy());
        }
        let (first, parts) = (self.answers.len(), self.parts.len());
        let position = self.memo.components.items()[component as usize].clone();
        let mut moves = std::mem::take(&mut self.moves);
        let after = options(self.rules, &position, &mut moves)?;
        self.moves = moves;
        self.ledger.reserve(&mut self.answers, after.len())?;
        for option in &after {
            self.ticker.glance()?;
            check_goal(self.rules, option)?;
            let answer = self.take_apart(option)?;
            if answer.start == answer.end {
                self.memo.known[component as usize].exclude(answer.xor);
                if answer.xor < WIDTH {
                    continue;
                }
            }
            self.answers.push(answer);
        }
        let all = &self.parts;
        simplest_first(&mut self.answers[first..], all);
        let same = |a: &Answer, b: &Answer| a.xor == b.xor && all[a.start..a.end] == all[b.start..b.end];
        let mut kept = first;
        for i in first..self.answers.len() {
            if kept == first || !same(&self.answers[kept - 1], &self.answers[i]) {
                self.answers[kept] = self.answers[i];
                kept += 1;
            }
        }
        self.answers.truncate(kept);
        self.frames.push(Frame { component, target, target_absent: false, first, parts, next: first });
        Ok(())
    }

    /// Work on the last frame until it needs another component decided; `None` when no frame is left.
    fn step(&mut self) -> Result<Option<(u32, u32)>> {
        while let Some(frame) = self.frames.last_mut() {
            let own = frame.component as usize;
            let known = self.memo.known[own];
            if known.exact != UNKNOWN || known.excludes(frame.target) {
                self.pop();
                continue;
            }
            let target_first = frame.target < WIDTH && !frame.target_absent;
            let trial = if target_first { frame.target } else { known.excluded.trailing_ones() };
            let settled = trial == frame.target && frame.target_absent;
            if !settled && let Some(question) = self.find(trial) {
                return Ok(Some(question));
            }
            let Some(frame) = self.frames.last_mut() else { break };
            let end = frame.next == self.answers.len();
            frame.next = frame.first;
            if !end && !settled {
                continue;
            }
            if target_first {
                frame.target_absent = true;
            } else if trial < WIDTH {
                self.memo.known[own].exact = trial;
            } else {
                let large: HashSet<u32> = self.answers[frame.first..].iter().map(|a| a.xor).collect();
                let exact = (WIDTH..).find(|n| !large.contains(n));
                self.memo.known[own].exact = exact.unwrap_or(LOONY);
            }
        }
        Ok(None)
    }

    /// Look for an option with nimber `trial`, from `next` on. Stops with `next` before the end when one is found (the
    /// component then excludes it), at the end when there is none; returns a question that must be answered first.
    /// A trial of [`WIDTH`] computes the nimbers of all options.
    fn find(&mut self, trial: u32) -> Option<(u32, u32)> {
        let frame = self.frames.last_mut()?;
        while frame.next < self.answers.len() {
            let answer = &mut self.answers[frame.next];
            while answer.start < answer.end {
                let component = self.parts[answer.start];
                let Known { exact, .. } = self.memo.known[component as usize];
                if exact == UNKNOWN {
                    break;
                }
                answer.xor ^= exact;
                answer.start += 1;
            }
            if answer.start == answer.end {
                self.memo.known[frame.component as usize].exclude(answer.xor);
                if answer.xor == trial && trial < WIDTH {
                    return None;
                }
                frame.next += 1;
                continue;
            }
            let component = self.parts[answer.start];
            let wanted = trial ^ answer.xor;
            if answer.end - answer.start > 1 || trial >= WIDTH || wanted >= WIDTH {
                return Some((component, UNKNOWN));
            }
            if !self.memo.known[component as usize].excludes(wanted) {
                return Some((component, wanted));
            }
            frame.next += 1;
        }
        None
    }

    fn pop(&mut self) {
        if let Some(frame) = self.frames.pop() {
            self.answers.truncate(frame.first);
            self.parts.truncate(frame.parts);
            self.path.remove(&frame.component);
        }
    }
}

/// The nimber by the definition, mex over the nimbers of all options: no splitting, every reachable position is
/// computed. The second method, to check the first.
///
/// Moves after which the same player moves on are *complimenting* moves (*Winning Ways*, chapter 12); see [`mex`].
pub fn plain_nimber<R: Rules>(rules: &R, position: &R::Position, control: &Control) -> Result<u32> {
    require_impartial(rules)?;
    let mut ticker = control.ticker();
    let mut moves = Vec::new();
    let mut memo: HashMap<R::Position, u32, BuildMixer> = HashMap::default();
    let mut expand = |position: R::Position, memo: &mut HashMap<R::Position, u32, BuildMixer>| {
        ticker.tick()?;
        if memo.len() == memo.capacity() {
            let entry = (size_of::<(R::Position, u32)>() + rules.beside()) as u64 + 1;
            control.memory(2 * memo.capacity() as u64 * entry * 8 / 7)?;
        }
        // an open position holds UNKNOWN: met again on the path, it is a repetition
        memo.insert(position.clone(), UNKNOWN);
        check_goal(rules, &position)?;
        moves.clear();
        rules.moves(&position, Player::Left, &mut moves)?;
        let mut after = Vec::with_capacity(moves.len());
        for mv in &moves {
            ticker.glance()?;
            after.push((rules.canonical(&rules.play(&position, mv)?), rules.again(mv)));
        }
        after.sort_unstable();
        after.dedup();
        Ok::<_, Error>((position, after, 0, [Vec::new(), Vec::new()]))
    };
    let root = rules.canonical(position);
    let mut stack = vec![expand(root.clone(), &mut memo)?];
    while let Some((position, after, next, [plain, complimenting])) = stack.last_mut() {
        let Some((option, again)) = after.get(*next) else {
            memo.insert(position.clone(), mex(plain, complimenting));
            stack.pop();
            continue;
        };
        match memo.get(option) {
            Some(&UNKNOWN) => return Err(loopy()),
            Some(&nimber) => {
                if *again {
                    complimenting.push(nimber)
                } else {
                    plain.push(nimber)
                }
                *next += 1;
            }
            None => {
                let option = option.clone();
                stack.push(expand(option, &mut memo)?);
            }
        }
    }
    Ok(memo.get(&root).copied().unwrap_or(0))
}

/// The nimber of a position from those of its options, after plain and after complimenting moves.
///
/// The position G + *n is lost for the mover for at most one n. Without complimenting moves that is the least number
/// that no option has; a loony option gives the game away. A complimenting move to X wins unless X has the nimber n. So
/// G can only have the nimber that all such X share, and has it if no plain move leads to it too; otherwise it is loony.
pub fn mex(plain: &[u32], complimenting: &[u32]) -> u32 {
    match complimenting {
        [] => (0..).find(|n| !plain.contains(n)).unwrap_or(LOONY),
        [first, rest @ ..] if rest.iter().all(|nimber| nimber == first) && !plain.contains(first) => *first,
        _ => LOONY,
    }
}

#[cfg(test)]
#[path = "nimbers_tests.rs"]
mod tests;
