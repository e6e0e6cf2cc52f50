//! A small solver for the easy models, which are most.
//!
//! Starting CaDiCaL in a thread, and its preprocessing, takes longer than the whole search where a few hundred
//! conflicts are enough. So every search begins here, on the thread that asks: clauses are learned at the first
//! unique implication point (Marques-Silva & Sakallah 1999), two literals of each clause are watched (Moskewicz et al.
//! 2001), the variables of the last conflicts are chosen first (Ryan 2004), restarts are Luby's. A cut is a clause that
//! is added in the middle of the search, which goes on from where the cut leaves something open; CaDiCaL would begin
//! anew. After some conflicts it gives up, and what it knows about the lazy constraints stays known.
//!
//! Nothing is simplified and no clause is ever deleted: all that matters is that little is done before the first
//! decision. So the clauses that watch a literal are a linked list, and setting up takes a handful of allocations.

use crate::error::Result;
use crate::limits::Control;
use crate::sat::Lit;
use crate::sat::queue::Queue;

/// Steps of propagation after which it gives up, besides some for each literal of the model.
const STEPS: u64 = 4_000_000;
/// Models with more literals in their clauses are not begun here.
const LARGEST: usize = 8_000_000;
/// Conflicts between two restarts, times Luby's numbers.
const RESTART: u64 = 64;

const NONE: u32 = u32::MAX;
/// Of a clause with two literals nothing but the other one matters.
const PAIR: u32 = 1 << 31;

/// A literal as an index: twice the variable, plus one if it is negative.
type Code = u32;

fn code(lit: Lit) -> Code {
    lit.unsigned_abs() << 1 | u32::from(lit < 0)
}

/// One of the two places where a clause is watched.
#[derive(Clone, Copy)]
struct Node {
    next: u32,
    /// Where the clause begins; with a mark if it has two literals.
    clause: u32,
    /// If this one is true, the clause need not be looked at.
    other: Code,
}

pub struct Quick {
    /// By literal: 1 true, -1 false, 0 open.
    values: Vec<i8>,
    level: Vec<u32>,
    /// Why a variable has its value: where the clause begins.
    reason: Vec<u32>,
    /// The value that a variable had last.
    last: Vec<bool>,
    queue: Queue,
    trail: Vec<Code>,
    /// Where each decision stands on the trail.
    decisions: Vec<u32>,
    done: usize,
    /// Lengths of clauses, each followed by its literals.
    clauses: Vec<u32>,
    first: Vec<u32>,
    nodes: Vec<Node>,
    /// By variable, while a conflict is looked at: 1 in it, 2 follows from it, 3 does not.
    seen: Vec<u8>,
    marked: Vec<u32>,
    broken: bool,
    pub conflicts: u64,
    most: u64,
    steps: u64,
    most_steps: u64,
}

/// Gave up, or whether there is an assignment.
pub type Verdict = Option<bool>;

impl Quick {
    /// For no more than `most` conflicts; None if the model is too large to begin here. Clauses are as in a model, each
    /// with a zero at its end.
    pub fn new(variables: usize, clauses: &[Lit], most: u64, control: &Control) -> Result<Option<Self>> {
        if clauses.len() > LARGEST || variables > LARGEST {
            return Ok(None);
        }
        control.memory((clauses.len() * 20 + variables * 80) as u64)?;
        let mut quick = Quick {
            values: vec![0; 2 * variables + 2],
            level: vec![0; variables + 1],
            reason: vec![NONE; variables + 1],
            last: vec![true; variables + 1],
            queue: Queue::new(variables),
            trail: Vec::with_capacity(variables),
            decisions: Vec::new(),
            done: 0,
            clauses: Vec::with_capacity(clauses.len() + clauses.len() / 2),
            first: vec![NONE; 2 * variables + 2],
            nodes: Vec::with_capacity(clauses.len()),
            seen: vec![0; variables + 1],
            marked: Vec::new(),
            broken: false,
            conflicts: 0,
            most,
            steps: 0,
            most_steps: STEPS + clauses.len() as u64,
        };
        // what is known for certain first: then other clauses are shorter
        let mut start = 0;
        for (end, &lit) in clauses.iter().enumerate() {
            if lit == 0 {
                if end == start + 1 {
                    quick.certain(code(clauses[start]));
                }
                start = end + 1;
            }
        }
        let mut clause: Vec<Code> = Vec::new();
        let mut met = false;
        for &lit in clauses {
            if lit != 0 {
                let lit = code(lit);
                if quick.values[lit as usize] > 0 || quick.seen[(lit >> 1) as usize] == 2 - (lit & 1) as u8 {
                    met = true; // it is true, or its opposite is in the clause
                } else if quick.values[lit as usize] == 0 && quick.seen[(lit >> 1) as usize] == 0 {
                    quick.seen[(lit >> 1) as usize] = 1 + (lit & 1) as u8;
                    clause.push(lit);
                }
                continue;
            }
            for &lit in &clause {
                quick.seen[(lit >> 1) as usize] = 0;
            }
            match clause[..] {
                _ if met => {}
                [] => quick.broken = true,
                [one] => quick.certain(one),
                _ => {
                    quick.attach(&clause);
                }
            }
            clause.clear();
            met = false;
        }
        Ok(Some(quick))
    }

    /// True without any decision.
    fn certain(&mut self, lit: Code) {
        match self.values[lit as usize] {
            0 => self.set(lit, NONE),
            1 => {}
            _ => self.broken = true,
        }
    }

    fn set(&mut self, lit: Code, reason: u32) {
        let variable = (lit >> 1) as usize;
        self.values[lit as usize] = 1;
        self.values[(lit ^ 1) as usize] = -1;
        self.level[variable] = self.decisions.len() as u32;
        self.reason[variable] = reason;
        self.trail.push(lit);
    }

    /// A clause of two literals at least; the first two are watched.
    fn attach(&mut self, clause: &[Code]) -> u32 {
        let at = self.clauses.len() as u32;
        self.clauses.push(clause.len() as u32);
        self.clauses.extend_from_slice(clause);
        let mark = if clause.len() == 2 { PAIR } else { 0 };
        for (own, other) in [(clause[0], clause[1]), (clause[1], clause[0])] {
            let first = &mut self.first[own as usize];
            self.nodes.push(Node { next: *first, clause: at | mark, other });
            *first = self.nodes.len() as u32 - 1;
        }
        at
    }

    fn literals(&self, clause: u32) -> &[Code] {
        let at = clause as usize;
        &self.clauses[at + 1..at + 1 + self.clauses[at] as usize]
    }

    /// All that follows; a clause that is broken, if there is one.
    fn propagate(&mut self) -> Option<u32> {
        while let Some(&lit) = self.trail.get(self.done) {
            self.done += 1;
            let gone = lit ^ 1;
            let mut before = NONE;
            let mut here = self.first[gone as usize];
            while here != NONE {
                self.steps += 1;
                let Node { next, clause, other } = self.nodes[here as usize];
                let value = self.values[other as usize];
                if value > 0 {
                    (before, here) = (here, next);
                    continue;
                }
                if clause & PAIR != 0 {
                    if value < 0 {
                        return Some(clause ^ PAIR);
                    }
                    self.set(other, clause ^ PAIR);
                    (before, here) = (here, next);
                    continue;
                }
                let start = clause as usize + 1;
                let size = self.clauses[clause as usize] as usize;
                let literals = &mut self.clauses[start..start + size];
                let other = literals[0] ^ literals[1] ^ gone;
                let value = self.values[other as usize];
                if value > 0 {
                    self.nodes[here as usize].other = other;
                    (before, here) = (here, next);
                    continue;
                }
                if let Some(k) = (2..size).find(|&k| self.values[literals[k] as usize] >= 0) {
                    let found = literals[k];
                    (literals[0], literals[1], literals[k]) = (other, found, gone);
                    let first = &mut self.first[found as usize];
                    self.nodes[here as usize] = Node { next: *first, clause, other };
                    *first = here;
                    match before {
                        NONE => self.first[gone as usize] = next,
                        _ => self.nodes[before as usize].next = next,
                    }
                    here = next;
                    continue;
                }
                if value < 0 {
                    return Some(clause);
                }
                self.nodes[here as usize].other = other;
                self.set(other, clause);
                (before, here) = (here, next);
            }
        }
        None
    }

    fn back_to(&mut self, level: usize) {
        if level >= self.decisions.len() {
            return;
        }
        let start = self.decisions[level] as usize;
        for i in start..self.trail.len() {
            let lit = self.trail[i];
            let variable = (lit >> 1) as usize;
            self.values[lit as usize] = 0;
            self.values[(lit ^ 1) as usize] = 0;
            self.last[variable] = lit & 1 == 0;
            self.queue.insert(variable as u32);
        }
        self.trail.truncate(start);
        self.decisions.truncate(level);
        self.done = start;
    }

    /// Learn from a broken clause; false if nothing can be done about it.
    fn learn(&mut self, broken: u32) -> bool {
        self.conflicts += 1;
        let level_of = |quick: &Self, lit: Code| quick.level[(lit >> 1) as usize];
        let highest = self.literals(broken).iter().map(|&lit| level_of(self, lit)).max().unwrap_or(0);
        if highest == 0 {
            self.broken = true;
            return false;
        }
        // what follows late stands on a higher level than it needs to
        self.back_to(highest as usize);
        let mut learned: Vec<Code> = vec![0];
        let mut open = 0;
        let mut clause = broken;
        let mut place = self.trail.len();
        let first = loop {
            let at = clause as usize;
            for i in at + 1..at + 1 + self.clauses[at] as usize {
                let lit = self.clauses[i];
                let variable = (lit >> 1) as usize;
                if self.values[lit as usize] > 0 || self.seen[variable] != 0 || self.level[variable] == 0 {
                    continue;
                }
                self.seen[variable] = 1;
                self.marked.push(variable as u32);
                if self.level[variable] == highest {
                    open += 1;
                } else {
                    learned.push(lit);
                }
            }
            loop {
                place -= 1;
                let lit = self.trail[place];
                if self.seen[(lit >> 1) as usize] == 1 && self.level[(lit >> 1) as usize] == highest {
                    break;
                }
            }
            let lit = self.trail[place];
            open -= 1;
            if open == 0 {
                break lit ^ 1;
            }
            clause = self.reason[(lit >> 1) as usize];
        };
        learned[0] = first;
        self.marked.sort_unstable_by_key(|&variable| self.queue.since(variable));
        for &variable in &self.marked {
            self.queue.raise(variable);
        }
        self.shorten(&mut learned);
        for variable in self.marked.drain(..) {
            self.seen[variable as usize] = 0;
        }
        self.bring_in(learned);
        true
    }

    /// Leave out what follows from the rest (Sörensson & Biere 2009).
    fn shorten(&mut self, learned: &mut Vec<Code>) {
        let mut kept = 1;
        for i in 1..learned.len() {
            let lit = learned[i];
            if !self.follows((lit >> 1) as usize) {
                learned[kept] = lit;
                kept += 1;
            }
        }
        learned.truncate(kept);
    }

    /// Does this variable have its value because of others in the conflict?
    fn follows(&mut self, variable: usize) -> bool {
        if self.reason[variable] == NONE {
            return false;
        }
        // (variable, the next literal of its reason)
        let mut stack: Vec<(usize, u32)> = vec![(variable, 0)];
        while let Some(&(here, next)) = stack.last() {
            let reason = self.reason[here];
            if next == self.clauses[reason as usize] {
                if stack.len() > 1 {
                    self.seen[here] = 2;
                    self.marked.push(here as u32);
                }
                stack.pop();
                continue;
            }
            if let Some(top) = stack.last_mut() {
                top.1 += 1;
            }
            let why = (self.clauses[(reason + 1 + next) as usize] >> 1) as usize;
            if why == here || self.level[why] == 0 || matches!(self.seen[why], 1 | 2) {
                continue;
            }
            if self.seen[why] == 3 || self.reason[why] == NONE {
                for &(each, _) in &stack[1..] {
                    self.seen[each] = 3;
                    self.marked.push(each as u32);
                }
                return false;
            }
            stack.push((why, 0));
        }
        true
    }

    /// A clause from anywhere, in the middle of a search: go back to where it says something, and no further.
    fn bring_in(&mut self, mut clause: Vec<Code>) {
        match clause[..] {
            [] => return self.broken = true,
            [one] => {
                self.back_to(0);
                return self.certain(one);
            }
            _ => self.foremost(&mut clause),
        }
        let [one, two] = [0, 1].map(|i| self.depth(clause[i]));
        match one {
            NONE => {}
            0 => return self.broken = true,
            _ => self.back_to(if one == two { one as usize - 1 } else { two as usize }),
        }
        let reason = self.attach(&clause);
        if self.values[clause[0] as usize] == 0 && self.values[clause[1] as usize] < 0 {
            self.set(clause[0], reason);
        }
    }

    /// How late a literal became false; one that is not comes after all that are.
    fn depth(&self, lit: Code) -> u32 {
        if self.values[lit as usize] < 0 { self.level[(lit >> 1) as usize] } else { NONE }
    }

    /// The two literals that stay open longest first.
    fn foremost(&self, clause: &mut [Code]) {
        for place in 0..clause.len().min(2) {
            let best = (place..clause.len()).max_by_key(|&i| self.depth(clause[i])).unwrap_or(place);
            clause.swap(place, best);
        }
    }

    /// One more clause.
    pub fn add(&mut self, clause: &[Lit]) {
        let mut codes: Vec<Code> = clause.iter().map(|&lit| code(lit)).collect();
        codes.sort_unstable();
        codes.dedup();
        if codes.windows(2).all(|pair| pair[0] ^ 1 != pair[1]) {
            self.bring_in(codes);
        }
    }

    /// Is there an assignment? `None` if that is too hard.
    pub fn solve(&mut self, control: &Control) -> Result<Verdict> {
        let mut ticker = control.ticker();
        let mut until = self.conflicts + RESTART * luby(self.conflicts / RESTART);
        loop {
            if self.broken {
                return Ok(Some(false));
            }
            if let Some(broken) = self.propagate() {
                ticker.glance()?;
                if !self.learn(broken) {
                    return Ok(Some(false));
                }
                continue;
            }
            if self.conflicts >= self.most || self.steps > self.most_steps {
                return Ok(None);
            }
            if self.conflicts >= until {
                until = self.conflicts + RESTART * luby(self.conflicts / RESTART);
                self.back_to(0);
                continue;
            }
            let next = loop {
                match self.queue.pop() {
                    Some(variable) if self.values[2 * variable as usize] != 0 => {}
                    other => break other,
                }
            };
            let Some(variable) = next else { return Ok(Some(true)) };
            ticker.glance()?;
            self.decisions.push(self.trail.len() as u32);
            self.set(variable << 1 | u32::from(!self.last[variable as usize]), NONE);
        }
    }

    /// In the assignment that was found, `values[v]` of the variables 1, 2, …
    pub fn values(&self, values: &mut [bool]) {
        for (v, value) in values.iter_mut().enumerate().skip(1) {
            *value = self.values[2 * v] > 0;
        }
    }

    /// After how many choices a variable got its value.
    pub fn when(&self, lit: Lit) -> u32 {
        self.level[lit.unsigned_abs() as usize]
    }

    /// One more clause, which a solution breaks. That counts as a conflict: solutions can be many.
    pub fn answered(&mut self, clause: &[Lit]) {
        self.conflicts += 1;
        self.add(clause);
    }
}

/// 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 … (Luby, Sinclair & Zuckerman 1993)
fn luby(mut n: u64) -> u64 {
    n += 1;
    loop {
        let size = u64::BITS - n.leading_zeros(); // 2^(size - 1) <= n < 2^size
        if n + 1 == 1 << size {
            return 1 << (size - 1);
        }
        n -= (1 << (size - 1)) - 1;
    }
}
