//! Rules that live outside the core: positions are numbers, and a [`Source`] knows what they mean.
//!
//! This is how a game written in another language is searched by the same code. What the source says about a number is
//! remembered, so that each position is expanded once, however often a search returns to it.

use crate::engine::{Code, Coded};
use crate::error::{Error, Result};
use crate::rules::{BuildMixer, Player, Rules, Stuck, Winner};
use crate::sync::lock;
use std::collections::HashMap;
use std::sync::Mutex;

pub trait Source: Send + Sync {
    /// The positions that a player's moves lead to, in order, each with whether the same player moves on.
    fn moves(&self, position: u32, player: Player) -> Result<Vec<(u32, bool)>>;

    fn goal(&self, position: u32) -> Result<Option<Winner>>;

    /// Components, or `None` for a position that is not a sum.
    fn split(&self, position: u32) -> Result<Option<Vec<u32>>>;
}

impl<S: Source + ?Sized> Source for Box<S> {
    fn moves(&self, position: u32, player: Player) -> Result<Vec<(u32, bool)>> {
        (**self).moves(position, player)
    }

    fn goal(&self, position: u32) -> Result<Option<Winner>> {
        (**self).goal(position)
    }

    fn split(&self, position: u32) -> Result<Option<Vec<u32>>> {
        (**self).split(position)
    }
}

type Memory<K, V> = Mutex<HashMap<K, V, BuildMixer>>;

pub struct CallbackRules<S: Source> {
    source: S,
    impartial: bool,
    stuck: Stuck,
    splits: bool,
    moves: Memory<(u32, bool), Vec<(u32, bool)>>,
    goals: Memory<u32, Option<Winner>>,
    parts: Memory<u32, Option<Vec<u32>>>,
    /// A failure where the interface has no room for one; the next call for moves reports it.
    failure: Mutex<Option<Error>>,
}

impl<S: Source> CallbackRules<S> {
    pub fn new(source: S, impartial: bool, stuck: Stuck, splits: bool) -> Self {
        CallbackRules {
            source,
            impartial,
            stuck,
            splits: splits && stuck == Stuck::Loses,
            moves: Memory::default(),
            goals: Memory::default(),
            parts: Memory::default(),
            failure: Mutex::new(None),
        }
    }

    fn remember<K, V: Clone>(&self, memory: &Memory<K, V>, key: K, make: impl FnOnce() -> Result<V>) -> Result<V>
    where
        K: std::hash::Hash + Eq,
    {
        if let Some(known) = lock(memory).get(&key) {
            return Ok(known.clone());
        }
        // The lock is not held while the source works: it may come back to us.
        let value = make()?;
        lock(memory).insert(key, value.clone());
        Ok(value)
    }

    fn fail(&self, error: Error) {
        lock(&self.failure).get_or_insert(error);
    }

    /// The failure that is still to be reported, if any.
    pub fn take_failure(&self) -> Result<()> {
        lock(&self.failure).take().map_or(Ok(()), Err)
    }
}

impl<S: Source> Rules for CallbackRules<S> {
    type Position = u32;
    type Move = (u32, bool);

    fn moves(&self, position: &u32, player: Player, out: &mut Vec<(u32, bool)>) -> Result<()> {
        self.take_failure()?;
        let key = (*position, player == Player::Left || self.impartial);
        out.extend(self.remember(&self.moves, key, || self.source.moves(*position, player))?);
        Ok(())
    }

    fn play(&self, _position: &u32, mv: &(u32, bool)) -> Result<u32> {
        Ok(mv.0)
    }

    fn again(&self, mv: &(u32, bool)) -> bool {
        mv.1
    }

    fn goal(&self, position: &u32) -> Option<Winner> {
        self.remember(&self.goals, *position, || self.source.goal(*position)).unwrap_or_else(|error| {
            self.fail(error);
            None
        })
    }

    fn stuck(&self) -> Stuck {
        self.stuck
    }

    fn impartial(&self) -> bool {
        self.impartial
    }

    fn threads(&self) -> usize {
        1
    }

    fn sums(&self) -> bool {
        self.splits
    }

    fn split(&self, position: &u32, out: &mut Vec<u32>) -> bool {
        if !self.splits {
            return false;
        }
        match self.remember(&self.parts, *position, || self.source.split(*position)) {
            Ok(Some(parts)) => {
                out.extend(parts);
                true
            }
            Ok(None) => false,
            Err(error) => {
                self.fail(error);
                false
            }
        }
    }
}

impl<S: Source> Coded for CallbackRules<S> {
    fn encode(&self, position: &u32) -> Code {
        Code::from(&position.to_le_bytes()[..])
    }

    fn decode(&self, code: &[u8]) -> Result<u32> {
        let bytes = code.try_into().map_err(|_| Error::invalid("a position number has four bytes"))?;
        Ok(u32::from_le_bytes(bytes))
    }
}
