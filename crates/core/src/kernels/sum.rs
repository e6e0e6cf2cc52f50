//! Positions of several kernels side by side: a disjunctive sum whose components speak in bytes.
//!
//! This is how games of different rules are added. A position is a sorted list of components, each the number of its
//! kernel and its code there; a player moves in one of them. All kernels must be in normal play with plain moves.

use crate::engine::{AnyRules, Code, Coded};
use crate::error::{Error, Result};
use crate::limits::Control;
use crate::rules::{Player, Rules, Stuck, Winner};
use crate::values::dyadic::Dyadic;
use std::sync::Arc;

pub type Component = (u32, Code);

pub struct SumRules {
    kernels: Vec<Arc<dyn AnyRules>>,
    impartial: bool,
}

impl SumRules {
    pub fn new(kernels: Vec<Arc<dyn AnyRules>>) -> Result<Self> {
        if !kernels.iter().all(|kernel| kernel.stuck() == Stuck::Loses) {
            return Err(Error::invalid("only games in normal play can be added"));
        }
        let impartial = kernels.iter().all(|kernel| kernel.impartial());
        Ok(SumRules { kernels, impartial })
    }

    fn kernel(&self, number: u32) -> Result<&dyn AnyRules> {
        self.kernels
            .get(number as usize)
            .map(|kernel| &**kernel)
            .ok_or_else(|| Error::invalid("a component without rules"))
    }

    fn count(&self, position: &[Component], player: Player) -> i32 {
        let mut steps = Vec::new();
        for (number, code) in position {
            // what is wrong with a component shows when it is played
            let _ = self.kernel(*number).and_then(|kernel| kernel.steps(code, player, &mut steps));
        }
        steps.len() as i32
    }
}

impl Rules for SumRules {
    type Position = Vec<Component>;
    /// The component that is played in, and what it becomes.
    type Move = (usize, Code);

    fn moves(&self, position: &Vec<Component>, player: Player, out: &mut Vec<Self::Move>) -> Result<()> {
        let mut steps = Vec::new();
        for (i, (number, code)) in position.iter().enumerate() {
            steps.clear();
            self.kernel(*number)?.steps(code, player, &mut steps)?;
            out.extend(steps.drain(..).map(|step| (i, step.after)));
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

    fn even_handed(&self) -> bool {
        self.impartial
    }

    fn unmoves(
        &self,
        position: &Vec<Component>,
        player: Player,
        again: bool,
        out: &mut Vec<Vec<Component>>,
    ) -> Result<bool> {
        let mut before = Vec::new();
        let first = out.len();
        for (i, (number, code)) in position.iter().enumerate() {
            if !self.kernel(*number)?.unmoves(code, player, again, &mut before)? {
                out.truncate(first);
                return Ok(false);
            }
            out.extend(before.drain(..).map(|code| {
                let mut earlier = position.clone();
                earlier[i].1 = code;
                earlier
            }));
        }
        Ok(true)
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
        let mut parts = Vec::new();
        for (number, code) in position {
            match self.kernel(*number).and_then(|kernel| kernel.split(code, &mut parts)) {
                Ok(true) => out.extend(parts.drain(..).map(|part| vec![(*number, part)])),
                // a component that cannot be split stays whole; what is wrong with it shows when it is played
                _ => out.push(vec![(*number, code.clone())]),
            }
        }
        true
    }

    fn integer(&self, component: &Vec<Component>) -> Option<i64> {
        match component.as_slice() {
            [(number, code)] => self.kernel(*number).ok()?.integer(code),
            _ => None,
        }
    }

    fn known(&self, component: &Vec<Component>, whole: Option<&Control>) -> Result<Option<(Dyadic, u32)>> {
        match component.as_slice() {
            [(number, code)] => self.kernel(*number)?.known(code, whole),
            _ => Ok(None),
        }
    }

    fn promise(&self, position: &Vec<Component>, player: Player) -> i32 {
        self.count(position, player) - self.count(position, player.opponent())
    }

    fn threads(&self) -> usize {
        self.kernels.iter().map(|kernel| kernel.threads()).min().unwrap_or(1)
    }
}

impl Coded for SumRules {
    fn encode(&self, position: &Vec<Component>) -> Code {
        let mut code = Vec::new();
        for (number, part) in position {
            code.extend(number.to_le_bytes());
            code.extend((part.len() as u32).to_le_bytes());
            code.extend(&**part);
        }
        Code::from(code)
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
            self.kernel(number)?;
            position.push((number, Code::from(&rest[..length])));
            code = &rest[length..];
        }
        Ok(position)
    }
}
