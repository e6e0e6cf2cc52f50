//! Constraints about a whole board, and the clauses that an assignment breaks if it breaks one of them.
//!
//! A cut of [`Lazy::Connected`] is about two vertices and what separates them: if both are there, so is one of the
//! vertices or edges without which they are not connected. A cut of [`Lazy::Loop`] names a cycle: not all of its
//! edges are there, if another edge is. Both are easy to check, and neither depends on the assignment that led to it.

use crate::sat::Lit;
use std::ops::Range;

/// Between two vertices; there if the literal is true, and always if there is none.
#[derive(Clone, Debug)]
pub struct Edge {
    pub ends: [u32; 2],
    pub lit: Option<Lit>,
}

#[derive(Clone, Debug)]
pub enum Lazy {
    /// What is there is connected. A vertex without a literal is always there.
    Connected { vertices: Vec<Option<Lit>>, edges: Vec<Edge> },
    /// The edges that are there, which meet in twos, form one cycle. Of each set in `needed` one edge is there.
    Loop { size: u32, edges: Vec<(Lit, [u32; 2])>, needed: Vec<Vec<Lit>> },
}

/// A clause that follows from a lazy constraint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    pub clause: Vec<Lit>,
    /// The number of the constraint,
    pub lazy: usize,
    /// and of a loop the numbers of the cycle's edges in order.
    pub cycle: Vec<u32>,
}

/// The neighbours of all vertices in one array.
pub struct Neighbours {
    first: Vec<u32>,
    /// Vertex and number of the edge.
    all: Vec<(u32, u32)>,
}

impl Neighbours {
    pub fn new(size: usize, ends: impl Iterator<Item = [u32; 2]> + Clone) -> Self {
        let mut first = vec![0; size + 2];
        for [a, b] in ends.clone() {
            first[a as usize + 2] += 1;
            first[b as usize + 2] += 1;
        }
        for i in 2..first.len() {
            first[i] += first[i - 1];
        }
        let mut all = vec![(0, 0); first[size + 1] as usize];
        for (number, [a, b]) in ends.enumerate() {
            for (from, to) in [(a, b), (b, a)] {
                let place = &mut first[from as usize + 1];
                all[*place as usize] = (to, number as u32);
                *place += 1;
            }
        }
        Neighbours { first, all }
    }

    pub fn of(&self, vertex: u32) -> &[(u32, u32)] {
        &self.all[self.first[vertex as usize] as usize..self.first[vertex as usize + 1] as usize]
    }
}

/// Looks at assignments for one lazy constraint; what it needs again and again is made once.
pub struct Looker<'m> {
    lazy: &'m Lazy,
    number: usize,
    near: Neighbours,
}

impl<'m> Looker<'m> {
    pub fn new(lazy: &'m Lazy, number: usize) -> Self {
        let near = match lazy {
            Lazy::Connected { vertices, edges } => Neighbours::new(vertices.len(), edges.iter().map(|edge| edge.ends)),
            Lazy::Loop { size, edges, .. } => Neighbours::new(*size as usize, edges.iter().map(|&(_, ends)| ends)),
        };
        Looker { lazy, number, near }
    }

    /// Append the cuts that this assignment breaks; none if it satisfies the constraint. `when` tells how late a
    /// variable got its value: of what a cut may name, what came first is named, so that it is seldom in the way.
    pub fn look(&self, values: &[bool], when: impl Fn(Lit) -> u32, cuts: &mut Vec<Cut>) {
        match self.lazy {
            Lazy::Connected { vertices, edges } => self.look_apart(vertices, edges, values, when, cuts),
            Lazy::Loop { size, edges, needed } => self.look_around(*size, edges, needed, values, cuts),
        }
    }

    fn look_apart(
        &self,
        vertices: &[Option<Lit>],
        edges: &[Edge],
        values: &[bool],
        when: impl Fn(Lit) -> u32,
        cuts: &mut Vec<Cut>,
    ) {
        let there = |lit: Option<Lit>| lit.is_none_or(|lit| holds(values, lit));
        let mut whose = vec![NOBODY; vertices.len()];
        // the parts, one after the other
        let mut found: Vec<u32> = Vec::with_capacity(vertices.len());
        let mut parts: Vec<Range<usize>> = Vec::new();
        for start in 0..vertices.len() as u32 {
            if whose[start as usize] != NOBODY || !there(vertices[start as usize]) {
                continue;
            }
            let part = parts.len() as u32;
            whose[start as usize] = part;
            let first = found.len();
            found.push(start);
            let mut next = first;
            while let Some(&here) = found.get(next) {
                next += 1;
                for &(to, edge) in self.near.of(here) {
                    if whose[to as usize] == NOBODY && there(vertices[to as usize]) && there(edges[edge as usize].lit) {
                        whose[to as usize] = part;
                        found.push(to);
                    }
                }
            }
            parts.push(first..found.len());
        }
        if parts.len() < 2 {
            return;
        }
        // one that is there for certain if possible, so that the clause need not ask for it
        let stands_for =
            |part: &[u32]| part.iter().copied().min_by_key(|&v| vertices[v as usize].map(&when)).unwrap_or(0);
        let main = (0..parts.len()).max_by_key(|&i| parts[i].len()).unwrap_or(0);
        let other = stands_for(&found[parts[main].clone()]);
        for (i, part) in parts.into_iter().enumerate() {
            let part = &found[part];
            if i != main {
                let ends = [stands_for(part), other];
                let with_other = |v: u32| whose[v as usize] == main as u32;
                let clause = separate(&self.near, vertices, edges, part, ends, |lit| !holds(values, lit), with_other);
                cuts.push(Cut { clause, lazy: self.number, cycle: Vec::new() });
            }
        }
    }

    fn look_around(
        &self,
        size: u32,
        edges: &[(Lit, [u32; 2])],
        needed: &[Vec<Lit>],
        values: &[bool],
        cuts: &mut Vec<Cut>,
    ) {
        let mut seen = vec![false; edges.len()];
        let mut cycles: Vec<Vec<u32>> = Vec::new();
        for start in 0..size {
            let next = |at: u32, seen: &[bool]| {
                let mut beside = self.near.of(at).iter().copied();
                beside.find(|&(_, edge)| !seen[edge as usize] && holds(values, edges[edge as usize].0))
            };
            let mut cycle = Vec::new();
            let mut at = start;
            while let Some((to, edge)) = next(at, &seen) {
                seen[edge as usize] = true;
                cycle.push(edge);
                at = to;
            }
            if !cycle.is_empty() && at == start {
                cycles.push(cycle);
            }
        }
        let all: usize = (0..edges.len()).filter(|&edge| seen[edge]).count();
        for cycle in &cycles {
            if cycle.len() == all {
                continue;
            }
            let mut clause: Vec<Lit> = cycle.iter().map(|&edge| -edges[edge as usize].0).collect();
            let on = |lit: &Lit| clause.contains(&-lit);
            if !needed.iter().any(|set| !set.iter().any(on)) {
                let outside = (0..edges.len()).find(|&edge| seen[edge] && !cycle.contains(&(edge as u32)));
                clause.extend(outside.map(|edge| -edges[edge].0));
            }
            cuts.push(Cut { clause, lazy: self.number, cycle: cycle.clone() });
        }
    }
}

/// The part of a vertex that is in none.
const NOBODY: u32 = u32::MAX;

/// What says that `a`, in the part, and `b` outside are connected: as little as possible of what surrounds the part.
/// Between the part and vertices that are gone the vertices count, otherwise edges whose being there is open. `with_b`
/// tells of some vertices that something that is there joins them to `b`.
pub fn separate(
    near: &Neighbours,
    vertices: &[Option<Lit>],
    edges: &[Edge],
    part: &[u32],
    [a, b]: [u32; 2],
    gone: impl Fn(Lit) -> bool,
    with_b: impl Fn(u32) -> bool,
) -> Vec<Lit> {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        Away,
        Part,
        Beside,
        Reached,
    }
    let mut mark = vec![Mark::Away; vertices.len()];
    for &v in part {
        mark[v as usize] = Mark::Part;
    }
    let mut ring = Vec::new();
    let mut plain = true;
    for &v in part {
        for &(to, edge) in near.of(v) {
            plain &= edges[edge as usize].lit.is_none();
            let counts = edges[edge as usize].lit.is_none() || vertices[to as usize].is_some_and(&gone);
            if mark[to as usize] == Mark::Away && counts {
                mark[to as usize] = Mark::Beside;
                ring.push(to);
            }
        }
    }
    let mut left = ring.len() - usize::from(mark[b as usize] == Mark::Beside);
    mark[b as usize] = Mark::Reached;
    let mut reached = vec![b];
    let mut clause: Vec<Lit> = [a, b].iter().filter_map(|&v| vertices[v as usize].map(|lit| -lit)).collect();
    if plain {
        // mostly b's side is met right behind the ring, and nobody need walk there
        for v in ring.into_iter().filter(|&v| v != b && near.of(v).iter().any(|&(to, _)| with_b(to))) {
            clause.extend(vertices[v as usize]);
            mark[v as usize] = Mark::Reached;
            left -= 1;
        }
        if left == 0 {
            return clause;
        }
    }
    while let Some(here) = reached.pop() {
        for &(to, edge) in near.of(here) {
            match mark[to as usize] {
                Mark::Part => clause.extend(edges[edge as usize].lit),
                Mark::Beside => {
                    clause.extend(vertices[to as usize]);
                    left -= 1;
                }
                Mark::Away => reached.push(to),
                Mark::Reached => continue,
            }
            if mark[to as usize] != Mark::Part {
                mark[to as usize] = Mark::Reached;
            }
        }
        if left == 0 && plain {
            break; // nothing else can be met
        }
    }
    clause
}

pub fn holds(values: &[bool], lit: Lit) -> bool {
    values[lit.unsigned_abs() as usize] == (lit > 0)
}
