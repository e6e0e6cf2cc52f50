use super::*;
use crate::limits::Limits;
use std::time::Duration;

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// Blocks of any size, also empty ones and neighbours of one player; clauses of up to four literals, with repetitions.
fn random(random: &mut Random, most: usize) -> Quantified {
    let variables = 1 + random.below(most);
    let blocks = 1 + random.below(6);
    let mut prefix: Vec<(bool, Vec<Lit>)> = (0..blocks).map(|_| (random.below(2) == 0, Vec::new())).collect();
    for v in 1..=variables {
        prefix[random.below(blocks)].1.push(v as Lit);
    }
    let number = random.below(3 * variables + 2);
    let mut clauses = Vec::new();
    for _ in 0..number {
        let size = if random.below(40) == 0 { 0 } else { 1 + random.below(4) };
        let lit =
            |random: &mut Random| (1 + random.below(variables)) as Lit * if random.below(2) == 0 { 1 } else { -1 };
        clauses.push((0..size).map(|_| lit(random)).collect());
    }
    Quantified { variables, prefix, clauses }
}

fn is_true(lit: Lit, values: &[bool]) -> bool {
    values[lit.unsigned_abs() as usize] == (lit > 0)
}

fn satisfied(clauses: &[Vec<Lit>], values: &[bool]) -> bool {
    clauses.iter().all(|clause| clause.iter().any(|&lit| is_true(lit, values)))
}

/// The definition: one variable after the other.
fn expanded(formula: &Quantified, order: &[(bool, Lit)], values: &mut [bool]) -> bool {
    let Some((&(exists, v), rest)) = order.split_first() else { return satisfied(&formula.clauses, values) };
    let mut with = |value: bool| {
        values[v as usize] = value;
        expanded(formula, rest, values)
    };
    if exists { with(false) || with(true) } else { with(false) && with(true) }
}

/// Does the winner win every play by the strategy?
fn wins(formula: &Quantified, answer: &Answer, block: usize, values: &mut Vec<bool>) -> bool {
    let Some((exists, variables)) = formula.prefix.get(block) else {
        return satisfied(&formula.clauses, values) == answer.holds;
    };
    if *exists == answer.holds {
        let before: Vec<Lit> = formula.prefix[..block].iter().flat_map(|(_, block)| block).copied().collect();
        let mut set: Vec<Lit> = Vec::new();
        for (_, entries) in answer.strategy.iter().filter(|(number, _)| *number == block) {
            for lit in entries.iter().flat_map(|entry| entry.when.iter().flatten()) {
                assert!(before.contains(&lit.abs()), "a condition on a later variable: {answer:?}");
            }
            assert!(entries.last().unwrap().when.is_empty());
            let entry = entries.iter().find(|entry| satisfied(&entry.when, values)).unwrap();
            set.extend(&entry.play);
        }
        for lit in &mut set {
            values[lit.unsigned_abs() as usize] = *lit > 0;
            *lit = lit.abs();
        }
        let mut expected = variables.clone();
        set.sort_unstable();
        expected.sort_unstable();
        assert_eq!(set, expected);
        return wins(formula, answer, block + 1, values);
    }
    (0..1_u32 << variables.len()).all(|bits| {
        for (i, &v) in variables.iter().enumerate() {
            values[v as usize] = bits >> i & 1 == 1;
        }
        wins(formula, answer, block + 1, values)
    })
}

fn agrees(formula: &Quantified) -> Answer {
    let answer = solve(formula, &Control::default()).unwrap();
    let order: Vec<(bool, Lit)> =
        formula.prefix.iter().flat_map(|(exists, block)| block.iter().map(|&v| (*exists, v))).collect();
    let mut values = vec![false; formula.variables + 1];
    assert_eq!(answer.holds, expanded(formula, &order, &mut values), "{formula:?}");
    assert!(wins(formula, &answer, 0, &mut values), "{formula:?}\n{answer:?}");
    answer
}

#[test]
fn answers_are_those_of_plain_expansion() {
    let mut rng = Random(1);
    let held = (0..4000).filter(|_| agrees(&random(&mut rng, 10)).holds).count();
    assert!((500..3500).contains(&held), "{held} of 4000 hold");
}

#[test]
fn blocks_may_be_missing_and_clauses_empty() {
    let answer = agrees(&Quantified::default());
    assert!(answer.holds && answer.strategy.is_empty());
    agrees(&Quantified { variables: 0, prefix: vec![(false, vec![]), (true, vec![])], clauses: vec![vec![]] });
    agrees(&Quantified { variables: 2, prefix: vec![(false, vec![]), (true, vec![2, 1])], clauses: vec![vec![1, -1]] });
}

#[test]
fn copies_need_one_entry_each() {
    // for all a there is b equal to a
    let formula = Quantified {
        variables: 2,
        prefix: vec![(false, vec![1]), (true, vec![2])],
        clauses: vec![vec![-1, 2], vec![1, -2]],
    };
    let answer = agrees(&formula);
    assert_eq!(answer.strategy[0].1.len(), 2);
}

#[test]
fn what_is_independent_is_not_multiplied() {
    // sixteen copies
    let pairs = (1..=16).flat_map(|n| [vec![-n, n + 16], vec![n, -n - 16]]);
    let prefix = vec![(false, (1..=16).collect()), (true, (17..=32).collect())];
    let formula = Quantified { variables: 32, prefix, clauses: pairs.collect() };
    let control = Control::default();
    let answer = solve(&formula, &control).unwrap();
    assert!(answer.holds && answer.strategy.len() == 16 && control.positions() < 200);
}

#[test]
fn unusable_formulas_are_refused() {
    let refused = |prefix: Vec<(bool, Vec<Lit>)>, clauses: Vec<Vec<Lit>>| {
        solve(&Quantified { variables: 2, prefix, clauses }, &Control::default()).unwrap_err().to_string()
    };
    assert!(refused(vec![(true, vec![1, 1])], vec![]).contains("twice"));
    assert!(refused(vec![(true, vec![3])], vec![]).contains("no variable 3"));
    assert!(refused(vec![(true, vec![-1])], vec![]).contains("no variable -1"));
    assert!(refused(vec![(true, vec![1])], vec![vec![2]]).contains("not quantified"));
    assert!(refused(vec![(true, vec![1])], vec![vec![0]]).contains("not quantified"));
}

/// Random clauses of five literals, two of them Forall's, which is hard with so many variables.
fn hard(variables: usize, clauses: usize) -> Quantified {
    let mut rng = Random(7);
    let block = |n: usize| (n * variables + 1..=(n + 1) * variables).map(|v| v as Lit).collect();
    let prefix = (0..4).map(|n| (n % 2 == 1, block(n))).collect();
    let mut pick = |n: usize| (n * variables + 1 + rng.below(variables)) as Lit * [1, -1][rng.below(2)];
    let clauses = (0..clauses).map(|_| vec![pick(0), pick(1), pick(1), pick(2), pick(3), pick(3)]).collect();
    Quantified { variables: 4 * variables, prefix, clauses }
}

#[test]
fn limits_stop_it() {
    let formula = hard(200, 2400);
    let control = Control::new(Limits { time: Some(Duration::from_millis(50)), ..Limits::default() });
    assert!(matches!(solve(&formula, &control), Err(Error::Limit(..))));
    let control = Control::new(Limits { positions: Some(10), ..Limits::default() });
    assert!(matches!(solve(&formula, &control), Err(Error::Limit(..))));
}
