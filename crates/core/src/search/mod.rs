//! Searches, generic over [`crate::rules::Rules`] and iterative: none recurses on the depth of a game.

pub mod beam;
pub mod bigraph;
pub mod climate;
pub mod cluster;
mod dominated;
pub mod enumerate;
mod expansions;
pub mod ida;
pub mod index;
pub mod misere;
mod nimber_table;
pub mod nimbers;
pub mod outcome;
mod path;
mod pieces;
pub mod ports;
pub mod proof_number;
mod reached;
mod recent;
mod results;
pub mod retrograde;
pub mod score;
pub mod shortest;
mod shrinking;
pub mod smith;
pub mod sums;
pub mod table;
pub mod tempo;
pub mod thermographs;
pub(crate) mod threads;
mod tied;
#[cfg(test)]
pub(crate) mod toys;
pub mod values;
pub mod who_wins;
