//! The allocator of the test binary counts, for each thread, the bytes that it took less those that it gave back.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local!(static TAKEN: Cell<i64> = const { Cell::new(0) });

struct Counting;

#[global_allocator]
static COUNTING: Counting = Counting;

fn count(bytes: i64) {
    // a thread that ends has no counter any more
    let _ = TAKEN.try_with(|taken| taken.set(taken.get() + bytes));
}

// SAFETY: everything is passed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as i64);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-(layout.size() as i64));
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as i64);
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size as i64 - layout.size() as i64);
        unsafe { System.realloc(pointer, layout, size) }
    }
}

/// Bytes that this thread holds (or, if it freed what others took, owes).
pub fn taken() -> i64 {
    TAKEN.with(Cell::get)
}
