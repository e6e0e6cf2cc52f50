//! The same work on several threads.

use crate::error::{Error, Result};
use crate::limits::Control;
use crate::sync::{lock, unlocked};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, Thread};

/// What went wrong in several threads: of several errors one that says why.
#[derive(Default)]
struct Failure(Mutex<Option<Error>>);

impl Failure {
    fn keep(&self, error: Error) {
        let mut kept = lock(&self.0);
        if matches!(*kept, None | Some(Error::Cancelled)) {
            *kept = Some(error);
        }
    }

    fn result(self) -> Result<()> {
        unlocked(self.0).map_or(Ok(()), Err)
    }
}

/// Run `work(number)` for each number below `threads`, the first in this thread. An error cancels the question, for the
/// others to see; of several errors one that says why is returned.
pub fn in_threads(threads: usize, control: &Control, work: impl Fn(usize) -> Result<()> + Sync) -> Result<()> {
    let failure = Failure::default();
    let run = |number| {
        if let Err(error) = work(number) {
            control.cancel();
            failure.keep(error);
        }
    };
    let (asker, working) = (thread::current(), AtomicUsize::new(threads.max(1) - 1));
    thread::scope(|scope| {
        for number in 1..threads {
            let (run, leaving) = (&run, Leaving { working: &working, asker: &asker });
            scope.spawn(move || {
                let _leaving = leaving;
                run(number);
            });
        }
        run(0);
        if let Err(error) = control.wait(|| working.load(Ordering::Acquire) == 0) {
            failure.keep(error);
        }
    });
    failure.result()
}

/// Tells the thread that waits for others that one of them has ended, however it did.
struct Leaving<'a> {
    working: &'a AtomicUsize,
    asker: &'a Thread,
}

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        self.working.fetch_sub(1, Ordering::Release);
        self.asker.unpark();
    }
}

/// So often a thread looks whether others have decided what it works on.
const LOOK_UP: u64 = 1 << 10;

/// A search that can pause: states on a path, and tables that threads share.
pub trait Paused: Send {
    /// States that were opened.
    fn opened(&self) -> u64;

    /// Is nothing left on the path?
    fn is_done(&self) -> bool;

    /// Go on with the last state on the path, whose last child has this answer; the answer of what was looked at.
    fn step(&mut self, answer: Option<bool>) -> Result<Option<bool>>;

    /// The answer of the first state on the path that another thread has decided, which is taken off the path with those
    /// after it.
    fn decided(&mut self) -> Option<bool>;

    /// Search on, until so many states were opened or `stopped` is set: `None` then.
    fn go_on(&mut self, states: u64, stopped: Option<&AtomicBool>) -> Result<Option<bool>> {
        let mut answer = None;
        while !self.is_done() {
            answer = self.step(answer)?;
            if answer.is_some() {
                continue;
            }
            if self.opened() >= states || stopped.is_some_and(|stopped| stopped.load(Ordering::Relaxed)) {
                return Ok(None);
            }
            if stopped.is_some() && self.opened().is_multiple_of(LOOK_UP) {
                answer = self.decided();
            }
        }
        Ok(answer)
    }
}

/// The answer of a search that may use so many threads, and shares its results with them: it opens `alone` states in this
/// thread, then `other` searches begin at the same question, and who is ready stops the others.
pub fn together<S: Paused>(
    mine: &mut S,
    threads: usize,
    alone: u64,
    begin: impl Fn(&mut S) -> Result<Option<bool>>,
    other: impl Fn(usize) -> S,
) -> Result<bool> {
    if let Some(answer) = begin(mine)? {
        return Ok(answer);
    }
    if let Some(answer) = mine.go_on(if threads > 1 { alone } else { u64::MAX }, None)? {
        return Ok(answer);
    }
    let mut others = Vec::new();
    for thread in 1..threads {
        let mut search = other(thread);
        if let Some(answer) = begin(&mut search)? {
            return Ok(answer);
        }
        others.push(search);
    }
    let (stopped, answer, failure) = (AtomicBool::new(false), Mutex::new(None), Failure::default());
    let run = |search: &mut S| {
        match search.go_on(u64::MAX, Some(&stopped)) {
            Ok(Some(found)) => *lock(&answer) = Some(found),
            Ok(None) => {}
            Err(error) => failure.keep(error),
        }
        stopped.store(true, Ordering::Relaxed);
    };
    thread::scope(|scope| {
        for mut search in others {
            let run = &run;
            scope.spawn(move || run(&mut search));
        }
        run(mine);
    });
    match unlocked(answer) {
        Some(found) => Ok(found),
        None => failure.result().and(Err(Error::Cancelled)),
    }
}

/// The order in which a thread goes through a list whose first entry is looked at already.
pub fn in_turn<T>(list: &mut [T], (thread, threads): (usize, usize)) {
    match thread {
        0 => {}
        1 => list.reverse(),
        _ => list.rotate_left(list.len() * thread / threads),
    }
}
