"""ASCII AIGER, the files of circuits (Biere 2007): ``aag M I L O A``, then a line for each input, output and gate, then
perhaps names and a comment. Latches are refused: circuits here have no memory.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from perfectplay.errors import ParseError, quote
from perfectplay.formulas.text import NAME

Read = tuple[list[str], list[tuple[int, int]], list[tuple[str, int]]]

HEADER = "aag M I L O A, numbers of variables, inputs, latches, outputs and gates"
_NUMBERS = re.compile(r"[0-9]{1,9}( [0-9]{1,9})*\r?")


def is_aiger(text: str) -> bool:
    return re.match(r"a[ai]g\s", text) is not None


def read_aiger(text: str) -> Read:
    """Names of inputs, gates in an order in which each comes after what it needs, names and literals of outputs."""
    lines = text.split("\n")
    most, counts = _header(lines[0])
    inputs_end, outputs_end = 1 + counts["inputs"], 1 + counts["inputs"] + counts["outputs"]
    end = outputs_end + counts["gates"]
    variables: dict[int, int] = {0: 0}
    """The number of each variable of the file in the result."""
    outputs: list[int] = []
    gates: dict[int, tuple[int, int, int]] = {}
    for row in range(2, end + 1):
        kind = "input" if row <= inputs_end else "output" if row <= outputs_end else "gate"
        numbers = _numbers(lines, row, 3 if kind == "gate" else 1, most, kind)
        if kind == "output":
            outputs.append(numbers[0])
            continue
        variable = numbers[0] >> 1
        if numbers[0] & 1 or not variable:
            raise ParseError(f"unexpected {numbers[0]}", row, 1, f"an even number above 0, as the {kind}")
        if variable in variables or variable in gates:
            raise ParseError(f"{numbers[0]} is defined twice", row, 1)
        if kind == "gate":
            gates[variable] = (numbers[1], numbers[2], row)
        else:
            variables[variable] = len(variables)
    made = _sorted(gates, variables, enumerate(outputs, inputs_end + 1))
    ins = [f"x{number}" for number in range(1, counts["inputs"] + 1)]
    outs = [f"y{number}" for number in range(1, counts["outputs"] + 1)]
    _symbols(lines, end, {"i": ins, "o": outs})
    return ins, made, [(name, _renamed(each, variables)) for name, each in zip(outs, outputs, strict=True)]


def _header(line: str) -> tuple[int, dict[str, int]]:
    if line.startswith("aig"):
        raise ParseError("a binary file", 1, 1, "aag, the ASCII form")
    found = re.fullmatch(r"aag((?: [0-9]{1,9}){5})\s*", line)
    if not found:
        raise ParseError(f"unexpected {quote(line.strip())}", 1, 1, HEADER)
    most, inputs, latches, outputs, gates = map(int, found[1].split())
    if latches:
        raise ParseError("latches" if latches > 1 else "a latch", 1, expected="none: a circuit without memory")
    if most < inputs + gates:
        raise ParseError(f"{inputs} inputs and {gates} gates", 1, expected=f"at most {most} in all, as the header says")
    return most, {"inputs": inputs, "outputs": outputs, "gates": gates}


def _numbers(lines: Sequence[str], row: int, wanted: int, most: int, kind: str) -> list[int]:
    line = lines[row - 1] if row <= len(lines) else ""
    expected = f"{'three numbers' if wanted == 3 else 'a number'} for this {kind}"
    if not line.strip():
        raise ParseError("the file ends too early", min(row, len(lines)), expected=expected)
    if not _NUMBERS.fullmatch(line):
        raise ParseError(f"unexpected {quote(line)}", row, 1, expected)
    numbers = list(map(int, line.split()))
    if len(numbers) != wanted:
        raise ParseError(f"{len(numbers)} numbers", row, 1, expected)
    for word in re.finditer("[0-9]+", line):
        if int(word[0]) > 2 * most + 1:
            raise ParseError(f"unexpected {word[0]}", row, word.start() + 1, f"at most {2 * most + 1}")
    return numbers


def _sorted(
    gates: dict[int, tuple[int, int, int]], variables: dict[int, int], outputs: Iterable[tuple[int, int]]
) -> list[tuple[int, int]]:
    """The gates, each after what it needs; their numbers are added to the variables."""
    made: list[tuple[int, int]] = []
    open_gates: set[int] = set()
    for gate, row in [
        *((each, row) for each, (_, _, row) in gates.items()),
        *((each >> 1, row) for row, each in outputs),
    ]:
        waiting = [(gate, row)]
        while waiting:
            variable, row = waiting[-1]
            if variable in variables:
                waiting.pop()
                continue
            if variable not in gates:
                raise ParseError(f"{2 * variable} is not defined", row, expected="an input or a gate")
            a, b, row = gates[variable]
            missing = [each >> 1 for each in (b, a) if each >> 1 not in variables]
            if not missing:
                variables[variable] = len(variables)
                made.append((_renamed(a, variables), _renamed(b, variables)))
                waiting.pop()
            elif variable in open_gates:
                raise ParseError(f"the gate {2 * variable} depends on itself", row)
            else:
                open_gates.add(variable)
                waiting += [(each, row) for each in missing]
    return made


def _renamed(literal: int, variables: dict[int, int]) -> int:
    return 2 * variables[literal >> 1] | (literal & 1)


def _symbols(lines: Sequence[str], end: int, names: dict[str, list[str]]) -> None:
    """The names behind the gates; everything behind a line ``c`` is a comment."""
    seen: set[str] = set()
    for row, line in enumerate(lines[end:], end + 1):
        if line.rstrip() == "c":
            return
        if not line.strip():
            continue
        symbol = re.fullmatch(r"([io])([0-9]{1,9}) (.+?)\r?", line)
        if not symbol or int(symbol[2]) >= len(names[symbol[1]]):
            raise ParseError(f"unexpected {quote(line)}", row, 1, "the name of an input or output, such as i0 a, or c")
        if symbol[1] + symbol[2] in seen:
            raise ParseError(f"{symbol[1]}{symbol[2]} has a name already", row, 1)
        if not NAME.fullmatch(symbol[3]):
            raise ParseError(f"unexpected {quote(symbol[3])}", row, symbol.start(3) + 1, "a name of letters and digits")
        seen.add(symbol[1] + symbol[2])
        names[symbol[1]][int(symbol[2])] = symbol[3]


def write_aiger(inputs: Sequence[str], gates: Sequence[tuple[int, int]], outputs: Sequence[tuple[str, int]]) -> str:
    """A file; names are left out where they are those that reading gives."""
    first = len(inputs) + 1
    lines = [f"aag {len(inputs) + len(gates)} {len(inputs)} 0 {len(outputs)} {len(gates)}"]
    lines += [str(2 * place) for place in range(1, first)]
    lines += [str(literal) for _, literal in outputs]
    lines += [f"{2 * place} {a} {b}" for place, (a, b) in enumerate(gates, first)]
    lines += [f"i{place} {name}" for place, name in enumerate(inputs) if name != f"x{place + 1}"]
    lines += [f"o{place} {name}" for place, (name, _) in enumerate(outputs) if name != f"y{place + 1}"]
    return "\n".join(lines) + "\n"
