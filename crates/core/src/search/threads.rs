//! The same work on several threads.

use crate::error::{Error, Result};
use crate::sync::{lock, unlocked};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// Run `work(number)` for each number below `threads`, the first in this thread. An error sets `stopped`, for the others
/// to see; of several errors one that says why is returned.
pub fn in_threads(
    threads: usize,
    stopped: &AtomicBool,
    work: impl Fn(usize) -> Result<()> + Send + Sync,
) -> Result<()> {
    let failure: Mutex<Option<Error>> = Mutex::new(None);
    let run = |number| {
        if let Err(error) = work(number) {
            stopped.store(true, Ordering::Relaxed);
            let mut failure = lock(&failure);
            if matches!(*failure, None | Some(Error::Cancelled)) {
                *failure = Some(error);
            }
        }
    };
    std::thread::scope(|scope| {
        for number in 1..threads {
            let run = &run;
            scope.spawn(move || run(number));
        }
        run(0);
    });
    unlocked(failure).map_or(Ok(()), Err)
}
