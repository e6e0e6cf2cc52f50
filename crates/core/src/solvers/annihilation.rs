//! Annihilation on a digraph: everything about positions of few tokens, from which linear algebra gets the rest.
//!
//! A position is a set of vertices. A move takes a token along an arc, and where one stands already both vanish: as
//! vectors over the field of two elements, u + x + y. Fraenkel and Yesha proved that the positions that the player to
//! move loses form a linear space, that those with a finite label (Smith's generalized nimbers) form another one on
//! which the labels are linear, and that positions of at most four tokens span both (Fraenkel & Yesha 1982, Theory of
//! annihilation games). Since moves never add tokens, the small positions can be settled by themselves.
//!
//! There are about n^4 / 24 of them and n times as many moves, so no move is stored: positions are numbered as
//! combinations, and the positions before one are made when it is settled. Both functions return a basis, made of the
//! first independent positions in the order in which they are settled.

use crate::error::{Error, Result};
use crate::limits::{Control, Ticker};

pub const MOST_VERTICES: usize = 128;
pub const MOST_TOKENS: usize = 4;
const ABSENT: u8 = u8::MAX;

/// Some vertices, in order, and then `ABSENT`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Set([u8; MOST_TOKENS]);

impl Set {
    const EMPTY: Set = Set([ABSENT; MOST_TOKENS]);

    fn vertices(&self) -> &[u8] {
        let len = self.0.iter().position(|&vertex| vertex == ABSENT).unwrap_or(MOST_TOKENS);
        &self.0[..len]
    }

    fn has(self, vertex: u8) -> bool {
        self.0.contains(&vertex)
    }

    fn with(mut self, vertex: u8) -> Set {
        let mut place = self.vertices().len();
        while place > 0 && self.0[place - 1] > vertex {
            self.0[place] = self.0[place - 1];
            place -= 1;
        }
        self.0[place] = vertex;
        self
    }

    fn without(mut self, place: usize) -> Set {
        self.0.copy_within(place + 1.., place);
        self.0[MOST_TOKENS - 1] = ABSENT;
        self
    }

    fn vector(self) -> u128 {
        self.vertices().iter().fold(0, |vector, &vertex| vector | 1 << vertex)
    }
}

/// The digraph, and the numbers of all sets of at most `tokens` vertices: those with fewer vertices first, those with
/// as many in colexicographic order.
struct Board {
    vertices: usize,
    tokens: usize,
    out_degree: Vec<u16>,
    /// The vertices with an arc to each vertex, other than itself.
    before: Vec<Vec<u8>>,
    /// All arcs between different vertices.
    arcs: Vec<(u8, u8)>,
    has_loop: Vec<bool>,
    /// `chosen[k][v]`: v choose k.
    chosen: [Vec<u32>; MOST_TOKENS + 1],
    /// The number of the first set of each size, and of all sets at the end.
    first: [u32; MOST_TOKENS + 2],
}

impl Board {
    fn new(successors: &[Vec<u32>], tokens: usize) -> Result<Board> {
        let vertices = successors.len();
        if vertices > MOST_VERTICES || tokens > MOST_TOKENS {
            return Err(Error::invalid(format!(
                "{vertices} vertices and {tokens} tokens (expected at most {MOST_VERTICES} and {MOST_TOKENS})"
            )));
        }
        let mut chosen: [Vec<u32>; MOST_TOKENS + 1] = Default::default();
        chosen[0] = vec![1; vertices + 1];
        for size in 1..=MOST_TOKENS {
            chosen[size].push(0);
            for vertex in 0..vertices {
                let next = chosen[size][vertex] + chosen[size - 1][vertex];
                chosen[size].push(next);
            }
        }
        let mut first = [0; MOST_TOKENS + 2];
        for size in 0..=tokens {
            first[size + 1] = first[size] + chosen[size][vertices];
        }
        let mut board = Board {
            vertices,
            tokens,
            out_degree: vec![0; vertices],
            before: vec![Vec::new(); vertices],
            arcs: Vec::new(),
            has_loop: vec![false; vertices],
            chosen,
            first,
        };
        for (tail, heads) in successors.iter().enumerate() {
            let mut heads = heads.clone();
            heads.sort_unstable();
            heads.dedup();
            board.out_degree[tail] = heads.len() as u16;
            for head in heads {
                if head as usize >= vertices {
                    return Err(Error::invalid(format!("an arc to vertex {head} of {vertices}")));
                }
                if head as usize == tail {
                    board.has_loop[tail] = true;
                } else {
                    board.before[head as usize].push(tail as u8);
                    board.arcs.push((tail as u8, head as u8));
                }
            }
        }
        Ok(board)
    }

    fn sets(&self) -> usize {
        self.first[self.tokens + 1] as usize
    }

    fn number(&self, set: Set) -> usize {
        let vertices = set.vertices();
        let place = |(index, &vertex): (usize, &u8)| self.chosen[index + 1][vertex as usize];
        (self.first[vertices.len()] + vertices.iter().enumerate().map(place).sum::<u32>()) as usize
    }

    /// All sets, in the order of their numbers.
    fn each(&self, mut visit: impl FnMut(usize, Set)) {
        let mut number = 0;
        for size in 0..=self.tokens.min(self.vertices) {
            let mut set = Set::EMPTY;
            for vertex in 0..size {
                set.0[vertex] = vertex as u8;
            }
            loop {
                visit(number, set);
                number += 1;
                // the lowest vertex that can go up by one goes up, and those below it go back to the start
                let end = |place: usize| if place + 1 < size { set.0[place + 1] } else { self.vertices as u8 };
                let Some(place) = (0..size).find(|&place| set.0[place] + 1 < end(place)) else { break };
                set.0[place] += 1;
                for lower in 0..place {
                    set.0[lower] = lower as u8;
                }
            }
        }
    }

    /// The moves from a set; those that lead to the same set are counted separately.
    fn moves(&self, set: Set) -> u16 {
        set.vertices().iter().map(|&vertex| self.out_degree[vertex as usize]).sum()
    }

    /// Every move that leads to a set, by the set that it leads from and that one's number.
    #[inline]
    fn each_before(&self, set: Set, mut visit: impl FnMut(usize, Set)) {
        let size = set.vertices().len();
        for place in 0..size {
            let head = set.0[place];
            if self.has_loop[head as usize] {
                visit(self.number(set), set);
            }
            let rest = set.without(place);
            // below[p] + (vertex choose p + 1) + above[p] is the number of the rest with a vertex between its p lower
            // and its other ones
            let (mut below, mut above) = ([0; MOST_TOKENS], [0; MOST_TOKENS]);
            for lower in 1..size {
                below[lower] = below[lower - 1] + self.chosen[lower][rest.0[lower - 1] as usize];
                let upper = size - 1 - lower;
                above[upper] = above[upper + 1] + self.chosen[upper + 2][rest.0[upper] as usize];
            }
            for &tail in &self.before[head as usize] {
                if rest.has(tail) {
                    continue;
                }
                let under = rest.0[..size - 1].iter().filter(|&&vertex| vertex < tail).count();
                let number = self.first[size] + below[under] + self.chosen[under + 1][tail as usize] + above[under];
                visit(number as usize, rest.with(tail));
            }
        }
        if size + 2 <= self.tokens {
            for &(tail, head) in &self.arcs {
                if !set.has(tail) && !set.has(head) {
                    let larger = set.with(tail).with(head);
                    visit(self.number(larger), larger);
                }
            }
        }
    }
}

/// A linear space of sets of vertices, by vectors in reduced echelon form: each has a bit, its pivot, that no other has.
struct Space {
    /// By pivot; 0 where there is none.
    rows: [u128; MOST_VERTICES],
    pivots: u128,
}

impl Space {
    fn new() -> Space {
        Space { rows: [0; MOST_VERTICES], pivots: 0 }
    }

    /// Make the space larger by a vector; false if it was there already.
    fn extend(&mut self, mut vector: u128) -> bool {
        let mut common = vector & self.pivots;
        while common != 0 {
            vector ^= self.rows[common.trailing_zeros() as usize];
            common &= common - 1;
        }
        if vector == 0 {
            return false;
        }
        let pivot = vector.trailing_zeros() as usize;
        for row in &mut self.rows {
            if *row >> pivot & 1 == 1 {
                *row ^= vector;
            }
        }
        self.rows[pivot] = vector;
        self.pivots |= 1 << pivot;
        true
    }
}

/// The vertices with a token, and a number that belongs to this position.
pub type Member = (Vec<u32>, u32);

fn member(set: Set, number: u32) -> Member {
    (set.vertices().iter().map(|&vertex| u32::from(vertex)).collect(), number)
}

/// A basis of the positions that the player to move loses, each with its remoteness: the longest that the loser can
/// delay the end. It is the first in order of remoteness, so that every position of at most `tokens` tokens that is lost
/// is a sum of members that are not more remote.
pub fn lost(successors: &[Vec<u32>], tokens: usize, control: &Control) -> Result<Vec<Member>> {
    const SETTLED: u16 = u16::MAX;
    let board = Board::new(successors, tokens)?;
    // a counter for each position, and two layers
    control.memory(board.sets() as u64 * (2 + 2 * size_of::<Set>() as u64))?;
    let mut ticker = control.ticker();
    let mut open = vec![0; board.sets()];
    let mut layer = Vec::new();
    board.each(|number, set| {
        open[number] = board.moves(set);
        if open[number] == 0 {
            open[number] = SETTLED;
            layer.push(set);
        }
    });
    let (mut space, mut found) = (Space::new(), Vec::new());
    // Positions are settled in order of remoteness: it is even for those that are lost and odd for those that are won.
    let mut remoteness = 0;
    while !layer.is_empty() {
        control.set_depth(u64::from(remoteness));
        let mut next = Vec::new();
        for set in layer {
            ticker.tick()?;
            let is_lost = remoteness % 2 == 0;
            if is_lost && space.extend(set.vector()) {
                found.push(member(set, remoteness));
            }
            board.each_before(set, |number, before| {
                let count = &mut open[number];
                if *count == SETTLED {
                    return;
                }
                *count -= 1;
                if is_lost || *count == 0 {
                    *count = SETTLED;
                    next.push(before);
                }
            });
        }
        layer = next;
        remoteness += 1;
    }
    Ok(found)
}

const UNLABELLED: u16 = u16::MAX;
const INFINITE: u16 = u16::MAX - 1;

/// Smith's labels of all positions with at most `tokens` tokens, made one number after the other.
struct Labels<'b> {
    board: &'b Board,
    labels: Vec<u16>,
    /// Moves to positions that have no finite label from an earlier round.
    loose: Vec<u16>,
}

impl Labels<'_> {
    fn is_finite(&self, number: usize) -> bool {
        self.labels[number] < INFINITE
    }

    /// Give this label to all positions that have it: those from which no move leads to a position with it, and from
    /// which every move that does not lead to a smaller label can be answered by one that leads to this label again. Other
    /// positions without a label that have no move to it are infinite from then on.
    fn round(&mut self, label: u16, ticker: &mut Ticker) -> Result<Vec<Set>> {
        let board = self.board;
        let mut bad = self.loose.clone();
        let mut leads_there = vec![false; board.sets()];
        let mut found = Vec::new();
        board.each(|number, set| {
            if bad[number] == 0 && self.labels[number] == UNLABELLED {
                found.push(set);
            }
        });
        let (mut next, mut answered) = (0, Vec::new());
        while next < found.len() {
            ticker.tick()?;
            board.each_before(found[next], |number, before| {
                if !self.is_finite(number) && !leads_there[number] {
                    leads_there[number] = true;
                    answered.push(before);
                }
            });
            self.labels[board.number(found[next])] = label;
            next += 1;
            while let Some(set) = answered.pop() {
                ticker.tick()?;
                board.each_before(set, |number, before| {
                    bad[number] -= 1;
                    if bad[number] == 0 && self.labels[number] == UNLABELLED && !leads_there[number] {
                        found.push(before);
                    }
                });
            }
        }
        for (own, leads) in self.labels.iter_mut().zip(leads_there) {
            if *own == UNLABELLED && !leads {
                *own = INFINITE;
            }
        }
        for &set in &found {
            ticker.tick()?;
            board.each_before(set, |number, _| self.loose[number] -= 1);
        }
        Ok(found)
    }
}

/// A basis of the positions with a finite label (Smith's generalized nimbers), each with its label.
///
/// Where every single token has a finite label, as on a digraph without cycles, these labels say everything.
pub fn labelled(successors: &[Vec<u32>], tokens: usize, control: &Control) -> Result<Vec<Member>> {
    let alone = labelled_among(successors, tokens.min(1), control)?;
    if alone.len() == successors.len() { Ok(alone) } else { labelled_among(successors, tokens, control) }
}

fn labelled_among(successors: &[Vec<u32>], tokens: usize, control: &Control) -> Result<Vec<Member>> {
    let board = Board::new(successors, tokens)?;
    // labels and two counters, a flag, and two lists
    control.memory(board.sets() as u64 * (2 + 4 + 1 + 2 * size_of::<Set>() as u64))?;
    let mut ticker = control.ticker();
    let mut loose = vec![0; board.sets()];
    board.each(|number, set| loose[number] = board.moves(set));
    let mut labels = Labels { board: &board, labels: vec![UNLABELLED; board.sets()], loose };
    let (mut space, mut found) = (Space::new(), Vec::new());
    let mut label = 0;
    while labels.labels.contains(&UNLABELLED) {
        control.set_depth(u64::from(label));
        for set in labels.round(label, &mut ticker)? {
            if space.extend(set.vector()) {
                found.push(member(set, u32::from(label)));
            }
        }
        label += 1;
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn successors(vertices: usize, seed: &mut u64, density: u64) -> Vec<Vec<u32>> {
        let mut random = move || {
            *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (*seed >> 33) % 100
        };
        (0..vertices).map(|_| (0..vertices as u32).filter(|_| random() < density).collect()).collect()
    }

    fn options(after: &[Vec<u32>], set: u128) -> Vec<u128> {
        let tokens = (0..after.len()).filter(|&vertex| set >> vertex & 1 == 1);
        tokens.flat_map(|tail| after[tail].iter().map(move |&head| set ^ (1 << tail) ^ (1 << head))).collect()
    }

    /// Labels of all sets of vertices by the definition, over and over until nothing changes.
    fn plain_labels(after: &[Vec<u32>]) -> Vec<u16> {
        let follow: Vec<Vec<u128>> = (0..1 << after.len()).map(|set| options(after, set)).collect();
        let mut labels = vec![UNLABELLED; follow.len()];
        for label in 0.. {
            loop {
                let has = |set: u128| follow[set as usize].iter().any(|&option| labels[option as usize] == label);
                let fits = |set: &usize| {
                    labels[*set] == UNLABELLED
                        && !has(*set as u128)
                        && follow[*set].iter().all(|&option| labels[option as usize] < label || has(option))
                };
                let Some(set) = (0..follow.len()).find(fits) else { break };
                labels[set] = label;
            }
            for set in 0..follow.len() {
                if labels[set] == UNLABELLED && !follow[set].iter().any(|&option| labels[option as usize] == label) {
                    labels[set] = INFINITE;
                }
            }
            if !labels.contains(&UNLABELLED) {
                break;
            }
        }
        labels
    }

    /// What the members say about a set: the sum of their numbers, if it is a sum of them.
    fn sum(members: &[Member], set: u128) -> Option<u32> {
        let all = 1_u32 << members.len();
        let vector = |member: &Member| member.0.iter().fold(0_u128, |vector, vertex| vector | 1 << vertex);
        (0..all).find_map(|chosen| {
            let parts = || members.iter().enumerate().filter(move |(n, _)| chosen >> n & 1 == 1).map(|(_, part)| part);
            let total = parts().fold(0, |total, part| total ^ vector(part));
            (total == set).then(|| parts().fold(0, |total, part| total ^ part.1))
        })
    }

    #[test]
    fn few_tokens_tell_about_all_positions() -> Result<()> {
        let mut seed = 1;
        for (round, density) in [10, 20, 30, 50, 80].into_iter().cycle().take(60).enumerate() {
            let after = successors(2 + round % 5, &mut seed, density);
            let control = Control::default();
            let (lost, labelled) = (lost(&after, 4, &control)?, labelled(&after, 4, &control)?);
            for (set, label) in plain_labels(&after).into_iter().enumerate() {
                assert_eq!(sum(&lost, set as u128).is_some(), label == 0, "{after:?}: {set:b}");
                let finite = (label < INFINITE).then_some(u32::from(label));
                assert_eq!(sum(&labelled, set as u128), finite, "{after:?}: {set:b}");
            }
        }
        Ok(())
    }

    #[test]
    fn a_path_is_as_remote_as_it_is_long() {
        let after: Vec<Vec<u32>> =
            (0..7_u32).map(|vertex| (vertex < 6).then_some(vertex + 1).into_iter().collect()).collect();
        let members = lost(&after, 1, &Control::default()).unwrap_or_default();
        assert_eq!(members, [(vec![6], 0), (vec![4], 2), (vec![2], 4), (vec![0], 6)]);
    }

    #[test]
    fn sets_are_numbered_in_order() -> Result<()> {
        let board = Board::new(&vec![Vec::new(); 9], 4)?;
        let mut expected = 0;
        board.each(|number, set| {
            assert_eq!((number, board.number(set)), (expected, expected));
            expected += 1;
        });
        assert_eq!(expected, board.sets());
        assert_eq!(board.sets(), 1 + 9 + 36 + 84 + 126);
        Ok(())
    }

    #[test]
    fn limits_hold() {
        use crate::limits::Limits;
        let after = successors(30, &mut 5, 20);
        let few = Control::new(Limits { positions: Some(100), ..Limits::default() });
        assert!(matches!(lost(&after, 4, &few), Err(Error::Limit(..))));
        let small = Control::new(Limits { memory: Some(1000), ..Limits::default() });
        assert!(matches!(labelled(&after, 4, &small), Err(Error::Limit(..))));
        assert!(matches!(lost(&vec![Vec::new(); 129], 4, &Control::default()), Err(Error::Invalid(_))));
        assert!(matches!(lost(&[vec![1]], 4, &Control::default()), Err(Error::Invalid(_))));
    }
}
