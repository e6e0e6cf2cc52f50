//! One block of variables, its solver, and what it has learned.

use crate::error::Result;
use crate::sat::qbf::Places;
use crate::sat::solver::{Lit, Solver};
use cadical_sys::TerminateFlag;
use std::collections::{HashMap, HashSet};

/// Conflicts that an attempt to shorten a reason may take, and how often it is tried: the first attempts gain most, and
/// all of them together would take more time than the search that they help.
const ATTEMPT: i32 = 100;
const ATTEMPTS: usize = 4;

/// Values of a part that win there, for this reason: clauses, by number.
#[derive(Clone)]
pub struct Won {
    pub part: usize,
    pub reason: Vec<usize>,
    pub values: Vec<bool>,
}

pub struct Level {
    pub exists: bool,
    pub entries: Vec<Won>,
    /// The variables of each part.
    pub parts: Vec<Vec<usize>>,
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
    /// On the last level the part of each clause.
    part_of: Vec<usize>,
    /// Just before the last level, which part is attacked.
    attacked: Vec<Lit>,
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
            parts: vec![(0..size).collect()],
            solver: Solver::new(flag),
            values: vec![false; size],
            here: HashMap::new(),
            given: vec![None; clauses.len()],
            bad: vec![None; clauses.len()],
            clause_of: HashMap::new(),
            last: is_last(places, number),
            part_of: Vec::new(),
            attacked: Vec::new(),
        };
        if level.last {
            (level.parts, level.part_of) = parts(number, size, clauses, places);
        }
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
                    level.entries.push(Won { part: 0, reason: vec![clause], values: falsifying(&here, size) });
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
        if is_last(places, number + 1) {
            let (there, _) = parts(number + 1, places.levels[number + 1].1.len(), clauses, places);
            level.attacked = there.iter().map(|_| fresh()).collect();
            level.attacked.iter().for_each(|&attacked| level.solver.prefer(-attacked));
            level.solver.add(&level.attacked);
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
        for _ in 0..ATTEMPTS {
            if kept >= core.len() {
                break;
            }
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

    /// The other player wins for these reasons, one for each part: pass on something else.
    pub fn avoid(&mut self, reasons: &[Vec<usize>]) {
        for (part, reason) in reasons.iter().enumerate() {
            let clause = reason.iter().filter_map(|&clause| self.bad[clause]).chain(self.attacked.get(part).copied());
            self.solver.add(&clause.map(|bad| -bad).collect::<Vec<_>>());
        }
    }

    /// The values proposed last win for this reason: note when they do so again, part by part, which is the reason for
    /// outside.
    pub fn won(&mut self, reason: &[usize], satisfied: &[bool]) -> Result<Vec<Vec<usize>>> {
        if !self.exists {
            let reason: Vec<usize> = reason.iter().copied().filter(|&clause| self.given[clause].is_some()).collect();
            self.entries.push(Won { part: 0, reason: reason.clone(), values: self.values.clone() });
            return Ok(vec![reason]);
        }
        self.satisfy_more(reason, satisfied);
        let mut needed = self.missed(reason);
        if self.last {
            // no clause is passed on from here, so the solver itself can look for values that satisfy more
            let mut tried = 0;
            for _ in 0..ATTEMPTS {
                if tried >= needed.len() {
                    break;
                }
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
        let mut reasons = vec![Vec::new(); self.parts.len()];
        for clause in needed {
            reasons[self.part_of.get(clause).copied().unwrap_or(0)].push(clause);
        }
        for (part, reason) in reasons.iter().enumerate() {
            let values: Vec<bool> = self.parts[part].iter().map(|&v| self.values[v]).collect();
            self.entries.push(Won { part, reason: reason.clone(), values });
        }
        Ok(reasons)
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
            for (v, with) in with.iter().enumerate() {
                let (mut gained, mut lost) = (0, 0);
                for clause in with {
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
                    for clause in with {
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

/// Is this Exists' last level?
fn is_last(places: &Places, number: usize) -> bool {
    places.levels.get(number).is_some_and(|(exists, _)| *exists)
        && places.levels[number + 1..].iter().all(|(exists, _)| !exists)
}

/// Parts of a level that share no clause: the variables of each, and the part of each clause. A clause without
/// variables of the level is a part for itself.
fn parts(number: usize, size: usize, clauses: &[Vec<Lit>], places: &Places) -> (Vec<Vec<usize>>, Vec<usize>) {
    let mut joined: Vec<usize> = (0..size).collect();
    let root = |joined: &[usize], mut v: usize| {
        while joined[v] != v {
            v = joined[v];
        }
        v
    };
    let here = |clause: &[Lit]| -> Vec<usize> {
        let of = clause.iter().map(|lit| places.of_variable[lit.unsigned_abs() as usize]);
        of.filter(|&(level, _)| level == number).map(|(_, place)| place as usize - 1).collect()
    };
    for clause in clauses {
        for pair in here(clause).windows(2) {
            let (a, b) = (root(&joined, pair[0]), root(&joined, pair[1]));
            joined[a.max(b)] = a.min(b);
        }
    }
    let mut parts: Vec<Vec<usize>> = Vec::new();
    let mut part_of_root = HashMap::new();
    for v in 0..size {
        let part = *part_of_root.entry(root(&joined, v)).or_insert_with(|| {
            parts.push(Vec::new());
            parts.len() - 1
        });
        parts[part].push(v);
    }
    let mut part_of = Vec::with_capacity(clauses.len());
    for clause in clauses {
        part_of.push(match here(clause).first() {
            Some(&v) => part_of_root[&root(&joined, v)],
            None => {
                parts.push(Vec::new());
                parts.len() - 1
            }
        });
    }
    (parts, part_of)
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
