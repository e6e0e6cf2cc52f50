//! How many literals are true, and what numbers add up to, as clauses.

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

    /// For each size so many variables, of which exactly one is true, or one variable for two values; the first of all.
    pub fn choices(&mut self, sizes: &[usize], control: &Control) -> Result<Lit> {
        let own = |size: usize| if size == 2 { 1 } else { size };
        let all = sizes.iter().fold(0_usize, |sum, &size| sum.saturating_add(own(size)));
        let first = self.new_variables(all)?;
        let mut next = first;
        for &size in sizes {
            if size != 2 {
                let lits: Vec<Lit> = (next..next + size as Lit).collect();
                self.count(&lits, 1, 1, control)?;
            }
            next += own(size) as Lit;
        }
        Ok(first)
    }

    /// The unknowns, each with a literal for each number or 0 where it cannot have it, have different numbers that add
    /// up to the total: one of the sets with this sum is chosen, exactly its numbers are used, each of them once.
    pub fn distinct_sum(
        &mut self,
        numbers: &[i64],
        unknowns: &[Vec<Lit>],
        total: i64,
        control: &Control,
    ) -> Result<()> {
        let sets = sets(numbers, unknowns.len(), total, control)?;
        if sets.is_empty() {
            self.clause(&[]);
            return Ok(());
        }
        let used = self.new_variables(numbers.len())?;
        let chosen = self.new_variables(sets.len())?;
        let lit = |number: usize| used + number as Lit;
        self.clause(&(chosen..chosen + sets.len() as Lit).collect::<Vec<_>>());
        for (own, set) in (chosen..).zip(&sets) {
            for number in 0..numbers.len() {
                self.clause(&[-own, if set.contains(&number) { lit(number) } else { -lit(number) }]);
            }
        }
        let mut clause: Vec<Lit> = Vec::new();
        for number in 0..numbers.len() {
            clause.clear();
            clause.push(-lit(number));
            clause.extend(unknowns.iter().filter_map(|row| row.get(number)).filter(|&&lit| lit != 0));
            self.clause(&clause);
            for &each in &clause[1..] {
                self.clause(&[-each, lit(number)]);
            }
            self.count(&clause[1..], 0, 1, control)?;
            clause.truncate(1);
            clause.extend((chosen..).zip(&sets).filter(|(_, set)| set.contains(&number)).map(|(lit, _)| lit));
            self.clause(&clause);
        }
        Ok(())
    }

    /// At least `number` of these are true.
    fn at_least(&mut self, lits: &[Lit], number: usize, control: &Control) -> Result<()> {
        if number == 0 {
            return Ok(());
        }
        // among any n - number + 1 one is true
        let size = lits.len() - number + 1;
        if size == 2 && choose(lits.len(), 2) <= FEW {
            for (i, &one) in lits.iter().enumerate() {
                for &other in &lits[i + 1..] {
                    self.clause(&[one, other]);
                }
            }
            return Ok(());
        }
        if choose(lits.len(), size) <= FEW {
            let mut chosen: Vec<usize> = (0..size).collect();
            loop {
                self.clause_of(chosen.iter().map(|&i| lits[i]));
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

/// The sets of so many numbers with this sum, by the places of the numbers, in order.
fn sets(numbers: &[i64], size: usize, total: i64, control: &Control) -> Result<Vec<Vec<usize>>> {
    let mut ticker = control.ticker();
    let mut found = Vec::new();
    let mut chosen: Vec<usize> = Vec::new();
    let mut next = 0;
    loop {
        ticker.glance()?;
        if chosen.len() == size {
            let sum = chosen.iter().try_fold(0_i64, |sum, &i| sum.checked_add(numbers[i]));
            if sum == Some(total) {
                control.memory(((found.len() + 1) * size * size_of::<usize>()) as u64)?;
                found.push(chosen.clone());
            }
        } else if next + (size - chosen.len()) <= numbers.len() {
            chosen.push(next);
            next += 1;
            continue;
        }
        match chosen.pop() {
            Some(last) => next = last + 1,
            None => return Ok(found),
        }
    }
}

/// Literals of a rung: two clauses, each of three and an end.
const RUNG: usize = 8;

fn choose(n: usize, k: usize) -> usize {
    let k = k.min(n - k);
    (0..k).fold(1_usize, |number, i| number.saturating_mul(n - i) / (i + 1))
}
