//! Every position that can be reached, and what each costs to solve.
//!
//! Positions are found breadth first, with the moves between them. The moves are sorted by the position that they lead
//! to, and costs are settled backwards from all goals at once, in buckets of equal cost. Nothing is assumed of the
//! rules: moves need not be reversible, may be free, and goals may be played on. Symmetries are not used, so that every
//! real position has its own entry.
//!
//! Where every move can be taken back ([`Rules::reversible`]) and counts 1, no move is kept: those that lead to a
//! position are those that lead from it, taken back, and are generated once more on the way from the goals. Memory then
//! grows with the positions alone.
//!
//! *Chains.* Where several moves of one piece count as one, a move continues the one before if its [`Link::before`] is
//! that one's [`Link::after`], and then costs nothing. With D(p) the cost from p, and C(p, k) the cost from p if the
//! next moves continue from link k and are paid already,
//!
//! * C(p, k) = min of D(q), C(q, after) over the moves from p to q that begin at k,
//! * D(p) = min of cost + D(q), cost + C(q, after) over all moves from p to q.
//!
//! The second kind of entry is called a mark here. Marks are found in the order of their cost, so each is looked at
//! once; one that is no cheaper than its position needs no look at all.

use crate::error::{Error, Result};
use crate::limits::{Control, Ticker};
use crate::rules::{DEAD, Player, Rules, Winner};
use crate::search::index::{Batch, Index, bytes_of, make_room};
use crate::search::shortest::{NONE, add};
use std::collections::BTreeMap;

/// Positions or marks that are settled between two looks at the clock.
const LOOK: usize = 1 << 12;
/// Costs are counted in a list.
const MOST_EXPENSIVE: u32 = 1 << 26;

/// What a move costs unless it continues the one before, and where its piece stands.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    pub cost: u32,
    pub before: u32,
    pub after: u32,
}

/// How the cost of a line is counted.
pub enum Counting<'c, M> {
    /// Every move is 1.
    Moves,
    /// Every move has its cost, which may be 0.
    Costs(&'c dyn Fn(&M) -> u32),
    Chains(&'c dyn Fn(&M) -> Link),
}

/// A position, and the mark in force there or [`NONE`].
type Next = (u32, u32);

pub struct Cluster<P> {
    index: Index<P>,
    /// By number: the cost of a cheapest solution, or [`DEAD`].
    pub costs: Vec<u32>,
    /// The next position of such a solution; at a goal there is none.
    next: Vec<Next>,
    /// The same by mark.
    marked: Vec<Next>,
    pub goals: u64,
    /// Positions by cost.
    pub layers: Vec<u64>,
}

impl<P: Clone + Eq + Ord> Cluster<P> {
    /// All positions by number, the start first.
    pub fn positions(&self) -> &[P] {
        self.index.positions()
    }

    pub fn number<R: Rules<Position = P>>(&self, rules: &R, position: &P) -> Option<u32> {
        self.index.find(rules.key(position), position)
    }

    /// The positions after this one on a cheapest solution.
    pub fn line(&self, number: u32) -> Option<Vec<&P>> {
        if self.costs[number as usize] == DEAD {
            return None;
        }
        let mut line = Vec::new();
        let (mut here, mut mark) = (number, NONE);
        loop {
            (here, mark) = if mark == NONE { self.next[here as usize] } else { self.marked[mark as usize] };
            if here == NONE {
                return Some(line);
            }
            line.push(self.index.get(here));
        }
    }

    /// The least of the dearest positions, in order.
    pub fn hardest(&self, limit: usize) -> Vec<&P> {
        let most = self.layers.len().wrapping_sub(1);
        let costs = self.costs.iter().zip(self.positions());
        let mut found: Vec<&P> = costs.filter(|&(&cost, _)| cost as usize == most).map(|(_, p)| p).collect();
        found.sort_unstable();
        found.truncate(limit);
        found
    }
}

/// What a stored move remembers about its cost.
trait Price: Copy {
    const CHAINS: bool = false;
    fn cost(self) -> u32;

    /// The mark that it begins.
    fn mark(self) -> u32 {
        NONE
    }

    fn after(self) -> u32 {
        NONE
    }
}

impl Price for () {
    fn cost(self) -> u32 {
        1
    }
}

impl Price for u32 {
    fn cost(self) -> u32 {
        self
    }
}

#[derive(Clone, Copy)]
struct Chained {
    cost: u32,
    mark: u32,
    after: u32,
}

impl Price for Chained {
    const CHAINS: bool = true;

    fn cost(self) -> u32 {
        self.cost
    }

    fn mark(self) -> u32 {
        self.mark
    }

    fn after(self) -> u32 {
        self.after
    }
}

/// Positions and moves as they are found: the moves from position n are those before `ends[n]`.
struct Found<P, T> {
    index: Index<P>,
    goals: Vec<u32>,
    ends: Vec<u32>,
    moves: Vec<(u32, T)>,
}

impl<P: Clone + Eq, T> Found<P, T> {
    fn bytes(&self) -> u64 {
        self.index.bytes() + bytes_of(&self.goals) + bytes_of(&self.ends) + bytes_of(&self.moves)
    }
}

/// The cluster of a position.
pub fn cluster<R: Rules>(
    rules: &R,
    start: &R::Position,
    counting: &Counting<R::Move>,
    control: &Control,
) -> Result<Cluster<R::Position>> {
    match counting {
        Counting::Moves if rules.reversible() => there_and_back(rules, start, control),
        Counting::Moves => {
            let found = explore(rules, start, control, |_, _| ())?;
            settle(found, &[], control)
        }
        Counting::Costs(cost) => {
            let found = explore(rules, start, control, |mv, _| cost(mv))?;
            settle(found, &[], control)
        }
        Counting::Chains(link) => {
            // the links at which marks begin; those of the position at hand are the last ones
            let mut begins: Vec<u32> = Vec::new();
            let mut floor = 0;
            let found = explore(rules, start, control, |mv, first| {
                if first {
                    floor = begins.len();
                }
                let Link { cost, before, after } = link(mv);
                let known = begins[floor..].iter().position(|&begin| begin == before);
                let mark = floor + known.unwrap_or(begins.len() - floor);
                if known.is_none() {
                    begins.push(before);
                }
                Chained { cost, mark: mark as u32, after }
            })?;
            settle(found, &begins, control)
        }
    }
}

/// `read` is told each move, and whether it is the first of its position.
fn explore<R: Rules, T: Price>(
    rules: &R,
    start: &R::Position,
    control: &Control,
    mut read: impl FnMut(&R::Move, bool) -> T,
) -> Result<Found<R::Position, T>> {
    let index = Index::of_positions_with(rules.beside())?;
    let mut found = Found { index, goals: Vec::new(), ends: Vec::new(), moves: Vec::new() };
    found.index.insert(rules.key(start), start, control)?;
    let mut ticker = control.ticker();
    let mut batch = Batch::new();
    let mut legal = Vec::new();
    let (mut cursor, mut layer, mut depth) = (0, 1, 0);
    while cursor < found.index.len() {
        if cursor == layer {
            (layer, depth) = (found.index.len(), depth + 1);
            control.set_depth(depth);
        }
        ticker.tick()?;
        let position = &found.index.positions()[cursor];
        let solved = rules.goal(position) == Some(Winner::Left);
        legal.clear();
        rules.moves(position, Player::Left, &mut legal)?;
        for (n, mv) in legal.iter().enumerate() {
            ticker.glance()?;
            let child = rules.play(position, mv)?;
            batch.push(&found.index, rules.key(&child), child, read(mv, n == 0));
        }
        let end = u32::try_from(found.moves.len() + batch.len());
        let end = end.map_err(|_| Error::too_large("a cluster of more than 2^32 moves"))?;
        let bytes = found.bytes();
        make_room(&mut found.ends, 1, bytes, control)?;
        found.ends.push(end);
        if solved {
            make_room(&mut found.goals, 1, bytes, control)?;
            found.goals.push(cursor as u32);
        }
        cursor += 1;
        if batch.is_full() || cursor == found.index.len() || cursor == layer {
            found.index.reserve(batch.len(), bytes, control)?;
            let bytes = found.bytes();
            make_room(&mut found.moves, batch.len(), bytes, control)?;
            let Found { index, moves, .. } = &mut found;
            index.absorb(&mut batch, moves, usize::MAX, |moves, number, _, _, price| {
                moves.push((number, price));
                Ok(())
            })?;
        }
    }
    Ok(found)
}

/// The moves by the position that they lead to, with the one that they come from: those to n begin at `starts[n]`.
struct Arriving<T> {
    starts: Vec<u32>,
    moves: Vec<(u32, T)>,
}

fn turned<P: Clone + Eq, T: Copy>(found: &Found<P, T>, control: &Control) -> Result<Arriving<T>> {
    let positions = found.index.len();
    let (mut starts, mut moves) = (Vec::new(), Vec::new());
    make_room(&mut starts, positions + 2, found.bytes(), control)?;
    make_room(&mut moves, found.moves.len(), found.bytes() + bytes_of(&starts), control)?;
    let Some(&(_, some)) = found.moves.first() else {
        return Ok(Arriving { starts: vec![0; positions + 1], moves });
    };
    // starts[n + 1] is where the next move to n belongs, and so becomes the start of n + 1
    starts.resize(positions + 2, 0);
    for &(to, _) in &found.moves {
        starts[to as usize + 2] += 1;
    }
    for n in 2..starts.len() {
        starts[n] += starts[n - 1];
    }
    moves.resize(found.moves.len(), (0, some));
    let mut from = 0;
    for (n, &(to, price)) in found.moves.iter().enumerate() {
        while found.ends[from] as usize <= n {
            from += 1;
        }
        let at = &mut starts[to as usize + 1];
        moves[*at as usize] = (from as u32, price);
        *at += 1;
    }
    Ok(Arriving { starts, moves })
}

/// Looks at the limits now and then while costs are settled.
struct Looks<'c, 'a> {
    ticker: Ticker<'c, 'a>,
    left: usize,
}

impl Looks<'_, '_> {
    #[inline]
    fn look(&mut self) -> Result<()> {
        self.left -= 1;
        if self.left > 0 {
            return Ok(());
        }
        self.left = LOOK;
        self.ticker.check()
    }
}

/// `begins` has the link of each mark.
fn settle<P: Clone + Eq, T: Price>(found: Found<P, T>, begins: &[u32], control: &Control) -> Result<Cluster<P>> {
    let arriving = turned(&found, control)?;
    let Found { index, goals, .. } = found;
    let positions = index.len();
    let marks = if T::CHAINS { begins.len() } else { 0 };
    let entries = (positions * (size_of::<u32>() + size_of::<Next>() + 4) + marks * (size_of::<Next>() + 12)) as u64;
    control.memory(index.bytes() + bytes_of(&arriving.starts) + bytes_of(&arriving.moves) + entries)?;
    let mut costs = vec![DEAD; positions];
    let mut next: Vec<Next> = vec![(NONE, NONE); positions];
    let mut marked: Vec<Next> = vec![(NONE, NONE); marks];
    for &goal in &goals {
        costs[goal as usize] = 0;
    }
    let solved = goals.len() as u64;
    let mut layers: Vec<u64> = Vec::new();
    let mut buckets: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    if solved > 0 {
        buckets.insert(0, goals);
    }
    let mut looks = Looks { ticker: control.ticker(), left: LOOK };
    let mut open: Vec<Next> = Vec::new();
    while let Some((cost, mut layer)) = buckets.pop_first() {
        control.set_depth(u64::from(cost));
        let mut following: Vec<u32> = Vec::new();
        let (mut at, mut settled) = (0, 0);
        loop {
            looks.look()?;
            let (here, mark) = match open.pop() {
                // what the position itself does is as cheap
                Some((here, _)) if costs[here as usize] <= cost => continue,
                Some(entry) => entry,
                None if at == layer.len() => break,
                None => {
                    at += 1;
                    let here = layer[at - 1];
                    if costs[here as usize] < cost {
                        continue; // an entry that is out of date
                    }
                    settled += 1;
                    (here, NONE)
                }
            };
            let begin = if mark == NONE { NONE } else { begins[mark as usize] };
            let (first, last) = (arriving.starts[here as usize], arriving.starts[here as usize + 1]);
            for &(from, price) in &arriving.moves[first as usize..last as usize] {
                if T::CHAINS && mark != NONE && price.after() != begin {
                    continue;
                }
                let known = costs[from as usize];
                if known <= cost {
                    continue;
                }
                let total = if price.cost() == 1 { cost + 1 } else { add(cost, price.cost())? };
                if total < known {
                    costs[from as usize] = total;
                    next[from as usize] = (here, mark);
                    if total == cost {
                        layer.push(from);
                    } else if total == cost + 1 {
                        following.push(from);
                    } else {
                        buckets.entry(total).or_default().push(from);
                    }
                }
                if T::CHAINS && marked[price.mark() as usize].0 == NONE {
                    marked[price.mark() as usize] = (here, mark);
                    open.push((from, price.mark()));
                }
            }
        }
        if settled > 0 {
            if cost >= MOST_EXPENSIVE {
                return Err(Error::too_large(format!(
                    "solutions that cost {cost}: too expensive to be counted by cost"
                )));
            }
            layers.resize(cost as usize + 1, 0);
            layers[cost as usize] = settled;
        }
        if !following.is_empty() {
            buckets.entry(cost + 1).or_default().append(&mut following);
        }
    }
    Ok(Cluster { index, costs, next, marked, goals: solved, layers })
}

/// Generates the positions around one, without symmetries.
struct Around<'r, 'c, 'a, R: Rules> {
    rules: &'r R,
    ticker: Ticker<'c, 'a>,
    legal: Vec<R::Move>,
}

impl<R: Rules> Around<'_, '_, '_, R> {
    fn push<T: Copy>(
        &mut self,
        index: &Index<R::Position>,
        number: u32,
        word: T,
        batch: &mut Batch<R::Position, T>,
    ) -> Result<()> {
        let position = index.get(number);
        self.legal.clear();
        self.rules.moves(position, Player::Left, &mut self.legal)?;
        for mv in &self.legal {
            self.ticker.glance()?;
            let child = self.rules.play(position, mv)?;
            batch.push(index, self.rules.key(&child), child, word);
        }
        Ok(())
    }
}

/// The cluster by moves that can be taken back and count 1.
fn there_and_back<R: Rules>(rules: &R, start: &R::Position, control: &Control) -> Result<Cluster<R::Position>> {
    let mut index = Index::of_positions_with(rules.beside())?;
    index.insert(rules.key(start), start, control)?;
    let mut around = Around { rules, ticker: control.ticker(), legal: Vec::new() };
    let mut layer: Vec<u32> = Vec::new();
    let mut batch = Batch::new();
    let (mut cursor, mut end, mut depth) = (0, 1, 0);
    while cursor < index.len() {
        if cursor == end {
            (end, depth) = (index.len(), depth + 1);
            control.set_depth(depth);
        }
        around.ticker.tick()?;
        if rules.goal(&index.positions()[cursor]) == Some(Winner::Left) {
            make_room(&mut layer, 1, index.bytes(), control)?;
            layer.push(cursor as u32);
        }
        around.push(&index, cursor as u32, (), &mut batch)?;
        cursor += 1;
        if batch.is_full() || cursor == index.len() || cursor == end {
            index.reserve(batch.len(), bytes_of(&layer), control)?;
            index.absorb(&mut batch, &mut Vec::<()>::new(), 0, |_, _, _, _, ()| Ok(()))?;
        }
    }
    let positions = index.len();
    // two layers are never more than all positions
    let entries = positions * (size_of::<u32>() + size_of::<Next>() + size_of::<u32>());
    control.memory(index.bytes() + bytes_of(&layer) + entries as u64)?;
    let mut costs = vec![DEAD; positions];
    let mut next: Vec<Next> = vec![(NONE, NONE); positions];
    for &goal in &layer {
        costs[goal as usize] = 0;
    }
    let (goals, mut settled) = (layer.len() as u64, layer.len());
    let (mut layers, mut cost, mut batch) = (Vec::new(), 0, Batch::new());
    while !layer.is_empty() {
        control.set_depth(u64::from(cost));
        layers.push(layer.len() as u64);
        cost += 1;
        let mut following: Vec<u32> = Vec::new();
        for (n, &number) in layer.iter().enumerate() {
            if settled + following.len() == positions {
                break;
            }
            around.push(&index, number, number, &mut batch)?;
            if batch.is_full() || n + 1 == layer.len() {
                index.find_all(&mut batch, |found, from| {
                    if let Some(number) = found.map(|number| number as usize)
                        && costs[number] == DEAD
                    {
                        costs[number] = cost;
                        next[number] = (from, NONE);
                        following.push(number as u32);
                    }
                });
            }
        }
        settled += following.len();
        layer = following;
    }
    Ok(Cluster { index, costs, next, marked: Vec::new(), goals, layers })
}

#[cfg(test)]
#[path = "cluster_tests.rs"]
mod tests;
