"""Puzzles for one player, one file each; the file's name is the key."""
