use super::*;
use crate::limits::{Control, Limits};
use std::time::{Duration, Instant};

fn all(model: &Model, answer: &[Lit]) -> Vec<Vec<bool>> {
    let found = model.solutions(answer, usize::MAX, &Control::default()).unwrap();
    assert!(found.all);
    let mut solutions = found.solutions;
    solutions.sort();
    solutions
}

/// All boards of n cells for which this is true.
fn where_true(n: usize, wanted: impl Fn(&[bool]) -> bool) -> Vec<Vec<bool>> {
    let mut found: Vec<Vec<bool>> = (0..1_u32 << n)
        .map(|bits| (0..n).map(|i| bits >> i & 1 == 1).collect())
        .filter(|b: &Vec<bool>| wanted(b))
        .collect();
    found.sort();
    found
}

fn fresh(n: usize) -> (Model, Vec<Lit>) {
    let mut model = Model::default();
    let first = model.new_variables(n).unwrap();
    (model, (first..first + n as Lit).collect())
}

/// A generator of numbers below others.
fn numbers(mut state: u32) -> impl FnMut(u32) -> u32 {
    move |n| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) % n
    }
}

/// A grid's cells and the edges between neighbours.
fn grid(rows: u32, cols: u32) -> Vec<[u32; 2]> {
    let mut edges = Vec::new();
    for r in 0..rows {
        for c in 0..cols {
            if c + 1 < cols {
                edges.push([r * cols + c, r * cols + c + 1]);
            }
            if r + 1 < rows {
                edges.push([r * cols + c, (r + 1) * cols + c]);
            }
        }
    }
    edges
}

fn pieces(n: usize, there: &[bool], edges: &[[u32; 2]], open: &[bool]) -> usize {
    let mut name: Vec<usize> = (0..n).collect();
    for _ in 0..n {
        for (&[a, b], &open) in edges.iter().zip(open) {
            if !open || !there[a as usize] || !there[b as usize] {
                continue;
            }
            let least = name[a as usize].min(name[b as usize]);
            (name[a as usize], name[b as usize]) = (least, least);
        }
    }
    (0..n).filter(|&v| there[v] && name[v] == v).count()
}

#[test]
fn hopes_change_no_answer() {
    let mut next = numbers(5);
    for _ in 0..300 {
        let (mut model, lits) = fresh(7);
        for _ in 0..next(20) {
            let clause: Vec<Lit> = (0..3).map(|_| lits[next(7) as usize] * (1 - 2 * next(2) as Lit)).collect();
            model.clause(&clause);
        }
        let wanted = all(&model, &lits);
        let one = model.forced(&lits, &Control::default()).unwrap().map(|found| found.forced);
        let hopes: Vec<Lit> = (0..next(4)).map(|_| lits[next(7) as usize] * (1 - 2 * next(2) as Lit)).collect();
        model.hope(&hopes);
        model.quick = 1 + u64::from(next(3)); // hopes are for what is not easy
        assert_eq!(all(&model, &lits), wanted, "{hopes:?}");
        assert_eq!(model.forced(&lits, &Control::default()).unwrap().map(|found| found.forced), one);
    }
}

#[test]
fn counts_are_counts() {
    for n in 0..10 {
        for low in 0..=n + 1 {
            for high in low..=n {
                let (mut model, lits) = fresh(n);
                model.count(&lits, low, high, &Control::default()).unwrap();
                let number = |b: &[bool]| b.iter().filter(|&&x| x).count();
                assert_eq!(
                    all(&model, &lits),
                    where_true(n, |b| (low..=high).contains(&number(b))),
                    "{n} {low} {high}"
                );
            }
        }
    }
}

#[test]
fn long_counts_are_counts() {
    let (mut model, lits) = fresh(14);
    model.count(&lits, 5, 6, &Control::default()).unwrap();
    assert_eq!(all(&model, &lits).len(), 2002 + 3003);
    let (mut model, lits) = fresh(14);
    model.count(&lits, 9, 12, &Control::default()).unwrap();
    assert_eq!(all(&model, &lits).len(), 2002 + 1001 + 364 + 91);
}

#[test]
fn blocks_are_blocks() {
    let runs = |b: &[bool]| -> Vec<usize> { b.split(|x| !x).map(<[bool]>::len).filter(|&n| n > 0).collect() };
    for n in 1..9 {
        let mut by_runs: std::collections::HashMap<Vec<usize>, Vec<Vec<bool>>> = std::collections::HashMap::new();
        for board in where_true(n, |_| true) {
            by_runs.entry(runs(&board)).or_default().push(board);
        }
        for (lengths, boards) in by_runs {
            let (mut model, lits) = fresh(n);
            model.blocks(&lits, &lengths, &Control::default()).unwrap();
            assert_eq!(all(&model, &lits), boards, "{n} {lengths:?}");
        }
        let (mut model, lits) = fresh(n);
        model.blocks(&lits, &[n, 1], &Control::default()).unwrap();
        assert!(all(&model, &lits).is_empty());
    }
}

#[test]
fn areas_hang_together() {
    for (rows, cols) in [(1, 5), (2, 3), (3, 3), (3, 4)] {
        let n = (rows * cols) as usize;
        let edges = grid(rows, cols);
        let (mut model, lits) = fresh(n);
        model
            .connected(
                lits.iter().map(|&lit| Some(lit)).collect(),
                edges.iter().map(|&ends| Edge { ends, lit: None }).collect(),
            )
            .unwrap();
        let open = vec![true; edges.len()];
        let wanted = where_true(n, |b| pieces(n, b, &edges, &open) <= 1);
        assert_eq!(all(&model, &lits), wanted, "{rows} {cols}");
        model.patience = 0;
        assert_eq!(all(&model, &lits), wanted, "{rows} {cols}, watched");
    }
}

#[test]
fn bridges_connect_islands() {
    let edges = grid(2, 4);
    let (mut model, lits) = fresh(edges.len());
    model
        .connected(vec![None; 8], edges.iter().zip(&lits).map(|(&ends, &lit)| Edge { ends, lit: Some(lit) }).collect())
        .unwrap();
    let wanted = where_true(edges.len(), |b| pieces(8, &[true; 8], &edges, b) == 1);
    assert_eq!(all(&model, &lits), wanted);
    model.patience = 0;
    assert_eq!(all(&model, &lits), wanted);
}

/// Vertices and edges, each of them open or always there, and some clauses: watched from the start, after a while, and
/// never.
#[test]
fn watching_changes_nothing() {
    let mut random = numbers(7);
    for round in 0..60 {
        let size = 4 + random(3) as usize;
        let ends: Vec<[u32; 2]> = grid(2, size as u32 / 2).into_iter().chain([[0, size as u32 - 1]]).collect();
        let size = size / 2 * 2;
        let ends: Vec<[u32; 2]> = ends.into_iter().filter(|[_, b]| (*b as usize) < size).collect();
        let (mut model, lits) = fresh(size + ends.len());
        let vertices: Vec<Option<Lit>> = (0..size).map(|i| (random(4) > 0).then_some(lits[i])).collect();
        let edges: Vec<Edge> = (ends.iter().enumerate())
            .map(|(i, &ends)| Edge { ends, lit: (random(2) > 0).then_some(lits[size + i]) })
            .collect();
        for _ in 0..random(6) {
            let clause: Vec<Lit> = (0..2 + random(2))
                .map(|_| lits[random(lits.len() as u32) as usize] * if random(2) > 0 { 1 } else { -1 })
                .collect();
            model.clause(&clause);
        }
        let clauses: Vec<Vec<Lit>> = model.clauses().map(<[Lit]>::to_vec).collect();
        model.connected(vertices.clone(), edges.clone()).unwrap();
        let there = |b: &[bool], lit: Option<Lit>| lit.is_none_or(|lit| b[lit as usize - 1]);
        let wanted = where_true(lits.len(), |b| {
            let on: Vec<bool> = vertices.iter().map(|&lit| there(b, lit)).collect();
            let open: Vec<bool> = edges.iter().map(|edge| there(b, edge.lit)).collect();
            pieces(size, &on, &ends, &open) <= 1
                && clauses.iter().all(|c| c.iter().any(|&lit| b[lit.unsigned_abs() as usize - 1] == (lit > 0)))
        });
        for (patience, quick) in [(0, 0), (3, 0), (i32::MAX, 0), (i32::MAX, 2), (3, 1), (i32::MAX, u64::MAX)] {
            (model.patience, model.quick) = (patience, quick);
            assert_eq!(all(&model, &lits), wanted, "round {round}, patience {patience}, quick {quick}");
        }
    }
}

/// Random clauses near the point where most have no solution, with literals twice and opposites in one clause.
#[test]
fn the_small_solver_finds_all_solutions() {
    let mut random = numbers(11);
    for round in 0..300 {
        let n = 3 + random(8) as usize;
        let (mut model, lits) = fresh(n);
        let mut clauses: Vec<Vec<Lit>> = Vec::new();
        for _ in 0..random(5 * n as u32) {
            let size = if random(9) == 0 { 1 } else { 2 + random(3) };
            let mut lit = || lits[random(n as u32) as usize] * if random(2) > 0 { 1 } else { -1 };
            clauses.push((0..size).map(|_| lit()).collect());
            model.clause(&clauses[clauses.len() - 1]);
        }
        let holds = |b: &[bool], lit: Lit| b[lit.unsigned_abs() as usize - 1] == (lit > 0);
        let wanted = where_true(n, |b| clauses.iter().all(|clause| clause.iter().any(|&lit| holds(b, lit))));
        for quick in [0, 1, 4, u64::MAX] {
            model.quick = quick;
            assert_eq!(all(&model, &lits), wanted, "round {round}, {quick} conflicts: {clauses:?}");
            let shared = model.forced(&lits, &Control::default()).unwrap();
            assert_eq!(shared.is_some(), !wanted.is_empty(), "round {round}");
            let same = |i: usize| wanted.iter().all(|one| one[i] == wanted[0][i]);
            let Some(shared) = shared else { continue };
            assert_eq!(shared.forced, (0..n).map(same).collect::<Vec<_>>(), "round {round}");
        }
    }
}

#[test]
fn the_small_solver_refutes() {
    for quick in [0, 10, u64::MAX] {
        let (mut model, lits) = pigeons(5);
        model.quick = quick;
        let found = model.solutions(&lits, 1, &Control::default()).unwrap();
        assert!(found.all && found.solutions.is_empty() && found.conflicts > 0);
    }
}

#[test]
fn loops_are_single() {
    for (rows, cols, number) in [(2, 2, 1), (3, 3, 13), (3, 4, 40), (4, 4, 213)] {
        let edges = grid(rows, cols);
        for needed in [Vec::new(), vec![vec![1, 2]]] {
            let (mut model, lits) = fresh(edges.len());
            let with = edges.iter().zip(&lits).map(|(&ends, &lit)| (lit, ends)).collect();
            for set in &needed {
                model.clause(set);
            }
            model.single_loop(rows * cols, with, needed.clone()).unwrap();
            let found = all(&model, &lits);
            model.quick = 0;
            assert_eq!(all(&model, &lits), found);
            if needed.is_empty() {
                assert_eq!(found.len(), number, "{rows} {cols}"); // Iwashita et al. 2013 for squares
            }
            for solution in found {
                let at = |v: u32| edges.iter().zip(&solution).filter(|(ends, on)| **on && ends.contains(&v)).count();
                let there: Vec<bool> = (0..rows * cols).map(|v| at(v) > 0).collect();
                assert!((0..rows * cols).all(|v| [0, 2].contains(&at(v))));
                assert_eq!(pieces((rows * cols) as usize, &there, &edges, &solution), 1);
            }
        }
    }
}

#[test]
fn what_all_solutions_share() {
    let (mut model, lits) = fresh(6);
    model.clause(&[1]);
    model.clause(&[-2, -1]);
    model.clause(&[3, 4]);
    model.clause(&[-3, -4]);
    model.clause(&[3, 5]);
    model.clause(&[4, 5]);
    let shared = model.forced(&lits, &Control::default()).unwrap().unwrap();
    assert_eq!(shared.forced, [true, true, false, false, true, false]);
    assert!(shared.solution[0] && !shared.solution[1] && shared.solution[4]);
    model.clause(&[2]);
    assert!(model.forced(&lits, &Control::default()).unwrap().is_none());
}

/// n + 1 pigeons in n holes.
fn pigeons(n: i32) -> (Model, Vec<Lit>) {
    let (mut model, lits) = fresh((n * (n + 1)) as usize);
    for pigeon in 0..=n {
        model.clause(&(0..n).map(|hole| 1 + pigeon * n + hole).collect::<Vec<_>>());
    }
    for hole in 0..n {
        for a in 0..=n {
            for b in 0..a {
                model.clause(&[-(1 + a * n + hole), -(1 + b * n + hole)]);
            }
        }
    }
    (model, lits)
}

#[test]
fn proofs_are_checked() {
    let (model, lits) = pigeons(6);
    let formula: Vec<Vec<Lit>> = model.clauses().map(<[Lit]>::to_vec).collect();
    let proof = model.proof(&lits, &[], &[], &Control::default()).unwrap();
    assert_eq!(check(&formula, &proof), Ok(()));
    assert!(proof.drat().lines().any(|line| line == "0"));
    // a formula that can be satisfied is not refuted by it
    let mut easier = formula.clone();
    easier[0].push(-1);
    assert!(check(&easier, &proof).is_err());
    assert!(check(&formula[1..], &proof).is_err());
    let mut shorter = proof.clone();
    shorter.steps.retain(|step| !matches!(step, proof::Step::Follows { clause, .. } if clause.is_empty()));
    assert!(check(&formula, &shorter).is_err());
    // a proof that there is no second solution
    let (mut model, lits) = fresh(9);
    model.count(&lits[..5], 1, 1, &Control::default()).unwrap();
    for &lit in &lits[1..] {
        model.clause(&[-lit]);
    }
    let found = model.solutions(&lits, 2, &Control::default()).unwrap();
    assert!(found.all && found.solutions.len() == 1);
    let proof = model.proof(&lits, &found.solutions, &found.cuts, &Control::default()).unwrap();
    let mut formula: Vec<Vec<Lit>> = model.clauses().map(<[Lit]>::to_vec).collect();
    assert!(check(&formula, &proof).is_err());
    formula.push(vec![-1, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert_eq!(check(&formula, &proof), Ok(()));
}

#[test]
fn limits_stop_the_solver() {
    let (model, lits) = pigeons(14);
    let limits = Limits { time: Some(Duration::from_millis(200)), ..Limits::default() };
    let begun = Instant::now();
    let answer = model.solutions(&lits, 1, &Control::new(limits));
    assert!(matches!(answer, Err(crate::error::Error::Limit(..))));
    assert!(begun.elapsed() < Duration::from_secs(3));
}

#[test]
fn a_cut_names_what_came_first() {
    let lazy = Lazy::Connected {
        vertices: (1..=5).map(Some).collect(),
        edges: (0..4).map(|v| Edge { ends: [v, v + 1], lit: None }).collect(),
    };
    let values = [false, true, true, false, true, true];
    let mut cuts = Vec::new();
    cuts::Looker::new(&lazy, 0).look(&values, |lit| [0, 7, 4, 5, 2, 3][lit as usize], &mut cuts);
    let mut clauses: Vec<Vec<Lit>> = cuts.into_iter().map(|cut| cut.clause).collect();
    clauses.iter_mut().for_each(|clause| clause.sort_unstable());
    assert_eq!(clauses, [[-4, -2, 3]]);
}

#[test]
fn cuts_are_broken_by_what_they_were_made_for_and_by_no_connected_area() {
    let edges = grid(3, 3);
    let joined = |there: &[bool]| pieces(9, there, &edges, &vec![true; edges.len()]) <= 1;
    let whole = where_true(9, joined);
    let lazy = Lazy::Connected {
        vertices: (1..=9).map(Some).collect(),
        edges: edges.iter().map(|&ends| Edge { ends, lit: None }).collect(),
    };
    let looker = cuts::Looker::new(&lazy, 0);
    let mut random = numbers(5);
    for board in where_true(9, |_| true) {
        let when: Vec<u32> = (0..10).map(|_| random(4)).collect();
        let with_zero = |board: &[bool]| [&[false], board].concat();
        let mut cuts = Vec::new();
        looker.look(&with_zero(&board), |lit| when[lit.unsigned_abs() as usize], &mut cuts);
        assert_eq!(cuts.is_empty(), joined(&board));
        for cut in cuts {
            let holds = |board: &Vec<bool>| cut.clause.iter().any(|&lit| cuts::holds(&with_zero(board), lit));
            assert!(!holds(&board) && whole.iter().all(holds));
        }
    }
}

#[test]
fn the_latest_open_variable_comes_first() {
    let mut random = numbers(11);
    for size in 1..40_u32 {
        let mut queue = queue::Queue::new(size as usize);
        let mut row: Vec<u32> = (1..=size).rev().collect();
        let mut open = vec![true; size as usize + 1];
        for _ in 0..300 {
            let variable = 1 + random(size);
            match random(4) {
                0 => open[variable as usize] = false,
                1 if !open[variable as usize] => {
                    queue.insert(variable);
                    open[variable as usize] = true;
                }
                2 if !open[variable as usize] => {
                    queue.raise(variable);
                    row.retain(|&each| each != variable);
                    row.push(variable);
                }
                3 => {
                    let wanted = row.iter().rev().copied().find(|&each| open[each as usize]);
                    let found = std::iter::from_fn(|| queue.pop()).find(|&each| open[each as usize]);
                    assert_eq!(found, wanted);
                    found.iter().for_each(|&each| open[each as usize] = false);
                }
                _ => {}
            }
            assert!(row.is_sorted_by_key(|&each| queue.since(each)));
        }
    }
}
