//! Small sets of numbers as words, and what is connected in them.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, Not};

/// A small set of numbers.
pub trait Set:
    Copy + Eq + Default + Debug + Send + Sync + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> + 'static
{
    /// It holds numbers below this one.
    const MOST: usize;

    fn with(self, i: usize) -> Self;
    /// Without its first number, which it must have.
    fn rest(self) -> Self;
    /// The numbers from `from` on, less that, as far as a word holds them.
    fn word_at(self, from: usize) -> u64;
    /// A fingerprint whose lower half is well mixed; a set of at most 128 numbers has it for itself.
    fn mixed(self) -> u128;
    fn first(self) -> usize;
    /// The largest number, of a set that is not empty.
    fn last(self) -> usize;
    fn len(self) -> usize;

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self | other
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self & !other
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self & other
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::default()
    }
}

macro_rules! small_set {
    ($word:ty) => {
        impl Set for $word {
            const MOST: usize = Self::BITS as usize;

            #[inline(always)]
            fn rest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline(always)]
            fn word_at(self, from: usize) -> u64 {
                (self >> from) as u64
            }
            #[inline(always)]
            fn mixed(self) -> u128 {
                mixed(self.into())
            }
            #[inline(always)]
            fn with(self, i: usize) -> Self {
                self | 1 << i
            }
            #[inline(always)]
            fn first(self) -> usize {
                self.trailing_zeros() as usize
            }
            #[inline(always)]
            fn last(self) -> usize {
                (Self::BITS - 1).wrapping_sub(self.leading_zeros()) as usize
            }
            #[inline(always)]
            fn len(self) -> usize {
                self.count_ones() as usize
            }
        }
    };
}

small_set!(u64);
small_set!(u128);

/// A set of numbers below 256.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Wide([u128; 2]);

impl BitAnd for Wide {
    type Output = Wide;

    #[inline(always)]
    fn bitand(self, other: Wide) -> Wide {
        Wide([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }
}

impl BitOr for Wide {
    type Output = Wide;

    #[inline(always)]
    fn bitor(self, other: Wide) -> Wide {
        Wide([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }
}

impl Not for Wide {
    type Output = Wide;

    #[inline(always)]
    fn not(self) -> Wide {
        Wide(self.0.map(Not::not))
    }
}

impl Set for Wide {
    const MOST: usize = 256;

    #[inline(always)]
    fn with(mut self, i: usize) -> Self {
        self.0[i / 128] |= 1 << (i % 128);
        self
    }

    #[inline(always)]
    fn rest(self) -> Self {
        let [low, high] = self.0;
        Wide(if low == 0 { [0, high.rest()] } else { [low.rest(), high] })
    }

    #[inline(always)]
    fn word_at(self, from: usize) -> u64 {
        let [low, high] = self.0;
        match from {
            0 => low as u64,
            1..128 => (low >> from | high << (128 - from)) as u64,
            _ => (high >> (from - 128)) as u64,
        }
    }

    #[inline(always)]
    fn mixed(self) -> u128 {
        mixed(mixed(self.0[0]) ^ mixed(!self.0[1]).rotate_left(29))
    }

    #[inline(always)]
    fn first(self) -> usize {
        let [low, high] = self.0;
        if low == 0 { 128 + high.first() } else { low.first() }
    }

    #[inline(always)]
    fn last(self) -> usize {
        let [low, high] = self.0;
        if high == 0 { low.last() } else { 128 + high.last() }
    }

    #[inline(always)]
    fn len(self) -> usize {
        self.0[0].len() + self.0[1].len()
    }
}

/// Different words for different words.
#[inline(always)]
pub fn mixed(word: u128) -> u128 {
    const ODD: u128 = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835;
    (word ^ word >> 64).wrapping_mul(ODD).rotate_right(64)
}

#[inline(always)]
pub fn only<S: Set>(number: usize) -> S {
    S::default().with(number)
}

/// The numbers in a set, in order.
#[inline(always)]
pub fn each<S: Set>(mut set: S) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (!set.is_empty()).then(|| set.first())?;
        set = set.rest();
        Some(first)
    })
}

/// Take out what is connected with the first number of a set, which must not be empty, and visit each.
#[inline(always)]
pub fn take_connected<S: Set>(linked: &[S], rest: &mut S, mut visit: impl FnMut(usize)) {
    let none = S::default();
    let mut front = none.with(rest.first());
    while front != none {
        let j = front.first();
        visit(j);
        *rest = rest.without(none.with(j));
        front = front.or(linked[j]).and(*rest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::toys::Random;
    use std::collections::BTreeSet;

    #[test]
    fn wide_sets_are_sets() {
        let mut random = Random(6);
        for _ in 0..2000 {
            let mut some = || -> BTreeSet<usize> { (0..random.below(9)).map(|_| random.below(256) as usize).collect() };
            let [a, b] = [some(), some()];
            let [x, y] = [&a, &b].map(|set| set.iter().fold(Wide::default(), |set, &i| set.with(i)));
            assert_eq!(each(x).collect::<BTreeSet<_>>(), a);
            assert_eq!(each(x & y).collect::<BTreeSet<_>>(), &a & &b);
            assert_eq!(each(x | y).collect::<BTreeSet<_>>(), &a | &b);
            assert_eq!(each(x.without(y)).collect::<BTreeSet<_>>(), &a - &b);
            assert_eq!((x.len(), x.is_empty()), (a.len(), a.is_empty()));
            if let (Some(&first), Some(&last)) = (a.first(), a.last()) {
                assert_eq!((x.first(), x.last()), (first, last));
            }
            let from = random.below(256) as usize;
            assert_eq!(x.word_at(from), a.range(from..(from + 64)).fold(0, |word, i| word | 1 << (i - from)));
            assert_eq!(x.mixed() == y.mixed(), a == b);
        }
    }
}
