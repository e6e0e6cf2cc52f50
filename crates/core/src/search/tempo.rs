//! How long a loop-free game lasts: remoteness and suspense (Conway, *On Numbers and Games*, chapter 14; *Winning Ways*,
//! chapter 9).
//!
//! The *remoteness* is the number of moves when the winner hurries and the loser delays, the *suspense* when the winner
//! delays and the loser hurries.

use crate::error::{Error, Result};
use crate::limits::{Control, Ticker};
use crate::rules::{BuildMixer, Player, Rules, Stuck, Winner};
use crate::search::path::{Doubling, repeats};
use std::collections::HashMap;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tempo {
    pub winner: Player,
    pub remoteness: u32,
    pub suspense: u32,
}

struct Frame<P> {
    key: (P, Player),
    options: Vec<(P, Player)>,
    next: usize,
}

pub fn tempo<R: Rules>(rules: &R, start: &R::Position, player: Player, control: &Control) -> Result<Tempo> {
    let mut known: HashMap<(R::Position, Player), Tempo, BuildMixer> = HashMap::default();
    let mut ticker = control.ticker();
    let each = (size_of::<(R::Position, Player)>() + rules.beside() + size_of::<Tempo>() + 1) as u64;
    let root = (rules.canonical(start), player);
    let mut frames = vec![open(rules, root.clone(), &mut ticker)?];
    let mut doubling = Doubling::default();
    while let Some(frame) = frames.last_mut() {
        if let Some(option) = frame.options.get(frame.next) {
            frame.next += 1;
            if !known.contains_key(option) {
                ticker.tick()?;
                let option = option.clone();
                frames.push(open(rules, option, &mut ticker)?);
                if doubling.due(frames.len()) {
                    let options: usize = frames.iter().map(|frame| frame.options.capacity()).sum();
                    let stack = (options + frames.len()) * size_of::<Frame<R::Position>>();
                    control.memory(known.capacity() as u64 * each + 2 * stack as u64)?;
                    if repeats(frames.iter().map(|frame| &frame.key)) {
                        return Err(Error::invalid("positions repeat: suspense is for games that end"));
                    }
                }
            }
            continue;
        }
        let Some(frame) = frames.pop() else { break };
        let tempo = close(rules, &frame, &known)?;
        control.memory(known.capacity() as u64 * each)?;
        known.insert(frame.key, tempo);
    }
    known.get(&root).copied().ok_or_else(|| Error::invalid("a game without an end"))
}

fn open<R: Rules>(rules: &R, key: (R::Position, Player), ticker: &mut Ticker) -> Result<Frame<R::Position>> {
    let mut options = Vec::new();
    if rules.goal(&key.0).is_none() {
        let mut moves = Vec::new();
        rules.moves(&key.0, key.1, &mut moves)?;
        for mv in &moves {
            ticker.glance()?;
            let mover = if rules.again(mv) { key.1 } else { key.1.opponent() };
            options.push((rules.canonical(&rules.play(&key.0, mv)?), mover));
        }
    }
    Ok(Frame { key, options, next: 0 })
}

fn close<R: Rules>(
    rules: &R,
    frame: &Frame<R::Position>,
    known: &HashMap<(R::Position, Player), Tempo, BuildMixer>,
) -> Result<Tempo> {
    let mover = frame.key.1;
    if frame.options.is_empty() {
        let winner = rules.goal(&frame.key.0).unwrap_or(match rules.stuck() {
            Stuck::Loses => mover.opponent().into(),
            Stuck::Wins => mover.into(),
            Stuck::Draws => Winner::Nobody,
        });
        let winner = match winner {
            Winner::Left => Player::Left,
            Winner::Right => Player::Right,
            Winner::Nobody => return Err(Error::invalid("suspense is for games without draws")),
        };
        return Ok(Tempo { winner, remoteness: 0, suspense: 0 });
    }
    let after = || frame.options.iter().filter_map(|option| known.get(option));
    if after().any(|tempo| tempo.winner == mover) {
        let won = || after().filter(|tempo| tempo.winner == mover);
        Ok(Tempo {
            winner: mover,
            remoteness: 1 + won().map(|tempo| tempo.remoteness).min().unwrap_or(0),
            suspense: 1 + won().map(|tempo| tempo.suspense).max().unwrap_or(0),
        })
    } else {
        Ok(Tempo {
            winner: mover.opponent(),
            remoteness: 1 + after().map(|tempo| tempo.remoteness).max().unwrap_or(0),
            suspense: 1 + after().map(|tempo| tempo.suspense).min().unwrap_or(0),
        })
    }
}

#[cfg(test)]
#[path = "tempo_tests.rs"]
mod tests;
