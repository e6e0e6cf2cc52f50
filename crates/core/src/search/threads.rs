//! The same work on several threads.

use crate::error::{Error, Result};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

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
            let mut failure = failure.lock().unwrap_or_else(PoisonError::into_inner);
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
    failure.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
}
