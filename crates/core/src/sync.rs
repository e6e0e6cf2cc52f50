//! Locks whose poison is ignored: it only says that another thread panicked, and what our locks guard is sound between
//! any two steps. And how many threads can run at once.

use std::sync::{Mutex, MutexGuard, PoisonError};

pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What the lock guards, when nobody else is left.
pub fn unlocked<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// The processors that this process may use. To ask for them takes longer than to answer about a small board, since the
/// system keeps a quota in files; so they are asked for once, and again when the process was bound to other ones.
pub fn processors() -> usize {
    static KNOWN: Mutex<Option<(Bound, usize)>> = Mutex::new(None);
    let bound = bound_to();
    let mut known = lock(&KNOWN);
    match *known {
        Some((to, processors)) if to == bound => processors,
        _ => {
            let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
            *known = Some((bound, processors));
            processors
        }
    }
}

/// A bit for each processor.
type Bound = [u64; 16];

#[cfg(target_os = "linux")]
fn bound_to() -> Bound {
    unsafe extern "C" {
        fn sched_getaffinity(process: i32, bytes: usize, set: *mut u64) -> i32;
    }
    let mut bound = [0; 16];
    // SAFETY: it writes no more than so many bytes.
    unsafe { sched_getaffinity(0, size_of::<Bound>(), bound.as_mut_ptr()) };
    bound
}

#[cfg(not(target_os = "linux"))]
fn bound_to() -> Bound {
    [0; 16]
}

#[cfg(test)]
mod tests {
    #[test]
    fn processors_are_those_of_the_system() {
        let asked = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        assert_eq!([super::processors(), super::processors()], [asked; 2]);
    }
}
