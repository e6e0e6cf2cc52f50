"""Reductions that can be carried out: an instance of one puzzle as an instance of another with the same answer."""
