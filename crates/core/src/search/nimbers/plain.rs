//! What the theory covers, and nimbers by the definition, to check those that a search finds.

use super::LOONY;
use crate::error::{Error, Result};
use crate::limits::Control;
use crate::rules::{BuildMixer, Player, Rules, Stuck};
use crate::search::nimber_table::UNKNOWN;
use std::collections::HashMap;

/// Refuse what the theory does not cover.
pub fn require_impartial<R: Rules>(rules: &R) -> Result<()> {
    if !rules.impartial() {
        return Err(Error::invalid("nimbers need an impartial game: both players have the same moves"));
    }
    if rules.stuck() != Stuck::Loses {
        return Err(Error::invalid("nimbers need normal play: a player who cannot move loses"));
    }
    Ok(())
}

pub fn check_goal<R: Rules>(rules: &R, position: &R::Position) -> Result<()> {
    match rules.goal(position) {
        None => Ok(()),
        Some(_) => Err(Error::invalid("nimbers need a game without goals: it ends when a player cannot move")),
    }
}

/// The positions after each move, which must be plain.
pub fn options<R: Rules>(rules: &R, position: &R::Position, moves: &mut Vec<R::Move>) -> Result<Vec<R::Position>> {
    check_goal(rules, position)?;
    moves.clear();
    rules.moves(position, Player::Left, moves)?;
    if moves.iter().any(|mv| rules.again(mv)) {
        return Err(Error::invalid("nimbers need alternating moves"));
    }
    moves.iter().map(|mv| rules.play(position, mv)).collect()
}

pub fn loopy() -> Error {
    Error::invalid("this game can repeat positions: it has no nimbers")
}

/// The nimber by the definition, mex over the nimbers of all options: no splitting, every reachable position is
/// computed. The second method, to check the first.
///
/// Moves after which the same player moves on are *complimenting* moves (*Winning Ways*, chapter 12); see [`mex`].
pub fn plain_nimber<R: Rules>(rules: &R, position: &R::Position, control: &Control) -> Result<u32> {
    require_impartial(rules)?;
    let mut ticker = control.ticker();
    let mut moves = Vec::new();
    let mut memo: HashMap<R::Position, u32, BuildMixer> = HashMap::default();
    let mut expand = |position: R::Position, memo: &mut HashMap<R::Position, u32, BuildMixer>| {
        ticker.tick()?;
        if memo.len() == memo.capacity() {
            let entry = (size_of::<(R::Position, u32)>() + rules.beside()) as u64 + 1;
            control.memory(2 * memo.capacity() as u64 * entry * 8 / 7)?;
        }
        // an open position holds UNKNOWN: met again on the path, it is a repetition
        memo.insert(position.clone(), UNKNOWN);
        check_goal(rules, &position)?;
        moves.clear();
        rules.moves(&position, Player::Left, &mut moves)?;
        let mut after = Vec::with_capacity(moves.len());
        for mv in &moves {
            ticker.glance()?;
            after.push((rules.canonical(&rules.play(&position, mv)?), rules.again(mv)));
        }
        after.sort_unstable();
        after.dedup();
        Ok::<_, Error>((position, after, 0, [Vec::new(), Vec::new()]))
    };
    let root = rules.canonical(position);
    let mut stack = vec![expand(root.clone(), &mut memo)?];
    while let Some((position, after, next, [plain, complimenting])) = stack.last_mut() {
        let Some((option, again)) = after.get(*next) else {
            memo.insert(position.clone(), mex(plain, complimenting));
            stack.pop();
            continue;
        };
        match memo.get(option) {
            Some(&UNKNOWN) => return Err(loopy()),
            Some(&nimber) => {
                if *again {
                    complimenting.push(nimber)
                } else {
                    plain.push(nimber)
                }
                *next += 1;
            }
            None => {
                let option = option.clone();
                stack.push(expand(option, &mut memo)?);
            }
        }
    }
    Ok(memo.get(&root).copied().unwrap_or(0))
}

/// The nimber of a position from those of its options, after plain and after complimenting moves.
///
/// The position G + *n is lost for the mover for at most one n. Without complimenting moves that is the least number
/// that no option has; a loony option gives the game away. A complimenting move to X wins unless X has the nimber n. So
/// G can only have the nimber that all such X share, and has it if no plain move leads to it too; otherwise it is loony.
pub fn mex(plain: &[u32], complimenting: &[u32]) -> u32 {
    match complimenting {
        [] => (0..).find(|n| !plain.contains(n)).unwrap_or(LOONY),
        [first, rest @ ..] if rest.iter().all(|nimber| nimber == first) && !plain.contains(first) => *first,
        _ => LOONY,
    }
}
