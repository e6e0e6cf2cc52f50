//! Several threads at one component: how they begin, what they tell each other, and how they end.

use super::requests::refuses;
use super::sums::Part;
use super::{Frame, Memo, Search};
use crate::error::{Error, Result};
use crate::rules::Rules;
use crate::search::nimber_table::{Known, Recent, Seen, Table, UNKNOWN};
use crate::sync::lock;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

const SHARDS: usize = 64;

/// What threads tell each other.
pub struct Shared<P> {
    shards: Vec<Mutex<Table<P>>>,
}

impl<P> Default for Shared<P> {
    fn default() -> Self {
        Shared { shards: (0..SHARDS).map(|_| Mutex::default()).collect() }
    }
}

impl<P: Clone + Eq> Shared<P> {
    /// The upper bits choose, for the lower ones find places within a table.
    pub fn shard(&self, key: u64) -> &Mutex<Table<P>> {
        &self.shards[(key >> 56) as usize % SHARDS]
    }

    pub fn bytes<R: Rules<Position = P>>(&self, rules: &R) -> u64 {
        self.shards.iter().map(|shard| lock(shard).bytes(rules)).sum()
    }
}

impl<R: Rules> Search<'_, '_, '_, R> {
    /// Go on together with other threads, which begin at the same component.
    pub fn join(&mut self, part: usize, request: u64) -> Result<()> {
        let done = AtomicBool::new(false);
        let failure: Mutex<Option<Error>> = Mutex::new(None);
        let verdict: Mutex<Option<Known>> = Mutex::new(None);
        let (rules, shared, purse) = (self.rules, self.shared, self.purse);
        let Part { piece, normal, key, here, known } = &self.parts[part];
        let (key, here, known) = (*key, *here, *known);
        let memos = (1..self.threads).map_while(|_| {
            let (table, rates) = (self.memo.table.copy(rules, purse)?, self.memo.rates.clone());
            Some(Memo { table, rates, recent: Recent::default(), seen: Seen::default() })
        });
        let memos: Vec<_> = memos.collect();
        let pieces = vec![(piece.clone(), normal.clone()); memos.len()];
        let answer = std::thread::scope(|scope| {
            for (number, (memo, (piece, normal))) in memos.into_iter().zip(pieces).enumerate() {
                let (done, failure, verdict) = (&done, &failure, &verdict);
                scope.spawn(move || {
                    let mut search = Search::new(rules, shared, purse, number + 1, memo);
                    search.together = true;
                    search.parts.push(Part { piece, normal, key, here, known });
                    match search.begin(0, request).and_then(|()| search.run(u64::MAX, Some(done))) {
                        Ok(true) => *lock(verdict) = search.verdict,
                        Ok(false) => {}
                        Err(error) => drop(lock(failure).get_or_insert(error)),
                    }
                    done.store(true, Ordering::Relaxed);
                    purse.give_back(search.memo.bytes(rules));
                });
            }
            self.together = true;
            let answer = self.run(u64::MAX, Some(&done));
            done.store(true, Ordering::Relaxed);
            answer
        });
        if let Some(found) = crate::sync::unlocked(verdict) {
            (self.frames, self.answers) = (Vec::new(), Vec::new());
            self.verdict.get_or_insert(found);
            return Ok(());
        }
        // The hook that asks to stop may have been called in another thread.
        match (answer, crate::sync::unlocked(failure)) {
            (Ok(true), _) => Ok(()),
            (Err(Error::Cancelled) | Ok(false), Some(error)) => Err(error),
            (answer, _) => answer.map(|_| ()),
        }
    }

    /// Have others decided what is on the path? Then what hangs on it is left.
    pub fn catch_up(&mut self) -> bool {
        let told = |frame: &Frame<R::Position>| {
            let found = lock(self.shared.shard(frame.key)).get(frame.key, &frame.normal)?;
            (found.exact != UNKNOWN || refuses(&found, frame.request)).then_some(found)
        };
        let Some((i, found)) = self.frames.iter().enumerate().find_map(|(i, frame)| Some((i, told(frame)?))) else {
            return false;
        };
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
