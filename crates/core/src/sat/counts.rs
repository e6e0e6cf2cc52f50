//! How many literals are true, as clauses.

use crate::error::Result;
use crate::limits::Control;
use crate::sat::{Lit, Model};

/// Clauses that name subsets are used while there are no more than this many.
const FEW: usize = 40;

impl Model {
    /// At least `low` and at most `high` of these are true.
    pub fn count(&mut self, lits: &[Lit], low: usize, high: usize, control: &Control) -> Result<()> {
        if low > high || low > lits.len() {
            self.clause(&[]);
            return Ok(());
        }
        let negatives: Vec<Lit> = lits.iter().map(|lit| -lit).collect();
        self.at_least(lits, low, control)?;
        self.at_least(&negatives, lits.len().saturating_sub(high), control)
    }

    /// At least `number` of these are true.
    fn at_least(&mut self, lits: &[Lit], number: usize, control: &Control) -> Result<()> {
        if number == 0 {
            return Ok(());
        }
        // among any n - number + 1 one is true
        let size = lits.len() - number + 1;
        if choose(lits.len(), size) <= FEW {
            let mut chosen: Vec<usize> = (0..size).collect();
            loop {
                let clause: Vec<Lit> = chosen.iter().map(|&i| lits[i]).collect();
                self.clause(&clause);
                let Some(i) = (0..size).rev().find(|&i| chosen[i] != i + lits.len() - size) else { return Ok(()) };
                chosen[i] += 1;
                for j in i + 1..size {
                    chosen[j] = chosen[j - 1] + 1;
                }
            }
        }
        if number <= lits.len() / 2 {
            self.ladder(lits, number, control)
        } else {
            // at most lits.len() - number are false
            self.ladder_down(lits, lits.len() - number, control)
        }
    }

    /// At least `number`, one by one: rung j after i literals may be true only if j of them are.
    fn ladder(&mut self, lits: &[Lit], number: usize, control: &Control) -> Result<()> {
        let mut ticker = control.ticker();
        self.room_for(lits.len() * number, control)?;
        let mut before: Vec<Lit> = Vec::new();
        for (i, &lit) in lits.iter().enumerate() {
            let mut rungs = Vec::new();
            for j in 0..number.min(i + 1) {
                ticker.glance()?;
                let rung = self.variable();
                // rung -> (rung j before) or (lit and rung j - 1 before)
                let same = before.get(j).copied();
                self.clause(&[Some(-rung), same, Some(lit)].into_iter().flatten().collect::<Vec<_>>());
                if j > 0 {
                    let lower = before.get(j - 1).copied();
                    self.clause(&[Some(-rung), same, lower].into_iter().flatten().collect::<Vec<_>>());
                }
                rungs.push(rung);
            }
            before = rungs;
        }
        match before.get(number - 1) {
            Some(&rung) => self.clause(&[rung]),
            None => self.clause(&[]),
        }
        Ok(())
    }

    /// At most `number` are false: rung j after i literals must be true if j + 1 of them are false.
    fn ladder_down(&mut self, lits: &[Lit], number: usize, control: &Control) -> Result<()> {
        let mut ticker = control.ticker();
        self.room_for(lits.len() * (number + 1), control)?;
        let mut before: Vec<Lit> = Vec::new();
        for &lit in lits {
            if let Some(&rung) = before.get(number) {
                self.clause(&[-rung]);
            }
            let mut rungs = Vec::new();
            for j in 0..=number.min(before.len()) {
                ticker.glance()?;
                let rung = self.variable();
                if let Some(&same) = before.get(j) {
                    self.clause(&[rung, -same]);
                }
                match j.checked_sub(1).map(|j| before[j]) {
                    Some(lower) => self.clause(&[rung, lit, -lower]),
                    None => self.clause(&[rung, lit]),
                }
                rungs.push(rung);
            }
            before = rungs;
        }
        if let Some(&rung) = before.get(number) {
            self.clause(&[-rung]);
        }
        Ok(())
    }

    fn room_for(&self, rungs: usize, control: &Control) -> Result<()> {
        control.memory(rungs.saturating_mul(RUNG * size_of::<Lit>()) as u64)
    }
}

/// Literals of a rung: two clauses, each of three and an end.
const RUNG: usize = 8;

fn choose(n: usize, k: usize) -> usize {
    let k = k.min(n - k);
    (0..k).fold(1_usize, |number, i| number.saturating_mul(n - i) / (i + 1))
}
