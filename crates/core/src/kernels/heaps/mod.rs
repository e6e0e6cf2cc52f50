//! Take-and-break games on heaps of beans: Nim, Kayles, Dawson's Kayles and all games with an octal code.
//!
//! A code d0.d1d2d3… says what a player who removes k beans from a heap may leave of it: bit 1 of the digit dk allows
//! nothing (the heap was exactly k), bit 2 one heap, bit 4 two heaps, bit 8 three heaps; none of them empty. Digits are
//! hexadecimal; d0 splits without taking, so it may only be 0, 4, 8 or C; a digit with `!` leaves two or three heaps only
//! if no two of them are equal: Grundy's game is `4!.0`; `(…)` at the end repeats for ever: Nim is `0.(3)`. Reference: Guy
//! & Smith, "The G-values of various games", 1956.
//!
//! A position is the sorted list of its heaps without empty ones, and a sum of single heaps, so its nimber is the XOR
//! of theirs. [`NimSequence`] computes nimbers of heaps; [`period`] proves that a sequence is periodic for ever;
//! [`first_wrong`] checks a sequence by other code.

mod check;
mod periods;
mod plain;
mod sequence;
mod sparse;

use crate::engine::{Code, Coded};
use crate::error::{Error, Result};
use crate::limits::Control;
use crate::rules::{Player, Rules, Stuck, Winner};
use crate::sync::lock;
pub use check::first_wrong;
pub use periods::{observed, period};
pub use plain::PlainSequence;
pub use sequence::NimSequence;
pub use sparse::SparseSequence;
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

#[cfg(test)]
mod sequence_tests;
#[cfg(test)]
mod tests;
