//! Constraint graphs, and the inflow of their vertices by bits.
//!
//! An orientation is a set of edges: those that point to their second end. At a vertex the edges of one weight that lie
//! in one word of the set are one [`Class`]: they point to the vertex where the word differs from `flip`, so that a
//! count of bits tells what they bring. A vertex of the literature has one or two classes, however many edges the graph
//! has.

use crate::error::{Error, Result};

/// A graph with positive weights of edges and minimum inflows of vertices.
#[derive(Clone, Debug)]
pub struct Graph {
    pub ends: Vec<(u32, u32)>,
    pub weights: Vec<u32>,
    pub minima: Vec<u64>,
}

impl Graph {
    pub fn new(ends: &[(u32, u32)], weights: &[u32], minima: &[u64]) -> Result<Graph> {
        if weights.len() != ends.len() {
            return Err(Error::invalid(format!("{} weights for {} edges", weights.len(), ends.len())));
        }
        for (edge, (&(first, second), &weight)) in ends.iter().zip(weights).enumerate() {
            if first.max(second) as usize >= minima.len() {
                return Err(Error::invalid(format!("edge number {edge} ends at no vertex that there is")));
            }
            if weight == 0 {
                return Err(Error::invalid(format!("edge number {edge} has no weight (expected at least 1)")));
            }
        }
        Ok(Graph { ends: ends.to_vec(), weights: weights.to_vec(), minima: minima.to_vec() })
    }

    pub fn edges(&self) -> usize {
        self.ends.len()
    }

    /// Words of a set of edges.
    pub fn words(&self) -> usize {
        self.edges().div_ceil(64)
    }

    pub fn is_loop(&self, edge: usize) -> bool {
        self.ends[edge].0 == self.ends[edge].1
    }

    /// The edge exists; a question names it from outside.
    pub fn known(&self, edge: usize) -> Result<usize> {
        if edge < self.edges() { Ok(edge) } else { Err(Error::invalid(format!("no edge number {edge}"))) }
    }

    /// The words of a set of edges, from their bytes.
    pub fn read(&self, bytes: &[u8]) -> Result<Vec<u64>> {
        if bytes.len() != 8 * self.words() {
            let (found, expected) = (bytes.len(), 8 * self.words());
            return Err(Error::invalid(format!("a set of edges of {found} bytes (expected {expected})")));
        }
        let word = |chunk: &[u8]| chunk.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
        let words: Vec<u64> = bytes.chunks(8).map(word).collect();
        match words.last() {
            Some(last) if !self.edges().is_multiple_of(64) && last >> (self.edges() % 64) != 0 => {
                Err(Error::invalid(format!("a set of edges with more than {} of them", self.edges())))
            }
            _ => Ok(words),
        }
    }
}

pub fn bytes_of_words(words: &[u64]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Edges of one weight at one vertex, in one word.
#[derive(Clone, Copy, Debug)]
pub struct Class {
    pub word: usize,
    pub weight: u64,
    pub mask: u64,
    /// Those that point to the vertex where they are *not* in the set: the vertex is their first end.
    pub flip: u64,
}

impl Class {
    /// Those that point to the vertex.
    #[inline(always)]
    pub fn incoming(&self, words: &[u64]) -> u64 {
        (words[self.word] ^ self.flip) & self.mask
    }

    #[inline(always)]
    pub fn brings(&self, edges: u64) -> u64 {
        self.weight * u64::from(edges.count_ones())
    }
}

/// The classes of each vertex side by side. Loops have classes of their own: they always point to their vertex.
#[derive(Clone, Debug, Default)]
pub struct Classes {
    classes: Vec<Class>,
    /// Those of vertex n end at `ends[n]`.
    ends: Vec<usize>,
}

impl Classes {
    /// Of the edges that are loops, or of those that are not.
    pub fn of(graph: &Graph, loops: bool) -> Classes {
        let mut at: Vec<Vec<Class>> = vec![Vec::new(); graph.minima.len()];
        for (edge, &(first, second)) in graph.ends.iter().enumerate() {
            if graph.is_loop(edge) != loops {
                continue;
            }
            let (word, bit, weight) = (edge >> 6, 1 << (edge & 63), u64::from(graph.weights[edge]));
            for (vertex, flip) in [(first, bit), (second, 0)].into_iter().take(if loops { 1 } else { 2 }) {
                let classes = &mut at[vertex as usize];
                match classes.iter_mut().find(|class| (class.word, class.weight) == (word, weight)) {
                    Some(class) => (class.mask, class.flip) = (class.mask | bit, class.flip | flip),
                    None => classes.push(Class { word, weight, mask: bit, flip }),
                }
            }
        }
        let mut all = Classes::default();
        for classes in at {
            all.classes.extend(classes);
            all.ends.push(all.classes.len());
        }
        all
    }

    pub fn at(&self, vertex: usize) -> &[Class] {
        let start = if vertex == 0 { 0 } else { self.ends[vertex - 1] };
        &self.classes[start..self.ends[vertex]]
    }
}
