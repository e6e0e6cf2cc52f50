"""Reductions that can be carried out: an instance of one puzzle as an instance of another with the same answer. Each
file names the ``systems`` from which and to which it leads, so that the atlas finds it."""
