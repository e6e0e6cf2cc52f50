//! Families of rules: each implements [`crate::rules::Rules`] for everything that its data can say. A [`rectangle`] is
//! what games on grids have in common.

pub mod callback;
pub mod connections;
pub mod heaps;
pub mod masks;
pub mod orientations;
pub mod permutations;
pub mod rectangle;
pub mod sum;
