//! Positions that may repeat, as a graph with the moves of both players, and the sides that they are worth.
//!
//! Every position has both players' moves, whoever is to move: that is what a component of a sum needs. Positions that
//! are equal up to symmetry are one node. A start that falls apart is valued part by part, and the sides are added.

use crate::error::{Error, Result};
use crate::limits::Control;
use crate::loopy::{Graph, Node, Options, Side, side_of_sum};
use crate::rules::{BuildMixer, Player, Rules};
use std::collections::HashMap;

/// Everything that can be reached from a position, which is node 0.
pub fn bigraph<R: Rules>(rules: &R, start: &R::Position, control: &Control) -> Result<Graph> {
    let mut ticker = control.ticker();
    let start = rules.canonical(start);
    let each = size_of::<R::Position>() + rules.beside();
    let mut numbers: HashMap<R::Position, Node, BuildMixer> = HashMap::default();
    let mut positions = vec![start.clone()];
    numbers.insert(start, 0);
    let mut graph = Graph::default();
    let (mut moves, mut edges) = (Vec::new(), 0);
    while graph.len() < positions.len() {
        ticker.tick()?;
        let position = positions[graph.len()].clone();
        if rules.goal(&position).is_some() {
            return Err(Error::invalid("only games that end when a player cannot move have values"));
        }
        let mut options = Options::default();
        for player in Player::BOTH {
            moves.clear();
            rules.moves(&position, player, &mut moves)?;
            for mv in &moves {
                ticker.glance()?;
                if rules.again(mv) {
                    return Err(Error::invalid("a player may move twice in a row, so positions have no value"));
                }
                let after = rules.canonical(&rules.play(&position, mv)?);
                let fresh = positions.len() as Node;
                let number = *numbers.entry(after).or_insert_with_key(|after| {
                    positions.push(after.clone());
                    fresh
                });
                options[player as usize].push(number);
            }
        }
        edges += options[0].len() + options[1].len();
        control.memory((positions.len() * (2 * each + 80) + 4 * edges) as u64)?;
        graph.push(options);
    }
    Ok(graph)
}

/// Onside and offside in canonical form, each as far as it was found.
pub fn sides<R: Rules>(rules: &R, start: &R::Position, control: &Control) -> Result<[Option<Graph>; 2]> {
    let mut parts = Vec::new();
    if !rules.split(start, &mut parts) {
        parts = vec![start.clone()];
    }
    let mut graphs = Vec::new();
    for part in parts {
        graphs.push(bigraph(rules, &part, control)?);
    }
    if graphs.is_empty() {
        graphs.push(Graph::new(vec![vec![]], vec![vec![]])?);
    }
    Ok([side_of_sum(&graphs, Side::On, control)?, side_of_sum(&graphs, Side::Off, control)?])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A token on a line; Left moves it up and Right down, and at the top Left may turn round.
    struct Lift(u8);

    impl Rules for Lift {
        type Position = u8;
        type Move = u8;

        fn moves(&self, &floor: &u8, player: Player, out: &mut Vec<u8>) -> Result<()> {
            match player {
                Player::Left if floor < self.0 => out.push(floor + 1),
                Player::Right if floor > 0 => out.push(floor - 1),
                _ => {}
            }
            Ok(())
        }

        fn play(&self, _: &u8, &to: &u8) -> Result<u8> {
            Ok(to)
        }

        fn goal(&self, _: &u8) -> Option<crate::rules::Winner> {
            None
        }
    }

    #[test]
    fn a_lift_between_two_floors_is_tis() -> Result<()> {
        let control = Control::default();
        let [on, off] = sides(&Lift(1), &0, &control)?;
        // 1 & 0
        assert_eq!(on.map(|graph| (graph.len(), graph.of(0, Player::Left).len())), Some((2, 1)));
        assert_eq!(off.map(|graph| graph.len()), Some(1));
        Ok(())
    }

    #[test]
    fn more_floors_have_sides_too() -> Result<()> {
        let control = Control::default();
        assert_eq!(bigraph(&Lift(4), &2, &control)?.len(), 5);
        let [on, off] = sides(&Lift(2), &1, &control)?;
        assert!(on.is_some() && off.is_some());
        Ok(())
    }
}
