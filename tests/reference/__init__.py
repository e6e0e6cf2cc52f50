"""Slow and obvious solvers, written from the definitions on the plain rules alone. Nothing native is used here."""
