//! The engine of `perfectplay`: rules as data, and searches that are generic over them.
//!
//! [`rules::Rules`] is the one interface. `kernels` implement it for families of rules, `games` for single games that
//! no family can say; `search` asks questions of anything that implements it, and `engine` is the door to all of them.
//! `solvers` are for single puzzles and know nothing of the rest, and so does `drawing`, which lays out graphs, and `grids`, which reads their text.

pub mod bits;
pub mod drawing;
pub mod engine;
pub mod error;
pub mod games;
pub mod grids;
pub mod groups;
pub mod kernels;
pub mod limits;
pub mod loopy;
pub mod moves;
pub mod rules;
pub mod sat;
pub mod search;
mod sets;
pub mod solvers;
pub mod store;
pub mod sync;
pub mod tablebase;
pub mod values;
