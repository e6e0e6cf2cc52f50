//! Strategies without what they do not need.
//!
//! One solver knows the formula and the strategy, and looks for a play that the strategy loses. There is none, and
//! there may be none still when an entry is left out, or a part of a condition: each has a switch.

use crate::error::{Error, Result};
use crate::sat::qbf::{Entry, Quantified};
use crate::sat::solver::{Lit, Solver};
use cadical_sys::TerminateFlag;

/// Conflicts that the first look may take, and each attempt to leave something out.
const FIRST: i32 = 20_000;
const ATTEMPT: i32 = 200;
/// Attempts at most.
const ATTEMPTS: usize = 2_000;

/// What may be left out.
#[derive(Clone, Copy)]
struct Part {
    list: usize,
    entry: usize,
    /// A clause of the condition; None: the entry.
    clause: Option<usize>,
    /// True while it is there.
    switch: Lit,
}

pub fn shorten(
    formula: &Quantified,
    holds: bool,
    strategy: &mut [(usize, Vec<Entry>)],
    flag: &TerminateFlag,
) -> Result<()> {
    let mut next = formula.variables as Lit;
    let mut solver = Solver::new(flag);
    let mut parts = post(strategy, &mut solver, &mut || {
        next += 1;
        next
    });
    post_lost(formula, holds, &mut solver, &mut next);
    let mut there: Vec<Lit> = parts.iter().map(|part| part.switch).collect();
    match solver.solve_with(&there, Some(FIRST))? {
        None => return Ok(()),
        Some(true) => return Err(Error::invalid("the strategy found does not win")),
        Some(false) => there = solver.core(&there),
    }
    // whole entries first, the latest before those that it was built on
    parts.sort_by_key(|part| (part.clause.is_some(), part.list, std::cmp::Reverse(part.entry)));
    for part in parts.iter().take(ATTEMPTS) {
        if there.contains(&part.switch) {
            let others: Vec<Lit> = there.iter().copied().filter(|&lit| lit != part.switch).collect();
            if solver.solve_with(&others, Some(ATTEMPT))? == Some(false) {
                there = solver.core(&others);
            }
        }
    }
    for (list, (_, entries)) in strategy.iter_mut().enumerate() {
        let gone = |entry: usize, clause: Option<usize>| {
            let same = |part: &&Part| (part.list, part.entry, part.clause) == (list, entry, clause);
            parts.iter().find(same).is_some_and(|part| !there.contains(&part.switch))
        };
        let mut kept = Vec::new();
        for (number, mut entry) in entries.drain(..).enumerate() {
            if gone(number, None) {
                continue;
            }
            let when = entry.when.drain(..).enumerate().filter(|&(clause, _)| !gone(number, Some(clause)));
            entry.when = when.map(|(_, clause)| clause).collect();
            kept.push(entry);
        }
        *entries = tidied(kept);
    }
    Ok(())
}

/// Without what follows an entry that holds always, and without entries that play what is played without them.
fn tidied(mut entries: Vec<Entry>) -> Vec<Entry> {
    if let Some(always) = entries.iter().position(|entry| entry.when.is_empty()) {
        entries.truncate(always + 1);
    }
    while let [.., before, last] = &entries[..] {
        if before.play != last.play {
            break;
        }
        entries.remove(entries.len() - 2);
    }
    entries
}

/// The strategy as clauses: where the first entry holds that is there, its values are played.
fn post(strategy: &[(usize, Vec<Entry>)], solver: &mut Solver, fresh: &mut impl FnMut() -> Lit) -> Vec<Part> {
    let mut parts = Vec::new();
    for (list, (_, entries)) in strategy.iter().enumerate() {
        // "no entry so far holds"
        let mut none: Option<Lit> = None;
        for (number, entry) in entries.iter().enumerate() {
            let last = number + 1 == entries.len();
            let mut needed: Vec<Lit> = Vec::new();
            if !last {
                let switch = fresh();
                parts.push(Part { list, entry: number, clause: None, switch });
                needed.push(switch);
            }
            for (clause, lits) in entry.when.iter().enumerate() {
                let switch = fresh();
                parts.push(Part { list, entry: number, clause: Some(clause), switch });
                // met if it is not there, or holds
                let met = fresh();
                solver.add(&[&[-met, -switch], &lits[..]].concat());
                solver.add(&[met, switch]);
                for &lit in lits {
                    solver.add(&[met, -lit]);
                }
                needed.push(met);
            }
            let holds = fresh();
            for &lit in &needed {
                solver.add(&[-holds, lit]);
            }
            solver.add(&needed.iter().map(|lit| -lit).chain([holds]).collect::<Vec<_>>());
            for &lit in &entry.play {
                solver.add(&[-holds, lit].into_iter().chain(none.map(|none| -none)).collect::<Vec<_>>());
            }
            let still = fresh();
            solver.add(&[-still, -holds]);
            if let Some(none) = none {
                solver.add(&[-still, none]);
            }
            solver.add(&[still, holds].into_iter().chain(none.map(|none| -none)).collect::<Vec<_>>());
            none = Some(still);
        }
    }
    parts
}

/// The play is lost for the player whose strategy it is.
fn post_lost(formula: &Quantified, holds: bool, solver: &mut Solver, next: &mut Lit) {
    if !holds {
        formula.clauses.iter().for_each(|clause| solver.add(clause));
        return;
    }
    let mut one = Vec::new();
    for clause in &formula.clauses {
        *next += 1;
        one.push(*next);
        for &lit in clause {
            solver.add(&[-*next, -lit]);
        }
    }
    solver.add(&one);
}
