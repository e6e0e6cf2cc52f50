//! A lower bound that follows from conservation: each token must walk to a goal cell of its own.
//!
//! A symbol is a *token* when no rewrite changes how many of it there are and none moves more than one. Its walks are
//! the edges "from this cell to that one, at this cost" of the rewrites that move it, with everything else on the board
//! ignored. If the goal wants the symbol on some cells, the cheapest assignment of tokens to these cells is a lower
//! bound; bounds of several symbols add up as long as no rewrite moves two of them. The bound is consistent, since a
//! move takes one token along one edge. For the Fifteen Puzzle this is the Manhattan distance, for Sokoban the usual
//! matching bound with its dead squares.

use super::frozen::{Frozen, Leaving, own_bit};
use super::matching::Walks;
use super::spec::{Cell, Goal, Spec};
use super::walker::{Strokes, Walker};
use crate::bits::Bits;
use crate::rules::DEAD;

pub struct Tokens<const W: usize> {
    kinds: Vec<Kind<W>>,
    /// By bit: its cell.
    cell_of: Vec<u32>,
    frozen: Frozen<W>,
    /// The rewrites after which a token is lost for good.
    lost: Vec<usize>,
}

/// The number of a rewrite, and the cells that a token leaves and enters by it.
type Edge = (usize, u32, u32);

struct Kind<const W: usize> {
    symbol: u16,
    walks: Walks,
    /// The bits that are set only where such a token stands, if every cell has one.
    plane: Option<Bits<W>>,
}

/// Assignments of more tokens than this would cost more than they save.
const MOST_TOKENS: usize = 64;

/// So many tokens of a kind are counted without asking for memory.
const FEW: usize = 32;

impl<const W: usize> Tokens<W> {
    pub fn none() -> Self {
        Tokens { kinds: Vec::new(), cell_of: Vec::new(), frozen: Frozen::default(), lost: Vec::new() }
    }

    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// The rewrites that lead to dead positions, wherever they are made.
    pub fn lost(&self) -> &[usize] {
        &self.lost
    }

    /// The tokens of a puzzle with exactly one goal pattern; none when the rules conserve nothing.
    pub fn of(spec: &Spec, layout: &[Cell], costs: &[u32]) -> Self {
        let [goal] = &spec.goals[..] else { return Tokens::none() };
        let cells = spec.symbols.len();
        let mut symbols: Vec<u16> = goal.pattern.iter().filter(|(_, s)| s.len() == 1).map(|(_, s)| s[0]).collect();
        symbols.sort_unstable();
        symbols.dedup();
        let goal_cells = |symbol: u16| goal.pattern.iter().filter(move |(_, s)| s[..] == [symbol]);
        symbols.retain(|&symbol| goal_cells(symbol).count() <= MOST_TOKENS);
        // The edges of each conserved symbol, by rewrite.
        let mut candidates: Vec<(u16, Vec<Edge>)> = Vec::new();
        'symbols: for symbol in symbols {
            let mut edges = Vec::new();
            for (number, rewrite) in spec.rewrites.iter().enumerate() {
                let steps = || rewrite.changes.iter().filter_map(|c| Some((c, c.single()?)));
                let leaves = || steps().filter(|(_, (b, a))| *b == symbol && *a != symbol).map(|(c, _)| c);
                let enters = || steps().filter(|(_, (b, a))| *b != symbol && *a == symbol).map(|(c, _)| c);
                match (leaves().count(), enters().count()) {
                    _ if !rewrite.is_plain() => continue 'symbols,
                    (0, 0) => {}
                    (1, 1) if costs[number] > 0 => {
                        edges.extend(leaves().zip(enters()).map(|(a, b)| (number, a.cell, b.cell)));
                    }
                    _ => continue 'symbols,
                }
            }
            candidates.push((symbol, edges));
        }
        // Keep symbols that no rewrite moves together: those that clash least first, then those with few goals (boxes
        // rather than the floor they leave behind).
        let clash = |a: &[Edge], b: &[Edge]| a.iter().any(|(n, ..)| b.binary_search_by_key(n, |(m, ..)| *m).is_ok());
        let clashes: Vec<usize> =
            candidates.iter().map(|(_, a)| candidates.iter().filter(|(_, b)| clash(a, b)).count()).collect();
        let mut order: Vec<usize> = (0..candidates.len()).collect();
        order.sort_by_key(|&i| (clashes[i], goal_cells(candidates[i].0).count()));
        let mut kept: Vec<usize> = Vec::new();
        for i in order {
            if kept.iter().all(|&k| !clash(&candidates[i].1, &candidates[k].1)) {
                kept.push(i);
            }
        }
        let mut tokens = Tokens::none();
        let mut leaving: Vec<Leaving> = Vec::new();
        for i in kept {
            let (symbol, edges) = &candidates[i];
            let goals = goal_cells(*symbol).map(|(cell, _)| *cell as usize);
            let distances: Vec<Vec<u32>> = goals.map(|goal| distances(cells, edges, costs, goal)).collect();
            let walks = Walks::new(&distances);
            if wanted_nowhere_else(goal, layout, *symbol) {
                let (lost, kept): (Vec<Edge>, Vec<Edge>) = edges.iter().partition(|edge| walks.is_dead(edge.2));
                tokens.lost.extend(lost.into_iter().map(|(number, ..)| number));
                leaving.push((*symbol, kept.into_iter().map(|(number, from, _)| (number, from)).collect()));
            }
            let bits: Option<Vec<u32>> =
                layout.iter().filter(|cell| cell.code(*symbol).is_some()).map(|cell| own_bit(cell, *symbol)).collect();
            let plane = bits.map(|bits| {
                let mut plane = Bits::default();
                bits.into_iter().for_each(|bit| plane.set(bit as usize));
                plane
            });
            tokens.kinds.push(Kind { symbol: *symbol, walks, plane });
        }
        tokens.lost.sort_unstable();
        for (number, cell) in layout.iter().enumerate() {
            tokens.cell_of.extend((0..cell.width).map(|_| number as u32));
        }
        tokens.frozen = Frozen::of(&spec.rewrites, goal, layout, &leaving);
        tokens
    }

    /// From now on it matters where the walker gets.
    pub fn with_walker(&mut self, strokes: &Strokes<W>) {
        self.frozen.with_walker(strokes);
    }

    /// `decoded` says which symbol stands on each cell, where that has to be known.
    #[inline]
    pub fn estimate(&self, position: &Bits<W>, walker: Option<&Walker<W>>, decoded: impl Fn() -> Vec<u16>) -> u32 {
        if self.frozen.is_lost(position, walker) {
            return DEAD;
        }
        let mut symbols: Option<Vec<u16>> = None;
        let mut total = 0;
        for kind in &self.kinds {
            let cost = match &kind.plane {
                Some(plane) => {
                    let tokens = *position & *plane;
                    let cells = tokens.ones().map(|bit| self.cell_of[bit]);
                    if tokens.count() as usize <= FEW {
                        let mut at = [0; FEW];
                        at.iter_mut().zip(cells).for_each(|(at, cell)| *at = cell);
                        kind.walks.cheapest(&at[..tokens.count() as usize])
                    } else {
                        kind.walks.cheapest(&cells.collect::<Vec<u32>>())
                    }
                }
                None => {
                    let symbols = symbols.get_or_insert_with(&decoded);
                    let at: Vec<u32> =
                        (0..symbols.len() as u32).filter(|&cell| symbols[cell as usize] == kind.symbol).collect();
                    kind.walks.cheapest(&at)
                }
            };
            if cost == DEAD {
                return DEAD;
            }
            total += cost;
        }
        total
    }
}

/// Is every cell where the symbol may stand one where the goal wants it, or does not allow it?
fn wanted_nowhere_else(goal: &Goal, layout: &[Cell], symbol: u16) -> bool {
    layout.iter().enumerate().filter(|(_, cell)| cell.code(symbol).is_some()).all(|(number, _)| {
        let mut named = goal.pattern.iter().filter(|(cell, _)| *cell as usize == number);
        named.any(|(_, allowed)| allowed[..] == [symbol] || !allowed.contains(&symbol))
    })
}

/// Cost from every cell to `goal` along the edges (Dijkstra by repeated relaxation; boards are small).
fn distances(cells: usize, edges: &[Edge], costs: &[u32], goal: usize) -> Vec<u32> {
    let mut incoming: Vec<Vec<(usize, u32)>> = vec![Vec::new(); cells];
    for &(number, from, to) in edges {
        incoming[to as usize].push((from as usize, costs[number]));
    }
    let mut distance = vec![DEAD; cells];
    distance[goal] = 0;
    let mut queue = std::collections::BinaryHeap::from([(std::cmp::Reverse(0u32), goal)]);
    while let Some((std::cmp::Reverse(so_far), cell)) = queue.pop() {
        if so_far > distance[cell] {
            continue;
        }
        for &(from, cost) in &incoming[cell] {
            if so_far + cost < distance[from] {
                distance[from] = so_far + cost;
                queue.push((std::cmp::Reverse(so_far + cost), from));
            }
        }
    }
    distance
}

/// A puzzle in which every rewrite changes the number of some symbol by the same amount: all solutions have the same
/// length, and it can be read off the board. (Peg solitaire: every jump removes one peg.)
pub struct Grading {
    pub symbol: u16,
    /// What one rewrite adds; never 0.
    step: i64,
    /// How many of the symbol a goal has.
    goals: Vec<i64>,
}

impl Grading {
    pub fn of(spec: &Spec) -> Option<Self> {
        let symbols: Vec<u16> = spec.symbols.iter().flatten().copied().collect();
        let most = symbols.iter().copied().max()?;
        (0..=most).find_map(|symbol| {
            let change = |rewrite: &super::spec::Rewrite| -> i64 {
                let pairs = rewrite.changes.iter().filter_map(super::spec::Change::single);
                pairs.map(|(before, after)| i64::from(after == symbol) - i64::from(before == symbol)).sum()
            };
            let step = change(spec.rewrites.first()?);
            if !spec.rewrites.iter().all(super::spec::Rewrite::is_plain)
                || step == 0
                || spec.rewrites.iter().any(|rewrite| change(rewrite) != step)
            {
                return None;
            }
            let count = |goal: &super::spec::Goal| -> Option<i64> {
                let mut count = 0;
                let mut named = vec![false; spec.symbols.len()];
                for (cell, allowed) in &goal.pattern {
                    *named.get_mut(*cell as usize)? = true;
                    match allowed.contains(&symbol) {
                        true if allowed.len() > 1 => return None,
                        here => count += i64::from(here),
                    }
                }
                named.iter().all(|&named| named).then_some(count)
            };
            let mut goals = spec.goals.iter().map(count).collect::<Option<Vec<i64>>>()?;
            goals.sort_unstable();
            goals.dedup();
            Some(Grading { symbol, step, goals })
        })
    }

    /// The moves to a goal from a board that holds `now` of the symbol.
    pub fn estimate(&self, now: i64) -> u32 {
        let steps = |goal: &i64| {
            let missing = goal - now;
            (missing % self.step == 0 && missing / self.step >= 0).then(|| (missing / self.step) as u32)
        };
        self.goals.iter().filter_map(steps).min().unwrap_or(DEAD)
    }
}
