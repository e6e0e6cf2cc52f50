//! Requests: sets of numbers, of which the nimber is wanted if it is one of them.

use crate::search::nimber_table::{Known, WIDTH};

/// The request for the nimber itself, whatever it is.
pub const ALL: u64 = u64::MAX;

/// The numbers of a set, each with `xor` added to it; `None` if one of them is too large for a set.
pub fn shifted(set: u64, xor: u32) -> Option<u64> {
    if xor == 0 {
        return Some(set);
    }
    let (mut rest, mut out) = (set, 0);
    while rest != 0 {
        let n = rest.trailing_zeros() ^ xor;
        if n >= WIDTH {
            return None;
        }
        out |= 1 << n;
        rest &= rest - 1;
    }
    Some(out)
}

/// What to look for among the options next, of the open numbers, when some of the requested ones are open.
pub fn pick(request: u64, open: u64) -> u64 {
    let upto = u64::MAX >> request.leading_zeros();
    if request & open != 0 { request & open } else { open & upto }
}

/// Is the nimber known to be none of these?
pub fn refuses(known: &Known, request: u64) -> bool {
    request != ALL && request & !known.excluded == 0
}
