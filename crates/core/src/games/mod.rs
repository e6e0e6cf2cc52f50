//! Rules of single games that no family can say: each implements [`crate::rules::Rules`] for one game.

pub mod amazons;
pub mod hackenbush;
pub mod nogo;
pub mod strings;
