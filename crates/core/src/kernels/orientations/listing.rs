//! All legal orientations of a graph, by backtracking.
//!
//! Edges are decided in order, to the first end before the second, so that the orientations come in the order of their
//! bits, edge 0 first. What a vertex has to spare is what its undecided and incoming edges bring beyond its minimum: an
//! edge that weighs more than that must point to the vertex, and is decided with the one that made it so. A vertex that
//! would lack something ends the branch.

use super::graph::{Graph, bytes_of_words};
use crate::engine::Code;
use crate::error::Result;
use crate::limits::{Control, Ticker};
use crate::search::index::{bytes_of, make_room};

struct Search<'g> {
    graph: &'g Graph,
    /// The edges at each vertex, without loops.
    at: Vec<Vec<u32>>,
    spare: Vec<u64>,
    decided: Vec<bool>,
    arrows: Vec<u64>,
    /// Decided edges in order.
    trail: Vec<usize>,
    /// The edges of the trail before this one have had their consequences.
    followed: usize,
}

/// A choice that can still be changed.
struct Choice {
    edge: usize,
    /// The length of the trail before it.
    before: usize,
}

impl<'g> Search<'g> {
    /// `None` if a vertex lacks something even when all its edges point to it.
    fn new(graph: &'g Graph) -> Option<Self> {
        let mut at = vec![Vec::new(); graph.minima.len()];
        let mut most = vec![0u64; graph.minima.len()];
        for (edge, &(first, second)) in graph.ends.iter().enumerate() {
            most[first as usize] += u64::from(graph.weights[edge]);
            if first != second {
                most[second as usize] += u64::from(graph.weights[edge]);
                at[first as usize].push(edge as u32);
                at[second as usize].push(edge as u32);
            }
        }
        let spare = most.iter().zip(&graph.minima).map(|(most, minimum)| most.checked_sub(*minimum));
        let spare = spare.collect::<Option<Vec<u64>>>()?;
        let (decided, arrows) = (vec![false; graph.edges()], vec![0; graph.words()]);
        Some(Search { graph, at, spare, decided, arrows, trail: Vec::new(), followed: 0 })
    }

    fn points_to_second(&self, edge: usize) -> bool {
        self.arrows[edge >> 6] >> (edge & 63) & 1 != 0
    }

    /// The vertex that a decided edge points away from; `None` for a loop.
    fn tail(&self, edge: usize) -> Option<usize> {
        let (first, second) = self.graph.ends[edge];
        let tail = if self.points_to_second(edge) { first } else { second };
        (first != second).then_some(tail as usize)
    }

    /// False if the vertex behind the edge cannot spare it.
    fn decide(&mut self, edge: usize, second: bool) -> bool {
        self.decided[edge] = true;
        let bit = 1 << (edge & 63);
        self.arrows[edge >> 6] = if second { self.arrows[edge >> 6] | bit } else { self.arrows[edge >> 6] & !bit };
        if let Some(tail) = self.tail(edge) {
            match self.spare[tail].checked_sub(u64::from(self.graph.weights[edge])) {
                Some(left) => self.spare[tail] = left,
                None => {
                    self.decided[edge] = false;
                    return false;
                }
            }
        }
        self.trail.push(edge);
        true
    }

    /// Decide all edges that must point to where something is short; false if that is impossible.
    fn follow(&mut self, ticker: &mut Ticker) -> Result<bool> {
        while let Some(&edge) = self.trail.get(self.followed) {
            ticker.glance()?;
            self.followed += 1;
            let Some(tail) = self.tail(edge) else { continue };
            for number in 0..self.at[tail].len() {
                let other = self.at[tail][number] as usize;
                let forced = !self.decided[other] && u64::from(self.graph.weights[other]) > self.spare[tail];
                if forced && !self.decide(other, self.graph.ends[other].1 as usize == tail) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Take back the decisions behind this length of the trail.
    fn undo(&mut self, length: usize) {
        while self.trail.len() > length {
            let Some(edge) = self.trail.pop() else { break };
            if let Some(tail) = self.tail(edge) {
                self.spare[tail] += u64::from(self.graph.weights[edge]);
            }
            self.decided[edge] = false;
        }
        self.followed = length;
    }

    /// What must be so before any choice.
    fn begin(&mut self, fixed: &[(usize, bool)], ticker: &mut Ticker) -> Result<bool> {
        for &(edge, second) in fixed {
            let edge = self.graph.known(edge)?;
            let agrees =
                if self.decided[edge] { self.points_to_second(edge) == second } else { self.decide(edge, second) };
            if !agrees {
                return Ok(false);
            }
        }
        for vertex in 0..self.at.len() {
            ticker.glance()?;
            for number in 0..self.at[vertex].len() {
                let edge = self.at[vertex][number] as usize;
                let forced = !self.decided[edge] && u64::from(self.graph.weights[edge]) > self.spare[vertex];
                if forced && !self.decide(edge, self.graph.ends[edge].1 as usize == vertex) {
                    return Ok(false);
                }
            }
        }
        self.follow(ticker)
    }
}

/// Up to `limit` orientations that give every vertex its minimum, as the words of sets of edges, among those with
/// these directions.
pub fn orientations(graph: &Graph, fixed: &[(usize, bool)], limit: usize, control: &Control) -> Result<Vec<Code>> {
    let mut found: Vec<Code> = Vec::new();
    let mut ticker = control.ticker();
    for &(edge, _) in fixed {
        graph.known(edge)?;
    }
    let Some(mut search) = Search::new(graph) else { return Ok(found) };
    if limit == 0 || !search.begin(fixed, &mut ticker)? {
        return Ok(found);
    }
    let beside = Code::beside(8 * graph.words()) as u64;
    let mut choices: Vec<Choice> = Vec::new();
    let (mut next, mut possible) = (0, true);
    loop {
        if possible {
            while next < graph.edges() && search.decided[next] {
                next += 1;
            }
            if next < graph.edges() {
                ticker.tick()?;
                choices.push(Choice { edge: next, before: search.trail.len() });
                possible = search.decide(next, false) && search.follow(&mut ticker)?;
                continue;
            }
            ticker.tick()?;
            let taken = found.len() as u64 * beside;
            make_room(&mut found, 1, taken, control)?;
            control.memory(bytes_of(&found) + taken + beside)?;
            found.push(Code::from(bytes_of_words(&search.arrows)));
            if found.len() == limit {
                return Ok(found);
            }
        }
        let Some(Choice { edge, before }) = choices.pop() else { return Ok(found) };
        search.undo(before);
        next = edge;
        ticker.tick()?;
        possible = search.decide(edge, true) && search.follow(&mut ticker)?;
    }
}
