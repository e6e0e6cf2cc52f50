//! Searches, generic over [`crate::rules::Rules`] and iterative: none recurses on the depth of a game.
