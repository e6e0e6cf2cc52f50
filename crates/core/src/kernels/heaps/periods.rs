//! Periods of nim sequences: the proof that one goes on for ever, and arithmetic periods that are only seen.
//!
//! The least period of a suffix is its length less that of its longest border, so that the prefix function of the
//! reversed sequence has the least periods of all suffixes at once (Knuth, Morris & Pratt 1977).

use super::{HeapCode, UNEQUAL};
use crate::error::{Error, Result};
use crate::limits::{Control, Ticker};

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
pub fn period<T: PartialEq>(sequence: &[T], code: &HeapCode, control: &Control) -> Result<Option<(usize, usize)>> {
    let mut ticker = control.ticker();
    ticker.check()?;
    if code.most().is_none() {
        return Ok(None);
    }
    let borders = borders(sequence, control, &mut ticker)?;
    for start in 0..sequence.len() {
        let length = sequence.len() - start;
        let period = length - borders[length - 1] as usize;
        if needed(code, start, period).is_some_and(|heaps| heaps <= sequence.len()) {
            return Ok(Some((start, period)));
        }
    }
    Ok(None)
}

/// How many nimbers, from that of heap 0 on, prove a period; `None` where no number does.
pub fn needed(code: &HeapCode, preperiod: usize, period: usize) -> Option<usize> {
    let most = code.most()?;
    let heaps = code.parts().max(2);
    let more = if code.three_unequal() {
        6 * period + 3
    } else if code.digits.iter().any(|digit| digit & UNEQUAL != 0) {
        period + 2
    } else {
        0
    };
    Some(heaps * preperiod.max(1) + heaps * period + most + more)
}

/// A preperiod n0, a period p and a saltus s with G(n + p) = G(n) + s for all n from n0 on, as far as the sequence goes:
/// at least three periods that take up at least half of it. This proves nothing about longer heaps.
pub fn observed(sequence: &[u32], control: &Control) -> Result<Option<(usize, usize, u32)>> {
    let mut ticker = control.ticker();
    let steps: Vec<i64> = sequence.windows(2).map(|pair| i64::from(pair[1]) - i64::from(pair[0])).collect();
    let borders = borders(&steps, control, &mut ticker)?;
    for start in 0..=steps.len() / 2 {
        let length = steps.len() - start;
        let Some(&border) = length.checked_sub(1).and_then(|last| borders.get(last)) else { break };
        let period = length - border as usize;
        if 3 * period <= length
            && let Some(saltus) = sequence[start + period].checked_sub(sequence[start])
        {
            return Ok(Some((start, period, saltus)));
        }
    }
    Ok(None)
}

/// The lengths of the longest borders of all suffixes, that of the suffix of length L at L - 1.
fn borders<T: PartialEq>(sequence: &[T], control: &Control, ticker: &mut Ticker) -> Result<Vec<u32>> {
    let length = sequence.len();
    if u32::try_from(length).is_err() {
        return Err(Error::too_large(format!("heaps: {length} nimbers are too many to look for a period")));
    }
    control.memory((length * (size_of::<T>() + size_of::<u32>())) as u64)?;
    let mut borders = vec![0u32; length];
    let mut border = 0;
    for at in 1..length {
        ticker.glance()?;
        let here = &sequence[length - 1 - at];
        while border > 0 && *here != sequence[length - 1 - border] {
            border = borders[border - 1] as usize;
        }
        border += usize::from(*here == sequence[length - 1 - border]);
        borders[at] = border as u32;
    }
    Ok(borders)
}
