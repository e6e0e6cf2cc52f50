//! Clusters of any kernel, over positions as bytes.

use super::code::Code;
use super::erased::Coded;
use crate::error::Result;
use crate::limits::Control;
use crate::rules::DEAD;
use crate::search::cluster::{Cluster, Counting, cluster};
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

pub(crate) fn table<'r, R: Coded + 'r>(
    rules: Arc<R>,
    code: &[u8],
    counting: &Counting<R::Move>,
    control: &Control,
) -> Result<Box<dyn Table + 'r>> {
    let cluster = cluster(&*rules, &rules.decode(code)?, counting, control)?;
    Ok(Box::new(Kept { rules, cluster }))
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
