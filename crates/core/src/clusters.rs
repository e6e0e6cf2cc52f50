//! Clusters of any kernel, over positions as bytes.

use crate::bits::Bits;
use crate::engine::{Code, Coded, Metric, unit_only};
use crate::error::{Error, Result};
use crate::kernels::masks::MaskRules;
use crate::kernels::masks::metric::Chain;
use crate::limits::Control;
use crate::rules::DEAD;
use crate::search::cluster::{Cluster, Counting, Link, cluster};
use std::sync::Arc;

/// So many of the hardest positions are shown.
const SHOWN: usize = 16;

/// The figures of a cluster; its positions stay on this side.
pub struct Figures {
    pub positions: u64,
    pub goals: u64,
    pub layers: Vec<u64>,
    /// What the start costs, if it can be solved.
    pub depth: Option<u32>,
    pub hardest: Vec<Code>,
}

/// A cluster that can be asked about its positions.
pub trait Table: Send + Sync {
    fn figures(&self) -> Figures;

    /// `None`: no position of the cluster; `Some(None)`: it cannot be solved.
    fn cost(&self, code: &[u8]) -> Result<Option<Option<u32>>>;

    /// The positions after this one on a cheapest solution, if it is in the cluster and has one.
    fn line(&self, code: &[u8]) -> Result<Option<Vec<Code>>>;
}

struct Kept<R: Coded> {
    rules: Arc<R>,
    cluster: Cluster<R::Position>,
}

pub fn table<R: Coded + 'static>(
    rules: &Arc<R>,
    code: &[u8],
    metric: Option<&Metric>,
    control: &Control,
) -> Result<Box<dyn Table>> {
    let cluster = rules.cluster(&rules.decode(code)?, metric, control)?;
    Ok(Box::new(Kept { rules: rules.clone(), cluster }))
}

fn solvable(cost: u32) -> Option<u32> {
    (cost != DEAD).then_some(cost)
}

impl<R: Coded> Table for Kept<R> {
    fn figures(&self) -> Figures {
        let hardest = self.cluster.hardest(SHOWN);
        Figures {
            positions: self.cluster.positions().len() as u64,
            goals: self.cluster.goals,
            layers: self.cluster.layers.clone(),
            depth: self.cluster.costs.first().copied().and_then(solvable),
            hardest: hardest.into_iter().map(|position| self.rules.encode(position)).collect(),
        }
    }

    fn cost(&self, code: &[u8]) -> Result<Option<Option<u32>>> {
        let number = self.cluster.number(&*self.rules, &self.rules.decode(code)?);
        Ok(number.map(|number| solvable(self.cluster.costs[number as usize])))
    }

    fn line(&self, code: &[u8]) -> Result<Option<Vec<Code>>> {
        let number = self.cluster.number(&*self.rules, &self.rules.decode(code)?);
        let line = number.and_then(|number| self.cluster.line(number));
        Ok(line.map(|line| line.into_iter().map(|position| self.rules.encode(position)).collect()))
    }
}

/// [`Coded::cluster`] where rules count moves only.
pub(crate) fn in_moves<R: Coded>(
    rules: &R,
    start: &R::Position,
    metric: Option<&Metric>,
    control: &Control,
) -> Result<Cluster<R::Position>> {
    unit_only(metric)?;
    cluster(rules, start, &Counting::Moves, control)
}

impl<const W: usize> MaskRules<W> {
    pub(crate) fn cluster_under(
        &self,
        start: &Bits<W>,
        metric: Option<&Metric>,
        control: &Control,
    ) -> Result<Cluster<Bits<W>>> {
        let Some(metric) = metric.filter(|metric| !metric.is_unit()) else {
            return cluster(self, start, &Counting::Moves, control);
        };
        if metric.costs.len() != self.masks.len() {
            return Err(Error::invalid(format!("{} costs for {} rewrites", metric.costs.len(), self.masks.len())));
        }
        if metric.chain == Chain::Off {
            return cluster(self, start, &Counting::Costs(&|mv| metric.costs[*mv as usize]), control);
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
        cluster(self, start, &Counting::Chains(&|mv| links[*mv as usize]), control)
    }
}
