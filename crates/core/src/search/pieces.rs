//! Values of components that are sets of moves: worked out once, and looked up by the set.

use crate::error::Result;
use crate::limits::Control;
use crate::rules::{Rules, Shrinking};
use crate::search::climate::Climate;
use crate::search::recent::Recent;
use crate::search::values::{Values, Walk};
use crate::sets::{Set, mixed};
use crate::values::{Game, Nus, Universe};

/// A value is given up if it takes more than this many positions.
const CHEAP_POSITIONS: u64 = 2000;

/// A value, and what there is to know about it and about its negative.
pub(super) type Worth = (Game, [Climate; 2]);

pub(super) struct Pieces<'s, 'c, 'a, R: Rules, S> {
    rules: &'s R,
    game: &'s dyn Shrinking<R::Position, S>,
    /// Values components, and works on values.
    pub(super) walk: Walk<'s, 'c, 'a, R>,
    control: &'c Control<'a>,
    /// By the set; by the normal form.
    lately: Recent<Option<Worth>>,
    normal: Recent<Option<Worth>>,
    /// By value.
    climates: Recent<[Climate; 2]>,
    /// Lower bounds for both players by counting, of what was not valued.
    counted: Recent<[i64; 2]>,
}

impl<'s, 'c, 'a, R: Rules, S: Set> Pieces<'s, 'c, 'a, R, S> {
    pub(super) fn new(
        (rules, game): (&'s R, &'s dyn Shrinking<R::Position, S>),
        (universe, values): (&'s Universe, &'s Values<R::Position>),
        remembered: usize,
        control: &'c Control<'a>,
    ) -> Self {
        Pieces {
            rules,
            game,
            walk: Walk::new(values, rules, universe, 0, control),
            control,
            lately: Recent::new(remembered),
            normal: Recent::new(remembered),
            climates: Recent::new(remembered),
            counted: Recent::new(remembered),
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.lately.bytes() + self.normal.bytes() + self.climates.bytes() + self.counted.bytes()
    }

    /// The value of a component, if it is soon worked out.
    #[inline(always)]
    pub(super) fn worth(&mut self, component: S) -> Result<Option<Worth>> {
        match self.lately.get(component.mixed()) {
            Some(&known) => Ok(known),
            None => self.work_out(component),
        }
    }

    fn work_out(&mut self, component: S) -> Result<Option<Worth>> {
        let (normal, negative) = self.rules.normal(&self.game.position(component));
        let fingerprint = self.rules.fingerprint(&normal);
        let found = match self.normal.get(fingerprint) {
            Some(&known) => known,
            None => {
                let value = match self.rules.known(&normal, None)? {
                    Some((number, nimber)) => {
                        Some(self.walk.worker.universe().nus(Nus { number, ups: 0, nimber }, self.control)?)
                    }
                    None => self.walk.cheap(&normal, CHEAP_POSITIONS)?,
                };
                let found = match value {
                    Some(value) => Some((value, self.climates(value)?)),
                    None => None,
                };
                self.normal.put(fingerprint, found);
                found
            }
        };
        let found = match found {
            Some((value, [own, other])) if negative => Some((self.walk.worker.negative(value)?, [other, own])),
            found => found,
        };
        self.lately.put(component.mixed(), found);
        Ok(found)
    }

    pub(super) fn climates(&mut self, value: Game) -> Result<[Climate; 2]> {
        let key = mixed(u128::from(value.bits()));
        if let Some(&known) = self.climates.get(key) {
            return Ok(known);
        }
        let climates = Climate::of(&*self.walk.worker.thermograph(value)?);
        self.climates.put(key, climates);
        Ok(climates)
    }

    /// What counting tells about a component, for both players, in sixteenths.
    pub(super) fn counted(&mut self, component: S) -> Result<[i64; 2]> {
        if let Some(&known) = self.counted.get(component.mixed()) {
            return Ok(known);
        }
        let survey = self.rules.survey(&self.game.position(component))?;
        let found = [survey.low, -survey.high];
        self.counted.put(component.mixed(), found);
        Ok(found)
    }
}
