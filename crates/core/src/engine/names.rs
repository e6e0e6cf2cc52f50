//! What a caller names by a word: the methods of each question, conventions and winners. One place turns words into
//! these types, so that nothing inside compares texts.

use crate::error::{Error, Result};
use crate::kernels::masks::metric::Chain;
use crate::rules::{Player, Stuck, Winner};
use std::str::FromStr;

/// How to find out who wins, and by which move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutcomeMethod {
    Points,
    Sums,
    Nimbers,
    AlphaBeta,
    ProofNumber,
    Retrograde,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NimberMethod {
    Sums,
    /// By the definition.
    Mex,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolveMethod {
    BreadthFirst,
    AStar,
    IdaStar,
    /// Quick, and not always shortest.
    Beam,
}

/// Games on a rectangle that have rules of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GridGame {
    Amazons,
    NoGo,
}

/// A type with a word for each of its values. Where a value has several, all are understood.
trait Named: Copy + Sized + 'static {
    const NAMES: &'static [(&'static str, Self)];

    fn unknown(word: &str) -> String {
        format!("no search method {word:?}")
    }

    fn read(word: &str) -> Result<Self> {
        let found = Self::NAMES.iter().find(|(name, _)| *name == word);
        found.map(|&(_, value)| value).ok_or_else(|| Error::invalid(Self::unknown(word)))
    }
}

impl Named for OutcomeMethod {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("points", OutcomeMethod::Points),
        ("sums", OutcomeMethod::Sums),
        ("nimbers", OutcomeMethod::Nimbers),
        ("alpha-beta", OutcomeMethod::AlphaBeta),
        ("proof-number", OutcomeMethod::ProofNumber),
        ("retrograde", OutcomeMethod::Retrograde),
    ];
}

impl Named for NimberMethod {
    const NAMES: &'static [(&'static str, Self)] = &[("sums", NimberMethod::Sums), ("mex", NimberMethod::Mex)];
}

impl Named for SolveMethod {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("breadth-first", SolveMethod::BreadthFirst),
        ("a*", SolveMethod::AStar),
        ("ida*", SolveMethod::IdaStar),
        ("beam", SolveMethod::Beam),
    ];
}

impl Named for GridGame {
    const NAMES: &'static [(&'static str, Self)] = &[("amazons", GridGame::Amazons), ("no_go", GridGame::NoGo)];

    fn unknown(word: &str) -> String {
        format!("no rules {word:?} on grids")
    }
}

impl Named for Chain {
    const NAMES: &'static [(&'static str, Self)] = &[("", Chain::Off), ("piece", Chain::Piece), ("line", Chain::Line)];

    fn unknown(word: &str) -> String {
        format!("no chain rule {word:?}")
    }
}

impl Named for Stuck {
    const NAMES: &'static [(&'static str, Self)] =
        &[("loses", Stuck::Loses), ("wins", Stuck::Wins), ("draws", Stuck::Draws)];

    fn unknown(word: &str) -> String {
        format!("a player without a move cannot be said to {word:?}")
    }
}

impl Named for Winner {
    const NAMES: &'static [(&'static str, Self)] =
        &[("left", Winner::Left), ("right", Winner::Right), ("nobody", Winner::Nobody), ("draw", Winner::Nobody)];

    fn unknown(word: &str) -> String {
        format!("no winner is called {word:?}")
    }
}

impl Named for Player {
    const NAMES: &'static [(&'static str, Self)] = &[("left", Player::Left), ("right", Player::Right)];

    fn unknown(word: &str) -> String {
        format!("no player is called {word:?}")
    }
}

macro_rules! read_by_name {
    ($($named:ty),*) => {
        $(impl FromStr for $named {
            type Err = Error;

            fn from_str(word: &str) -> Result<Self> {
                Self::read(word)
            }
        })*
    };
}
read_by_name!(OutcomeMethod, NimberMethod, SolveMethod, GridGame, Chain, Stuck, Winner, Player);

impl Winner {
    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Winner::Left => "left",
            Winner::Right => "right",
            Winner::Nobody => "nobody",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused<T: FromStr<Err = Error>>(word: &str) -> String {
        word.parse::<T>().err().map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn words_are_read_to_the_letter() {
        assert_eq!("proof-number".parse::<OutcomeMethod>().ok(), Some(OutcomeMethod::ProofNumber));
        assert_eq!(refused::<OutcomeMethod>("proof_number"), "no search method \"proof_number\"");
        assert_eq!(refused::<SolveMethod>("A*"), "no search method \"A*\"");
        assert_eq!(refused::<NimberMethod>(""), "no search method \"\"");
        assert_eq!(refused::<GridGame>("go"), "no rules \"go\" on grids");
        assert_eq!(refused::<Chain>("lines"), "no chain rule \"lines\"");
        assert_eq!(refused::<Stuck>("lose"), "a player without a move cannot be said to \"lose\"");
        assert_eq!(refused::<Winner>("both"), "no winner is called \"both\"");
        assert_eq!(refused::<Player>("nobody"), "no player is called \"nobody\"");
    }

    #[test]
    fn a_winner_is_called_what_is_read_as_that_winner() {
        for winner in [Winner::Left, Winner::Right, Winner::Nobody] {
            assert_eq!(winner.name().parse::<Winner>().ok(), Some(winner));
        }
    }
}
