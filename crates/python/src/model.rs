//! Constraint models: Python states them, the core answers.

use crate::control::{Asked, Stats, run, to_python};
use perfectplay_core::error::Error;
use perfectplay_core::limits::Control;
use perfectplay_core::sat::qbf::{Entry, Quantified};
use perfectplay_core::sat::{self, Cut, Edge, Field, Lazy, Lines, Lit, Passed};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

/// Counts of no more literals than this are made without a look at the limits.
const MOST_FEW: usize = 64;

/// Variables are numbered from 1; a negative number is the opposite.
#[pyclass(module = "perfectplay._native")]
#[derive(Default)]
pub struct Model(sat::Model);

/// Clause, number of the constraint, and of a loop the numbers of a cycle's edges.
type CutData = (Vec<Lit>, usize, Vec<u32>);
/// A solution, and which of its values are the same in all.
type ForcedData = Option<(Vec<bool>, Vec<bool>)>;
type SolutionsData = (Vec<Vec<bool>>, bool, Vec<CutData>, u64);

impl Model {
    fn known(&self, lits: &[Lit]) -> PyResult<()> {
        self.0.known(lits).map_err(to_python)
    }
}

#[pymethods]
impl Model {
    #[new]
    fn new() -> Self {
        Model::default()
    }

    /// Conflicts after which connectedness is watched all the time and not only in the end.
    #[setter]
    fn patience(&mut self, conflicts: i32) {
        self.0.patience = conflicts;
    }

    /// New variables: the number of the first.
    fn variables(&mut self, number: usize) -> PyResult<Lit> {
        self.0.new_variables(number).map_err(to_python)
    }

    /// For each size so many new variables, of which exactly one is true; for two values one variable is enough. The
    /// number of the first: one comes after the other.
    fn choices(&mut self, py: Python<'_>, sizes: Vec<usize>, asked: Asked) -> PyResult<Lit> {
        run(py, asked, |control| self.0.choices(&sizes, control)).map(|(first, _)| first)
    }

    fn clauses(&mut self, clauses: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut flat: Vec<Lit> = Vec::with_capacity(4 * clauses.len()?);
        for clause in clauses.try_iter()? {
            let clause = clause?;
            let start = flat.len();
            match clause.cast::<PyList>() {
                Ok(lits) => lits.iter().try_for_each(|lit| lit.extract().map(|lit| flat.push(lit)))?,
                Err(_) => flat.extend(clause.extract::<Vec<Lit>>()?),
            }
            if flat[start..].contains(&0) {
                return Err(to_python(Error::invalid("no variable 0")));
            }
            flat.push(0);
        }
        self.0.add_all(&flat).map_err(to_python)
    }

    /// Literals that may well be true together: such solutions are looked for first.
    fn hope(&mut self, lits: Vec<Lit>) -> PyResult<()> {
        self.known(&lits)?;
        self.0.hope(&lits);
        Ok(())
    }

    fn count(&mut self, py: Python<'_>, lits: Vec<Lit>, low: usize, high: usize, asked: Asked) -> PyResult<()> {
        self.known(&lits)?;
        run(py, asked, |control| self.0.count(&lits, low, high, control)).map(|_| ())
    }

    /// The same for so few literals that no limit needs to be looked at.
    fn count_few(&mut self, lits: Vec<Lit>, low: usize, high: usize) -> PyResult<()> {
        if lits.len() > MOST_FEW {
            return Err(to_python(Error::invalid(format!("{} are not few", lits.len()))));
        }
        self.known(&lits)?;
        self.0.count(&lits, low, high, &Control::default()).map_err(to_python)
    }

    /// Different numbers with this sum. A row of literals for each unknown: that it is the first of the numbers, the
    /// second, …; 0 where it cannot be.
    fn distinct_sum(
        &mut self,
        py: Python<'_>,
        numbers: Vec<i64>,
        unknowns: Vec<Vec<Lit>>,
        total: i64,
        asked: Asked,
    ) -> PyResult<()> {
        for row in &unknowns {
            self.known(&row.iter().copied().filter(|&lit| lit != 0).collect::<Vec<_>>())?;
        }
        run(py, asked, |control| self.0.distinct_sum(&numbers, &unknowns, total, control)).map(|_| ())
    }

    /// Each number is the size of its area of equal numbers. For each cell its numbers, in order, with their literals.
    fn self_sized(
        &mut self,
        py: Python<'_>,
        numbers: Vec<Vec<(u32, Lit)>>,
        pairs: Vec<(u32, u32)>,
        asked: Asked,
    ) -> PyResult<()> {
        run(py, asked, |control| self.0.self_sized(&numbers, &pairs, control)).map(|_| ())
    }

    // on a rectangle of cells, each with a literal or 0, row by row; cells go by their places

    /// Of two neighbours at most one is true.
    fn apart(&mut self, cells: Vec<Lit>, cols: usize) -> PyResult<()> {
        Field::new(&cells, cols).and_then(|field| self.0.apart(field)).map_err(to_python)
    }

    /// The true cells are connected, or if `border` each to the border.
    fn area(&mut self, cells: Vec<Lit>, cols: usize, border: bool) -> PyResult<()> {
        Field::new(&cells, cols).and_then(|field| self.0.one_area(field, border)).map_err(to_python)
    }

    /// So many of the cells around these are true, of eight if `diagonal`, otherwise of four.
    fn around(
        &mut self,
        py: Python<'_>,
        cells: Vec<Lit>,
        cols: usize,
        numbers: Vec<(usize, usize)>,
        diagonal: bool,
        asked: Asked,
    ) -> PyResult<()> {
        let field = Field::new(&cells, cols).map_err(to_python)?;
        run(py, asked, |control| self.0.around(field, &numbers, diagonal, control)).map(|_| ())
    }

    /// Of equal signs in a row or column at most one is true; 0 is no sign.
    fn once(&mut self, py: Python<'_>, cells: Vec<Lit>, cols: usize, signs: Vec<u32>, asked: Asked) -> PyResult<()> {
        let field = Field::new(&cells, cols).map_err(to_python)?;
        run(py, asked, |control| self.0.once(field, &signs, control)).map(|_| ())
    }

    /// Up to walls, no true cell sees another one, if `apart`; otherwise each cell is true or sees one that is.
    fn in_sight(
        &mut self,
        py: Python<'_>,
        cells: Vec<Lit>,
        cols: usize,
        walls: Vec<usize>,
        apart: bool,
        asked: Asked,
    ) -> PyResult<()> {
        let field = Field::new(&cells, cols).map_err(to_python)?;
        run(py, asked, |control| self.0.in_sight(field, &walls, apart, control)).map(|_| ())
    }

    /// So many cells of these regions are true.
    fn in_regions(
        &mut self,
        py: Python<'_>,
        cells: Vec<Lit>,
        cols: usize,
        regions: Vec<u32>,
        numbers: Vec<(u32, usize)>,
        asked: Asked,
    ) -> PyResult<()> {
        let field = Field::new(&cells, cols).map_err(to_python)?;
        run(py, asked, |control| self.0.in_regions(field, &regions, &numbers, control)).map(|_| ())
    }

    /// No straight strip of true cells crosses two borders between regions.
    fn none_across(&mut self, cells: Vec<Lit>, cols: usize, regions: Vec<u32>) -> PyResult<()> {
        Field::new(&cells, cols).and_then(|field| self.0.none_across(field, &regions)).map_err(to_python)
    }

    /// These cells are true, and see so many true ones, themselves included, if that is given.
    fn sights(
        &mut self,
        py: Python<'_>,
        cells: Vec<Lit>,
        cols: usize,
        numbers: Vec<(usize, Option<usize>)>,
        asked: Asked,
    ) -> PyResult<()> {
        let field = Field::new(&cells, cols).map_err(to_python)?;
        run(py, asked, |control| self.0.sights(field, &numbers, control)).map(|_| ())
    }

    /// Lines between neighbouring points of a rectangle, 0 where there can be none, form one closed loop. It passes these
    /// sets of points and the sides of these cells, which go by their upper left points, and is told so in clauses or
    /// not.
    #[allow(clippy::too_many_arguments)]
    fn lattice_loop(
        &mut self,
        rows: usize,
        cols: usize,
        lines: Vec<Lit>,
        points: Vec<Vec<usize>>,
        cells: Vec<usize>,
        told: bool,
        inside: bool,
    ) -> PyResult<()> {
        let lines = Lines::new(rows, cols, &lines).map_err(to_python)?;
        self.0.lattice_loop(lines, &Passed { points, cells, told }, inside).map_err(to_python)
    }

    /// So many sides of these cells are there.
    fn sides(
        &mut self,
        py: Python<'_>,
        rows: usize,
        cols: usize,
        lines: Vec<Lit>,
        numbers: Vec<(usize, usize)>,
        asked: Asked,
    ) -> PyResult<()> {
        let lines = Lines::new(rows, cols, &lines).map_err(to_python)?;
        run(py, asked, |control| self.0.sides(lines, &numbers, control)).map(|_| ())
    }

    /// Lines visit a point if and only if its literal is true; points with 0 do not matter.
    fn visits(&mut self, rows: usize, cols: usize, points: Vec<Lit>, lines: Vec<Lit>) -> PyResult<()> {
        Lines::new(rows, cols, &lines).and_then(|lines| self.0.visits(&points, lines)).map_err(to_python)
    }

    // unknowns that are numbers, by their places

    /// What the variables from `first` on stand for: the values of the unknowns.
    fn name_numbers(&mut self, first: Lit, domains: Vec<Vec<i64>>) -> PyResult<()> {
        self.0.name_numbers(first, &domains).map_err(to_python)
    }

    /// These unknowns have these numbers.
    fn fix(&mut self, given: Vec<(usize, i64)>) -> PyResult<()> {
        self.0.fix(&given).map_err(to_python)
    }

    fn distinct(&mut self, py: Python<'_>, unknowns: Vec<usize>, asked: Asked) -> PyResult<()> {
        run(py, asked, |control| self.0.distinct(&unknowns, control)).map(|_| ())
    }

    /// Between equal numbers there are at least as many unknowns.
    fn spread(&mut self, py: Python<'_>, line: Vec<usize>, asked: Asked) -> PyResult<()> {
        run(py, asked, |control| self.0.spread(&line, control)).map(|_| ())
    }

    /// These unknowns add up to a number.
    fn total(&mut self, py: Python<'_>, unknowns: Vec<usize>, total: i64, asked: Asked) -> PyResult<()> {
        run(py, asked, |control| self.0.adds_up(&unknowns, total, control)).map(|_| ())
    }

    fn blocks(&mut self, py: Python<'_>, cells: Vec<Lit>, lengths: Vec<usize>, asked: Asked) -> PyResult<()> {
        self.known(&cells)?;
        run(py, asked, |control| self.0.blocks(&cells, &lengths, control)).map(|_| ())
    }

    /// Vertices and edges with the literal 0 are always there.
    fn connected(&mut self, vertices: Vec<Lit>, edges: Vec<(Lit, u32, u32)>) -> PyResult<()> {
        let open = |lit: Lit| Some(lit).filter(|&lit| lit != 0);
        let edges = edges.into_iter().map(|(lit, a, b)| Edge { ends: [a, b], lit: open(lit) }).collect();
        self.0.connected(vertices.into_iter().map(open).collect(), edges).map_err(to_python)
    }

    /// One cycle; of each set in `needed` one edge is there.
    fn single_loop(&mut self, size: u32, edges: Vec<(Lit, u32, u32)>, needed: Vec<Vec<Lit>>) -> PyResult<()> {
        let edges = edges.into_iter().map(|(lit, a, b)| (lit, [a, b])).collect();
        self.0.single_loop(size, edges, needed).map_err(to_python)
    }

    /// What is checked when an assignment has been found: `connected` with the literals of the vertices, or `loop` with
    /// the sets that are needed; and the edges. The literal 0 is always true.
    fn lazy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let all = self.0.lazy().iter().map(|lazy| match lazy {
            Lazy::Connected { vertices, edges } => {
                let vertices: Vec<Lit> = vertices.iter().map(|lit| lit.unwrap_or(0)).collect();
                let edges: Vec<(Lit, u32, u32)> =
                    edges.iter().map(|edge| (edge.lit.unwrap_or(0), edge.ends[0], edge.ends[1])).collect();
                ("connected", vertices, edges).into_pyobject(py)
            }
            Lazy::Loop { needed, edges, .. } => {
                let edges: Vec<(Lit, u32, u32)> = edges.iter().map(|&(lit, [a, b])| (lit, a, b)).collect();
                ("loop", needed.clone(), edges).into_pyobject(py)
            }
        });
        PyList::new(py, all.collect::<PyResult<Vec<_>>>()?)
    }

    /// Variables and clauses so far.
    #[getter]
    fn size(&self) -> (Lit, usize) {
        (self.0.variables(), self.0.clauses().count())
    }

    /// Bytes that the clauses take.
    #[getter]
    fn bytes(&self) -> u64 {
        self.0.bytes()
    }

    /// The formula: all clauses, without what is lazy.
    fn formula(&self) -> Vec<Vec<Lit>> {
        self.0.clauses().map(<[Lit]>::to_vec).collect()
    }

    /// Up to `limit` solutions, whether these are all, the cuts that were used, and the number of conflicts.
    fn solutions(
        &self,
        py: Python<'_>,
        answer: Vec<Lit>,
        limit: usize,
        asked: Asked,
    ) -> PyResult<(SolutionsData, Stats)> {
        self.known(&answer)?;
        let (found, stats) = run(py, asked, |control| self.0.solutions(&answer, limit, control))?;
        let cuts = found.cuts.into_iter().map(|cut| (cut.clause, cut.lazy, cut.cycle)).collect();
        Ok(((found.solutions, found.all, cuts, found.conflicts), stats))
    }

    /// A solution, and which of its values all solutions share; None if there is none.
    fn forced(&self, py: Python<'_>, answer: Vec<Lit>, asked: Asked) -> PyResult<(ForcedData, Stats)> {
        self.known(&answer)?;
        let (found, stats) = run(py, asked, |control| self.0.forced(&answer, control))?;
        Ok((found.map(|found| (found.solution, found.forced)), stats))
    }

    /// A proof that there is no solution but these.
    fn proof(
        &self,
        py: Python<'_>,
        answer: Vec<Lit>,
        known: Vec<Vec<bool>>,
        cuts: Vec<CutData>,
        asked: Asked,
    ) -> PyResult<(Proof, Stats)> {
        self.known(&answer)?;
        let cuts: Vec<Cut> = cuts.into_iter().map(|(clause, lazy, cycle)| Cut { clause, lazy, cycle }).collect();
        for cut in &cuts {
            self.known(&cut.clause)?;
        }
        let (proof, stats) = run(py, asked, |control| self.0.proof(&answer, &known, &cuts, control))?;
        Ok((Proof(proof), stats))
    }
}

/// A refutation of a formula.
#[pyclass(frozen, module = "perfectplay._native")]
pub struct Proof(sat::Proof);

#[pymethods]
impl Proof {
    fn __len__(&self) -> usize {
        self.0.steps.len()
    }

    /// In the format of DRAT checkers.
    fn drat(&self) -> String {
        self.0.drat()
    }

    /// None if it refutes the formula, otherwise where it fails.
    fn check(&self, formula: Vec<Vec<Lit>>) -> Option<String> {
        sat::check(&formula, &self.0).err()
    }
}

/// Is Exists the winner, and the winner's strategy: numbers of blocks, each with conditions and what is played there.
type StrategyData = (bool, Vec<(usize, Vec<(Vec<Vec<Lit>>, Vec<Lit>)>)>);

/// Who wins the quantifier game, and how. Blocks are given from the outermost inwards, each with whether it is Exists'.
#[pyfunction]
pub fn qbf(
    py: Python<'_>,
    variables: usize,
    prefix: Vec<(bool, Vec<Lit>)>,
    clauses: Vec<Vec<Lit>>,
    asked: Asked,
) -> PyResult<(StrategyData, Stats)> {
    let formula = Quantified { variables, prefix, clauses };
    let (answer, stats) = run(py, asked, |control| sat::qbf::solve(&formula, control))?;
    let plain = |entries: Vec<Entry>| entries.into_iter().map(|entry| (entry.when, entry.play)).collect();
    let strategy = answer.strategy.into_iter().map(|(block, entries)| (block, plain(entries))).collect();
    Ok(((answer.holds, strategy), stats))
}

/// Pairs of neighbouring points of a rectangle, given row by row: each with that to its right and that below it.
#[pyfunction]
pub fn neighbours<'py>(points: &Bound<'py, PyList>, cols: usize) -> PyResult<Bound<'py, PyList>> {
    let py = points.py();
    let all: Vec<Bound<'py, PyAny>> = points.iter().collect();
    let rows = all.len().checked_div(cols).unwrap_or(0);
    let mut found = Vec::with_capacity(2 * all.len());
    for ends in sat::lattice(rows, cols.max(1)) {
        found.push(PyTuple::new(py, ends.map(|end| &all[end as usize]))?);
    }
    PyList::new(py, found)
}

/// Numbers from `first` on for the lines between neighbouring points that are there, in the order of `neighbours`; 0 for
/// the others.
#[pyfunction]
pub fn numbered_lines(there: Vec<bool>, cols: usize, first: Lit) -> Vec<Lit> {
    let rows = there.len().checked_div(cols).unwrap_or(0);
    let mut next = first;
    let numbered = sat::lattice(rows, cols.max(1)).map(|ends| {
        let open = ends.iter().all(|&end| there[end as usize]);
        next += Lit::from(open);
        if open { next - 1 } else { 0 }
    });
    numbered.collect()
}

/// A cell of a region, numbered in the order in which they begin, that is not connected; None if all are.
#[pyfunction]
pub fn split_region(regions: Vec<u32>, cols: usize) -> Option<usize> {
    sat::split_region(&regions, cols.max(1))
}

/// Up to `limit` solutions of a Sudoku of 9 x 9 cells, 0 for an open cell.
#[pyfunction]
pub fn sudoku(py: Python<'_>, givens: Vec<u8>, limit: usize, asked: Asked) -> PyResult<(Vec<Vec<u8>>, Stats)> {
    let givens: [u8; 81] =
        givens.try_into().map_err(|_| to_python(Error::invalid("a Sudoku of 9 x 9 cells has 81 of them")))?;
    let (found, stats) =
        run(py, asked, |control| perfectplay_core::solvers::sudoku::solutions(&givens, limit, control))?;
    Ok((found.into_iter().map(Vec::from).collect(), stats))
}

/// Up to two solutions of a Nurikabe, each as land by cell; None if there are more than `most` frontiers.
#[pyfunction]
pub fn nurikabe(
    py: Python<'_>,
    cols: usize,
    numbers: Vec<u8>,
    most: usize,
    asked: Asked,
) -> PyResult<(Option<Vec<Vec<bool>>>, Stats)> {
    run(py, asked, |control| perfectplay_core::solvers::nurikabe::solutions(cols, &numbers, most, control))
}
