//! Limits, cancellation and progress: one object that every search polls.
//!
//! A search owns a [`Ticker`] per thread and calls [`Ticker::tick`] once per position. A tick is an increment and a
//! compare; once every batch of ticks it looks at the clock, the limits and the cancel flag, and every
//! [`HOOK_INTERVAL`] it calls the hook, which reports progress and may ask to stop. The batch grows and shrinks with
//! what positions cost, so that a look comes about every [`LOOK_INTERVAL`] whether a position takes 50 nanoseconds or
//! a millisecond. That keeps Ctrl-C within 0.2 s. Only the thread that asked may be told of signals, so that it is
//! the first to call the hook, and never waits for others without looking ([`Control::wait`], [`Control::lock`]).

use crate::error::{Error, LimitKind, Result};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, TryLockError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

const LOOK_INTERVAL: Duration = Duration::from_millis(4);
const FIRST_BATCH: u32 = 8;
const LARGEST_BATCH: u32 = 1 << 16;
const HOOK_INTERVAL: Duration = Duration::from_millis(50);
/// Another thread calls the hook only after this.
const ASKER_MISSING: Duration = Duration::from_millis(200);
/// A search without a limit may take this much before anybody asks what the machine has.
const MODEST: u64 = 1 << 28;

#[derive(Clone, Debug, Default)]
pub struct Limits {
    pub time: Option<Duration>,
    /// What the asker calls the limit, where some of it was spent before.
    pub given: Option<Duration>,
    /// Bytes that the search's own tables may take.
    pub memory: Option<u64>,
    /// Positions that the search may visit.
    pub positions: Option<u64>,
}

/// What the hook is told.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    pub positions: u64,
    pub elapsed: Duration,
    /// Depth of the current iteration or layer, where the search has one.
    pub depth: u64,
}

type Hook<'a> = Box<dyn FnMut(Progress) -> Result<()> + Send + 'a>;

/// Shared by all threads of one question.
pub struct Control<'a> {
    limits: Limits,
    started: Instant,
    asker: ThreadId,
    positions: AtomicU64,
    memory: AtomicU64,
    /// What the machine has for a search without a limit.
    ceiling: OnceLock<u64>,
    depth: AtomicU64,
    cancelled: AtomicBool,
    hook: Option<Mutex<(Instant, Hook<'a>)>>,
}

impl Default for Control<'_> {
    fn default() -> Self {
        Control::new(Limits::default())
    }
}

impl<'a> Control<'a> {
    pub fn new(limits: Limits) -> Self {
        Control {
            limits,
            started: Instant::now(),
            asker: thread::current().id(),
            positions: AtomicU64::new(0),
            memory: AtomicU64::new(0),
            ceiling: OnceLock::new(),
            depth: AtomicU64::new(0),
            cancelled: AtomicBool::new(false),
            hook: None,
        }
    }

    /// The hook is called about every 50 ms, by the thread that asked as long as it ticks or waits; an error from it stops
    /// the search.
    pub fn with_hook(mut self, hook: impl FnMut(Progress) -> Result<()> + Send + 'a) -> Self {
        self.hook = Some(Mutex::new((Instant::now(), Box::new(hook))));
        self
    }

    pub fn ticker(&self) -> Ticker<'_, 'a> {
        Ticker { control: self, pending: 0, glances: 0, batch: FIRST_BATCH, looked: Instant::now() }
    }

    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Positions visited so far (exact once every ticker has been dropped).
    pub fn positions(&self) -> u64 {
        self.positions.load(Ordering::Relaxed)
    }

    /// Count positions for a thread that has no ticker because another one looks at the limits for it.
    pub fn count(&self, positions: u64) {
        self.positions.fetch_add(positions, Ordering::Relaxed);
    }

    /// The largest number of bytes that was announced with [`Control::memory`].
    pub fn peak_memory(&self) -> u64 {
        self.memory.load(Ordering::Relaxed)
    }

    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    pub fn memory_limit(&self) -> Option<u64> {
        self.limits.memory
    }

    /// The depth of the current iteration or layer, 0 where the search has none.
    pub fn depth(&self) -> u64 {
        self.depth.load(Ordering::Relaxed)
    }

    pub fn set_depth(&self, depth: u64) {
        self.depth.store(depth, Ordering::Relaxed);
    }

    /// Announce that the tables of this search now take `bytes`; call it *before* a table grows. Where no limit was given,
    /// what the machine has left is one: better to stop in order than to be killed.
    pub fn memory(&self, bytes: u64) -> Result<()> {
        self.memory.fetch_max(bytes, Ordering::Relaxed);
        match self.limits.memory {
            Some(limit) if bytes > limit => Err(Error::out_of_memory(format!(
                "memory limit reached: {} needed, {} allowed, after {} positions",
                megabytes(bytes),
                megabytes(limit),
                self.positions()
            ))),
            None if bytes > MODEST && bytes > *self.ceiling.get_or_init(|| available().unwrap_or(u64::MAX)) => {
                let positions = self.positions();
                Err(Error::out_of_memory(format!(
                    "the memory of this machine does not suffice: {} needed, after {positions} positions",
                    megabytes(bytes)
                )))
            }
            _ => Ok(()),
        }
    }

    /// Wait for other threads, which unpark this one when they are done, and look at limits and signals meanwhile. What
    /// goes wrong cancels the question, so that they end.
    pub fn wait(&self, done: impl Fn() -> bool) -> Result<()> {
        while !done() {
            thread::park_timeout(LOOK_INTERVAL);
            self.check().inspect_err(|_| self.cancel())?;
        }
        Ok(())
    }

    /// What another question may hold for long.
    pub fn lock<'m, T: ?Sized>(&self, mutex: &'m Mutex<T>) -> Result<MutexGuard<'m, T>> {
        loop {
            match mutex.try_lock() {
                Ok(guard) => return Ok(guard),
                Err(TryLockError::Poisoned(poisoned)) => return Ok(poisoned.into_inner()),
                Err(TryLockError::WouldBlock) => thread::park_timeout(LOOK_INTERVAL),
            }
            self.check()?;
        }
    }

    fn check(&self) -> Result<()> {
        if self.cancelled.load(Ordering::Relaxed) {
            return Err(Error::Cancelled);
        }
        let positions = self.positions();
        if let Some(limit) = self.limits.positions
            && positions > limit
        {
            return Err(Error::Limit(LimitKind::Positions, format!("limit of {limit} positions reached")));
        }
        let elapsed = self.started.elapsed();
        if let Some(limit) = self.limits.time
            && elapsed > limit
        {
            let seconds = self.limits.given.unwrap_or(limit).as_secs_f64();
            return Err(Error::Limit(
                LimitKind::Time,
                format!("time limit of {seconds} s reached after {positions} positions"),
            ));
        }
        if let Some(hook) = &self.hook
            && let Ok(mut guard) = hook.try_lock()
            && guard.0.elapsed() >= if thread::current().id() == self.asker { HOOK_INTERVAL } else { ASKER_MISSING }
        {
            let progress = Progress { positions, elapsed, depth: self.depth.load(Ordering::Relaxed) };
            let answer = (guard.1)(progress);
            guard.0 = Instant::now();
            if answer.is_err() {
                self.cancel();
            }
            return answer;
        }
        Ok(())
    }
}

/// Few of them with a decimal, so that a small limit is not said to be nothing.
fn megabytes(bytes: u64) -> String {
    let whole = bytes >> 20;
    if whole < 10 { format!("{:.1} MB", bytes as f64 / f64::from(1 << 20)) } else { format!("{whole} MB") }
}

/// Bytes that the system can give without swapping, less a tenth; `None` where it does not say.
pub fn available() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024 / 10 * 9)
}

/// One thread's counter.
pub struct Ticker<'c, 'a> {
    control: &'c Control<'a>,
    /// Positions that were not counted yet, and glances since the last look.
    pending: u32,
    glances: u32,
    batch: u32,
    looked: Instant,
}

impl Ticker<'_, '_> {
    /// Count one position; every batch of positions also [`Ticker::check`].
    #[inline]
    pub fn tick(&mut self) -> Result<()> {
        self.pending += 1;
        if self.pending + self.glances >= self.batch { self.look() } else { Ok(()) }
    }

    /// Count a piece of work that is no position: one of many options, a clause, an entry of a table.
    #[inline]
    pub fn glance(&mut self) -> Result<()> {
        self.glances += 1;
        if self.pending + self.glances >= self.batch { self.look() } else { Ok(()) }
    }

    #[cold]
    fn look(&mut self) -> Result<()> {
        let took = self.looked.elapsed();
        if took < LOOK_INTERVAL / 2 {
            self.batch = (self.batch * 2).min(LARGEST_BATCH);
        } else if took > LOOK_INTERVAL {
            self.batch = (self.batch / 2).max(1);
        }
        self.check()?;
        if let Some(limit) = self.control.limits.positions {
            // so that the limit is met to the position
            let left = limit.saturating_sub(self.control.positions()) + 1;
            self.batch = self.batch.min(u32::try_from(left).unwrap_or(u32::MAX));
        }
        Ok(())
    }

    /// Look at the clock, the limits, the cancel flag and the hook now.
    #[cold]
    pub fn check(&mut self) -> Result<()> {
        self.flush();
        self.glances = 0;
        self.looked = Instant::now();
        self.control.check()
    }

    fn flush(&mut self) {
        self.control.positions.fetch_add(u64::from(self.pending), Ordering::Relaxed);
        self.pending = 0;
    }
}

impl Drop for Ticker<'_, '_> {
    fn drop(&mut self) {
        self.flush();
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_limited() {
        let control = Control::new(Limits { positions: Some(1000), ..Limits::default() });
        let mut ticker = control.ticker();
        let stopped = (0..100_000).position(|_| ticker.tick().is_err());
        assert!(stopped.is_some_and(|n| n < 1010), "{stopped:?}");
    }

    #[test]
    fn slow_positions_are_looked_at_often() {
        let control = Control::new(Limits { time: Some(Duration::from_millis(20)), ..Limits::default() });
        let mut ticker = control.ticker();
        let mut ticks = 0;
        while ticker.tick().is_ok() {
            std::thread::sleep(Duration::from_millis(2));
            ticks += 1;
        }
        // ten positions fit the limit; a fixed batch of hundreds would overshoot it many times
        assert!(ticks < 60, "{ticks}");
    }

    #[test]
    fn glances_look_at_the_clock_and_are_no_positions() {
        let control = Control::new(Limits { time: Some(Duration::from_millis(5)), ..Limits::default() });
        let mut ticker = control.ticker();
        let started = Instant::now();
        while ticker.glance().is_ok() {
            assert!(started.elapsed() < Duration::from_secs(10));
        }
        drop(ticker);
        assert_eq!(control.positions(), 0);
    }

    #[test]
    fn the_limit_that_was_given_is_the_one_that_is_named() {
        let given = Some(Duration::from_secs(2));
        let control = Control::new(Limits { time: Some(Duration::ZERO), given, ..Limits::default() });
        let said = control.ticker().check().map_err(|error| error.to_string());
        assert!(said.is_err_and(|text| text.contains("limit of 2 s")));
    }

    #[test]
    fn a_hook_can_stop_a_search() {
        let control = Control::default().with_hook(|_| Err(Error::Cancelled));
        let mut ticker = control.ticker();
        let started = Instant::now();
        while ticker.tick().is_ok() {
            assert!(started.elapsed() < Duration::from_secs(10));
        }
        assert!(matches!(ticker.check(), Err(Error::Cancelled)));
    }

    #[test]
    fn who_asked_calls_the_hook_while_others_work() {
        let asker = thread::current().id();
        let calls = Mutex::new(Vec::new());
        let control = Control::default().with_hook(|_| {
            calls.lock().unwrap().push(thread::current().id());
            if calls.lock().unwrap().len() < 5 { Ok(()) } else { Err(Error::Cancelled) }
        });
        thread::scope(|scope| {
            let other = scope.spawn(|| {
                let mut ticker = control.ticker();
                while ticker.tick().is_ok() {}
            });
            assert!(matches!(control.wait(|| other.is_finished()), Err(Error::Cancelled)));
        });
        let calls = calls.lock().unwrap();
        assert!(calls.iter().filter(|&&id| id == asker).count() >= 3, "{calls:?}");
    }

    #[test]
    fn a_lock_that_another_thread_holds_keeps_nobody_from_its_limits() {
        let mutex = Mutex::new(());
        let held = mutex.lock().unwrap();
        let control = Control::new(Limits { time: Some(Duration::from_millis(20)), ..Limits::default() });
        assert!(matches!(control.lock(&mutex), Err(Error::Limit(LimitKind::Time, _))));
        drop(held);
        assert!(control.lock(&mutex).is_ok());
    }

    #[test]
    fn memory_is_limited_and_remembered() {
        let control = Control::new(Limits { memory: Some(1 << 20), ..Limits::default() });
        assert!(control.memory(1 << 19).is_ok());
        assert!(control.memory(1 << 21).is_err());
        assert_eq!(control.peak_memory(), 1 << 21);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn without_a_limit_the_machine_sets_one() {
        let control = Control::default();
        assert!(control.memory(MODEST).is_ok());
        assert!(control.memory(1 << 60).is_err());
    }
}
