"""The kinds of systems: what a game file builds on."""
