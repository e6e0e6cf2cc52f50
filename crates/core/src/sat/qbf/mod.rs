//! Quantified Boolean formulas: who wins the quantifier game, and how (clausal abstraction, Rabe & Tentrup 2015).
//!
//! The players give values to their blocks of variables from the outermost inwards. All that the blocks further in need
//! to know of the past is which clauses it has satisfied, and more of them are better for Exists. So each block has a
//! solver of its own that knows its variables, and of each clause whether it comes satisfied from outside and whether
//! it is passed on satisfied ([`level`]). It proposes values, the blocks further in say who wins then, and why: a set
//! of clauses such that Exists wins whenever all of them are satisfied, or Forall whenever none is. A player who lost
//! learns to avoid such a set; one who has nothing left to propose has lost, for reasons that the core of the solver's
//! refutation tells in the same terms.
//!
//! Variables of the last block of Exists that share no clause do not depend on each other. They are parts of their own:
//! Forall attacks one of them at a time, and each has its own reasons.
//!
//! Whenever a player wins with some values, the reason becomes an entry of the strategy: *if* these clauses are
//! satisfied (unsatisfied) by the blocks before, play this. Each entry is right on its own, whatever the order, so the
//! list that collects them is a strategy in the end; what it does not need is removed ([`strategy`]).

mod level;
mod strategy;

use crate::error::{Error, Result};
use crate::limits::Control;
use crate::sat::solver::{Lit, watched};
use cadical_sys::TerminateFlag;
use level::Level;

/// In prenex form: blocks, each with whether it is Exists', from the outermost inwards, and clauses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Quantified {
    pub variables: usize,
    pub prefix: Vec<(bool, Vec<Lit>)>,
    pub clauses: Vec<Vec<Lit>>,
}

/// Values for a block that are played if this condition holds: clauses over variables of earlier blocks, none for
/// "always".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub when: Vec<Vec<Lit>>,
    pub play: Vec<Lit>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Does the formula hold? Then Exists wins.
    pub holds: bool,
    /// Numbers of the winner's blocks, each with entries, of which the first that holds counts; the last holds always.
    /// All entries of a list give values to the same variables. A block may have several lists, for variables that do
    /// not depend on each other.
    pub strategy: Vec<(usize, Vec<Entry>)>,
}

/// Who wins, and how.
pub fn solve(formula: &Quantified, control: &Control) -> Result<Answer> {
    let places = formula.places()?;
    watched(control, |flag| {
        let (holds, lists) = Search::new(formula, &places, flag).run(control)?;
        let mut strategy = formula.spread(holds, &places, &lists);
        strategy::shorten(formula, holds, &mut strategy, flag)?;
        Ok(Answer { holds, strategy })
    })
}

/// Where variables stand, when neighbouring blocks of one player are taken as one level.
struct Places {
    /// Of each level whether it is Exists', and its variables.
    levels: Vec<(bool, Vec<Lit>)>,
    /// The level of each block.
    of_block: Vec<usize>,
    /// The level of each variable, and its number there, counted from 1.
    of_variable: Vec<(usize, Lit)>,
}

impl Quantified {
    fn places(&self) -> Result<Places> {
        let nowhere = (usize::MAX, 0);
        let mut places = Places {
            levels: Vec::new(),
            of_block: Vec::with_capacity(self.prefix.len()),
            of_variable: vec![nowhere; self.variables + 1],
        };
        for (exists, block) in &self.prefix {
            match places.levels.last_mut() {
                Some((last, _)) if last == exists || block.is_empty() => {}
                _ => places.levels.push((*exists, Vec::new())),
            }
            let number = places.levels.len() - 1;
            places.of_block.push(number);
            let level = &mut places.levels[number].1;
            for &variable in block {
                let place = usize::try_from(variable).ok().filter(|&v| v > 0);
                match place.and_then(|v| places.of_variable.get_mut(v)) {
                    None => return Err(Error::invalid(format!("no variable {variable}"))),
                    Some(place) if *place != nowhere => {
                        return Err(Error::invalid(format!("variable {variable} is quantified twice")));
                    }
                    Some(place) => {
                        level.push(variable);
                        *place = (number, level.len() as Lit);
                    }
                }
            }
        }
        for &lit in self.clauses.iter().flatten() {
            let place = places.of_variable.get(lit.unsigned_abs() as usize);
            if lit == 0 || place.is_none_or(|&place| place == nowhere) {
                return Err(Error::invalid(format!("variable {} of a clause is not quantified", lit.unsigned_abs())));
            }
        }
        Ok(places)
    }

    /// The lists of the winner's levels, as lists of blocks.
    fn spread(&self, holds: bool, places: &Places, lists: &[Vec<Vec<Entry>>]) -> Vec<(usize, Vec<Entry>)> {
        let mut strategy = Vec::new();
        for (number, (exists, block)) in self.prefix.iter().enumerate() {
            if *exists != holds || block.is_empty() {
                continue;
            }
            let within = |lit: &Lit| block.contains(&lit.abs());
            for list in &lists[places.of_block[number]] {
                if list[0].play.iter().any(within) {
                    let of_block = |entry: &Entry| Entry {
                        when: entry.when.clone(),
                        play: entry.play.iter().copied().filter(within).collect(),
                    };
                    strategy.push((number, list.iter().map(of_block).collect()));
                }
            }
        }
        strategy
    }
}

/// A clause without what is always true.
fn tidy(clause: &[Lit]) -> Option<Vec<Lit>> {
    let mut lits = clause.to_vec();
    lits.sort_unstable_by_key(|lit| (lit.abs(), *lit));
    lits.dedup();
    let tautology = lits.windows(2).any(|pair| pair[0] == -pair[1]);
    (!tautology).then_some(lits)
}

struct Search<'f> {
    places: &'f Places,
    clauses: Vec<Vec<Lit>>,
    levels: Vec<Level>,
    flag: &'f TerminateFlag,
}

impl<'f> Search<'f> {
    fn new(formula: &Quantified, places: &'f Places, flag: &'f TerminateFlag) -> Self {
        let mut clauses: Vec<Vec<Lit>> = formula.clauses.iter().filter_map(|clause| tidy(clause)).collect();
        clauses.sort();
        clauses.dedup();
        let levels = places.levels.iter().enumerate();
        let levels = levels.map(|(n, (exists, block))| Level::new(*exists, block.len(), n, &clauses, places, flag));
        Search { places, levels: levels.collect(), clauses, flag }
    }

    /// Does Exists win, and the lists of the winner's levels.
    fn run(mut self, control: &Control) -> Result<(bool, Vec<Vec<Vec<Entry>>>)> {
        let mut satisfied = vec![vec![false; self.clauses.len()]; self.levels.len() + 1];
        let mut at = 0;
        let holds = 'decided: loop {
            let (winner, reason) = match self.levels.get_mut(at) {
                Some(level) => {
                    if self.flag.is_terminated() {
                        return Err(Error::Cancelled);
                    }
                    control.count(1);
                    match level.propose(&satisfied[at])? {
                        None => {
                            let (before, after) = satisfied.split_at_mut(at + 1);
                            level.pass_on(&before[at], &mut after[0]);
                            at += 1;
                            continue;
                        }
                        Some(reason) => (!level.exists, reason),
                    }
                }
                None => match satisfied[at].iter().position(|satisfied| !satisfied) {
                    Some(clause) => (false, vec![clause]),
                    None => (true, (0..self.clauses.len()).collect()),
                },
            };
            // the reason goes outwards until the other player can try something else
            let mut reasons = vec![reason];
            loop {
                if at == 0 {
                    break 'decided winner;
                }
                at -= 1;
                let level = &mut self.levels[at];
                if level.exists != winner {
                    level.avoid(&reasons);
                    break;
                }
                reasons = level.won(&reasons[0], &satisfied[at])?;
            }
        };
        let lists = self.levels.iter().enumerate().map(|(n, level)| self.lists(n, level, holds)).collect();
        Ok((holds, lists))
    }

    /// The entries of a level, part by part, with conditions in terms of variables.
    fn lists(&self, number: usize, level: &Level, holds: bool) -> Vec<Vec<Entry>> {
        if level.exists != holds {
            return Vec::new();
        }
        let outer = |clause: usize| -> Vec<Lit> {
            let before = |lit: &Lit| self.places.of_variable[lit.unsigned_abs() as usize].0 < number;
            self.clauses[clause].iter().copied().filter(before).collect()
        };
        let mut lists: Vec<Vec<Entry>> = vec![Vec::new(); level.parts.len()];
        for won in &level.entries {
            if lists[won.part].last().is_some_and(|entry| entry.when.is_empty()) {
                continue;
            }
            let mut when: Vec<Vec<Lit>> = match holds {
                true => won.reason.iter().map(|&clause| outer(clause)).collect(),
                false => won.reason.iter().flat_map(|&clause| outer(clause)).map(|lit| vec![-lit]).collect(),
            };
            when.sort();
            when.dedup();
            lists[won.part].push(Entry { when, play: self.literals(number, &level.parts[won.part], &won.values) });
        }
        // where none holds, the play has left the strategy
        for (part, list) in lists.iter_mut().enumerate() {
            if list.last().is_none_or(|entry| !entry.when.is_empty()) {
                let values = vec![false; level.parts[part].len()];
                let play = self.literals(number, &level.parts[part], &values);
                list.push(Entry { when: Vec::new(), play: list.last().map_or(play, |entry| entry.play.clone()) });
            }
        }
        lists
    }

    /// Variables of a level with these values.
    fn literals(&self, level: usize, variables: &[usize], values: &[bool]) -> Vec<Lit> {
        let of = |(&v, &value): (&usize, &bool)| self.places.levels[level].1[v] * if value { 1 } else { -1 };
        variables.iter().zip(values).map(of).collect()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
