//! The nimbers of single heaps as far as they were asked for, by the engine that suits the code, and their period.

use super::check::first_wrong;
use super::periods::{needed, period};
use super::plain::PlainSequence;
use super::sparse::SparseSequence;
use super::{HeapCode, UNEQUAL};
use crate::error::{Error, Result};
use crate::limits::Control;

/// A period is first looked for among this many nimbers.
const FIRST_LOOK: usize = 512;

enum Engine {
    Plain(Box<PlainSequence>),
    Sparse(Box<SparseSequence>),
}

/// The nimbers of heaps of 0, 1, 2 … beans. It can be extended again and again, also after a limit was reached.
pub struct NimSequence {
    code: HeapCode,
    engine: Engine,
    /// The preperiod and the period, once they are proved.
    period: Option<(usize, usize)>,
    /// A period was looked for among this many nimbers.
    looked: usize,
}

impl NimSequence {
    pub fn new(code: HeapCode) -> NimSequence {
        let engine = match SparseSequence::new(&code) {
            Some(sparse) => Engine::Sparse(Box::new(sparse)),
            None => Engine::Plain(Box::new(PlainSequence::new(code.clone()))),
        };
        NimSequence { code, engine, period: None, looked: 0 }
    }

    pub fn code(&self) -> &HeapCode {
        &self.code
    }

    /// How many nimbers were computed.
    pub fn len(&self) -> usize {
        match &self.engine {
            Engine::Plain(plain) => plain.values().len(),
            Engine::Sparse(sparse) => sparse.values().len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The nimber of a heap, if it was computed or follows from the period.
    pub fn get(&self, heap: u64) -> Option<u32> {
        let heap = match self.period {
            Some((start, period)) if heap >= start as u64 => start + ((heap - start as u64) % period as u64) as usize,
            _ => usize::try_from(heap).ok()?,
        };
        match &self.engine {
            Engine::Plain(plain) => plain.values().get(heap).copied(),
            Engine::Sparse(sparse) => sparse.values().get(heap).map(|&nimber| u32::from(nimber)),
        }
    }

    /// The nimbers that were computed.
    pub fn values(&self) -> Vec<u32> {
        match &self.engine {
            Engine::Plain(plain) => plain.values().to_vec(),
            Engine::Sparse(sparse) => sparse.values().iter().map(|&nimber| u32::from(nimber)).collect(),
        }
    }

    /// The nimbers of heaps of up to `heap` beans, as far as they are known.
    pub fn up_to(&self, heap: u64) -> Vec<u32> {
        (0..=heap).map_while(|heap| self.get(heap)).collect()
    }

    /// The largest nimber of heaps of up to `heap` beans, as far as they are known, and the first heap that has it.
    pub fn largest(&self, heap: u64) -> Option<(u32, u64)> {
        let all = (0..=heap).map_while(|heap| Some((self.get(heap)?, heap)));
        all.max_by_key(|&(nimber, heap)| (nimber, std::cmp::Reverse(heap)))
    }

    /// The first of the heaps below `heaps` whose nimber is wrong, by other code than that which computed it.
    pub fn first_wrong(&self, heaps: usize, control: &Control) -> Result<Option<usize>> {
        control.memory(2 * heaps as u64)?;
        let nimbers: Option<Vec<u16>> = (0..heaps as u64).map(|heap| u16::try_from(self.get(heap)?).ok()).collect();
        match nimbers {
            Some(nimbers) => first_wrong(&self.code, &nimbers, self.masks(), control),
            None => Err(Error::invalid(format!("heaps: code {}: heaps below {heaps} cannot be checked", self.code))),
        }
    }

    /// Masks with few rare heaps, for moves that take an even and an odd number of beans.
    fn masks(&self) -> [u32; 2] {
        match &self.engine {
            Engine::Plain(_) => [0, 0],
            Engine::Sparse(sparse) => [sparse.mask(0), sparse.mask(1)],
        }
    }

    /// The heaps that are rare now, where the engine makes a difference: see [`SparseSequence`].
    pub fn rare(&self) -> Option<usize> {
        match &self.engine {
            Engine::Plain(_) => None,
            Engine::Sparse(sparse) => Some(sparse.rare()),
        }
    }

    /// The preperiod and the period, if they are proved.
    pub fn period(&self) -> Option<(usize, usize)> {
        self.period
    }

    /// How many nimbers the proof of the period needs.
    pub fn needed(&self) -> Option<usize> {
        self.period.and_then(|(preperiod, period)| needed(&self.code, preperiod, period))
    }

    /// Compute the nimbers of heaps of up to `up_to` beans.
    pub fn extend(&mut self, up_to: usize, control: &Control) -> Result<()> {
        match &mut self.engine {
            Engine::Plain(plain) => plain.extend(up_to, control),
            Engine::Sparse(sparse) => sparse.extend(up_to, control),
        }
    }

    /// Look for a period among the nimbers of heaps of up to `up_to` beans, of more and more of them; stop early once
    /// about `effort` options have been computed.
    pub fn find_period(&mut self, up_to: usize, effort: Option<u64>, control: &Control) -> Result<()> {
        while self.period.is_none() && self.code.most().is_some() {
            let next = FIRST_LOOK.max(self.looked + self.looked / 8).min(up_to);
            self.extend(next, control)?;
            if self.looked < self.len() {
                self.period = match &self.engine {
                    Engine::Plain(plain) => period(plain.values(), &self.code, control)?,
                    Engine::Sparse(sparse) => period(sparse.values(), &self.code, control)?,
                };
                self.looked = self.len();
            }
            if next == up_to || effort.is_some_and(|effort| self.work() > effort) {
                break;
            }
        }
        Ok(())
    }

    fn work(&self) -> u64 {
        match &self.engine {
            Engine::Plain(plain) => (plain.values().len() as u64).pow(2) / 4,
            Engine::Sparse(sparse) => sparse.work(),
        }
    }

    /// The nimber of one heap. A proved period makes large heaps as cheap as small ones.
    pub fn of(&mut self, heap: usize, control: &Control) -> Result<u32> {
        if heap >= self.len() && self.period.is_none() {
            self.find_period(heap, None, control)?;
        }
        if self.period.is_none() {
            self.extend(heap, control)?;
        }
        Ok(self.get(heap as u64).unwrap_or_default())
    }
}

/// Whether two heaps are the most that a move leaves, and how much a move takes is bounded.
pub(super) fn octal(code: &HeapCode) -> bool {
    code.most().is_some() && code.parts() <= 2
}

/// The moves of such a code: the numbers of beans that may be taken so that one heap is left, and so that two are, with
/// whether these must be unequal.
pub(super) fn takes(code: &HeapCode) -> (Vec<usize>, Vec<(usize, bool)>) {
    let all = || code.digits.iter().enumerate();
    let ones = all().filter(|&(take, digit)| take > 0 && digit & super::ONE != 0).map(|(take, _)| take).collect();
    let twos = all().filter(|&(_, digit)| digit & super::TWO != 0).map(|(take, digit)| (take, digit & UNEQUAL != 0));
    (ones, twos.collect())
}
