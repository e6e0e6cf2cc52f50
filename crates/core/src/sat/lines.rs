//! Runs in a line, as in a nonogram.

use crate::error::Result;
use crate::limits::Control;
use crate::sat::{Lit, Model};

impl Model {
    /// The true cells of a line are blocks of these lengths, in this order, with a gap between any two.
    ///
    /// One variable for each block and place: the block begins there or earlier.
    pub fn blocks(&mut self, cells: &[Lit], lengths: &[usize], control: &Control) -> Result<()> {
        let mut ticker = control.ticker();
        let needed = lengths.iter().sum::<usize>() + lengths.len().saturating_sub(1);
        if needed > cells.len() || lengths.contains(&0) {
            self.clause(&[]);
            return Ok(());
        }
        let room = cells.len() - needed;
        let mut earliest = 0;
        // (earliest start, variables for `room` places from there on; the last place is always early enough)
        let mut starts: Vec<(usize, Vec<Lit>)> = Vec::new();
        for &length in lengths {
            let variables: Vec<Lit> = (0..room).map(|_| self.variable()).collect();
            for pair in variables.windows(2) {
                self.clause(&[-pair[0], pair[1]]);
            }
            starts.push((earliest, variables));
            earliest += length + 1;
        }
        for pair in starts.windows(2) {
            for (a, b) in pair[0].1.iter().zip(&pair[1].1) {
                self.clause(&[-b, *a]); // who begins early has a predecessor that does
            }
        }
        let begun = |block: usize, place: isize| -> Begun {
            let (earliest, variables) = &starts[block];
            match place - *earliest as isize {
                early if early < 0 => Begun::No,
                late if late >= variables.len() as isize => Begun::Yes,
                within => Begun::If(variables[within as usize]),
            }
        };
        let mut clauses = Vec::new();
        for (c, &cell) in cells.iter().enumerate() {
            ticker.check()?;
            let c = c as isize;
            for (block, &length) in lengths.iter().enumerate() {
                // begun, and not yet over
                clauses.push((begun(block, c), begun(block, c - length as isize), cell));
            }
            for block in 0..=lengths.len() {
                // the block before is over, this one has not begun
                let over = if block == 0 { Begun::Yes } else { begun(block - 1, c - lengths[block - 1] as isize) };
                let next = if block == lengths.len() { Begun::No } else { begun(block, c) };
                clauses.push((over, next, -cell));
            }
        }
        for (yes, no, then) in clauses {
            let mut clause = vec![then];
            match (yes, no) {
                (Begun::No, _) | (_, Begun::Yes) => continue,
                (yes, no) => {
                    if let Begun::If(lit) = yes {
                        clause.push(-lit);
                    }
                    if let Begun::If(lit) = no {
                        clause.push(lit);
                    }
                }
            }
            self.clause(&clause);
        }
        Ok(())
    }
}

#[derive(Clone, Copy)]
enum Begun {
    No,
    If(Lit),
    Yes,
}
