"""Number systems beyond the short games: ordinals, surreal numbers, and nimbers as a field.

`ordinal.py` has the ordinals below epsilon_0 with both of their arithmetics, `surreal.py` numbers in Conway's normal
form, `signs.py` their sign expansions, and `nimber.py` the field of nimbers, finite (`finite.py`) and transfinite
(`transfinite.py`). `reading.py` reads the text of all of them.
"""
