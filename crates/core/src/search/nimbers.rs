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
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::rules::Winner;
    use crate::search::outcome::Outcomes;
    use crate::search::toys::{Dominoes, Graph, Random, random_board};

    fn nimber<R: Rules>(rules: &R, position: &R::Position) -> Result<u32> {
        let control = Control::default();
        let found = Nimbers::new().nimber(rules, position, &control)?;
        let mut memo = Nimbers::new();
        assert_eq!(memo.is_zero(rules, position, &control)?, found == 0);
        assert_eq!(memo.known_zero(rules, position, &control)?, Some(found == 0));
        assert_eq!(memo.nimber(rules, position, &control)?, found);
        Ok(found)
    }

    /// Heaps under a take-and-break table: from n one may leave any of the sums in `table[n]`.
    struct Heaps {
        table: Vec<Vec<Vec<usize>>>,
        split: bool,
    }

    impl Rules for Heaps {
        type Position = Vec<usize>;
        type Move = Vec<usize>;

        fn moves(&self, position: &Vec<usize>, _player: Player, out: &mut Vec<Vec<usize>>) -> Result<()> {
            for (i, &heap) in position.iter().enumerate() {
                for left in &self.table[heap] {
                    let mut next = position.clone();
                    next.remove(i);
                    next.extend(left);
                    out.push(next);
                }
            }
            Ok(())
        }

        fn play(&self, _position: &Vec<usize>, mv: &Vec<usize>) -> Result<Vec<usize>> {
            Ok(mv.clone())
        }

        fn goal(&self, _position: &Vec<usize>) -> Option<Winner> {
            None
        }

        fn impartial(&self) -> bool {
            true
        }

        fn canonical(&self, position: &Vec<usize>) -> Vec<usize> {
            let mut sorted = position.clone();
            sorted.sort_unstable();
            sorted
        }

        fn split(&self, position: &Vec<usize>, out: &mut Vec<Vec<usize>>) -> bool {
            if self.split {
                out.extend(position.iter().map(|&heap| vec![heap]));
            }
            self.split
        }
    }

    #[test]
    fn nim_heaps_beyond_the_mask() {
        let heaps = Heaps { table: (0..200).map(|n| (0..n).map(|m| vec![m]).collect()).collect(), split: true };
        for position in [vec![63], vec![64], vec![199], vec![150, 77, 3], vec![130, 130], vec![64, 1]] {
            let expected = position.iter().fold(0, |xor, &n| xor ^ n as u32);
            assert_eq!(nimber(&heaps, &position).unwrap(), expected, "{position:?}");
        }
    }

    #[test]
    fn random_take_and_break_games() {
        let mut random = Random(31);
        for _ in 0..300 {
            let table = (0..10u64)
                .map(|n| {
                    let count = if n == 0 { 0 } else { random.below(5) };
                    let option = |random: &mut Random| (0..random.below(4)).map(|_| random.below(n) as usize).collect();
                    (0..count).map(|_| option(&mut random)).collect()
                })
                .collect();
            let mut heaps = Heaps { table, split: true };
            let position: Vec<usize> = (0..random.below(3)).map(|_| random.below(10) as usize).collect();
            let fast = nimber(&heaps, &position).unwrap();
            heaps.split = false;
            let control = Control::new(Limits { positions: Some(50_000), ..Limits::default() });
            match plain_nimber(&heaps, &position, &control) {
                Ok(plain) => {
                    assert_eq!(fast, plain, "{position:?}");
                    assert_eq!(nimber(&heaps, &position).unwrap(), plain);
                }
                Err(error) => assert!(matches!(error, Error::Limit(..))),
            }
        }
    }

    #[test]
    fn random_boards_and_their_outcomes() {
        let mut random = Random(32);
        let whole = Dominoes { split: false, ..Dominoes::CRAM };
        let control = Control::default();
        let mut nimbers = Nimbers::new();
        for _ in 0..150 {
            let board = random_board(&mut random, 4, 5);
            let plain = plain_nimber(&whole, &board, &control).unwrap();
            assert_eq!(nimbers.nimber(&Dominoes::CRAM, &board, &control).unwrap(), plain, "{board:x}");
            assert_eq!(nimber(&whole, &board).unwrap(), plain);
            let winner = Outcomes::new(1 << 20).winner(&Dominoes::CRAM, &board, Player::Left, &control).unwrap();
            assert_eq!(winner == Winner::Left, plain != 0);
        }
    }

    #[test]
    fn cram_rectangles() {
        let found = |rows, columns| nimber(&Dominoes::CRAM, &Dominoes::board(rows, columns)).unwrap();
        for (rows, columns) in [(1, 8), (2, 5), (3, 3), (3, 4), (3, 5), (4, 4), (3, 6), (4, 5)] {
            let whole = Dominoes { split: false, ..Dominoes::CRAM };
            let board = Dominoes::board(rows, columns);
            assert_eq!(found(rows, columns), plain_nimber(&whole, &board, &Control::default()).unwrap());
        }
        // Winning Ways, chapter 15, and Lemoine, Viennot; a board of even sides is 0 by symmetry, even by odd is not
        assert_eq!((3..=8).map(|n| found(3, n)).collect::<Vec<_>>(), [0, 1, 1, 4, 1, 3]);
        assert_eq!((4..=6).map(|n| found(4, n)).collect::<Vec<_>>(), [0, 2, 0]);
        assert_eq!(found(5, 5), 0);
    }

    #[test]
    #[ignore = "seconds: run in release"]
    fn large_cram_boards() {
        for (rows, columns) in [(4, 7), (5, 5), (5, 6), (5, 7), (6, 6)] {
            let control = Control::default();
            let mut nimbers = Nimbers::new();
            let found = nimbers.nimber(&Dominoes::CRAM, &Dominoes::board(rows, columns), &control).unwrap();
            println!("{rows}x{columns}: {found}, {:?}, {} components", control.elapsed(), nimbers.len());
            assert!((rows * columns) % 2 == 1 || (found == 0) == (rows % 2 == columns % 2));
        }
    }

    #[test]
    fn random_graphs_without_goals() {
        let mut random = Random(33);
        for round in 0..3000 {
            let mut graph = Graph::random(&mut random, 30, round % 2 == 0);
            graph.stuck = Stuck::Loses;
            graph.impartial = true;
            graph.goals.fill(None);
            for both in &mut graph.moves {
                both[0].iter_mut().for_each(|mv| mv.1 = false);
                both[1] = both[0].clone();
            }
            let control = Control::default();
            match (nimber(&graph, &0), plain_nimber(&graph, &0, &control)) {
                (Ok(fast), Ok(plain)) => assert_eq!(fast, plain, "{graph:?}"),
                (_, Err(Error::Invalid(_))) => assert!(round % 2 == 0),
                (fast, plain) => panic!("{fast:?} {plain:?}"),
            }
        }
    }

    #[test]
    fn other_games_are_refused() {
        let board = Dominoes::board(3, 3);
        let misere = Dominoes { stuck: Stuck::Wins, ..Dominoes::CRAM };
        assert!(matches!(nimber(&Dominoes::DOMINEERING, &board), Err(Error::Invalid(_))));
        assert!(matches!(nimber(&misere, &board), Err(Error::Invalid(_))));
        let edge = |again| Graph {
            moves: vec![[vec![(1, again)], vec![(1, again)]], [vec![], vec![]]],
            goals: vec![None, Some(Winner::Left)],
            stuck: Stuck::Loses,
            impartial: true,
        };
        assert!(matches!(nimber(&edge(false), &0), Err(Error::Invalid(_))));
        assert!(matches!(plain_nimber(&edge(false), &0, &Control::default()), Err(Error::Invalid(_))));
        let mut again = edge(true);
        again.goals.fill(None);
        assert!(matches!(nimber(&again, &0), Err(Error::Invalid(_))));
    }

    #[test]
    fn limits_stop_and_the_memo_stays_sound() {
        let (rules, board) = (Dominoes::CRAM, Dominoes::board(4, 6));
        let mut nimbers = Nimbers::new();
        let control = Control::new(Limits { positions: Some(1000), ..Limits::default() });
        assert!(matches!(nimbers.nimber(&rules, &board, &control), Err(Error::Limit(..))));
        let control = Control::new(Limits { memory: Some(1 << 12), ..Limits::default() });
        assert!(matches!(nimbers.nimber(&rules, &board, &control), Err(Error::Limit(..))));
        let control = Control::default();
        control.cancel();
        assert!(matches!(nimbers.nimber(&rules, &board, &control), Err(Error::Cancelled)));
        let control = Control::default();
        assert_eq!(nimbers.nimber(&rules, &board, &control).unwrap(), 0);
        let known = nimbers.known.capacity() * size_of::<Known>();
        assert!(nimbers.bytes > known as u64 && control.peak_memory() >= nimbers.bytes);
    }
}
