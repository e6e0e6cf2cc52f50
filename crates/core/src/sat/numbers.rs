//! Unknowns whose values are numbers, known to the model by their places, and rules about several of them.

use crate::error::{Error, Result};
use crate::limits::Control;
use crate::sat::{Lit, Model};

/// The values that an unknown may have, each with its literal.
pub type Values = Vec<(i64, Lit)>;

impl Model {
    /// Tell what the variables from `first` on, made by [`Model::choices`], stand for.
    pub fn name_numbers(&mut self, first: Lit, domains: &[Vec<i64>]) -> Result<()> {
        let mut next = first;
        let mut named = Vec::with_capacity(domains.len());
        for values in domains {
            if let [one, other] = values[..] {
                named.push(vec![(one, -next), (other, next)]);
                next += 1;
            } else {
                named.push((next..).zip(values).map(|(lit, &value)| (value, lit)).collect());
                next += values.len() as Lit;
            }
        }
        if first < 1 || next - 1 > self.variables() {
            return Err(Error::invalid(format!("no variables from {first} to {}", next - 1)));
        }
        self.numbers = named;
        Ok(())
    }

    fn values(&self, unknown: usize) -> Result<&Values> {
        self.numbers.get(unknown).ok_or_else(|| Error::invalid(format!("no unknown {unknown}")))
    }

    fn values_of(&self, unknowns: &[usize]) -> Result<Vec<Values>> {
        unknowns.iter().map(|&unknown| self.values(unknown).cloned()).collect()
    }

    /// Each of these unknowns has this number.
    pub fn fix(&mut self, given: &[(usize, i64)]) -> Result<()> {
        for &(unknown, number) in given {
            let found = self.values(unknown)?.iter().find(|&&(value, _)| value == number).map(|&(_, lit)| lit);
            match found {
                Some(lit) => self.clause(&[lit]),
                None => self.clause(&[]),
            }
        }
        Ok(())
    }

    /// These unknowns are all different. If they have as many values as there are unknowns, each occurs.
    pub fn distinct(&mut self, unknowns: &[usize], control: &Control) -> Result<()> {
        let mut all: Values = Vec::new();
        for &unknown in unknowns {
            all.extend(self.values(unknown)?);
        }
        all.sort_by_key(|&(value, _)| value);
        let values = || all.chunk_by(|a, b| a.0 == b.0);
        let number = values().count();
        if number < unknowns.len() {
            self.clause(&[]);
        }
        let mut lits: Vec<Lit> = Vec::new();
        for same in values() {
            lits.clear();
            lits.extend(same.iter().map(|&(_, lit)| lit));
            self.count(&lits, usize::from(number == unknowns.len()), 1, control)?;
        }
        Ok(())
    }

    /// Between two equal numbers in a line there are at least as many unknowns as the number says.
    pub fn spread(&mut self, line: &[usize], control: &Control) -> Result<()> {
        let line = self.values_of(line)?;
        let mut ticker = control.ticker();
        for (here, own) in line.iter().enumerate() {
            ticker.glance()?;
            let furthest = own.iter().map(|&(number, _)| number).max().unwrap_or(0);
            let furthest = usize::try_from(furthest).unwrap_or(0);
            for (between, other) in line[here + 1..].iter().take(furthest).enumerate() {
                for &(number, lit) in own.iter().filter(|&&(number, _)| number > between as i64) {
                    for &(_, second) in other.iter().filter(|&&(second, _)| second == number) {
                        self.clause(&[-lit, -second]);
                    }
                }
            }
        }
        Ok(())
    }

    /// These unknowns add up to a number. All ways to choose values are tried, so that there had better be few.
    pub fn adds_up(&mut self, unknowns: &[usize], total: i64, control: &Control) -> Result<()> {
        let mut rows = self.values_of(unknowns)?;
        for row in &mut rows {
            row.sort_by_key(|&(value, _)| value);
        }
        if rows.iter().any(Vec::is_empty) {
            self.clause(&[]);
            return Ok(());
        }
        self.no_less(&rows, total, control)?;
        for row in &mut rows {
            row.reverse();
            for (value, _) in row {
                *value = value.saturating_neg();
            }
        }
        self.no_less(&rows, total.saturating_neg(), control)
    }

    /// One at least, for each choice of values that is too small, and would not be if any of the values were the next
    /// one: an unknown has a larger value than that.
    fn no_less(&mut self, rows: &[Values], total: i64, control: &Control) -> Result<()> {
        let mut ticker = control.ticker();
        let mut chosen = vec![0_usize; rows.len()];
        let mut clause: Vec<Lit> = Vec::new();
        loop {
            ticker.glance()?;
            let sum = rows.iter().zip(&chosen).fold(0_i64, |sum, (row, &i)| sum.saturating_add(row[i].0));
            let mut next = rows.iter().zip(&chosen).filter_map(|(row, &i)| Some((row[i].0, row.get(i + 1)?.0)));
            if sum < total && next.all(|(own, next)| sum.saturating_sub(own).saturating_add(next) >= total) {
                clause.clear();
                for (row, &i) in rows.iter().zip(&chosen) {
                    clause.extend(row[i + 1..].iter().map(|&(_, lit)| lit));
                }
                control.memory(self.bytes())?;
                self.clause(&clause);
            }
            let Some(place) = (0..rows.len()).find(|&place| chosen[place] + 1 < rows[place].len()) else {
                return Ok(());
            };
            chosen[place] += 1;
            chosen[..place].fill(0);
        }
    }
}
