//! What is worked out once for a value and kept beside its record: thermograph, birthday, whether it is all small.

use super::nus::Nus;
use super::thermograph::Thermograph;
use super::universe::Game;
use super::worker::{LEFT, RIGHT, Worker};
use crate::error::{Error, Result};
use crate::rules::Mixer;
use num_bigint::BigInt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Largest birthday that a record can keep.
const LATEST: u64 = (1 << 30) - 2;

impl Worker<'_, '_, '_> {
    /// Visit followers without an answer, options first, until the root has one.
    fn fold(
        &mut self,
        root: Game,
        known: impl Fn(&Self, Game) -> bool,
        mut make: impl FnMut(&mut Self, Game) -> Result<()>,
    ) -> Result<()> {
        let mut stack = vec![root];
        while let Some(&game) = stack.last() {
            if known(self, game) {
                stack.pop();
                continue;
            }
            self.tick()?;
            let before = stack.len();
            for side in [LEFT, RIGHT] {
                stack.extend(self.options(game, side)?.into_iter().filter(|&option| !known(self, option)));
            }
            if stack.len() == before {
                make(self, game)?;
                stack.pop();
            }
        }
        Ok(())
    }

    pub fn thermograph(&mut self, game: Game) -> Result<Arc<Thermograph>> {
        let has =
            |worker: &Self, game| worker.universe.is_nus(game) || worker.universe.known_thermograph(game).is_some();
        self.fold(game, has, |worker, game| {
            let mut walls = [Vec::new(), Vec::new()];
            for side in [LEFT, RIGHT] {
                for option in worker.options(game, side)? {
                    walls[side].push(worker.kept_thermograph(option)?);
                }
            }
            let [left, right] = walls.each_ref().map(|side| side.iter().map(Arc::as_ref).collect::<Vec<_>>());
            worker.universe.set_thermograph(game, Thermograph::of_options(&left, &right), worker.control)
        })?;
        self.kept_thermograph(game)
    }

    fn kept_thermograph(&self, game: Game) -> Result<Arc<Thermograph>> {
        match self.universe.as_nus(game) {
            Some(nus) => Ok(Arc::new(of_nus(&nus))),
            None => self.universe.known_thermograph(game).ok_or_else(|| Error::invalid("a value without thermograph")),
        }
    }

    /// The number of moves in the longest line of play of the canonical form.
    pub fn birthday(&mut self, game: Game) -> Result<BigInt> {
        if let Some(nus) = self.universe.as_nus(game) {
            return Ok(birthday_of_nus(&nus));
        }
        self.depth(game)?;
        Ok(self.universe.known_depth(game).map_or(0, |(birthday, _)| birthday).into())
    }

    /// Can both players move from every follower that is not zero?
    pub fn is_all_small(&mut self, game: Game) -> Result<bool> {
        if let Some(nus) = self.universe.as_nus(game) {
            return Ok(nus.number.is_zero());
        }
        self.depth(game)?;
        Ok(self.universe.known_depth(game).is_some_and(|(_, all_small)| all_small))
    }

    /// A hash of the canonical form that is the same in every universe.
    pub fn fingerprint(&mut self, game: Game) -> Result<u64> {
        let of = |worker: &Self, game: Game| match worker.universe.as_nus(game) {
            Some(nus) => {
                let mut mixer = Mixer::default();
                nus.hash(&mut mixer);
                Some(mixer.finish())
            }
            None => worker.universe.known_fingerprint(game),
        };
        self.fold(
            game,
            |worker, game| of(worker, game).is_some(),
            |worker, game| {
                let mut mixer = Mixer::default();
                for side in [LEFT, RIGHT] {
                    let prints = worker.options(game, side)?.into_iter().filter_map(|option| of(worker, option));
                    // the order of options is an accident
                    mixer.word(prints.fold(0, u64::wrapping_add));
                }
                worker.universe.set_fingerprint(game, mixer.finish(), worker.control)
            },
        )?;
        Ok(of(self, game).unwrap_or_default())
    }

    fn depth(&mut self, game: Game) -> Result<()> {
        let has = |worker: &Self, game| worker.universe.is_nus(game) || worker.universe.known_depth(game).is_some();
        self.fold(game, has, |worker, game| {
            let (mut latest, mut all_small) = (0, true);
            for side in [LEFT, RIGHT] {
                for option in worker.options(game, side)? {
                    let (birthday, small) = match worker.universe.as_nus(option) {
                        Some(nus) => (u64::try_from(birthday_of_nus(&nus)).unwrap_or(u64::MAX), nus.number.is_zero()),
                        None => worker.universe.known_depth(option).map_or((0, true), |(b, s)| (b.into(), s)),
                    };
                    latest = latest.max(birthday);
                    all_small &= small;
                }
            }
            if latest >= LATEST {
                return Err(Error::too_large(format!("a birthday above {LATEST}")));
            }
            worker.universe.set_depth(game, latest as u32 + 1, all_small);
            Ok(())
        })
    }
}

/// Ups and stars show below temperature zero only: * leans both ways, up towards Left, down towards Right.
fn of_nus(nus: &Nus) -> Thermograph {
    if nus.is_number() {
        return Thermograph::number(&nus.number);
    }
    let (left, right) = match (nus.ups, nus.nimber) {
        (0, _) | (1 | -1, 1) => (true, true),
        (ups, _) => (ups > 0, ups < 0),
    };
    Thermograph::numberish(&nus.number, left, right)
}

/// By the canonical options: x + *k is born k days after x, x + n.up + *k one day after x + (n-1).up + *(k xor 1).
fn birthday_of_nus(nus: &Nus) -> BigInt {
    let ups = nus.ups.unsigned_abs();
    let stars = u64::from(nus.nimber);
    let days = match ups {
        0 => stars,
        _ => {
            let last = stars ^ ((ups - 1) & 1);
            ups - 1 + if last == 1 { 2 } else { 1 + (last ^ 1) }
        }
    };
    nus.number.birthday() + days
}
