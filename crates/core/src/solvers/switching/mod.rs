//! The Shannon switching game (Lehman 1964; Bruno & Weinberg 1970): who wins, and why, from two forests.
//!
//! Let e be one more edge between the terminals. Moving second, Short wins if and only if there are two disjoint sets of
//! edges with the same span that contains e (two trees on the same vertices, both terminals among them), and Cut if and
//! only if there are two such sets in the dual matroid. [`Forests`] holds two disjoint forests with as many edges as
//! possible. If e cannot be added to them, what the attempt has labelled are Short's trees. Otherwise a second such edge
//! is added. If that fails, the first player wins: the labels are Short's trees, one of which has the first copy of e in
//! it, and Short begins with the edge that replaces it. If it succeeds, Cut wins.
//!
//! Cut needs no forests of its own. Forests of the graph in which e is contracted, with as many edges as possible, are
//! what is left of those above; extended to spanning forests they have as few edges as possible in common, so that their
//! complements are two independent sets of the dual with the largest union. The labels from e there are Cut's sets
//! ([`Complements`]). Where Cut has to begin, e is a path of two edges, and the second is replaced in the same way.

mod forests;
#[cfg(test)]
mod tests;

use crate::error::{Error, Result};
use crate::limits::Control;
use forests::{Forest, Forests, Groups};

/// Who has claimed an edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    Free,
    Short,
    Cut,
}

impl TryFrom<u8> for Claim {
    type Error = Error;

    fn try_from(number: u8) -> Result<Claim> {
        match number {
            0 => Ok(Claim::Free),
            1 => Ok(Claim::Short),
            2 => Ok(Claim::Cut),
            _ => Err(Error::invalid(format!("a claim of {number} (expected 0, 1 or 2)"))),
        }
    }
}

/// Why a player wins: two disjoint sets of free edges with the same span, which contains the edge between the terminals,
/// in the player's matroid; perhaps after a first move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Win {
    pub first: Option<usize>,
    pub sets: [Vec<usize>; 2],
}

/// What each player can do: nothing, win by moving first, or win without a first move. Exactly one player wins moving
/// second, or both win moving first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    pub short: Option<Win>,
    pub cut: Option<Win>,
}

/// The free edges after contracting Short's and deleting Cut's, and two more between the terminals.
#[derive(Clone)]
struct Graph {
    vertices: usize,
    ends: Vec<[usize; 2]>,
    /// Their numbers outside; the two more have none.
    numbers: Vec<usize>,
}

impl Graph {
    fn outside(&self, edges: impl Iterator<Item = usize>) -> Vec<usize> {
        edges.filter_map(|edge| self.numbers.get(edge).copied()).collect()
    }
}

/// Who wins on these edges with these claims.
pub fn solve(
    vertices: usize,
    ends: &[(u32, u32)],
    claims: &[Claim],
    terminals: (u32, u32),
    control: &Control,
) -> Result<Verdict> {
    if claims.len() != ends.len() {
        return Err(Error::invalid(format!("{} claims for {} edges", claims.len(), ends.len())));
    }
    if let Some(&(a, b)) = ends.iter().chain([&terminals]).find(|(a, b)| (*a).max(*b) as usize >= vertices) {
        return Err(Error::invalid(format!("an edge from {a} to {b} (expected vertices below {vertices})")));
    }
    control.memory(64 * (vertices + ends.len()) as u64)?;
    let mut groups = Groups::new(vertices);
    for (&(a, b), _) in ends.iter().zip(claims).filter(|(_, claim)| **claim == Claim::Short) {
        groups.join(a as usize, b as usize);
    }
    let [first, last] = [terminals.0, terminals.1].map(|vertex| groups.find(vertex as usize));
    if first == last {
        return Ok(Verdict { short: Some(Win { first: None, sets: Default::default() }), cut: None });
    }
    let mut graph = Graph { vertices, ends: Vec::new(), numbers: Vec::new() };
    for (number, &(a, b)) in ends.iter().enumerate().filter(|(number, _)| claims[*number] == Claim::Free) {
        let (a, b) = (groups.find(a as usize), groups.find(b as usize));
        if a != b {
            graph.ends.push([a, b]);
            graph.numbers.push(number);
        }
    }
    let free = graph.ends.len();
    graph.ends.extend([[first, last]; 2]);
    let (copy, bond) = (free, free + 1);

    let mut forests = Forests::new(graph.vertices, &graph.ends);
    forests.fill(free, control)?;
    if !forests.augment(copy, control)? {
        let sets = forests.labelled().map(|edges| graph.outside(edges.into_iter()));
        return Ok(Verdict { short: Some(Win { first: None, sets }), cut: None });
    }
    if !forests.augment(bond, control)? {
        let short = short_begins(&graph, &forests, copy)?;
        let cut = cut_begins(&graph, &forests, copy, control)?;
        return Ok(Verdict { short: Some(short), cut: Some(cut) });
    }
    let complements = Complements::label(&graph, &forests, bond, &[copy, bond], control)?;
    let sets = complements.sets.map(|edges| graph.outside(edges.into_iter()));
    Ok(Verdict { short: None, cut: Some(Win { first: None, sets }) })
}

fn contradiction() -> Error {
    Error::invalid("the forests contradict each other")
}

/// One of Short's trees has the copy of the edge between the terminals: the edge of the other tree that replaces it.
fn short_begins(graph: &Graph, forests: &Forests, copy: usize) -> Result<Win> {
    let [first, last] = graph.ends[copy];
    let with = forests.home(copy).ok_or_else(contradiction)?;
    // both forests hang from `first`, where the last attempt began; the copy joins it to `last`
    let below = forests.forest(with).below(last);
    let mut crossing = None;
    let mut vertex = last;
    while vertex != first && crossing.is_none() {
        let (parent, edge) = forests.forest(1 - with).up(vertex).ok_or_else(contradiction)?;
        crossing = (!below.contains(parent)).then_some(edge);
        vertex = parent;
    }
    let begun = crossing.ok_or_else(contradiction)?;
    let sets = forests.labelled().map(|edges| graph.outside(edges.into_iter().filter(|&edge| edge != begun)));
    Ok(Win { first: Some(graph.numbers[begun]), sets })
}

/// The edge between the terminals becomes a path of two, of which the copy is the second: Cut begins with the edge that
/// replaces it.
fn cut_begins(graph: &Graph, forests: &Forests, copy: usize, control: &Control) -> Result<Win> {
    let mut graph = graph.clone();
    let [first, last] = graph.ends[copy];
    let (middle, bond) = (graph.vertices, copy + 1);
    graph.vertices += 1;
    graph.ends[copy] = [middle, last];
    graph.ends[bond] = [first, middle];
    let complements = Complements::label(&graph, forests, bond, &[bond], control)?;
    let without = (0..2).find(|&k| complements.sets[k].contains(&copy)).ok_or_else(contradiction)?;
    let mut tree = Forest::new(graph.vertices);
    for (edge, _) in complements.base[without].iter().enumerate().filter(|(edge, inside)| **inside && *edge != bond) {
        tree.link(edge, graph.ends[edge]);
    }
    tree.evert(first);
    let (mut begun, mut vertex) = (None, last);
    while vertex != first && begun.is_none() {
        let (parent, edge) = tree.up(vertex).ok_or_else(contradiction)?;
        begun = complements.labels[edge].then_some(edge);
        vertex = parent;
    }
    let begun = begun.ok_or_else(contradiction)?;
    let sets = complements.sets.map(|edges| graph.outside(edges.into_iter().filter(|&edge| edge != begun)));
    Ok(Win { first: Some(graph.numbers[begun]), sets })
}

/// Two spanning forests with as few edges as possible in common, both with the edge between the terminals, and what is
/// labelled from that edge in the dual: a labelled edge of a forest labels all edges outside it that join the two parts
/// into which the forest falls without it.
struct Complements {
    base: [Vec<bool>; 2],
    labels: Vec<bool>,
    /// Labelled edges outside each of the forests.
    sets: [Vec<usize>; 2],
}

impl Complements {
    /// `bond` is the edge between the terminals; `apart` are edges that the forests have and the graph does not.
    fn label(graph: &Graph, forests: &Forests, bond: usize, apart: &[usize], control: &Control) -> Result<Complements> {
        let mut ticker = control.ticker();
        let edges = graph.ends.len();
        let present: Vec<bool> = (0..edges).map(|edge| !apart.contains(&edge)).collect();
        let base = [0, 1].map(|k| {
            let mut groups = Groups::new(graph.vertices);
            let mut inside = vec![false; edges];
            inside[bond] = true;
            groups.join(graph.ends[bond][0], graph.ends[bond][1]);
            for home in [k, 1 - k] {
                for edge in (0..edges).filter(|&edge| present[edge] && forests.home(edge) == Some(home)) {
                    inside[edge] = groups.join(graph.ends[edge][0], graph.ends[edge][1]);
                }
            }
            inside
        });
        let mut labels = vec![false; edges];
        labels[bond] = true;
        let mut settled = 0;
        for k in (0..2).cycle() {
            let mut groups = Groups::new(graph.vertices);
            for edge in (0..edges).filter(|&edge| base[k][edge] && !labels[edge]) {
                ticker.glance()?;
                groups.join(graph.ends[edge][0], graph.ends[edge][1]);
            }
            let mut more = false;
            for edge in 0..edges {
                ticker.glance()?;
                let [a, b] = graph.ends[edge];
                if present[edge] && !base[k][edge] && !labels[edge] && groups.find(a) != groups.find(b) {
                    labels[edge] = true;
                    more = true;
                }
            }
            settled = if more { 0 } else { settled + 1 };
            if settled == 2 {
                break;
            }
        }
        let sets = [0, 1].map(|k| (0..edges).filter(|&edge| labels[edge] && !base[k][edge]).collect());
        Ok(Complements { base, labels, sets })
    }
}
