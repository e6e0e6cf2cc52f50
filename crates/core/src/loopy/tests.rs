use super::*;
use crate::error::Result;
use crate::limits::Control;
use crate::rules::Player;

/// A game from the options of its nodes.
fn game(nodes: &[(&[Node], &[Node])]) -> Graph {
    let mut graph = Graph::default();
    for (left, right) in nodes {
        graph.push([left.to_vec(), right.to_vec()]);
    }
    graph
}

/// Onside and offside; empty graphs if they were not found.
fn sides(graph: &Graph) -> Result<(Graph, Graph)> {
    let [on, off] = [Side::On, Side::Off].map(|each| side(graph, each, &Control::default()));
    Ok((on?.unwrap_or_default(), off?.unwrap_or_default()))
}

fn canonical(graph: &Graph) -> Graph {
    let (on, off) = sides(graph).unwrap_or_default();
    assert!(!on.is_empty());
    assert_eq!(on, off);
    on
}

fn zero() -> Graph {
    game(&[(&[], &[])])
}

fn on() -> Graph {
    game(&[(&[0], &[])])
}

fn over() -> Graph {
    game(&[(&[1], &[0]), (&[], &[])])
}

fn star() -> Graph {
    game(&[(&[1], &[1]), (&[], &[])])
}

fn upon() -> Graph {
    game(&[(&[0], &[1]), (&[2], &[2]), (&[], &[])])
}

fn plus(a: &Graph, b: &Graph) -> Graph {
    a.sum(b, &Control::default()).unwrap_or_default()
}

#[test]
fn canonical_forms_have_the_published_sizes() {
    assert_eq!(canonical(&on()).len(), 1);
    assert_eq!(canonical(&over()).len(), 2);
    assert_eq!(canonical(&upon()).len(), 3);
    assert_eq!(canonical(&plus(&upon(), &star())).len(), 2);
    // tiny(on) = {0||0|off}
    let tiny = game(&[(&[1], &[2]), (&[], &[]), (&[1], &[3]), (&[], &[3])]);
    assert_eq!(canonical(&tiny).len(), 4);
}

#[test]
fn sums_of_the_books() {
    let (on, over, star, upon) = (canonical(&on()), canonical(&over()), canonical(&star()), canonical(&upon()));
    assert_eq!(canonical(&plus(&over, &over)), over);
    assert_eq!(canonical(&plus(&over, &star)), over);
    assert_eq!(canonical(&plus(&on, &over)), on);
    assert_eq!(canonical(&plus(&on, &star)), on);
    assert_eq!(canonical(&plus(&star, &star)), zero());
    // upon + upon = {0|upon*}
    let doubled = game(&[(&[1], &[2]), (&[], &[]), (&[1, 2], &[1])]);
    assert_eq!(canonical(&plus(&upon, &upon)), canonical(&doubled));
}

#[test]
fn games_with_two_sides() -> Result<()> {
    let off = on().negative();
    assert_eq!(sides(&plus(&on(), &off))?, (on(), off.clone()));
    assert_eq!(sides(&game(&[(&[0], &[0])]))?, (on(), off));
    // tis = {tisn|}, tisn = {|tis}
    let tis = game(&[(&[1], &[]), (&[], &[0])]);
    let one = game(&[(&[1], &[]), (&[], &[])]);
    assert_eq!(sides(&tis)?, (one.clone(), zero()));
    assert_eq!(sides(&tis.negative())?, (zero(), one.negative()));
    let (more, less) = sides(&plus(&tis, &tis))?;
    assert_eq!((more.len(), less.len()), (3, 1));
    Ok(())
}

#[test]
fn the_order_of_small_games() -> Result<()> {
    let control = Control::default();
    let up = game(&[(&[2], &[1]), (&[2], &[2]), (&[], &[])]);
    let half = game(&[(&[2], &[1]), (&[2], &[]), (&[], &[])]);
    let chain = [zero(), up, upon(), over(), half, on()];
    for (i, small) in chain.iter().enumerate() {
        for (j, large) in chain.iter().enumerate() {
            assert_eq!(stopper_at_most(small, large, &control)?, i <= j, "{i} {j}");
            assert_eq!(onside_at_most(small, large, &control)?, i <= j, "{i} {j}");
        }
    }
    Ok(())
}

/// Pseudo-random graphs, always the same.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn graph(&mut self, most: u64) -> Graph {
        let count = 1 + self.below(most);
        let mut graph = Graph::default();
        for _ in 0..count {
            graph.push([0, 1].map(|_| (0..self.below(3)).map(|_| self.below(count) as Node).collect()));
        }
        graph.packed(&mut Control::default().ticker()).unwrap_or_default()
    }
}

#[test]
fn laws_of_random_games() -> Result<()> {
    let control = Control::default();
    let mut random = Random(7);
    let mut found = 0;
    for _ in 0..1500 {
        let graph = random.graph(5);
        let Some(on) = side(&graph, Side::On, &control)? else { continue };
        found += 1;
        assert!(!on.alternates(&mut control.ticker())?, "the side of {graph:?} is no stopper");
        assert!(onside_at_most(&graph, &on, &control)? && onside_at_most(&on, &graph, &control)?);
        assert_eq!(side(&on, Side::On, &control)?.as_ref(), Some(&on), "{graph:?}");
        assert_eq!(side(&on, Side::Off, &control)?.as_ref(), Some(&on), "{graph:?}");
        if let Some(off) = side(&graph, Side::Off, &control)? {
            assert!(stopper_at_most(&off, &on, &control)?);
        }
    }
    assert!(found >= 1490, "only {found} of 1500 were sided");
    Ok(())
}

#[test]
fn equal_stoppers_have_equal_forms() -> Result<()> {
    let control = Control::default();
    let mut random = Random(11);
    let mut forms: Vec<Graph> = Vec::new();
    while forms.len() < 60 {
        if let Some(on) = side(&random.graph(5), Side::On, &control)? {
            forms.push(on);
        }
    }
    for a in &forms {
        for b in &forms {
            let equal = stopper_at_most(a, b, &control)? && stopper_at_most(b, a, &control)?;
            assert_eq!(equal, a == b, "{a:?} {b:?}");
        }
    }
    Ok(())
}

#[test]
fn bad_graphs_are_refused() {
    assert!(Graph::new(vec![], vec![]).is_err());
    assert!(Graph::new(vec![vec![]], vec![]).is_err());
    assert!(Graph::new(vec![vec![1]], vec![vec![]]).is_err());
}

#[test]
fn a_graph_is_numbered_by_its_shape() -> Result<()> {
    let control = Control::default();
    let one = canonical(&game(&[(&[1, 2], &[0]), (&[2], &[2]), (&[], &[])]));
    let other = canonical(&game(&[(&[2, 1], &[0]), (&[], &[]), (&[1], &[1])]));
    assert_eq!(one, other);
    assert_eq!(one.of(0, Player::Right), &[0]);
    assert_eq!(one.numbered(0, &mut control.ticker())?, one);
    Ok(())
}
