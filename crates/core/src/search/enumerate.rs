//! All reachable positions, the number of shortest solutions, and the shortest solutions themselves.
//!
//! Everything works on representatives. Counting move sequences needs no factor for symmetry: let g(r) be the number of
//! sequences from the start that end anywhere in the orbit of r. Every position of an orbit has as many moves into a
//! given other orbit as r has, so g of a child's orbit is the sum of g over the parents' moves.
//!
//! Every expanded position ticks once, and so does every move of a listed solution.

use crate::error::{Error, Result};
use crate::limits::Control;
use crate::rules::{BuildMixer, DEAD, Player, Rules, Winner};
use crate::search::index::{Index, bytes_of, make_room};
use crate::search::shortest::{Expander, Played, Reached, add, best_first, price, rooted};
use std::collections::{BTreeMap, HashMap};

/// How many positions of the last layer [`Reach`] shows.
const SHOWN: usize = 16;

/// The positions that can be reached from a start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reach<P> {
    pub representatives: u64,
    /// All positions: the sum of the representatives' orbits.
    pub positions: u128,
    /// Representatives and positions by the number of moves from the start.
    pub layers: Vec<(u64, u128)>,
    /// Representatives that end the play, whoever wins.
    pub goals: u64,
    /// Up to 16 representatives of the last layer.
    pub farthest: Vec<P>,
}

/// Everything that moves of `players`, in any order, can reach, breadth first by the number of moves. Goals are expanded
/// like any position unless `stop_at_goals`. Estimates are not asked for.
pub fn reachable<R: Rules>(
    rules: &R,
    start: &R::Position,
    players: &[Player],
    stop_at_goals: bool,
    control: &Control,
) -> Result<Reach<R::Position>> {
    let mut index = rooted(rules, start, control)?;
    let mut goals = u64::from(rules.goal(index.get(0)).is_some());
    let mut positions = u128::from(rules.orbit(index.get(0)));
    let mut layers = vec![(1, positions)];
    let mut expander = Expander::new(rules, players, control);
    let (mut first, mut cursor) = (0, 0);
    loop {
        control.set_depth(layers.len() as u64 - 1);
        let end = index.len();
        let mut in_layer = 0;
        while cursor < end {
            let over = stop_at_goals && goals > 0 && rules.goal(&index.positions()[cursor]).is_some();
            if !over {
                expander.expand(&index, cursor as u32, |_| Ok(Some(())))?;
            }
            cursor += 1;
            if !expander.batch.is_full() && cursor < end {
                continue;
            }
            index.reserve(expander.batch.len(), 0, control)?;
            index.absorb(&mut expander.batch, &mut Vec::<()>::new(), 0, |_, _, new, position, ()| {
                if new {
                    in_layer += u128::from(rules.orbit(position));
                    goals += u64::from(rules.goal(position).is_some());
                }
                Ok(())
            })?;
        }
        if index.len() == end {
            break;
        }
        first = end;
        positions += in_layer;
        layers.push(((index.len() - end) as u64, in_layer));
    }
    let farthest = index.positions()[first..].iter().take(SHOWN).cloned().collect();
    Ok(Reach { representatives: index.len() as u64, positions, layers, goals, farthest })
}

/// Compiled once, and not for every kernel.
fn dearest_first(numbers: &mut [u32], reached: &[Reached]) {
    numbers.sort_unstable_by_key(|&number| (std::cmp::Reverse(reached[number as usize].cost), number));
}

fn too_many() -> Error {
    Error::too_large("more than 2^128 shortest solutions")
}

/// Cost and number of the shortest solutions, as sequences of moves; `None` if there is no solution. Begins again, like
/// [`breadth_first`](crate::search::shortest::breadth_first), at the first move that does not cost 1.
pub fn count_shortest<R: Rules>(rules: &R, start: &R::Position, control: &Control) -> Result<Option<(u32, u128)>> {
    let index = rooted(rules, start, control)?;
    match rules.goal(index.get(0)) {
        Some(Winner::Left) => Ok(Some((0, 1))),
        Some(_) => Ok(None),
        None => match count_by_layers(rules, index, control)? {
            Some(answer) => Ok(answer),
            None => count_by_costs(rules, rooted(rules, start, control)?, control),
        },
    }
}

/// While every move costs 1: positions are numbered layer by layer, and only two layers have counts. `None` at the first
/// move that costs more.
fn count_by_layers<R: Rules>(
    rules: &R,
    mut index: Index<R::Position>,
    control: &Control,
) -> Result<Option<Option<(u32, u128)>>> {
    let mut expander = Expander::new(rules, &[Player::Left], control);
    let mut counts = vec![1u128];
    let mut next_counts: Vec<u128> = Vec::new();
    let mut some_are_over = false;
    let (mut first, mut depth) = (0, 0);
    while first < index.len() {
        control.set_depth(u64::from(depth));
        let end = index.len();
        let mut solved = false;
        for number in first..end {
            let position = &index.positions()[number];
            if rules.estimate(position) != DEAD && !(some_are_over && rules.goal(position).is_some()) {
                let count = counts[number - first];
                if !expander.expand(&index, number as u32, |mv| Ok((rules.cost(mv) == 1).then_some(count)))? {
                    return Ok(None);
                }
            }
            if !expander.batch.is_full() && number + 1 < end {
                continue;
            }
            let more = expander.batch.len();
            let others = bytes_of(&counts) + bytes_of(&next_counts);
            index.reserve(more, others, control)?;
            make_room(&mut next_counts, more, index.bytes() + bytes_of(&counts), control)?;
            index.absorb(&mut expander.batch, &mut next_counts, end, |counts, number, new, position, count| {
                if new {
                    counts.push(count);
                    match rules.goal(position) {
                        None => {}
                        Some(Winner::Left) => solved = true,
                        Some(_) => some_are_over = true,
                    }
                } else if let Some(at) = (number as usize).checked_sub(end) {
                    counts[at] = counts[at].checked_add(count).ok_or_else(too_many)?;
                }
                Ok(())
            })?;
        }
        depth += 1;
        if solved {
            let layer = index.positions()[end..].iter().zip(&next_counts);
            let mut goals = layer.filter(|(position, _)| rules.goal(position) == Some(Winner::Left));
            let total = goals.try_fold(0u128, |sum, (_, &count)| sum.checked_add(count)).ok_or_else(too_many)?;
            return Ok(Some(Some((depth, total))));
        }
        first = end;
        std::mem::swap(&mut counts, &mut next_counts);
        next_counts.clear();
    }
    Ok(Some(None))
}

/// Dijkstra's algorithm in buckets of equal cost. When a bucket's turn comes, all its counts are final, because moves
/// are not free; counts are kept for open positions only.
fn count_by_costs<R: Rules>(
    rules: &R,
    mut index: Index<R::Position>,
    control: &Control,
) -> Result<Option<(u32, u128)>> {
    let mut expander = Expander::new(rules, &[Player::Left], control);
    let mut costs = vec![0u32];
    let mut counts: HashMap<u32, u128, BuildMixer> = HashMap::default();
    counts.insert(0, 1);
    let mut buckets: BTreeMap<u32, Vec<u32>> = BTreeMap::from([(0, vec![0])]);
    while let Some((cost, mut bucket)) = buckets.pop_first() {
        control.set_depth(u64::from(cost));
        bucket.retain(|&number| costs[number as usize] == cost);
        let mut solved: Option<u128> = None;
        for &number in &bucket {
            if rules.goal(index.get(number)) == Some(Winner::Left) {
                let count = counts.get(&number).copied().unwrap_or(0);
                solved = Some(solved.unwrap_or(0).checked_add(count).ok_or_else(too_many)?);
            }
        }
        if let Some(count) = solved {
            return Ok(Some((cost, count)));
        }
        for (i, &number) in bucket.iter().enumerate() {
            let count = counts.remove(&number).unwrap_or(0);
            let position = index.get(number);
            if rules.goal(position).is_none() && rules.estimate(position) != DEAD {
                expander.expand(&index, number, |mv| Ok(Some((add(cost, price(rules, mv)?)?, count))))?;
            }
            if !expander.batch.is_full() && i + 1 < bucket.len() {
                continue;
            }
            let more = expander.batch.len();
            // a map entry and a bucket entry, each at its worst load
            let open = (counts.capacity() as u64 * 8 / 7) * 33 + counts.len() as u64 * 8;
            index.reserve(more, open + bytes_of(&costs), control)?;
            make_room(&mut costs, more, open + index.bytes(), control)?;
            index.absorb(&mut expander.batch, &mut costs, 0, |costs, number, new, _, (cost, count)| {
                if new {
                    costs.push(cost);
                } else if cost < costs[number as usize] {
                    costs[number as usize] = cost;
                } else {
                    if cost == costs[number as usize] {
                        let sum = counts.entry(number).or_insert(0);
                        *sum = sum.checked_add(count).ok_or_else(too_many)?;
                    }
                    return Ok(());
                }
                counts.insert(number, count);
                buckets.entry(cost).or_default().push(number);
                Ok(())
            })?;
        }
    }
    Ok(None)
}

/// Up to `limit` different shortest solutions from the real start, in the order of their moves; none if the puzzle has
/// no solution. An A* search reaches every position of every shortest solution, a sweep from the dearest to the cheapest
/// of them marks those that lead to a goal in time, and a walk over marked positions only lists the solutions.
pub fn shortest_solutions<R: Rules>(
    rules: &R,
    start: &R::Position,
    limit: usize,
    control: &Control,
) -> Result<Vec<Played<R>>> {
    if limit == 0 {
        return Ok(Vec::new());
    }
    let explored = best_first(rules, start, |position| rules.estimate(position), true, control)?;
    let best = match explored.best {
        None => return Ok(Vec::new()),
        Some((0, _)) => return Ok(vec![Vec::new()]),
        Some((best, _)) => best,
    };
    let (index, reached) = (&explored.index, &explored.reached);
    let mut useful = Vec::new();
    make_room(&mut useful, index.len(), explored.bytes(), control)?;
    useful.resize(index.len(), false);
    let mut order: Vec<u32> = Vec::new();
    make_room(&mut order, index.len(), explored.bytes() + bytes_of(&useful), control)?;
    for (number, position) in index.positions().iter().enumerate() {
        let cost = reached[number].cost;
        match rules.goal(position) {
            Some(winner) => useful[number] = winner == Winner::Left && cost == best,
            None if cost < best => order.push(number as u32),
            None => {}
        }
    }
    dearest_first(&mut order, reached);

    let mut expander = Expander::new(rules, &[Player::Left], control);
    for (i, &number) in order.iter().enumerate() {
        let cost = reached[number as usize].cost;
        if cost.saturating_add(rules.estimate(index.get(number))) <= best {
            expander.expand(index, number, |mv| Ok(Some((number, add(cost, price(rules, mv)?)?))))?;
        }
        let next = order.get(i + 1).map(|&next| reached[next as usize].cost);
        if expander.batch.is_full() || next != Some(cost) {
            index.find_all(&mut expander.batch, |child, (parent, cost)| {
                if let Some(child) = child
                    && useful[child as usize]
                    && reached[child as usize].cost == cost
                {
                    useful[parent as usize] = true;
                }
            });
        }
    }
    drop(order);

    let mut solutions = Vec::new();
    let mut ticker = control.ticker();
    // the moves still to be tried from each position of the current line, the next one last
    let mut moves: Vec<R::Move> = Vec::new();
    let mut floors = vec![0];
    let mut costs = vec![0];
    let mut played: Played<R> = Vec::new();
    rules.moves(start, Player::Left, &mut moves)?;
    moves.reverse();
    while let (Some(&floor), Some(&cost)) = (floors.last(), costs.last()) {
        if moves.len() == floor {
            floors.pop();
            costs.pop();
            played.pop();
            continue;
        }
        let Some(mv) = moves.pop() else { break };
        let here = played.last().map_or(start, |(_, position)| position);
        let next = rules.play(here, &mv)?;
        let cost = add(cost, price(rules, &mv)?)?;
        let representative = rules.canonical(&next);
        let kept = index
            .find(rules.key(&representative), &representative)
            .is_some_and(|number| useful[number as usize] && reached[number as usize].cost == cost);
        if !kept {
            continue;
        }
        ticker.tick()?;
        played.push((mv, next));
        if cost == best {
            solutions.push(played.clone());
            if solutions.len() == limit {
                break;
            }
            played.pop();
            continue;
        }
        let floor = moves.len();
        if let Some((_, position)) = played.last() {
            rules.moves(position, Player::Left, &mut moves)?;
        }
        moves[floor..].reverse();
        floors.push(floor);
        costs.push(cost);
    }
    Ok(solutions)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::search::ida::toys::*;
    use std::collections::HashSet;

    /// All shortest solutions by trying everything that is not too expensive.
    fn solutions_by_force<R: Rules>(rules: &R, start: &R::Position, cost: u32) -> Vec<Played<R>> {
        let mut solutions = Vec::new();
        let mut open: Vec<(Played<R>, u32)> = vec![(Vec::new(), 0)];
        while let Some((played, spent)) = open.pop() {
            let here = played.last().map_or(start, |(_, position)| position);
            match rules.goal(here) {
                Some(Winner::Left) if spent == cost => solutions.push(played),
                Some(_) => {}
                None => {
                    let mut moves = Vec::new();
                    rules.moves(here, Player::Left, &mut moves).unwrap();
                    for mv in moves.into_iter().rev() {
                        let (spent, next) = (spent + rules.cost(&mv), rules.play(here, &mv).unwrap());
                        if spent <= cost {
                            open.push(([played.clone(), vec![(mv, next)]].concat(), spent));
                        }
                    }
                }
            }
        }
        solutions
    }

    #[test]
    fn random_graphs_agree_with_brute_force() {
        let mut random = Random(4);
        let mut several = 0;
        for round in 0..3000 {
            let graph = Graph::random(&mut random, 2 + round % 9, 1 + round as u32 % 4);
            let counted = count_shortest(&graph, &0, &Control::default()).unwrap();
            let listed = shortest_solutions(&graph, &0, usize::MAX, &Control::default()).unwrap();
            let cost = graph.to_go()[0];
            if cost == DEAD {
                assert_eq!(counted, None);
                assert!(listed.is_empty());
                continue;
            }
            let forced = solutions_by_force(&graph, &0, cost);
            several += usize::from(forced.len() > 1);
            assert_eq!(counted, Some((cost, forced.len() as u128)));
            assert_eq!(listed, forced);
            let one = shortest_solutions(&graph, &0, 1, &Control::default()).unwrap();
            assert_eq!(one, forced[..1]);
        }
        assert!(several > 100);
    }

    #[test]
    fn reachable_positions_agree_with_a_set() {
        let mut random = Random(5);
        for round in 0..1000 {
            let graph = Graph::random(&mut random, 2 + round % 30, 1);
            for stop in [false, true] {
                let mut layers = vec![HashSet::from([0u32])];
                let mut all = layers[0].clone();
                while let Some(layer) = layers.last().filter(|layer| !layer.is_empty()) {
                    let open = layer.iter().filter(|&&node| !stop || graph.over[node as usize].is_none());
                    let next: HashSet<u32> = open.flat_map(|&n| &graph.edges[n as usize]).map(|edge| edge.1).collect();
                    let next: HashSet<u32> = next.difference(&all).copied().collect();
                    all.extend(&next);
                    layers.push(next);
                }
                layers.pop();
                let reach = reachable(&graph, &0, &[Player::Left], stop, &Control::default()).unwrap();
                let sizes: Vec<_> = layers.iter().map(|layer| (layer.len() as u64, layer.len() as u128)).collect();
                assert_eq!(reach.layers, sizes);
                assert_eq!((reach.representatives, reach.positions), (all.len() as u64, all.len() as u128));
                let goals = all.iter().filter(|&&node| graph.over[node as usize].is_some()).count();
                assert_eq!(reach.goals, goals as u64);
                let last = layers.last().unwrap();
                assert!(reach.farthest.len() == last.len().min(16) && reach.farthest.iter().all(|n| last.contains(n)));
            }
        }
    }

    #[test]
    fn the_eight_puzzle_has_the_known_layers() {
        let known = [
            1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878, 16993,
            17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
        ];
        for symmetric in [false, true] {
            let rules = Tiles { width: 3, height: 3, symmetric, ..Tiles::default() };
            let reach = reachable(&rules, &rules.solved(), &[Player::Left], false, &Control::default()).unwrap();
            assert_eq!(reach.positions, 181_440);
            assert_eq!(reach.layers.iter().map(|layer| layer.1).collect::<Vec<_>>(), known);
            assert_eq!(reach.layers.iter().map(|layer| layer.0).sum::<u64>(), reach.representatives);
            assert_eq!(symmetric, reach.representatives < 100_000);
            assert_eq!(reach.goals, 1);
        }
    }

    /// All positions from a start, and all their images under the motions of the square.
    fn images_by_force(rules: &Pegs, start: u64) -> (HashSet<u64>, HashSet<u64>) {
        let mut seen = HashSet::from([start]);
        let mut open = vec![start];
        while let Some(pegs) = open.pop() {
            let mut moves = Vec::new();
            rules.moves(&pegs, Player::Left, &mut moves).unwrap();
            open.extend(moves.iter().map(|jump| pegs ^ jump).filter(|next| seen.insert(*next)));
        }
        let mut images = seen.clone();
        let moved = |pegs: u64, motion: fn(usize, usize, usize) -> (usize, usize)| {
            let holes = (0..64).filter(|hole| pegs >> hole & 1 == 1);
            let to = holes.map(|hole| motion(hole / 8, hole % 8, rules.side - 1));
            to.map(|(row, column)| 1u64 << (8 * row + column)).sum::<u64>()
        };
        // a quarter turn and a reflection make all eight
        for _ in 0..3 {
            images.extend(images.clone().into_iter().map(|pegs| moved(pegs, |row, column, last| (column, last - row))));
        }
        images.extend(images.clone().into_iter().map(|pegs| moved(pegs, |row, column, _| (column, row))));
        (seen, images)
    }

    #[test]
    fn symmetry_changes_no_count_and_no_list() {
        let boards: [&[&str]; 3] = [
            &["oooo", "oooo", "oooo", "oooo"],
            &[" ooo", "ooooo", "ooooo", "ooooo", " ooo"],
            &["  o", " ooo", "ooooo", " ooo", "  o"],
        ];
        let mut random = Random(6);
        let mut several = 0;
        for round in 0..60 {
            let rows = boards[round % 3];
            let bare = Pegs::new(rows, 0, false);
            // the middle hole or the four middle holes, and a start some jumps before it
            let target = if rows.len() % 2 == 1 { bare.centre() } else { 0x0006_0600 };
            let mut start = target;
            for _ in 0..8 {
                let mut moves = Vec::new();
                bare.moves(&(bare.board & !start), Player::Left, &mut moves).unwrap();
                if !moves.is_empty() {
                    start ^= moves[random.below(moves.len() as u64) as usize];
                }
            }
            let cost = start.count_ones() - target.count_ones();
            let forced = solutions_by_force(&Pegs::new(rows, target, false), &start, cost);
            several += usize::from(forced.len() > 1);
            for symmetric in [false, true] {
                let rules = Pegs::new(rows, target, symmetric);
                let count = count_shortest(&rules, &start, &Control::default()).unwrap();
                assert_eq!(count, Some((cost, forced.len() as u128)));
                assert_eq!(shortest_solutions(&rules, &start, usize::MAX, &Control::default()).unwrap(), forced);
                let reach = reachable(&rules, &start, &[Player::Left], false, &Control::default()).unwrap();
                let (seen, images) = images_by_force(&rules, start);
                let expected = if symmetric { images.len() } else { seen.len() };
                assert_eq!(reach.positions, expected as u128);
                let representatives: HashSet<u64> = seen.iter().map(|pegs| rules.canonical(pegs)).collect();
                assert_eq!(reach.representatives, representatives.len() as u64);
            }
        }
        assert!(several > 10);
    }

    #[test]
    fn eight_puzzle_counts_and_lists_agree() {
        let rules = Tiles { width: 3, height: 3, ..Tiles::default() };
        let reach = reachable(&rules, &rules.solved(), &[Player::Left], false, &Control::default()).unwrap();
        let far = reach.farthest[0];
        let mut answers = Vec::new();
        for (symmetric, manhattan) in [(false, false), (false, true), (true, false), (true, true)] {
            let rules = Tiles { symmetric, manhattan, ..rules };
            let (cost, count) = count_shortest(&rules, &far, &Control::default()).unwrap().unwrap();
            assert_eq!(cost, 31);
            let listed = shortest_solutions(&rules, &far, usize::MAX, &Control::default()).unwrap();
            assert_eq!(listed.len() as u128, count);
            for solution in &listed {
                let mut here = far;
                for (mv, next) in solution {
                    here = rules.play(&here, mv).unwrap();
                    assert_eq!(here, *next);
                }
                assert_eq!((here, solution.len()), (rules.solved(), 31));
            }
            let words: HashSet<Vec<u32>> = listed.iter().map(|s| s.iter().map(|(mv, _)| *mv).collect()).collect();
            assert_eq!(words.len(), listed.len());
            answers.push((count, listed));
        }
        assert!(answers.iter().all(|answer| *answer == answers[0]));
    }

    #[test]
    fn counts_beyond_128_bits_are_an_error() {
        for (cost, doublings) in [(1, 127), (1, 128), (2, 127), (2, 128)] {
            let mut graph = Graph::path(doublings + 1);
            graph.edges.iter_mut().for_each(|edges| edges.extend(edges.clone()));
            graph.edges.iter_mut().flatten().for_each(|edge| edge.2 = cost);
            match count_shortest(&graph, &0, &Control::default()) {
                Ok(answer) => assert_eq!((doublings, answer), (127, Some((127 * cost, 1 << 127)))),
                Err(error) => assert!(doublings == 128 && matches!(error, Error::Limit(..))),
            }
        }
    }

    #[test]
    fn limits_and_cancellation_stop_every_question() {
        let rules = Tiles { width: 4, height: 4, ..Tiles::default() };
        let far = 0x0123_4567_89AB_CDEF;
        let ask = |question: u32, control: &Control| match question {
            0 => reachable(&rules, &far, &[Player::Left], true, control).map(|_| ()),
            1 => count_shortest(&rules, &far, control).map(|_| ()),
            _ => shortest_solutions(&rules, &far, 1, control).map(|_| ()),
        };
        for question in 0..3 {
            let control = Control::new(Limits { positions: Some(50_000), ..Limits::default() });
            assert!(matches!(ask(question, &control), Err(Error::Limit(..))));
            assert!(control.positions() < 60_000);
            let control = Control::new(Limits { memory: Some(4 << 20), ..Limits::default() });
            assert!(matches!(ask(question, &control), Err(Error::Limit(..))));
            let control = Control::default();
            control.cancel();
            assert!(matches!(ask(question, &control), Err(Error::Cancelled)));
        }
    }

    #[test]
    #[ignore = "half a minute in release, and 600 MB"]
    fn english_peg_solitaire() {
        let rules = Pegs::english(true);
        let start = rules.board ^ rules.centre();
        let control = Control::default();
        let reach = reachable(&rules, &start, &[Player::Left], false, &control).unwrap();
        println!("reachable: {:.1} s, {} MB", control.elapsed().as_secs_f64(), control.peak_memory() >> 20);
        assert_eq!((reach.representatives, reach.positions), (23_475_688, 187_636_299));
        let control = Control::default();
        let count = count_shortest(&rules, &start, &control).unwrap();
        println!("count: {:.1} s, {} MB", control.elapsed().as_secs_f64(), control.peak_memory() >> 20);
        assert_eq!(count, Some((31, 40_861_647_040_079_968)));
    }
}
