//! Variables, clauses and lazy constraints, and the questions that are asked of them.

use crate::error::{Error, Result};
use crate::limits::Control;
use crate::sat::cuts::{Cut, Edge, Lazy, Looker, holds};
use crate::sat::numbers::Values;
use crate::sat::proof::{Proof, refute};
use crate::sat::quick::Quick;
use crate::sat::solver::{Lit, Solver, watched};
use crate::sat::watch::Watch;
use std::cell::RefCell;
use std::rc::Rc;

/// Conflicts that the search for a hoped-for solution may have, as a multiple of those of the first search.
const HOPE: u64 = 4;
/// Variables that a model may have.
const MOST: usize = 1 << 28;

#[derive(Clone, Debug)]
pub struct Model {
    variables: Lit,
    /// One after the other, each with a zero at its end.
    clauses: Vec<Lit>,
    lazy: Vec<Lazy>,
    /// Of unknowns whose values are numbers.
    pub(super) numbers: Vec<Values>,
    /// Literals that may well be true together.
    hopes: Vec<Lit>,
    /// Conflicts after which connectedness is watched all the time and not only in the end.
    pub patience: i32,
    /// Conflicts that the small solver may have with which searches begin.
    pub quick: u64,
}

impl Default for Model {
    fn default() -> Self {
        Model {
            variables: 0,
            clauses: Vec::new(),
            lazy: Vec::new(),
            numbers: Vec::new(),
            hopes: Vec::new(),
            patience: 5_000,
            quick: 2_000,
        }
    }
}

/// Solutions, given by the literals that were asked for.
#[derive(Clone, Debug, Default)]
pub struct Found {
    pub solutions: Vec<Vec<bool>>,
    /// There are no others.
    pub all: bool,
    pub cuts: Vec<Cut>,
    pub conflicts: u64,
}

/// What all solutions share.
#[derive(Clone, Debug)]
pub struct Forced {
    /// One of them,
    pub solution: Vec<bool>,
    /// and which of its values are the same in all.
    pub forced: Vec<bool>,
}

impl Model {
    pub fn variable(&mut self) -> Lit {
        self.variables += 1;
        self.variables
    }

    /// The first of `number` new ones.
    pub fn new_variables(&mut self, number: usize) -> Result<Lit> {
        if number > MOST || self.variables as usize + number > MOST {
            return Err(Error::too_large(format!("more than {MOST} variables")));
        }
        self.variables += number as Lit;
        Ok(self.variables - number as Lit + 1)
    }

    pub fn clause(&mut self, clause: &[Lit]) {
        self.clauses.extend_from_slice(clause);
        self.clauses.push(0);
    }

    /// The same from literals that come one after the other.
    pub(super) fn clause_of(&mut self, clause: impl Iterator<Item = Lit>) {
        self.clauses.extend(clause);
        self.clauses.push(0);
    }

    /// Clauses from outside, each with a zero at its end: all of them or none.
    pub fn add_all(&mut self, clauses: &[Lit]) -> Result<()> {
        let most = self.variables as u32;
        if let Some(lit) = clauses.iter().find(|lit| lit.unsigned_abs() > most) {
            return Err(Error::invalid(format!("no variable {lit}")));
        }
        self.clauses.extend_from_slice(clauses);
        Ok(())
    }

    /// A search that is not easy looks first for solutions in which all of these are true.
    pub fn hope(&mut self, lits: &[Lit]) {
        self.hopes.extend_from_slice(lits);
    }

    /// Literals that come from outside are looked at first.
    pub fn known(&self, lits: &[Lit]) -> Result<()> {
        match lits.iter().find(|&&lit| lit == 0 || lit.unsigned_abs() > self.variables as u32) {
            Some(lit) => Err(Error::invalid(format!("no variable {lit}"))),
            None => Ok(()),
        }
    }

    /// What is there of vertices and edges is connected.
    pub fn connected(&mut self, vertices: Vec<Option<Lit>>, edges: Vec<Edge>) -> Result<()> {
        within(vertices.len(), edges.iter().map(|edge| edge.ends))?;
        let lits: Vec<Lit> = vertices.iter().copied().chain(edges.iter().map(|edge| edge.lit)).flatten().collect();
        self.known(&lits)?;
        self.lazy.push(Lazy::Connected { vertices, edges });
        Ok(())
    }

    /// The edges that are there form one cycle, and one at least is there. Of each set in `needed` one is there.
    pub fn single_loop(&mut self, size: u32, edges: Vec<(Lit, [u32; 2])>, needed: Vec<Vec<Lit>>) -> Result<()> {
        within(size as usize, edges.iter().map(|&(_, ends)| ends))?;
        self.known(&edges.iter().map(|edge| edge.0).collect::<Vec<_>>())?;
        needed.iter().try_for_each(|lits| self.known(lits))?;
        let mut around: Vec<Vec<Lit>> = vec![Vec::new(); size as usize];
        for &(lit, [a, b]) in &edges {
            around[a as usize].push(lit);
            around[b as usize].push(lit);
        }
        let mut others: Vec<Lit> = Vec::new();
        for lits in &around {
            for (i, &lit) in lits.iter().enumerate() {
                // not alone
                others.clear();
                others.extend(lits.iter().filter(|&&other| other != lit));
                others.push(-lit);
                self.clause(&others);
                for (j, &second) in lits.iter().enumerate().skip(i + 1) {
                    for &third in &lits[j + 1..] {
                        self.clause(&[-lit, -second, -third]);
                    }
                }
            }
        }
        self.clause(&edges.iter().map(|&(lit, _)| lit).collect::<Vec<_>>());
        self.lazy.push(Lazy::Loop { size, edges, needed });
        Ok(())
    }

    pub fn variables(&self) -> Lit {
        self.variables
    }

    /// The constraints that are checked when an assignment has been found, in the order of their numbers.
    pub fn lazy(&self) -> &[Lazy] {
        &self.lazy
    }

    /// Bytes that the clauses and lazy constraints take.
    pub fn bytes(&self) -> u64 {
        let lazy = self.lazy.iter().map(|lazy| match lazy {
            Lazy::Connected { vertices, edges } => size_of_val(&vertices[..]) + size_of_val(&edges[..]),
            Lazy::Loop { edges, needed, .. } => {
                size_of_val(&edges[..]) + needed.iter().map(|lits| size_of_val(&lits[..])).sum::<usize>()
            }
        });
        (self.clauses.len() * size_of::<Lit>() + lazy.sum::<usize>()) as u64
    }

    pub fn clauses(&self) -> impl Iterator<Item = &[Lit]> {
        let whole = &self.clauses[..self.clauses.len().saturating_sub(1)];
        let none = self.clauses.is_empty();
        whole.split(|&lit| lit == 0).filter(move |_| !none)
    }

    /// Up to `limit` solutions that differ in these literals, and whether that is all.
    pub fn solutions(&self, answer: &[Lit], limit: usize, control: &Control) -> Result<Found> {
        let mut found = Found::default();
        self.ask(control, |search| {
            while found.solutions.len() < limit && !found.all {
                match search.solve(control)? {
                    None => return Ok(false),
                    Some(false) => found.all = true,
                    Some(true) => {
                        let solution: Vec<bool> = answer.iter().map(|&lit| holds(&search.values, lit)).collect();
                        search.add(differs(answer, &solution));
                        found.solutions.push(solution);
                    }
                }
            }
            found.conflicts = search.conflicts();
            found.cuts = std::mem::take(&mut search.cuts);
            Ok(true)
        })?;
        Ok(found)
    }

    /// Which of these literals have the same value in all solutions? None if there is no solution.
    pub fn forced(&self, answer: &[Lit], control: &Control) -> Result<Option<Forced>> {
        let mut found: Option<Forced> = None;
        self.ask(control, |search| {
            loop {
                match search.solve(control)? {
                    None => return Ok(false),
                    Some(false) => return Ok(true),
                    Some(true) => {}
                }
                let values = |lit: &Lit| holds(&search.values, *lit);
                let all = found.get_or_insert_with(|| Forced {
                    solution: answer.iter().map(values).collect(),
                    forced: vec![true; answer.len()],
                });
                for (i, lit) in answer.iter().enumerate() {
                    all.forced[i] &= values(lit) == all.solution[i];
                }
                // ask for a solution that differs in one of those that have not differed yet
                let open = (0..answer.len()).filter(|&i| all.forced[i]);
                let other: Vec<Lit> = open.map(|i| if all.solution[i] { -answer[i] } else { answer[i] }).collect();
                if other.is_empty() {
                    return Ok(true);
                }
                search.add(other);
            }
        })?;
        Ok(found)
    }

    /// Work with a small solver first, once more with what is hoped for. Where that gives up (the work returns false) it
    /// goes on with CaDiCaL in a thread.
    fn ask(&self, control: &Control, mut work: impl FnMut(&mut Search) -> Result<bool> + Send) -> Result<()> {
        let mut known = Known::default();
        let most = self.quick.min(self.patience.max(0) as u64);
        if most > 0
            && let Some(quick) = Quick::new(self.variables as usize, &self.clauses, most, control)?
        {
            let mut search = Search::new(self, Engine::Quick(Box::new(quick)), known);
            if work(&mut search)? {
                return Ok(());
            }
            known = search.known();
        }
        if most > 0
            && !self.hopes.is_empty()
            && let Some(quick) = self.hopeful(&known, HOPE * most, control)?
        {
            let mut search = Search::new(self, Engine::Quick(Box::new(quick)), known);
            search.hopeful = true;
            if work(&mut search)? {
                return Ok(());
            }
            known = search.known();
        }
        watched(control, move |flag| {
            let mut search = Search::new(self, Engine::Large(Solver::new(flag), None), known);
            search.hand_over()?;
            work(&mut search).map(|_| ())
        })
    }

    /// A small solver that is told all that is known, and that what is hoped for is true.
    fn hopeful(&self, known: &Known, most: u64, control: &Control) -> Result<Option<Quick>> {
        let mut clauses: Vec<Lit> = self.hopes.iter().flat_map(|&lit| [lit, 0]).collect();
        clauses.extend_from_slice(&self.clauses);
        for clause in known.cuts.iter().map(|cut| &cut.clause).chain(&known.added) {
            clauses.extend_from_slice(clause);
            clauses.push(0);
        }
        Quick::new(self.variables as usize, &clauses, most, control)
    }

    /// A proof that there is no solution but these, from the clauses, these cuts, and the clauses that exclude them.
    pub fn proof(&self, answer: &[Lit], known: &[Vec<bool>], cuts: &[Cut], control: &Control) -> Result<Proof> {
        let mut formula: Vec<Vec<Lit>> = self.clauses().map(<[Lit]>::to_vec).collect();
        formula.extend(cuts.iter().map(|cut| cut.clause.clone()));
        formula.extend(known.iter().map(|solution| differs(answer, solution)));
        watched(control, move |flag| refute(&formula, flag))
    }
}

/// Edges join two of the vertices.
fn within(size: usize, mut edges: impl Iterator<Item = [u32; 2]>) -> Result<()> {
    match edges.find(|&[a, b]| a as usize >= size || b as usize >= size || a == b) {
        Some([a, b]) => Err(Error::invalid(format!("no edge {a}-{b} among {size} vertices"))),
        None => Ok(()),
    }
}

fn differs(answer: &[Lit], solution: &[bool]) -> Vec<Lit> {
    answer.iter().zip(solution).map(|(&lit, &value)| if value { -lit } else { lit }).collect()
}

/// What a search knows besides the model.
#[derive(Default)]
struct Known {
    cuts: Vec<Cut>,
    /// Clauses that came with the questions.
    added: Vec<Vec<Lit>>,
    /// Conflicts of earlier solvers.
    conflicts: u64,
}

enum Engine {
    Quick(Box<Quick>),
    /// Watched once the search turns out to be hard.
    Large(Solver, Option<Rc<RefCell<Watch>>>),
}

struct Search<'m> {
    model: &'m Model,
    engine: Engine,
    /// More is assumed than the model says: that there are no solutions means nothing.
    hopeful: bool,
    lookers: Vec<Looker<'m>>,
    values: Vec<bool>,
    cuts: Vec<Cut>,
    added: Vec<Vec<Lit>>,
    conflicts: u64,
}

impl<'m> Search<'m> {
    fn new(model: &'m Model, engine: Engine, known: Known) -> Self {
        Search {
            model,
            engine,
            hopeful: false,
            lookers: model.lazy.iter().enumerate().map(|(number, lazy)| Looker::new(lazy, number)).collect(),
            values: vec![false; model.variables as usize + 1],
            cuts: known.cuts,
            added: known.added,
            conflicts: known.conflicts,
        }
    }

    fn known(self) -> Known {
        Known { conflicts: self.conflicts(), cuts: self.cuts, added: self.added }
    }

    fn conflicts(&self) -> u64 {
        match &self.engine {
            Engine::Quick(quick) => self.conflicts + quick.conflicts,
            Engine::Large(solver, _) => self.conflicts + solver.conflicts(),
        }
    }

    fn add(&mut self, clause: Vec<Lit>) {
        match &mut self.engine {
            Engine::Quick(quick) => quick.answered(&clause),
            Engine::Large(solver, _) => solver.add(&clause),
        }
        self.added.push(clause);
    }

    /// The next assignment that satisfies the lazy constraints too, in `values`; `None` if that is too hard for a small
    /// solver.
    fn solve(&mut self, control: &Control) -> Result<Option<bool>> {
        loop {
            match self.assign(control)? {
                Some(true) => {}
                Some(false) if self.hopeful => return Ok(None),
                other => return Ok(other),
            }
            let known = self.cuts.len();
            for looker in &self.lookers {
                match &self.engine {
                    Engine::Quick(quick) => looker.look(&self.values, |lit| quick.when(lit), &mut self.cuts),
                    Engine::Large(..) => looker.look(&self.values, |_| 0, &mut self.cuts),
                }
            }
            if self.cuts.len() == known {
                return Ok(Some(true));
            }
            for cut in &self.cuts[known..] {
                match &mut self.engine {
                    Engine::Quick(quick) => quick.add(&cut.clause),
                    Engine::Large(solver, _) => solver.add(&cut.clause),
                }
            }
        }
    }

    /// The next assignment that satisfies the clauses.
    fn assign(&mut self, control: &Control) -> Result<Option<bool>> {
        let watchable = self.model.lazy.iter().any(|lazy| matches!(lazy, Lazy::Connected { .. }));
        loop {
            let (solver, watch) = match &mut self.engine {
                Engine::Quick(quick) => {
                    let solved = quick.solve(control)?;
                    if solved == Some(true) {
                        quick.values(&mut self.values);
                    }
                    return Ok(solved);
                }
                Engine::Large(solver, watch) => (solver, watch),
            };
            let left = (watchable && watch.is_none()).then(|| {
                let spent = self.conflicts + solver.conflicts();
                self.model.patience - i32::try_from(spent).unwrap_or(i32::MAX)
            });
            let Some(solved) = solver.solve(left)? else {
                self.watch_from_now()?;
                continue;
            };
            if let Some(watch) = watch {
                self.cuts.append(&mut watch.borrow_mut().take_cuts());
            }
            if solved {
                solver.values(&mut self.values);
            }
            return Ok(Some(solved));
        }
    }

    /// A new solver that is watched, with all that is known.
    fn watch_from_now(&mut self) -> Result<()> {
        self.conflicts = self.conflicts();
        if let Engine::Large(solver, watch) = &mut self.engine {
            *solver = solver.another();
            *watch = Some(solver.watch(Watch::new(&self.model.lazy, self.model.variables as usize)));
        }
        self.hand_over()
    }

    /// Tell a new solver all that is known.
    fn hand_over(&mut self) -> Result<()> {
        let Engine::Large(solver, _) = &mut self.engine else { return Ok(()) };
        let cuts = self.cuts.iter().map(|cut| &cut.clause[..]);
        solver.add_all(self.model.clauses().chain(cuts).chain(self.added.iter().map(|clause| &clause[..])))
    }
}
