//! What hangs on a vertex, folded into a number and a nim heap.
//!
//! A block is a bridge or a largest part without one vertex that holds it together; blocks hang on one another in a
//! tree with the ground at its root. They are taken from the leaves down. A block can be folded when all that hangs on
//! it has been, and when it is
//!
//! - an edge under x + *n: blue it is worth 1:x + *n, red the negative of 1:-x, + *n; green, if x is 0, *(n+1).
//!   Here 1:x is (x + k) / 2^(k - 1) with the least k >= 1 that makes x + k > 1;
//! - green, with nim heaps hanging: fused into one vertex, its edges are loops (the fusion principle);
//! - of one colour, with that player's integers hanging: as many moves as there are edges;
//! - red and blue with numbers hanging, and not too large: its number is looked up in a table of all it can become.
//!
//! That 1:(x + *n) = 1:x + *n: by induction its options are 0 and 1:x + *k for k < n, for both players except that Left
//! alone has 0, which 1:x > 0 dominates. A loop is worth what an edge with a free end is.

use super::numbers::{Block, FEW_EDGES, number};
use super::{Bush, GROUND, HackenbushRules, Weight};
use crate::bits::Bits;
use crate::error::Result;
use crate::limits::Control;
use crate::values::dyadic::Dyadic;
use num_bigint::BigInt;
use std::cell::RefCell;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Colour {
    Blue,
    Red,
    Green,
}

/// A vertex on the path of the search.
struct Frame {
    vertex: usize,
    /// How many of its edges have been followed,
    next: usize,
    /// and where on the stack of edges those begin that were met since it was reached.
    first: usize,
}

/// What is known of a vertex.
#[derive(Clone, Default)]
struct Vertex {
    /// When it was reached, from 1, and the earliest vertex that can be reached from above it.
    seen: u32,
    low: u32,
    weight: Weight,
    /// Something hangs here that could not be folded.
    stuck: bool,
}

/// Memory that is used again and again: folding is what most of a search is.
#[derive(Default)]
struct Scratch {
    vertices: Vec<Vertex>,
    reached: Vec<usize>,
    path: Vec<Frame>,
    edges: Vec<usize>,
    /// The vertices of a block, its root first.
    block: Vec<usize>,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

struct Folding<'r, 's, const W: usize> {
    rules: &'r HackenbushRules<W>,
    left: Bits<W>,
    right: Bits<W>,
    kept: Bits<W>,
    scratch: &'s mut Scratch,
}

impl<const W: usize> HackenbushRules<W> {
    /// The position with everything folded that can be: on the ground there is then at most a weight. With a control
    /// also large blocks are folded, which may take a while.
    pub(super) fn fold(&self, bush: &Bush<W>, whole: Option<&Control>) -> Result<Bush<W>> {
        let (left, right) = if self.impartial { (bush.edges(), bush.edges()) } else { (bush.left, bush.right) };
        // taken, not borrowed: the search of a large block folds other positions
        let mut scratch = SCRATCH.take();
        if scratch.vertices.len() < self.near.len() {
            scratch.vertices.resize(self.near.len(), Vertex::default());
        }
        for (vertex, weight) in &bush.hung {
            scratch.vertices[*vertex as usize].weight = weight.clone();
        }
        let mut folding = Folding { rules: self, left, right, kept: Bits::default(), scratch: &mut scratch };
        let result = folding.run(whole);
        let kept = folding.kept;
        scratch.reached.sort_unstable();
        let mut hung = Vec::new();
        for vertex in scratch.reached.drain(..) {
            let weight = std::mem::take(&mut scratch.vertices[vertex]).weight;
            if !weight.is_zero() {
                hung.push((vertex as u32, weight));
            }
        }
        scratch.path.clear();
        scratch.edges.clear();
        SCRATCH.set(scratch);
        result.map(|()| Bush { left: left & kept, right: right & kept, hung })
    }
}

impl<const W: usize> Folding<'_, '_, W> {
    fn reach(&mut self, vertex: usize) {
        let scratch = &mut *self.scratch;
        scratch.reached.push(vertex);
        let clock = scratch.reached.len() as u32;
        let known = &mut scratch.vertices[vertex];
        (known.seen, known.low) = (clock, clock);
        scratch.path.push(Frame { vertex, next: 0, first: scratch.edges.len() });
    }

    /// Find the blocks, leaves first (Hopcroft & Tarjan 1973).
    fn run(&mut self, whole: Option<&Control>) -> Result<()> {
        let mut waiting = self.left | self.right;
        self.reach(GROUND);
        while let Some(frame) = self.scratch.path.last_mut() {
            let vertex = frame.vertex;
            if let Some(&(edge, other)) = self.rules.near[vertex].get(frame.next) {
                frame.next += 1;
                if !waiting.get(edge) {
                    continue;
                }
                waiting.remove(edge);
                if other == vertex {
                    self.fold_edge(edge, &Weight::default(), vertex);
                } else if self.scratch.vertices[other].seen > 0 {
                    let seen = self.scratch.vertices[other].seen;
                    let low = &mut self.scratch.vertices[vertex].low;
                    *low = seen.min(*low);
                    self.scratch.edges.push(edge);
                } else {
                    self.reach(other);
                    self.scratch.edges.push(edge);
                }
                continue;
            }
            let first = frame.first;
            self.scratch.path.pop();
            let Some(parent) = self.scratch.path.last().map(|frame| frame.vertex) else { break };
            let low = self.scratch.vertices[vertex].low;
            if low >= self.scratch.vertices[parent].seen {
                self.close(first, parent, whole)?;
                self.scratch.edges.truncate(first);
            } else {
                let known = &mut self.scratch.vertices[parent].low;
                *known = low.min(*known);
            }
        }
        Ok(())
    }

    fn colour(&self, edge: usize) -> Colour {
        match (self.left.get(edge), self.right.get(edge)) {
            (true, true) => Colour::Green,
            (true, false) => Colour::Blue,
            _ => Colour::Red,
        }
    }

    /// The edges from `first` on are a block that hangs on `root`.
    fn close(&mut self, first: usize, root: usize, whole: Option<&Control>) -> Result<()> {
        let folded = if let [edge] = self.scratch.edges[first..] {
            let top = self.rules.across(edge, root);
            let weight = std::mem::take(&mut self.scratch.vertices[top].weight);
            let folded = !self.scratch.vertices[top].stuck && self.fold_edge(edge, &weight, root);
            if !folded {
                self.scratch.vertices[top].weight = weight;
            }
            folded
        } else {
            self.fold_block(first, root, whole)?
        };
        if !folded {
            self.scratch.vertices[root].stuck = true;
            self.scratch.edges[first..].iter().for_each(|&edge| self.kept.set(edge));
        }
        Ok(())
    }

    /// Hang on a vertex what an edge with a weight on top is worth; false where that is no number and nim heap.
    fn fold_edge(&mut self, edge: usize, top: &Weight, vertex: usize) -> bool {
        let worth = match self.colour(edge) {
            Colour::Blue => Weight { number: above_one(&top.number), nimber: top.nimber },
            Colour::Red => Weight { number: -above_one(&-&top.number), nimber: top.nimber },
            Colour::Green if top.number.is_zero() && top.nimber < u32::MAX => {
                Weight { number: Dyadic::ZERO, nimber: top.nimber + 1 }
            }
            Colour::Green => return false,
        };
        self.scratch.vertices[vertex].weight.add(&worth);
        true
    }

    fn fold_block(&mut self, first: usize, root: usize, whole: Option<&Control>) -> Result<bool> {
        let edges = &self.scratch.edges[first..];
        let colour = self.colour(edges[0]);
        let plain = edges.iter().all(|&edge| self.colour(edge) == colour);
        let table = whole.is_some() || edges.len() <= FEW_EDGES;
        let red_blue = || edges.iter().all(|&edge| self.colour(edge) != Colour::Green);
        if !(plain || table && red_blue()) {
            return Ok(false);
        }
        let block = &mut self.scratch.block;
        block.clear();
        block.push(root);
        for &edge in edges {
            for vertex in <[usize; 2]>::from(self.rules.ends[edge]) {
                if !block.contains(&vertex) {
                    block.push(vertex);
                }
            }
        }
        let (block, vertices) = (&self.scratch.block, &self.scratch.vertices);
        if block[1..].iter().any(|&vertex| vertices[vertex].stuck) {
            return Ok(false);
        }
        let weights = || block[1..].iter().map(|&vertex| &vertices[vertex].weight);
        let numbers = weights().all(|weight| weight.nimber == 0);
        let sign = if colour == Colour::Blue { 1 } else { -1 };
        let worth = if plain && colour == Colour::Green {
            let nimber = weights().fold(edges.len() as u32 % 2, |sum, weight| sum ^ weight.nimber);
            weights().all(|weight| weight.number.is_zero()).then_some(Weight { number: Dyadic::ZERO, nimber })
        } else if plain && numbers && weights().all(|w| w.number.is_integer() && w.number.signum() * sign >= 0) {
            let count = Dyadic::from(i64::from(sign) * edges.len() as i64);
            Some(Weight { number: weights().fold(count, |sum, weight| sum + &weight.number), nimber: 0 })
        } else if numbers && table {
            let local = |vertex: usize| block.iter().position(|&v| v == vertex).unwrap_or(0);
            let ends = |edge: usize| (local(self.rules.ends[edge].0), local(self.rules.ends[edge].1));
            let edges = edges.iter().map(|&edge| (ends(edge), self.colour(edge) == Colour::Blue)).collect();
            let hung = (1..).zip(weights()).filter(|(_, weight)| !weight.number.is_zero());
            let hung = hung.map(|(vertex, weight)| (vertex, weight.number.clone())).collect();
            number(&Block { edges, hung }, whole)?.map(|number| Weight { number, nimber: 0 })
        } else {
            None
        };
        let Some(worth) = worth else { return Ok(false) };
        for &vertex in &self.scratch.block[1..] {
            self.scratch.vertices[vertex].weight = Weight::default();
        }
        self.scratch.vertices[root].weight.add(&worth);
        Ok(true)
    }
}

/// 1:x, the value of a blue edge on which x hangs.
fn above_one(x: &Dyadic) -> Dyadic {
    if let Some((n, 0)) = x.as_small()
        && n.unsigned_abs() < 1 << 16
    {
        return if n >= 0 { Dyadic::from(n + 1) } else { Dyadic::unit(-n as u32) };
    }
    let k = (BigInt::from(2) - x.ceil()).max(1.into());
    let halvings = u32::try_from(&k - 1u32).unwrap_or(u32::MAX);
    &(x + &Dyadic::from(k)) * &Dyadic::unit(halvings)
}
