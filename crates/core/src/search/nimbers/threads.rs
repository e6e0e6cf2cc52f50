//! Several threads at one component: how they begin, how they learn from each other, and how they end.

use super::requests::refuses;
use super::sums::Part;
use super::team::Team;
use super::{Frame, Memo, Search};
use crate::error::{Error, Result};
use crate::rules::Rules;
use crate::search::nimber_table::{Known, Recent, Seen, UNKNOWN};
use crate::sync::{lock, unlocked};
use std::sync::Mutex;

impl<R: Rules> Search<'_, '_, '_, R> {
    /// Go on together with other threads, which begin at the same component.
    pub fn join(&mut self, part: usize, request: u64) -> Result<()> {
        let failure: Mutex<Option<Error>> = Mutex::new(None);
        let verdict: Mutex<Option<Known>> = Mutex::new(None);
        let (rules, purse) = (self.rules, self.purse);
        let Part { piece, normal, key, here, known } = &self.parts[part];
        let (key, here, known) = (*key, *here, *known);
        let memos = (1..self.threads).map_while(|number| {
            // each will need stacks of its own
            if !purse.allows(number as u64 * self.stacks()) {
                return None;
            }
            let (table, rates) = (self.memo.table.copy(rules, purse)?, self.memo.rates.clone());
            Some(Memo { table, rates, recent: Recent::default(), seen: Seen::default() })
        });
        let memos: Vec<_> = memos.collect();
        let pieces = vec![(piece.clone(), normal.clone()); memos.len()];
        let team = Team::new(memos.len() + 1);
        let mate = team.mate(0);
        self.frames.iter().for_each(|frame| mate.enter(frame.key));
        self.mate = Some(mate);
        let answer = std::thread::scope(|scope| {
            for (number, (memo, (piece, normal))) in memos.into_iter().zip(pieces).enumerate() {
                let (failure, verdict, mate) = (&failure, &verdict, team.mate(number + 1));
                scope.spawn(move || {
                    let mut search = Search::new(rules, purse, memo);
                    search.mate = Some(mate);
                    search.parts.push(Part { piece, normal, key, here, known });
                    match search.begin(0, request).and_then(|()| search.run(u64::MAX)) {
                        Ok(true) => *lock(verdict) = search.verdict,
                        Ok(false) => {}
                        Err(error) => drop(lock(failure).get_or_insert(error)),
                    }
                    if let Some(mate) = &mut search.mate {
                        mate.stop_others();
                        mate.tell(purse);
                    }
                    purse.give_back(search.memo.bytes(rules));
                });
            }
            let answer = self.run(u64::MAX);
            self.mate.iter().for_each(|mate| mate.stop_others());
            answer
        });
        if let Some(mate) = self.mate.take() {
            mate.listen(rules, &mut self.memo.table, purse);
        }
        team.close(purse);
        if let Some(found) = unlocked(verdict) {
            (self.frames, self.answers) = (Vec::new(), Vec::new());
            self.verdict.get_or_insert(found);
            return Ok(());
        }
        // The hook that asks to stop may have been called in another thread.
        match (answer, unlocked(failure)) {
            (Ok(true), _) => Ok(()),
            (Err(Error::Cancelled) | Ok(false), Some(error)) => Err(error),
            (answer, _) => answer.map(|_| ()),
        }
    }

    /// Learn from others. What they have decided on the path is left with what hangs on it; was there any?
    pub fn catch_up(&mut self) -> bool {
        let Some(mate) = &mut self.mate else { return false };
        let overtaken = mate.overtaken();
        mate.listen(self.rules, &mut self.memo.table, self.purse);
        let told = |frame: &Frame<R::Position>| {
            let found = self.memo.table.get(frame.key, &frame.normal)?;
            (found.exact != UNKNOWN || refuses(&found, frame.request)).then_some(found)
        };
        let mut path = self.frames.iter().enumerate();
        let decided = if overtaken { path.find_map(|(i, frame)| Some((i, told(frame)?))) } else { None };
        let Some((i, found)) = decided else { return false };
        self.frames[i + 1..].iter().for_each(|frame| mate.give_up(frame.key));
        if let Some(next) = self.frames.get(i + 1) {
            self.answers.truncate(next.first);
            self.parts.truncate(next.parts);
        }
        self.frames.truncate(i + 1);
        if let Some(frame) = self.frames.last_mut() {
            frame.known.learn(found);
        }
        true
    }
}
