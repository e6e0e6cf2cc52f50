//! Finite graphs with edges for both players.

use crate::error::{Error, Result};
use crate::limits::{Control, Ticker};
use crate::rules::{BuildMixer, Player};
use std::collections::HashMap;

pub type Node = u32;

/// The options of Left and of Right, sorted and without repetitions.
pub type Options = [Vec<Node>; 2];

/// Nodes with their options. Where a graph stands for a game, node 0 is its start.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Graph {
    options: Vec<Options>,
}

impl Graph {
    /// From the options of Left and of Right of each node.
    pub fn new(left: Vec<Vec<Node>>, right: Vec<Vec<Node>>) -> Result<Graph> {
        if left.is_empty() || left.len() != right.len() {
            return Err(Error::invalid(format!(
                "{} lists of Left's options and {} of Right's (expected one of each for every node)",
                left.len(),
                right.len()
            )));
        }
        let count = left.len();
        if let Some(node) = left.iter().chain(&right).flatten().find(|&&node| node as usize >= count) {
            return Err(Error::invalid(format!("an option {node} in a graph of {count} nodes")));
        }
        let mut graph = Graph::default();
        for (left, right) in left.into_iter().zip(right) {
            graph.push([left, right]);
        }
        Ok(graph)
    }

    pub fn len(&self) -> usize {
        self.options.len()
    }

    pub fn is_empty(&self) -> bool {
        self.options.is_empty()
    }

    #[inline]
    pub fn of(&self, node: Node, player: Player) -> &[Node] {
        &self.options[node as usize][player as usize]
    }

    pub fn both(&self, node: Node) -> &Options {
        &self.options[node as usize]
    }

    /// A further node, whose options may be nodes that are added later.
    pub fn push(&mut self, options: Options) -> Node {
        self.options.push(sorted(options));
        (self.options.len() - 1) as Node
    }

    pub fn set(&mut self, node: Node, options: Options) {
        self.options[node as usize] = sorted(options);
    }

    pub fn truncate(&mut self, count: usize) {
        self.options.truncate(count);
    }

    /// Left's options for each node, and Right's.
    pub fn lists(self) -> (Vec<Vec<Node>>, Vec<Vec<Node>>) {
        self.options.into_iter().map(|[left, right]| (left, right)).unzip()
    }

    pub fn edges(&self) -> usize {
        self.options.iter().map(|[left, right]| left.len() + right.len()).sum()
    }

    /// The same with the players exchanged.
    #[must_use]
    pub fn negative(&self) -> Graph {
        Graph { options: self.options.iter().map(|[left, right]| [right.clone(), left.clone()]).collect() }
    }

    /// The nodes that can be reached from a start, which comes first, breadth first.
    pub fn reach(&self, start: Node, ticker: &mut Ticker) -> Result<Vec<Node>> {
        let mut seen = vec![false; self.len()];
        let mut found = vec![start];
        seen[start as usize] = true;
        let mut next = 0;
        while next < found.len() {
            ticker.glance()?;
            for &option in self.options[found[next] as usize].iter().flatten() {
                if !seen[option as usize] {
                    seen[option as usize] = true;
                    found.push(option);
                }
            }
            next += 1;
        }
        Ok(found)
    }

    /// These nodes alone, numbered in this order; they contain all their options.
    #[must_use]
    pub fn part(&self, nodes: &[Node]) -> Graph {
        let mut number = vec![Node::MAX; self.len()];
        for (place, &node) in nodes.iter().enumerate() {
            number[node as usize] = place as Node;
        }
        let renamed = |side: &Vec<Node>| side.iter().map(|&option| number[option as usize]).collect();
        let mut part = Graph::default();
        for &node in nodes {
            part.push(self.options[node as usize].each_ref().map(renamed));
        }
        part
    }

    /// What can be reached from node 0.
    pub fn packed(&self, ticker: &mut Ticker) -> Result<Graph> {
        Ok(self.part(&self.reach(0, ticker)?))
    }

    /// The sum of two games: what can be reached of the product.
    pub fn sum(&self, other: &Graph, control: &Control) -> Result<Graph> {
        let mut ticker = control.ticker();
        let mut numbers: HashMap<(Node, Node), Node, BuildMixer> = HashMap::default();
        let mut pairs = vec![(0, 0)];
        numbers.insert((0, 0), 0);
        let mut total = Graph::default();
        let mut edges = 0u64;
        while total.len() < pairs.len() {
            ticker.tick()?;
            let (a, b) = pairs[total.len()];
            let mut options = Options::default();
            for player in Player::BOTH {
                let here = self.of(a, player).iter().map(|&a| (a, b));
                let there = other.of(b, player).iter().map(|&b| (a, b));
                for pair in here.chain(there) {
                    let fresh = pairs.len() as Node;
                    let number = *numbers.entry(pair).or_insert_with(|| {
                        pairs.push(pair);
                        fresh
                    });
                    options[player as usize].push(number);
                }
            }
            edges += (options[0].len() + options[1].len()) as u64;
            control.memory(64 * pairs.len() as u64 + 4 * edges)?;
            total.push(options);
        }
        Ok(total)
    }

    /// One node for each class of nodes that cannot be told apart by playing from them; that of node 0 comes first.
    pub fn fused(&self, ticker: &mut Ticker) -> Result<Graph> {
        let colours = self.colours(vec![0; self.len()], ticker)?;
        let mut first: HashMap<Node, Node, BuildMixer> = HashMap::default();
        for node in (0..self.len() as Node).rev() {
            first.insert(colours[node as usize], node);
        }
        let fused = |side: &Vec<Node>| side.iter().map(|&option| first[&colours[option as usize]]).collect();
        let mut graph = Graph::default();
        for options in &self.options {
            graph.push(options.each_ref().map(fused));
        }
        graph.packed(ticker)
    }

    /// The coarsest colouring that refines the given one, such that nodes of one colour have options of the same colours.
    /// Colours are numbered in an order that depends on the graph and the given colours, not on the numbers of nodes.
    pub fn colours(&self, mut colours: Vec<Node>, ticker: &mut Ticker) -> Result<Vec<Node>> {
        let mut count = 0;
        loop {
            let mut signs: Vec<(Node, Vec<Node>, Vec<Node>, Node)> = Vec::with_capacity(self.len());
            for (node, [left, right]) in self.options.iter().enumerate() {
                ticker.glance()?;
                let [left, right] = [left, right].map(|side| {
                    let mut side: Vec<Node> = side.iter().map(|&option| colours[option as usize]).collect();
                    side.sort_unstable();
                    side.dedup();
                    side
                });
                signs.push((colours[node], left, right, node as Node));
            }
            signs.sort_unstable();
            ticker.glance()?;
            let mut found = 0;
            for i in 0..signs.len() {
                let (here, left, right, node) = &signs[i];
                if i > 0 && (here, left, right) != (&signs[i - 1].0, &signs[i - 1].1, &signs[i - 1].2) {
                    found += 1;
                }
                colours[*node as usize] = found;
            }
            if found + 1 == count || self.is_empty() {
                return Ok(colours);
            }
            count = found + 1;
        }
    }

    /// The same game, numbered in a way that isomorphic games share, provided that no two of its nodes have the same
    /// colour in [`Graph::colours`]; only what can be reached from `start` is kept.
    pub fn numbered(&self, start: Node, ticker: &mut Ticker) -> Result<Graph> {
        let nodes = self.reach(start, ticker)?;
        let part = self.part(&nodes);
        let colours = part.colours(vec![0; part.len()], ticker)?;
        let mut by_colour: Vec<Node> = (0..part.len() as Node).collect();
        by_colour.sort_unstable_by_key(|&node| colours[node as usize]);
        let order: Vec<Node> = by_colour;
        let place = order.iter().position(|&node| node == 0).unwrap_or(0);
        let sorted = part.part(&order);
        let reached = sorted.reach(place as Node, ticker)?;
        Ok(sorted.part(&reached))
    }

    /// Does a run that alternates between the players come back, starting from some node?
    pub fn alternates(&self, ticker: &mut Ticker) -> Result<bool> {
        let components = self.alternating(ticker)?;
        let mut seen = vec![false; components.len()];
        Ok(components.iter().any(|&component| std::mem::replace(&mut seen[component as usize], true)))
    }

    /// The strong components of the graph on (node, mover), numbered 2 * node + mover, in which every move passes the
    /// turn.
    pub fn alternating(&self, ticker: &mut Ticker) -> Result<Vec<Node>> {
        strong(
            2 * self.len(),
            |state, i| {
                let (node, mover) = ((state / 2) as Node, (state % 2) as usize);
                let option = self.options[node as usize][mover].get(i)?;
                Some(2 * option + 1 - mover as Node)
            },
            ticker,
        )
    }

    /// The strong components, those without way out first.
    pub fn components(&self, ticker: &mut Ticker) -> Result<Vec<Node>> {
        strong(
            self.len(),
            |node, i| {
                let [left, right] = &self.options[node as usize];
                left.get(i).or_else(|| right.get(i.wrapping_sub(left.len()))).copied()
            },
            ticker,
        )
    }
}

fn sorted(mut options: Options) -> Options {
    for side in &mut options {
        side.sort_unstable();
        side.dedup();
    }
    options
}

/// The number of the strong component of each vertex (Tarjan 1972, with a stack of its own); a component that can be
/// reached from another has the smaller number. `next(v, i)` is the i-th successor of v.
pub fn strong(count: usize, next: impl Fn(Node, usize) -> Option<Node>, ticker: &mut Ticker) -> Result<Vec<Node>> {
    const NONE: Node = Node::MAX;
    let mut component = vec![NONE; count];
    let mut order = vec![NONE; count];
    let mut low = vec![NONE; count];
    let (mut visited, mut components) = (0, 0);
    let mut open: Vec<Node> = Vec::new();
    let mut walk: Vec<(Node, usize)> = Vec::new();
    for root in 0..count as Node {
        if order[root as usize] != NONE {
            continue;
        }
        walk.push((root, 0));
        while let Some((vertex, i)) = walk.pop() {
            ticker.glance()?;
            let v = vertex as usize;
            if i == 0 {
                order[v] = visited;
                low[v] = visited;
                visited += 1;
                open.push(vertex);
            }
            if let Some(to) = next(vertex, i) {
                walk.push((vertex, i + 1));
                let t = to as usize;
                if order[t] == NONE {
                    walk.push((to, 0));
                } else if component[t] == NONE {
                    low[v] = low[v].min(order[t]);
                }
                continue;
            }
            if low[v] == order[v] {
                while let Some(member) = open.pop() {
                    component[member as usize] = components;
                    if member == vertex {
                        break;
                    }
                }
                components += 1;
            }
            if let Some(&(parent, _)) = walk.last() {
                low[parent as usize] = low[parent as usize].min(low[v]);
            }
        }
    }
    Ok(component)
}
