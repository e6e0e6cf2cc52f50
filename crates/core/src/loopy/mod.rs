//! Values of loopy games: finite graphs with edges for Left and for Right.
//!
//! A play that goes on for ever is drawn. `graph` has the graphs themselves, `order` compares them, `stopper` brings
//! stoppers to canonical form, and `sides` finds for any graph the stoppers that it is worth when infinite plays count as
//! won by Left (the onside) and by Right (the offside), as far as they exist (Winning Ways, chapter 11; Siegel,
//! *Combinatorial Game Theory*, chapter VI).

mod graph;
mod order;
mod sides;
mod stopper;
#[cfg(test)]
mod tests;

pub use graph::{Graph, Node, Options};
pub use order::{onside_at_most, stopper_at_most};
pub use sides::{Side, side, side_of_sum};
pub use stopper::Stoppers;
