//! Small sets of numbers as words, and what is connected in them.

/// A small set of numbers.
pub trait Set: Copy + Eq + Default {
    fn with(self, i: usize) -> Self;
    fn first(self) -> usize;
    /// The largest number, of a set that is not empty.
    fn last(self) -> usize;
    fn or(self, other: Self) -> Self;
    fn without(self, other: Self) -> Self;
    fn and(self, other: Self) -> Self;
    fn len(self) -> usize;
}

macro_rules! small_set {
    ($word:ty) => {
        impl Set for $word {
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
            fn len(self) -> usize {
                self.count_ones() as usize
            }
        }
    };
}

small_set!(u64);
small_set!(u128);

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
