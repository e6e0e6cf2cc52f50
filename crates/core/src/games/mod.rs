//! Single games and puzzles whose rules no kernel can say.

pub mod cube;
pub mod tiles;
mod tiles_beam;
mod tiles_ranked;
mod tiles_tables;
mod tiles_wide;
