//! Stoppers in canonical form, each once.
//!
//! In a stopper no run that alternates between the players goes on for ever. Like a short game it has a canonical form,
//! without dominated or reversible options and without two equal nodes, and equal stoppers have isomorphic ones (Siegel,
//! *Combinatorial Game Theory*, VI.4). [`Stoppers`] keeps canonical nodes, so that equal stoppers are equal numbers.
//!
//! New nodes are taken in together, because they may be options of each other. Bypassing reversible options and deleting
//! dominated ones changes no value, so that comparisons made before stay valid throughout. Equal nodes are fused last:
//! fused earlier they could close an alternating cycle.

use super::graph::{Graph, Node, Options, strong};
use super::order::{Memory, key, survive};
use crate::error::{Error, Result};
use crate::limits::Control;
use crate::rules::{BuildMixer, Player};
use std::collections::HashMap;

#[derive(Default)]
pub struct Stoppers {
    pub graph: Graph,
    memory: Memory,
    /// Nodes by their options.
    forms: HashMap<Options, Node, BuildMixer>,
    /// Strong components by their shape, with their nodes in order.
    cycles: HashMap<Vec<Node>, Vec<Node>, BuildMixer>,
    /// Can a node be reached from itself?
    cyclic: Vec<bool>,
}

impl Stoppers {
    /// The canonical nodes that equal new ones. Their options are nodes of `graph`, or new: those count from
    /// `graph.len()` on. They must be stoppers.
    pub fn absorb(&mut self, fresh: Vec<Options>, control: &Control) -> Result<Vec<Node>> {
        let base = self.graph.len();
        let count = fresh.len();
        for options in fresh {
            self.graph.push(options);
        }
        self.memory.base = base;
        let reduced = self.reduce(base, control);
        let reduced = reduced.map(|equal| {
            let options: Vec<Options> =
                (base..base + count).map(|node| self.graph.both(node as Node).clone()).collect();
            (options, equal)
        });
        self.graph.truncate(base);
        self.memory.new.clear();
        self.memory.base = usize::MAX;
        let (options, equal) = reduced?;
        self.enter(&options, &equal, control)
    }

    /// What is remembered about pairs of canonical nodes, for comparisons beyond them: `base` separates the others.
    pub fn memory(&mut self) -> (&mut Graph, &mut Memory) {
        (&mut self.graph, &mut self.memory)
    }

    fn at_most(&mut self, a: Node, b: Node, control: &Control) -> Result<bool> {
        let key = key(a, b, Player::Right);
        if a == b {
            return Ok(true);
        }
        if let Some(known) = self.memory.get(key) {
            return Ok(known);
        }
        survive(&self.graph, &[(a, b)], &mut self.memory, control)?;
        Ok(self.memory.get(key) == Some(true))
    }

    /// G <= H in the eyes of a player: for Right the order is turned round.
    fn no_better(&mut self, player: Player, a: Node, b: Node, control: &Control) -> Result<bool> {
        match player {
            Player::Left => self.at_most(a, b, control),
            Player::Right => self.at_most(b, a, control),
        }
    }

    /// Brings the options of all nodes from `base` on to canonical form, and finds for each of them the first node that
    /// equals it among those and among nodes on cycles.
    fn reduce(&mut self, base: usize, control: &Control) -> Result<Vec<Node>> {
        let fresh = base as Node..self.graph.len() as Node;
        let mut changed = true;
        while changed {
            changed = false;
            for node in fresh.clone() {
                for player in Player::BOTH {
                    changed |= self.bypass(node, player, control)?;
                }
            }
        }
        for node in fresh.clone() {
            let mut options = Options::default();
            for player in Player::BOTH {
                options[player as usize] = self.undominated(node, player, control)?;
            }
            self.graph.set(node, options);
        }
        let mut equal: Vec<Node> = Vec::new();
        let lone = fresh.len() == 1 && !self.graph.both(fresh.start).iter().flatten().any(|&to| to == fresh.start);
        let mut candidates = if lone { Vec::new() } else { self.cyclic_below(fresh.start, fresh.end) };
        for node in fresh {
            let mut found = node;
            for &candidate in &candidates {
                if self.at_most(node, candidate, control)? && self.at_most(candidate, node, control)? {
                    found = candidate;
                    break;
                }
            }
            if found == node {
                candidates.push(node);
            }
            equal.push(found);
        }
        Ok(equal)
    }

    /// Canonical nodes on cycles that can be reached from these nodes.
    fn cyclic_below(&self, start: Node, end: Node) -> Vec<Node> {
        let mut seen = vec![false; self.graph.len()];
        let mut stack: Vec<Node> = (start..end).collect();
        let mut found = Vec::new();
        while let Some(node) = stack.pop() {
            for &option in self.graph.both(node).iter().flatten() {
                if option < start && !seen[option as usize] {
                    seen[option as usize] = true;
                    stack.push(option);
                    if self.cyclic[option as usize] {
                        found.push(option);
                    }
                }
            }
        }
        found.sort_unstable();
        found
    }

    /// Replaces every reversible option by the options that it is answered with.
    fn bypass(&mut self, node: Node, player: Player, control: &Control) -> Result<bool> {
        let mut waiting = self.graph.of(node, player).to_vec();
        let mut seen = waiting.clone();
        let mut kept = Vec::new();
        let mut changed = false;
        'options: while let Some(option) = waiting.pop() {
            let answers = self.graph.of(option, player.opponent()).to_vec();
            for answer in answers {
                if self.no_better(player, answer, node, control)? {
                    changed = true;
                    for &next in self.graph.of(answer, player) {
                        if !seen.contains(&next) {
                            seen.push(next);
                            waiting.push(next);
                        }
                    }
                    continue 'options;
                }
            }
            kept.push(option);
        }
        if changed {
            let mut options = self.graph.both(node).clone();
            options[player as usize] = kept;
            self.graph.set(node, options);
        }
        Ok(changed)
    }

    /// The options that no other is as good as; of equal ones the first.
    fn undominated(&mut self, node: Node, player: Player, control: &Control) -> Result<Vec<Node>> {
        let mut kept: Vec<Node> = Vec::new();
        for option in self.graph.of(node, player).to_vec() {
            let mut dominated = false;
            for &other in &kept {
                dominated = dominated || self.no_better(player, option, other, control)?;
            }
            if !dominated {
                let mut still = Vec::new();
                for other in kept {
                    if !self.no_better(player, other, option, control)? {
                        still.push(other);
                    }
                }
                still.push(option);
                kept = still;
            }
        }
        Ok(kept)
    }

    /// Enters canonical options, of which some may equal others.
    fn enter(&mut self, options: &[Options], equal: &[Node], control: &Control) -> Result<Vec<Node>> {
        let mut ticker = control.ticker();
        let base = self.graph.len() as Node;
        let redirected = |node: Node| if node < base { node } else { equal[(node - base) as usize] };
        let local: Vec<Options> = options
            .iter()
            .map(|sides| sides.each_ref().map(|side| side.iter().map(|&option| redirected(option)).collect()))
            .collect();
        let inside = |node: Node, i: usize| {
            let [left, right] = &local[node as usize];
            let to = left.get(i).or_else(|| right.get(i.wrapping_sub(left.len())))?;
            Some(if *to < base { node } else { *to - base })
        };
        let components = strong(local.len(), inside, &mut ticker)?;
        let count = components.iter().max().map_or(0, |&last| last + 1);
        let mut members: Vec<Vec<Node>> = vec![Vec::new(); count as usize];
        for (node, &component) in components.iter().enumerate() {
            if equal[node] == base + node as Node {
                members[component as usize].push(node as Node);
            }
        }
        let mut ids = vec![Node::MAX; local.len()];
        for members in members {
            ticker.glance()?;
            self.enter_component(&members, &local, base, &mut ids, control)?;
        }
        Ok((0..local.len())
            .map(|node| if equal[node] < base { equal[node] } else { ids[(equal[node] - base) as usize] })
            .collect())
    }

    fn enter_component(
        &mut self,
        members: &[Node],
        local: &[Options],
        base: Node,
        ids: &mut [Node],
        control: &Control,
    ) -> Result<()> {
        let cyclic = |node: Node| local[node as usize].iter().flatten().any(|&to| to >= base && to - base == node);
        if let &[node] = members
            && !cyclic(node)
        {
            let renamed = local[node as usize].each_ref().map(|side| {
                let mut side: Vec<Node> =
                    side.iter().map(|&to| if to < base { to } else { ids[(to - base) as usize] }).collect();
                side.sort_unstable();
                side.dedup();
                side
            });
            ids[node as usize] = match self.forms.get(&renamed) {
                Some(&known) => known,
                None => self.keep(renamed, false),
            };
            return Ok(());
        }
        if members.is_empty() {
            return Ok(());
        }
        // the component with its ways out: each node there is coloured by its number among the canonical ones
        let mut part = Graph::default();
        let mut colours: Vec<Node> = vec![0; members.len()];
        let mut exits: HashMap<Node, Node, BuildMixer> = HashMap::default();
        let mut ways = Vec::new();
        for &node in members {
            part.push(local[node as usize].each_ref().map(|side| {
                side.iter()
                    .map(|&to| {
                        let place = members.iter().position(|&member| base + member == to);
                        place.map_or_else(
                            || {
                                let id = if to < base { to } else { ids[(to - base) as usize] };
                                *exits.entry(id).or_insert_with(|| {
                                    ways.push(id);
                                    (members.len() + ways.len() - 1) as Node
                                })
                            },
                            |place| place as Node,
                        )
                    })
                    .collect()
            }));
        }
        for &id in &ways {
            part.push(Options::default());
            colours.push(id + 1);
        }
        let colours = part.colours(colours, &mut control.ticker())?;
        let mut order: Vec<usize> = (0..members.len()).collect();
        order.sort_unstable_by_key(|&place| colours[place]);
        if order.windows(2).any(|pair| colours[pair[0]] == colours[pair[1]]) {
            return Err(Error::invalid("two nodes of a stopper that were not found to be equal look the same"));
        }
        let mut rank = vec![0; members.len()];
        for (place, &member) in order.iter().enumerate() {
            rank[member] = place as Node;
        }
        // odd: a node of the component by its rank; even: a canonical node
        let shape = |to: Node| {
            if (to as usize) < members.len() {
                2 * rank[to as usize] + 1
            } else {
                2 * ways[to as usize - members.len()]
            }
        };
        let mut form = Vec::new();
        for &member in &order {
            for side in part.both(member as Node) {
                let mut side: Vec<Node> = side.iter().map(|&to| shape(to)).collect();
                side.sort_unstable();
                form.push(side.len() as Node);
                form.extend(side);
            }
        }
        if let Some(known) = self.cycles.get(&form) {
            for (&member, &id) in order.iter().zip(known) {
                ids[members[member] as usize] = id;
            }
            return Ok(());
        }
        let first = self.graph.len() as Node;
        let renamed = |to: Node| {
            if (to as usize) < members.len() { first + rank[to as usize] } else { ways[to as usize - members.len()] }
        };
        let mut kept = Vec::new();
        for &member in &order {
            let mut options = part.both(member as Node).each_ref().map(|side| {
                let side: Vec<Node> = side.iter().map(|&to| renamed(to)).collect();
                side
            });
            options.iter_mut().for_each(|side| side.sort_unstable());
            let id = self.keep(options, true);
            ids[members[member] as usize] = id;
            kept.push(id);
        }
        self.cycles.insert(form, kept);
        Ok(())
    }

    fn keep(&mut self, options: Options, cyclic: bool) -> Node {
        let node = self.graph.push(options.clone());
        self.forms.insert(options, node);
        self.cyclic.push(cyclic);
        node
    }
}
