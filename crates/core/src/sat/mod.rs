//! Constraints: clauses for CaDiCaL, and cuts that are added when a model breaks what clauses would say at length.
//!
//! A [`Model`] is data: variables, clauses, and *lazy* constraints about whole boards (one connected area, one loop).
//! A question runs in a thread of its own, and the thread that asked watches limits and Ctrl-C meanwhile. Whenever the
//! solver has found an assignment, each lazy constraint looks at it and answers with clauses that it breaks, many at a
//! time; when there are none, it is a solution. Such cuts follow from the rules alone, so they stay for all that comes.
//! On hard boards connectedness is watched while the solver searches, which makes cuts of the same form earlier.
//!
//! Answers are told apart by some of the variables only, those that a person would write down.

mod counts;
mod cuts;
mod lattices;
mod lines;
mod model;
mod numbers;
mod proof;
pub mod qbf;
mod queue;
mod quick;
mod sheets;
mod sizes;
mod solver;
mod watch;

pub use cuts::{Cut, Edge, Lazy};
pub use lattices::{Lines, Passed, lattice};
pub use model::{Forced, Found, Model};
pub use proof::{Proof, check};
pub use sheets::{Field, split_region};
pub use solver::Lit;

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
