//! CaDiCaL behind a small interface, watched by the thread that asked.

use crate::error::{Error, Result};
use crate::limits::Control;
use crate::sat::watch::{Shared, Watch};
use cadical_sys::{CaDiCal, ProofTracer, Status, TerminateFlag};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// A variable, counted from 1, or its negative.
pub type Lit = i32;

/// How often limits are looked at.
const LOOK: Duration = Duration::from_millis(10);

pub struct Solver {
    cadical: CaDiCal,
    flag: TerminateFlag,
}

impl Solver {
    pub fn new(flag: &TerminateFlag) -> Self {
        let mut cadical = CaDiCal::new();
        cadical.connect_terminator(flag.clone());
        Solver { cadical, flag: flag.clone() }
    }

    /// A new one that stops when this one does.
    pub fn another(&self) -> Self {
        Solver::new(&self.flag)
    }

    /// One that tells what it derives.
    pub fn traced(flag: &TerminateFlag, tracer: impl ProofTracer + 'static) -> Self {
        let mut solver = Solver::new(flag);
        solver.cadical.connect_proof_tracer1(tracer, true, false);
        solver
    }

    /// Let it be watched while it searches.
    pub fn watch(&mut self, watch: Watch) -> Rc<RefCell<Watch>> {
        let observed = watch.observed();
        let shared = Rc::new(RefCell::new(watch));
        self.cadical.connect_external_propagator(Shared(Rc::clone(&shared)));
        for variable in observed {
            self.cadical.add_observed_var(variable);
        }
        shared
    }

    pub fn add(&mut self, clause: &[Lit]) {
        self.cadical.clause6(clause);
    }

    /// Millions of clauses take seconds: an error if it was told to stop meanwhile.
    pub fn add_all<'c>(&mut self, clauses: impl Iterator<Item = &'c [Lit]>) -> Result<()> {
        for (number, clause) in clauses.enumerate() {
            if number % 1024 == 0 && self.flag.is_terminated() {
                return Err(Error::Cancelled);
            }
            self.add(clause);
        }
        Ok(())
    }

    /// Is there an assignment? None if this many conflicts did not tell; an error if it was told to stop.
    pub fn solve(&mut self, conflicts: Option<i32>) -> Result<Option<bool>> {
        if self.flag.is_terminated() {
            return Err(Error::Cancelled);
        }
        if let Some(conflicts) = conflicts {
            self.cadical.limit("conflicts", conflicts.max(0));
        }
        match self.cadical.solve() {
            Status::SATISFIABLE => Ok(Some(true)),
            Status::UNSATISFIABLE => Ok(Some(false)),
            Status::UNKNOWN if conflicts.is_some() && !self.flag.is_terminated() => Ok(None),
            Status::UNKNOWN => Err(Error::Cancelled),
        }
    }

    /// The same with these literals true, this time only.
    pub fn solve_with(&mut self, assumed: &[Lit], conflicts: Option<i32>) -> Result<Option<bool>> {
        for &lit in assumed {
            self.cadical.assume(lit);
        }
        self.solve(conflicts)
    }

    /// Those of the literals assumed last that suffice for there to be no assignment.
    pub fn core(&mut self, assumed: &[Lit]) -> Vec<Lit> {
        assumed.iter().copied().filter(|&lit| self.cadical.failed(lit)).collect()
    }

    /// Where it may choose, let this literal be true.
    pub fn prefer(&mut self, lit: Lit) {
        self.cadical.phase(lit);
    }

    /// Is this literal true in the assignment that was found?
    pub fn value(&mut self, lit: Lit) -> bool {
        self.cadical.val(lit) == lit
    }

    /// In the assignment that was found, `values[v]` of the variables 1, 2, …
    pub fn values(&mut self, values: &mut [bool]) {
        for (v, value) in values.iter_mut().enumerate().skip(1) {
            *value = self.value(v as Lit);
        }
    }

    pub fn conflicts(&self) -> u64 {
        self.cadical.get_statistic_value("conflicts").max(0) as u64
    }
}

/// Work in a thread of its own; this one looks at limits and signals, and tells it to stop.
pub fn watched<T: Send>(control: &Control, work: impl FnOnce(&TerminateFlag) -> Result<T> + Send) -> Result<T> {
    let flag = TerminateFlag::new();
    let before = resident();
    thread::scope(|scope| {
        let (done, wait) = mpsc::channel();
        let worker_flag = &flag;
        scope.spawn(move || done.send(work(worker_flag)));
        let mut ticker = control.ticker();
        let mut stopped = None;
        let answer = loop {
            match wait.recv_timeout(LOOK) {
                Ok(answer) => break answer,
                Err(RecvTimeoutError::Disconnected) => break Err(Error::invalid("the solver failed")),
                Err(RecvTimeoutError::Timeout) if stopped.is_none() => {
                    let looked = ticker.check().and_then(|()| control.memory(resident().saturating_sub(before)));
                    if let Err(error) = looked {
                        flag.terminate();
                        stopped = Some(error);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        };
        match (answer, stopped) {
            (Err(Error::Cancelled), Some(error)) => Err(error),
            (answer, _) => answer,
        }
    })
}

/// Bytes of memory that the process holds, where the system tells.
fn resident() -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm").ok();
    let pages = pages.as_deref().and_then(|text| text.split(' ').nth(1)?.parse::<u64>().ok());
    pages.unwrap_or(0) * 4096
}
