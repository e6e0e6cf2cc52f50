//! Nim sequences of octal codes at scale, by the sparse space phenomenon (Winning Ways, chapter 4; Berlekamp).
//!
//! The extended value of a heap is e(n) = 2 G(n) + (n mod 2). A mask m divides the heaps into common and rare ones, by
//! the parity of m & e(n). Two common heaps with r beans together have a nimber v with an even parity of
//! m & (2v + (r mod 2)), so that the nimbers of odd parity which r beans can be left as are those of the pairs with a
//! rare heap; in most games these are few. The others are looked for among all pairs, but only when one of them is the
//! least nimber that is missing, and the heaps where it was found last are tried first. Any mask gives the right
//! nimbers; the Walsh-Hadamard transform of the numbers of heaps with each extended value tells the one with the fewest
//! rare heaps. Which parity is the rare one, follows from the beans taken: a common heap should be one whose nimber no
//! two common heaps can leave.
//!
//! What r beans can be left as is the same set whichever move leaves them, so it is computed once for all moves of a
//! group. Moves that take an odd and those that take an even number of beans may need masks of their own; they share one
//! where that is less work in total.

use super::sequence::{octal, takes};
use super::{HeapCode, VANISH};
use crate::error::{Error, Result};
use crate::limits::Control;

/// Heaps remembered for each nimber, by which it was found last.
const WITNESSES: usize = 40;
/// Masks are first chosen after this many heaps.
const FIRST_CHOICE: usize = 64;
/// Nimbers are compared in chunks of this many.
const CHUNK: usize = 64;
/// Memory is announced after this many heaps.
const BATCH: usize = 1024;

/// What a number of beans can be left as: nimbers of two unequal heaps.
#[derive(Default)]
struct Rest {
    beans: usize,
    /// Nimbers that are known to occur: all that are decided, and some of the others.
    present: Vec<u64>,
    /// Nimbers that were looked for in vain.
    absent: Vec<u64>,
}

/// Moves with a common mask.
#[derive(Default)]
struct Group {
    mask: u32,
    /// The parity of rare heaps.
    parity: u32,
    /// The beans that moves take, and whether they must leave unequal heaps.
    takes: Vec<(usize, bool)>,
    /// Rare heaps, and their nimbers.
    rare: Vec<u32>,
    nimbers: Vec<u16>,
    /// The number of rare heaps when the mask was chosen.
    chosen: usize,
    /// By the beans modulo their number.
    rests: Vec<Rest>,
}

/// The nimbers of heaps of 0, 1, 2 … beans by pairs with a rare heap.
pub struct SparseSequence {
    code: HeapCode,
    values: Vec<u16>,
    ones: Vec<usize>,
    groups: Vec<Group>,
    /// The number of heaps by extended value.
    counts: Vec<u32>,
    /// A power of two above all nimbers, at least 64.
    width: usize,
    /// For each nimber heaps that were one of two with it, the latest first.
    witnesses: Vec<Vec<u32>>,
    /// One byte for each nimber, all 0 between uses.
    seen: Vec<u8>,
    options: Vec<u64>,
    /// The heap at which masks were chosen.
    chosen: usize,
    /// Pairs with a rare heap that were computed.
    work: u64,
}

fn parity(word: u32) -> u32 {
    word.count_ones() & 1
}

fn insert(set: &mut [u64], nimber: usize) {
    if let Some(word) = set.get_mut(nimber / 64) {
        *word |= 1 << (nimber % 64);
    }
}

fn contains(set: &[u64], nimber: usize) -> bool {
    set.get(nimber / 64).is_some_and(|word| word >> (nimber % 64) & 1 == 1)
}

/// The least nimber from `from` on that is missing.
fn missing(set: &[u64], from: usize) -> usize {
    let mut nimber = from;
    while let Some(word) = set.get(nimber / 64) {
        let ones = (word >> (nimber % 64)).trailing_ones() as usize;
        nimber += ones;
        if ones == 0 || !nimber.is_multiple_of(64) {
            break;
        }
    }
    nimber
}

impl Group {
    fn is_rare(&self, extended: u32) -> bool {
        parity(self.mask & extended) == self.parity
    }

    /// Whether pairs with a rare heap tell if this nimber can be left of so many beans.
    fn decides(&self, nimber: usize, beans: usize) -> bool {
        self.mask == 0 || parity(self.mask & (2 * nimber as u32 + (beans & 1) as u32)) == 1
    }

    fn rest(&self, beans: usize) -> usize {
        beans % self.rests.len()
    }
}

impl SparseSequence {
    /// `None` where moves can leave three heaps, or take any number of beans.
    pub fn new(code: &HeapCode) -> Option<SparseSequence> {
        let (ones, twos) = octal(code).then(|| takes(code))?;
        let mut sequence = SparseSequence {
            code: code.clone(),
            values: Vec::new(),
            ones,
            groups: Vec::new(),
            counts: Vec::new(),
            width: 64,
            witnesses: Vec::new(),
            seen: Vec::new(),
            options: Vec::new(),
            chosen: FIRST_CHOICE,
            work: 0,
        };
        sequence.widen(64);
        sequence.groups.extend((!twos.is_empty()).then(|| sequence.group(0, 0, twos)));
        Some(sequence)
    }

    /// The nimbers found so far.
    pub fn values(&self) -> &[u16] {
        &self.values
    }

    /// The number of heaps that are rare, for the mask that has more of them.
    pub fn rare(&self) -> usize {
        self.groups.iter().map(|group| group.rare.len()).max().unwrap_or_default()
    }

    /// The mask for moves that take an even or an odd number of beans.
    pub fn mask(&self, odd: usize) -> u32 {
        let takes = |group: &&Group| group.takes.iter().any(|&(take, _)| take % 2 == odd);
        self.groups.iter().find(takes).map_or(0, |group| group.mask)
    }

    /// About how many options were computed.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// Compute the nimbers of heaps of up to `up_to` beans.
    pub fn extend(&mut self, up_to: usize, control: &Control) -> Result<()> {
        let mut ticker = control.ticker();
        while self.values.len() <= up_to {
            let n = self.values.len();
            if u32::try_from(n).is_err() {
                return Err(Error::too_large(format!("heaps: code {}: heaps above {n} are too large", self.code)));
            }
            if n.is_multiple_of(BATCH) {
                control.memory(self.bytes())?;
                ticker.check()?;
            }
            ticker.tick()?;
            self.step(n)?;
        }
        Ok(())
    }

    fn bytes(&self) -> u64 {
        let rests = |group: &Group| group.rests.len() * (self.width / 4 + size_of::<Rest>()) + 12 * group.rare.len();
        let groups: usize = self.groups.iter().map(rests).sum();
        (4 * (self.values.len() + BATCH) + self.width * (4 * WITNESSES + 24 + 9) + groups) as u64
    }

    fn step(&mut self, n: usize) -> Result<()> {
        self.options.fill(0);
        if n > 0 && self.code.digit(n) & VANISH != 0 {
            insert(&mut self.options, 0);
        }
        for &take in self.ones.iter().take_while(|&&take| take < n) {
            insert(&mut self.options, usize::from(self.values[n - take]));
        }
        for at in 0..self.groups.len() {
            for take in 0..self.groups[at].takes.len() {
                let (take, unequal) = self.groups[at].takes[take];
                let Some(beans) = n.checked_sub(take).filter(|&beans| beans >= 2) else { continue };
                self.prepare(at, beans);
                let group = &self.groups[at];
                let present = &group.rests[group.rest(beans)].present;
                self.options.iter_mut().zip(present).for_each(|(word, more)| *word |= more);
                if !unequal && beans.is_multiple_of(2) {
                    insert(&mut self.options, 0);
                }
            }
        }
        let mut nimber = missing(&self.options, 0);
        while nimber < self.width && self.occurs(nimber, n) {
            insert(&mut self.options, nimber);
            nimber = missing(&self.options, nimber);
        }
        self.push(n, nimber)
    }

    /// Compute what so many beans can be left as with a rare heap, unless it is known.
    fn prepare(&mut self, at: usize, beans: usize) {
        let group = &mut self.groups[at];
        let slot = group.rest(beans);
        if group.rests[slot].beans == beans {
            return;
        }
        let rare = group.rare.partition_point(|&heap| (heap as usize) < beans);
        let last = self.seen.len() - 1;
        for (&heap, &nimber) in group.rare[..rare].iter().zip(&group.nimbers) {
            let other = beans - heap as usize;
            self.seen[usize::from(nimber ^ self.values[other]) & last] = 1;
        }
        self.work += rare as u64;
        let rest = &mut group.rests[slot];
        rest.beans = beans;
        rest.absent.fill(0);
        for (word, bytes) in rest.present.iter_mut().zip(self.seen.chunks_exact(64)) {
            *word = bytes.chunks_exact(8).rev().fold(0, |word, eight| {
                let mut bytes = [0; 8];
                bytes.copy_from_slice(eight);
                // the lowest bits of eight bytes, side by side
                word << 8 | u64::from_le_bytes(bytes).wrapping_mul(0x0102_0408_1020_4080) >> 56
            });
        }
        self.seen.fill(0);
        // a rare heap beside itself is no pair of unequal heaps
        if beans.is_multiple_of(2) && contains(&rest.present, 0) {
            let (half, values) = (beans / 2, &self.values);
            let another = |&heap: &u32| {
                let heap = heap as usize;
                heap != half && values[heap] == values[beans - heap]
            };
            if !group.rare[..rare].iter().any(another) {
                rest.present[0] &= !1;
            }
        }
    }

    /// Whether a move in a heap of `n` beans leaves two common heaps with this nimber.
    fn occurs(&mut self, nimber: usize, n: usize) -> bool {
        for group in &mut self.groups {
            for at in 0..group.takes.len() {
                let Some(beans) = n.checked_sub(group.takes[at].0).filter(|&beans| beans >= 2) else { continue };
                let slot = group.rest(beans);
                if group.decides(nimber, beans) || contains(&group.rests[slot].absent, nimber) {
                    continue;
                }
                let found = find(&self.values, &mut self.witnesses[nimber], nimber as u16, beans);
                let rest = &mut group.rests[slot];
                insert(if found { &mut rest.present } else { &mut rest.absent }, nimber);
                if found {
                    return true;
                }
            }
        }
        false
    }

    /// Add the nimber of the heap `n`.
    fn push(&mut self, n: usize, nimber: usize) -> Result<()> {
        let Ok(value) = u16::try_from(nimber) else {
            let text = format!("heaps: code {}: the nimber of a heap of {n} is above {}", self.code, u16::MAX);
            return Err(Error::too_large(text));
        };
        if nimber >= self.width {
            self.widen((nimber + 1).next_power_of_two());
        }
        self.values.push(value);
        if n == 0 {
            return Ok(());
        }
        let extended = 2 * nimber as u32 + (n & 1) as u32;
        self.counts[extended as usize] += 1;
        let mut doubled = false;
        for group in self.groups.iter_mut() {
            if group.is_rare(extended) {
                group.rare.push(n as u32);
                group.nimbers.push(value);
                doubled |= group.rare.len() > 2 * group.chosen;
            }
        }
        let since = n - n.min(self.chosen);
        if 2 * since >= self.chosen || (doubled && 16 * since >= self.chosen) {
            self.chosen = n;
            self.choose();
        }
        Ok(())
    }

    /// Make room for nimbers below `width`.
    fn widen(&mut self, width: usize) {
        self.width = width;
        self.counts.resize(2 * width, 0);
        self.witnesses.resize(width, Vec::new());
        self.seen.resize(width, 0);
        self.options.resize(width / 64 + 1, 0);
        for rest in self.groups.iter_mut().flat_map(|group| &mut group.rests) {
            rest.present.resize(width / 64, 0);
            rest.absent.resize(width / 64, 0);
        }
    }

    /// Choose the masks with the fewest rare heaps among the heaps so far.
    fn choose(&mut self) {
        let takes: Vec<(usize, bool)> = self.groups.iter().flat_map(|group| group.takes.iter().copied()).collect();
        let (odd, even): (Vec<_>, Vec<_>) = takes.iter().partition(|(take, _)| take % 2 == 1);
        let sums = transform(&self.counts);
        let heaps = sums[0];
        // the number of rare heaps, twice, for moves that take an even or an odd number of beans
        let best = |rare: &dyn Fn(usize) -> i64| {
            (1..sums.len()).map(|mask| (rare(mask), mask)).min().unwrap_or((2 * heaps, 0))
        };
        let for_even = best(&|mask| heaps + sums[mask]);
        let for_odd = best(&|mask| if mask % 2 == 0 { heaps + sums[mask] } else { heaps - sums[mask] });
        let shared = best(&|mask| if mask % 2 == 0 { heaps + sums[mask] } else { 2 * heaps });
        let side = |mask: usize| (mask & 1) as u32;
        self.groups = match (even.is_empty(), odd.is_empty()) {
            (true, true) => return,
            (false, true) => vec![self.group(for_even.1, 0, takes)],
            (true, false) => vec![self.group(for_odd.1, side(for_odd.1), takes)],
            _ if shared.0 <= for_even.0 + for_odd.0 => vec![self.group(shared.1, 0, takes)],
            _ => vec![self.group(for_even.1, 0, even), self.group(for_odd.1, side(for_odd.1), odd)],
        };
    }

    fn group(&self, mask: usize, parity: u32, takes: Vec<(usize, bool)>) -> Group {
        let least = takes.iter().map(|&(take, _)| take).min().unwrap_or_default();
        let most = takes.iter().map(|&(take, _)| take).max().unwrap_or_default();
        let words = vec![0; self.width / 64];
        let rests = (least..=most).map(|_| Rest { beans: 0, present: words.clone(), absent: words.clone() });
        let mut group = Group { mask: mask as u32, parity, takes, rests: rests.collect(), ..Group::default() };
        for (heap, &nimber) in self.values.iter().enumerate().skip(1) {
            if group.is_rare(2 * u32::from(nimber) + (heap & 1) as u32) {
                group.rare.push(heap as u32);
                group.nimbers.push(nimber);
            }
        }
        group.chosen = group.rare.len();
        group
    }
}

/// Whether two unequal heaps with so many beans together have this nimber, by heaps that were found before or all pairs.
fn find(values: &[u16], witnesses: &mut Vec<u32>, nimber: u16, beans: usize) -> bool {
    let pair = |heap: usize| heap < beans && 2 * heap != beans && values[heap] ^ values[beans - heap] == nimber;
    if let Some(at) = witnesses.iter().position(|&heap| pair(heap as usize)) {
        witnesses[..=at].rotate_right(1);
        return true;
    }
    let half = (beans - 1) / 2;
    let (low, high) = (&values[1..=half], &values[beans - half..beans]);
    let chunks = low.chunks(CHUNK).zip(high.rchunks(CHUNK));
    for (number, (low, high)) in chunks.enumerate() {
        // without an early exit, so that many are compared at once
        let any = low.iter().zip(high.iter().rev()).fold(false, |any, (a, b)| any | (a ^ b == nimber));
        if any {
            let first = 1 + number * CHUNK;
            let heap = (first..first + CHUNK).find(|&heap| pair(heap)).unwrap_or(first);
            witnesses.truncate(WITNESSES - 1);
            witnesses.insert(0, heap as u32);
            return true;
        }
    }
    false
}

/// The Walsh-Hadamard transform: for each mask, how many more have an even parity than an odd one.
fn transform(counts: &[u32]) -> Vec<i64> {
    let mut sums: Vec<i64> = counts.iter().map(|&count| i64::from(count)).collect();
    let mut step = 1;
    while step < sums.len() {
        for block in sums.chunks_exact_mut(2 * step) {
            let (low, high) = block.split_at_mut(step);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        step *= 2;
    }
    sums
}
