//! Connectedness while the solver searches: cuts for assignments that are not complete yet.
//!
//! What is not excluded so far is a graph. If it has two parts with something that is there in both, the assignment
//! is hopeless; if a vertex that is open holds two such parts together, it is there. One walk over the graph finds
//! all such vertices (Tarjan 1972), and the cuts that say so are the same as for complete assignments.
//!
//! Such walks take time, and where boards are easy they are not worth it; where they are hard they are worth much.

use crate::sat::Lit;
use crate::sat::cuts::{Cut, Edge, Lazy, Neighbours, separate};
use cadical_sys::ExternalPropagator;
use std::cell::RefCell;
use std::rc::Rc;

/// A connectedness constraint, and room for the walk.
struct Joined {
    number: usize,
    vertices: Vec<Option<Lit>>,
    edges: Vec<Edge>,
    near: Neighbours,
    /// Has an edge a literal?
    some_open: bool,
    /// Something that it is about has got a value since it was looked at.
    touched: bool,
    /// By vertex: 1 there, -1 gone, 0 open.
    state: Vec<i8>,
    /// Place in the order of the walk, from 1; 0 before it comes.
    place: Vec<u32>,
    /// The first place that can be reached from behind a vertex.
    low: Vec<u32>,
    order: Vec<u32>,
    /// Vertices that are there among those up to a place.
    there: Vec<u32>,
}

pub struct Watch {
    joined: Vec<Joined>,
    /// By variable: 1 true, -1 false, 0 open.
    values: Vec<i8>,
    /// Variables whose value does not depend on any choice.
    fixed: Vec<bool>,
    trail: Vec<Lit>,
    levels: Vec<usize>,
    /// By variable, which of the constraints are about it, one after the other; and where those of a variable begin.
    about: (Vec<u32>, Vec<u32>),
    /// Clauses to be told, each with a zero at its end, and how much of them has been told.
    told: (Vec<Lit>, usize),
    cuts: Vec<Cut>,
}

impl Watch {
    pub fn new(lazy: &[Lazy], variables: usize) -> Self {
        let mut joined = Vec::new();
        for (number, each) in lazy.iter().enumerate() {
            if let Lazy::Connected { vertices, edges } = each {
                let size = vertices.len();
                joined.push(Joined {
                    number,
                    some_open: edges.iter().any(|edge| edge.lit.is_some()),
                    touched: true,
                    state: vec![0; size],
                    vertices: vertices.clone(),
                    edges: edges.clone(),
                    near: Neighbours::new(size, edges.iter().map(|edge| edge.ends)),
                    place: vec![0; size],
                    low: vec![0; size],
                    order: Vec::new(),
                    there: Vec::new(),
                });
            }
        }
        let about = about(&joined, variables);
        Watch {
            joined,
            about,
            values: vec![0; variables + 1],
            fixed: vec![false; variables + 1],
            trail: Vec::new(),
            levels: Vec::new(),
            told: (Vec::new(), 0),
            cuts: Vec::new(),
        }
    }

    /// Variables that it looks at.
    pub fn observed(&self) -> Vec<Lit> {
        let starts = self.about.1.windows(2).enumerate();
        starts.filter(|(_, pair)| pair[0] < pair[1]).map(|(variable, _)| variable as Lit).collect()
    }

    /// The cuts since the last time.
    pub fn take_cuts(&mut self) -> Vec<Cut> {
        std::mem::take(&mut self.cuts)
    }
}

/// The constraints that are about each variable.
fn about(joined: &[Joined], variables: usize) -> (Vec<u32>, Vec<u32>) {
    let mut pairs: Vec<(u32, u32)> = Vec::new();
    for (number, each) in (0..).zip(joined) {
        let lits = each.vertices.iter().copied().chain(each.edges.iter().map(|edge| edge.lit));
        pairs.extend(lits.flatten().map(|lit| (lit.unsigned_abs(), number)));
    }
    pairs.sort_unstable();
    pairs.dedup();
    let starts = (0..=variables as u32 + 1).map(|variable| pairs.partition_point(|pair| pair.0 < variable) as u32);
    (pairs.iter().map(|pair| pair.1).collect(), starts.collect())
}

/// 1 if it is there, -1 if not, 0 if that is open.
fn value(values: &[i8], lit: Option<Lit>) -> i8 {
    lit.map_or(1, |lit| values[lit.unsigned_abs() as usize] * lit.signum() as i8)
}

impl Joined {
    /// Append the clauses that are broken or have one open literal left.
    fn look(&mut self, values: &[i8], fixed: &[bool], clauses: &mut Vec<Vec<Lit>>) {
        self.place.fill(0);
        self.order.clear();
        self.there.clear();
        let mut state = std::mem::take(&mut self.state);
        for (state, &lit) in state.iter_mut().zip(&self.vertices) {
            *state = value(values, lit);
        }
        self.look_at(&state, values, fixed, clauses);
        self.state = state;
    }

    fn look_at(&mut self, state: &[i8], values: &[i8], fixed: &[bool], clauses: &mut Vec<Vec<Lit>>) {
        let of = |v: u32| state[v as usize];
        let gone = |lit: Lit| value(values, Some(lit)) < 0;
        let sure = |v: u32, vertices: &[Option<Lit>]| {
            vertices[v as usize].is_none_or(|lit| fixed[lit.unsigned_abs() as usize]) && of(v) > 0
        };
        // one that needs no mention if possible
        let first_there = |among: &mut dyn Iterator<Item = u32>, vertices: &[Option<Lit>]| {
            let mut found = None;
            for v in among {
                if sure(v, vertices) {
                    return Some(v);
                }
                found = found.or_else(|| Some(v).filter(|&v| of(v) > 0));
            }
            found
        };
        let Some(root) = first_there(&mut (0..self.vertices.len() as u32), &self.vertices) else { return };
        // (vertex, edge by which it was reached, how many of its neighbours have been looked at)
        let mut stack: Vec<(u32, u32, usize)> = vec![(root, u32::MAX, 0)];
        let mut forced: Vec<(usize, usize)> = Vec::new();
        self.enter(root, 1);
        while let Some((here, by, next)) = stack.last_mut() {
            let (here, by) = (*here, *by);
            if let Some(&(to, edge)) = self.near.of(here).get(*next) {
                *next += 1;
                let to_value = of(to);
                let closed = self.some_open && value(values, self.edges[edge as usize].lit) < 0;
                if edge == by || to_value < 0 || closed {
                    continue;
                }
                if self.place[to as usize] == 0 {
                    self.enter(to, to_value);
                    stack.push((to, edge, 0));
                } else {
                    self.low[here as usize] = self.low[here as usize].min(self.place[to as usize]);
                }
            } else {
                stack.pop();
                let Some(&(above, ..)) = stack.last() else { break };
                let low = self.low[here as usize];
                self.low[above as usize] = self.low[above as usize].min(low);
                let first = self.place[here as usize] as usize - 1;
                if low < self.place[above as usize] {
                    continue;
                }
                // nothing else leads out of what is behind `above`
                let before = if first == 0 { 0 } else { self.there[first - 1] };
                let some_there = self.there[self.order.len() - 1] > before;
                let edge = self.edges[by as usize].lit;
                let open_vertex = edge.is_none() && of(above) == 0;
                let open_edge = edge.is_some() && low > self.place[above as usize] && value(values, edge) == 0;
                if some_there && (open_vertex || open_edge) {
                    forced.push((first, self.order.len()));
                }
            }
        }
        // something is there that was not reached
        let apart = (0..self.vertices.len() as u32).find(|&v| self.place[v as usize] == 0 && of(v) > 0);
        if let Some(start) = apart {
            let mut part = vec![start];
            self.place[start as usize] = 1;
            let mut next = 0;
            while let Some(&here) = part.get(next) {
                next += 1;
                for &(to, edge) in self.near.of(here) {
                    let open = of(to) >= 0 && value(values, self.edges[edge as usize].lit) >= 0;
                    if open && self.place[to as usize] == 0 {
                        self.place[to as usize] = 1;
                        part.push(to);
                    }
                }
            }
            let a = first_there(&mut part.iter().copied(), &self.vertices).unwrap_or(start);
            clauses.push(separate(&self.near, &self.vertices, &self.edges, &part, [a, root], gone, |_| false));
            return;
        }
        for (first, end) in forced {
            let part = &self.order[first..end];
            let Some(a) = first_there(&mut part.iter().copied(), &self.vertices) else { continue };
            clauses.push(separate(&self.near, &self.vertices, &self.edges, part, [a, root], gone, |_| false));
        }
    }

    fn enter(&mut self, v: u32, value: i8) {
        self.order.push(v);
        self.place[v as usize] = self.order.len() as u32;
        self.low[v as usize] = self.order.len() as u32;
        self.there.push(self.there.last().copied().unwrap_or(0) + u32::from(value > 0));
    }
}

/// Shared with the solver, which owns one handle.
pub struct Shared(pub Rc<RefCell<Watch>>);

impl ExternalPropagator for Shared {
    fn notify_assignment(&mut self, lits: &[i32]) {
        let watch = &mut *self.0.borrow_mut();
        for &lit in lits {
            let variable = lit.unsigned_abs() as usize;
            watch.values[variable] = lit.signum() as i8;
            watch.fixed[variable] = watch.levels.is_empty();
            watch.trail.push(lit);
            let [start, end] = [0, 1].map(|more| watch.about.1[variable + more] as usize);
            for &number in &watch.about.0[start..end] {
                watch.joined[number as usize].touched = true;
            }
        }
    }

    fn notify_new_decision_level(&mut self) {
        let mut watch = self.0.borrow_mut();
        let length = watch.trail.len();
        watch.levels.push(length);
    }

    fn notify_backtrack(&mut self, level: usize) {
        let mut watch = self.0.borrow_mut();
        let Some(&length) = watch.levels.get(level) else { return };
        while watch.trail.len() > length {
            let lit = watch.trail.pop().unwrap_or(0);
            watch.values[lit.unsigned_abs() as usize] = 0;
        }
        watch.levels.truncate(level);
    }

    /// Complete assignments are looked at again when the solver has stopped.
    fn cb_check_found_model(&mut self, _: &[i32]) -> bool {
        true
    }

    fn cb_has_external_clause(&mut self, forgettable: &mut bool) -> bool {
        let watch = &mut *self.0.borrow_mut();
        *forgettable = true;
        if watch.told.1 < watch.told.0.len() {
            return true;
        }
        let mut clauses = Vec::new();
        watch.told.0.clear();
        watch.told.1 = 0;
        for each in &mut watch.joined {
            if !std::mem::take(&mut each.touched) {
                continue;
            }
            each.look(&watch.values, &watch.fixed, &mut clauses);
            for clause in clauses.drain(..) {
                watch.told.0.extend_from_slice(&clause);
                watch.told.0.push(0);
                watch.cuts.push(Cut { clause, lazy: each.number, cycle: Vec::new() });
            }
        }
        !watch.told.0.is_empty()
    }

    fn cb_add_external_clause_lit(&mut self) -> i32 {
        let watch = &mut *self.0.borrow_mut();
        let lit = watch.told.0.get(watch.told.1).copied().unwrap_or(0);
        watch.told.1 += 1;
        lit
    }
}
