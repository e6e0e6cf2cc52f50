//! The puzzle half of an engine: shortest solutions, how many there are, and clusters.
//!
//! Masks and permutations have metrics and implement [`Puzzle`] themselves. All others count moves ([`Moves`]): over
//! their own positions where those are searched by the million, or over the kernel of bytes.

use super::clusters::{self, Table};
use super::code::Code;
use super::erased::Coded;
use super::names::SolveMethod;
use crate::error::{Error, Result};
use crate::kernels::masks::metric::Chain;
use crate::limits::Control;
use crate::rules::Rules;
use crate::search::beam::beam;
use crate::search::cluster::Counting;
use crate::search::enumerate;
use crate::search::ida::ida_star;
use crate::search::shortest::{a_star, breadth_first, replay};
use std::sync::Arc;

/// What "shortest" counts: the cost of each move of the kernel, and what chains into one move.
#[derive(Clone, Debug)]
pub struct Metric {
    pub costs: Vec<u32>,
    pub chain: Chain,
}

impl Metric {
    pub(crate) fn is_unit(&self) -> bool {
        self.chain == Chain::Off && self.costs.iter().all(|&cost| cost == 1)
    }
}

pub trait Puzzle: Send + Sync {
    /// The positions of a shortest line after the start, one for each rewrite, or `None` when there is no solution.
    fn solve(
        &self,
        code: &[u8],
        metric: Option<&Metric>,
        method: SolveMethod,
        control: &Control,
    ) -> Result<Option<Vec<Code>>>;
    /// Up to `limit` of all shortest lines.
    fn solutions(
        &self,
        code: &[u8],
        metric: Option<&Metric>,
        limit: usize,
        control: &Control,
    ) -> Result<Vec<Vec<Code>>>;
    /// The cost of a shortest line, and the number of them.
    fn count(&self, code: &[u8], metric: Option<&Metric>, control: &Control) -> Result<Option<(u32, u128)>>;
    /// What every position that can be reached costs to solve.
    fn cluster(self: Arc<Self>, code: &[u8], metric: Option<&Metric>, control: &Control) -> Result<Box<dyn Table>>;
}

/// Positions in each layer of a beam search, at first.
const BEAM: usize = 1_000;

pub(crate) fn unit_only(metric: Option<&Metric>) -> Result<()> {
    match metric {
        Some(metric) if !metric.is_unit() => Err(Error::invalid("these rules count moves only")),
        _ => Ok(()),
    }
}

/// The positions after the start of a line that a search found, under the rules that it searched.
pub(crate) fn line<R: Rules>(
    rules: &R,
    start: &R::Position,
    method: SolveMethod,
    control: &Control,
) -> Result<Option<Vec<R::Position>>> {
    let found = match method {
        SolveMethod::BreadthFirst => breadth_first(rules, start, control)?,
        SolveMethod::AStar => a_star(rules, start, control)?,
        SolveMethod::IdaStar => ida_star(rules, start, control)?,
        SolveMethod::Beam => beam(rules, start, BEAM, control)?,
    };
    found.map(|found| Ok(replay(rules, start, &found)?.into_iter().map(|(_, p)| p).collect())).transpose()
}

pub(crate) fn encoded<R: Coded>(rules: &R, line: &[R::Position]) -> Vec<Code> {
    line.iter().map(|position| rules.encode(position)).collect()
}

/// A puzzle in which every move counts 1.
pub(crate) struct Moves<R>(pub Arc<R>);

impl<R: Coded + 'static> Puzzle for Moves<R> {
    fn solve(
        &self,
        code: &[u8],
        metric: Option<&Metric>,
        method: SolveMethod,
        control: &Control,
    ) -> Result<Option<Vec<Code>>> {
        unit_only(metric)?;
        let found = line(&*self.0, &self.0.decode(code)?, method, control)?;
        Ok(found.map(|line| encoded(&*self.0, &line)))
    }

    fn solutions(
        &self,
        code: &[u8],
        metric: Option<&Metric>,
        limit: usize,
        control: &Control,
    ) -> Result<Vec<Vec<Code>>> {
        unit_only(metric)?;
        let found = enumerate::shortest_solutions(&*self.0, &self.0.decode(code)?, limit, control)?;
        Ok(found.into_iter().map(|line| line.iter().map(|(_, position)| self.0.encode(position)).collect()).collect())
    }

    fn count(&self, code: &[u8], metric: Option<&Metric>, control: &Control) -> Result<Option<(u32, u128)>> {
        unit_only(metric)?;
        enumerate::count_shortest(&*self.0, &self.0.decode(code)?, control)
    }

    fn cluster(self: Arc<Self>, code: &[u8], metric: Option<&Metric>, control: &Control) -> Result<Box<dyn Table>> {
        unit_only(metric)?;
        clusters::table(self.0.clone(), code, &Counting::Moves, control)
    }
}
