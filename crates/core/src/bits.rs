//! Fixed-width bit sets, the positions of the mask kernel: 64 to 1024 bits as an array of words that lives in registers
//! for the small widths.

use std::hash::{Hash, Hasher};
use std::ops::{BitAnd, BitOr, BitXor, Not};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Bits<const W: usize>(pub [u64; W]);

/// The widths, in words, for which the kernel is compiled.
pub const WIDTHS: [usize; 5] = [1, 2, 4, 8, 16];

impl<const W: usize> Default for Bits<W> {
    fn default() -> Self {
        Bits([0; W])
    }
}

impl<const W: usize> Hash for Bits<W> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        for word in self.0 {
            state.write_u64(word);
        }
    }
}

/// Does this processor shift by any distance, and count zeros, in one instruction?
#[cfg(target_arch = "x86_64")]
#[inline(always)]
#[must_use]
pub fn nimble() -> bool {
    is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

/// `nimbly!(function, arguments)` calls a function that is always inlined, compiled once for all processors and once for
/// [`nimble`] ones.
macro_rules! nimbly {
    ([$($generic:tt)*] $function:ident ($($name:ident: $kind:ty),* $(,)?) $(-> $out:ty)?) => {{
        #[cfg(target_arch = "x86_64")]
        {
            #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
            fn nimble<$($generic)*>($($name: $kind),*) $(-> $out)? {
                $function($($name),*)
            }
            if crate::bits::nimble() {
                // SAFETY: the processor has what the function is compiled for.
                return unsafe { nimble($($name),*) };
            }
        }
        $function($($name),*)
    }};
}
pub(crate) use nimbly;

macro_rules! word_by_word {
    ($trait:ident, $method:ident, $op:tt) => {
        impl<const W: usize> $trait for Bits<W> {
            type Output = Self;
            #[inline(always)]
            fn $method(mut self, other: Self) -> Self {
                for i in 0..W {
                    self.0[i] $op other.0[i];
                }
                self
            }
        }
    };
}
word_by_word!(BitAnd, bitand, &=);
word_by_word!(BitOr, bitor, |=);
word_by_word!(BitXor, bitxor, ^=);

impl<const W: usize> Not for Bits<W> {
    type Output = Self;
    #[inline(always)]
    fn not(mut self) -> Self {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}

impl<const W: usize> Bits<W> {
    #[inline(always)]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline(always)]
    #[must_use]
    pub fn meets(&self, other: &Self) -> bool {
        !(*self & *other).is_empty()
    }

    #[inline(always)]
    #[must_use]
    pub fn contains(&self, other: &Self) -> bool {
        (*other & !*self).is_empty()
    }

    /// One bit.
    #[must_use]
    pub fn alone(bit: usize) -> Self {
        let mut bits = Self::default();
        bits.set(bit);
        bits
    }

    #[inline(always)]
    pub fn set(&mut self, bit: usize) {
        self.0[bit >> 6] |= 1 << (bit & 63);
    }

    #[inline(always)]
    pub fn remove(&mut self, bit: usize) {
        self.0[bit >> 6] &= !(1 << (bit & 63));
    }

    #[inline(always)]
    #[must_use]
    pub fn get(&self, bit: usize) -> bool {
        self.0[bit >> 6] >> (bit & 63) & 1 != 0
    }

    /// The bits in increasing order.
    pub fn ones(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(i, word)| Ones(word).map(move |bit| i * 64 + bit))
    }

    #[must_use]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Towards bit 0, dropping what falls out.
    #[inline(always)]
    #[must_use]
    pub fn shifted_down(&self, by: usize) -> Self {
        if W == 1 {
            let mut out = *self;
            out.0[0] = if by < 64 { self.0[0] >> by } else { 0 };
            return out;
        }
        let (words, bits) = (by >> 6, by & 63);
        let mut out = Self::default();
        for i in 0..W.saturating_sub(words) {
            out.0[i] = self.0[i + words] >> bits;
            if bits > 0 && i + words + 1 < W {
                out.0[i] |= self.0[i + words + 1] << (64 - bits);
            }
        }
        out
    }

    /// Away from bit 0, dropping what falls out.
    #[inline(always)]
    #[must_use]
    pub fn shifted_up(&self, by: usize) -> Self {
        let (words, bits) = (by >> 6, by & 63);
        let mut out = Self::default();
        for i in words..W {
            out.0[i] = self.0[i - words] << bits;
            if bits > 0 && i > words {
                out.0[i] |= self.0[i - words - 1] >> (64 - bits);
            }
        }
        out
    }

    /// [`Bits::shifted_down`] by less than 64 W: what is known to be so costs no test.
    #[inline(always)]
    #[must_use]
    pub fn down(&self, by: usize) -> Self {
        debug_assert!(by < 64 * W);
        if W > 1 {
            return self.shifted_down(by);
        }
        let mut out = *self;
        out.0[0] >>= by & 63;
        out
    }

    /// [`Bits::shifted_up`] by less than 64 W.
    #[inline(always)]
    #[must_use]
    pub fn up(&self, by: usize) -> Self {
        debug_assert!(by < 64 * W);
        if W > 1 {
            return self.shifted_up(by);
        }
        let mut out = *self;
        out.0[0] <<= by & 63;
        out
    }

    /// The first bit becomes the last.
    #[inline(always)]
    #[must_use]
    pub fn reversed(&self) -> Self {
        let mut out = Self::default();
        for i in 0..W {
            out.0[i] = self.0[W - 1 - i].reverse_bits();
        }
        out
    }

    /// The lowest bit that is set; 64 W if there is none.
    #[inline(always)]
    #[must_use]
    pub fn lowest(&self) -> usize {
        if W == 1 {
            return self.0[0].trailing_zeros() as usize;
        }
        let empty = self.0.iter().take_while(|&&word| word == 0).count();
        64 * empty + self.0.get(empty).map_or(0, |word| word.trailing_zeros() as usize)
    }

    /// The highest bit that is set; 64 W if there is none.
    #[inline(always)]
    #[must_use]
    pub fn highest(&self) -> usize {
        if W == 1 {
            return if self.0[0] == 0 { 64 } else { 63 - self.0[0].leading_zeros() as usize };
        }
        let word = (0..W).rev().find(|&i| self.0[i] != 0);
        word.map_or(64 * W, |i| 64 * i + 63 - self.0[i].leading_zeros() as usize)
    }

    /// The lowest bit that is set, alone.
    #[inline(always)]
    #[must_use]
    pub fn lowest_alone(&self) -> Self {
        let mut out = Self::default();
        if W == 1 {
            out.0[0] = self.0[0] & self.0[0].wrapping_neg();
            return out;
        }
        for i in 0..W {
            if self.0[i] != 0 {
                out.0[i] = self.0[i] & self.0[i].wrapping_neg();
                break;
            }
        }
        out
    }

    /// A 64-bit hash, one multiplication a word.
    #[inline(always)]
    #[must_use]
    pub fn key(&self) -> u64 {
        self.0.iter().fold(0x9E37_79B9_7F4A_7C15, |hash, word| {
            let product = u128::from(hash ^ word) * 0xA076_1D64_78BD_642F;
            (product as u64) ^ ((product >> 64) as u64)
        })
    }

    /// The first `n` bits set.
    #[inline(always)]
    #[must_use]
    pub fn first(n: usize) -> Self {
        let mut out = Self::default();
        for i in 0..W {
            let rest = n.saturating_sub(64 * i);
            out.0[i] = if rest < 64 { (1 << rest) - 1 } else { u64::MAX };
        }
        out
    }

    /// Little-endian bytes, as many as `bits` need.
    #[must_use]
    pub fn to_bytes(&self, bits: usize) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.0.iter().flat_map(|word| word.to_le_bytes()).collect();
        bytes.truncate(bits.div_ceil(8));
        bytes
    }

    /// The inverse of [`Bits::to_bytes`]; `None` when the bytes do not fit.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        if bytes.len() > W * 8 {
            return None;
        }
        let mut out = Self::default();
        for (i, &byte) in bytes.iter().enumerate() {
            out.0[i >> 3] |= u64::from(byte) << ((i & 7) * 8);
        }
        Some(out)
    }
}

struct Ones(u64);

impl Iterator for Ones {
    type Item = usize;
    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(bit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifting_agrees_with_moving_each_bit() {
        let mut bits = Bits::<4>::default();
        for bit in [0, 5, 63, 64, 100, 129, 200, 255] {
            bits.set(bit);
        }
        for by in 0..256 {
            let expected: Vec<usize> = bits.ones().filter(|&b| b >= by).map(|b| b - by).collect();
            assert_eq!(bits.shifted_down(by).ones().collect::<Vec<_>>(), expected, "by {by}");
            let expected: Vec<usize> = bits.ones().map(|b| b + by).filter(|&b| b < 256).collect();
            assert_eq!(bits.shifted_up(by).ones().collect::<Vec<_>>(), expected, "by {by}");
            let rest = bits.shifted_down(by);
            let lowest: Vec<usize> = rest.lowest_alone().ones().collect();
            assert_eq!(lowest, rest.ones().take(1).collect::<Vec<_>>());
            assert_eq!(rest.lowest(), lowest.first().copied().unwrap_or(256));
            assert_eq!(rest.highest(), rest.ones().last().unwrap_or(256));
        }
        for n in 0..=256 {
            assert!(Bits::<4>::first(n).ones().eq(0..n));
        }
        let expected: Vec<usize> = (0..256).filter(|&b| bits.get(255 - b)).collect();
        assert_eq!(bits.reversed().ones().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn shifting_by_less_than_all_is_the_same() {
        let word = Bits([0x8000_0F0F_1234_5671_u64]);
        let words = Bits([0x8000_0F0F_1234_5671_u64, 0xFEDC_0000_8001_7777]);
        for by in 0..64 {
            assert_eq!((word.down(by), word.up(by)), (word.shifted_down(by), word.shifted_up(by)));
        }
        for by in 0..128 {
            assert_eq!((words.down(by), words.up(by)), (words.shifted_down(by), words.shifted_up(by)));
        }
    }

    #[test]
    fn keys_of_near_positions_differ_everywhere() {
        // low and high bits of the keys of all positions with few bits: no more collisions than chance allows
        let positions: Vec<Bits<2>> = (0..128)
            .flat_map(|a| (a..128).flat_map(move |b| (b..128).map(move |c| (a, b, c))))
            .map(|(a, b, c)| {
                let mut bits = Bits::default();
                for bit in [a, b, c] {
                    bits.set(bit);
                }
                bits
            })
            .collect::<std::collections::BTreeSet<_>>()
            .into_iter()
            .collect();
        let distinct = |part: fn(u64) -> u64| {
            positions.iter().map(|bits| part(bits.key())).collect::<std::collections::HashSet<_>>().len()
        };
        let expected = positions.len() * 999 / 1000;
        assert!(distinct(|key| key & 0xFFFF_FFFF) > expected && distinct(|key| key >> 32) > expected);
    }

    #[test]
    fn bytes_round_trip() {
        let bits = Bits::<2>([0x0123_4567_89AB_CDEF, 0x0F]);
        let bytes = bits.to_bytes(68);
        assert_eq!(bytes.len(), 9);
        assert_eq!(Bits::<2>::from_bytes(&bytes), Some(bits));
        assert_eq!(Bits::<1>::from_bytes(&bytes), None);
    }
}
