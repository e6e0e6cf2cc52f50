"""Formats of others for pencil puzzles: addresses of puzz.link and its kin, and the files of the same editors."""
