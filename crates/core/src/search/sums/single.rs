//! A position that is one component, decided by its options.

use super::{Search, Total};
use crate::error::Result;
use crate::rules::{Expanded, Player, Rules};

impl<R: Rules> Search<'_, '_, '_, R> {
    /// Does `player`, to move, win a position that is one component? Its own value is not asked for, and its options are
    /// looked at one by one, until one of them is settled and wins. `None` if that does not tell.
    pub(super) fn by_options(&mut self, position: &R::Position, player: Player) -> Result<Option<bool>> {
        let mut pieces = std::mem::take(&mut self.pieces);
        if !self.rules.split(position, &mut pieces) {
            pieces.push(position.clone());
        }
        let first = pieces.pop().filter(|_| pieces.is_empty());
        pieces.clear();
        self.pieces = pieces;
        let Some(piece) = first else { return Ok(None) };
        let (component, negative) = self.rules.normal(&piece);
        if self.walk.told(&component, true)?.is_some() {
            return Ok(None);
        }
        let mover = if negative { player.opponent() } else { player };
        let mut expanded = Expanded::default();
        self.rules.expand(&component, &mut expanded)?;
        let Expanded { parts, ends, lefts } = &expanded;
        let numbers = if mover == Player::Left { 0..*lefts } else { *lefts..ends.len() };
        let parts_of = |number: usize| &parts[number.checked_sub(1).map_or(0, |before| ends[before])..ends[number]];
        let mut options: Vec<(i64, usize)> = Vec::with_capacity(numbers.len());
        for number in numbers {
            self.ticker.glance()?;
            let promise = parts_of(number).iter().map(|part| i64::from(self.rules.promise(part, mover))).sum::<i64>();
            options.push((-promise, number));
        }
        options.sort_unstable();
        let mut unsure = false;
        for (_, number) in options {
            let start = self.parts.len();
            let mut total = Total::default();
            for part in parts_of(number) {
                self.ticker.glance()?;
                let one = self.enter_piece(part.clone(), false)?;
                total = self.add(&total, &one)?;
            }
            // seen from who is to move then
            let after = if mover == Player::Left { self.negative(&total)? } else { total };
            let settled = self.settled(&after, self.parts.len() - start)?;
            self.parts.truncate(start);
            if settled == Some(false) {
                return Ok(Some(true));
            }
            unsure |= settled.is_none();
        }
        Ok((!unsure).then_some(false))
    }
}
