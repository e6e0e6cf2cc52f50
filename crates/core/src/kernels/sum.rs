//! Positions of several kernels side by side: a disjunctive sum whose components speak in bytes.
//!
//! This is how games of different rules are added. A position is a sorted list of components, each the number of its
//! kernel and its code there; a player moves in one of them. All kernels must be in normal play with plain moves.

use crate::engine::{Coded, Engine};
use crate::error::{Error, Result};
use crate::limits::Control;
use crate::rules::{Player, Rules, Winner};
use crate::values::dyadic::Dyadic;
use std::sync::Arc;

pub type Component = (u32, Vec<u8>);

pub struct SumRules {
    engines: Vec<Arc<dyn Engine>>,
    impartial: bool,
}

impl SumRules {
    pub fn new(engines: Vec<Arc<dyn Engine>>, impartial: bool) -> Self {
        SumRules { engines, impartial }
    }

    fn engine(&self, number: u32) -> Result<&Arc<dyn Engine>> {
        self.engines.get(number as usize).ok_or_else(|| Error::invalid("a component without rules"))
    }
}

impl Rules for SumRules {
    type Position = Vec<Component>;
    /// The component that is played in, and what it becomes.
    type Move = (usize, Vec<u8>);

    fn moves(&self, position: &Vec<Component>, player: Player, out: &mut Vec<Self::Move>) -> Result<()> {
        for (i, (number, code)) in position.iter().enumerate() {
            out.extend(self.engine(*number)?.moves(code, player)?.into_iter().map(|next| (i, next)));
        }
        Ok(())
    }

    fn play(&self, position: &Vec<Component>, (i, code): &Self::Move) -> Result<Vec<Component>> {
        let mut next = position.clone();
        next[*i].1 = code.clone();
        Ok(next)
    }

    fn goal(&self, _position: &Vec<Component>) -> Option<Winner> {
        None
    }

    fn impartial(&self) -> bool {
        self.impartial
    }

    fn canonical(&self, position: &Vec<Component>) -> Vec<Component> {
        let mut sorted = position.clone();
        sorted.sort_unstable();
        sorted
    }

    fn sums(&self) -> bool {
        true
    }

    fn split(&self, position: &Vec<Component>, out: &mut Vec<Vec<Component>>) -> bool {
        for (number, code) in position {
            match self.engine(*number).and_then(|engine| engine.split(code)) {
                Ok(Some(parts)) => out.extend(parts.into_iter().map(|part| vec![(*number, part)])),
                // a component that cannot be split stays whole; what is wrong with it shows when it is played
                _ => out.push(vec![(*number, code.clone())]),
            }
        }
        true
    }

    fn integer(&self, component: &Vec<Component>) -> Option<i64> {
        match component.as_slice() {
            [(number, code)] => self.engine(*number).ok()?.integer(code),
            _ => None,
        }
    }

    fn known(&self, component: &Vec<Component>, whole: Option<&Control>) -> Result<Option<(Dyadic, u32)>> {
        match component.as_slice() {
            [(number, code)] => self.engine(*number)?.known(code, whole),
            _ => Ok(None),
        }
    }

    fn promise(&self, position: &Vec<Component>, player: Player) -> i32 {
        let count = |player| {
            position
                .iter()
                .filter_map(|(number, code)| self.engine(*number).ok()?.moves(code, player).ok())
                .map(|moves| moves.len() as i32)
                .sum::<i32>()
        };
        count(player) - count(player.opponent())
    }

    fn threads(&self) -> usize {
        self.engines.iter().map(|engine| engine.threads()).min().unwrap_or(1)
    }
}

impl Coded for SumRules {
    fn encode(&self, position: &Vec<Component>) -> Vec<u8> {
        let mut code = Vec::new();
        for (number, part) in position {
            code.extend(number.to_le_bytes());
            code.extend((part.len() as u32).to_le_bytes());
            code.extend(part);
        }
        code
    }

    fn decode(&self, mut code: &[u8]) -> Result<Vec<Component>> {
        let mut position = Vec::new();
        while !code.is_empty() {
            let (head, rest) = code.split_first_chunk::<8>().ok_or_else(|| Error::invalid("a sum cut short"))?;
            let number = u32::from_le_bytes([head[0], head[1], head[2], head[3]]);
            let length = u32::from_le_bytes([head[4], head[5], head[6], head[7]]) as usize;
            if rest.len() < length {
                return Err(Error::invalid("a sum cut short"));
            }
            self.engine(number)?;
            position.push((number, rest[..length].to_vec()));
            code = &rest[length..];
        }
        Ok(position)
    }
}
