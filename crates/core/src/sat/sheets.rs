//! Rules on a rectangle of cells, posted at once.
//!
//! A [`Field`] has a literal for each cell, row by row: that the cell has a certain value, or none where it cannot have
//! it. Most boards are solved in less time than it takes to name what their cells have to do with each other one by
//! one, so neighbours, lines and whatever else follows from the shape alone is found here.

use crate::error::{Error, Result};
use crate::limits::Control;
use crate::sat::cuts::Edge;
use crate::sat::lattices::lattice;
use crate::sat::{Lit, Model};

/// Literals of the cells of a rectangle, 0 for none, with the number of columns.
#[derive(Clone, Copy)]
pub struct Field<'a> {
    lits: &'a [Lit],
    cols: usize,
}

/// The four directions, as steps down and to the right.
const WAYS: [(isize, isize); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];
/// The eight cells around one.
const RING: [(isize, isize); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

impl<'a> Field<'a> {
    /// Refused if it is no rectangle.
    pub fn new(lits: &'a [Lit], cols: usize) -> Result<Self> {
        if cols == 0 || !lits.len().is_multiple_of(cols) {
            return Err(Error::invalid(format!("{} cells in {cols} columns", lits.len())));
        }
        Ok(Field { lits, cols })
    }

    fn rows(&self) -> usize {
        self.lits.len() / self.cols
    }

    fn step(&self, cell: usize, (down, right): (isize, isize)) -> Option<usize> {
        let row = (cell / self.cols).checked_add_signed(down).filter(|&row| row < self.rows())?;
        let col = (cell % self.cols).checked_add_signed(right).filter(|&col| col < self.cols)?;
        Some(row * self.cols + col)
    }

    /// Cells that share a side, right before below.
    fn pairs(&self) -> impl Iterator<Item = [usize; 2]> {
        lattice(self.rows(), self.cols).map(|ends| ends.map(|end| end as usize))
    }

    /// Rows, then columns.
    fn lines(&self) -> impl Iterator<Item = Vec<usize>> {
        let (rows, cols) = (self.rows(), self.cols);
        let across = (0..rows).map(move |row| (row * cols..(row + 1) * cols).collect());
        across.chain((0..cols).map(move |col| (0..rows).map(|row| row * cols + col).collect()))
    }

    /// Refused unless there is a region for each cell.
    fn divided(&self, regions: &[u32]) -> Result<()> {
        if regions.len() == self.lits.len() {
            Ok(())
        } else {
            Err(Error::invalid(format!("{} regions for {} cells", regions.len(), self.lits.len())))
        }
    }

    fn there(&self, cell: usize) -> Option<Lit> {
        Some(self.lits[cell]).filter(|&lit| lit != 0)
    }
}

impl Model {
    fn known_field(&self, field: Field<'_>) -> Result<()> {
        match field.lits.iter().find(|lit| lit.unsigned_abs() > self.variables() as u32) {
            Some(lit) => Err(Error::invalid(format!("no variable {lit}"))),
            None => Ok(()),
        }
    }

    /// Of two cells that share a side at most one is true.
    pub fn apart(&mut self, field: Field<'_>) -> Result<()> {
        self.known_field(field)?;
        for [a, b] in field.pairs() {
            if let (Some(a), Some(b)) = (field.there(a), field.there(b)) {
                self.clause(&[-a, -b]);
            }
        }
        Ok(())
    }

    /// The true cells are connected by their sides; if `border`, each is connected to the border instead.
    pub fn one_area(&mut self, field: Field<'_>, border: bool) -> Result<()> {
        self.known_field(field)?;
        let mut number = vec![u32::MAX; field.lits.len()];
        let mut vertices = Vec::with_capacity(field.lits.len() + 1);
        for (cell, place) in number.iter_mut().enumerate() {
            if let Some(lit) = field.there(cell) {
                *place = vertices.len() as u32;
                vertices.push(Some(lit));
            }
        }
        let mut edges: Vec<Edge> = field
            .pairs()
            .map(|ends| ends.map(|cell| number[cell]))
            .filter(|ends| !ends.contains(&u32::MAX))
            .map(|ends| Edge { ends, lit: None })
            .collect();
        if border {
            let outside = vertices.len() as u32;
            vertices.push(None);
            for (cell, &place) in number.iter().enumerate() {
                if place != u32::MAX && WAYS.iter().any(|&way| field.step(cell, way).is_none()) {
                    edges.push(Edge { ends: [place, outside], lit: None });
                }
            }
        }
        self.connected(vertices, edges)
    }

    /// So many of the cells around each of these are true: of all eight if `diagonal`, otherwise of four.
    pub fn around(
        &mut self,
        field: Field<'_>,
        numbers: &[(usize, usize)],
        diagonal: bool,
        control: &Control,
    ) -> Result<()> {
        self.known_field(field)?;
        let ways: &[(isize, isize)] = if diagonal { &RING } else { &WAYS };
        for &(cell, number) in numbers {
            within(cell, field)?;
            let near = ways.iter().filter_map(|&way| field.step(cell, way));
            let lits: Vec<Lit> = near.filter_map(|cell| field.there(cell)).collect();
            self.count(&lits, number, number.min(lits.len()), control)?;
        }
        Ok(())
    }

    /// Of equal signs in a row or column at most one cell is true; 0 is no sign.
    pub fn once(&mut self, field: Field<'_>, signs: &[u32], control: &Control) -> Result<()> {
        self.known_field(field)?;
        if signs.len() != field.lits.len() {
            return Err(Error::invalid(format!("{} signs for {} cells", signs.len(), field.lits.len())));
        }
        let mut ticker = control.ticker();
        let mut alike: Vec<(u32, Lit)> = Vec::new();
        let mut lits: Vec<Lit> = Vec::new();
        for line in field.lines() {
            ticker.glance()?;
            alike.clear();
            alike.extend(
                line.iter()
                    .filter(|&&cell| signs[cell] != 0)
                    .filter_map(|&cell| Some((signs[cell], field.there(cell)?))),
            );
            alike.sort_by_key(|&(sign, _)| sign);
            for same in alike.chunk_by(|a, b| a.0 == b.0) {
                if same.len() > 1 {
                    lits.clear();
                    lits.extend(same.iter().map(|&(_, lit)| lit));
                    self.count(&lits, 0, 1, control)?;
                }
            }
        }
        Ok(())
    }

    /// Seen along rows and columns, up to walls: no true cell sees another one, if `apart`; and otherwise each cell that
    /// is no wall is true or sees one that is.
    pub fn in_sight(&mut self, field: Field<'_>, walls: &[usize], apart: bool, control: &Control) -> Result<()> {
        self.known_field(field)?;
        let mut wall = vec![false; field.lits.len()];
        for &cell in walls {
            within(cell, field)?;
            wall[cell] = true;
        }
        let mut ticker = control.ticker();
        let mut sources: Vec<Vec<Lit>> = vec![Vec::new(); if apart { 0 } else { field.lits.len() }];
        let mut lits: Vec<Lit> = Vec::new();
        for line in field.lines() {
            for part in line.split(|&cell| wall[cell]).filter(|part| !part.is_empty()) {
                ticker.glance()?;
                lits.clear();
                lits.extend(part.iter().filter_map(|&cell| field.there(cell)));
                if apart {
                    self.count(&lits, 0, 1, control)?;
                    continue;
                }
                for &cell in part {
                    let own = field.lits[cell];
                    let first = sources[cell].is_empty();
                    sources[cell].extend(lits.iter().filter(|&&lit| first || lit != own));
                }
            }
        }
        for (cell, lits) in sources.iter().enumerate() {
            if !wall[cell] {
                self.clause(lits);
            }
        }
        Ok(())
    }

    /// So many cells of each of these regions are true.
    pub fn in_regions(
        &mut self,
        field: Field<'_>,
        regions: &[u32],
        numbers: &[(u32, usize)],
        control: &Control,
    ) -> Result<()> {
        self.known_field(field)?;
        field.divided(regions)?;
        let mut cells: Vec<(u32, Lit)> = regions.iter().copied().zip(field.lits.iter().copied()).collect();
        cells.retain(|&(_, lit)| lit != 0);
        cells.sort_by_key(|&(region, _)| region);
        let mut ticker = control.ticker();
        let mut lits: Vec<Lit> = Vec::new();
        for &(region, number) in numbers {
            ticker.glance()?;
            let start = cells.partition_point(|&(each, _)| each < region);
            let end = cells.partition_point(|&(each, _)| each <= region);
            lits.clear();
            lits.extend(cells[start..end].iter().map(|&(_, lit)| lit));
            self.count(&lits, number, number.min(lits.len()), control)?;
        }
        Ok(())
    }

    /// No straight strip of true cells crosses two borders between regions.
    pub fn none_across(&mut self, field: Field<'_>, regions: &[u32]) -> Result<()> {
        self.known_field(field)?;
        field.divided(regions)?;
        for line in field.lines() {
            // the shortest of them: a way across a region, and the cells before and after it
            let mut start = 0;
            for (end, pair) in line.windows(2).enumerate() {
                if regions[pair[0]] == regions[pair[1]] {
                    continue;
                }
                let strip = &line[start.max(1) - 1..end + 2];
                if start > 0 && strip.iter().all(|&cell| field.there(cell).is_some()) {
                    self.clause_of(strip.iter().map(|&cell| -field.lits[cell]));
                }
                start = end + 1;
            }
        }
        Ok(())
    }

    /// Each of these cells is true; and if there is a number, so many true cells, itself included, are seen from it along
    /// its row and column up to cells that are not true.
    pub fn sights(&mut self, field: Field<'_>, numbers: &[(usize, Option<usize>)], control: &Control) -> Result<()> {
        self.known_field(field)?;
        let mut ticker = control.ticker();
        for &(cell, number) in numbers {
            ticker.glance()?;
            within(cell, field)?;
            match field.there(cell) {
                Some(lit) if number != Some(0) => self.clause(&[lit]),
                _ => {
                    self.clause(&[]);
                    continue;
                }
            }
            let Some(number) = number else { continue };
            let rays = WAYS.map(|way| {
                let ahead = std::iter::successors(field.step(cell, way), |&cell| field.step(cell, way));
                let open = ahead.map_while(|cell| field.there(cell));
                open.take(number).collect::<Vec<_>>()
            });
            self.sight(&rays, number, control)?;
        }
        Ok(())
    }

    /// From a true place so many are seen along rays, itself included. A distance is a list of literals: that it is at
    /// least 1, at least 2, and so on as far as possible.
    fn sight(&mut self, rays: &[Vec<Lit>], number: usize, control: &Control) -> Result<()> {
        let mut sums: Vec<Vec<Lit>> = Vec::new();
        for ray in rays.iter().filter(|ray| !ray.is_empty()) {
            sums.push(self.reach(ray)?);
        }
        // the shortest first, so that sums stay small
        while sums.len() > 2 {
            sums.sort_by_key(|sum| std::cmp::Reverse(sum.len()));
            if let (Some(one), Some(other)) = (sums.pop(), sums.pop()) {
                let sum = self.sum(&one, &other, number, control)?;
                sums.push(sum);
            }
        }
        // together they are number - 1
        let other = sums.pop().unwrap_or_default();
        let one = sums.pop().unwrap_or_default();
        let mut clause: Vec<Lit> = Vec::with_capacity(2);
        for i in 0..=number {
            // not at least i and at least number - i
            clause.clear();
            if at_least(&one, i, -1, &mut clause) && at_least(&other, number - i, -1, &mut clause) {
                self.clause(&clause);
            }
        }
        for i in 0..number {
            // at least i + 1, or at least number - 1 - i
            clause.clear();
            if at_least(&one, i + 1, 1, &mut clause) && at_least(&other, number - 1 - i, 1, &mut clause) {
                self.clause(&clause);
            }
        }
        Ok(())
    }

    /// How many places of a ray are seen: the first literals as long as all are true.
    fn reach(&mut self, ray: &[Lit]) -> Result<Vec<Lit>> {
        let mut distance = Vec::with_capacity(ray.len());
        let mut before: Option<Lit> = None;
        for &lit in ray {
            let Some(near) = before else {
                distance.push(lit); // the first is seen if it is true
                before = Some(lit);
                continue;
            };
            let far = self.variable();
            self.clause(&[-far, lit]);
            self.clause(&[-far, near]);
            self.clause(&[far, -lit, -near]);
            distance.push(far);
            before = Some(far);
        }
        Ok(distance)
    }

    /// The sum of two distances, as far as `most`.
    fn sum(&mut self, one: &[Lit], other: &[Lit], most: usize, control: &Control) -> Result<Vec<Lit>> {
        control.memory(self.bytes())?;
        let top = (one.len() + other.len()).min(most);
        let first = self.new_variables(top)?;
        let total: Vec<Lit> = (first..first + top as Lit).collect();
        let mut clause: Vec<Lit> = Vec::with_capacity(3);
        for i in 0..=one.len().min(top) {
            for j in 0..=other.len().min(top - i) {
                // at least i and at least j: the sum is at least i + j
                clause.clear();
                if i + j > 0
                    && at_least(one, i, -1, &mut clause)
                    && at_least(other, j, -1, &mut clause)
                    && at_least(&total, i + j, 1, &mut clause)
                {
                    self.clause(&clause);
                }
                // less than i + 1 and less than j + 1: the sum is less than i + j + 1
                clause.clear();
                if i + j < top
                    && at_least(one, i + 1, 1, &mut clause)
                    && at_least(other, j + 1, 1, &mut clause)
                    && at_least(&total, i + j + 1, -1, &mut clause)
                {
                    self.clause(&clause);
                }
            }
        }
        Ok(total)
    }
}

/// Add to a clause that a distance is at least a number, or with -1 that it is not; false if the clause is true then.
fn at_least(distance: &[Lit], number: usize, sign: Lit, clause: &mut Vec<Lit>) -> bool {
    match number.checked_sub(1).map(|place| distance.get(place)) {
        None => sign < 0,       // it always is
        Some(None) => sign > 0, // it never is
        Some(Some(&lit)) => {
            clause.push(sign * lit);
            true
        }
    }
}

/// A cell of a region that is not connected: of the first such region the first cell that its first one does not reach.
/// Regions are numbered from 0 in the order in which they begin.
pub fn split_region(regions: &[u32], cols: usize) -> Option<usize> {
    let size = regions.len();
    let mut reached = vec![false; size];
    let mut begun = 0;
    let mut apart: Option<usize> = None;
    let mut queue: Vec<usize> = Vec::new();
    for start in 0..size {
        if reached[start] {
            continue;
        }
        if regions[start] < begun {
            // not connected; earlier regions count first
            if apart.is_none_or(|cell| regions[start] < regions[cell]) {
                apart = Some(start);
            }
            continue;
        }
        begun = regions[start].saturating_add(1);
        reached[start] = true;
        queue.push(start);
        while let Some(here) = queue.pop() {
            let col = here % cols;
            let near = [
                here.checked_sub(cols),
                Some(here + cols).filter(|&cell| cell < size),
                here.checked_sub(1).filter(|_| col > 0),
                Some(here + 1).filter(|&cell| col + 1 < cols && cell < size),
            ];
            for to in near.into_iter().flatten() {
                if !reached[to] && regions[to] == regions[here] {
                    reached[to] = true;
                    queue.push(to);
                }
            }
        }
    }
    apart
}

fn within(cell: usize, field: Field<'_>) -> Result<()> {
    if cell < field.lits.len() { Ok(()) } else { Err(Error::invalid(format!("no cell {cell}"))) }
}
