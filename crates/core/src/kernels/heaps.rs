//! Take-and-break games on heaps of beans: Nim, Kayles, Dawson's Kayles and all games with an octal code.
//!
//! A code d0.d1d2d3… says what a player who removes k beans from a heap may leave of it: bit 1 of the digit dk allows
//! nothing (the heap was exactly k), bit 2 one heap, bit 4 two heaps, bit 8 three heaps; none of them empty. Digits are
//! hexadecimal; d0 splits without taking, so it may only be 0, 4, 8 or C; a digit with `!` leaves two or three heaps only
//! if no two of them are equal: Grundy's game is `4!.0`; `(…)` at the end repeats for ever: Nim is `0.(3)`. Reference: Guy
//! & Smith, "The G-values of various games", 1956.
//!
//! A position is the sorted list of its heaps without empty ones, and a sum of single heaps, so its nimber is the XOR
//! of theirs. [`NimSequence`] computes nimbers of heaps; [`period`] proves that a sequence is periodic for ever.

use crate::engine::{Code, Coded};
use crate::error::{Error, Result};
use crate::limits::Control;
use crate::rules::{Player, Rules, Stuck, Winner};
use crate::sync::lock;
use std::collections::VecDeque;
use std::fmt;
use std::sync::Mutex;

const VANISH: u8 = 1;
const ONE: u8 = 2;
const TWO: u8 = 4;
const THREE: u8 = 8;
/// No two heaps may be equal.
const UNEQUAL: u8 = 16;

/// What a player may do to one heap.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct HeapCode {
    /// The digits d0, d1, …; no zeros at the end unless digits repeat.
    digits: Vec<u8>,
    /// The digits that follow, again and again; empty when all further digits are 0.
    cycle: Vec<u8>,
}

impl HeapCode {
    /// Read a code such as `0.77`, `4!.0` or `0.(3)`.
    pub fn parse(text: &str) -> Result<HeapCode> {
        let wrong = |at: usize, expected: &str| {
            let found = text.chars().nth(at).map_or("the end".to_string(), |c| format!("{c:?}"));
            let column = at + 1;
            Error::invalid(format!("heap code {text:?}: column {column}: unexpected {found} (expected {expected})"))
        };
        let (mut digits, mut cycle) = (Vec::new(), Vec::new());
        let (mut point, mut open, mut closed) = (None, None, false);
        let mut length = 0;
        let mut before = ' ';
        for (at, c) in text.chars().enumerate() {
            length = at + 1;
            let digit = c.to_digit(16).map(|digit| digit as u8);
            let written = if open.is_some() { &mut cycle } else { &mut digits };
            match (c, digit) {
                _ if at == 0 => match digit {
                    Some(digit) if digit & (VANISH | ONE) == 0 => written.push(digit),
                    _ => return Err(wrong(at, "0, 4, 8 or C, the digit for splitting without taking")),
                },
                ('!', _) if before.is_ascii_hexdigit() && !closed => match written.last_mut() {
                    Some(digit) if *digit & (TWO | THREE) != 0 => *digit |= UNEQUAL,
                    _ => {} // there are no two heaps to tell apart
                },
                ('.', _) if point.is_none() => point = Some(at),
                _ if point.is_none() => return Err(wrong(at, "'.'")),
                _ if closed => return Err(wrong(at, "the end")),
                (_, Some(digit)) => written.push(digit),
                ('(', _) if open.is_none() => open = Some(at),
                (')', _) if !cycle.is_empty() => closed = true,
                _ if open.is_some() => return Err(wrong(at, "a digit 0-9, A-F, or after one ')'")),
                _ => return Err(wrong(at, "a digit 0-9, A-F or '('")),
            }
            before = c;
        }
        if point.is_none() {
            return Err(wrong(length, if length == 0 { "a digit" } else { "'.'" }));
        }
        if digits.len() < 2 && open.is_none() {
            return Err(wrong(length, "a digit 0-9, A-F or '('"));
        }
        if open.is_some() && !closed {
            return Err(wrong(length, "a digit 0-9, A-F, or after one ')'"));
        }
        if cycle.iter().all(|&digit| digit == 0) {
            cycle.clear();
            while digits.len() > 1 && digits.ends_with(&[0]) {
                digits.pop();
            }
        }
        Ok(HeapCode { digits, cycle })
    }

    /// The digit for removing `take` beans.
    pub fn digit(&self, take: usize) -> u8 {
        match (self.digits.get(take), self.cycle.len()) {
            (Some(&digit), _) => digit,
            (None, 0) => 0,
            (None, length) => self.cycle[(take - self.digits.len()) % length],
        }
    }

    /// The most beans that one move can remove, `None` when there is no bound.
    pub fn most(&self) -> Option<usize> {
        self.cycle.is_empty().then_some(self.digits.len() - 1)
    }

    /// The most heaps that one move can leave of a heap, at least 1.
    fn parts(&self) -> usize {
        let all = self.digits.iter().chain(&self.cycle).fold(0, |all, digit| all | digit);
        if all & THREE != 0 {
            3
        } else if all & TWO != 0 {
            2
        } else {
            1
        }
    }

    /// Whether a move can leave three heaps of which no two may be equal.
    fn three_unequal(&self) -> bool {
        self.digits.iter().chain(&self.cycle).any(|digit| digit & (THREE | UNEQUAL) == THREE | UNEQUAL)
    }

    /// The numbers of beans that a move can remove from a heap of this size.
    fn takes(&self, heap: u32) -> impl Iterator<Item = (u32, u8)> + '_ {
        let most = self.most().map_or(heap, |most| heap.min(u32::try_from(most).unwrap_or(heap)));
        (0..=most).map(|take| (take, self.digit(take as usize))).filter(|&(_, digit)| digit != 0)
    }

    /// Whether there is any move in a heap of this size.
    fn alive(&self, heap: u32) -> bool {
        self.takes(heap).any(|(take, digit)| {
            let rest = heap - take;
            (digit & VANISH != 0 && rest == 0)
                || (digit & ONE != 0 && rest >= 1)
                || (digit & TWO != 0 && rest >= if digit & UNEQUAL == 0 { 2 } else { 3 })
                || (digit & THREE != 0 && rest >= if digit & UNEQUAL == 0 { 3 } else { 6 })
        })
    }
}

impl fmt::Display for HeapCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let write_digit = |f: &mut fmt::Formatter<'_>, digit: u8| {
            write!(f, "{:X}{}", digit & !UNEQUAL, if digit & UNEQUAL == 0 { "" } else { "!" })
        };
        write_digit(f, self.digits[0])?;
        f.write_str(".")?;
        self.digits[1..].iter().try_for_each(|&digit| write_digit(f, digit))?;
        if self.cycle.is_empty() {
            return if self.digits.len() == 1 { f.write_str("0") } else { Ok(()) };
        }
        f.write_str("(")?;
        self.cycle.iter().try_for_each(|&digit| write_digit(f, digit))?;
        f.write_str(")")
    }
}

/// One heap of the position becomes up to three: `parts` in rising order, zeros first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct HeapMove {
    /// Index into the sorted position; of equal heaps the first.
    pub heap: u32,
    pub parts: [u32; 3],
}

/// The game of a code, in normal or misère play.
pub struct HeapRules {
    code: HeapCode,
    misere: bool,
    /// The nimbers that were worked out so far.
    nimbers: Mutex<NimSequence>,
}

impl HeapRules {
    pub fn new(code: HeapCode, misere: bool) -> HeapRules {
        let nimbers = Mutex::new(NimSequence::new(code.clone()));
        HeapRules { code, misere, nimbers }
    }

    /// The nimber of a position in normal play.
    pub fn nimber(&self, heaps: &[u32], control: &Control) -> Result<u32> {
        let mut nimbers = lock(&self.nimbers);
        heaps.iter().try_fold(0, |sum, &heap| Ok(sum ^ nimbers.of(heap as usize, control)?))
    }

    /// Normal play with the code in `text`.
    pub fn parse(text: &str) -> Result<HeapRules> {
        Ok(HeapRules::new(HeapCode::parse(text)?, false))
    }

    pub fn code(&self) -> &HeapCode {
        &self.code
    }

    /// The position with these heaps, in any order.
    pub fn position(&self, heaps: &[u32]) -> Vec<u32> {
        let mut position: Vec<u32> = heaps.iter().copied().filter(|&heap| heap > 0).collect();
        position.sort_unstable();
        position
    }
}

/// Heaps above this have too many moves to list.
const MOST_TOKENS: u64 = 100_000;

/// More moves of one position are not listed, because of the memory that they take.
const MOST_MOVES: usize = 10_000_000;

fn few_enough(moves: &[HeapMove]) -> Result<()> {
    if moves.len() > MOST_MOVES {
        return Err(Error::too_large(format!("heaps: a position has too many moves to list (at most {MOST_MOVES})")));
    }
    Ok(())
}

impl Rules for HeapRules {
    type Position = Vec<u32>;
    type Move = HeapMove;

    fn moves(&self, position: &Vec<u32>, _player: Player, out: &mut Vec<HeapMove>) -> Result<()> {
        for (index, &heap) in position.iter().enumerate() {
            if index > 0 && position[index - 1] == heap {
                continue;
            }
            let leave = |out: &mut Vec<HeapMove>, parts| out.push(HeapMove { heap: index as u32, parts });
            for (take, digit) in self.code.takes(heap) {
                let rest = heap - take;
                if digit & VANISH != 0 && rest == 0 {
                    leave(out, [0; 3]);
                }
                if digit & ONE != 0 && rest > 0 {
                    leave(out, [0, 0, rest]);
                }
                let gap = u32::from(digit & UNEQUAL != 0); // how far each heap must exceed the one before
                if digit & TWO != 0 {
                    (1..=rest.saturating_sub(gap) / 2).for_each(|a| leave(out, [0, a, rest - a]));
                }
                if digit & THREE != 0 {
                    for a in 1..=rest / 3 {
                        (a + gap..=(rest - a - gap) / 2).for_each(|b| leave(out, [a, b, rest - a - b]));
                        few_enough(out)?;
                    }
                }
                few_enough(out)?;
            }
        }
        Ok(())
    }

    fn play(&self, position: &Vec<u32>, mv: &HeapMove) -> Result<Vec<u32>> {
        let index = mv.heap as usize;
        let heap = position.get(index).copied();
        let left: u64 = mv.parts.iter().map(|&part| u64::from(part)).sum();
        let take = heap.and_then(|heap| u64::from(heap).checked_sub(left));
        let pieces: Vec<u32> = mv.parts.iter().copied().filter(|&part| part > 0).collect();
        let equal = (1..pieces.len()).any(|at| pieces[..at].contains(&pieces[at]));
        let legal = |digit: u8| digit >> pieces.len() & 1 == 1 && !(equal && digit & UNEQUAL != 0);
        if take.is_none_or(|take| !legal(self.code.digit(take as usize))) {
            let text =
                format!("heaps: code {}: no move of heap {index} of {position:?} leaves {:?}", self.code, mv.parts);
            return Err(Error::invalid(text));
        }
        let mut next = position.clone();
        next.remove(index);
        next.extend(pieces);
        next.sort_unstable();
        Ok(next)
    }

    fn goal(&self, _position: &Vec<u32>) -> Option<Winner> {
        None
    }

    fn stuck(&self) -> Stuck {
        if self.misere { Stuck::Wins } else { Stuck::Loses }
    }

    fn impartial(&self) -> bool {
        true
    }

    fn canonical(&self, position: &Vec<u32>) -> Vec<u32> {
        self.position(position)
    }

    fn sums(&self) -> bool {
        true
    }

    fn split(&self, position: &Vec<u32>, out: &mut Vec<Vec<u32>>) -> bool {
        out.extend(position.iter().filter(|&&heap| self.code.alive(heap)).map(|&heap| vec![heap]));
        true
    }
}

impl Coded for HeapRules {
    fn nimber(&self, position: &Vec<u32>, control: &Control) -> Result<Option<u32>> {
        if self.stuck() == Stuck::Loses { self.nimber(position, control).map(Some) } else { Ok(None) }
    }

    fn encode(&self, position: &Vec<u32>) -> Code {
        Code::from(position.iter().flat_map(|&heap| u64::from(heap).to_le_bytes()).collect::<Vec<_>>())
    }

    fn decode(&self, code: &[u8]) -> Result<Vec<u32>> {
        let mut heaps = Vec::with_capacity(code.len() / 8);
        for chunk in code.chunks(8) {
            let mut word = [0; 8];
            if chunk.len() != 8 {
                return Err(Error::invalid("heaps are eight bytes each"));
            }
            word.copy_from_slice(chunk);
            let heap = u64::from_le_bytes(word);
            if heap > MOST_TOKENS {
                return Err(Error::too_large(format!(
                    "a heap of {heap} is too large to search (at most {MOST_TOKENS})"
                )));
            }
            heaps.push(heap as u32);
        }
        Ok(self.position(&heaps))
    }
}

/// A set of nimbers.
#[derive(Clone, Default)]
struct Nimbers(Vec<u64>);

impl Nimbers {
    fn insert(&mut self, nimber: u32) {
        let word = nimber as usize / 64;
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (nimber % 64);
    }

    fn union(&mut self, other: &Nimbers) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word |= other);
    }

    /// Take out a nimber that is in the set.
    fn remove(&mut self, nimber: u32) {
        self.0[nimber as usize / 64] &= !(1 << (nimber % 64));
    }

    fn contains(&self, nimber: u32) -> bool {
        self.0.get(nimber as usize / 64).is_some_and(|word| word >> (nimber % 64) & 1 == 1)
    }

    /// The least nimber that is missing.
    fn mex(&self) -> u32 {
        let full = self.0.iter().take_while(|&&word| word == u64::MAX).count();
        64 * full as u32 + self.0.get(full).map_or(0, |word| word.trailing_ones())
    }

    fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        let word_bits = |(at, &word): (usize, &u64)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| 64 * at as u32 + rest.trailing_zeros());
                rest &= rest.wrapping_sub(1);
                bit
            })
        };
        self.0.iter().enumerate().flat_map(word_bits)
    }
}

/// What a remainder can leave: the nimbers of one, two and three heaps, of any or of unequal ones.
#[derive(Clone, Default)]
struct Left {
    one: Nimbers,
    two: Nimbers,
    two_unequal: Nimbers,
    three: Nimbers,
    three_unequal: Nimbers,
}

impl Left {
    fn union(&mut self, other: &Left) {
        self.one.union(&other.one);
        self.two.union(&other.two);
        self.two_unequal.union(&other.two_unequal);
        self.three.union(&other.three);
        self.three_unequal.union(&other.three_unequal);
    }

    /// Add to the options what a digit allows.
    fn offer(&self, digit: u8, options: &mut Nimbers) {
        if digit & ONE != 0 {
            options.union(&self.one);
        }
        if digit & TWO != 0 {
            options.union(if digit & UNEQUAL == 0 { &self.two } else { &self.two_unequal });
        }
        if digit & THREE != 0 {
            options.union(if digit & UNEQUAL == 0 { &self.three } else { &self.three_unequal });
        }
    }
}

/// The nimbers of the two heaps that a remainder can leave; those of unequal ones where three must be unequal.
struct Pairs {
    two: Nimbers,
    unequal: Nimbers,
    /// The nimbers that more than one pair of unequal heaps has.
    repeated: Nimbers,
}

/// The nimbers of heaps of 0, 1, 2 … beans, as far as they were asked for.
///
/// What a remainder can leave as two or three heaps is computed once per remainder, not once per move, and kept as a
/// set of nimbers: the last ones for the digits that are written out, and for repeating digits the unions over all
/// remainders of one residue. Two heaps cost O(n^2) steps in total, three heaps as many times the distinct nimbers.
pub struct NimSequence {
    code: HeapCode,
    values: Vec<u32>,
    /// What the remainders n-1, n-2, … can leave, the newest in front, as far back as digits are written out.
    recent: VecDeque<Left>,
    /// What all remainders that repeating digits reach can leave, by residue.
    reached: Vec<Left>,
    /// The two heaps that all remainders can leave, when there are three heaps to leave.
    pairs: Vec<Pairs>,
    seen: Vec<bool>,
    bytes: u64,
    /// The preperiod and the period, once they are proved.
    period: Option<(usize, usize)>,
}

impl NimSequence {
    pub fn new(code: HeapCode) -> NimSequence {
        NimSequence {
            values: Vec::new(),
            recent: VecDeque::new(),
            reached: vec![Left::default(); code.cycle.len()],
            pairs: Vec::new(),
            seen: vec![false],
            bytes: 0,
            period: None,
            code,
        }
    }

    /// The nimbers found so far.
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// The preperiod and the period, if they are proved.
    pub fn period(&self) -> Option<(usize, usize)> {
        self.period
    }

    /// Compute the nimbers of heaps of up to `up_to` beans.
    pub fn extend(&mut self, up_to: usize, control: &Control) -> Result<()> {
        let mut ticker = control.ticker();
        while self.values.len() <= up_to {
            ticker.check()?;
            control.memory(self.bytes)?;
            self.step();
        }
        Ok(())
    }

    /// Look for a period among the nimbers of heaps of up to `up_to` beans, of more and more of them.
    pub fn find_period(&mut self, up_to: usize, control: &Control) -> Result<()> {
        let mut next = self.values.len().max(FIRST_LOOK).min(up_to);
        while self.period.is_none() {
            self.extend(next, control)?;
            self.period = period(&self.values, &self.code, control)?;
            if next == up_to {
                break;
            }
            next = up_to.min(2 * next);
        }
        Ok(())
    }

    /// The nimber of one heap. A proved period makes large heaps as cheap as small ones.
    pub fn of(&mut self, heap: usize, control: &Control) -> Result<u32> {
        if heap >= self.values.len() && self.period.is_none() {
            self.find_period(heap, control)?;
        }
        Ok(match self.period {
            Some((start, period)) if heap >= start => self.values[start + (heap - start) % period],
            _ => self.values[heap],
        })
    }

    /// The nimber of the next heap.
    fn step(&mut self) {
        let n = self.values.len();
        let mut left = self.left(n);
        let code = &self.code;
        let mut options = Nimbers::default();
        left.offer(code.digits[0], &mut options);
        for (&digit, left) in code.digits[1..].iter().zip(&self.recent) {
            left.offer(digit, &mut options);
        }
        if n > 0 && code.digit(n) & VANISH != 0 {
            options.insert(0);
        }
        let written = code.digits.len();
        let residues = self.reached.len();
        if residues > 0
            && let Some(rest) = n.checked_sub(written)
        {
            if let Some(left) = self.recent.get(written - 1) {
                self.reached[rest % residues].union(left);
            }
            for (&digit, rest) in code.cycle.iter().zip((0..=rest).rev()) {
                self.reached[rest % residues].offer(digit, &mut options);
            }
        }
        let nimber = options.mex();
        if nimber as usize >= self.seen.len() {
            self.seen.resize((nimber as usize + 1).next_power_of_two(), false);
        }
        self.values.push(nimber);
        self.bytes += 4;
        if n > 0 {
            left.one.insert(nimber);
        }
        if code.parts() == 3 {
            let (unequal, repeated) = if code.three_unequal() {
                (left.two_unequal.clone(), repeated_pairs(&self.values, n, &left.two_unequal))
            } else {
                Default::default()
            };
            let pairs = Pairs { two: left.two.clone(), unequal, repeated };
            self.bytes +=
                8 * [&pairs.two, &pairs.unequal, &pairs.repeated].map(|set| set.0.len() as u64).iter().sum::<u64>();
            self.pairs.push(pairs);
        }
        self.recent.push_front(left);
        self.recent.truncate(written);
    }

    /// What `n` beans can be left as, besides one heap, which is not known yet.
    fn left(&mut self, n: usize) -> Left {
        let parts = self.code.parts();
        let mut left = Left::default();
        if parts >= 2 {
            left.two_unequal = unequal_heaps(&self.values, n, &mut self.seen);
            left.two = left.two_unequal.clone();
            if n > 0 && n.is_multiple_of(2) {
                left.two.insert(0);
            }
        }
        if parts == 3 {
            left.three = three_heaps(&self.values, n, &self.pairs);
        }
        if self.code.three_unequal() {
            left.three_unequal = three_unequal_heaps(&self.values, n, &self.pairs);
        }
        left
    }
}

/// A period is first looked for among so many nimbers.
const FIRST_LOOK: usize = 512;

/// The nimbers of two unequal heaps with `n` beans together. All nimbers known are below `seen.len()`, a power of two.
fn unequal_heaps(sequence: &[u32], n: usize, seen: &mut [bool]) -> Nimbers {
    if n >= 3 {
        let most = (n - 1) / 2;
        for (a, b) in sequence[1..=most].iter().zip(sequence[n - most..n].iter().rev()) {
            seen[(a ^ b) as usize] = true;
        }
    }
    let mut set = Nimbers::default();
    for (nimber, seen) in seen.iter_mut().enumerate().filter(|(_, seen)| **seen) {
        set.insert(nimber as u32);
        *seen = false;
    }
    set
}

/// The nimbers of three heaps with `n` beans together; the first of them is a smallest one.
fn three_heaps(sequence: &[u32], n: usize, pairs: &[Pairs]) -> Nimbers {
    let mut set = Nimbers::default();
    for first in 1..=n / 3 {
        pairs[n - first].two.iter().for_each(|pair| set.insert(sequence[first] ^ pair));
    }
    set
}

/// The nimbers of three heaps with `n` beans together, no two of them equal. Of the pairs that go with the first heap one
/// has that heap once more; its nimber counts only if another pair has it too.
fn three_unequal_heaps(sequence: &[u32], n: usize, pairs: &[Pairs]) -> Nimbers {
    let mut set = Nimbers::default();
    for first in 1..=n / 3 {
        let pairs = &pairs[n - first];
        let last = n - 2 * first;
        let same = (last != first).then(|| sequence[first] ^ sequence[last]);
        pairs
            .unequal
            .iter()
            .filter(|&pair| same != Some(pair) || pairs.repeated.contains(pair))
            .for_each(|pair| set.insert(sequence[first] ^ pair));
    }
    set
}

/// The nimbers that more than one pair of unequal heaps with `n` beans together has; `unequal` are those that any has.
fn repeated_pairs(sequence: &[u32], n: usize, unequal: &Nimbers) -> Nimbers {
    let mut fresh = unequal.clone();
    let mut repeated = Nimbers::default();
    for a in 1..n.div_ceil(2) {
        let pair = sequence[a] ^ sequence[n - a];
        if fresh.contains(pair) {
            fresh.remove(pair);
        } else {
            repeated.insert(pair);
        }
    }
    repeated
}

/// The preperiod and the period of a nim sequence, if the sequence is long enough to prove them.
///
/// When moves take at most k beans and leave at most t heaps, equality of G(n) and G(n + p) for all n from n0 up to, not
/// including, t n0 + (t - 1) p + k makes it hold for ever: beyond that, one heap of every option has at least n0 + p
/// beans and can be exchanged for one of p fewer (Guy & Smith for t = 2). As no heap is empty, n0 counts as at least 1:
/// in `4.0` heaps of 0 and 1 are alike, and a heap of 2 is not. Where two heaps must be unequal, the exchange
/// may make them equal; p + 2 more equalities see to it that 0, the nimber of two equal heaps, is then that of the heaps
/// one period apart as well. With three unequal heaps b + p, b and c the exchange may leave b, b and c; 6 p + 3 more
/// equalities see to it that b is above n0 + 2 p, so that b + p, b - p and c have the same nimber, or b + 2 p, b - 2 p and
/// c where c is b - p. Codes that repeat have no such k: `None`.
pub fn period(sequence: &[u32], code: &HeapCode, control: &Control) -> Result<Option<(usize, usize)>> {
    let Some(most) = code.most() else { return Ok(None) };
    let heaps = code.parts().max(2);
    let unequal = code.digits.iter().any(|digit| digit & UNEQUAL != 0);
    let mut ticker = control.ticker();
    for period in 1..sequence.len() {
        ticker.check()?;
        let mut pairs = sequence.iter().zip(&sequence[period..]);
        let preperiod = pairs.rposition(|(a, b)| a != b).map_or(0, |last| last + 1);
        let more = if code.three_unequal() {
            6 * period + 3
        } else if unequal {
            period + 2
        } else {
            0
        };
        if heaps * preperiod.max(1) + (heaps - 1) * period + most + more + period <= sequence.len() {
            return Ok(Some((preperiod, period)));
        }
    }
    Ok(None)
}

#[cfg(test)]
#[path = "heaps_tests.rs"]
mod tests;
