use super::restore::Restored;
use super::*;
use crate::kernels::masks::MaskRules;
use crate::kernels::masks::spec::{Change, Rewrite, Spec};
use crate::limits::{Control, Limits};
use crate::rules::{Rules, Stuck};
use crate::search::toys::Random;
use crate::search::values::Values;
use crate::store::tests::Scratch;
use crate::values::{Universe, Worker};

type Moves = fn(u32, u32) -> Vec<(Vec<Change>, bool, bool)>;

/// The rules on a board, whose cells hold symbols 0 to 2.
fn rules(moves: Moves, rows: u32, columns: u32, symbols: u16) -> MaskRules<2> {
    let rewrite =
        |(changes, left, right)| Rewrite { changes, left, right, again: false, score: 0, rank: 0, piece: None, tag: 0 };
    let spec = Spec {
        symbols: vec![(0..symbols).collect(); (rows * columns) as usize],
        rewrites: moves(rows, columns).into_iter().map(rewrite).collect(),
        goals: Vec::new(),
        symmetries: Vec::new(),
        rectangle: Some((rows, columns)),
        stuck: Stuck::Loses,
        game: true,
    };
    MaskRules::compile(spec).unwrap_or_else(|_| unreachable!())
}

fn pairs(rows: u32, columns: u32) -> impl Iterator<Item = (u32, u32, bool)> {
    let cells = (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)));
    cells.flat_map(move |(row, column)| {
        let cell = row * columns + column;
        let below = (row + 1 < rows).then_some((cell, cell + columns, true));
        let beside = (column + 1 < columns).then_some((cell, cell + 1, false));
        below.into_iter().chain(beside)
    })
}

fn domineering(rows: u32, columns: u32) -> Vec<(Vec<Change>, bool, bool)> {
    let both = |a, b| vec![Change::one(a, 1, 0), Change::one(b, 1, 0)];
    pairs(rows, columns).map(|(a, b, down)| (both(a, b), down, !down)).collect()
}

fn clobber(rows: u32, columns: u32) -> Vec<(Vec<Change>, bool, bool)> {
    let takes = |a, b, own, other| vec![Change::one(a, own, 0), Change::one(b, other, own)];
    let steps = pairs(rows, columns).flat_map(|(a, b, _)| [(a, b), (b, a)]);
    steps.flat_map(|(a, b)| [(takes(a, b, 1, 2), true, false), (takes(a, b, 2, 1), false, true)]).collect()
}

fn place(dir: &Scratch) -> Place {
    Place { dir: dir.0.clone(), name: "components".into(), mark: mark("these rules") }
}

fn filling(random: &mut Random, cells: u32, symbols: u64) -> Vec<u16> {
    (0..cells).map(|_| random.below(symbols) as u16).collect()
}

/// Values by the database are those without it, on other boards than the one on which it was made.
fn compare(moves: Moves, symbols: u16, cells: u32) {
    let dir = Scratch::new("components");
    let control = Control::default();
    let built = rules(moves, cells, cells, symbols).tabulate(cells as usize, &place(&dir), &control);
    assert!(built.is_ok_and(|built| built.sizes.cells == u64::from(cells) && built.sizes.entries > 5));
    let mut random = Random(77);
    for (rows, columns) in [(3, 4), (2, 7), (5, 3)] {
        let (plain, with) = (rules(moves, rows, columns, symbols), rules(moves, rows, columns, symbols));
        Symbolic::attach(&with, &place(&dir));
        let universe = Universe::default();
        let (without, tables) = (Values::default(), Values::default());
        let mut met = 0;
        for _ in 0..40 {
            let position = plain.encode(&filling(&mut random, rows * columns, symbols.into()));
            let Ok(position) = position else { unreachable!() };
            let value = without.value(&plain, &universe, &position, 1, &control);
            let found = tables.value(&with, &universe, &position, 1, &control);
            assert_eq!(value.ok(), found.ok());
            let mut parts = Vec::new();
            with.split(&position, &mut parts);
            for part in parts {
                let Some(stored) = with.stored(&part) else { continue };
                met += 1;
                let mut worker = Worker::new(&universe, &control);
                let value = without.value(&plain, &universe, &part, 1, &control);
                let value = value.unwrap_or_else(|_| unreachable!());
                assert_eq!(Restored::default().game(&stored, &mut worker).ok().flatten(), Some(value));
                if let Some(climates) = stored.climates() {
                    let walls = worker.thermograph(value).unwrap_or_else(|_| unreachable!());
                    let known = Climate::of(&walls).map(Climate::to_bytes);
                    assert_eq!(climates.map(Climate::to_bytes), known);
                }
            }
        }
        assert!(met > 5, "{met}");
    }
}

use crate::engine::board::Symbolic;

#[test]
fn values_of_dominoes_are_those_of_plain_search() {
    compare(domineering, 2, 7);
}

#[test]
fn values_of_stones_are_those_of_plain_search() {
    compare(clobber, 3, 5);
}

#[test]
fn whatever_is_wrong_with_a_file_it_is_no_database() {
    let dir = Scratch::new("components");
    let (place, control) = (place(&dir), Control::default());
    let board = rules(domineering, 5, 5, 2);
    assert!(Tablebase::open(&place).is_none());
    let built = board.tabulate(5, &place, &control).unwrap_or_else(|_| unreachable!());
    let known = Tablebase::open(&place).map(|base| base.built());
    assert_eq!(known, Some(built));
    // other rules, another name, damage anywhere, nothing at all
    assert!(Tablebase::open(&Place { mark: mark("other rules"), ..place.clone() }).is_none());
    let path = dir.0.join(&place.name);
    assert!(std::fs::copy(&path, dir.0.join("other")).is_ok());
    assert!(Tablebase::open(&Place { name: "other".into(), ..place.clone() }).is_none());
    let sound = std::fs::read(&path).unwrap_or_default();
    for at in (0..sound.len()).step_by(7) {
        let mut damaged = sound.clone();
        damaged[at] ^= 1 << (at % 8);
        assert!(std::fs::write(&path, damaged).is_ok());
        assert!(Tablebase::open(&place).is_none());
    }
    // it is made again
    assert_eq!(board.tabulate(5, &place, &control).ok(), Some(built));
    // a table of ours with other content: sizes that do not fit, and records that make no sense
    let bytes = sound[64..].to_vec();
    for (at, value) in [(0, 9), (6, 3), (6, u64::MAX), (7, 1 << 60), (8, 0)] {
        let mut other = bytes.clone();
        other[8 * at..8 * at + 8].copy_from_slice(&u64::to_le_bytes(value));
        assert!(Tablebase::of(other.into(), place.mark).is_none(), "{at}");
    }
    let mut random = Random(3);
    let (universe, mut worker) = (Universe::default(), None);
    for _ in 0..300 {
        let mut other = bytes.clone();
        for _ in 0..8 {
            let at = 72 + random.below(other.len() as u64 - 72) as usize;
            other[at] = random.next() as u8;
        }
        if let Some(base) = Tablebase::of(other.into(), place.mark) {
            let worker = worker.get_or_insert_with(|| Worker::new(&universe, &control));
            let restored = Restored::default();
            for (_, entry) in base.entries() {
                // whatever comes out, nothing breaks
                let _ = restored.game(&Stored { base: &base, entry, negative: false }, worker);
            }
        }
    }
}

#[test]
fn what_was_finished_before_a_limit_stays() {
    let dir = Scratch::new("components");
    let place = place(&dir);
    let board = rules(clobber, 6, 6, 3);
    let limited = Control::new(Limits { positions: Some(400), ..Limits::default() });
    assert!(board.tabulate(6, &place, &limited).is_err());
    let before = Tablebase::open(&place).map_or(0, |base| base.sizes().cells);
    assert!((1..6).contains(&before), "{before}");
    let built = board.tabulate(6, &place, &Control::default());
    let other = Scratch::new("components");
    let at_once = board.tabulate(6, &self::place(&other), &Control::default());
    assert_eq!(
        built.as_ref().ok().map(|b| (b.sizes.entries, b.sizes.cells)),
        at_once.ok().map(|b| (b.sizes.entries, 6))
    );
}

#[test]
fn what_a_position_leads_to_is_kept_beside_the_rest() {
    let dir = Scratch::new("components");
    let (place, control) = (place(&dir), Control::default());
    let small = rules(domineering, 4, 4, 2).tabulate(4, &place, &control).unwrap_or_else(|_| unreachable!());
    let board = rules(domineering, 4, 4, 2);
    let Ok(start) = board.encode(&[1; 16]) else { unreachable!() };
    let built = board.tabulate_from(&[start], &place, &control).unwrap_or_else(|_| unreachable!());
    assert!(built.sizes.entries > small.sizes.entries && built.sizes.cells == 4);
    // a square in the middle of another board
    let larger = rules(domineering, 5, 6, 2);
    Symbolic::attach(&larger, &place);
    let symbols: Vec<u16> = (0..30).map(|cell| u16::from(cell % 6 > 0 && cell % 6 < 5 && cell >= 6)).collect();
    let Ok(square) = larger.encode(&symbols) else { unreachable!() };
    assert!(larger.stored(&square).is_some());
}

#[test]
fn many_may_write_at_once() {
    let dir = Scratch::new("components");
    let place = place(&dir);
    std::thread::scope(|scope| {
        for size in [4, 5, 6, 5] {
            let place = &place;
            scope.spawn(move || {
                let board = rules(domineering, size, size, 2);
                assert!(board.tabulate(size as usize, place, &Control::default()).is_ok());
                assert!(Tablebase::open(place).is_some());
            });
        }
    });
    assert!(Tablebase::open(&place).is_some_and(|base| base.sizes().cells >= 4));
}
