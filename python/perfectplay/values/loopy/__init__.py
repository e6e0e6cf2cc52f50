"""Values of loopy games: stoppers, and pairs of stoppers for the two ways to count an infinite play.

`graphs` are the games as plain data, `value` the type, `assembling` makes values of braces that contain themselves,
`names` knows `on` and its kin, and `writing` writes them. All algorithms are native.
"""
