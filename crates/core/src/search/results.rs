//! Results of finished states, shared by all threads of a search: tables side by side, each with a lock of its own.

use crate::error::Result;
use crate::limits::Control;
use crate::search::table::Table;
use crate::sync::lock;
use std::sync::Mutex;

/// Few, since each takes some room as soon as it is used.
const SHARDS: u64 = 8;

pub(super) struct Results(Vec<Mutex<Table>>);

impl Results {
    /// All tables together may take `max_bytes`.
    pub(super) fn new(max_bytes: u64) -> Results {
        Results((0..SHARDS).map(|_| Mutex::new(Table::part(max_bytes, SHARDS))).collect())
    }

    pub(super) fn bytes(&self) -> u64 {
        self.0.iter().map(|shard| lock(shard).bytes()).sum()
    }

    /// The highest bits choose; the lowest find places within a table.
    fn shard(&self, key: u128) -> &Mutex<Table> {
        &self.0[(key >> 125) as usize % self.0.len()]
    }

    #[inline]
    pub(super) fn get(&self, key: u128) -> Option<bool> {
        lock(self.shard(key)).get(key).map(|value| value != 0)
    }

    pub(super) fn put(&self, key: u128, value: bool, effort: u64, control: &Control) -> Result<()> {
        lock(self.shard(key)).put(key, u32::from(value), effort, control)
    }
}
