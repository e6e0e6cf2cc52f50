//! The nimbers of single heaps, one after the other, of any code, by all options.

use super::{HeapCode, ONE, THREE, TWO, UNEQUAL, VANISH};
use crate::error::Result;
use crate::limits::Control;
use std::collections::VecDeque;

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
pub struct PlainSequence {
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
}

impl PlainSequence {
    pub fn new(code: HeapCode) -> PlainSequence {
        PlainSequence {
            values: Vec::new(),
            recent: VecDeque::new(),
            reached: vec![Left::default(); code.cycle.len()],
            pairs: Vec::new(),
            seen: vec![false],
            bytes: 0,
            code,
        }
    }

    /// The nimbers found so far.
    pub fn values(&self) -> &[u32] {
        &self.values
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
