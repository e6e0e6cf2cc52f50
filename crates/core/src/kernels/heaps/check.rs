//! A check of nim sequences of octal codes that shares nothing with what computes them.
//!
//! A nimber is right if no option has it and if every smaller one is that of an option, which is shown by an option.
//! Nothing is left out, but pairs of heaps that cannot have the nimber in question are not looked at. For any mask m the
//! heaps fall into two classes, by the parity of m & (2 G(n) + (n mod 2)). Two heaps with r beans together and the nimber
//! v are of different classes if and only if m & (2v + (r mod 2)) has an odd parity: so a nimber for which it is odd is
//! looked for in the pairs with a heap of the smaller class, and any other in all pairs. That is true whatever the mask
//! is; a good one makes the smaller class small and odd parities frequent.

use super::sequence::octal;
use super::{HeapCode, ONE, TWO, UNEQUAL, VANISH};
use crate::error::{Error, Result};
use crate::limits::{Control, Ticker};

/// Options that are remembered for each nimber, by the beans taken and one of the two heaps.
const REMEMBERED: usize = 40;
/// Pairs between two looks at the limits.
const STRETCH: usize = 1 << 14;

/// The heaps of the smaller class of a mask, and what is left by pairs of both classes.
struct Classes {
    mask: u32,
    heaps: Vec<u32>,
    /// The nimbers of pairs of both classes, for the latest numbers of beans, each number modulo their number.
    mixed: Vec<(usize, Vec<bool>)>,
}

impl Classes {
    fn new(mask: u32, nimbers: &[u16], kept: usize) -> Classes {
        let class = |heap: usize| odd(mask & (2 * u32::from(nimbers[heap]) + (heap & 1) as u32));
        let (ones, twos): (Vec<usize>, Vec<usize>) = (1..nimbers.len()).partition(|&heap| class(heap));
        let smaller = if ones.len() < twos.len() { ones } else { twos };
        let heaps = smaller.into_iter().map(|heap| heap as u32).collect();
        Classes { mask, heaps, mixed: vec![(0, Vec::new()); kept] }
    }

    /// Whether a pair with so many beans and this nimber is of different classes.
    fn mixes(&self, nimber: usize, beans: usize) -> bool {
        odd(self.mask & (2 * nimber as u32 + (beans & 1) as u32))
    }

    /// The nimbers of all pairs of both classes with so many beans.
    fn mixed(&mut self, beans: usize, nimbers: &[u16], width: usize) -> &[bool] {
        let slot = beans % self.mixed.len();
        let (known, found) = &mut self.mixed[slot];
        if *known != beans {
            *known = beans;
            found.clear();
            found.resize(width, false);
            let fewer = self.heaps.partition_point(|&heap| (heap as usize) < beans);
            // a heap of that class may stand beside another one of its own: such pairs are options, too, unless it is
            // the same heap twice
            for heap in self.heaps[..fewer].iter().map(|&heap| heap as usize).filter(|&heap| 2 * heap != beans) {
                found[usize::from(nimbers[heap] ^ nimbers[beans - heap])] = true;
            }
        }
        found
    }
}

fn odd(word: u32) -> bool {
    word.count_ones() % 2 == 1
}

/// The first heap whose nimber is not the least one that no option has, if the nimbers of all smaller heaps are as given.
/// Masks are for moves that take an even and an odd number of beans.
pub fn first_wrong(code: &HeapCode, nimbers: &[u16], masks: [u32; 2], control: &Control) -> Result<Option<usize>> {
    if !octal(code) {
        return Err(Error::invalid(format!("heaps: code {code}: only codes with digits up to 7 can be checked")));
    }
    let mut ticker = control.ticker();
    let width = (usize::from(nimbers.iter().copied().max().unwrap_or_default()) + 1).next_power_of_two();
    let kept = code.digits.len().max(1);
    control.memory((12 * nimbers.len() + width * (kept + 16 * REMEMBERED)) as u64)?;
    let mut classes = masks.map(|mask| Classes::new(mask, nimbers, kept));
    let mut shown: Vec<Vec<(usize, usize)>> = vec![Vec::new(); width];
    let mut reached: Vec<usize> = vec![usize::MAX; width];
    for (heap, &nimber) in nimbers.iter().enumerate() {
        ticker.tick()?;
        let nimber = usize::from(nimber);
        for (take, digit) in code.takes(heap as u32) {
            let (take, rest) = (take as usize, heap - take as usize);
            if digit & VANISH != 0 && rest == 0 && heap > 0 {
                reached[0] = heap;
            }
            if digit & ONE != 0 && rest > 0 && take > 0 {
                reached[usize::from(nimbers[rest])] = heap;
            }
            if digit & TWO != 0 && rest > 1 {
                let classes = &mut classes[take % 2];
                let mixed = classes.mixed(rest, nimbers, width);
                for (at, _) in reached.iter_mut().zip(mixed).filter(|(_, found)| **found) {
                    *at = heap;
                }
                if !classes.mixes(nimber, rest) && leaves(nimbers, rest, nimber, digit, &mut ticker)?.is_some() {
                    return Ok(Some(heap));
                }
            }
        }
        if reached[nimber] == heap {
            return Ok(Some(heap));
        }
        for smaller in 0..nimber {
            if reached[smaller] != heap
                && !show(code, nimbers, heap, smaller, &classes, &mut shown[smaller], &mut ticker)?
            {
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

/// Whether a heap has an option of two heaps of one class with this nimber.
fn show(
    code: &HeapCode,
    nimbers: &[u16],
    heap: usize,
    nimber: usize,
    classes: &[Classes; 2],
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
        let (take, rest) = (take as usize, heap - take as usize);
        if classes[take % 2].mixes(nimber, rest) {
            continue;
        }
        if let Some(part) = leaves(nimbers, rest, nimber, digit, ticker)? {
            shown.truncate(REMEMBERED - 1);
            shown.insert(0, (take, part));
            return Ok(true);
        }
    }
    Ok(false)
}
