//! Tables on disk: computed once, memory-mapped ever after.
//!
//! A file is a 64-byte header (magic, format version, length, checksum; little-endian words) and the bytes of the
//! table. It is written under a temporary name in the same directory, synced and renamed, so that a reader sees a whole
//! table or none, and several processes may build the same table at once: each renames its own file, the last one
//! stays, and the mappings of the others remain valid because a file under its final name is never written again.
//! Nothing read from disk is trusted: a file with a wrong header, length or checksum is rebuilt. The checksum is seeded
//! with the table's name, so a renamed file is foreign too. A directory that cannot be used only costs the cache: the
//! table then lives in memory.

use crate::error::{Error, Result};
use memmap2::Mmap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

const MAGIC: u64 = u64::from_le_bytes(*b"PPTABLE\n");
const VERSION: u64 = 1;
const HEADER: usize = 64;

/// The bytes of a table, wherever they live.
#[derive(Debug)]
pub struct Table(Bytes);

#[derive(Debug)]
enum Bytes {
    Mapped(Mmap),
    Owned(Vec<u8>),
}

impl Deref for Table {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match &self.0 {
            Bytes::Mapped(map) => map.get(HEADER..).unwrap_or_default(),
            Bytes::Owned(bytes) => bytes,
        }
    }
}

impl From<Vec<u8>> for Table {
    fn from(bytes: Vec<u8>) -> Table {
        Table(Bytes::Owned(bytes))
    }
}

impl Table {
    /// True when the table is a mapped file, false when it lives in memory.
    pub fn on_disk(&self) -> bool {
        matches!(self.0, Bytes::Mapped(_))
    }
}

/// The table called `name` (a plain file name) in `dir`: read when a sound one is there, otherwise built and kept.
/// Errors come from `build` only, or from a name or a length that contradicts the caller's own claim.
pub fn load_or_build(
    dir: &Path,
    name: &str,
    expected_len: usize,
    build: impl FnOnce() -> Result<Vec<u8>>,
) -> Result<Table> {
    let path = path_of(dir, name)?;
    if let Some(map) = load(&path, name, expected_len) {
        return Ok(Table(Bytes::Mapped(map)));
    }
    let bytes = build()?;
    if bytes.len() != expected_len {
        let found = bytes.len();
        return Err(Error::invalid(format!("table {name}: {found} bytes built, {expected_len} expected")));
    }
    Ok(Table(match save(dir, &path, name, &bytes) {
        Ok(map) => Bytes::Mapped(map),
        Err(_) => Bytes::Owned(bytes),
    }))
}

/// The table called `name` in `dir`, of any length, if a sound one is there.
pub fn open(dir: &Path, name: &str) -> Option<Table> {
    let path = path_of(dir, name).ok()?;
    let bytes = fs::metadata(&path).ok()?.len().checked_sub(HEADER as u64)?;
    load(&path, name, usize::try_from(bytes).ok()?).map(|map| Table(Bytes::Mapped(map)))
}

/// Keep a table as `name` in `dir`, in place of one that is there, whose mappings remain.
pub fn keep(dir: &Path, name: &str, bytes: &[u8]) -> Result<Table> {
    let path = path_of(dir, name)?;
    match save(dir, &path, name, bytes) {
        Ok(map) => Ok(Table(Bytes::Mapped(map))),
        Err(error) => Err(Error::invalid(format!("{} cannot be written: {error}", path.display()))),
    }
}

/// Something that is another once another table has been kept under this name; nothing if there is none.
pub fn written(dir: &Path, name: &str) -> Option<String> {
    let metadata = fs::metadata(path_of(dir, name).ok()?).ok()?;
    let since = metadata.modified().ok()?.duration_since(std::time::UNIX_EPOCH).ok()?;
    Some(format!("{name}-{}-{}", metadata.len(), since.as_nanos()))
}

fn path_of(dir: &Path, name: &str) -> Result<PathBuf> {
    let plain = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-".contains(&b));
    if !plain || name.starts_with('.') {
        return Err(Error::invalid(format!("table name {name:?}: expected letters, digits, '.', '_' and '-'")));
    }
    Ok(dir.join(name))
}

fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: the file is opened by its final name or by a name only this call knows; by the protocol above its bytes
    // do not change any more. The mapping is read-only and private to this process's view.
    unsafe { Mmap::map(file) }
}

fn load(path: &Path, name: &str, expected_len: usize) -> Option<Mmap> {
    let file = File::open(path).ok()?;
    let metadata = file.metadata().ok()?;
    if !metadata.is_file() || metadata.len() != (HEADER as u64).checked_add(expected_len as u64)? {
        return None;
    }
    let map = map(&file).ok()?;
    let (head, bytes) = map.split_at_checked(HEADER)?;
    (head == header(name, bytes)).then_some(map)
}

fn save(dir: &Path, path: &Path, name: &str, bytes: &[u8]) -> io::Result<Mmap> {
    fs::create_dir_all(dir)?;
    let (temporary, mut file) = temporary(dir, name)?;
    let written = (|| {
        file.write_all(&header(name, bytes))?;
        file.write_all(bytes)?;
        file.sync_all()?;
        let map = map(&file)?;
        fs::rename(&temporary, path)?;
        Ok(map)
    })();
    match &written {
        // Best effort: without it a crash of the machine may forget the new name, and the table is built again.
        Ok(_) => drop(File::open(dir).and_then(|dir| dir.sync_all())),
        Err(_) => drop(fs::remove_file(&temporary)),
    }
    written
}

fn temporary(dir: &Path, name: &str) -> io::Result<(PathBuf, File)> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    loop {
        let serial = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = dir.join(format!(".{name}.{}.{serial}.tmp", std::process::id()));
        match OpenOptions::new().read(true).write(true).create_new(true).open(&path) {
            Ok(file) => return Ok((path, file)),
            // Left behind by a killed process that had the same id.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            Err(error) => return Err(error),
        }
    }
}

fn header(name: &str, bytes: &[u8]) -> [u8; HEADER] {
    let mut header = [0; HEADER];
    let words = [MAGIC, VERSION, bytes.len() as u64, checksum(checksum(0, name.as_bytes()), bytes)];
    for (place, word) in header.chunks_exact_mut(8).zip(words) {
        place.copy_from_slice(&word.to_le_bytes());
    }
    header
}

/// A 64-bit fold over words in four independent lanes: several gigabytes per second. It finds damage, not malice.
fn checksum(seed: u64, bytes: &[u8]) -> u64 {
    const ODD: [u64; 4] = [0x9E37_79B9_7F4A_7C15, 0xD6E8_FEB8_6659_FD93, 0xA076_1D64_78BD_642F, 0xE703_7ED1_A0B4_28DB];
    fn fold(x: u64, y: u64) -> u64 {
        let product = u128::from(x) * u128::from(y);
        (product as u64) ^ ((product >> 64) as u64)
    }
    fn word(chunk: &[u8]) -> u64 {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    }
    let mut lanes = ODD.map(|odd| odd ^ seed);
    let mut blocks = bytes.chunks_exact(32);
    for block in &mut blocks {
        for ((lane, chunk), odd) in lanes.iter_mut().zip(block.chunks_exact(8)).zip(ODD) {
            *lane = fold(*lane ^ word(chunk), odd).wrapping_add(odd);
        }
    }
    for ((lane, chunk), odd) in lanes.iter_mut().zip(blocks.remainder().chunks(8)).zip(ODD) {
        *lane = fold(*lane ^ word(chunk), odd).wrapping_add(odd);
    }
    let length = fold(bytes.len() as u64 ^ ODD[0], ODD[1]);
    lanes.iter().fold(length, |sum, lane| fold(sum.rotate_left(23) ^ lane, ODD[2]).wrapping_add(ODD[3]))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
pub(crate) mod tests {
    use super::*;
    use std::cell::Cell;

    /// A fresh directory under the system's temporary one, removed when dropped.
    pub(crate) struct Scratch(pub PathBuf);

    impl Scratch {
        pub(crate) fn new(label: &str) -> Scratch {
            static NEXT: AtomicU64 = AtomicU64::new(0);
            let serial = NEXT.fetch_add(1, Ordering::Relaxed);
            let path = std::env::temp_dir().join(format!("perfectplay-{label}-{}-{serial}", std::process::id()));
            let _ = fs::remove_dir_all(&path);
            fs::create_dir_all(&path).unwrap();
            Scratch(path)
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn sample(len: usize) -> Vec<u8> {
        (0..len).map(|i| (i * i % 251) as u8).collect()
    }

    /// Load the table and say whether it had to be built.
    fn ask(dir: &Path, name: &str, len: usize) -> (Table, bool) {
        let built = Cell::new(false);
        let table = load_or_build(dir, name, len, || {
            built.set(true);
            Ok(sample(len))
        });
        (table.unwrap(), built.get())
    }

    #[test]
    fn a_table_is_built_once() {
        let dir = Scratch::new("store");
        for len in [0, 1, 7, 31, 32, 33, 100, 4096, 70_001] {
            let name = format!("t{len}");
            let (first, built) = ask(&dir.0, &name, len);
            assert!(built && first.on_disk() && first[..] == sample(len));
            let (second, built) = ask(&dir.0, &name, len);
            assert!(!built && second.on_disk() && second[..] == sample(len));
        }
        assert!(fs::read_dir(&dir.0).unwrap().all(|e| !e.unwrap().file_name().to_string_lossy().contains("tmp")));
    }

    #[test]
    fn every_damaged_byte_is_noticed() {
        let dir = Scratch::new("store");
        ask(&dir.0, "t", 75);
        let path = dir.0.join("t");
        let sound = fs::read(&path).unwrap();
        for at in 0..sound.len() {
            let mut bad = sound.clone();
            bad[at] ^= 1 << (at % 8);
            fs::write(&path, bad).unwrap();
            let (table, built) = ask(&dir.0, "t", 75);
            assert!(built && table[..] == sample(75), "byte {at}");
        }
        assert!(!ask(&dir.0, "t", 75).1);
    }

    #[test]
    fn truncated_extended_and_foreign_files_are_rebuilt() {
        let dir = Scratch::new("store");
        ask(&dir.0, "t", 1000);
        let path = dir.0.join("t");
        let sound = fs::read(&path).unwrap();
        let longer = [&sound[..], b"x"].concat();
        for bad in [&b""[..], b"hello", &sound[..64], &sound[..999], &longer] {
            fs::write(&path, bad).unwrap();
            let (table, built) = ask(&dir.0, "t", 1000);
            assert!(built && table[..] == sample(1000));
        }
        // another table's file, and this table's file when another length is expected
        fs::rename(&path, dir.0.join("u")).unwrap();
        assert!(ask(&dir.0, "u", 1000).1);
        assert!(ask(&dir.0, "u", 999).1);
        // a directory in the file's place
        fs::create_dir(dir.0.join("d")).unwrap();
        let (table, built) = ask(&dir.0, "d", 10);
        assert!(built && !table.on_disk() && table[..] == sample(10));
    }

    #[test]
    fn an_unusable_directory_costs_only_the_cache() {
        let dir = Scratch::new("store");
        let file = dir.0.join("file");
        fs::write(&file, "not a directory").unwrap();
        let (table, built) = ask(&file.join("below"), "t", 50);
        assert!(built && !table.on_disk() && table[..] == sample(50));
    }

    #[test]
    fn bad_names_lengths_and_failed_builds_are_errors() {
        let dir = Scratch::new("store");
        for name in ["", ".", "..", "../t", "a/b", "a\\b", "a b", ".hidden", "a\0"] {
            assert!(matches!(load_or_build(&dir.0, name, 1, || Ok(vec![0])), Err(Error::Invalid(_))), "{name:?}");
        }
        assert!(matches!(load_or_build(&dir.0, "t", 2, || Ok(vec![0])), Err(Error::Invalid(_))));
        assert!(matches!(load_or_build(&dir.0, "t", 2, || Err(Error::Cancelled)), Err(Error::Cancelled)));
        assert_eq!(fs::read_dir(&dir.0).unwrap().count(), 0);
    }

    #[test]
    fn builders_at_the_same_time_all_end_well() {
        let dir = Scratch::new("store");
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for round in 0..20 {
                        let name = format!("t{round}");
                        let (table, _) = ask(&dir.0, &name, 5000 + round);
                        assert!(table[..] == sample(5000 + round));
                    }
                });
            }
        });
        assert_eq!(fs::read_dir(&dir.0).unwrap().count(), 20);
    }

    #[test]
    fn the_checksum_depends_on_order_and_length() {
        let zeros = [0u8; 200];
        let mut sums: Vec<u64> = (0..200).map(|len| checksum(1, &zeros[..len])).collect();
        for at in 0..25 {
            let mut words = zeros;
            words[8 * at] = 1;
            sums.push(checksum(1, &words));
        }
        let distinct: std::collections::BTreeSet<u64> = sums.iter().copied().collect();
        assert_eq!(distinct.len(), sums.len());
    }
}
