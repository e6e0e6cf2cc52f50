//! Nimbers of impartial games under normal play (Sprague and Grundy), without computing those of all options.
//!
//! Whether a component has nimber n is decided as in the game "component + heap of n": an option with nimber n refutes
//! it; otherwise it holds unless a smaller number is missing among the options. Of an option that is a sum, the nimbers
//! of all components but the largest are computed, and the question moves to the largest. A component remembers its
//! nimber, or which numbers below 64 it is known not to have; larger numbers are decided by plain mex. The memo is kept
//! between questions about the same rules.
//!
//! Most components are refused by an option that is known already, so that options are looked at one at a time. When the
//! number in question is not among them, all smaller ones are looked for at once. Small options, those that fall apart,
//! and those of which something is known are searched first. References: Lemoine, Viennot, "Nimbers are inevitable"
//! (2012); Beling, Rogalski, "On pruning search trees of impartial games" (2020), for sets of requested nimbers.

use crate::error::{Error, Result};
use crate::limits::{Control, Ticker};
use crate::rules::{BuildMixer, Player, Rules, Stuck};
use crate::search::index::prefetch;
use crate::search::table::{Interner, Ledger};
use std::collections::{HashMap, HashSet};

const UNKNOWN: u32 = u32::MAX;
/// Instead of a nimber: whoever moves first wins, whatever is added. Only moves that go on make such positions.
pub const LOONY: u32 = u32::MAX - 1;
const WIDTH: u32 = u64::BITS;
/// The request for the nimber itself, whatever it is.
const ALL: u64 = u64::MAX;
/// A power of two.
const MOST_RECENT: usize = 1 << 20;

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

    /// Is the nimber known to be none of these?
    fn refuses(&self, request: u64) -> bool {
        request != ALL && request & !self.excluded == 0
    }

    /// How hard it seems to decide: what is large is, and less so if some is known of it.
    fn effort(&self) -> u64 {
        u64::from(self.size).pow(2) * u64::from(6 - self.excluded.count_ones().min(4))
    }

    fn exclude(&mut self, n: u32) {
        if n < WIDTH {
            self.excluded |= 1 << n;
        }
    }
}

/// A component as it was met, its number, and its nimber if that was known.
#[derive(Clone)]
struct Recent<P> {
    piece: P,
    component: u32,
    exact: u32,
}

/// What is known about components, kept between questions.
pub struct Nimbers<P> {
    components: Interner<P>,
    known: Vec<Known>,
    /// Components as they were met, with their numbers; one that comes later takes the place.
    recent: Vec<Recent<P>>,
    bytes: u64,
}

impl<P> Default for Nimbers<P> {
    fn default() -> Self {
        Nimbers { components: Interner::default(), known: Vec::new(), recent: Vec::new(), bytes: 0 }
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
    /// Sum of the squares of the sizes of the parts: options that fall apart are tried first.
    effort: u64,
    start: usize,
    end: usize,
}

// Sorting is compiled once, and not for every kernel.

fn smallest_first(parts: &mut [u32], known: &[Known]) {
    parts.sort_unstable_by_key(|&c| (known[c as usize].size, c));
}

fn simplest_first(answers: &mut [Answer]) {
    answers.sort_unstable_by_key(|a| (a.effort, a.end - a.start, a.start));
}

/// The numbers of a set, each with `xor` added to it; `None` if one of them is too large for a set.
fn shifted(set: u64, xor: u32) -> Option<u64> {
    if xor >= WIDTH {
        return None;
    }
    let (mut rest, mut out) = (set, 0);
    while rest != 0 {
        out |= 1 << (rest.trailing_zeros() ^ xor);
        rest &= rest - 1;
    }
    Some(out)
}

/// What to look for among the options next, of the open numbers, when some of the requested ones are open.
fn pick(request: u64, open: u64) -> u64 {
    let upto = u64::MAX >> request.leading_zeros();
    if request & open != 0 { request & open } else { open & upto }
}

/// A component that is being decided; its options are `answers[first..]`.
struct Frame {
    component: u32,
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
            self.decide(component, ALL)?;
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
            self.decide(component, if last && xor < WIDTH { 1 << xor } else { ALL })?;
            let known = self.memo.known[component as usize];
            if last && known.excludes(xor) {
                return Ok(false);
            }
            xor ^= known.exact;
        }
        Ok(xor == 0)
    }

    /// Find the nimber of a component, or that it is not among the requested ones.
    fn decide(&mut self, component: u32, request: u64) -> Result<()> {
        self.push(component, request)?;
        while let Some((component, request)) = self.step() {
            self.push(component, request)?;
        }
        Ok(())
    }

    /// Number the components of a position and append those whose nimber is unknown.
    fn take_apart(&mut self, position: &R::Position) -> Result<Answer> {
        let mut pieces = std::mem::take(&mut self.pieces);
        pieces.clear();
        if !self.rules.split(position, &mut pieces) {
            pieces.push(position.clone());
        }
        let answer = self.add(&pieces);
        self.pieces = pieces;
        answer
    }

    /// The sum of these components.
    fn add(&mut self, pieces: &[R::Position]) -> Result<Answer> {
        let start = self.parts.len();
        let mut xor = 0;
        for piece in pieces {
            match self.number(piece)? {
                (component, UNKNOWN) => {
                    self.ledger.reserve(&mut self.parts, 1)?;
                    self.parts.push(component);
                }
                (_, exact) => xor ^= exact,
            }
        }
        if self.parts.len() - start > 1 {
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
        }
        let effort = |&c: &u32| self.memo.known[c as usize].effort();
        let effort = self.parts[start..].iter().map(effort).sum();
        Ok(Answer { xor, effort, start, end: self.parts.len() })
    }

    /// The number of a component, and its nimber if that is known.
    fn number(&mut self, piece: &R::Position) -> Result<(u32, u32)> {
        let key = self.rules.key(piece) as usize;
        let memo = &mut *self.memo;
        let place = key & memo.recent.len().wrapping_sub(1);
        if let Some(recent) = memo.recent.get_mut(place)
            && recent.piece == *piece
        {
            if recent.exact == UNKNOWN {
                recent.exact = memo.known[recent.component as usize].exact;
            }
            return Ok((recent.component, recent.exact));
        }
        let normal = self.rules.normal(piece).0;
        let component = match memo.components.find(&normal) {
            Some(component) => component,
            None => {
                let (size, zero) = self.rules.glance(&normal)?;
                let stored = self.rules.stored(&normal).and_then(|stored| stored.nimber());
                self.ledger.reserve(&mut memo.known, 1)?;
                let (component, _) = memo.components.intern(normal, &mut self.ledger)?;
                self.ledger.take(self.rules.beside())?;
                let exact = if zero { 0 } else { stored.unwrap_or(UNKNOWN) };
                memo.known.push(Known { exact, size: size as u32, excluded: 0 });
                component
            }
        };
        let exact = memo.known[component as usize].exact;
        let recent = Recent { piece: piece.clone(), component, exact };
        if memo.recent.len() < MOST_RECENT && memo.recent.len() <= component as usize {
            let more = (memo.recent.len() * 2).max(64);
            let mut larger = Vec::new();
            self.ledger.reserve(&mut larger, more)?;
            larger.resize(more, recent.clone());
            for recent in memo.recent.drain(..) {
                let place = self.rules.key(&recent.piece) as usize & (more - 1);
                larger[place] = recent;
            }
            self.ledger.release(std::mem::replace(&mut memo.recent, larger));
        }
        let place = key & (memo.recent.len() - 1);
        memo.recent[place] = recent;
        Ok((component, exact))
    }

    fn push(&mut self, component: u32, request: u64) -> Result<()> {
        self.ticker.tick()?;
        if !self.path.insert(component) {
            return Err(loopy());
        }
        let (first, parts) = (self.answers.len(), self.parts.len());
        let position = self.memo.components.items()[component as usize].clone();
        if !self.look_over(component, request, &position)? {
            let mut moves = std::mem::take(&mut self.moves);
            let after = options(self.rules, &position, &mut moves)?;
            self.moves = moves;
            for option in &after {
                self.ticker.glance()?;
                check_goal(self.rules, option)?;
                let answer = self.take_apart(option)?;
                self.offer(component, answer)?;
            }
        }
        if !self.memo.known[component as usize].refuses(request) {
            simplest_first(&mut self.answers[first..]);
        }
        self.frames.push(Frame { component, request, absent: 0, wanted: 0, first, parts, next: self.answers.len() });
        Ok(())
    }

    /// Offer the options as the rules tell them, if they do, until the request is refused. While one option is worked
    /// out, what is remembered of the one before it comes from memory.
    fn look_over(&mut self, component: u32, request: u64, position: &R::Position) -> Result<bool> {
        let rules = self.rules;
        let mut waiting = std::mem::take(&mut self.pieces);
        let mut first = true;
        let mut offered = Ok(());
        let told = rules.choices(position, &mut |pieces| {
            for piece in pieces {
                let recent = &self.memo.recent;
                prefetch(recent, rules.key(piece) as usize & recent.len().wrapping_sub(1));
            }
            if !first {
                offered = self.add(&waiting).and_then(|answer| self.offer(component, answer));
            }
            first = false;
            waiting.clear();
            waiting.extend_from_slice(pieces);
            offered.is_ok() && !self.memo.known[component as usize].refuses(request)
        });
        offered?;
        if !first && !self.memo.known[component as usize].refuses(request) {
            let answer = self.add(&waiting)?;
            self.offer(component, answer)?;
        }
        self.pieces = waiting;
        Ok(told)
    }

    /// An option of a component: keep it unless its nimber is known.
    fn offer(&mut self, component: u32, answer: Answer) -> Result<()> {
        if answer.start == answer.end {
            self.memo.known[component as usize].exclude(answer.xor);
            if answer.xor < WIDTH {
                return Ok(());
            }
        }
        self.ledger.reserve(&mut self.answers, 1)?;
        self.answers.push(answer);
        Ok(())
    }

    /// Work on the last frame until it needs another component decided; `None` when no frame is left.
    fn step(&mut self) -> Option<(u32, u64)> {
        while let Some(frame) = self.frames.last_mut() {
            let known = &mut self.memo.known[frame.component as usize];
            let least = known.excluded.trailing_ones();
            if known.exact == UNKNOWN && least < WIDTH && frame.absent >> least & 1 == 1 {
                known.exact = least;
            }
            if known.exact != UNKNOWN || known.refuses(frame.request) {
                self.pop();
                continue;
            }
            if frame.next == self.answers.len() || frame.wanted & !known.excluded == 0 {
                let open = !known.excluded & !frame.absent;
                frame.next = frame.first;
                frame.wanted = if frame.request == ALL {
                    open & open.wrapping_neg()
                } else {
                    pick(frame.request & !known.excluded, open)
                };
            }
            let frame = self.frames.last()?;
            let large = frame.wanted == 0;
            if let Some(question) = self.find() {
                return Some(question);
            }
            let frame = self.frames.last_mut()?;
            let known = &mut self.memo.known[frame.component as usize];
            if frame.next == self.answers.len() {
                frame.absent |= frame.wanted & !known.excluded;
                if large {
                    let large: HashSet<u32> = self.answers[frame.first..].iter().map(|a| a.xor).collect();
                    known.exact = (WIDTH..).find(|n| !large.contains(n)).unwrap_or(LOONY);
                }
            }
        }
        None
    }

    /// Look for options with a wanted nimber, from `next` on. Stops with `next` at the end when there are no more, before
    /// it when all that is wanted was found; returns a question that must be answered first. When nothing is wanted, the
    /// nimbers of all options are computed.
    fn find(&mut self) -> Option<(u32, u64)> {
        let frame = self.frames.last_mut()?;
        let large = frame.wanted == 0;
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
            let known = &mut self.memo.known[frame.component as usize];
            if answer.start == answer.end {
                known.exclude(answer.xor);
                frame.next += 1;
                if !large && frame.wanted & !known.excluded == 0 {
                    return None;
                }
                continue;
            }
            let component = self.parts[answer.start];
            let wanted = shifted(frame.wanted & !known.excluded, answer.xor);
            if large || answer.end - answer.start > 1 {
                return Some((component, ALL));
            }
            match wanted {
                None => return Some((component, ALL)),
                Some(wanted) => {
                    let open = wanted & !self.memo.known[component as usize].excluded;
                    if open != 0 {
                        return Some((component, open));
                    }
                }
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
