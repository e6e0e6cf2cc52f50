//! Deterministic constraint logic: all edges that must be reversed are, at once.
//!
//! An edge is *active* if it was reversed in the last step. A vertex is active if its incoming active edges bring it its
//! minimum. A step reverses the inactive edges that point to an active vertex and the active edges that point to an
//! inactive one: a signal passes through, or bounces. Where each edge may be reversed only once, those that have been
//! stay as they are; so do those that are active at the start.
//!
//! *Is a configuration legal after a step?* Say that a vertex is *safe* if it is active, or if its incoming inactive
//! edges bring it its minimum. The first kind of vertex keeps its active edges, the second its inactive ones, and in
//! either case those are inactive after the step. So if all vertices are safe at the start, they are safe for ever, and
//! all configurations are legal. A legal start need not be safe: a vertex that has its minimum from active and inactive
//! edges together, and from neither alone, loses the active ones. The definition of the steps does not mind, and neither
//! does this file. Where each edge is reversed only once, nothing bounces, and what follows a legal start is legal.
//!
//! The first repetition of a state is found by Brent's method (1980), with a few states in memory: one waits
//! at steps 1, 3, 7 … until it comes again, which gives the period after at most three times the steps to the
//! repetition; two walkers at that distance then find the beginning of the cycle.

use super::graph::{Class, Classes, Graph};
use crate::error::Result;
use crate::limits::{Control, Ticker};

#[derive(Clone, PartialEq, Eq, Debug)]
struct State {
    arrows: Vec<u64>,
    active: Vec<u64>,
    /// Edges that must not be reversed any more; empty where they may be.
    spent: Vec<u64>,
}

struct Rule<'g> {
    graph: &'g Graph,
    classes: Classes,
    loops: Classes,
    once: bool,
}

impl Rule<'_> {
    /// The active edges are worked out anew in `next`, which is only lent so that nothing is allocated.
    fn step(&self, state: &mut State, next: &mut [u64]) {
        next.fill(0);
        for (vertex, &minimum) in self.graph.minima.iter().enumerate() {
            let (classes, loops) = (self.classes.at(vertex), self.loops.at(vertex));
            let through = |class: &Class| class.brings(class.incoming(&state.arrows) & state.active[class.word]);
            let around = |class: &Class| class.brings(class.mask & state.active[class.word]);
            let inflow = classes.iter().map(through).sum::<u64>() + loops.iter().map(around).sum::<u64>();
            // of an active vertex the inactive edges, of an inactive one the active
            let unless = if inflow >= minimum { u64::MAX } else { 0 };
            for class in classes {
                next[class.word] |= class.incoming(&state.arrows) & (state.active[class.word] ^ unless);
            }
            for class in loops {
                next[class.word] |= class.mask & (state.active[class.word] ^ unless);
            }
        }
        if self.once {
            for (next, spent) in next.iter_mut().zip(&mut state.spent) {
                *next &= !*spent;
                *spent |= *next;
            }
        }
        for (arrows, next) in state.arrows.iter_mut().zip(&*next) {
            *arrows ^= next;
        }
        state.active.copy_from_slice(next);
    }
}

/// What came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// The first step after which the target holds, 0 for the start.
    pub reached: Option<u64>,
    /// Steps before the cycle and in it, if a state has come a second time.
    pub cycle: Option<(u64, u64)>,
    /// The words of the sets after the last step: the last that was asked for, or the first that led to a known state.
    pub arrows: Vec<u64>,
    pub active: Vec<u64>,
}

/// Where a run begins, and what is asked about it.
pub struct Question<'q> {
    /// The words of sets of edges: those that point to their second end, and those that are active.
    pub arrows: &'q [u64],
    pub active: &'q [u64],
    /// Each edge may be reversed at most once.
    pub once: bool,
    /// Directions that are all wanted.
    pub target: &'q [(usize, bool)],
    /// The most steps that count.
    pub steps: Option<u64>,
}

/// A walk along the states.
struct Walker<'r, 'g> {
    rule: &'r Rule<'g>,
    state: State,
    next: Vec<u64>,
    at: u64,
}

impl<'r, 'g> Walker<'r, 'g> {
    fn new(rule: &'r Rule<'g>, state: &State) -> Self {
        Walker { rule, state: state.clone(), next: vec![0; rule.graph.words()], at: 0 }
    }

    fn step(&mut self, ticker: &mut Ticker) -> Result<()> {
        ticker.tick()?;
        self.rule.step(&mut self.state, &mut self.next);
        self.at += 1;
        Ok(())
    }

    fn walk(mut self, steps: u64, ticker: &mut Ticker) -> Result<Self> {
        while self.at < steps {
            self.step(ticker)?;
        }
        Ok(self)
    }
}

pub fn run(graph: &Graph, question: &Question, control: &Control) -> Result<Run> {
    let Question { arrows, active, once, target, steps } = *question;
    for &(edge, _) in target {
        graph.known(edge)?;
    }
    let holds = |state: &State| target.iter().all(|&(e, second)| (state.arrows[e >> 6] >> (e & 63) & 1 != 0) == second);
    let spent = if once { active.to_vec() } else { Vec::new() };
    let start = State { arrows: arrows.to_vec(), active: active.to_vec(), spent };
    let rule = Rule { graph, classes: Classes::of(graph, false), loops: Classes::of(graph, true), once };
    let most = steps.unwrap_or(u64::MAX);
    let mut ticker = control.ticker();
    let mut reached = holds(&start).then_some(0);
    let mut walker = Walker::new(&rule, &start);
    let (mut waiting, mut since, mut period) = (start.clone(), 0, None);
    // a cycle that closes within the steps is noticed before three times as many
    while walker.at < most.saturating_mul(3) {
        walker.step(&mut ticker)?;
        if reached.is_none() && walker.at <= most && holds(&walker.state) {
            reached = Some(walker.at);
        }
        if walker.state == waiting {
            period = Some(walker.at - since);
            break;
        }
        if walker.at == 2 * since + 1 {
            (waiting, since) = (walker.state.clone(), walker.at);
        }
    }
    let mut cycle = None;
    if let Some(period) = period {
        let (mut behind, mut ahead) =
            (Walker::new(&rule, &start), Walker::new(&rule, &start).walk(period, &mut ticker)?);
        while behind.state != ahead.state && ahead.at < most {
            behind.step(&mut ticker)?;
            ahead.step(&mut ticker)?;
        }
        if behind.state == ahead.state && ahead.at <= most {
            cycle = Some((behind.at, period));
        }
    }
    let last = cycle.map_or(most, |(tail, period)| tail + period);
    let State { arrows, active, .. } = Walker::new(&rule, &start).walk(last, &mut ticker)?.state;
    Ok(Run { reached, cycle, arrows, active })
}
