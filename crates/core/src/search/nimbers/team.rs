//! What threads at the same component tell each other: what they are at, and what they have found.
//!
//! Each has a memo of its own, so that a look-up takes no lock, and puts there what the others tell it, some findings at
//! a time. A thread marks the components on its path. What another one is at waits until there is nothing else to look
//! at, and what several were at is told as soon as one of them has decided it. Marks and news only say what is done
//! first, and spare work: each thread comes to the end without them.

use crate::rules::Rules;
use crate::search::nimber_table::{Known, Purse, Table};
use crate::sync::lock;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// Places for marks.
const MARKS: usize = 1 << 12;
/// What took at least so many openings is told to others.
const WORTH_TELLING: u64 = 4;
/// Findings that are told at once.
const BATCH: usize = 16;
/// Findings that wait for a thread, at most: when it is at something that takes long, the others do not tell it all.
const WAITING: usize = 1 << 12;

/// Threads at the same component.
pub struct Team<P> {
    /// How many threads have a component with such a key on their paths.
    marks: Vec<AtomicU32>,
    inboxes: Vec<Inbox<P>>,
    /// How often a component was decided while others were at it.
    decided: AtomicU64,
    /// The component in question is decided, or somebody failed.
    done: AtomicBool,
}

struct Inbox<P> {
    found: Mutex<Vec<Found<P>>>,
    any: AtomicBool,
}

/// What a thread has found out about a component.
#[derive(Clone)]
struct Found<P> {
    key: u64,
    piece: P,
    known: Known,
    effort: u64,
}

impl<P: Clone + Eq> Team<P> {
    pub fn new(threads: usize) -> Arc<Self> {
        Arc::new(Team {
            marks: (0..MARKS).map(|_| AtomicU32::new(0)).collect(),
            inboxes: (0..threads).map(|_| Inbox { found: Mutex::default(), any: AtomicBool::new(false) }).collect(),
            decided: AtomicU64::new(0),
            done: AtomicBool::new(false),
        })
    }

    pub fn mate(self: &Arc<Self>, number: usize) -> Mate<P> {
        Mate { team: Arc::clone(self), number, found: Vec::new(), decided: 0 }
    }

    /// Forget what nobody has listened to.
    pub fn close(&self, purse: &Purse) {
        for inbox in &self.inboxes {
            purse.give_back(bytes(&std::mem::take(&mut *lock(&inbox.found))));
        }
    }

    fn mark(&self, key: u64) -> &AtomicU32 {
        &self.marks[key as usize % MARKS]
    }
}

fn bytes<P>(found: &Vec<Found<P>>) -> u64 {
    (found.capacity() * size_of::<Found<P>>()) as u64
}

/// One thread of a team.
pub struct Mate<P> {
    team: Arc<Team<P>>,
    number: usize,
    /// What others will be told.
    found: Vec<Found<P>>,
    /// How much of [`Team::decided`] was looked at.
    decided: u64,
}

impl<P: Clone + Eq> Mate<P> {
    pub fn done(&self) -> bool {
        self.team.done.load(Ordering::Relaxed)
    }

    /// The others need not go on.
    pub fn stop_others(&self) {
        self.team.done.store(true, Ordering::Relaxed);
    }

    /// A component comes on the path of this thread.
    pub fn enter(&self, key: u64) {
        self.team.mark(key).fetch_add(1, Ordering::Relaxed);
    }

    /// Is somebody at this component? Or at another one with the same mark: nothing but the order depends on it.
    pub fn taken(&self, key: u64) -> bool {
        self.team.mark(key).load(Ordering::Relaxed) != 0
    }

    /// A component leaves the path of this thread undecided.
    pub fn give_up(&self, key: u64) {
        self.team.mark(key).fetch_sub(1, Ordering::Relaxed);
    }

    /// A component leaves the path of this thread decided.
    pub fn leave(&mut self, key: u64, piece: &P, known: Known, effort: u64, purse: &Purse) {
        let others = self.team.mark(key).fetch_sub(1, Ordering::Relaxed) > 1;
        if others || effort >= WORTH_TELLING {
            self.found.push(Found { key, piece: piece.clone(), known, effort });
        }
        if others || self.found.len() >= BATCH {
            self.tell(purse);
        }
        if others {
            self.team.decided.fetch_add(1, Ordering::Release);
            self.decided += 1;
        }
    }

    /// Tell the others what this thread has found, where there is room for it.
    pub fn tell(&mut self, purse: &Purse) {
        for (number, inbox) in self.team.inboxes.iter().enumerate() {
            if number == self.number {
                continue;
            }
            let mut waiting = lock(&inbox.found);
            if waiting.len() < WAITING && purse.try_reserve(&mut waiting, self.found.len()) {
                waiting.extend_from_slice(&self.found);
                inbox.any.store(true, Ordering::Relaxed);
            }
        }
        self.found.clear();
    }

    /// Put into the memo what others have told.
    pub fn listen<R: Rules<Position = P>>(&self, rules: &R, table: &mut Table<P>, purse: &Purse) {
        let inbox = &self.team.inboxes[self.number];
        if inbox.any.load(Ordering::Relaxed) {
            let mut waiting = lock(&inbox.found);
            inbox.any.store(false, Ordering::Relaxed);
            let found = std::mem::take(&mut *waiting);
            drop(waiting);
            for Found { key, piece, known, effort } in &found {
                table.put(rules, *key, piece, *known, *effort, purse);
            }
            purse.give_back(bytes(&found));
        }
    }

    /// Has another thread decided, since this was asked last, what several were at?
    pub fn overtaken(&mut self) -> bool {
        let decided = self.team.decided.load(Ordering::Acquire);
        std::mem::replace(&mut self.decided, decided) != decided
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::limits::{Control, Limits};
    use crate::search::toys::Dominoes;

    fn zero() -> Known {
        Known { exact: 0, ..Known::of_size(3) }
    }

    fn heard(mate: &Mate<u64>, purse: &Purse) -> Vec<u64> {
        let mut table = Table::default();
        mate.listen(&Dominoes::CRAM, &mut table, purse);
        (1..100).filter(|n| table.get(Dominoes::CRAM.key(n), n).is_some_and(|known| known.exact == 0)).collect()
    }

    #[test]
    fn what_takes_effort_is_told_to_all_others() {
        let control = Control::default();
        let purse = Purse::new(&control);
        let team = Team::new(3);
        let mut mates: Vec<Mate<u64>> = (0..3).map(|number| team.mate(number)).collect();
        for n in 1..100 {
            let key = Dominoes::CRAM.key(&n);
            mates[0].enter(key);
            mates[0].leave(key, &n, zero(), if n <= 60 { WORTH_TELLING } else { WORTH_TELLING - 1 }, &purse);
        }
        assert_eq!(heard(&mates[2], &purse), (1..=60 / BATCH as u64 * BATCH as u64).collect::<Vec<_>>());
        mates[0].tell(&purse);
        assert_eq!(heard(&mates[1], &purse), (1..=60).collect::<Vec<_>>());
        assert!(heard(&mates[0], &purse).is_empty() && heard(&mates[1], &purse).is_empty());
        assert!(mates.iter_mut().all(|mate| !mate.overtaken()));
    }

    #[test]
    fn what_several_are_at_is_told_at_once() {
        let control = Control::default();
        let purse = Purse::new(&control);
        let team = Team::new(2);
        let (mut one, mut two) = (team.mate(0), team.mate(1));
        let key = Dominoes::CRAM.key(&7);
        assert!(!one.taken(key));
        two.enter(key);
        assert!(one.taken(key));
        one.enter(key);
        one.leave(key, &7, zero(), 1, &purse);
        assert!(!one.overtaken() && two.overtaken() && !two.overtaken());
        assert_eq!(heard(&two, &purse), [7]);
        assert!(one.taken(key));
        two.give_up(key);
        assert!(!one.taken(key));
        assert!(!one.done());
        two.stop_others();
        assert!(one.done());
    }

    #[test]
    fn nobody_is_told_more_than_there_is_room_for() {
        let told = |control: &Control| {
            let purse = Purse::new(control);
            let team = Team::new(2);
            let (mut one, two) = (team.mate(0), team.mate(1));
            for n in 0..3 * WAITING as u64 {
                let key = Dominoes::CRAM.key(&n);
                one.enter(key);
                one.leave(key, &n, zero(), WORTH_TELLING, &purse);
            }
            let told = lock(&team.inboxes[1].found).len();
            assert!(purse.taken() > 0);
            team.close(&purse);
            assert_eq!(purse.taken(), 0);
            assert!(heard(&two, &purse).is_empty());
            told
        };
        assert_eq!(told(&Control::default()), WAITING);
        let little = Control::new(Limits { memory: Some(1 << 14), ..Limits::default() });
        let some = told(&little);
        assert!(0 < some && some < WAITING && little.peak_memory() <= 1 << 14, "{some}");
    }
}
