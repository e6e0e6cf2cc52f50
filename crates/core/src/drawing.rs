//! Where to draw the vertices of a connected graph, in units of an edge.
//!
//! Two vertices should be as far apart in the drawing as in the graph. Classical scaling gives a start: the leading
//! eigenvectors of the centred matrix of squared distances, by power iteration. Stress majorization (Gansner, Koren &
//! North 2004) then moves every vertex to the place that the others want it to have, again and again. At last vertices
//! are pushed away from each other and from edges that are not theirs, so that a picture can be read.
//!
//! A start that has no crossings may be kept so: then a vertex goes as far towards its place as its edges cross no
//! others and nothing comes too close to an edge.

use crate::error::{Error, Result};
use crate::limits::{Control, Ticker};
use std::collections::VecDeque;
use std::f64::consts::TAU;

pub type Point = [f64; 2];

/// A place for each vertex, the number of pairs of edges that cross, and the stress.
pub struct Drawing {
    pub places: Vec<Point>,
    pub crossings: u64,
    pub stress: f64,
}

pub struct Request<'a> {
    pub vertices: usize,
    pub ends: &'a [(u32, u32)],
    /// A drawing to begin with; none: classical scaling.
    pub start: Option<&'a [Point]>,
    /// Let no edges cross that do not cross in the start.
    pub keep: bool,
}

const MOST_VERTICES: usize = 4096;
/// How far vertices should be from each other, and from edges of others.
const APART: f64 = 0.62;
const ASIDE: f64 = 0.34;
/// Pairs of vertices looked at in all rounds of majorization, as far as there are enough rounds.
const WORK: usize = 16_000_000;
const ROUNDS: std::ops::RangeInclusive<usize> = 20..=300;
/// At most so many rounds where each step is checked against all edges.
const CAREFUL: usize = 80;
/// A push is at most so long: among many edges pushes would add up to anything.
const LONGEST_PUSH: f64 = 0.15;
const SCALING: usize = 40;
/// Vertices times edges; where there are more, no room can be made between edges.
const CROWDED: usize = 400_000;
const SPREADING: usize = 30;
/// A round in which no vertex moves farther is the last.
const STILL: f64 = 1e-3;

/// # Errors
/// If a limit is reached, or the data is not a graph with a start for each vertex.
pub fn draw(request: &Request<'_>, control: &Control<'_>) -> Result<Drawing> {
    let size = request.vertices;
    if size == 0 || size > MOST_VERTICES {
        return Err(Error::invalid(format!("a drawing of {size} vertices (expected 1 to {MOST_VERTICES})")));
    }
    if request.ends.iter().any(|&(a, b)| a as usize >= size || b as usize >= size) {
        return Err(Error::invalid("an edge has an end that is not a vertex"));
    }
    if request.start.is_some_and(|start| start.len() != size || start.iter().flatten().any(|x| !x.is_finite())) {
        return Err(Error::invalid("the start of a drawing has one point for each vertex"));
    }
    control.memory((size * size * size_of::<u16>()) as u64)?;
    let mut ticker = control.ticker();
    let mut plan = Plan::new(size, request.ends, &mut ticker)?;
    plan.places = match request.start {
        Some(start) => start.to_vec(),
        None => plan.scaled(&mut ticker)?,
    };
    let rounds = (WORK / (size * size)).clamp(*ROUNDS.start(), *ROUNDS.end());
    for _ in 0..if request.keep { rounds.min(CAREFUL) } else { rounds } {
        if plan.round(request.keep, &mut ticker, Plan::wanted)? < STILL {
            break;
        }
    }
    for _ in 0..SPREADING {
        if plan.round(request.keep, &mut ticker, Plan::pushed)? < STILL {
            break;
        }
    }
    Ok(Drawing { crossings: plan.crossings(&mut ticker)?, stress: plan.stress(&mut ticker)?, places: plan.places })
}

struct Plan {
    /// Each pair of different ends once.
    edges: Vec<[usize; 2]>,
    /// The edges at each vertex.
    at: Vec<Vec<usize>>,
    distances: Vec<u16>,
    places: Vec<Point>,
}

impl Plan {
    fn new(size: usize, ends: &[(u32, u32)], ticker: &mut Ticker<'_, '_>) -> Result<Self> {
        let mut edges: Vec<_> =
            ends.iter().filter(|(a, b)| a != b).map(|&(a, b)| [a.min(b) as usize, a.max(b) as usize]).collect();
        edges.sort_unstable();
        edges.dedup();
        let mut at = vec![Vec::new(); size];
        for (number, ends) in edges.iter().enumerate() {
            for &end in ends {
                at[end].push(number);
            }
        }
        // a graph that is not connected: its parts are farther from each other than anything else
        let mut distances = vec![u16::try_from(size).unwrap_or(u16::MAX); size * size];
        for start in 0..size {
            ticker.glance()?;
            let row = &mut distances[start * size..][..size];
            row[start] = 0;
            let mut todo = VecDeque::from([start]);
            while let Some(here) = todo.pop_front() {
                for &edge in &at[here] {
                    let [a, b] = edges[edge];
                    let there = a + b - here;
                    if usize::from(row[there]) == size {
                        row[there] = row[here] + 1;
                        todo.push_back(there);
                    }
                }
            }
        }
        Ok(Plan { edges, at, distances, places: Vec::new() })
    }

    fn size(&self) -> usize {
        self.at.len()
    }

    fn row(&self, vertex: usize) -> &[u16] {
        &self.distances[vertex * self.size()..][..self.size()]
    }

    /// Classical scaling. The first guess is a circle, which complete graphs keep, with small irregularities, because
    /// a guess that is as symmetric as the graph may miss the leading eigenvectors altogether.
    fn scaled(&self, ticker: &mut Ticker<'_, '_>) -> Result<Vec<Point>> {
        let size = self.size();
        let guess = |vertex: usize, shift: f64| {
            let noise = (vertex * 7919 + 31) % 1009;
            (TAU * vertex as f64 / size as f64 + shift).sin() + 0.02 * noise as f64 / 1009.0
        };
        let mut axes = [0.0, TAU / 4.0].map(|shift| (0..size).map(|vertex| guess(vertex, shift)).collect::<Vec<f64>>());
        let mut strengths = [0.0; 2];
        for _ in 0..SCALING {
            for axis in 0..2 {
                let (first, second) = axes.split_at_mut(1);
                let mut found = self.multiplied(if axis == 0 { &first[0] } else { &second[0] }, ticker)?;
                if axis == 1 {
                    let along: f64 = found.iter().zip(&first[0]).map(|(a, b)| a * b).sum();
                    found.iter_mut().zip(&first[0]).for_each(|(a, b)| *a -= along * b);
                }
                let length = found.iter().map(|x| x * x).sum::<f64>().sqrt();
                if length > 1e-12 {
                    found.iter_mut().for_each(|x| *x /= length);
                    strengths[axis] = length;
                    axes[axis] = found;
                }
            }
        }
        Ok((0..size).map(|vertex| [0, 1].map(|axis| axes[axis][vertex] * strengths[axis].sqrt())).collect())
    }

    /// The centred matrix of squared distances times a vector.
    fn multiplied(&self, vector: &[f64], ticker: &mut Ticker<'_, '_>) -> Result<Vec<f64>> {
        let centred = |vector: &mut Vec<f64>| {
            let mean = vector.iter().sum::<f64>() / vector.len() as f64;
            vector.iter_mut().for_each(|x| *x -= mean);
        };
        let mut vector = vector.to_vec();
        centred(&mut vector);
        let mut found = Vec::with_capacity(vector.len());
        for vertex in 0..vector.len() {
            ticker.glance()?;
            let squares = self.row(vertex).iter().map(|&far| f64::from(far) * f64::from(far));
            found.push(-0.5 * squares.zip(&vector).map(|(square, x)| square * x).sum::<f64>());
        }
        centred(&mut found);
        Ok(found)
    }

    /// Move each vertex to the place that `place` gives it, or as far as it may go; returns the longest step.
    fn round(&mut self, keep: bool, ticker: &mut Ticker<'_, '_>, place: impl Fn(&Self, usize) -> Point) -> Result<f64> {
        let mut longest = 0.0_f64;
        for vertex in 0..self.size() {
            ticker.glance()?;
            let (from, to) = (self.places[vertex], place(self, vertex));
            for part in if keep { &[1.0, 0.5, 0.25, 0.1][..] } else { &[1.0] } {
                let there = [0, 1].map(|axis| from[axis] + part * (to[axis] - from[axis]));
                if !keep || self.may_go(vertex, there) {
                    self.places[vertex] = there;
                    longest = longest.max(part * between(from, to));
                    break;
                }
            }
        }
        Ok(longest)
    }

    /// Where the distances to all others want a vertex to be: those to near ones matter most.
    fn wanted(&self, vertex: usize) -> Point {
        let here = self.places[vertex];
        let (mut sum, mut total) = ([0.0; 2], 0.0);
        for (other, &far) in self.row(vertex).iter().enumerate() {
            if other == vertex {
                continue;
            }
            let (there, far) = (self.places[other], f64::from(far));
            let weight = 1.0 / (far * far);
            let pull = far / between(here, there).max(1e-9);
            for axis in 0..2 {
                sum[axis] += weight * (there[axis] + pull * (here[axis] - there[axis]));
            }
            total += weight;
        }
        if total > 0.0 { sum.map(|x| x / total) } else { here }
    }

    /// Where a vertex is pushed by those that are too close to it, and by edges that are.
    fn pushed(&self, vertex: usize) -> Point {
        let here = self.places[vertex];
        let mut there = here;
        let mut push = |from: Point, distance: f64, part: f64| {
            let length = between(here, from);
            if length < distance {
                // those in the same place go different ways
                let turn = TAU * (vertex % 16) as f64 / 16.0;
                let way = if length > 1e-9 {
                    [0, 1].map(|axis| (here[axis] - from[axis]) / length)
                } else {
                    [turn.sin(), turn.cos()]
                };
                (0..2).for_each(|axis| there[axis] += part * (distance - length) * way[axis]);
            }
        };
        for (other, &place) in self.places.iter().enumerate() {
            if other != vertex {
                push(place, APART, 0.5);
            }
        }
        let edges = if self.edges.len() * self.size() <= CROWDED { &self.edges[..] } else { &[] };
        for ends in edges {
            let edge = ends.map(|end| self.places[end]);
            let far = (0..2).any(|axis| {
                let [a, b] = edge.map(|end| end[axis] - here[axis]);
                a.min(b) > ASIDE || a.max(b) < -ASIDE
            });
            if !far && !ends.contains(&vertex) {
                push(nearest(here, edge), ASIDE, 0.6);
            }
        }
        let length = between(here, there);
        let part = if length > LONGEST_PUSH { LONGEST_PUSH / length } else { 1.0 };
        [0, 1].map(|axis| here[axis] + part * (there[axis] - here[axis]))
    }

    /// May a vertex go there without new crossings, and without coming too close to an edge?
    fn may_go(&self, vertex: usize, there: Point) -> bool {
        let place = |end: usize, moved: bool| if moved && end == vertex { there } else { self.places[end] };
        let ends_of = |edge: usize, moved: bool| self.edges[edge].map(|end| place(end, moved));
        let aside = |point: Point, edge: [Point; 2]| between(point, nearest(point, edge));
        let closer = |before: f64, after: f64| after < before && after < ASIDE;
        for edge in 0..self.edges.len() {
            if self.edges[edge].contains(&vertex) {
                continue;
            }
            let ends = ends_of(edge, false);
            if closer(aside(self.places[vertex], ends), aside(there, ends)) {
                return false;
            }
            for &own in &self.at[vertex] {
                let apart = !self.edges[own].iter().any(|end| self.edges[edge].contains(end));
                if apart && cross(ends_of(own, true), ends) && !cross(ends_of(own, false), ends) {
                    return false;
                }
            }
        }
        for &own in &self.at[vertex] {
            let (before, after) = (ends_of(own, false), ends_of(own, true));
            for (other, &point) in self.places.iter().enumerate() {
                if !self.edges[own].contains(&other) && closer(aside(point, before), aside(point, after)) {
                    return false;
                }
            }
        }
        true
    }

    fn crossings(&self, ticker: &mut Ticker<'_, '_>) -> Result<u64> {
        let mut found = 0;
        for (number, one) in self.edges.iter().enumerate() {
            ticker.glance()?;
            for two in &self.edges[..number] {
                if !one.iter().any(|end| two.contains(end)) {
                    let [one, two] = [one, two].map(|edge| edge.map(|end| self.places[end]));
                    found += u64::from(cross(one, two));
                }
            }
        }
        Ok(found)
    }

    fn stress(&self, ticker: &mut Ticker<'_, '_>) -> Result<f64> {
        let mut found = 0.0;
        for vertex in 0..self.size() {
            ticker.glance()?;
            for (other, &far) in self.row(vertex).iter().enumerate().take(vertex) {
                let wrong = between(self.places[vertex], self.places[other]) / f64::from(far) - 1.0;
                found += wrong * wrong;
            }
        }
        Ok(found)
    }
}

fn between(a: Point, b: Point) -> f64 {
    let (dx, dy) = (a[0] - b[0], a[1] - b[1]);
    (dx * dx + dy * dy).sqrt()
}

/// The point of an edge that is nearest.
fn nearest(point: Point, [a, b]: [Point; 2]) -> Point {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    let square = dx * dx + dy * dy;
    let part = if square > 0.0 { ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / square } else { 0.0 };
    let part = part.clamp(0.0, 1.0);
    [a[0] + part * dx, a[1] + part * dy]
}

/// Do two edges meet? Those that touch do.
fn cross([a, b]: [Point; 2], [c, d]: [Point; 2]) -> bool {
    let side = |p: Point, q: Point, r: Point| (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
    let boxes =
        (0..2).all(|axis| a[axis].max(b[axis]) >= c[axis].min(d[axis]) && c[axis].max(d[axis]) >= a[axis].min(b[axis]));
    boxes && side(a, b, c) * side(a, b, d) <= 0.0 && side(c, d, a) * side(c, d, b) <= 0.0
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    fn drawn(vertices: usize, ends: &[(u32, u32)]) -> Drawing {
        draw(&Request { vertices, ends, start: None, keep: false }, &Control::default()).unwrap()
    }

    fn path(size: u32) -> Vec<(u32, u32)> {
        (1..size).map(|n| (n - 1, n)).collect()
    }

    #[test]
    fn a_path_is_a_line() {
        let drawing = drawn(40, &path(40));
        assert_eq!(drawing.crossings, 0);
        assert!(drawing.stress < 1e-6, "{}", drawing.stress);
        assert!((between(drawing.places[0], drawing.places[39]) - 39.0).abs() < 0.01);
    }

    #[test]
    fn a_cycle_is_round() {
        let size = 17;
        let mut ends = path(size);
        ends.push((size - 1, 0));
        let drawing = drawn(size as usize, &ends);
        assert_eq!(drawing.crossings, 0);
        let lengths: Vec<f64> =
            ends.iter().map(|&(a, b)| between(drawing.places[a as usize], drawing.places[b as usize])).collect();
        assert!(lengths.iter().all(|length| (length / lengths[0] - 1.0).abs() < 0.05), "{lengths:?}");
    }

    #[test]
    fn vertices_keep_apart_from_vertices_and_edges() {
        // leaves of a star, and two ways of equal length between two vertices
        for (size, ends) in [
            (9, (1..9).map(|leaf| (0, leaf)).collect::<Vec<_>>()),
            (5, vec![(0, 1), (1, 4), (0, 2), (2, 4), (0, 3), (3, 4)]),
        ] {
            let places = drawn(size, &ends).places;
            for a in 0..size {
                for b in 0..a {
                    assert!(between(places[a], places[b]) > 0.9 * APART, "{places:?}");
                }
            }
        }
    }

    #[test]
    fn what_does_not_cross_stays_so() {
        // a triangulated strip, folded up: scaling alone may do as it likes, the kept start must not
        let size = 30_u32;
        let mut ends = path(size);
        ends.extend((2..size).map(|n| (n - 2, n)));
        let start: Vec<Point> =
            (0..size).map(|n| [f64::from(n) * f64::from(n) * 0.05, f64::from(n % 2) * f64::from(n + 1)]).collect();
        let request = Request { vertices: size as usize, ends: &ends, start: Some(&start), keep: true };
        let before = Plan { places: start.clone(), ..plan(size as usize, &ends) };
        assert_eq!(before.crossings(&mut Control::default().ticker()).unwrap(), 0);
        let after = draw(&request, &Control::default()).unwrap();
        assert_eq!(after.crossings, 0);
        assert!(after.stress < before.stress(&mut Control::default().ticker()).unwrap() / 2.0);
    }

    fn plan(size: usize, ends: &[(u32, u32)]) -> Plan {
        Plan::new(size, ends, &mut Control::default().ticker()).unwrap()
    }

    #[test]
    fn crossings_are_counted() {
        let square = vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
        let all: Vec<(u32, u32)> = (0..4).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
        let plan = Plan { places: square, ..plan(4, &all) };
        assert_eq!(plan.crossings(&mut Control::default().ticker()).unwrap(), 1);
    }

    #[test]
    fn odd_data_is_refused_and_odd_graphs_are_drawn() {
        let refused = |vertices, ends: &[(u32, u32)], start: Option<&[Point]>| {
            draw(&Request { vertices, ends, start, keep: false }, &Control::default()).is_err()
        };
        assert!(refused(0, &[], None) && refused(2, &[(0, 2)], None) && refused(2, &[], Some(&[[0.0, 0.0]])));
        assert!(refused(1, &[], Some(&[[f64::NAN, 0.0]])) && refused(5000, &[], None));
        for (vertices, ends) in [(1, vec![]), (1, vec![(0, 0)]), (3, vec![(1, 1), (0, 1), (1, 0)])] {
            assert!(drawn(vertices, &ends).places.iter().flatten().all(|x| x.is_finite()));
        }
        let same = [[1.0, 1.0]; 3];
        let request = Request { vertices: 3, ends: &[(0, 1), (1, 2)], start: Some(&same), keep: false };
        let places = draw(&request, &Control::default()).unwrap().places;
        assert!(places.iter().flatten().all(|x| x.is_finite()) && between(places[0], places[1]) > 0.5);
    }

    #[test]
    fn limits_hold() {
        let limits = Limits { memory: Some(1000), ..Limits::default() };
        let request = Request { vertices: 100, ends: &path(100), start: None, keep: false };
        assert!(draw(&request, &Control::new(limits)).is_err());
        let limits = Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() };
        assert!(draw(&request, &Control::new(limits)).is_err());
    }
}
