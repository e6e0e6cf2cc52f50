"""Which nim heap is it?"""

from __future__ import annotations

from perfectplay.limits import NO_LIMITS, Limits, Progress
from perfectplay.nimbers import LOONY, Nimber
from perfectplay.questions.ask import Answer, Asked, Method, Question, ask, stats_of
from perfectplay.result import Result
from perfectplay.system import Position, System


def _is_impartial(system: type[System] | System) -> bool:
    refused = ("misere", "loopy", "draws")
    return bool(getattr(system, "impartial", False)) and not any(getattr(system, name, False) for name in refused)


def _search(name: str) -> Method:
    def run(position: Position, asked: Asked) -> Answer:
        kernel, code = position.system.kernel(position.state)
        nimber, stats = kernel.nimber(code, name, asked.control)
        return Answer(LOONY if nimber is None else nimber, None, stats_of(stats))

    return Method(name, run)


_SEARCHES = [_search("sums"), _search("mex")]
GRUNDY = Question("grundy", _is_impartial, "an impartial game in normal play", _SEARCHES)


def grundy(
    position: Position,
    *,
    method: str | None = None,
    limits: Limits = NO_LIMITS,
    progress: Progress | None = None,
) -> Result[Nimber]:
    """The nimber of an impartial position in normal play (Sprague 1935, Grundy 1939).

    Methods: theorems where they apply; ``sums`` (splits positions and adds nimbers; asks only for those nimbers that
    matter, after Lemoine & Viennot 2012), ``mex`` (the definition, on whole positions). :func:`verify` checks the
    definition on every position below where there are few, and otherwise plays against an equal nim heap. Where moves
    may go on, as in Nimstring, the answer may be ``LOONY``: the first player wins whatever is added.

    >>> pp.grundy(pp.load("kayles", "5"))
    4
    """
    return ask(GRUNDY, position, method, Asked(limits, progress))
