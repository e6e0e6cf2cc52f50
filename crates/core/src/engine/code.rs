//! A position as bytes: what crosses the border, and what searches over an erased kernel keep.

use crate::bits::Bits;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

/// Positions of most boards fit into this many bytes and need no allocation; a code is three words either way.
const SHORT: usize = 22;

/// Which form a code has depends on its length only, so that equal codes have equal forms.
#[derive(Clone, PartialEq, Eq)]
enum Form {
    /// The bytes behind the length are 0.
    Short(u8, [u8; SHORT]),
    Long(Box<[u8]>),
}

#[derive(Clone, PartialEq, Eq)]
pub struct Code(Form);

impl Code {
    #[inline]
    fn filled(length: usize, fill: impl FnOnce(&mut [u8])) -> Code {
        if length <= SHORT {
            let mut bytes = [0; SHORT];
            fill(&mut bytes[..length]);
            return Code(Form::Short(length as u8, bytes));
        }
        let mut bytes = vec![0; length].into_boxed_slice();
        fill(&mut bytes);
        Code(Form::Long(bytes))
    }

    /// The first `bits` bits of each set, in whole bytes, one set after the other.
    #[inline]
    #[must_use]
    pub fn of_sets<const W: usize>(sets: &[Bits<W>], bits: usize) -> Code {
        let each = bits.div_ceil(8);
        Code::filled(each * sets.len(), |bytes| {
            for (set, bytes) in sets.iter().zip(bytes.chunks_mut(each.max(1))) {
                for (word, bytes) in set.0.iter().zip(bytes.chunks_mut(8)) {
                    bytes.copy_from_slice(&word.to_le_bytes()[..bytes.len()]);
                }
            }
        })
    }

    /// Bytes that a code of this length takes beside its own size: those of a block, and what the allocator needs.
    #[must_use]
    pub fn beside(length: usize) -> usize {
        if length <= SHORT { 0 } else { length + 16 }
    }
}

impl Deref for Code {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match &self.0 {
            Form::Short(length, bytes) => &bytes[..usize::from(*length).min(SHORT)],
            Form::Long(bytes) => bytes,
        }
    }
}

impl From<&[u8]> for Code {
    #[inline]
    fn from(bytes: &[u8]) -> Code {
        Code::filled(bytes.len(), |code| code.copy_from_slice(bytes))
    }
}

impl From<Vec<u8>> for Code {
    fn from(bytes: Vec<u8>) -> Code {
        if bytes.len() <= SHORT { Code::from(&bytes[..]) } else { Code(Form::Long(bytes.into_boxed_slice())) }
    }
}

impl Ord for Code {
    fn cmp(&self, other: &Code) -> Ordering {
        (**self).cmp(&**other)
    }
}

impl PartialOrd for Code {
    fn partial_cmp(&self, other: &Code) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for Code {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write(self);
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_their_bytes_whatever_the_length() {
        let bytes: Vec<u8> = (1..=60).collect();
        for length in 0..=60 {
            let (code, other) = (Code::from(&bytes[..length]), Code::from(bytes[..length].to_vec()));
            assert_eq!((&*code, &code), (&bytes[..length], &other));
            for shorter in 0..length {
                let prefix = Code::from(&bytes[..shorter]);
                assert!(prefix < code && prefix != code);
            }
        }
        assert_eq!(size_of::<Code>(), 24);
    }

    #[test]
    fn sets_lie_side_by_side_in_whole_bytes() {
        let sets = [Bits::<2>([0x0123_4567_89AB_CDEF, 0x0F]), Bits([0xFF, 0])];
        assert_eq!(&*Code::of_sets(&sets, 68), [&sets[0].to_bytes(68)[..], &sets[1].to_bytes(68)].concat());
        assert_eq!(&*Code::of_sets(&sets[1..], 3), [0xFF]);
        assert_eq!(&*Code::of_sets(&sets, 0), []);
    }
}
