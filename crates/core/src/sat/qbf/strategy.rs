//! Strategies without what they do not need.
//!
//! One solver knows the formula and the strategy, and looks for a play that the strategy loses. There is none, and
//! there may be none still when an entry is left out, or a part of a condition: each has a switch.

use crate::error::{Error, Result};
use crate::sat::qbf::{Entry, Quantified};
use crate::sat::solver::{Lit, Solver};
use cadical_sys::TerminateFlag;
use std::cmp::Reverse;
use std::collections::HashSet;

/// Conflicts that one look at a whole strategy may take, each attempt to leave something out, and all of these.
const WHOLE: i32 = 500;
const ATTEMPT: i32 = 100;
const ATTEMPTS: u64 = 5_000;
/// Parts at most that are tried one by one.
const FEW: usize = 100;

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

type Strategy = [(usize, Vec<Entry>)];

pub fn shorten(formula: &Quantified, holds: bool, strategy: &mut Strategy, flag: &TerminateFlag) -> Result<()> {
    // whole entries, as long as refutations show that some are not needed
    loop {
        let (mut solver, parts) = posted(formula, holds, strategy, false, flag);
        let there: Vec<Lit> = parts.iter().map(|part| part.switch).collect();
        let needed = match solver.solve_with(&there, Some(WHOLE))? {
            None => return Ok(()),
            Some(true) => return Err(Error::invalid("the strategy found does not win")),
            Some(false) => solver.core(&there),
        };
        keep(strategy, &parts, &needed);
        if needed.len() * 10 >= there.len() * 9 {
            break;
        }
    }
    // one by one, where there are few: the latest first, and conditions after entries
    let (mut solver, mut parts) = posted(formula, holds, strategy, true, flag);
    if parts.len() > FEW {
        return Ok(());
    }
    let mut there: Vec<Lit> = parts.iter().map(|part| part.switch).collect();
    parts.sort_by_key(|part| (part.clause.is_some(), part.list, Reverse(part.entry)));
    for part in &parts {
        if there.contains(&part.switch) && solver.conflicts() < ATTEMPTS {
            let others: Vec<Lit> = there.iter().copied().filter(|&lit| lit != part.switch).collect();
            if solver.solve_with(&others, Some(ATTEMPT))? == Some(false) {
                there = solver.core(&others);
            }
        }
    }
    keep(strategy, &parts, &there);
    Ok(())
}

/// A solver that looks for a play that is lost, and the switches.
fn posted(
    formula: &Quantified,
    holds: bool,
    strategy: &Strategy,
    conditions: bool,
    flag: &TerminateFlag,
) -> (Solver, Vec<Part>) {
    let mut solver = Solver::new(flag);
    let mut next = formula.variables as Lit;
    let mut fresh = || {
        next += 1;
        next
    };
    let parts = post(strategy, conditions, &mut solver, &mut fresh);
    post_lost(formula, holds, &mut solver, &mut fresh);
    (solver, parts)
}

/// Leave out the parts whose switches are not among these.
fn keep(strategy: &mut Strategy, parts: &[Part], switches: &[Lit]) {
    let kept: HashSet<Lit> = switches.iter().copied().collect();
    let gone = parts.iter().filter(|part| !kept.contains(&part.switch));
    let gone: HashSet<_> = gone.map(|part| (part.list, part.entry, part.clause)).collect();
    for (list, (_, entries)) in strategy.iter_mut().enumerate() {
        let all = std::mem::take(entries).into_iter().enumerate();
        *entries = tidied(
            all.filter(|&(number, _)| !gone.contains(&(list, number, None)))
                .map(|(number, entry)| {
                    let when = entry.when.into_iter().enumerate();
                    let when = when.filter(|&(clause, _)| !gone.contains(&(list, number, Some(clause))));
                    Entry { when: when.map(|(_, clause)| clause).collect(), play: entry.play }
                })
                .collect(),
        );
    }
}

/// Without what follows an entry that holds always, and without entries that play what is played without them.
fn tidied(mut entries: Vec<Entry>) -> Vec<Entry> {
    if let Some(always) = entries.iter().position(|entry| entry.when.is_empty()) {
        entries.truncate(always + 1);
    }
    while let [.., before, last] = &entries[..]
        && before.play == last.play
    {
        entries.remove(entries.len() - 2);
    }
    entries
}

/// The strategy as clauses: where the first entry holds that is there, its values are played.
fn post(strategy: &Strategy, conditions: bool, solver: &mut Solver, fresh: &mut impl FnMut() -> Lit) -> Vec<Part> {
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
                // met if it holds, or is not there
                let met = fresh();
                let mut any = lits.clone();
                if conditions {
                    let switch = fresh();
                    parts.push(Part { list, entry: number, clause: Some(clause), switch });
                    any.push(-switch);
                }
                any.iter().for_each(|&lit| solver.add(&[met, -lit]));
                any.push(-met);
                solver.add(&any);
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
fn post_lost(formula: &Quantified, holds: bool, solver: &mut Solver, fresh: &mut impl FnMut() -> Lit) {
    if !holds {
        formula.clauses.iter().for_each(|clause| solver.add(clause));
        return;
    }
    let mut broken = Vec::new();
    for clause in &formula.clauses {
        let this = fresh();
        clause.iter().for_each(|&lit| solver.add(&[-this, -lit]));
        broken.push(this);
    }
    solver.add(&broken);
}
