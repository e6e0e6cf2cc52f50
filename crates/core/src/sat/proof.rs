//! Proofs that a formula has no solution, and a checker that knows nothing of the solver.
//!
//! A proof is a list of clauses, each with the numbers of earlier ones from which it follows by unit propagation (LRAT);
//! the last is empty. Without the numbers it is a DRAT proof, which other checkers read.

use crate::error::{Error, Result};
use crate::sat::solver::{Lit, Solver};
use cadical_sys::{ProofTracer, TerminateFlag};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// One step: a clause that follows, with reasons, or the end of one that is no longer needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    Follows { id: u64, clause: Vec<Lit>, from: Vec<u64> },
    Delete { id: u64, clause: Vec<Lit> },
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proof {
    /// The numbers of the formula's clauses.
    pub given: Vec<u64>,
    pub steps: Vec<Step>,
}

impl Proof {
    /// As text in the format that DRAT checkers read.
    pub fn drat(&self) -> String {
        let mut text = String::new();
        for step in &self.steps {
            let clause = match step {
                Step::Follows { clause, .. } => clause,
                Step::Delete { clause, .. } => {
                    text.push_str("d ");
                    clause
                }
            };
            for lit in clause {
                text.push_str(&lit.to_string());
                text.push(' ');
            }
            text.push_str("0\n");
        }
        text
    }
}

#[derive(Default)]
struct Trace {
    proof: Proof,
}

impl ProofTracer for Trace {
    fn add_original_clause(&mut self, id: i64, _redundant: bool, _clause: &[i32], restored: bool) {
        if !restored {
            self.proof.given.push(id as u64);
        }
    }

    fn add_derived_clause(&mut self, id: i64, _redundant: bool, _witness: i32, clause: &[i32], antecedents: &[i64]) {
        let from = antecedents.iter().map(|&id| id as u64).collect();
        self.proof.steps.push(Step::Follows { id: id as u64, clause: clause.to_vec(), from });
    }

    fn delete_clause(&mut self, id: i64, _redundant: bool, clause: &[i32]) {
        self.proof.steps.push(Step::Delete { id: id as u64, clause: clause.to_vec() });
    }

    fn weaken_minus(&mut self, _id: i64, _clause: &[i32]) {}
    fn strengthen(&mut self, _id: i64) {}
    fn finalize_clause(&mut self, _id: i64, _clause: &[i32]) {}
    fn add_assumption(&mut self, _lit: i32) {}
    fn add_constraint(&mut self, _clause: &[i32]) {}
    fn reset_assumptions(&mut self) {}
    fn add_assumption_clause(&mut self, _id: i64, _clause: &[i32], _antecedents: &[i64]) {}
    fn conclude_sat(&mut self, _conclusion_type: i32, _model: &[i32]) {}
    fn conclude_unsat(&mut self, _conclusion_type: i32, _clause_ids: &[i64]) {}
    fn conclude_unknown(&mut self, _trail: &[i32]) {}
}

/// A proof that these clauses have no solution.
pub fn refute(formula: &[Vec<Lit>], flag: &TerminateFlag) -> Result<Proof> {
    let trace = Rc::new(RefCell::new(Trace::default()));
    let mut solver = Solver::traced(flag, trace.clone());
    solver.add_all(formula.iter().map(Vec::as_slice))?;
    if solver.solve(None)? == Some(true) {
        return Err(Error::invalid("there is another solution"));
    }
    drop(solver);
    Ok(std::mem::take(&mut trace.borrow_mut().proof))
}

/// Does the proof show that these clauses have no solution? If not, where it fails.
pub fn check(formula: &[Vec<Lit>], proof: &Proof) -> std::result::Result<(), String> {
    if proof.given.len() != formula.len() {
        return Err(format!("a proof about {} clauses, not {}", proof.given.len(), formula.len()));
    }
    // given clauses stay: to use one again after it was deleted is no mistake
    let given: HashMap<u64, &[Lit]> = proof.given.iter().copied().zip(formula.iter().map(Vec::as_slice)).collect();
    let mut known: HashMap<u64, &[Lit]> = HashMap::new();
    let mut fails = formula.iter().any(Vec::is_empty);
    let most = formula.iter().flatten().chain(proof.steps.iter().flat_map(|step| match step {
        Step::Follows { clause, .. } | Step::Delete { clause, .. } => clause,
    }));
    let most = most.map(|lit| lit.unsigned_abs() as usize).max().unwrap_or(0);
    let mut value = vec![0_i8; most + 1];
    let of = |value: &[i8], lit: Lit| value[lit.unsigned_abs() as usize] * lit.signum() as i8;
    for (number, step) in proof.steps.iter().enumerate() {
        match step {
            Step::Delete { id, .. } => {
                known.remove(id);
            }
            Step::Follows { id, clause, from } => {
                let mut set: Vec<Lit> = Vec::new();
                let mut assign = |value: &mut [i8], lit: Lit| {
                    value[lit.unsigned_abs() as usize] = lit.signum() as i8;
                    set.push(lit);
                };
                let mut contradiction = false;
                for &lit in clause {
                    match of(&value, lit) {
                        0 => assign(&mut value, -lit),
                        1 => contradiction = true, // a clause with x and not x
                        _ => {}
                    }
                }
                for reason in from {
                    if contradiction {
                        break;
                    }
                    let Some(reason) = known.get(reason).or_else(|| given.get(reason)) else {
                        return Err(format!("step {}: clause {reason} is not there", number + 1));
                    };
                    let mut open = reason.iter().copied().filter(|&lit| of(&value, lit) >= 0);
                    match (open.next(), open.next()) {
                        (None, _) => contradiction = true,
                        (Some(lit), None) => {
                            if of(&value, lit) == 0 {
                                assign(&mut value, lit);
                            }
                        }
                        _ => return Err(format!("step {}: a reason leaves two literals open", number + 1)),
                    }
                }
                for lit in set {
                    value[lit.unsigned_abs() as usize] = 0;
                }
                if !contradiction {
                    return Err(format!("step {}: the clause does not follow", number + 1));
                }
                known.insert(*id, clause);
                fails |= clause.is_empty();
            }
        }
    }
    if fails { Ok(()) } else { Err("the proof does not end in a contradiction".into()) }
}
