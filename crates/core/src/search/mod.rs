//! Searches, generic over [`crate::rules::Rules`] and iterative: none recurses on the depth of a game.

pub mod enumerate;
pub mod ida;
pub mod index;
pub mod shortest;
