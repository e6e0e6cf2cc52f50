//! Any kernel as rules over bytes.
//!
//! A search that is generic over [`Rules`] is compiled anew for every kernel. That pays where positions are looked at
//! by the million and a position is a few words; everywhere else searches run over the one type [`Erased`], which asks
//! the kernel behind it through a table of functions and keeps positions as [`Code`]s. [`AnyRules`] forwards every
//! member of [`Rules`], so that a search knows as much about the kernel either way.

use super::code::Code;
use crate::error::{Error, Result};
use crate::limits::Control;
use crate::rules::{Expanded, Player, Prospect, Rules, Stuck, Survey, Winner};
use crate::search::enumerate::{self, Reach};
use crate::tablebase::Stored;
use crate::values::dyadic::Dyadic;
use std::sync::Arc;

/// A kernel whose positions are bytes outside.
pub trait Coded: Rules + Sized + Send {
    fn encode(&self, position: &Self::Position) -> Code;
    fn decode(&self, code: &[u8]) -> Result<Self::Position>;

    /// Bytes of a code, 0 where codes differ in length.
    fn code_bytes(&self) -> usize {
        0
    }

    /// The nimber, where the rules have a better way than searching.
    fn nimber(&self, _position: &Self::Position, _control: &Control) -> Result<Option<u32>> {
        Ok(None)
    }

    /// The positions after this one on a longest line of a player who moves alone.
    fn longest(&self, _position: &Self::Position, _player: Player, _control: &Control) -> Result<Vec<Self::Position>> {
        Err(Error::invalid("these rules know no longest lines"))
    }

    /// What can be reached from `start`. Rules with symmetries must not use all of them here: a representative stands
    /// for its orbit, and all of that can be reached only if the start is as symmetric.
    fn reachable(&self, start: &Self::Position, players: &[Player], control: &Control) -> Result<Reach<Code>> {
        reachable_over_bytes(self, &self.encode(start), players, control)
    }
}

/// A move: where it leads, and what searches want to know about it.
#[derive(Clone, Debug)]
pub struct Step {
    pub after: Code,
    pub cost: u32,
    pub score: i32,
    pub again: bool,
}

/// [`Rules`] and [`Coded`] over bytes, as an object. Bytes that are no position of the kernel are an error, and where
/// there is no room for one, a position about which nothing is known.
pub trait AnyRules: Send + Sync {
    /// The code by which searches know this position.
    fn read(&self, code: &[u8]) -> Result<Code>;
    fn steps(&self, code: &[u8], player: Player, out: &mut Vec<Step>) -> Result<()>;
    fn candidates(&self, code: &[u8], player: Player, out: &mut Vec<Step>) -> Result<()>;
    fn goal(&self, code: &[u8]) -> Result<Option<Winner>>;
    fn prospects(&self, code: &[u8], player: Player, out: &mut Vec<Prospect<Code>>) -> Result<()>;
    fn stuck(&self) -> Stuck;
    fn impartial(&self) -> bool;
    fn reversible(&self) -> bool;
    fn even_handed(&self) -> bool;
    fn unmoves(&self, code: &[u8], player: Player, again: bool, out: &mut Vec<Code>) -> Result<bool>;
    fn canonical(&self, code: &[u8]) -> Option<Code>;
    fn orbit(&self, code: &[u8]) -> u64;
    fn split(&self, code: &[u8], out: &mut Vec<Code>) -> Result<bool>;
    fn expand(&self, code: &[u8], out: &mut Expanded<Code>) -> Result<()>;
    fn sums(&self) -> bool;
    fn integer(&self, code: &[u8]) -> Option<i64>;
    fn known(&self, code: &[u8], whole: Option<&Control>) -> Result<Option<(Dyadic, u32)>>;
    fn stored(&self, code: &[u8]) -> Option<Stored<'_>>;
    fn normal(&self, code: &[u8]) -> Option<(Code, bool)>;
    fn survey(&self, code: &[u8]) -> Result<Survey>;
    fn threads(&self) -> usize;
    fn promise(&self, code: &[u8], player: Player) -> i32;
    fn effort(&self, code: &[u8], player: Player) -> (u32, u32);
    fn estimate(&self, code: &[u8]) -> u32;
    fn fingerprint(&self, code: &[u8]) -> Option<u128>;
    /// See [`Coded::code_bytes`].
    fn code_bytes(&self) -> usize;
    /// See [`Coded::nimber`].
    fn nimber(&self, code: &[u8], control: &Control) -> Result<Option<u32>>;
    /// See [`Coded::longest`].
    fn longest(&self, code: &[u8], player: Player, control: &Control) -> Result<Vec<Code>>;
    /// See [`Coded::reachable`].
    fn reachable(&self, code: &[u8], players: &[Player], control: &Control) -> Result<Reach<Code>>;
}

impl<R: Coded> AnyRules for R {
    fn read(&self, code: &[u8]) -> Result<Code> {
        Ok(self.encode(&self.decode(code)?))
    }

    fn steps(&self, code: &[u8], player: Player, out: &mut Vec<Step>) -> Result<()> {
        let (position, mut moves) = (self.decode(code)?, Vec::new());
        self.moves(&position, player, &mut moves)?;
        list_steps(self, &position, &moves, out)
    }

    fn candidates(&self, code: &[u8], player: Player, out: &mut Vec<Step>) -> Result<()> {
        let (position, mut moves) = (self.decode(code)?, Vec::new());
        Rules::candidates(self, &position, player, &mut moves)?;
        list_steps(self, &position, &moves, out)
    }

    fn goal(&self, code: &[u8]) -> Result<Option<Winner>> {
        Ok(Rules::goal(self, &self.decode(code)?))
    }

    fn prospects(&self, code: &[u8], player: Player, out: &mut Vec<Prospect<Code>>) -> Result<()> {
        let mut found = Vec::new();
        Rules::prospects(self, &self.decode(code)?, player, &mut found)?;
        out.extend(found.into_iter().map(|Prospect { position, points, again, bounds, promise }| Prospect {
            position: self.encode(&position),
            points,
            again,
            bounds,
            promise,
        }));
        Ok(())
    }

    fn stuck(&self) -> Stuck {
        Rules::stuck(self)
    }

    fn impartial(&self) -> bool {
        Rules::impartial(self)
    }

    fn reversible(&self) -> bool {
        Rules::reversible(self)
    }

    fn even_handed(&self) -> bool {
        Rules::even_handed(self)
    }

    fn unmoves(&self, code: &[u8], player: Player, again: bool, out: &mut Vec<Code>) -> Result<bool> {
        let mut found = Vec::new();
        let known = Rules::unmoves(self, &self.decode(code)?, player, again, &mut found)?;
        out.extend(found.iter().map(|position| self.encode(position)));
        Ok(known)
    }

    fn canonical(&self, code: &[u8]) -> Option<Code> {
        Some(self.encode(&Rules::canonical(self, &self.decode(code).ok()?)))
    }

    fn orbit(&self, code: &[u8]) -> u64 {
        self.decode(code).map_or(1, |position| Rules::orbit(self, &position))
    }

    fn split(&self, code: &[u8], out: &mut Vec<Code>) -> Result<bool> {
        let mut parts = Vec::new();
        let split = Rules::split(self, &self.decode(code)?, &mut parts);
        out.extend(parts.iter().map(|part| self.encode(part)));
        Ok(split)
    }

    fn expand(&self, code: &[u8], out: &mut Expanded<Code>) -> Result<()> {
        let mut found = Expanded::default();
        Rules::expand(self, &self.decode(code)?, &mut found)?;
        out.parts.clear();
        out.parts.extend(found.parts.iter().map(|part| self.encode(part)));
        (out.ends, out.lefts) = (found.ends, found.lefts);
        Ok(())
    }

    fn sums(&self) -> bool {
        Rules::sums(self)
    }

    fn integer(&self, code: &[u8]) -> Option<i64> {
        Rules::integer(self, &self.decode(code).ok()?)
    }

    fn known(&self, code: &[u8], whole: Option<&Control>) -> Result<Option<(Dyadic, u32)>> {
        Rules::known(self, &self.decode(code)?, whole)
    }

    fn stored(&self, code: &[u8]) -> Option<Stored<'_>> {
        Rules::stored(self, &self.decode(code).ok()?)
    }

    fn normal(&self, code: &[u8]) -> Option<(Code, bool)> {
        let (position, negative) = Rules::normal(self, &self.decode(code).ok()?);
        Some((self.encode(&position), negative))
    }

    fn survey(&self, code: &[u8]) -> Result<Survey> {
        Rules::survey(self, &self.decode(code)?)
    }

    fn threads(&self) -> usize {
        Rules::threads(self)
    }

    fn promise(&self, code: &[u8], player: Player) -> i32 {
        self.decode(code).map_or(0, |position| Rules::promise(self, &position, player))
    }

    fn effort(&self, code: &[u8], player: Player) -> (u32, u32) {
        self.decode(code).map_or((1, 1), |position| Rules::effort(self, &position, player))
    }

    fn estimate(&self, code: &[u8]) -> u32 {
        self.decode(code).map_or(0, |position| Rules::estimate(self, &position))
    }

    fn fingerprint(&self, code: &[u8]) -> Option<u128> {
        Some(Rules::fingerprint(self, &self.decode(code).ok()?))
    }

    fn code_bytes(&self) -> usize {
        Coded::code_bytes(self)
    }

    fn nimber(&self, code: &[u8], control: &Control) -> Result<Option<u32>> {
        Coded::nimber(self, &self.decode(code)?, control)
    }

    fn longest(&self, code: &[u8], player: Player, control: &Control) -> Result<Vec<Code>> {
        let line = Coded::longest(self, &self.decode(code)?, player, control)?;
        Ok(line.iter().map(|position| self.encode(position)).collect())
    }

    fn reachable(&self, code: &[u8], players: &[Player], control: &Control) -> Result<Reach<Code>> {
        Coded::reachable(self, &self.decode(code)?, players, control)
    }
}

fn list_steps<R: Coded>(rules: &R, position: &R::Position, moves: &[R::Move], out: &mut Vec<Step>) -> Result<()> {
    out.reserve(moves.len());
    for mv in moves {
        let after = rules.encode(&rules.play(position, mv)?);
        out.push(Step { after, cost: rules.cost(mv), score: rules.score(mv), again: rules.again(mv) });
    }
    Ok(())
}

/// What can be reached under these rules, as they are.
pub(crate) fn reachable_over_bytes(
    rules: &dyn AnyRules,
    start: &Code,
    players: &[Player],
    control: &Control,
) -> Result<Reach<Code>> {
    enumerate::reachable(&Erased::Borrowed(rules), start, players, players.len() > 1, control)
}

/// The kernel of bytes.
#[derive(Clone)]
pub enum Erased<'r> {
    Shared(Arc<dyn AnyRules>),
    Borrowed(&'r dyn AnyRules),
}

impl Erased<'_> {
    #[inline]
    fn rules(&self) -> &dyn AnyRules {
        match self {
            Erased::Shared(rules) => &**rules,
            Erased::Borrowed(rules) => *rules,
        }
    }
}

impl Rules for Erased<'_> {
    type Position = Code;
    type Move = Step;

    fn moves(&self, position: &Code, player: Player, out: &mut Vec<Step>) -> Result<()> {
        self.rules().steps(position, player, out)
    }

    fn candidates(&self, position: &Code, player: Player, out: &mut Vec<Step>) -> Result<()> {
        self.rules().candidates(position, player, out)
    }

    fn play(&self, _position: &Code, step: &Step) -> Result<Code> {
        Ok(step.after.clone())
    }

    fn goal(&self, position: &Code) -> Option<Winner> {
        self.rules().goal(position).ok().flatten()
    }

    fn cost(&self, step: &Step) -> u32 {
        step.cost
    }

    fn again(&self, step: &Step) -> bool {
        step.again
    }

    fn score(&self, step: &Step) -> i32 {
        step.score
    }

    fn prospects(&self, position: &Code, player: Player, out: &mut Vec<Prospect<Code>>) -> Result<()> {
        self.rules().prospects(position, player, out)
    }

    fn stuck(&self) -> Stuck {
        self.rules().stuck()
    }

    fn impartial(&self) -> bool {
        self.rules().impartial()
    }

    fn reversible(&self) -> bool {
        self.rules().reversible()
    }

    fn even_handed(&self) -> bool {
        self.rules().even_handed()
    }

    fn unmoves(&self, position: &Code, player: Player, again: bool, out: &mut Vec<Code>) -> Result<bool> {
        self.rules().unmoves(position, player, again, out)
    }

    fn canonical(&self, position: &Code) -> Code {
        self.rules().canonical(position).unwrap_or_else(|| position.clone())
    }

    fn orbit(&self, position: &Code) -> u64 {
        self.rules().orbit(position)
    }

    fn split(&self, position: &Code, out: &mut Vec<Code>) -> bool {
        self.rules().split(position, out).unwrap_or(false)
    }

    fn expand(&self, component: &Code, out: &mut Expanded<Code>) -> Result<()> {
        self.rules().expand(component, out)
    }

    fn sums(&self) -> bool {
        self.rules().sums()
    }

    fn integer(&self, component: &Code) -> Option<i64> {
        self.rules().integer(component)
    }

    fn known(&self, component: &Code, whole: Option<&Control>) -> Result<Option<(Dyadic, u32)>> {
        self.rules().known(component, whole)
    }

    fn stored(&self, component: &Code) -> Option<Stored<'_>> {
        self.rules().stored(component)
    }

    fn normal(&self, component: &Code) -> (Code, bool) {
        self.rules().normal(component).unwrap_or_else(|| (component.clone(), false))
    }

    fn survey(&self, component: &Code) -> Result<Survey> {
        self.rules().survey(component)
    }

    fn threads(&self) -> usize {
        self.rules().threads()
    }

    fn promise(&self, position: &Code, player: Player) -> i32 {
        self.rules().promise(position, player)
    }

    fn effort(&self, position: &Code, player: Player) -> (u32, u32) {
        self.rules().effort(position, player)
    }

    fn estimate(&self, position: &Code) -> u32 {
        self.rules().estimate(position)
    }

    fn beside(&self) -> usize {
        Code::beside(self.rules().code_bytes())
    }

    fn fingerprint(&self, position: &Code) -> u128 {
        self.rules().fingerprint(position).unwrap_or_default()
    }
}

impl Coded for Erased<'_> {
    fn encode(&self, position: &Code) -> Code {
        position.clone()
    }

    fn decode(&self, code: &[u8]) -> Result<Code> {
        self.rules().read(code)
    }

    fn nimber(&self, position: &Code, control: &Control) -> Result<Option<u32>> {
        self.rules().nimber(position, control)
    }
}
