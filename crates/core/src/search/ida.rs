//! Shortest solutions in memory proportional to their length: IDA* (Korf 1985).
//!
//! Depth-first searches up to a bound on cost plus estimate; the next bound is the smallest sum that exceeded this one.
//! Positions are not remembered, so transpositions are searched again, except that a move straight back to the position
//! before is skipped. That pays when estimates are strong and moves cheap (sliding tiles, permutation puzzles).

use crate::error::Result;
use crate::limits::Control;
use crate::rules::{DEAD, Player, Rules, Winner};
use crate::search::shortest::{Line, add, price};

struct Frame<P> {
    position: P,
    cost: u32,
    /// Where this frame's moves begin in the common buffer; those of the top frame end with it.
    first: usize,
    next: usize,
}

/// A shortest solution by iterative deepening.
///
/// `None` is a proof, as everywhere, but it is found only when all plays end (or die) below some bound: a puzzle without
/// a solution whose positions can repeat is searched deeper and deeper *for ever*. Call this only when a solution is
/// known to exist, or with limits.
pub fn ida_star<R: Rules>(rules: &R, start: &R::Position, control: &Control) -> Result<Option<Line<R::Position>>> {
    let root = rules.canonical(start);
    match rules.goal(&root) {
        Some(Winner::Left) => return Ok(Some(Line { positions: vec![root], cost: 0 })),
        Some(_) => return Ok(None),
        None => {}
    }
    let mut ticker = control.ticker();
    let mut stack: Vec<Frame<R::Position>> = Vec::new();
    let mut moves = Vec::new();
    let mut bound = rules.estimate(&root);
    while bound != DEAD {
        control.set_depth(u64::from(bound));
        let mut beyond = DEAD;
        ticker.tick()?;
        rules.moves(&root, Player::Left, &mut moves)?;
        stack.push(Frame { position: root.clone(), cost: 0, first: 0, next: 0 });
        while let Some(top) = stack.last_mut() {
            if top.next == moves.len() {
                moves.truncate(top.first);
                stack.pop();
                continue;
            }
            let mv = &moves[top.next];
            top.next += 1;
            let position = rules.canonical(&rules.play(&top.position, mv)?);
            let cost = add(top.cost, price(rules, mv)?)?;
            if stack.len() > 1 && stack[stack.len() - 2].position == position {
                continue;
            }
            let estimate = rules.estimate(&position);
            if estimate == DEAD {
                continue;
            }
            let sum = add(cost, estimate)?;
            if sum > bound {
                beyond = beyond.min(sum);
                continue;
            }
            match rules.goal(&position) {
                Some(Winner::Left) => {
                    let positions = stack.into_iter().map(|frame| frame.position).chain([position]).collect();
                    return Ok(Some(Line { positions, cost }));
                }
                Some(_) => continue,
                None => {}
            }
            ticker.tick()?;
            let first = moves.len();
            rules.moves(&position, Player::Left, &mut moves)?;
            stack.push(Frame { position, cost, first, next: first });
        }
        bound = beyond;
    }
    Ok(None)
}
