//! Families of rules: each implements [`crate::rules::Rules`] for everything that its data can say.

pub mod amazons;
pub mod callback;
pub mod hackenbush;
pub mod heaps;
pub mod masks;
pub mod nogo;
pub mod permutations;
pub mod rectangle;
pub mod strings;
pub mod sum;
