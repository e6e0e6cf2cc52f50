//! Lossy caches of comparisons, sums and games. They double while there is room; after that a new entry takes the place of an
//! old one, which is worked out again when it is wanted.

use super::universe::{Game, Universe};
use crate::limits::Control;

/// Small, for small questions: what is not filled is not touched either.
const FIRST_BITS: u32 = 7;
/// Largest tables, in bits of the index: entries of 8 and of 12 bytes.
const ORDER_BITS: u32 = 25;
const SUM_BITS: u32 = 24;
/// Those of games, which have 20 bytes; what comes again comes soon.
const FORM_BITS: u32 = 17;

#[inline]
fn mix(g: Game, h: Game) -> u64 {
    // a bijection of 64 bits, so that index and tag together are the pair
    let mut x = u64::from(g.bits()) << 32 | u64::from(h.bits());
    x ^= x >> 32;
    x = x.wrapping_mul(0xD6E8_FEB8_6659_FD93);
    x ^= x >> 32;
    x = x.wrapping_mul(0xD6E8_FEB8_6659_FD93);
    x ^ x >> 32
}

/// g <= h, by pairs.
#[derive(Default)]
pub struct Orders {
    /// The mixed pair with the lowest [`FIRST_BITS`] bits, which the index tells, replaced by 2 (no) or 3 (yes); 0: free.
    slots: Vec<u64>,
    used: usize,
    /// There was no memory for a larger table.
    full: bool,
}

const TAG: u64 = !((1 << FIRST_BITS) - 1);

impl Orders {
    #[inline]
    pub fn get(&self, g: Game, h: Game) -> Option<bool> {
        if self.slots.is_empty() {
            return None;
        }
        let code = mix(g, h);
        let word = self.slots[code as usize & (self.slots.len() - 1)];
        (word & TAG == code & TAG && word & 2 != 0).then_some(word & 1 != 0)
    }

    #[inline]
    pub fn put(&mut self, g: Game, h: Game, answer: bool, universe: &Universe, control: &Control) {
        if self.used * 2 >= self.slots.len() && !self.full && self.slots.len() < 1 << ORDER_BITS {
            self.grow(universe, control);
        }
        let code = mix(g, h);
        let mask = self.slots.len() - 1;
        let slot = &mut self.slots[code as usize & mask];
        self.used += usize::from(*slot == 0);
        *slot = code & TAG | 2 | u64::from(answer);
    }

    #[cold]
    fn grow(&mut self, universe: &Universe, control: &Control) {
        let old = self.slots.len();
        let length = (old * 2).max(1 << FIRST_BITS);
        if universe.grow((length - old) as u64 * 8, control).is_err() && old > 0 {
            self.full = true;
            return;
        }
        let mut slots = vec![0; length];
        self.used = 0;
        for (i, &word) in self.slots.iter().enumerate().filter(|(_, word)| **word != 0) {
            // the lowest bits are those of the old index; the tag has the rest
            let code = word & TAG | (i as u64 & !TAG);
            slots[code as usize & (length - 1)] = word;
            self.used += 1;
        }
        universe.account((length - old) as i64 * 8);
        self.slots = slots;
    }

    pub fn clear(&mut self) {
        self.slots.fill(0);
        self.used = 0;
    }
}

/// g + h, by unordered pairs.
#[derive(Default)]
pub struct Sums {
    slots: Vec<(Game2, u32)>,
    used: usize,
    /// There was no memory for a larger table.
    full: bool,
}

type Game2 = (u32, u32);

impl Sums {
    #[inline]
    fn pair(g: Game, h: Game) -> (Game2, u64) {
        let (g, h) = if g <= h { (g, h) } else { (h, g) };
        ((g.bits(), h.bits()), mix(g, h))
    }

    #[inline]
    pub fn get(&self, g: Game, h: Game) -> Option<Game> {
        if self.slots.is_empty() {
            return None;
        }
        let (pair, code) = Sums::pair(g, h);
        let slot = &self.slots[code as usize & (self.slots.len() - 1)];
        (slot.0 == pair && slot.1 != 0).then_some(Game::from_bits(slot.1))
    }

    #[inline]
    pub fn put(&mut self, g: Game, h: Game, sum: Game, universe: &Universe, control: &Control) {
        if self.used * 2 >= self.slots.len() && !self.full && self.slots.len() < 1 << SUM_BITS {
            self.grow(universe, control);
        }
        let (pair, code) = Sums::pair(g, h);
        let mask = self.slots.len() - 1;
        let slot = &mut self.slots[code as usize & mask];
        self.used += usize::from(slot.1 == 0);
        *slot = (pair, sum.bits());
    }

    #[cold]
    fn grow(&mut self, universe: &Universe, control: &Control) {
        let old = self.slots.len();
        let length = (old * 2).max(1 << FIRST_BITS);
        let each = size_of::<(Game2, u32)>() as u64;
        if universe.grow((length - old) as u64 * each, control).is_err() && old > 0 {
            self.full = true;
            return;
        }
        let mut slots = vec![((0, 0), 0); length];
        self.used = 0;
        for &slot in self.slots.iter().filter(|slot| slot.1 != 0) {
            let ((g, h), _) = slot;
            let code = mix(Game::from_bits(g), Game::from_bits(h));
            slots[code as usize & (length - 1)] = slot;
            self.used += 1;
        }
        universe.account(((length - old) as u64 * each) as i64);
        self.slots = slots;
    }
}

/// {left | right}, by fingerprints of both lists of options.
#[derive(Default)]
pub struct Forms {
    slots: Vec<Form>,
    used: usize,
    /// There was no memory for a larger table.
    full: bool,
}

#[derive(Clone, Copy, Default)]
struct Form {
    print: [u32; 4],
    /// 0: free.
    value: u32,
}

fn words(print: u128) -> [u32; 4] {
    [0, 32, 64, 96].map(|shift| (print >> shift) as u32)
}

impl Forms {
    #[inline]
    pub fn get(&self, print: u128) -> Option<Game> {
        let slot = self.slots.get(print as usize & self.slots.len().wrapping_sub(1))?;
        (slot.value != 0 && slot.print == words(print)).then_some(Game::from_bits(slot.value))
    }

    #[inline]
    pub fn put(&mut self, print: u128, value: Game, universe: &Universe, control: &Control) {
        if self.used * 2 >= self.slots.len() && !self.full && self.slots.len() < 1 << FORM_BITS {
            self.grow(universe, control);
        }
        let mask = self.slots.len() - 1;
        let slot = &mut self.slots[print as usize & mask];
        self.used += usize::from(slot.value == 0);
        *slot = Form { print: words(print), value: value.bits() };
    }

    #[cold]
    fn grow(&mut self, universe: &Universe, control: &Control) {
        let old = self.slots.len();
        let length = (old * 2).max(1 << FIRST_BITS);
        let more = ((length - old) * size_of::<Form>()) as u64;
        if universe.grow(more, control).is_err() && old > 0 {
            self.full = true;
            return;
        }
        let mut slots = vec![Form::default(); length];
        self.used = 0;
        for &slot in self.slots.iter().filter(|slot| slot.value != 0) {
            slots[slot.print[0] as usize & (length - 1)] = slot;
            self.used += 1;
        }
        universe.account(more as i64);
        self.slots = slots;
    }
}
