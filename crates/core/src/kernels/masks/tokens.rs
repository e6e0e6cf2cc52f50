//! A lower bound that follows from conservation: each token must walk to a goal cell of its own.
//!
//! A symbol is a *token* when no rewrite changes how many of it there are and none moves more than one. Its walks are
//! the edges "from this cell to that one, at this cost" of the rewrites that move it, with everything else on the board
//! ignored. If the goal wants the symbol on some cells, the cheapest assignment of tokens to these cells is a lower
//! bound; bounds of several symbols add up as long as no rewrite moves two of them. The bound is consistent, since a
//! move takes one token along one edge. For the Fifteen Puzzle this is the Manhattan distance, for Sokoban the usual
//! matching bound with its dead squares.

use super::spec::Spec;
use crate::rules::DEAD;

pub struct Tokens {
    kinds: Vec<Kind>,
}

/// The number of a rewrite, and the cells that a token leaves and enters by it.
type Edge = (usize, u32, u32);

struct Kind {
    symbol: u16,
    /// `walks[g][cell]`: cost from a cell to goal cell number `g`, [`DEAD`] when there is no way.
    walks: Vec<Vec<u32>>,
}

/// Assignments of more tokens than this would cost more than they save.
const MOST_TOKENS: usize = 64;

impl Tokens {
    pub fn none() -> Self {
        Tokens { kinds: Vec::new() }
    }

    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// The tokens of a puzzle with exactly one goal pattern; none when the rules conserve nothing.
    pub fn of(spec: &Spec, costs: &[u32]) -> Self {
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
        let kinds = kept
            .into_iter()
            .map(|i| {
                let (symbol, edges) = &candidates[i];
                let goals = goal_cells(*symbol).map(|(cell, _)| *cell as usize);
                let walks = goals.map(|goal| distances(cells, edges, costs, goal)).collect();
                Kind { symbol: *symbol, walks }
            })
            .collect();
        Tokens { kinds }
    }

    /// `symbols[i]` stands on cell `i`.
    pub fn estimate(&self, symbols: &[u16]) -> u32 {
        let mut total = 0;
        for kind in &self.kinds {
            let at: Vec<usize> = (0..symbols.len()).filter(|&cell| symbols[cell] == kind.symbol).collect();
            let cost = assignment(&kind.walks, &at);
            if cost == DEAD {
                return DEAD;
            }
            total += cost;
        }
        total
    }
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

/// The cheapest way to give each goal a token of its own: the Hungarian algorithm with potentials, row by row.
fn assignment(walks: &[Vec<u32>], at: &[usize]) -> u32 {
    let (rows, columns) = (walks.len(), at.len());
    if rows > columns {
        return DEAD;
    }
    if rows == 1 {
        return at.iter().map(|&cell| walks[0][cell]).min().unwrap_or(DEAD);
    }
    const FAR: i64 = 1 << 40;
    let cost = |row: usize, column: usize| match walks[row][at[column]] {
        DEAD => FAR,
        near => i64::from(near),
    };
    let (mut u, mut v) = (vec![0i64; rows + 1], vec![0i64; columns + 1]);
    let mut owner = vec![0usize; columns + 1];
    let mut way = vec![0usize; columns + 1];
    let mut least = vec![0i64; columns + 1];
    let mut used = vec![false; columns + 1];
    for row in 1..=rows {
        owner[0] = row;
        least.fill(i64::MAX);
        used.fill(false);
        let mut column = 0;
        loop {
            used[column] = true;
            let (from, mut delta, mut next) = (owner[column], i64::MAX, 0);
            for j in 1..=columns {
                if used[j] {
                    continue;
                }
                let reduced = cost(from - 1, j - 1) - u[from] - v[j];
                if reduced < least[j] {
                    least[j] = reduced;
                    way[j] = column;
                }
                if least[j] < delta {
                    delta = least[j];
                    next = j;
                }
            }
            for j in 0..=columns {
                if used[j] {
                    u[owner[j]] += delta;
                    v[j] -= delta;
                } else if j > 0 {
                    least[j] -= delta;
                }
            }
            column = next;
            if owner[column] == 0 {
                break;
            }
        }
        while column != 0 {
            owner[column] = owner[way[column]];
            column = way[column];
        }
        // v[0] is minus the cost so far
        if -v[0] >= FAR {
            return DEAD;
        }
    }
    -v[0] as u32
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

#[cfg(test)]
mod tests {
    use super::*;

    fn by_trying_all(walks: &[Vec<u32>], at: &[usize], used: &mut Vec<bool>) -> u32 {
        let Some((first, rest)) = walks.split_first() else { return 0 };
        let mut best = DEAD;
        for i in 0..at.len() {
            if !used[i] && first[at[i]] != DEAD {
                used[i] = true;
                let tail = by_trying_all(rest, at, used);
                used[i] = false;
                if tail != DEAD {
                    best = best.min(first[at[i]] + tail);
                }
            }
        }
        best
    }

    #[test]
    fn assignment_agrees_with_trying_all() {
        let mut seed = 12345u64;
        let mut random = |n: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % n
        };
        for _ in 0..3000 {
            let rows = 1 + random(5) as usize;
            let columns = 1 + random(6) as usize;
            let walks: Vec<Vec<u32>> = (0..rows)
                .map(|_| (0..8).map(|_| if random(4) == 0 { DEAD } else { random(20) as u32 }).collect())
                .collect();
            let at: Vec<usize> = (0..columns).map(|_| random(8) as usize).collect();
            let expected = by_trying_all(&walks, &at, &mut vec![false; columns]);
            assert_eq!(assignment(&walks, &at), expected);
        }
    }
}
