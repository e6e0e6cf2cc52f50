//! Numbers, ups and nimbers without records: x + n.up + *k packed into one 31-bit code.
//!
//! The packed form holds numerators of 15 bits, denominators to 2^15, 64 ups either way and nimbers below 32; what does
//! not fit is a [`Nus`] of any size, which the universe numbers. Canonical options are computed, not stored
//! (Siegel, *Combinatorial Game Theory*, II.1 and II.3): for n > 0 the options of x + n.up + *k are x for Left and
//! x + (n-1).up + *(k xor 1) for Right, but those of x + up + * are x, x + * and x.

use super::dyadic::Dyadic;
use std::cmp::Ordering;

/// A number, a multiple of up and a nimber.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Nus {
    pub number: Dyadic,
    pub ups: i64,
    pub nimber: u32,
}

/// The packed form, and what is done with it in the inner loops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Packed {
    pub num: i32,
    pub exp: u32,
    pub ups: i32,
    pub nimber: u32,
}

const EXP_BITS: u32 = 4;
const UPS_BITS: u32 = 7;
const NIM_BITS: u32 = 5;
const MAX_EXP: u32 = (1 << EXP_BITS) - 1;
const NUM_LIMIT: i64 = 1 << 14;
const UPS_LIMIT: i64 = 1 << (UPS_BITS - 1);
const NIM_LIMIT: u32 = 1 << NIM_BITS;

impl Packed {
    pub const ZERO: Packed = Packed { num: 0, exp: 0, ups: 0, nimber: 0 };

    /// num / 2^exp + ups.up + *nimber, unless it is too large.
    #[inline]
    pub fn new(mut num: i64, mut exp: u32, ups: i64, nimber: u32) -> Option<Packed> {
        if num == 0 {
            exp = 0;
        } else {
            let halve = num.trailing_zeros().min(exp);
            num >>= halve;
            exp -= halve;
        }
        let fits = (-NUM_LIMIT..NUM_LIMIT).contains(&num)
            && exp <= MAX_EXP
            && (-UPS_LIMIT..UPS_LIMIT).contains(&ups)
            && nimber < NIM_LIMIT;
        fits.then_some(Packed { num: num as i32, exp, ups: ups as i32, nimber })
    }

    #[inline]
    pub fn encode(self) -> u32 {
        let num = (self.num as u32) & 0x7FFF;
        let ups = (self.ups as u32) & 0x7F;
        num << (EXP_BITS + UPS_BITS + NIM_BITS) | self.exp << (UPS_BITS + NIM_BITS) | ups << NIM_BITS | self.nimber
    }

    #[inline]
    pub fn decode(code: u32) -> Packed {
        Packed {
            num: (code << 1) as i32 >> 17,
            exp: (code >> (UPS_BITS + NIM_BITS)) & MAX_EXP,
            ups: (code << (32 - UPS_BITS - NIM_BITS)) as i32 >> (32 - UPS_BITS),
            nimber: code & (NIM_LIMIT - 1),
        }
    }

    /// The number on a scale common to all packed numbers.
    #[inline]
    pub fn scaled(self) -> i64 {
        i64::from(self.num) << (MAX_EXP - self.exp)
    }

    #[inline]
    pub fn is_number(self) -> bool {
        self.ups == 0 && self.nimber == 0
    }

    #[inline]
    pub fn number(self) -> Packed {
        Packed { ups: 0, nimber: 0, ..self }
    }

    #[inline]
    pub fn add(self, other: Packed) -> Option<Packed> {
        Packed::new(
            self.scaled() + other.scaled(),
            MAX_EXP,
            i64::from(self.ups) + i64::from(other.ups),
            self.nimber ^ other.nimber,
        )
    }

    #[inline]
    pub fn negative(self) -> Option<Packed> {
        Packed::new(-i64::from(self.num), self.exp, -i64::from(self.ups), self.nimber)
    }

    /// See [`Nus::count`].
    #[inline]
    pub fn count(self, side: usize) -> usize {
        if self.is_number() {
            usize::from(self.exp > 0 || self.num.signum() == direction(side))
        } else {
            branches(i64::from(self.ups), self.nimber, side)
        }
    }

    /// See [`Nus::option`]. The options of a game that fits the packed form fit it too.
    #[inline]
    pub fn option(self, side: usize, i: usize) -> Packed {
        if self.is_number() {
            let num = i64::from(self.num) - i64::from(direction(side));
            return Packed::new(num, self.exp, 0, 0).unwrap_or(Packed::ZERO);
        }
        let (ups, nimber) = branch(i64::from(self.ups), self.nimber, side, i);
        Packed { ups: ups as i32, nimber, ..self }
    }

    #[inline]
    pub fn le(self, other: Packed) -> bool {
        match self.scaled().cmp(&other.scaled()) {
            Ordering::Equal => ups_le(i64::from(other.ups) - i64::from(self.ups), self.nimber ^ other.nimber),
            order => order == Ordering::Less,
        }
    }
}

/// 0 <= ups.up + *nimber?
#[inline]
fn ups_le(ups: i64, nimber: u32) -> bool {
    match ups {
        0 => nimber == 0,
        1 => nimber != 1,
        _ => ups > 1,
    }
}

impl From<Packed> for Nus {
    fn from(packed: Packed) -> Nus {
        let number = Dyadic::new(i64::from(packed.num), packed.exp).unwrap_or_default();
        Nus { number, ups: i64::from(packed.ups), nimber: packed.nimber }
    }
}

impl Nus {
    pub fn packed(&self) -> Option<Packed> {
        let (num, exp) = self.number.as_small()?;
        Packed::new(num, exp, self.ups, self.nimber)
    }

    pub fn is_number(&self) -> bool {
        self.ups == 0 && self.nimber == 0
    }

    pub fn le(&self, other: &Nus) -> bool {
        match self.number.cmp(&other.number) {
            Ordering::Equal => ups_le(other.ups.saturating_sub(self.ups), self.nimber ^ other.nimber),
            order => order == Ordering::Less,
        }
    }

    /// `None` when the ups overflow.
    pub fn add(&self, other: &Nus) -> Option<Nus> {
        Some(Nus {
            number: &self.number + &other.number,
            ups: self.ups.checked_add(other.ups)?,
            nimber: self.nimber ^ other.nimber,
        })
    }

    pub fn negative(&self) -> Option<Nus> {
        Some(Nus { number: -&self.number, ups: self.ups.checked_neg()?, nimber: self.nimber })
    }

    /// Number of options of Left (`side` 0) or Right (1).
    pub fn count(&self, side: usize) -> usize {
        if self.is_number() {
            usize::from(!self.number.is_integer() || self.number.signum() == direction(side))
        } else {
            branches(self.ups, self.nimber, side)
        }
    }

    pub fn option(&self, side: usize, i: usize) -> Nus {
        if self.is_number() {
            let unit = Dyadic::from_big(1.into(), self.number.exponent()).unwrap_or_default();
            let number = if side == 0 { &self.number - &unit } else { &self.number + &unit };
            return Nus { number, ups: 0, nimber: 0 };
        }
        let (ups, nimber) = branch(self.ups, self.nimber, side, i);
        Nus { number: self.number.clone(), ups, nimber }
    }
}

fn direction(side: usize) -> i32 {
    if side == 0 { 1 } else { -1 }
}

/// How many options ups.up + *nimber has, unless it is zero.
#[inline]
fn branches(ups: i64, nimber: u32, side: usize) -> usize {
    match (ups * i64::from(direction(side)), nimber) {
        (0, k) => k as usize,
        (1, 1) => 2,
        _ => 1,
    }
}

#[inline]
fn branch(ups: i64, nimber: u32, side: usize, i: usize) -> (i64, u32) {
    match ups {
        0 => (0, i as u32),
        1 | -1 if nimber == 1 => (0, i as u32),
        n if (n > 0) == (side == 0) => (0, 0),
        n => (n - n.signum(), nimber ^ 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_round_trip() {
        for num in [-16384i64, -3, -1, 0, 1, 5, 16383] {
            for exp in [0, 1, 7, 15] {
                for ups in [-64i64, -1, 0, 1, 63] {
                    for nimber in [0, 1, 31] {
                        let Some(packed) = Packed::new(num, exp, ups, nimber) else { continue };
                        assert!(packed.encode() < 1 << 31);
                        assert_eq!(Packed::decode(packed.encode()), packed);
                        assert_eq!(Nus::from(packed).packed(), Some(packed));
                    }
                }
            }
        }
        assert_eq!(Packed::new(16384, 0, 0, 0), None);
        assert_eq!(Packed::new(16384, 1, 0, 0).map(|p| (p.num, p.exp)), Some((8192, 0)));
    }

    #[test]
    fn the_order_of_ups() {
        let up = Packed { ups: 1, ..Packed::ZERO };
        let star = Packed { nimber: 1, ..Packed::ZERO };
        let le = |a: Option<Packed>, b: Packed| a.is_some_and(|a| a.le(b));
        assert!(Packed::ZERO.le(up) && !up.le(Packed::ZERO));
        assert!(!Packed::ZERO.le(star) && !star.le(Packed::ZERO));
        assert!(!star.le(up) && !up.le(star));
        assert!(le(Some(star), Packed { ups: 2, ..up }) && le(up.negative(), Packed::ZERO));
    }
}
