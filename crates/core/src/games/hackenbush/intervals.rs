//! The number of a red-blue block that is too large for a table, by intervals that are narrowed as far as needed.
//!
//! Of each component an open interval is known in which its number lies. A component is greater than each of Left's
//! options and less than each of Right's, so that it can be no less narrow than they are; and it *is* the simplest
//! number in its interval as soon as all of Left's options are known to be less than that, and all of Right's greater.
//! Mostly a component need not be known, but only compared with a number: then one good option settles it. An option
//! is compared by comparing its components; a component is opened when it is first compared, and most never are.
//!
//! Numbers are integers here, in units of 1 / 2^unit, and so are the ends of intervals: "greater than x" can be said of
//! what is at least x + 1. All moves together are fewer than 62, and so is the depth of the recursion.

use super::numbers::Block;
use super::{Bush, HackenbushRules};
use crate::error::Result;
use crate::limits::{Control, Ticker};
use crate::rules::{BuildMixer, Expanded, Player, Rules};
use crate::values::dyadic::Dyadic;
use std::collections::HashMap;

/// A component, or its negative: the number of its node, and a sign in the lowest bit.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Part(u32);

const NOTHING: Part = Part(u32::MAX);

/// What a move leads to: a number and components that are added to it.
#[derive(Clone, Copy)]
struct Choice {
    number: i64,
    parts: [Part; 2],
}

struct Node {
    /// Its number is greater than the first and less than the second; when it is known both are equal to it.
    low: i64,
    high: i64,
    /// The number of Left's options and where they are, followed by Right's; `None` until the component is opened.
    options: Option<[usize; 3]>,
    /// A guess whether Left or Right has the better move.
    guess: i64,
}

pub struct Search<'c, 'a> {
    rules: HackenbushRules<1>,
    unit: u32,
    nodes: Vec<Node>,
    bushes: Vec<Bush<1>>,
    index: HashMap<Bush<1>, u32, BuildMixer>,
    choices: Vec<Choice>,
    expanded: Expanded<Bush<1>>,
    control: &'c Control<'a>,
    ticker: Ticker<'c, 'a>,
}

/// The number of a block of at most 64 edges, which is a component if its root is taken for the ground, in units of
/// 1 / 2^unit; `unit` is at least the number of moves.
pub fn number(block: &Block, unit: u32, control: &Control) -> Result<i64> {
    let ends: Vec<(u32, u32)> = block.edges.iter().map(|&((a, b), _)| (a as u32, b as u32)).collect();
    let mut bush = Bush::default();
    for (edge, &(_, blue)) in block.edges.iter().enumerate() {
        if blue { bush.left.set(edge) } else { bush.right.set(edge) }
    }
    let hung = block.hung.iter().map(|(vertex, number)| (*vertex as u32, number.clone().into()));
    bush.hung = hung.collect();
    bush.hung.sort_unstable_by_key(|(vertex, _)| *vertex);
    let mut search = Search {
        rules: HackenbushRules::new(&ends, false, false),
        unit,
        nodes: Vec::new(),
        bushes: Vec::new(),
        index: HashMap::default(),
        choices: Vec::new(),
        expanded: Expanded::default(),
        control,
        ticker: control.ticker(),
    };
    let whole = search.choice([bush])?;
    for part in whole.parts.into_iter().filter(|&part| part != NOTHING) {
        search.narrow(part.0 as usize >> 1, None)?;
    }
    Ok(search.interval(&whole).0)
}

impl Search<'_, '_> {
    /// In units; all numbers here are whole numbers of them.
    fn units(&self, number: &Dyadic) -> i64 {
        number.as_small().map_or(0, |(n, exponent)| n << (self.unit - exponent))
    }

    fn choice(&mut self, pieces: impl IntoIterator<Item = Bush<1>>) -> Result<Choice> {
        let mut choice = Choice { number: 0, parts: [NOTHING; 2] };
        let mut free = choice.parts.iter_mut();
        for piece in pieces {
            let (bush, negative) = self.rules.normal(&piece);
            if let Some(weight) = bush.at_ground() {
                let number = self.units(&weight.number);
                choice.number += if negative { -number } else { number };
            } else if let Some(part) = free.next() {
                *part = Part(self.node(bush) << 1 | u32::from(negative));
            }
        }
        Ok(choice)
    }

    fn node(&mut self, bush: Bush<1>) -> u32 {
        if let Some(&known) = self.index.get(&bush) {
            return known;
        }
        let number = self.nodes.len() as u32;
        let [low, high] = Player::BOTH.map(|player| self.units(&self.rules.at_least(&bush, player)) - 1);
        let count = |player| i64::from(self.rules.owned(&bush, player).count());
        let edges = (count(Player::Left) - count(Player::Right)) << self.unit;
        let guess = bush.hung.iter().fold(edges, |sum, (_, weight)| sum + self.units(&weight.number)) / 2;
        self.nodes.push(Node { low, high: -high, options: None, guess });
        self.bushes.push(bush.clone());
        self.index.insert(bush, number);
        number
    }

    fn open(&mut self, node: usize) -> Result<[usize; 3]> {
        if let Some(options) = self.nodes[node].options {
            return Ok(options);
        }
        self.ticker.tick()?;
        if self.nodes.len() == self.nodes.capacity() || self.choices.len() == self.choices.capacity() {
            let bytes = self.nodes.len() * (size_of::<Node>() + 3 * size_of::<Bush<1>>())
                + self.choices.len() * size_of::<Choice>();
            self.control.memory(3 * bytes as u64)?;
        }
        let bush = std::mem::take(&mut self.bushes[node]);
        let mut expanded = std::mem::take(&mut self.expanded);
        self.rules.expand(&bush, &mut expanded)?;
        let start = self.choices.len();
        let mut pieces = expanded.parts.drain(..);
        let mut end = 0;
        for &next in &expanded.ends {
            let choice = self.choice(pieces.by_ref().take(next - end))?;
            self.choices.push(choice);
            end = next;
        }
        drop(pieces);
        let options = [start, start + expanded.lefts, self.choices.len()];
        self.expanded = expanded;
        self.nodes[node].options = Some(options);
        Ok(options)
    }

    /// Where an option lies: it is between the two numbers, or equal to both.
    #[inline]
    fn interval(&self, choice: &Choice) -> (i64, i64) {
        let (mut low, mut high) = (choice.number, choice.number);
        for part in choice.parts.iter().filter(|&&part| part != NOTHING) {
            let node = &self.nodes[part.0 as usize >> 1];
            let (a, b) = if part.0 & 1 == 0 { (node.low, node.high) } else { (-node.high, -node.low) };
            low += a;
            high += b;
        }
        (low, high)
    }

    /// Narrow the interval of a component until `against` is not inside, or until its number is known.
    fn narrow(&mut self, node: usize, against: Option<i64>) -> Result<()> {
        let [start, middle, end] = self.open(node)?;
        let mut fits = false;
        loop {
            let Node { mut low, mut high, guess, .. } = self.nodes[node];
            if low == high {
                return Ok(());
            }
            for choice in &self.choices[start..middle] {
                low = low.max(self.interval(choice).0);
            }
            for choice in &self.choices[middle..end] {
                high = high.min(self.interval(choice).1);
            }
            (self.nodes[node].low, self.nodes[node].high) = (low, high);
            if against.is_some_and(|number| number <= low || high <= number) {
                return Ok(());
            }
            let simplest = simplest(low, high, self.unit);
            let pivot = against.filter(|_| !fits).unwrap_or(simplest);
            let sides = [start..middle, middle..end];
            let (first, second) = if guess > pivot { (0, 1) } else { (1, 0) };
            let open = self.undecided(sides[first].clone(), pivot, first == 0);
            let Some(choice) = open.or_else(|| self.undecided(sides[second].clone(), pivot, second == 0)) else {
                // all of Left's options are less than the pivot, all of Right's greater
                if pivot == simplest {
                    (self.nodes[node].low, self.nodes[node].high) = (pivot, pivot);
                    return Ok(());
                }
                fits = true;
                continue;
            };
            self.compare(choice, pivot)?;
        }
    }

    /// An option of which it is not known whether it is less or greater than a number: rather one that has been opened
    /// already, then the most promising.
    fn undecided(&self, options: std::ops::Range<usize>, pivot: i64, left: bool) -> Option<usize> {
        let opened = |part: &Part| *part != NOTHING && self.nodes[part.0 as usize >> 1].options.is_some();
        options
            .filter_map(|option| {
                let choice = &self.choices[option];
                let (low, high) = self.interval(choice);
                let promise = if left { high } else { -low };
                (low < pivot && pivot < high).then(|| (choice.parts.iter().any(opened), promise, option))
            })
            .max_by_key(|&(opened, promise, option)| (opened, promise, std::cmp::Reverse(option)))
            .map(|(.., option)| option)
    }

    /// Narrow the components of an option, to find out on which side of a number it is.
    fn compare(&mut self, option: usize, pivot: i64) -> Result<()> {
        let choice = self.choices[option];
        let width = |part: &Part| {
            let node = &self.nodes[part.0 as usize >> 1];
            node.high - node.low
        };
        let [a, b] = choice.parts;
        let wider = if b != NOTHING && width(&b) > width(&a) { b } else { a };
        let other = if wider == a { b } else { a };
        let node = wider.0 as usize >> 1;
        let against = if other == NOTHING || width(&other) == 0 {
            let rest = self.interval(&Choice { number: choice.number, parts: [other, NOTHING] }).0;
            if wider.0 & 1 == 0 { pivot - rest } else { rest - pivot }
        } else {
            simplest(self.nodes[node].low, self.nodes[node].high, self.unit)
        };
        self.narrow(node, Some(against))
    }
}

/// The simplest number between two.
fn simplest(low: i64, high: i64, unit: u32) -> i64 {
    super::numbers::simplest(Some(low), Some(high), unit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::hackenbush::numbers;

    #[test]
    fn intervals_and_tables_find_the_same_numbers() {
        let control = Control::default();
        let mut state = 7u64;
        let mut below = |n: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % n
        };
        let mut fractions = 0;
        for round in 0..400 {
            // hanging together without the root, so that it is one component
            let vertices = 3 + below(4);
            let mut ends: Vec<(usize, usize)> = (2..vertices).map(|v| (1 + below(v - 1), v)).collect();
            ends.push((0, 1));
            ends.extend((0..2 + round % 4).map(|_| (below(vertices), 1 + below(vertices - 1))));
            let edges = ends.into_iter().map(|ends| (ends, below(2) == 0)).collect();
            let weight = |n: usize| Dyadic::new(n as i64 - 6, 2).unwrap_or_default();
            let hung: Vec<(usize, Dyadic)> = (1..vertices).map(|vertex| (vertex, weight(below(12)))).collect();
            let hung = hung.into_iter().filter(|(vertex, x)| vertex % 3 == round % 3 && !x.is_zero()).collect();
            let block = Block { edges, hung };
            let expected = numbers::number(&block, Some(&control));
            let found = number(&block, 40, &control).and_then(|number| Dyadic::new(number, 40));
            assert!(matches!((&found, &expected), (Ok(a), Ok(Some(b))) if a == b), "{found:?} {expected:?}");
            fractions += usize::from(found.is_ok_and(|number| !number.is_integer()));
        }
        assert!(fractions > 100, "{fractions}");
    }
}
