//! What the moves of a component lead to, remembered: in a search on sums the same component comes back again and again
//! beside other ones, and finding, splitting and canonicalising its options is what a node costs. Equal options are
//! kept once. When the memory is used up everything is forgotten; the search only gets slower.

use crate::rules::BuildMixer;
use std::collections::HashMap;
use std::ops::Range;

/// A component with its fingerprint.
#[derive(Clone)]
pub struct Part<P> {
    pub fingerprint: u128,
    pub position: P,
}

/// One option of a component: its own components (a range of parts), and what they add up to.
#[derive(Clone, Copy)]
pub struct Opened {
    pub sum: u128,
    pub integer: i64,
    pub promise: i64,
    start: u32,
    end: u32,
}

pub struct Expansions<P> {
    index: HashMap<u128, (u32, u32), BuildMixer>,
    options: Vec<Opened>,
    parts: Vec<Part<P>>,
    budget: u64,
}

impl<P: Clone> Expansions<P> {
    pub fn new(budget: u64) -> Self {
        Expansions { index: HashMap::default(), options: Vec::new(), parts: Vec::new(), budget }
    }

    pub fn bytes(&self) -> u64 {
        (self.index.capacity() * 48
            + self.options.capacity() * size_of::<Opened>()
            + self.parts.capacity() * size_of::<Part<P>>()) as u64
    }

    /// The options filed under a key, as numbers.
    pub fn find(&self, key: u128) -> Option<Range<usize>> {
        self.index.get(&key).map(|&(start, end)| start as usize..end as usize)
    }

    pub fn option(&self, number: usize) -> Opened {
        self.options[number]
    }

    pub fn parts_of(&self, option: Opened) -> &[Part<P>] {
        &self.parts[option.start as usize..option.end as usize]
    }

    /// Make room for one more component; true if everything had to be forgotten.
    pub fn make_room(&mut self) -> bool {
        let full = self.bytes() > self.budget || self.parts.len().max(self.options.len()) > u32::MAX as usize / 2;
        if full {
            *self = Expansions::new(self.budget);
        }
        full
    }

    /// Add an option to the component that is being opened, unless an equal one is there from number `first` on.
    pub fn add(&mut self, first: usize, sum: u128, integer: i64, promise: i64, parts: &[Part<P>]) {
        if self.options[first..].iter().any(|known| known.sum == sum && known.integer == integer) {
            return;
        }
        let start = self.parts.len() as u32;
        self.parts.extend_from_slice(parts);
        self.options.push(Opened { sum, integer, promise, start, end: self.parts.len() as u32 });
    }

    pub fn len(&self) -> usize {
        self.options.len()
    }

    /// File the options from number `first` on under a key.
    pub fn file(&mut self, key: u128, first: usize) -> Range<usize> {
        self.index.insert(key, (first as u32, self.options.len() as u32));
        first..self.options.len()
    }
}
