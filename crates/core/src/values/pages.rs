//! A growing array of words that any number of threads may read while others write.
//!
//! Pages never move once made, so that a reader needs no lock. Page 0 holds the first 2^12 words and every later page as
//! many as all before it. Whoever allocates a run of words owns it until the run's address is published through a lock
//! or an atomic; that orders the writes.

use crate::error::{Error, Result};
use crate::sync::lock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock};

const FIRST_BITS: u32 = 12;
const PAGES: usize = 23;

type Page = Box<[AtomicU32]>;

pub struct Pages {
    pages: [OnceLock<Page>; PAGES],
    next: Mutex<u64>,
}

/// Runs are aligned to four words, and address 0 is never given.
const ALIGN: u64 = 4;

impl Default for Pages {
    fn default() -> Self {
        Pages { pages: Default::default(), next: Mutex::new(ALIGN) }
    }
}

#[inline]
fn place(word: u64) -> (usize, usize) {
    let log = (word | 1 << (FIRST_BITS - 1)).ilog2();
    // page 0 begins at 0
    let first = (1 << log) >> FIRST_BITS << FIRST_BITS;
    ((log - FIRST_BITS + 1) as usize, (word - first) as usize)
}

fn size(page: usize) -> u64 {
    1 << (FIRST_BITS as u64 + (page as u64).saturating_sub(1))
}

impl Pages {
    /// Make room for `words` consecutive words and give the first one's address. `announce` hears the new size in bytes
    /// before memory is taken, and may refuse.
    pub fn allocate(&self, words: u64, announce: impl FnOnce(u64) -> Result<()>) -> Result<u64> {
        let mut next = lock(&self.next);
        let mut start = *next;
        let (mut page, _) = place(start);
        while offset_in(start, page) + words > size(page) {
            page += 1;
            start = size(page);
            if page >= PAGES {
                return Err(Error::too_large("more game values than one universe can hold"));
            }
        }
        if self.pages[page].get().is_none() {
            announce((start + size(page)) * 4)?;
            let mut fresh = Vec::new();
            fresh.try_reserve_exact(size(page) as usize).map_err(|e| Error::out_of_memory(e.to_string()))?;
            fresh.resize_with(size(page) as usize, || AtomicU32::new(0));
            let _ = self.pages[page].set(fresh.into_boxed_slice());
        }
        *next = (start + words).next_multiple_of(ALIGN);
        Ok(start)
    }

    /// Bytes of the pages that exist.
    pub fn bytes(&self) -> u64 {
        self.pages.iter().filter_map(OnceLock::get).map(|page| page.len() as u64 * 4).sum()
    }

    /// `count` words from `start`, which one call of [`Pages::allocate`] gave.
    #[inline]
    pub fn slice(&self, start: u64, count: usize) -> &[AtomicU32] {
        let (page, offset) = place(start);
        match self.pages[page].get() {
            Some(words) => &words[offset..offset + count],
            None => &[],
        }
    }

    /// All words of the page from `start` on.
    #[inline]
    pub fn page_from(&self, start: u64) -> &[AtomicU32] {
        let (page, offset) = place(start);
        self.pages[page].get().and_then(|words| words.get(offset..)).unwrap_or(&[])
    }

    #[inline]
    pub fn get(&self, word: u64) -> u32 {
        let (page, offset) = place(word);
        self.pages[page].get().map_or(0, |words| words[offset].load(Ordering::Acquire))
    }

    #[inline]
    pub fn set(&self, word: u64, value: u32) {
        let (page, offset) = place(word);
        if let Some(words) = self.pages[page].get() {
            words[offset].store(value, Ordering::Release);
        }
    }
}

fn offset_in(word: u64, page: usize) -> u64 {
    if page == 0 { word } else { word - size(page) }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn runs_never_overlap_and_never_straddle_a_page() {
        let pages = Pages::default();
        let mut end = 0;
        for n in 0..5000u64 {
            let words = 1 + n * n % 977;
            let start = pages.allocate(words, |_| Ok(())).unwrap();
            assert!(start >= end);
            end = start + words;
            assert_eq!(pages.slice(start, words as usize).len(), words as usize);
            assert!(std::ptr::eq(&pages.page_from(start)[0], &pages.slice(start, 1)[0]));
            assert!(pages.page_from(start).len() as u64 >= words);
            pages.set(end - 1, n as u32);
            assert_eq!(pages.get(end - 1), n as u32);
        }
        assert!(pages.bytes() >= end * 4 && pages.bytes() <= end * 16);
        assert!(pages.allocate(10 << 20, |_| Err(Error::Cancelled)).is_err());
    }
}
