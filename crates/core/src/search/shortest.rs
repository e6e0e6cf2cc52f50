//! Shortest solutions of puzzles.
//!
//! [`breadth_first`] goes layer by layer while every move costs 1 and falls back to Dial's bucket queue at the first
//! move that costs more; [`a_star`] orders the same queue by cost so far plus [`Rules::estimate`] (Hart, Nilsson &
//! Raphael 1968); [`ida_star`] needs no memory. All of them work on representatives ([`Rules::canonical`]), so a
//! [`Line`] is a sequence of orbits; [`replay`] turns it into moves from the real start. `None` is a proof that no
//! solution exists.
//!
//! Every expanded position ticks once. A position is tested for being solved when it is generated, so the layer of the
//! solution is never expanded; a position that is over without being solved is not expanded either. Estimates are asked
//! for once per stored position, not for every time it is generated: dead positions are kept.

use crate::error::{Error, Result};
use crate::limits::{Control, Ticker};
use crate::rules::{DEAD, Player, Rules, Winner};
use crate::search::index::{Batch, Index, bytes_of, make_room, prefetch};
use std::cmp::Reverse;
use std::collections::{BTreeMap, VecDeque};

pub use crate::search::ida::ida_star;

/// A way from a start to a goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line<P> {
    /// Representatives, from the start's to the goal's.
    pub positions: Vec<P>,
    pub cost: u32,
}

/// Moves, each with the real position that it leads to.
pub type Played<R> = Vec<(<R as Rules>::Move, <R as Rules>::Position)>;

/// No parent.
pub(super) const NONE: u32 = u32::MAX;

/// The move's cost; a free move would break the order in which layers are closed.
#[inline]
pub(super) fn price<R: Rules>(rules: &R, mv: &R::Move) -> Result<u32> {
    match rules.cost(mv) {
        0 => Err(Error::invalid("a move costs 0, expected at least 1")),
        cost => Ok(cost),
    }
}

#[inline]
pub(super) fn add(cost: u32, more: u32) -> Result<u32> {
    match cost.checked_add(more) {
        Some(sum) if sum != DEAD => Ok(sum),
        _ => Err(Error::too_large(format!("costs of {DEAD} and more are not supported"))),
    }
}

/// Generates the children of stored positions into a batch.
pub(super) struct Expander<'s, 'a, R: Rules, T> {
    rules: &'s R,
    players: &'s [Player],
    ticker: Ticker<'s, 'a>,
    moves: Vec<R::Move>,
    pub batch: Batch<R::Position, T>,
}

impl<'s, 'a, R: Rules, T> Expander<'s, 'a, R, T> {
    pub fn new(rules: &'s R, players: &'s [Player], control: &'s Control<'a>) -> Self {
        Expander { rules, players, ticker: control.ticker(), moves: Vec::new(), batch: Batch::new() }
    }

    /// Expand one position. `word` says what to remember about the child of a move, `None` to stop everything; the
    /// answer is false if it did.
    #[inline(always)]
    pub fn expand(
        &mut self,
        index: &Index<R::Position>,
        number: u32,
        mut word: impl FnMut(&R::Move) -> Result<Option<T>>,
    ) -> Result<bool> {
        self.ticker.tick()?;
        let position = index.get(number);
        for &player in self.players {
            self.moves.clear();
            self.rules.moves(position, player, &mut self.moves)?;
            for mv in &self.moves {
                self.ticker.glance()?;
                let Some(word) = word(mv)? else { return Ok(false) };
                let child = self.rules.canonical(&self.rules.play(position, mv)?);
                self.batch.push(index, self.rules.key(&child), child, word);
            }
        }
        Ok(true)
    }
}

/// An index that holds the start's representative, number 0.
pub(super) fn rooted<R: Rules>(rules: &R, start: &R::Position, control: &Control) -> Result<Index<R::Position>> {
    let mut index = Index::of_positions_with(rules.beside())?;
    let root = rules.canonical(start);
    index.insert(rules.key(&root), &root, control)?;
    Ok(index)
}

fn line<P: Clone + Eq>(index: &Index<P>, goal: u32, cost: u32, parent: impl Fn(u32) -> u32) -> Line<P> {
    let mut positions = Vec::new();
    let mut at = goal;
    while at != NONE {
        positions.push(index.get(at).clone());
        at = parent(at);
    }
    positions.reverse();
    Line { positions, cost }
}

/// A shortest solution by blind search: breadth first, or Dijkstra's algorithm where costs differ. Positions with a
/// dead estimate are not expanded; otherwise estimates are not used. The first move that does not cost 1 makes it begin
/// again with buckets, so positions before that are visited (and ticked) twice.
pub fn breadth_first<R: Rules>(rules: &R, start: &R::Position, control: &Control) -> Result<Option<Line<R::Position>>> {
    match layer_by_layer(rules, start, control)? {
        Layered::Solved(line) => Ok(Some(line)),
        Layered::Impossible => Ok(None),
        Layered::Weighted => {
            let blind = |position: &R::Position| if rules.estimate(position) == DEAD { DEAD } else { 0 };
            Ok(best_first(rules, start, blind, false, control)?.line())
        }
    }
}

enum Layered<P> {
    Solved(Line<P>),
    Impossible,
    /// A move does not cost 1.
    Weighted,
}

/// The index itself is the queue: positions are numbered layer by layer.
fn layer_by_layer<R: Rules>(rules: &R, start: &R::Position, control: &Control) -> Result<Layered<R::Position>> {
    let mut index = rooted(rules, start, control)?;
    match rules.goal(index.get(0)) {
        Some(Winner::Left) => return Ok(Layered::Solved(line(&index, 0, 0, |_| NONE))),
        Some(_) => return Ok(Layered::Impossible),
        None => {}
    }
    let mut expander = Expander::new(rules, &[Player::Left], control);
    let mut parents = vec![NONE];
    let mut some_are_over = false;
    let (mut cursor, mut depth) = (0, 0);
    while cursor < index.len() {
        control.set_depth(u64::from(depth));
        let end = index.len();
        while cursor < end {
            let position = &index.positions()[cursor];
            let number = cursor as u32;
            cursor += 1;
            if rules.estimate(position) != DEAD && !(some_are_over && rules.goal(position).is_some()) {
                let unit = |mv: &R::Move| Ok((rules.cost(mv) == 1).then_some(number));
                if !expander.expand(&index, number, unit)? {
                    return Ok(Layered::Weighted);
                }
            }
            if !expander.batch.is_full() && cursor < end {
                continue;
            }
            let more = expander.batch.len();
            index.reserve(more, bytes_of(&parents), control)?;
            make_room(&mut parents, more, index.bytes(), control)?;
            let mut solved = None;
            let each = |_: &mut Vec<()>, number, new, position: &R::Position, parent| {
                if new {
                    parents.push(parent);
                    match rules.goal(position) {
                        None => {}
                        Some(Winner::Left) => solved = solved.or(Some(number)),
                        Some(_) => some_are_over = true,
                    }
                }
                Ok(())
            };
            index.absorb(&mut expander.batch, &mut Vec::new(), 0, each)?;
            if let Some(goal) = solved {
                return Ok(Layered::Solved(line(&index, goal, depth + 1, |n| parents[n as usize])));
            }
        }
        depth += 1;
    }
    Ok(Layered::Impossible)
}

/// A shortest solution by A*. Among positions of equal promise the deepest come first. A position that is reached at
/// less cost later is opened again, so an estimate that is admissible but not consistent only costs time.
pub fn a_star<R: Rules>(rules: &R, start: &R::Position, control: &Control) -> Result<Option<Line<R::Position>>> {
    Ok(best_first(rules, start, |position| rules.estimate(position), false, control)?.line())
}

#[derive(Clone, Copy)]
pub(super) struct Reached {
    pub cost: u32,
    pub parent: u32,
}

/// What a best-first search leaves behind.
pub(super) struct Explored<P> {
    pub index: Index<P>,
    /// By number.
    pub reached: Vec<Reached>,
    /// Cost and number of the cheapest goal.
    pub best: Option<(u32, u32)>,
}

impl<P: Clone + Eq> Explored<P> {
    fn line(&self) -> Option<Line<P>> {
        self.best.map(|(cost, goal)| line(&self.index, goal, cost, |n| self.reached[n as usize].parent))
    }

    pub fn bytes(&self) -> u64 {
        self.index.bytes() + bytes_of(&self.reached)
    }
}

/// Buckets of equal cost plus estimate and equal cost: the smallest sum first, then the largest cost.
#[derive(Default)]
struct Open {
    buckets: BTreeMap<(u32, Reverse<u32>), VecDeque<u32>>,
    entries: usize,
}

impl Open {
    fn push(&mut self, sum: u32, cost: u32, number: u32) {
        self.buckets.entry((sum, Reverse(cost))).or_default().push_back(number);
        self.entries += 1;
    }

    /// Some of the best bucket's numbers, the oldest first, with their sum and cost.
    fn pop(&mut self, some: usize, out: &mut Vec<u32>) -> Option<(u32, u32)> {
        let mut entry = self.buckets.first_entry()?;
        let (sum, Reverse(cost)) = *entry.key();
        let bucket = entry.get_mut();
        out.clear();
        out.extend(bucket.drain(..some.min(bucket.len())));
        self.entries -= out.len();
        if bucket.is_empty() {
            entry.remove();
        }
        Some((sum, cost))
    }

    /// Vectors grow by doubling, hence the 2.
    fn bytes(&self) -> u64 {
        (self.entries * 2 * size_of::<u32>() + self.buckets.len() * 64) as u64
    }
}

/// Parents that are expanded before their children are looked up.
const TOGETHER: usize = 64;

/// A* with the given estimate. With `all`, every position on any shortest solution is reached and has its final cost
/// when this returns; without, the first solution that is proved shortest ends the search.
pub(super) fn best_first<R: Rules>(
    rules: &R,
    start: &R::Position,
    estimate: impl Fn(&R::Position) -> u32,
    all: bool,
    control: &Control,
) -> Result<Explored<R::Position>> {
    let mut index = rooted(rules, start, control)?;
    let mut reached = vec![Reached { cost: 0, parent: NONE }];
    let mut open = Open::default();
    let mut best: Option<(u32, u32)> = None;
    match rules.goal(index.get(0)) {
        Some(Winner::Left) => best = Some((0, 0)),
        Some(_) => {}
        None => match estimate(index.get(0)) {
            DEAD => {}
            sum => open.push(sum, 0, 0),
        },
    }
    let mut expander = Expander::new(rules, &[Player::Left], control);
    let mut chosen = Vec::with_capacity(TOGETHER);
    while let Some((sum, cost)) = open.pop(TOGETHER, &mut chosen) {
        // only solutions that cost at most this much are still of interest
        let worth = |best: Option<(u32, u32)>| {
            best.map_or(DEAD - 1, |(found, _)| if all { found } else { found.saturating_sub(1) })
        };
        if sum > worth(best) {
            break;
        }
        control.set_depth(u64::from(sum));
        for &number in &chosen {
            prefetch(index.positions(), number as usize);
            prefetch(&reached, number as usize);
        }
        for (i, &number) in chosen.iter().enumerate() {
            // an entry with another cost is out of date
            if reached[number as usize].cost == cost && cost < worth(best) {
                let word = |mv: &R::Move| Ok(Some(Reached { cost: add(cost, price(rules, mv)?)?, parent: number }));
                expander.expand(&index, number, word)?;
            }
            if !expander.batch.is_full() && i + 1 < chosen.len() {
                continue;
            }
            let more = expander.batch.len();
            index.reserve(more, bytes_of(&reached) + open.bytes(), control)?;
            make_room(&mut reached, more, index.bytes() + open.bytes(), control)?;
            let each = |reached: &mut Vec<Reached>, number, new, position: &R::Position, now: Reached| {
                expander.ticker.glance()?; // an estimate may take long
                if new {
                    reached.push(now);
                } else if now.cost < reached[number as usize].cost {
                    reached[number as usize] = now;
                } else {
                    return Ok(());
                }
                match rules.goal(position) {
                    Some(Winner::Left) => {
                        if best.is_none_or(|(found, _)| now.cost < found) {
                            best = Some((now.cost, number));
                        }
                    }
                    Some(_) => {}
                    None => match estimate(position) {
                        DEAD => {}
                        estimate => match now.cost.saturating_add(estimate) {
                            sum if sum <= worth(best) => open.push(sum, now.cost, number),
                            _ => {}
                        },
                    },
                }
                Ok(())
            };
            index.absorb(&mut expander.batch, &mut reached, 0, each)?;
        }
    }
    Ok(Explored { index, reached, best })
}

/// The moves of a line from the real start: at each step the cheapest move to the orbit of the next representative.
pub fn replay<R: Rules>(rules: &R, start: &R::Position, line: &Line<R::Position>) -> Result<Played<R>> {
    let Some((first, rest)) = line.positions.split_first() else {
        return Err(Error::invalid("the line is empty, expected at least the start"));
    };
    if rules.canonical(start) != *first {
        return Err(Error::invalid("the line does not begin at the start"));
    }
    let mut played: Played<R> = Vec::with_capacity(rest.len());
    let mut moves = Vec::new();
    for (i, target) in rest.iter().enumerate() {
        let here = played.last().map_or(start, |(_, position)| position);
        moves.clear();
        rules.moves(here, Player::Left, &mut moves)?;
        let mut step: Option<(R::Move, R::Position)> = None;
        for mv in moves.drain(..) {
            let next = rules.play(here, &mv)?;
            let better = step.as_ref().is_none_or(|(chosen, _)| rules.cost(&mv) < rules.cost(chosen));
            if better && rules.canonical(&next) == *target {
                step = Some((mv, next));
            }
        }
        match step {
            Some(step) => played.push(step),
            None => return Err(Error::invalid(format!("no move leads to position {} of the line", i + 1))),
        }
    }
    Ok(played)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::search::enumerate::reachable;
    use crate::search::ida::toys::*;

    #[test]
    fn random_graphs_agree_with_relaxation() {
        let mut random = Random(1);
        for round in 0..2000 {
            let graph = Graph::random(&mut random, 2 + round % 11, 1 + round as u32 % 4);
            let expected = graph.to_go()[0];
            for line in [breadth_first(&graph, &0, &Control::default()), a_star(&graph, &0, &Control::default())] {
                let line = line.unwrap();
                assert_eq!(line.as_ref().map_or(DEAD, |line| line.cost), expected);
                if let Some(line) = line {
                    let played = replay(&graph, &0, &line).unwrap();
                    assert_eq!(played.iter().map(|((_, _, cost), _)| cost).sum::<u32>(), expected);
                    assert_eq!(graph.goal(line.positions.last().unwrap()), Some(Winner::Left));
                }
            }
        }
    }

    #[test]
    fn the_hardest_eight_puzzles_take_31_moves() {
        for symmetric in [false, true] {
            let rules = Tiles { width: 3, height: 3, symmetric, manhattan: true };
            let reach = reachable(&rules, &rules.solved(), &[Player::Left], false, &Control::default()).unwrap();
            for start in reach.farthest {
                let blind = breadth_first(&rules, &start, &Control::default()).unwrap().unwrap();
                let guided = a_star(&rules, &start, &Control::default()).unwrap().unwrap();
                for line in [blind, guided] {
                    assert_eq!((line.cost, line.positions.len()), (31, 32));
                    assert_eq!(replay(&rules, &start, &line).unwrap().last().unwrap().1, rules.solved());
                }
            }
        }
    }

    #[test]
    fn an_odd_permutation_of_tiles_is_proved_unsolvable() {
        let rules = Tiles { width: 3, height: 3, ..Tiles::default() };
        let swapped = rules.solved() ^ (1 ^ 2) << 4 ^ (1 ^ 2) << 8;
        let control = Control::default();
        assert_eq!(breadth_first(&rules, &swapped, &control).unwrap(), None);
        assert_eq!(control.positions(), 181_440);
        assert_eq!(a_star(&rules, &swapped, &Control::default()).unwrap(), None);
    }

    #[test]
    fn replay_refuses_what_is_not_a_line() {
        let graph = Graph::path(4);
        let line = breadth_first(&graph, &0, &Control::default()).unwrap().unwrap();
        assert_eq!(replay(&graph, &0, &line).unwrap().len(), 3);
        assert!(matches!(replay(&graph, &1, &line), Err(Error::Invalid(_))));
        let gap = Line { positions: vec![0, 2, 3], cost: 2 };
        assert!(matches!(replay(&graph, &0, &gap), Err(Error::Invalid(_))));
        assert!(matches!(replay(&graph, &0, &Line { positions: vec![], cost: 0 }), Err(Error::Invalid(_))));
    }

    #[test]
    fn free_moves_and_overflowing_costs_are_errors() {
        let mut graph = Graph::path(4);
        graph.edges[1][0].2 = 0;
        assert!(matches!(breadth_first(&graph, &0, &Control::default()), Err(Error::Invalid(_))));
        graph.edges[1][0].2 = u32::MAX - 1;
        assert!(matches!(a_star(&graph, &0, &Control::default()), Err(Error::Limit(..))));
    }

    #[test]
    fn limits_and_cancellation_stop_every_search() {
        let rules = Tiles { width: 4, height: 4, ..Tiles::default() };
        let far = 0x0123_4567_89AB_CDEF;
        for search in [breadth_first::<Tiles>, a_star, ida_star] {
            let control = Control::new(Limits { positions: Some(50_000), ..Limits::default() });
            assert!(matches!(search(&rules, &far, &control), Err(Error::Limit(..))));
            assert!(control.positions() < 60_000);
            let control = Control::default();
            control.cancel();
            assert!(matches!(search(&rules, &far, &control), Err(Error::Cancelled)));
        }
        for search in [breadth_first::<Tiles>, a_star] {
            let control = Control::new(Limits { memory: Some(4 << 20), ..Limits::default() });
            assert!(matches!(search(&rules, &far, &control), Err(Error::Limit(..))));
            let smaller = Control::new(Limits { positions: Some(50_000), ..Limits::default() });
            let _ = search(&rules, &far, &smaller);
            assert!(smaller.peak_memory() > 1 << 20 && smaller.peak_memory() < 8 << 20);
        }
    }

    #[test]
    #[ignore = "a measurement: new positions per second"]
    fn speed_of_breadth_first_search() {
        for symmetric in [false, true] {
            let rules = Pegs { target: 0, ..Pegs::english(symmetric) };
            let control = Control::new(Limits { positions: Some(12_000_000), ..Limits::default() });
            assert!(breadth_first(&rules, &(rules.board ^ rules.centre()), &control).is_err());
            let seconds = control.elapsed().as_secs_f64();
            println!("{} expanded in {seconds:.2} s, {} MB", control.positions(), control.peak_memory() >> 20);
            let control = Control::new(Limits { positions: Some(12_000_000), ..Limits::default() });
            assert!(best_first(&rules, &(rules.board ^ rules.centre()), |_| 0, false, &control).is_err());
            let seconds = control.elapsed().as_secs_f64();
            println!("in buckets: {seconds:.2} s, {} MB", control.peak_memory() >> 20);
        }
    }
}
