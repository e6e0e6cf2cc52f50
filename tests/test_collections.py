"""Collections: every layout, bad entries beside good ones, files, lists and tuples."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import perfectplay as pp
from perfectplay.collection import Entry
from perfectplay.files import LARGEST_FILE, LONGEST_LINE

LEVEL = "#####\n#@$.#\n#####"
TWO = "######\n#@$ .#\n######"


def entries(source: object, key: str | None = None, **options: Any) -> list[Entry]:
    return list(pp.collection(source, key, **options))


def texts(source: object, key: str | None = None, **options: Any) -> list[str]:
    return [entry.error or str(entry.position) for entry in entries(source, key, **options)]


# levels -------------------------------------------------------------------------------------------------------------

ONE_TEXT, TWO_TEXT = LEVEL.replace("\n", "|"), TWO.replace("\n", "|")


@pytest.mark.about("sokoban")
@pytest.mark.parametrize(
    ("text", "titles"),
    [
        (f"; One\n\n{LEVEL}\n\n; Two\n\n{TWO}\n", ["One", "Two"]),
        (f"; One\n{LEVEL}\n\n; Two\n{TWO}", ["One", "Two"]),
        (f"{LEVEL}\n; One\n\n{TWO}\n; Two\n", ["One", "Two"]),
        (f"{LEVEL}\n\nOne\n\n{TWO}\n\nTwo\n", ["One", "Two"]),
        (f"{LEVEL}\nTitle: One\nAuthor: me\n\n{TWO}\nTitle: Two\n", ["One", "Two"]),
        (f"One\n{LEVEL}\nAuthor: me\n\nTwo\n{TWO}\nAuthor: me", ["One", "Two"]),
        (f":: a file\nCollection: ours\n\nOne\n\n{LEVEL}\n\nTwo\n\n{TWO}", ["One", "Two"]),
        (f"One\n{ONE_TEXT}\nTwo\n{TWO_TEXT}\n", ["One", "Two"]),
        (f"{LEVEL}\n\n\n\n{TWO}\n", ["", ""]),
        (f"'One'\r\n\r\n{LEVEL}\n\nTwo\n\n{TWO}\n".replace("\n", "\r\n"), ["One", "Two"]),
        (f"One\n\n{LEVEL}\n\nSolution\nrrRR\n\nTwo\n\n{TWO}\nSolution 1 (moves)\nrRR\n", ["One", "Two"]),
        (f"Level #1\n{LEVEL}\n\n2\n{TWO}", ["Level #1", "2"]),
    ],
)
def test_levels_have_their_titles_above_or_below(text: str, titles: list[str]) -> None:
    found = entries(text, "sokoban")
    assert [entry.title for entry in found] == titles
    assert [str(entry.position) for entry in found] == [ONE_TEXT, TWO_TEXT]


@pytest.mark.about("sokoban")
def test_levels_have_authors_and_comments() -> None:
    text = f"Title: One\nAuthor: Me\n{LEVEL}\nComment: first\nsecond\nComment-End:\n\n{TWO}\nName: Two\nlast\n"
    one, two = entries(text, "sokoban")
    assert (one.title, one.author, one.comment, one.line) == ("One", "Me", "first second", 3)
    assert (two.title, two.author, two.comment, two.line) == ("Two", "", "last", 10)


@pytest.mark.about("sokoban")
def test_runs_are_read_and_a_bad_level_is_its_own_error() -> None:
    found = texts("5#\n#@$.#\n5#\n\n####\n#@$#\n####\n\n5#|#@$.#|5#", "sokoban")
    assert found[0] == found[2] == ONE_TEXT
    assert found[1] == "line 5: sokoban: 1 boxes for 0 goals (expected as many boxes as goals)"


@pytest.mark.about("sokoban")
def test_a_name_of_a_file_tells_its_puzzle_and_old_letters_are_read(tmp_path: Path) -> None:
    path = tmp_path / "levels.SOK"
    path.write_bytes(f"Author: Ren\xe9 and Ren\u00c3\u00a9\n{LEVEL}\n".encode("latin-1"))
    (entry,) = pp.collection(path)
    assert (entry.key, entry.author, str(entry.position)) == ("sokoban", "René and René", ONE_TEXT)


@pytest.mark.about("sokoban")
def test_a_file_with_one_level_is_a_position(tmp_path: Path) -> None:
    path = tmp_path / "one.xsb"
    path.write_text(f"; 1\n\n{LEVEL}\nTitle: Alone\nAuthor: A. N. Other\n")
    assert str(pp.load("sokoban", path)) == ONE_TEXT
    path.write_text(f"{LEVEL}\nTitle: One\n\n{LEVEL}\nTitle: Two\n")
    with pytest.raises(pp.ParseError) as refused:
        pp.load("sokoban", path)
    assert str(refused.value) == f"{path}: 2 positions (expected one; batch asks about all of a collection)"
    path.write_text("###\n#x#\n###\n")
    with pytest.raises(pp.ParseError, match="sokoban: row 2, column 2: unexpected 'x'"):
        pp.load("sokoban", path)


def test_a_file_with_a_mistake_is_no_collection(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text("...\n..z\n")
    with pytest.raises(pp.ParseError, match="row 2, column 3: unexpected 'z'"):
        pp.load("domineering", path)
    path.write_text("GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo\n" * 2)
    with pytest.raises(pp.ParseError, match=r"2 positions \(expected one; batch asks about all"):
        pp.load("rush_hour", path)


# one a line ---------------------------------------------------------------------------------------------------------


@pytest.mark.about("sudoku", "rush_hour")
def test_one_position_a_line() -> None:
    puzzle = pp.system("sudoku").sample.replace("|", "")
    again, zeros, short = texts(f"# ours\n{puzzle}\n\n{puzzle.replace('.', '0')}\n{puzzle[:-1]}", "sudoku")
    assert again == zeros == pp.system("sudoku").sample
    assert short == "line 5: sudoku: 1 x 80 cells (expected as many columns as rows)"
    board = pp.system("rush_hour").sample
    line = board.replace("|", "").replace(".", "o")
    assert texts(f"{line}\n12 {line} 480\n#{line}\n{line} 7", "rush_hour") == [board] * 3


def test_comments_are_skipped_where_they_cannot_be_positions() -> None:
    assert texts("..|..\n# two\n#.#\n\n##", "domineering") == ["..|..", "#.#", "##"]
    assert texts("3 5 7\n#3\n1 2", "nim", misere=True) == ["3 5 7", "1 2"]


def test_boards_over_several_lines() -> None:
    assert texts("..\n..\n\n...\n", "domineering") == ["..|..", "..."]
    assert texts("..\n..", "domineering") == ["..", ".."]
    found = entries("# one\n..\n.#\n\n# two\n#\n#...\n....\n\n..\n.x", "domineering")
    assert [(entry.title, entry.line) for entry in found] == [("one", 2), ("two", 7), ("", 10)]
    assert found[1].error == "" and str(found[1].position) == "#...|...."
    assert found[2].error.startswith("line 10: domineering: row 2, column 2: unexpected 'x'")


# addresses ----------------------------------------------------------------------------------------------------------

ADDRESS = "https://puzz.link/p?slither/3/2/a7b"


def test_lists_of_addresses_need_no_key() -> None:
    sudoku = pp.load("sudoku", "1...|..3.|.4..|...2")
    other = pp.export(sudoku)
    found = entries(f"# ours\n{ADDRESS}\n\nhttps://puzz.link/p?nothing/3/2/a\n{other}\n")
    assert [entry.key for entry in found] == ["slitherlink", "", "sudoku"]
    assert str(found[0].position) == "0..|2.1" and found[2].position == sudoku
    assert found[1].error.startswith("line 4: unknown type of puzzle 'nothing' (expected ")
    wrong = entries(f"{ADDRESS}\n{other}", "slitherlink")
    assert [bool(entry.error) for entry in wrong] == [False, True]


def test_files_of_pzpr_one_after_the_other() -> None:
    first, second = (pp.export(pp.load("hitori", text), "pzprv3") for text in ("11|12", "12|11"))
    lines = first.replace("/", "\n")
    for text in (f"{lines}{second}\n", f"{second}\n\n{lines}\n{ADDRESS}"):
        assert sorted(texts(text))[-2:] == ["11|12", "12|11"]
    assert texts(f"{lines}\n{ADDRESS}") == ["11|12", "0..|2.1"]
    (entry,) = entries(f"{first}history:{{}}\n")
    assert entry.key == "hitori"


# graphs -------------------------------------------------------------------------------------------------------------


@pytest.mark.about("node_kayles", "col")
def test_graphs_as_geng_prints_them() -> None:
    lines = "DQc\nDqK\nD~{\n"
    found = entries(lines, "node_kayles")
    assert [entry.text for entry in found] == [f">>graph6<<{line}" for line in lines.split()]
    assert [len(entry.position.state.board.edges) for entry in found] == [4, 5, 10]
    assert texts(f">>graph6<<{lines}", "col") == texts(lines, "col")
    assert texts(":Fa@x^\n:CcM", "col")[1] == str(pp.load("col", ":CcM"))
    assert texts("&BP_\n&BP_", "vertex_geography")[0] == str(pp.load("vertex_geography", "&BP_"))


@pytest.mark.about("vertex_geography")
def test_a_word_is_a_graph_only_where_every_line_is_one() -> None:
    assert texts("DQc\na-b", "vertex_geography") == ["DQc; DQc=@", "a-b; a=@"]
    assert texts("DQc\nDQc", "vertex_geography") == [str(pp.load("vertex_geography", "graph6:DQc"))] * 2
    late = "DQc\n" * 300 + "a-b\n"
    assert texts(late, "vertex_geography")[-1].startswith(
        "line 301: vertex_geography: row 1, column 12: unexpected '-'"
    )


@pytest.mark.about("col", "snort", "hackenbush")
def test_headers_of_graphs_that_need_no_quotes() -> None:
    for key in ("col", "snort", "node_kayles", "hackenbush", "shannon_switching"):
        assert pp.load(key, "graph6:DQc") == pp.load(key, ">>graph6<<DQc")
        assert pp.load(key, "sparse6::CcM") == pp.load(key, ":CcM")
    assert pp.load("col", "graph6:DQc; 0=x") == pp.load("col", ">>graph6<<DQc; 0=x")
    assert str(pp.load("vertex_geography", "DQc")) == "DQc; DQc=@"
    with pytest.raises(pp.ParseError, match="row 1, column 10"):
        pp.load("col", "graph6:DQ-")


# sources ------------------------------------------------------------------------------------------------------------


def test_a_list_has_positions_texts_and_objects() -> None:
    found = entries([[3, 5, 7], "1 2", (4,), pp.load("kayles", "5"), [True]], "nim")
    assert [entry.error or repr(entry.position) for entry in found] == [
        "load('nim', '3 5 7')",
        "load('nim', '1 2')",
        "load('nim', '4')",
        "load('kayles', '5')",
        "entry 5: nim: item 1 is True (expected text, or a list of numbers such as [3, 5, 7])",
    ]
    with pytest.raises(pp.ParseError, match=r"^entry 5: nim: item 1"):
        _ = found[4].position
    without = entries([pp.load("nim", "3", misere=True), [3], "x"])
    assert [entry.error for entry in without[1:]] == [
        "entry 2: a list (expected a key for it)",
        "entry 3: 'x' does not say which puzzle it is",
    ]
    assert without[0].position == pp.load("nim", "3", misere=True)


def test_a_collection_is_read_lazily_and_again(tmp_path: Path) -> None:
    def endless() -> Any:
        while True:
            yield "1 2"

    found = iter(pp.collection(endless(), "nim"))
    assert [next(found).number for _ in range(3)] == [1, 2, 3]
    path = tmp_path / "heaps.txt"
    path.write_text("\ufeff1 2\n" * 3, encoding="utf-8")
    heaps = pp.collection(path, "nim")
    assert [len(list(heaps)) for _ in range(2)] == [3, 3] and pp.collection(heaps) is heaps
    assert repr(heaps) == f"<Collection in {path}>"
    assert len(list(pp.collection(path, key="nim"))) == 3


@pytest.mark.parametrize(
    ("source", "key", "said"),
    [
        ("hello\nworld", None, "no key, and nothing that says which puzzle it is (expected a key, or addresses)"),
        (5, "nim", "a collection that is a int (expected a Path, text, or a list of positions)"),
        (Path("/no/such/file"), "nim", "file '/no/such/file': No such file or directory"),
        (__file__, "nim", "is text, and the name of a file (expected a Path to read the file)"),
        ("1 2", "nimm", "no system 'nimm'; did you mean nim?"),
    ],
)
def test_what_is_no_collection(source: object, key: str | None, said: str) -> None:
    with pytest.raises(pp.PerfectPlayError) as refused:
        entries(source, key)
    assert said in str(refused.value)


def test_what_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for data, said in ((b"1 2\n\0", "is not text: line 2"), (b"1" * (LONGEST_LINE + 1), "line 1 is too long")):
        path.write_bytes(data)
        with pytest.raises(pp.ParseError, match=said):
            entries(path, "nim")
    path.write_bytes(b"")
    assert entries(path, "nim") == [] and entries("", "sokoban") == [] and entries("\n# none\n") == []


# one position -------------------------------------------------------------------------------------------------------


def test_a_path_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = Path("board.txt")
    path.write_text("..\n.#\n")
    assert pp.load("domineering", path) == pp.load("domineering", "..|.#")
    path.write_text(ADDRESS)
    assert pp.load("slitherlink", path) == pp.load(ADDRESS)
    for data, said in ((b"..\n.x", "row 2, column 2: unexpected 'x'"), (b"\xff", "is not text: byte 0")):
        path.write_bytes(data)
        with pytest.raises(pp.ParseError) as refused:
            pp.load("domineering", path)
        assert str(path) in str(refused.value) and said in str(refused.value)
    path.write_bytes(b"." * (LARGEST_FILE + 1))
    with pytest.raises(pp.ParseError, match="too large"):
        pp.load("domineering", path)
    with pytest.raises(pp.ParseError, match="No such file"):
        pp.load("domineering", tmp_path / "none")


@pytest.mark.parametrize(
    ("key", "given", "text"),
    [
        ("nim", [3, 5, 7], "3 5 7"),
        ("kayles", (5, 3), "3 5"),
        ("grundys_game", [7], "7"),
        ("wythoff", (3, 5), "3 5"),
        ("domineering", ["..", ".#"], "..|.#"),
        ("domineering", [[".", "."], (".", "#")], "..|.#"),
        ("clobber", [("x", "o"), ("o", "x")], "xo|ox"),
        ("clobber", [("a", "b"), ("b", "c")], "a-b b-c"),
        ("col", [("a", "b"), ("b", "c")], "a-b b-c"),
        ("node_kayles", [(0, 1), [1, 2]], "0-1 1-2"),
        ("vertex_geography", [("a", "b"), ("b", "c")], "a-b b-c; a=@"),
        ("hackenbush", [("a", "b", {"letter": "l"})], "a-b; a=# a-b=l"),
        ("sudoku", [[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]], "1...|..3.|.4..|...2"),
        ("slitherlink", [[0, ".", "."], [2, ".", 1]], "0..|2.1"),
        ("fifteen", [[1, 2, 3], [4, 5, 6], [7, 0, 8]], "1 2 3|4 5 6|7 0 8"),
        ("fifteen", [1, 2, 3, 0], "1 2|3 0"),
        ("sokoban", LEVEL.split("\n"), ONE_TEXT),
        ("amazons", ["x..", "..o"], "x..|..o"),
    ],
)
def test_lists_where_they_are_natural(key: str, given: object, text: str) -> None:
    assert pp.load(key, given) == pp.load(key, text)


@pytest.mark.parametrize(
    ("key", "given", "said"),
    [
        ("nim", [3, "5"], "nim: item 2 is '5' (expected text, or a list of numbers such as [3, 5, 7])"),
        ("nim", [], "nim: an empty list (expected text, or a list of numbers such as [3, 5, 7])"),
        ("nim", [-3], "nim: row 1, column 1: unexpected '-3' (expected heap sizes such as 3 5 7)"),
        ("nim", [10**2000], "nim: item 1 is a number of 6644 bits (expected at most 4096)"),
        ("nim", {3}, "nim: a set (expected text, or a list of numbers such as [3, 5, 7])"),
        ("domineering", ["..|.."], "domineering: row 1 is '..|..' (expected a single row, without | and line ends)"),
        ("domineering", [[".", None]], "domineering: row 1, column 2 is None (expected text, or a list of rows"),
        ("domineering", ["..", 2], "domineering: row 2 is an int (expected text, or a list of rows"),
        ("domineering", [["..", ". ."]], "domineering: row 1, column 2 is '. .' (expected a letter or a number)"),
        ("col", [("a", "b", "c", "d")], 'col: item 1 is a tuple of 4 items (expected edges such as ("a", "b"))'),
        ("col", [("a", 1.5)], 'col: an end of item 1 is 1.5 (expected edges such as ("a", "b"))'),
        ("col", [("a", "b", "x")], "col: item 1 ends with 'x' (expected a dictionary of attributes)"),
        ("col", [("a b", "c")], "col: 'a b' cannot name a vertex"),
        ("sat", ["x"], "sat: a list (expected text)"),
    ],
)
def test_lists_that_make_no_sense(key: str, given: object, said: str) -> None:
    with pytest.raises(pp.ParseError) as refused:
        pp.load(key, given)
    assert str(refused.value).startswith(said)
