//! Lines between neighbouring points of a rectangle, posted at once.

use crate::error::{Error, Result};
use crate::limits::Control;
use crate::sat::{Lit, Model};

/// Lines by number, in the order of [`lattice`], each with a literal or 0 where there can be none.
#[derive(Clone, Copy)]
pub struct Lines<'a> {
    rows: usize,
    cols: usize,
    lits: &'a [Lit],
}

/// What a loop passes for certain, by other rules: a line at one of these points, or along this cell.
#[derive(Clone, Debug, Default)]
pub struct Passed {
    pub points: Vec<Vec<usize>>,
    /// Cells between four points go by their upper left point.
    pub cells: Vec<usize>,
    /// This follows only from several other rules together, so that a clause had better say so.
    pub told: bool,
}

impl<'a> Lines<'a> {
    pub fn new(rows: usize, cols: usize, lits: &'a [Lit]) -> Result<Self> {
        if rows == 0 || cols == 0 || lits.len() != (rows * (cols - 1)).saturating_add((rows - 1) * cols) {
            return Err(Error::invalid(format!("{} lines between {rows} x {cols} points", lits.len())));
        }
        Ok(Lines { rows, cols, lits })
    }

    fn all(&self) -> impl Iterator<Item = ([u32; 2], Lit)> {
        lattice(self.rows, self.cols).zip(self.lits.iter().copied())
    }

    /// The lines at each point that can be there.
    fn around(&self) -> Vec<Vec<Lit>> {
        let mut around = vec![Vec::with_capacity(4); self.rows * self.cols];
        for (ends, lit) in self.all().filter(|&(_, lit)| lit != 0) {
            for end in ends {
                around[end as usize].push(lit);
            }
        }
        around
    }

    /// Those along the four sides of a cell.
    fn sides(&self, cell: usize) -> Result<Vec<Lit>> {
        let (row, col) = (cell / self.cols, cell % self.cols);
        if row + 1 >= self.rows || col + 1 >= self.cols {
            return Err(Error::invalid(format!("no cell {cell}")));
        }
        let lines = [self.right(row, col), self.down(row, col), self.down(row, col + 1), self.right(row + 1, col)];
        Ok(lines.iter().map(|&line| self.lits[line]).filter(|&lit| lit != 0).collect())
    }

    /// The number of the line to the right of a point.
    fn right(&self, row: usize, col: usize) -> usize {
        let before = row * (2 * self.cols - 1);
        before + if row + 1 < self.rows { 2 * col } else { col }
    }

    /// The number of the line below a point.
    fn down(&self, row: usize, col: usize) -> usize {
        row * (2 * self.cols - 1) + 2 * col + usize::from(col + 1 < self.cols)
    }
}

/// Neighbouring points of a rectangle: of each point, in order, that to the right of it and that below it.
pub fn lattice(rows: usize, cols: usize) -> impl Iterator<Item = [u32; 2]> {
    (0..rows * cols).flat_map(move |point| {
        let right = (!(point + 1).is_multiple_of(cols)).then_some(point + 1);
        let below = (point + cols < rows * cols).then_some(point + cols);
        [right, below].into_iter().flatten().map(move |other| [point as u32, other as u32])
    })
}

impl Model {
    fn known_lines(&self, lines: Lines<'_>) -> Result<()> {
        match lines.lits.iter().find(|lit| lit.unsigned_abs() > self.variables() as u32) {
            Some(lit) => Err(Error::invalid(format!("no variable {lit}"))),
            None => Ok(()),
        }
    }

    /// The lines form one closed loop. With `inside` the solver is told what is inside of it, which only saves time.
    pub fn lattice_loop(&mut self, lines: Lines<'_>, passed: &Passed, inside: bool) -> Result<()> {
        self.known_lines(lines)?;
        if inside {
            self.tell_inside(lines)?;
        }
        let mut needed: Vec<Vec<Lit>> = Vec::with_capacity(passed.points.len() + passed.cells.len());
        if !passed.points.is_empty() {
            let around = lines.around();
            for points in &passed.points {
                let mut lits: Vec<Lit> = Vec::new();
                for &point in points {
                    let here = around.get(point).ok_or_else(|| Error::invalid(format!("no point {point}")))?;
                    let fresh: Vec<Lit> = here.iter().copied().filter(|lit| !lits.contains(lit)).collect();
                    lits.extend(fresh);
                }
                needed.push(lits);
            }
        }
        for &cell in &passed.cells {
            needed.push(lines.sides(cell)?);
        }
        if passed.told {
            for lits in &needed {
                self.clause(lits);
            }
        }
        let edges = lines.all().filter(|&(_, lit)| lit != 0).map(|(ends, lit)| (lit, ends)).collect();
        self.single_loop((lines.rows * lines.cols) as u32, edges, needed)
    }

    /// So many of the sides of these cells are there. A cell goes by its upper left point.
    pub fn sides(&mut self, lines: Lines<'_>, numbers: &[(usize, usize)], control: &Control) -> Result<()> {
        self.known_lines(lines)?;
        for &(cell, number) in numbers {
            let sides = lines.sides(cell)?;
            self.count(&sides, number, number.min(sides.len()), control)?;
        }
        Ok(())
    }

    /// If a line is there, exactly one of the faces beside it is inside the loop; otherwise both are or neither is.
    fn tell_inside(&mut self, lines: Lines<'_>) -> Result<()> {
        let (high, wide) = (lines.rows - 1, lines.cols - 1);
        let outside = self.new_variables(1 + high * wide)?;
        self.clause(&[-outside]);
        let face = |row: usize, col: usize| {
            if row < high && col < wide { outside + 1 + (row * wide + col) as Lit } else { outside }
        };
        for ([a, b], lit) in lines.all() {
            let (row, col) = (a as usize / lines.cols, a as usize % lines.cols);
            let one = if b == a + 1 {
                if row > 0 { face(row - 1, col) } else { outside }
            } else if col > 0 {
                face(row, col - 1)
            } else {
                outside
            };
            let other = face(row, col);
            if lit == 0 {
                if one != other {
                    self.clause(&[-one, other]);
                    self.clause(&[one, -other]);
                }
            } else if one == outside || other == outside {
                let face = if one == outside { other } else { one };
                self.clause(&[-lit, face]);
                self.clause(&[lit, -face]);
            } else {
                self.clause(&[-lit, one, other]);
                self.clause(&[-lit, -one, -other]);
                self.clause(&[lit, -one, other]);
                self.clause(&[lit, one, -other]);
            }
        }
        Ok(())
    }

    /// Lines between neighbouring points visit a point, by two lines at least, if and only if its literal is true; points
    /// without a literal do not matter.
    pub fn visits(&mut self, points: &[Lit], lines: Lines<'_>) -> Result<()> {
        self.known_lines(Lines { rows: 1, cols: points.len() + 1, lits: points })?;
        self.known_lines(lines)?;
        if points.len() != lines.rows * lines.cols {
            return Err(Error::invalid(format!("{} points", points.len())));
        }
        let mut clause: Vec<Lit> = Vec::new();
        for (&own, around) in points.iter().zip(lines.around()).filter(|&(&own, _)| own != 0) {
            for &line in &around {
                self.clause(&[own, -line]);
            }
            // of all but one of them, at least one
            for left_out in 0..around.len().max(1) {
                clause.clear();
                clause.push(-own);
                clause.extend(around.iter().enumerate().filter(|&(i, _)| i != left_out).map(|(_, &line)| line));
                self.clause(&clause);
            }
        }
        Ok(())
    }
}
