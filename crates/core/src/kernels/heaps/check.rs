//! A check of nim sequences of octal codes that shares nothing with what computes them.
//!
//! A nimber is right if no option has it, which all pairs of heaps are compared for, and if every smaller one is that of
//! an option, which is shown by an option. Nothing is assumed about rare heaps, and nothing is left out.

use super::sequence::octal;
use super::{HeapCode, ONE, TWO, UNEQUAL, VANISH};
use crate::error::{Error, Result};
use crate::limits::{Control, Ticker};

/// Options that are remembered for each nimber, by the beans taken and one of the two heaps.
const REMEMBERED: usize = 16;
/// Pairs between two looks at the limits.
const STRETCH: usize = 1 << 14;

/// The first heap whose nimber is not the least one that no option has, if the nimbers of all smaller heaps are as given.
pub fn first_wrong(code: &HeapCode, nimbers: &[u16], control: &Control) -> Result<Option<usize>> {
    if !octal(code) {
        return Err(Error::invalid(format!("heaps: code {code}: only codes with digits up to 7 can be checked")));
    }
    let mut ticker = control.ticker();
    let mut shown: Vec<Vec<(usize, usize)>> = Vec::new();
    let mut reached: Vec<usize> = Vec::new();
    for (heap, &nimber) in nimbers.iter().enumerate() {
        ticker.tick()?;
        let nimber = usize::from(nimber);
        if shown.len() < nimber {
            shown.resize(nimber, Vec::new());
            reached.resize(nimber, usize::MAX);
        }
        for (take, digit) in code.takes(heap as u32) {
            let (take, rest) = (take as usize, heap - take as usize);
            let option = if digit & VANISH != 0 && rest == 0 && heap > 0 {
                Some(0)
            } else if digit & ONE != 0 && rest > 0 && take > 0 {
                Some(usize::from(nimbers[rest]))
            } else {
                None
            };
            if option == Some(nimber)
                || (digit & TWO != 0 && leaves(nimbers, rest, nimber, digit, &mut ticker)?.is_some())
            {
                return Ok(Some(heap));
            }
            if let Some(at) = option.and_then(|option| reached.get_mut(option)) {
                *at = heap;
            }
        }
        for smaller in 0..nimber {
            if reached[smaller] != heap && !show(code, nimbers, heap, smaller, &mut shown[smaller], &mut ticker)? {
                return Ok(Some(heap));
            }
        }
    }
    Ok(None)
}

/// The smaller of two heaps with `rest` beans together that have this nimber.
fn leaves(nimbers: &[u16], rest: usize, nimber: usize, digit: u8, ticker: &mut Ticker) -> Result<Option<usize>> {
    let Ok(nimber) = u16::try_from(nimber) else { return Ok(None) };
    let half = if digit & UNEQUAL != 0 { rest.saturating_sub(1) / 2 } else { rest / 2 };
    let mut first = 1;
    while first <= half {
        ticker.glance()?;
        let last = half.min(first + STRETCH - 1);
        let mut pairs = nimbers[first..=last].iter().zip(nimbers[rest - last..=rest - first].iter().rev());
        let hits = pairs.clone().fold(0u32, |hits, (a, b)| hits + u32::from(a ^ b == nimber));
        if hits > 0 {
            return Ok(pairs.position(|(a, b)| a ^ b == nimber).map(|at| first + at));
        }
        first = last + 1;
    }
    Ok(None)
}

/// Whether a heap has an option of two heaps with this nimber.
fn show(
    code: &HeapCode,
    nimbers: &[u16],
    heap: usize,
    nimber: usize,
    shown: &mut Vec<(usize, usize)>,
    ticker: &mut Ticker,
) -> Result<bool> {
    let holds = |take: usize, part: usize| {
        heap.checked_sub(take + part).is_some_and(|other| {
            other > 0
                && !(other == part && code.digit(take) & UNEQUAL != 0)
                && usize::from(nimbers[part] ^ nimbers[other]) == nimber
        })
    };
    if let Some(at) = shown.iter().position(|&(take, part)| holds(take, part)) {
        shown.swap(at, at / 2);
        return Ok(true);
    }
    for (take, digit) in code.takes(heap as u32).filter(|(_, digit)| digit & TWO != 0) {
        if let Some(part) = leaves(nimbers, heap - take as usize, nimber, digit, ticker)? {
            shown.truncate(REMEMBERED - 1);
            shown.insert(0, (take as usize, part));
            return Ok(true);
        }
    }
    Ok(false)
}
