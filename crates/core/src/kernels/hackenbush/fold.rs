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

use super::numbers::{Block, number};
use super::{Bush, GROUND, HackenbushRules, Weight, bit, first};
use crate::bits::Bits;
use crate::error::Result;
use crate::limits::Control;
use crate::values::dyadic::Dyadic;
use num_bigint::BigInt;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Colour {
    Blue,
    Red,
    Green,
}

/// A vertex on the path of the search.
struct Frame<const W: usize> {
    vertex: usize,
    /// The edge that led here,
    edge: usize,
    /// those that are still to be followed,
    rest: Bits<W>,
    /// and where on the stack of edges those begin that were met since.
    first: usize,
}

struct Folding<'r, 'c, 'a, const W: usize> {
    rules: &'r HackenbushRules<W>,
    left: Bits<W>,
    right: Bits<W>,
    whole: Option<&'c Control<'a>>,
    weights: Vec<Weight>,
    /// Something hangs on this vertex that could not be folded.
    stuck: Vec<bool>,
    kept: Bits<W>,
}

impl<const W: usize> HackenbushRules<W> {
    /// The position with everything folded that can be: on the ground there is then at most a weight. With a control
    /// also large blocks are folded, which may take a while.
    pub(super) fn fold(&self, bush: &Bush<W>, whole: Option<&Control>) -> Result<Bush<W>> {
        let vertices = self.at.len();
        let (left, right) = if self.impartial { (bush.edges(), bush.edges()) } else { (bush.left, bush.right) };
        let mut weights = vec![Weight::default(); vertices];
        for (vertex, weight) in &bush.hung {
            weights[*vertex as usize] = weight.clone();
        }
        let mut folding =
            Folding { rules: self, left, right, whole, weights, stuck: vec![false; vertices], kept: Bits::default() };
        folding.run()?;
        let Folding { kept, weights, .. } = folding;
        let hung = (0u32..).zip(weights).filter(|(_, weight)| !weight.is_zero()).collect();
        Ok(Bush { left: left & kept, right: right & kept, hung })
    }
}

impl<const W: usize> Folding<'_, '_, '_, W> {
    /// Find the blocks, leaves first (Hopcroft & Tarjan 1973).
    fn run(&mut self) -> Result<()> {
        let alive = self.left | self.right;
        let vertices = self.rules.at.len();
        let mut seen = vec![0u32; vertices];
        let mut low = vec![0u32; vertices];
        let mut clock = 1;
        let mut followed = Bits::<W>::default();
        let mut edges: Vec<usize> = Vec::new();
        (seen[GROUND], low[GROUND]) = (clock, clock);
        let mut path = vec![Frame { vertex: GROUND, edge: usize::MAX, rest: self.rules.at[GROUND] & alive, first: 0 }];
        while let Some(frame) = path.last_mut() {
            let vertex = frame.vertex;
            if let Some(edge) = first(&frame.rest) {
                frame.rest = frame.rest & !bit(edge);
                if followed.get(edge) {
                    continue;
                }
                followed.set(edge);
                let other = self.rules.across(edge, vertex);
                if other == vertex {
                    self.fold_edge(edge, &Weight::default(), vertex);
                } else if seen[other] > 0 {
                    low[vertex] = low[vertex].min(seen[other]);
                    edges.push(edge);
                } else {
                    clock += 1;
                    (seen[other], low[other]) = (clock, clock);
                    path.push(Frame { vertex: other, edge, rest: self.rules.at[other] & alive, first: edges.len() });
                    edges.push(edge);
                }
                continue;
            }
            let Some(done) = path.pop() else { break };
            let Some(parent) = path.last().map(|frame| frame.vertex) else { break };
            low[parent] = low[parent].min(low[done.vertex]);
            if low[done.vertex] >= seen[parent] {
                self.close(&edges[done.first..], parent, done.edge)?;
                edges.truncate(done.first);
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

    /// A block has been found that hangs on `root`, by `edge` and perhaps others.
    fn close(&mut self, block: &[usize], root: usize, edge: usize) -> Result<()> {
        let folded = if let [edge] = block {
            let top = self.rules.across(*edge, root);
            let weight = std::mem::take(&mut self.weights[top]);
            let free = !self.stuck[top];
            let folded = free && self.fold_edge(*edge, &weight, root);
            if !folded {
                self.weights[top] = weight;
            }
            folded
        } else {
            self.fold_block(block, root)?
        };
        if !folded {
            self.stuck[root] = true;
            block.iter().for_each(|&edge| self.kept.set(edge));
        }
        debug_assert!(block.contains(&edge));
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
            // as a loop a green edge has nothing on top
            Colour::Green => return false,
        };
        self.weights[vertex].add(&worth);
        true
    }

    fn fold_block(&mut self, block: &[usize], root: usize) -> Result<bool> {
        let mut vertices = vec![root];
        for &edge in block {
            for vertex in <[usize; 2]>::from(self.rules.ends[edge]) {
                if !vertices.contains(&vertex) {
                    vertices.push(vertex);
                }
            }
        }
        let above = &vertices[1..];
        if above.iter().any(|&vertex| self.stuck[vertex]) {
            return Ok(false);
        }
        let weights = || above.iter().map(|&vertex| &self.weights[vertex]);
        let colour = self.colour(block[0]);
        let plain = block.iter().all(|&edge| self.colour(edge) == colour);
        let numbers = weights().all(|weight| weight.nimber == 0);
        let sign = if colour == Colour::Blue { 1 } else { -1 };
        let worth = if plain && colour == Colour::Green {
            let nimber = weights().fold(block.len() as u32 % 2, |sum, weight| sum ^ weight.nimber);
            weights().all(|weight| weight.number.is_zero()).then(|| Weight { number: Dyadic::ZERO, nimber })
        } else if plain && numbers && weights().all(|w| w.number.is_integer() && w.number.signum() * sign >= 0) {
            let edges = Dyadic::from(i64::from(sign) * block.len() as i64);
            let number = weights().fold(edges, |sum, weight| sum + &weight.number);
            Some(Weight { number, nimber: 0 })
        } else if numbers && block.iter().all(|&edge| self.colour(edge) != Colour::Green) {
            let local = |vertex: usize| vertices.iter().position(|&v| v == vertex).unwrap_or(0);
            let edges = block.iter().map(|&edge| {
                let (a, b) = self.rules.ends[edge];
                (local(a), local(b), self.colour(edge) == Colour::Blue)
            });
            let hung = above.iter().map(|&vertex| (local(vertex), &self.weights[vertex].number));
            let hung = hung.filter(|(_, number)| !number.is_zero()).map(|(vertex, number)| (vertex, number.clone()));
            let block = Block { edges: edges.collect(), hung: hung.collect() };
            number(&block, self.whole)?.map(|number| Weight { number, nimber: 0 })
        } else {
            None
        };
        let Some(worth) = worth else { return Ok(false) };
        for &vertex in above {
            self.weights[vertex] = Weight::default();
        }
        self.weights[root].add(&worth);
        Ok(true)
    }
}

/// 1:x, the value of a blue edge on which x hangs.
fn above_one(x: &Dyadic) -> Dyadic {
    let k = (BigInt::from(2) - x.ceil()).max(1.into());
    let halvings = u32::try_from(&k - 1u32).unwrap_or(u32::MAX);
    &(x + &Dyadic::from(k)) * &Dyadic::unit(halvings)
}
