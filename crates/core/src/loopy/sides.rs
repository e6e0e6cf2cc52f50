//! The sides of a loopy game: stoppers that it equals when infinite plays are won by one of the players.
//!
//! Strong components are worked off from the ends. One without alternating cycle is a stopper as it stands, given the
//! sides of what lies beyond it. For another one we *sidle* (Winning Ways, chapter 11): some edges of its alternating
//! cycles are cut, so that the rest is a stopper, and lead first to `on`, then to what their ends were found to be
//! worth, and so on. For the onside that comes down from above; where it comes to rest, the values solve the equations
//! of the game, and the largest solution is the onside. Which edges are best cut nobody knows beforehand, so several
//! ways are tried. Where none comes to rest, edges are deleted that the side does not need.
//!
//! Nothing of this is trusted. Every side is compared with the component itself, both ways, in the order of onsides
//! (`order.rs`), and only what is equal is accepted. Some games have no such stopper, and for some that have one it is
//! not found: then there is no answer.

use super::graph::{Graph, Node, Options};
use super::order::all_at_most;
use super::stopper::Stoppers;
use crate::error::Result;
use crate::limits::Control;
use crate::rules::Player;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// Left wins infinite plays.
    On,
    /// Right wins them.
    Off,
}

/// Rounds of sidling before another cut is tried.
const ROUNDS: usize = 40;
/// Nodes of a component whose edges are tried one by one.
const FEW: usize = 60;
/// Canonical nodes that one round may add, for each node of the component, before it is taken to run away.
const MOST_ADDED: usize = 200;

/// The side of a game in canonical form, numbered so that equal sides are equal graphs; none if it was not found.
pub fn side(graph: &Graph, side: Side, control: &Control) -> Result<Option<Graph>> {
    match side {
        Side::On => onside(graph, control),
        Side::Off => {
            let Some(found) = onside(&graph.negative(), control)? else { return Ok(None) };
            found.negative().numbered(0, &mut control.ticker()).map(Some)
        }
    }
}

/// The side of a sum, which depends on the same sides of its parts only; none if it was not found.
pub fn side_of_sum(parts: &[Graph], which: Side, control: &Control) -> Result<Option<Graph>> {
    let mut total: Option<Graph> = None;
    for part in parts {
        let sum = match &total {
            None => part.clone(),
            Some(before) => match side(part, which, control)? {
                Some(part) => before.sum(&part, control)?,
                None => return Ok(None),
            },
        };
        total = side(&sum, which, control)?;
        if total.is_none() {
            return Ok(None);
        }
    }
    Ok(total)
}

fn onside(graph: &Graph, control: &Control) -> Result<Option<Graph>> {
    let mut ticker = control.ticker();
    let graph = graph.packed(&mut ticker)?.fused(&mut ticker)?;
    let components = graph.components(&mut ticker)?;
    let mut members: Vec<Vec<Node>> = vec![Vec::new(); components.iter().max().map_or(0, |&last| last as usize + 1)];
    for (node, &component) in components.iter().enumerate() {
        members[component as usize].push(node as Node);
    }
    let mut stoppers = Stoppers::default();
    let mut ids = vec![Node::MAX; graph.len()];
    let mut places = vec![Node::MAX; graph.len()];
    for members in members {
        for (place, &node) in members.iter().enumerate() {
            ticker.tick()?;
            places[node as usize] = place as Node;
        }
        let here = components[members[0] as usize];
        // edges inside as numbers of places, others as canonical nodes
        let knot: Vec<Edges> = members
            .iter()
            .map(|&node| {
                graph.both(node).each_ref().map(|side| {
                    side.iter()
                        .map(|&to| match components[to as usize] == here {
                            true => To::Inside(places[to as usize]),
                            false => To::Outside(ids[to as usize]),
                        })
                        .collect()
                })
            })
            .collect();
        let Some(found) = Knot { edges: knot }.onside(&mut stoppers, control)? else { return Ok(None) };
        for (&node, id) in members.iter().zip(found) {
            ids[node as usize] = id;
        }
    }
    stoppers.graph.numbered(ids[0], &mut ticker).map(Some)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum To {
    /// A node of the component.
    Inside(Node),
    /// A canonical stopper.
    Outside(Node),
}

type Edges = [Vec<To>; 2];

/// A strong component.
struct Knot {
    edges: Vec<Edges>,
}

/// Which edges of alternating cycles are cut.
#[derive(Clone, Copy)]
enum Cut {
    /// Those of a player.
    Of(Player),
    /// Those that close a cycle when the component is walked through depth first, starting with a player's moves.
    Closing(Player),
    /// All.
    All,
}

impl Knot {
    fn onside(&self, stoppers: &mut Stoppers, control: &Control) -> Result<Option<Vec<Node>>> {
        let tangled = self.tangled(control)?;
        if !tangled.iter().flatten().flatten().any(|&tangled| tangled) {
            let base = stoppers.graph.len() as Node;
            return stoppers.absorb(self.options(base), control).map(Some);
        }
        let cuts = [
            Cut::Of(Player::Right),
            Cut::Closing(Player::Right),
            Cut::Closing(Player::Left),
            Cut::Of(Player::Left),
            Cut::All,
        ];
        for cut in cuts {
            let chosen = self.chosen(cut, &tangled);
            if let Some(found) = self.sidle(&chosen, stoppers, control)? {
                return Ok(Some(found));
            }
        }
        self.prune(stoppers, control)
    }

    /// The component as a graph, without what lies beyond.
    fn inner(&self) -> Graph {
        let mut graph = Graph::default();
        for edges in &self.edges {
            graph.push(edges.each_ref().map(|side| {
                side.iter()
                    .filter_map(|&to| match to {
                        To::Inside(place) => Some(place),
                        To::Outside(_) => None,
                    })
                    .collect()
            }));
        }
        graph
    }

    /// The options of its nodes, if those are numbered from `base` on.
    fn options(&self, base: Node) -> Vec<Options> {
        let renamed = |&to: &To| match to {
            To::Inside(place) => base + place,
            To::Outside(id) => id,
        };
        self.edges.iter().map(|edges| edges.each_ref().map(|side| side.iter().map(renamed).collect())).collect()
    }

    /// Which edges lie on alternating cycles.
    fn tangled(&self, control: &Control) -> Result<Vec<[Vec<bool>; 2]>> {
        let components = self.inner().alternating(&mut control.ticker())?;
        let mut tangled = Vec::new();
        for (node, edges) in self.edges.iter().enumerate() {
            let mut marks: [Vec<bool>; 2] = Default::default();
            for mover in 0..2 {
                let on_cycle = |&to: &To| match to {
                    To::Inside(place) => components[2 * node + mover] == components[2 * place as usize + 1 - mover],
                    To::Outside(_) => false,
                };
                marks[mover] = edges[mover].iter().map(on_cycle).collect();
            }
            tangled.push(marks);
        }
        Ok(tangled)
    }

    /// The edges to be cut.
    fn chosen(&self, cut: Cut, tangled: &[[Vec<bool>; 2]]) -> Vec<[Vec<bool>; 2]> {
        let first = match cut {
            Cut::All => return tangled.to_vec(),
            Cut::Of(player) => {
                let mut chosen = tangled.to_vec();
                for marks in &mut chosen {
                    marks[player.opponent() as usize].fill(false);
                }
                return chosen;
            }
            Cut::Closing(player) => player as usize,
        };
        let mut chosen: Vec<[Vec<bool>; 2]> =
            tangled.iter().map(|marks| marks.each_ref().map(|side| vec![false; side.len()])).collect();
        // 0: not seen yet, 1: on the way, 2: left for good
        let mut seen = vec![[0u8; 2]; self.edges.len()];
        for (start, mover) in (0..self.edges.len()).flat_map(|node| [(node, first), (node, 1 - first)]) {
            if seen[start][mover] != 0 {
                continue;
            }
            seen[start][mover] = 1;
            let mut walk = vec![(start, mover, 0)];
            while let Some((node, mover, i)) = walk.pop() {
                if i == self.edges[node][mover].len() {
                    seen[node][mover] = 2;
                    continue;
                }
                walk.push((node, mover, i + 1));
                if let To::Inside(place) = self.edges[node][mover][i]
                    && tangled[node][mover][i]
                {
                    let next = &mut seen[place as usize][1 - mover];
                    if *next == 1 {
                        chosen[node][mover][i] = true;
                    } else if *next == 0 {
                        *next = 1;
                        walk.push((place as usize, 1 - mover, 0));
                    }
                }
            }
        }
        chosen
    }

    fn sidle(
        &self,
        chosen: &[[Vec<bool>; 2]],
        stoppers: &mut Stoppers,
        control: &Control,
    ) -> Result<Option<Vec<Node>>> {
        let own = stoppers.graph.len() as Node;
        let on = stoppers.absorb(vec![[vec![own], vec![]]], control)?[0];
        let mut worth = vec![on; self.edges.len()];
        for _ in 0..ROUNDS {
            let base = stoppers.graph.len() as Node;
            let mut options = self.options(base);
            for (node, edges) in self.edges.iter().enumerate() {
                for mover in 0..2 {
                    for (i, &to) in edges[mover].iter().enumerate() {
                        if let To::Inside(place) = to
                            && chosen[node][mover][i]
                        {
                            options[node][mover][i] = worth[place as usize];
                        }
                    }
                }
            }
            let found = stoppers.absorb(options, control)?;
            if found == worth {
                return Ok(self.equals(&worth, stoppers, control)?.then_some(worth));
            }
            worth = found;
            if stoppers.graph.len() > base as usize + MOST_ADDED * self.edges.len() {
                break;
            }
        }
        Ok(None)
    }

    /// Is every node worth the stopper that was found for it, as onsides?
    fn equals(&self, worth: &[Node], stoppers: &mut Stoppers, control: &Control) -> Result<bool> {
        let base = stoppers.graph.len();
        let options = self.options(base as Node);
        let queries: Vec<(Node, Node)> = worth
            .iter()
            .enumerate()
            .flat_map(|(node, &id)| [(base as Node + node as Node, id), (id, base as Node + node as Node)])
            .collect();
        self.judged(base, options, &queries, stoppers, control)
    }

    /// Compares nodes beside the canonical ones, and forgets them again.
    fn judged(
        &self,
        base: usize,
        options: Vec<Options>,
        queries: &[(Node, Node)],
        stoppers: &mut Stoppers,
        control: &Control,
    ) -> Result<bool> {
        let (graph, memory) = stoppers.memory();
        for options in options {
            graph.push(options);
        }
        memory.base = base;
        let answer = all_at_most(graph, queries, memory, control);
        graph.truncate(base);
        memory.new.clear();
        memory.base = usize::MAX;
        answer
    }

    /// Deletes edges of alternating cycles that the onside does not need, Right's first, until it is a stopper.
    fn prune(&self, stoppers: &mut Stoppers, control: &Control) -> Result<Option<Vec<Node>>> {
        if self.edges.len() > FEW {
            return Ok(None);
        }
        let mut pruned = Knot { edges: self.edges.clone() };
        let mut mover = 1;
        let (mut node, mut i) = (0, 0);
        loop {
            let tangled = pruned.tangled(control)?;
            if !tangled.iter().flatten().flatten().any(|&tangled| tangled) {
                let base = stoppers.graph.len() as Node;
                let found = stoppers.absorb(pruned.options(base), control)?;
                return Ok(self.equals(&found, stoppers, control)?.then_some(found));
            }
            // the next edge that has not been tried
            while node < pruned.edges.len() && !tangled[node][mover].get(i).is_some_and(|&tangled| tangled) {
                i += 1;
                if i >= tangled[node][mover].len() {
                    (node, i) = (node + 1, 0);
                }
            }
            if node >= pruned.edges.len() {
                if mover == 0 {
                    return Ok(None);
                }
                (mover, node, i) = (0, 0, 0);
                continue;
            }
            let mut shorter = Knot { edges: pruned.edges.clone() };
            shorter.edges[node][mover].remove(i);
            // deleting an edge of Right can only help Left, and the other way round: one comparison is enough
            let base = stoppers.graph.len();
            let count = self.edges.len();
            let mut options = pruned.options(base as Node);
            options.extend(shorter.options((base + count) as Node));
            let (before, after) = ((base + node) as Node, (base + count + node) as Node);
            let query = if mover == 1 { (after, before) } else { (before, after) };
            if self.judged(base, options, &[query], stoppers, control)? {
                pruned = shorter;
            } else {
                i += 1;
            }
        }
    }
}
