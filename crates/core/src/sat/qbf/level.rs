//! One block of variables, its solver, and what it has learned.

use crate::error::Result;
use crate::sat::qbf::Places;
use crate::sat::solver::{Lit, Solver};
use cadical_sys::TerminateFlag;
use std::collections::{HashMap, HashSet};

/// Conflicts that an attempt to shorten a reason may take.
const ATTEMPT: i32 = 100;

pub struct Level {
    pub exists: bool,
    /// Reasons (clauses, by number) and values that win where the reason holds.
    pub entries: Vec<(Vec<usize>, Vec<bool>)>,
    solver: Solver,
    /// The values proposed last.
    values: Vec<bool>,
    /// The literals of this level, of the clauses that have some.
    here: HashMap<usize, Vec<Lit>>,
    /// "Comes satisfied from outside", of the clauses that can.
    given: Vec<Option<Lit>>,
    /// Of each clause, when it is passed on as the level's player does not like it: unsatisfied by Exists, satisfied by
    /// Forall. None: this is certain or impossible.
    bad: Vec<Option<Lit>>,
    /// The clauses of these literals.
    clause_of: HashMap<Lit, usize>,
    /// Is Exists on the last level, where every clause must be satisfied?
    last: bool,
}

impl Level {
    pub fn new(
        exists: bool,
        size: usize,
        number: usize,
        clauses: &[Vec<Lit>],
        places: &Places,
        flag: &TerminateFlag,
    ) -> Self {
        let mut level = Level {
            exists,
            entries: Vec::new(),
            solver: Solver::new(flag),
            values: vec![false; size],
            here: HashMap::new(),
            given: vec![None; clauses.len()],
            bad: vec![None; clauses.len()],
            clause_of: HashMap::new(),
            last: exists && places.levels[number + 1..].iter().all(|(exists, _)| !exists),
        };
        let mut next = size as Lit;
        let mut fresh = || {
            next += 1;
            next
        };
        for (clause, lits) in clauses.iter().enumerate() {
            let (mut here, mut outside, mut open) = (Vec::new(), false, false);
            for &lit in lits {
                let (level, place) = places.of_variable[lit.unsigned_abs() as usize];
                outside |= level < number;
                open |= level > number && places.levels[level].0;
                if level == number {
                    here.push(place * lit.signum());
                }
            }
            if outside {
                let given = fresh();
                level.given[clause] = Some(given);
                level.clause_of.insert(given, clause);
            }
            let given = level.given[clause];
            if exists {
                level.bad[clause] = match (given, &here[..]) {
                    _ if !open => None,
                    (None, []) => None,
                    (Some(given), []) => Some(-given),
                    (None, &[lit]) => Some(-lit),
                    _ => Some(fresh()),
                };
                if !here.is_empty() || !open {
                    let all = here.iter().copied().chain(given).chain(level.bad[clause].filter(|_| open));
                    level.solver.add(&all.collect::<Vec<_>>());
                }
            } else {
                level.bad[clause] = match (given, &here[..]) {
                    (None, []) => None,
                    (Some(given), []) => Some(given),
                    (None, &[lit]) => Some(lit),
                    _ => Some(fresh()),
                };
                if let Some(bad) = level.bad[clause] {
                    for lit in here.iter().copied().chain(given).filter(|&lit| lit != bad) {
                        level.solver.add(&[-lit, bad]);
                    }
                }
                if !open && !here.is_empty() {
                    // nothing but this can still satisfy the clause: whoever is here and finds it open has won
                    level.entries.push((vec![clause], falsifying(&here, size)));
                }
            }
            if let Some(bad) = level.bad[clause] {
                level.solver.prefer(-bad);
            }
            if let (false, Some(given)) = (exists, given) {
                level.solver.prefer(-given);
            }
            if !here.is_empty() {
                level.here.insert(clause, here);
            }
        }
        level
    }

    /// Find values that are worth a try, when these clauses come satisfied. Where there are none, the reason why the
    /// player of this level has lost.
    pub fn propose(&mut self, satisfied: &[bool]) -> Result<Option<Vec<usize>>> {
        let mut assumed = Vec::new();
        for (given, &satisfied) in self.given.iter().zip(satisfied) {
            if let Some(given) = given
                && satisfied != self.exists
            {
                assumed.push(if satisfied { *given } else { -given });
            }
        }
        if self.solver.solve_with(&assumed, None)? == Some(true) {
            self.take();
            return Ok(None);
        }
        let mut core = self.solver.core(&assumed);
        let mut kept = 0;
        while kept < core.len() {
            let tried: Vec<Lit> = core.iter().enumerate().filter(|&(i, _)| i != kept).map(|(_, &lit)| lit).collect();
            match self.solver.solve_with(&tried, Some(ATTEMPT))? {
                Some(false) => {
                    let smaller = self.solver.core(&tried);
                    kept = smaller.iter().filter(|lit| core[..kept].contains(lit)).count();
                    core = smaller;
                }
                _ => kept += 1,
            }
        }
        Ok(Some(core.iter().map(|lit| self.clause_of[&lit.abs()]).collect()))
    }

    /// The values that the solver has found.
    fn take(&mut self) {
        for (i, value) in self.values.iter_mut().enumerate() {
            *value = self.solver.value(i as Lit + 1);
        }
    }

    /// The clauses that are satisfied after the values proposed last.
    pub fn pass_on(&self, before: &[bool], after: &mut [bool]) {
        after.copy_from_slice(before);
        for (&clause, here) in &self.here {
            after[clause] |= holds(here, &self.values);
        }
    }

    /// The other player wins for this reason: pass on something else.
    pub fn avoid(&mut self, reason: &[usize]) {
        let clause: Vec<Lit> = reason.iter().filter_map(|&clause| self.bad[clause]).map(|bad| -bad).collect();
        self.solver.add(&clause);
    }

    /// The values proposed last win for this reason: note when they do so again, which is the reason for outside.
    pub fn won(&mut self, reason: &[usize], satisfied: &[bool]) -> Result<Vec<usize>> {
        if !self.exists {
            let reason: Vec<usize> = reason.iter().copied().filter(|&clause| self.given[clause].is_some()).collect();
            self.entries.push((reason.clone(), self.values.clone()));
            return Ok(reason);
        }
        self.satisfy_more(reason, satisfied);
        let mut needed = self.missed(reason);
        if self.last {
            // no clause is passed on from here, so the solver itself can look for values that satisfy more
            let mut tried = 0;
            while tried < needed.len() {
                let others = needed.iter().enumerate().filter(|&(i, _)| i != tried).map(|(_, &clause)| clause);
                let others: HashSet<usize> = others.collect();
                let own = reason.iter().filter(|clause| !others.contains(clause));
                let assumed: Vec<Lit> = own.filter_map(|&clause| self.given[clause]).map(|given| -given).collect();
                if self.solver.solve_with(&assumed, Some(ATTEMPT))? == Some(true) {
                    self.take();
                    let first = needed[..tried].to_vec();
                    needed = self.missed(reason);
                    tried = needed.iter().filter(|clause| first.contains(clause)).count();
                } else {
                    tried += 1;
                }
            }
        }
        self.entries.push((needed.clone(), self.values.clone()));
        Ok(needed)
    }

    /// The clauses among these that the values do not satisfy.
    fn missed(&self, clauses: &[usize]) -> Vec<usize> {
        let satisfied = |clause: &usize| self.here.get(clause).is_some_and(|here| holds(here, &self.values));
        clauses.iter().copied().filter(|clause| !satisfied(clause)).collect()
    }

    /// Change values, one at a time, as long as that satisfies more of these clauses, and all that do not come
    /// satisfied.
    fn satisfy_more(&mut self, clauses: &[usize], satisfied: &[bool]) {
        let mut with: Vec<Vec<usize>> = vec![Vec::new(); self.values.len()];
        let mut true_lits: HashMap<usize, usize> = HashMap::new();
        for &clause in clauses {
            if let Some(here) = self.here.get(&clause) {
                true_lits.insert(clause, here.iter().filter(|&&lit| is_true(lit, &self.values)).count());
                for lit in here {
                    with[lit.unsigned_abs() as usize - 1].push(clause);
                }
            }
        }
        loop {
            let mut changed = false;
            for v in 0..self.values.len() {
                let (mut gained, mut lost) = (0, 0);
                for clause in &with[v] {
                    let own = self.here[clause]
                        .iter()
                        .any(|&lit| lit.unsigned_abs() as usize == v + 1 && is_true(lit, &self.values));
                    match (own, true_lits[clause]) {
                        (true, 1) if !satisfied[*clause] => lost += clauses.len(),
                        (true, 1) => lost += 1,
                        (false, 0) => gained += 1,
                        _ => {}
                    }
                }
                if gained > lost {
                    self.values[v] = !self.values[v];
                    changed = true;
                    for clause in &with[v] {
                        let number = self.here[clause].iter().filter(|&&lit| is_true(lit, &self.values)).count();
                        true_lits.insert(*clause, number);
                    }
                }
            }
            if !changed {
                return;
            }
        }
    }
}

fn is_true(lit: Lit, values: &[bool]) -> bool {
    values[lit.unsigned_abs() as usize - 1] == (lit > 0)
}

fn holds(lits: &[Lit], values: &[bool]) -> bool {
    lits.iter().any(|&lit| is_true(lit, values))
}

/// Values that make all these literals false.
fn falsifying(lits: &[Lit], size: usize) -> Vec<bool> {
    let mut values = vec![false; size];
    for lit in lits {
        values[lit.unsigned_abs() as usize - 1] = *lit < 0;
    }
    values
}
