//! Families of rules: each implements [`crate::rules::Rules`] for everything that its data can say.

pub mod callback;
pub mod hackenbush;
pub mod heaps;
pub mod masks;
pub mod strings;
pub mod sum;
