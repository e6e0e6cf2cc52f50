"""Checks that every system of the catalogue must pass. Nothing here knows a particular system."""
