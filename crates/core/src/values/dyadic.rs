//! Dyadic rationals: the numbers that short games can be equal to.
//!
//! A [`Dyadic`] is `n / 2^e`, exact and of any size. Almost all numbers that occur fit in 16 bytes (a 64-bit numerator
//! and an exponent of at most 62); their arithmetic is done in 128 bits and cannot overflow. What does not fit goes to
//! a boxed big integer. Every number has one representation: the numerator is odd or the exponent is 0, and what fits
//! is small, so equality and hashing are structural.
//!
//! Numbers of outside origin are refused when the exponent is above [`MAX_EXPONENT`]. The operators do not check, and
//! no single one of them can overflow on such numbers; [`Dyadic::bounded`] checks, for results that are to be kept.

use crate::error::{Error, Result};
use num_bigint::{BigInt, BigUint, Sign};
use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Bound, Mul, Neg, Sub};

/// The largest exponent that constructors accept: a denominator of a million bits is a mistake, not a number.
pub const MAX_EXPONENT: u32 = 1 << 20;

/// The largest exponent of the small form. Sums then need 63 + 62 bits and one for the carry, which 128 bits hold.
const SMALL_EXPONENT: u32 = 62;

/// An exact number `n / 2^e`.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Dyadic(Form);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Form {
    Small { num: i64, exp: u8 },
    Big(Box<(BigInt, u32)>),
}

use Form::{Big, Small};

impl Dyadic {
    pub const ZERO: Dyadic = Dyadic(Small { num: 0, exp: 0 });
    pub const ONE: Dyadic = Dyadic(Small { num: 1, exp: 0 });
    pub const MINUS_ONE: Dyadic = Dyadic(Small { num: -1, exp: 0 });

    /// `num / 2^exp`; fails if the exponent in lowest terms is above [`MAX_EXPONENT`].
    pub fn new(num: i64, exp: u32) -> Result<Dyadic> {
        if exp <= SMALL_EXPONENT { Ok(Dyadic::small(num.into(), exp)) } else { Dyadic::from_big(num.into(), exp) }
    }

    /// `num / 2^exp`; fails if the exponent in lowest terms is above [`MAX_EXPONENT`].
    pub fn from_big(num: BigInt, exp: u32) -> Result<Dyadic> {
        Dyadic::big(num, exp).bounded()
    }

    /// `1 / 2^exp`.
    pub fn unit(exp: u32) -> Dyadic {
        Dyadic::small(1, exp)
    }

    /// `num / 2^exp` where the exponent is known to be in bounds.
    #[inline]
    pub(super) fn ratio(num: i64, exp: u32) -> Dyadic {
        Dyadic::small(num.into(), exp)
    }

    /// The number itself unless its exponent is above [`MAX_EXPONENT`].
    pub fn bounded(self) -> Result<Dyadic> {
        if self.exponent() <= MAX_EXPONENT {
            Ok(self)
        } else {
            Err(Error::too_large(format!("a number has denominator 2^{} (limit 2^{MAX_EXPONENT})", self.exponent())))
        }
    }

    #[inline]
    fn small(num: i128, exp: u32) -> Dyadic {
        let drop = if num == 0 { exp } else { exp.min(num.trailing_zeros()) };
        let (num, exp) = (num >> drop, exp - drop);
        match i64::try_from(num) {
            Ok(num) if exp <= SMALL_EXPONENT => Dyadic(Small { num, exp: exp as u8 }),
            _ => Dyadic(Big(Box::new((num.into(), exp)))),
        }
    }

    fn big(num: BigInt, exp: u32) -> Dyadic {
        // A number has a trailing one unless it is 0; the conversion fails only above `exp`, which is the minimum then.
        let drop = num.trailing_zeros().map_or(exp, |zeros| u32::try_from(zeros).map_or(exp, |zeros| exp.min(zeros)));
        let (num, exp) = if drop == 0 { (num, exp) } else { (num >> drop, exp - drop) };
        match i64::try_from(&num) {
            Ok(num) if exp <= SMALL_EXPONENT => Dyadic(Small { num, exp: exp as u8 }),
            _ => Dyadic(Big(Box::new((num, exp)))),
        }
    }

    /// The numerator in lowest terms.
    pub fn numerator(&self) -> BigInt {
        match &self.0 {
            Small { num, .. } => (*num).into(),
            Big(big) => big.0.clone(),
        }
    }

    /// The exponent `e` of the denominator `2^e` in lowest terms.
    #[inline]
    pub fn exponent(&self) -> u32 {
        match &self.0 {
            Small { exp, .. } => (*exp).into(),
            Big(big) => big.1,
        }
    }

    /// Numerator and exponent, if the number fits the small form (64 bits and at most 62).
    #[inline]
    pub fn as_small(&self) -> Option<(i64, u32)> {
        match &self.0 {
            Small { num, exp } => Some((*num, (*exp).into())),
            Big(_) => None,
        }
    }

    pub fn as_integer(&self) -> Option<BigInt> {
        self.is_integer().then(|| self.numerator())
    }

    #[inline]
    pub fn is_integer(&self) -> bool {
        self.exponent() == 0
    }

    #[inline]
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Small { num: 0, .. })
    }

    /// -1, 0 or 1.
    #[inline]
    pub fn signum(&self) -> i32 {
        match &self.0 {
            Small { num, .. } => num.signum() as i32,
            Big(big) => match big.0.sign() {
                Sign::Minus => -1,
                Sign::NoSign => 0,
                Sign::Plus => 1,
            },
        }
    }

    /// The number divided by `2^by`.
    fn scaled_down(&self, by: u32) -> Dyadic {
        match &self.0 {
            Small { num, exp } if by <= SMALL_EXPONENT => Dyadic::small((*num).into(), u32::from(*exp) + by),
            _ => Dyadic::big(self.numerator(), self.exponent() + by),
        }
    }

    pub fn half(&self) -> Dyadic {
        self.scaled_down(1)
    }

    /// The number half way between two.
    pub fn average(a: &Dyadic, b: &Dyadic) -> Dyadic {
        (a + b).half()
    }

    /// The greatest integer that is not above the number.
    pub fn floor(&self) -> BigInt {
        match &self.0 {
            Small { num, exp } => (num >> exp).into(),
            Big(big) => &big.0 >> big.1,
        }
    }

    /// The least integer that is not below the number.
    pub fn ceil(&self) -> BigInt {
        if self.is_integer() { self.numerator() } else { self.floor() + 1 }
    }

    /// The day on which the number is born (Conway, *On Numbers and Games*, chapters 1 and 2): `|n|` for an integer
    /// n, and `floor(|x|) + 1 + e` for a fraction with denominator `2^e`.
    pub fn birthday(&self) -> BigInt {
        let size = BigInt::from(self.floor_of_size());
        if self.is_integer() { size } else { size + 1 + self.exponent() }
    }

    fn floor_of_size(&self) -> BigUint {
        match &self.0 {
            Small { num, exp } => (num.unsigned_abs() >> exp).into(),
            Big(big) => big.0.magnitude() >> big.1,
        }
    }

    /// Bytes on the heap.
    pub fn bytes(&self) -> usize {
        match &self.0 {
            Small { .. } => 0,
            Big(big) => size_of::<(BigInt, u32)>() + big.0.magnitude().bits().div_ceil(64) as usize * 8,
        }
    }

    /// The number with the least birthday in an interval; none if the interval is empty.
    ///
    /// This is the value of a game `{a, b, ... | c, d, ...}` of numbers, by the simplicity theorem (*On Numbers and
    /// Games*, theorem 11): zero if it is inside, else the integer nearest to zero, else the multiple of the
    /// largest `1 / 2^k`, of which there is just one.
    pub fn simplest_between(low: Bound<&Dyadic>, high: Bound<&Dyadic>) -> Option<Dyadic> {
        use Bound::{Excluded, Included, Unbounded};
        match (low, high) {
            (Included(a), Included(b)) if a > b => return None,
            (Included(a) | Excluded(a), Included(b) | Excluded(b)) if a >= b && low != high => return None,
            (Excluded(a), Excluded(b)) if a >= b => return None,
            _ => (),
        }
        let above = |x: &Dyadic| match low {
            Included(a) => x >= a,
            Excluded(a) => x > a,
            Unbounded => true,
        };
        let below = |x: &Dyadic| match high {
            Included(b) => x <= b,
            Excluded(b) => x < b,
            Unbounded => true,
        };
        if !above(&Dyadic::ZERO) {
            Dyadic::simplest_positive(low, high, below)
        } else if !below(&Dyadic::ZERO) {
            let (low, high) = (high.map(|x| -x), low.map(|x| -x));
            Dyadic::simplest_positive(low.as_ref(), high.as_ref(), |x| above(&-x)).map(|x| -x)
        } else {
            Some(Dyadic::ZERO)
        }
    }

    /// The simplest number of a non-empty interval of positive numbers; `below` compares with its upper end.
    fn simplest_positive(low: Bound<&Dyadic>, high: Bound<&Dyadic>, below: impl Fn(&Dyadic) -> bool) -> Option<Dyadic> {
        let (a, open) = match low {
            Bound::Included(a) => (a, 0),
            Bound::Excluded(a) => (a, 1),
            Bound::Unbounded => return None,
        };
        let integer = match &a.0 {
            Small { num, exp: 0 } => Dyadic::small(i128::from(*num) + open, 0),
            Small { num, exp } => Dyadic::small(i128::from(num >> exp) + 1, 0),
            Big(big) if big.1 == 0 => Dyadic::big(&big.0 + open, 0),
            Big(_) => Dyadic::big(a.floor() + 1, 0),
        };
        if below(&integer) {
            return Some(integer);
        }
        let (b, closed) = match high {
            Bound::Included(b) => (b, 1),
            Bound::Excluded(b) => (b, 0),
            Bound::Unbounded => return None,
        };
        // No integer is inside. In units of 1 / 2^exp the interval holds the integers after `first` up to `last`, at
        // least one; the one with most trailing zeros is `last` cut off at the highest bit where it differs from `first`.
        let exp = a.exponent().max(b.exponent()) + 1;
        if let (Small { num: m, exp: e }, Small { num: n, exp: f }) = (&a.0, &b.0) {
            let first = (i128::from(*m) << (exp - u32::from(*e))) - 1 + open;
            let last = (i128::from(*n) << (exp - u32::from(*f))) - 1 + closed;
            let bit = (first ^ last).checked_ilog2()?;
            Some(Dyadic::small(last >> bit << bit, exp))
        } else {
            let first: BigInt = (a.numerator() << (exp - a.exponent())) - 1 + open;
            let last: BigInt = (b.numerator() << (exp - b.exponent())) - 1 + closed;
            let bit = (&first ^ &last).bits().checked_sub(1)?;
            Some(Dyadic::big(last >> bit << bit, exp))
        }
    }
}

impl From<i64> for Dyadic {
    #[inline]
    fn from(num: i64) -> Dyadic {
        Dyadic(Small { num, exp: 0 })
    }
}

impl From<BigInt> for Dyadic {
    fn from(num: BigInt) -> Dyadic {
        Dyadic::big(num, 0)
    }
}

impl Default for Dyadic {
    fn default() -> Dyadic {
        Dyadic::ZERO
    }
}

impl Ord for Dyadic {
    #[inline]
    fn cmp(&self, other: &Dyadic) -> Ordering {
        match (&self.0, &other.0) {
            (Small { num: m, exp: e }, Small { num: n, exp: f }) if e == f => m.cmp(n),
            (Small { num: m, exp: e }, Small { num: n, exp: f }) => {
                let exp = e.max(f);
                (i128::from(*m) << (exp - e)).cmp(&(i128::from(*n) << (exp - f)))
            }
            _ => self.signum().cmp(&other.signum()).then_with(|| {
                let exp = self.exponent().max(other.exponent());
                let aligned = |x: &Dyadic| x.numerator() << (exp - x.exponent());
                aligned(self).cmp(&aligned(other))
            }),
        }
    }
}

impl PartialOrd for Dyadic {
    #[inline]
    fn partial_cmp(&self, other: &Dyadic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Neg for &Dyadic {
    type Output = Dyadic;

    #[inline]
    fn neg(self) -> Dyadic {
        match &self.0 {
            Small { num, exp } => Dyadic::small(-i128::from(*num), (*exp).into()),
            Big(big) => Dyadic::big(-&big.0, big.1),
        }
    }
}

impl Neg for Dyadic {
    type Output = Dyadic;

    #[inline]
    fn neg(self) -> Dyadic {
        -&self
    }
}

impl Add for &Dyadic {
    type Output = Dyadic;

    #[inline]
    fn add(self, other: &Dyadic) -> Dyadic {
        match (&self.0, &other.0) {
            (Small { num: m, exp: e }, Small { num: n, exp: f }) => {
                let exp = e.max(f);
                Dyadic::small((i128::from(*m) << (exp - e)) + (i128::from(*n) << (exp - f)), (*exp).into())
            }
            _ => {
                let exp = self.exponent().max(other.exponent());
                let aligned = |x: &Dyadic| x.numerator() << (exp - x.exponent());
                Dyadic::big(aligned(self) + aligned(other), exp)
            }
        }
    }
}

impl Sub for &Dyadic {
    type Output = Dyadic;

    #[inline]
    fn sub(self, other: &Dyadic) -> Dyadic {
        match (&self.0, &other.0) {
            (Small { num: m, exp: e }, Small { num: n, exp: f }) => {
                let exp = e.max(f);
                Dyadic::small((i128::from(*m) << (exp - e)) - (i128::from(*n) << (exp - f)), (*exp).into())
            }
            _ => self + &-other,
        }
    }
}

impl Mul for &Dyadic {
    type Output = Dyadic;

    #[inline]
    fn mul(self, other: &Dyadic) -> Dyadic {
        match (&self.0, &other.0) {
            (Small { num: m, exp: e }, Small { num: n, exp: f }) => {
                Dyadic::small(i128::from(*m) * i128::from(*n), u32::from(*e) + u32::from(*f))
            }
            _ => Dyadic::big(self.numerator() * other.numerator(), self.exponent() + other.exponent()),
        }
    }
}

macro_rules! by_value {
    ($($operator:ident $method:ident)*) => {$(
        impl $operator for Dyadic {
            type Output = Dyadic;

            #[inline]
            fn $method(self, other: Dyadic) -> Dyadic {
                (&self).$method(&other)
            }
        }

        impl $operator<&Dyadic> for Dyadic {
            type Output = Dyadic;

            #[inline]
            fn $method(self, other: &Dyadic) -> Dyadic {
                (&self).$method(other)
            }
        }

        impl $operator<Dyadic> for &Dyadic {
            type Output = Dyadic;

            #[inline]
            fn $method(self, other: Dyadic) -> Dyadic {
                self.$method(&other)
            }
        }
    )*};
}

by_value!(Add add Sub sub Mul mul);

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Small { num, exp: 0 } => write!(f, "{num}"),
            Small { num, exp } => write!(f, "{num}/{}", 1u64 << exp),
            Big(big) if big.1 == 0 => write!(f, "{}", big.0),
            Big(big) => write!(f, "{}/{}", big.0, BigUint::from(1u8) << big.1),
        }
    }
}

impl fmt::Debug for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::*;
    use Bound::{Excluded, Included, Unbounded};
    use std::hash::{DefaultHasher, Hash, Hasher};

    fn d(num: i64, exp: u32) -> Dyadic {
        Dyadic::new(num, exp).unwrap()
    }

    /// Small numbers, numbers at the edges of the small form, and big ones, each as numerator over `2^exp`.
    fn samples() -> Vec<(BigInt, u32)> {
        let mut samples = Vec::new();
        let edges = [0i64, 1, 2, 3, 6, 7, 96, 1 << 31, (1 << 62) - 1, 1 << 62, (1 << 62) + 1, i64::MAX - 1, i64::MAX];
        for exp in [0u32, 1, 2, 5, 31, 61, 62, 63, 64, 130] {
            for num in edges.into_iter().flat_map(|n| [n, -n]).chain([i64::MIN, i64::MIN + 1]) {
                samples.push((BigInt::from(num), exp));
                if exp % 31 == 0 {
                    samples.push((BigInt::from(num) * (BigInt::from(1) << 64) + 1, exp));
                }
            }
        }
        samples
    }

    /// The same number by the definition: reduced by hand, with big integers only.
    fn check(x: &Dyadic, num: &BigInt, exp: u32) {
        let (mut num, mut exp) = (num.clone(), exp);
        while exp > 0 && !num.bit(0) {
            num >>= 1;
            exp -= 1;
        }
        assert_eq!((x.numerator(), x.exponent()), (num.clone(), exp));
        let fits = i64::try_from(&num).is_ok() && exp <= 62;
        assert_eq!(x.as_small().is_some(), fits, "{x}");
        assert_eq!(x.bytes() == 0, fits);
        assert_eq!(x.as_integer(), (exp == 0).then_some(num));
    }

    #[test]
    fn every_number_has_one_representation() {
        let samples = samples();
        for (num, exp) in &samples {
            let x = Dyadic::from_big(num.clone(), *exp).unwrap();
            check(&x, num, *exp);
            let y = Dyadic::from_big(num << 7, exp + 7).unwrap();
            assert_eq!(x, y);
            let hash = |x: &Dyadic| {
                let mut hasher = DefaultHasher::new();
                x.hash(&mut hasher);
                hasher.finish()
            };
            assert_eq!(hash(&x), hash(&y));
            if let Ok(num) = i64::try_from(num) {
                assert_eq!(x, d(num, *exp));
            }
        }
        assert_eq!(Dyadic::default(), d(0, 40));
        assert_eq!(Dyadic::unit(255), d(1, 255));
        assert_eq!(size_of::<Dyadic>(), 16);
    }

    #[test]
    fn arithmetic_agrees_with_big_integers() {
        let samples = samples();
        for (m, e) in &samples {
            let x = Dyadic::from_big(m.clone(), *e).unwrap();
            check(&-&x, &-m, *e);
            check(&x.half(), m, e + 1);
            assert_eq!(x.signum(), m.cmp(&BigInt::ZERO) as i32);
            assert_eq!(x.is_zero(), *m == BigInt::ZERO);
            let (floor, ceil) = (Dyadic::from(x.floor()), Dyadic::from(x.ceil()));
            assert!(floor <= x && x < &floor + &Dyadic::ONE && ceil >= x && &ceil - &Dyadic::ONE < x);
            for (n, f) in &samples {
                let y = Dyadic::from_big(n.clone(), *f).unwrap();
                check(&(&x + &y), &((m << *f) + (n << *e)), e + f);
                check(&(&x - &y), &((m << *f) - (n << *e)), e + f);
                check(&(&x * &y), &(m * n), e + f);
                check(&Dyadic::average(&x, &y), &((m << *f) + (n << *e)), e + f + 1);
                assert_eq!(x.cmp(&y), (m << *f).cmp(&(n << *e)));
            }
        }
    }

    #[test]
    fn text() {
        let shown = [(0, 3, "0"), (3, 2, "3/4"), (-8, 2, "-2"), (-1, 62, "-1/4611686018427387904")];
        for (num, exp, text) in shown {
            assert_eq!(d(num, exp).to_string(), text);
        }
        assert_eq!((Dyadic::from(i64::MAX) + Dyadic::ONE).to_string(), "9223372036854775808");
        assert_eq!(format!("{:?}", d(1, 64)), "1/18446744073709551616");
    }

    #[test]
    fn exponents_are_bounded() {
        assert!(Dyadic::new(1, MAX_EXPONENT).is_ok());
        assert!(Dyadic::new(2, MAX_EXPONENT + 1).is_ok());
        assert!(Dyadic::new(0, u32::MAX).is_ok());
        assert!(matches!(Dyadic::new(1, MAX_EXPONENT + 1), Err(Error::Limit(..))));
        assert!(matches!(Dyadic::from_big(3.into(), u32::MAX), Err(Error::Limit(..))));
        assert!(d(1, MAX_EXPONENT).half().bounded().is_err());
    }

    /// All numbers born by a day, each with its birthday: between two neighbours of one day comes one of the next.
    fn born_by(day: i64) -> Vec<(Dyadic, i64)> {
        let mut numbers = vec![(Dyadic::ZERO, 0)];
        for day in 1..=day {
            let mut next = vec![(Dyadic::from(-day), day)];
            for (i, (x, born)) in numbers.iter().enumerate() {
                next.push((x.clone(), *born));
                if let Some((y, _)) = numbers.get(i + 1) {
                    next.push((Dyadic::average(x, y), day));
                }
            }
            next.push((Dyadic::from(day), day));
            numbers = next;
        }
        numbers
    }

    #[test]
    fn birthdays() {
        for (x, day) in born_by(8) {
            assert_eq!(x.birthday(), day.into(), "{x}");
        }
        assert_eq!(Dyadic::from(i64::MIN).birthday(), BigInt::from(1) << 63);
        assert_eq!((d(1, 100) - Dyadic::from(4)).birthday(), 104.into());
    }

    #[test]
    fn the_simplest_number_of_an_interval_is_the_first_one_born() {
        let numbers = born_by(8);
        let ends = born_by(5);
        for (i, (a, _)) in ends.iter().enumerate() {
            for (b, _) in &ends[i..] {
                for (low, high) in [
                    (Included(a), Included(b)),
                    (Included(a), Excluded(b)),
                    (Excluded(a), Included(b)),
                    (Excluded(a), Excluded(b)),
                    (Included(a), Unbounded),
                    (Excluded(a), Unbounded),
                    (Unbounded, Included(a)),
                    (Unbounded, Excluded(a)),
                ] {
                    let inside = numbers.iter().filter(|(x, _)| std::ops::RangeBounds::contains(&(low, high), x));
                    let first = inside.min_by_key(|(_, day)| *day).map(|(x, _)| x.clone());
                    assert_eq!(Dyadic::simplest_between(low, high), first, "{low:?} {high:?}");
                    assert!(a == b || Dyadic::simplest_between(Included(b), Included(a)).is_none());
                    assert!(Dyadic::simplest_between(Excluded(b), Included(a)).is_none());
                }
            }
        }
        assert_eq!(Dyadic::simplest_between(Unbounded, Unbounded), Some(Dyadic::ZERO));
    }

    #[test]
    fn the_simplest_number_of_a_big_interval() {
        let big = Dyadic::from(i64::MAX);
        let next = &big + &Dyadic::ONE;
        assert_eq!(Dyadic::simplest_between(Excluded(&big), Unbounded), Some(next.clone()));
        assert_eq!(Dyadic::simplest_between(Excluded(&next), Unbounded), Some(&next + &Dyadic::ONE));
        assert_eq!(Dyadic::simplest_between(Excluded(&big), Excluded(&next)), Some(Dyadic::average(&big, &next)));
        let (a, b) = (d(1, 62), d(1, 61));
        assert_eq!(Dyadic::simplest_between(Excluded(&a), Excluded(&b)), Some(d(3, 63)));
        let tiny = d(1, 5000);
        assert_eq!(Dyadic::simplest_between(Excluded(&Dyadic::ZERO), Excluded(&tiny)), Some(d(1, 5001)));
        assert_eq!(Dyadic::simplest_between(Included(&tiny), Included(&tiny)), Some(tiny.clone()));
        assert_eq!(Dyadic::simplest_between(Excluded(&tiny), Included(&d(5, 4))), Some(d(1, 2)));
        assert_eq!(Dyadic::simplest_between(Included(&-&next), Excluded(&-&big)), Some(-&next));
    }
}
