//! What the moves of a component lead to, remembered: in a search on sums the same component comes back again and again
//! beside other ones, and finding, splitting and valuing its options is what a node costs. Equal options are kept once.
//! When the memory is used up everything is forgotten; the search only gets slower.

use crate::rules::BuildMixer;
use crate::values::Game;
use std::collections::HashMap;
use std::ops::Range;

/// A component or its negative.
#[derive(Clone)]
pub struct Part<P> {
    pub position: P,
    pub fingerprint: u128,
    pub negative: bool,
    pub guess: Guess,
}

/// What is seen of a component by counting: its value lies between `low` and `high`, in sixteenths; `promise` is Left's
/// advantage in moves, and `moves` those of both players.
#[derive(Clone, Copy, Debug, Default)]
pub struct Guess {
    pub low: i64,
    pub high: i64,
    pub promise: i64,
    pub moves: i64,
}

impl Guess {
    pub fn plus(self, other: Guess) -> Guess {
        Guess {
            low: self.low + other.low,
            high: self.high + other.high,
            promise: self.promise + other.promise,
            moves: self.moves + other.moves,
        }
    }

    pub fn minus(self, other: Guess) -> Guess {
        Guess {
            low: self.low - other.low,
            high: self.high - other.high,
            promise: self.promise - other.promise,
            moves: self.moves - other.moves,
        }
    }

    #[must_use]
    pub fn negative(self) -> Guess {
        Guess { low: -self.high, high: -self.low, promise: -self.promise, moves: self.moves }
    }
}

/// What some parts and a value add up to.
#[derive(Clone, Copy, Debug)]
pub struct Total {
    pub sum: u128,
    pub value: Game,
    pub guess: Guess,
}

impl Default for Total {
    fn default() -> Self {
        Total { sum: 0, value: Game::ZERO, guess: Guess::default() }
    }
}

/// One option of a component: its own components (a range of parts), and what they add up to.
#[derive(Clone, Copy)]
pub struct Opened {
    pub total: Total,
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

    /// Make room for one more component.
    pub fn make_room(&mut self) {
        if self.bytes() > self.budget || self.parts.len().max(self.options.len()) > u32::MAX as usize / 2 {
            *self = Expansions::new(self.budget);
        }
    }

    /// Add an option to the component that is being opened, unless an equal one is there from number `first` on.
    pub fn add(&mut self, first: usize, total: Total, parts: &[Part<P>]) {
        let equal = |known: &Opened| known.total.sum == total.sum && known.total.value == total.value;
        if self.options[first..].iter().any(equal) {
            return;
        }
        let start = self.parts.len() as u32;
        self.parts.extend_from_slice(parts);
        self.options.push(Opened { total, start, end: self.parts.len() as u32 });
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
