//! Puzzles of cell rewrites: how a metric is searched, and how its lines are spelled out.
//!
//! Searches are compiled for positions of masks here, because puzzles are what is searched by the million positions:
//! shortest lines, their number, and clusters, of which a generator asks thousands in a second.

use super::MaskRules;
use super::metric::{Chain, MetricRules};
use crate::bits::Bits;
use crate::engine::clusters::{self, Table};
use crate::engine::puzzle::{Metric, Puzzle, encoded, line};
use crate::engine::{Code, Coded, SolveMethod};
use crate::error::{Error, Result};
use crate::limits::Control;
use crate::rules::{Player, Rules};
use crate::search::cluster::{Counting, Link};
use crate::search::enumerate::{self, Reach};
use std::sync::Arc;

impl<const W: usize> MaskRules<W> {
    /// The rewrites of a line under a metric, one position for each.
    fn spell_out(
        &self,
        rules: &MetricRules<W>,
        start: &Bits<W>,
        leaps: impl IntoIterator<Item = Bits<W>>,
    ) -> Result<Vec<Bits<W>>> {
        let mut line = Vec::new();
        let mut here = *start;
        for leap in leaps {
            for rewrite in rules.rewrites(&here, &leap)? {
                here = self.play(&here, &rewrite)?;
                line.push(here);
            }
        }
        Ok(line)
    }

    fn under<'r>(&'r self, metric: &Metric) -> Result<MetricRules<'r, W>> {
        MetricRules::new(self, metric.costs.clone(), metric.chain)
    }
}

impl<const W: usize> Coded for MaskRules<W> {
    fn encode(&self, position: &Bits<W>) -> Code {
        Code::of_sets(&[*position], self.bits())
    }

    fn code_bytes(&self) -> usize {
        self.bits().div_ceil(8)
    }

    fn decode(&self, code: &[u8]) -> Result<Bits<W>> {
        if code.len() != self.bits().div_ceil(8) {
            return Err(Error::invalid(format!("a position of {} bytes", code.len())));
        }
        Bits::from_bytes(code).ok_or_else(|| Error::invalid("a position with too many bits"))
    }

    /// Compiled for masks: over bytes it takes twice as long.
    fn reachable(&self, start: &Bits<W>, players: &[Player], control: &Control) -> Result<Reach<Code>> {
        let found = enumerate::reachable(&self.fixing(start), start, players, players.len() > 1, control)?;
        let Reach { representatives, positions, layers, goals, farthest } = found;
        Ok(Reach { representatives, positions, layers, goals, farthest: encoded(self, &farthest) })
    }
}

impl<const W: usize> Puzzle for MaskRules<W> {
    fn solve(
        &self,
        code: &[u8],
        metric: Option<&Metric>,
        method: SolveMethod,
        control: &Control,
    ) -> Result<Option<Vec<Code>>> {
        let start = Coded::decode(self, code)?;
        if self.goals.is_empty() {
            return Ok(None); // no goal, or none that could be reached
        }
        let unit = Metric { costs: vec![1; self.masks.len()], chain: Chain::Off };
        let metric = metric.unwrap_or(&unit);
        let rules = self.under(metric)?;
        let informed = rules.informed();
        let method = if method == SolveMethod::AStar && !informed { SolveMethod::BreadthFirst } else { method };
        let found = if metric.is_unit() && (method == SolveMethod::BreadthFirst || !informed) {
            line(self, &start, method, control)?
        } else {
            let leaps = line(&rules, &start, method, control)?;
            leaps.map(|leaps| self.spell_out(&rules, &start, leaps)).transpose()?
        };
        Ok(found.map(|line| encoded(self, &line)))
    }

    fn solutions(
        &self,
        code: &[u8],
        metric: Option<&Metric>,
        limit: usize,
        control: &Control,
    ) -> Result<Vec<Vec<Code>>> {
        let start = Coded::decode(self, code)?;
        if self.goals.is_empty() {
            return Ok(Vec::new());
        }
        let Some(metric) = metric.filter(|metric| !metric.is_unit()) else {
            let found = enumerate::shortest_solutions(self, &start, limit, control)?;
            let codes = |line: Vec<(_, Bits<W>)>| line.iter().map(|(_, p)| Coded::encode(self, p)).collect();
            return Ok(found.into_iter().map(codes).collect());
        };
        let rules = self.under(metric)?;
        let found = enumerate::shortest_solutions(&rules, &start, limit, control)?;
        let spelled = |line: Vec<(_, Bits<W>)>| {
            let leaps = line.into_iter().map(|(_, position)| position);
            Ok(encoded(self, &self.spell_out(&rules, &start, leaps)?))
        };
        found.into_iter().map(spelled).collect()
    }

    fn count(&self, code: &[u8], metric: Option<&Metric>, control: &Control) -> Result<Option<(u32, u128)>> {
        let start = Coded::decode(self, code)?;
        match metric {
            _ if self.goals.is_empty() => Ok(None),
            Some(metric) if !metric.is_unit() => enumerate::count_shortest(&self.under(metric)?, &start, control),
            _ => enumerate::count_shortest(self, &start, control),
        }
    }

    fn cluster(self: Arc<Self>, code: &[u8], metric: Option<&Metric>, control: &Control) -> Result<Box<dyn Table>> {
        let Some(metric) = metric.filter(|metric| !metric.is_unit()) else {
            return clusters::table(self, code, &Counting::Moves, control);
        };
        if metric.costs.len() != self.masks.len() {
            return Err(Error::invalid(format!("{} costs for {} rewrites", metric.costs.len(), self.masks.len())));
        }
        if metric.chain == Chain::Off {
            return clusters::table(self, code, &Counting::Costs(&|mv| metric.costs[*mv as usize]), control);
        }
        // along lines a place is one for each tag
        let tags = match metric.chain {
            Chain::Line => 1 + self.spec.rewrites.iter().map(|rewrite| u32::from(rewrite.tag)).max().unwrap_or(0),
            _ => 1,
        };
        let links = self.spec.rewrites.iter().zip(&metric.costs).map(|(rewrite, &cost)| {
            // a rewrite without a piece continues nothing
            let Some((from, to)) = rewrite.piece else { return Link { cost, before: u32::MAX - 1, after: u32::MAX } };
            let tag = u32::from(rewrite.tag) % tags;
            Link { cost, before: from * tags + tag, after: to * tags + tag }
        });
        let links: Vec<Link> = links.collect();
        clusters::table(self, code, &Counting::Chains(&|mv| links[*mv as usize]), control)
    }
}
