"""Pencil puzzles, one file each; the file's name is the key."""
