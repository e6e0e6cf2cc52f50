"""Dots-and-Boxes, Strings-and-Coins and Nimstring: texts, chains, words, nimbers, and one game inside another."""

from __future__ import annotations

import random

import pytest
from tests.reference import strings as reference
from tests.reference.games import outcome as reference_outcome

import perfectplay as pp
from perfectplay import LEFT, LOONY, RIGHT, Position
from perfectplay.cli.play import play_game
from perfectplay.families.dots_and_boxes import anatomy, as_nimstring, with_long_chain
from perfectplay.families.dots_and_boxes.anatomy import harvest
from perfectplay.families.dots_and_boxes.grid import drawing

pytestmark = pytest.mark.about("dots_and_boxes", "strings_and_coins", "nimstring")


def board(text: str) -> Position:
    return pp.load("dots_and_boxes", text)


def web(text: str) -> Position:
    return pp.load("strings_and_coins", text)


# texts --------------------------------------------------------------------------------------------------------------


def test_a_board_is_read_from_its_size_its_lines_and_its_drawing() -> None:
    drawn = "+-+ +\n|   |\n+ +-+\n    |\n+ + +"
    position = board(drawn)
    assert str(position) == "2x2: a1-b1 a1-a2 c1-c2 b2-c2 c2-c3"
    others = [
        "2x2: c2-c3 b1-a1, a1-a2 c1-c2 b2-c2",
        drawn.replace("\n", "/"),
        f"\n   {drawn.replace(chr(10), chr(10) + '   ')}\n",
    ]
    assert all(board(other) == position for other in others)
    assert board("3x3") == board(" 3 x 3 : ") and len(board("3x3").moves()) == 24
    assert board("2x3").state.web.board == (2, 3)


def test_a_drawing_is_read_back() -> None:
    rng = random.Random(1)
    for size in ("1x1", "2x3", "4x2", "1x27"):
        position = board(size)
        while position.state.left:
            assert board("/".join(drawing(position.state))) == position
            position = rng.choice(position.moves(LEFT)).after


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty text"),
        ("3", "unexpected '3'"),
        ("0x3", "a board of 0x3 boxes"),
        ("99x99", "at most 1024 lines"),
        ("2x2 a1-b1", "row 1, column 5: unexpected 'a1-b1' (expected a colon"),
        ("2x2: a1-b2", "row 1, column 6: no line 'a1-b2'"),
        ("2x2: a1-b1 b1-a1", "row 1, column 12: line 'b1-a1' is drawn twice"),
        ("2x2: d1-e1", "no line 'd1-e1'"),
        ("+-+/| |", "a drawing of 2 rows and 3 columns (expected odd numbers"),
        ("+-+/|x|/+-+", "row 2, column 2: unexpected 'x' (expected a blank)"),
        ("+-+/- |/+-+", "row 2, column 1: unexpected '-' (expected '|' or a blank)"),
        ("+-+/| |/--+", "row 3, column 1: unexpected '-' (expected '+')"),
    ],
)
def test_a_wrong_board_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(pp.ParseError) as caught:
        board(text)
    assert message in str(caught.value)


def test_webs_have_double_strings_loops_and_a_ground() -> None:
    position = web("a-b a-b b-ground; a-b#2=x")
    assert [move.text for move in position.moves(LEFT)] == ["a-b", "b-ground"]
    assert pp.score(web("a-a a-a")) == pp.score(web("a-ground a-ground")) == -1
    assert pp.score(web("ground")) == 0
    with pytest.raises(pp.ParseError, match="from the ground to the ground"):
        web("a-b ground-ground")
    for many in (["a-ground"] * 1025, [f"a{n}-b{n}" for n in range(1000)]):
        with pytest.raises(pp.ParseError, match="at most 1024"):
            web(" ".join(many))


def test_a_web_can_be_a_graph_of_networkx() -> None:
    networkx = pytest.importorskip("networkx")
    graph = networkx.MultiGraph([("a", "b"), ("a", "b"), ("b", "ground")])
    position = pp.load("strings_and_coins", graph)
    assert str(position) == "a-b a-b b-ground"


def test_cutting_captures_none_one_or_two_coins() -> None:
    position = web("a-b a-ground c-ground")
    moves = {move.text: (move.points, move.again) for move in position.moves(LEFT)}
    assert moves == {"a-b": (1, True), "a-ground": (0, False), "c-ground": (1, True)}
    (pair,) = web("a-b").moves(LEFT)
    assert (pair.points, pair.again) == (2, True)
    (fewest,) = pp.load("strings_and_coins", "a-b", misere=True).moves(LEFT)
    assert (fewest.points, fewest.again) == (-2, True)


# chains -------------------------------------------------------------------------------------------------------------


def kinds(position: Position) -> list[str]:
    return [str(piece) for piece in anatomy(position).pieces]


@pytest.mark.parametrize(
    ("strings", "expected"),
    [
        ("a-ground a-b b-c c-ground", ["3-chain"]),
        ("a-b b-c c-ground", ["half-open 3-chain"]),
        ("a-b b-c", ["open 3-chain"]),
        ("a-b", ["open 2-chain"]),
        ("a-ground", ["half-open 1-chain"]),
        ("a-b b-c c-a", ["3-loop"]),
        ("a-b a-b", ["2-loop"]),
        ("a-a a-b b-ground", ["2-chain"]),
        ("a-b a-b a-c c-d d-ground", ["1-chain", "2-chain"]),
        ("a-b a-c a-ground b-c b-ground c-ground", []),
    ],
)
def test_chains_and_loops_are_found(strings: str, expected: list[str]) -> None:
    assert sorted(kinds(web(strings))) == sorted(expected)


def test_chains_are_listed_in_order_with_their_names() -> None:
    found = anatomy(board("@loop"))
    assert str(found) == "4-loop: a1 b1 b2 a2\n5-chain: a3 b3 c3 c2 c1"
    assert [piece.kind for piece in found.pieces] == ["loop", "long chain"]
    assert found.is_loony_endgame and not found.joints and found.coins == 9
    assert (found.fully_controlled_value, found.controlled_value) == (-3, 1)
    assert len(found.loony) == 10 and not found.safe
    assert str(anatomy(web("ground"))) == "nothing is left"
    assert anatomy(board("1x1")).joints == ("a1",)


def test_the_long_chain_rule_of_empty_boards() -> None:
    """The first player wants the number of dots and long chains to be even."""
    for rows in range(1, 6):
        for cols in range(1, 6):
            dots = (rows + 1) * (cols + 1)
            assert anatomy(board(f"{rows}x{cols}")).wants_odd == (dots % 2 == 1)


def test_the_long_chain_rule_holds_in_play() -> None:
    """In a loony endgame without loops, whoever wants the number of chains that there is makes the last turn."""
    rng = random.Random(2)
    for _ in range(100):
        chains = [reference.chain(f"c{n}_", rng.randint(3, 5)) for n in range(rng.randint(1, 4))]
        position = web(reference.text(tuple(string for chain in chains for string in chain)))
        mover_keeps_control = anatomy(position).wants_odd == (len(chains) % 2 == 1)
        assert not mover_keeps_control  # everything is loony, so that the mover has lost control


def test_harvests_are_worth_what_they_say() -> None:
    """V(P) = max(T + V(R), T - 2n - V(R)), on random webs, by the definition."""
    rng = random.Random(3)
    given_back = set()
    for _ in range(1500):
        strings = reference.random_web(rng, rng.randint(1, 8))
        position = web(reference.text(strings))
        taken = harvest(position.state)
        if not taken.taken:
            continue
        rest = reference.score(tuple(strings[n] for n in sorted(taken.rest.left)))
        expected = taken.taken + rest
        if taken.given_back:
            expected = max(expected, taken.taken - 2 * taken.given_back - rest)
        assert reference.score(strings) == expected, strings
        given_back.add(taken.given_back)
    assert given_back == {0, 2, 4}


def test_search_agrees_with_the_reference_on_random_webs() -> None:
    rng = random.Random(4)
    for _ in range(1000):
        strings = reference.random_web(rng, rng.randint(1, 9))
        found = pp.score(web(reference.text(strings)), method="alpha-beta")
        assert found == reference.score(strings), strings


# words --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "move", "words"),
    [
        ("@loop", "a2-b2", "opens the 4-loop; the opponent can keep control"),
        ("@columns", "a1-b1", "opens the 3-chain; the opponent can keep control"),
        ("1x3: a1-b1 b1-c1 c1-d1 a2-b2 b2-c2 c2-d2", "a1-a2", "opens the 3-chain, the last"),
        ("1x1: a1-b1 a1-a2", "b1-b2", "gives away one box"),
        ("1x1: a1-b1 a1-a2 b1-b2", "a2-b2", "takes the last box"),
        ("1x1: a1-b1", "a1-a2", "the last safe move"),
        ("1x2", "b1-b2", "a safe move; 6 more would be safe"),
        (
            "1x2: a1-b1 b1-c1 a2-b2 b2-c2",
            "b1-b2",
            "gives away two boxes in the middle, so that they cannot be given back",
        ),
        ("1x2: a1-b1 b1-c1 a2-b2 b2-c2", "a1-a2", "opens the 2-chain, the last"),
        ("1x2: a1-b1 b1-c1 a2-b2 b2-c2 a1-a2 c1-c2", "b1-b2", "takes the last two boxes"),
        ("1x3: a1-b1 a1-a2 a2-b2 b1-b2 b1-c1", "b2-c2", "gives away one box"),
        ("1x3: a1-b1 a1-a2 a2-b2", "b1-b2", "takes one box"),
        ("1x3: a1-b1 a1-a2 a2-b2 b1-c1 b2-c2", "b1-b2", "takes one box; one box more can be taken"),
        ("1x3: a1-b1 a1-a2 a2-b2 b1-c1 b2-c2", "c1-c2", "double-deals: gives back two boxes to keep control"),
        ("1x3: a1-b1 a1-a2 a2-b2 b1-c1 b2-c2", "c1-d1", "leaves two boxes to the opponent"),
    ],
)
def test_moves_are_put_into_words(position: str, move: str, words: str) -> None:
    start = board(position)
    assert start.system.explain(start, start.move(move)) == words


def test_best_says_why() -> None:
    result = pp.best(board("@columns"))
    assert str(result.details["why"]) == "opens the 3-chain; the opponent can keep control"
    assert result.to_json()["why"] == str(result.details["why"])
    assert str(pp.best(web("a-b")).details["why"]) == "takes the last two coins"
    misere = pp.load("dots_and_boxes", "1x1", misere=True)
    assert str(pp.best(misere).details["why"]) == "" and pp.best(misere).to_json()["why"] is None
    # other games are explained by values, as before
    assert "incentive" in str(pp.best(pp.load("domineering", "..|.."), LEFT).details["why"])


# nimbers ------------------------------------------------------------------------------------------------------------


def test_loony_is_an_answer_like_a_nimber() -> None:
    result = pp.grundy(pp.load("nimstring", "a-b b-ground"))
    assert result.answer is LOONY and result == LOONY and str(result) == "loony" and result != 0 and bool(result)
    assert LOONY ^ 3 is LOONY and 3 ^ LOONY is LOONY and LOONY ^ LOONY is LOONY
    assert result.to_json()["answer"] == "loony" and pp.verify(result.to_json())
    with pytest.raises(TypeError):
        LOONY ^ "3"


def test_nimbers_of_sums_are_added() -> None:
    rng = random.Random(5)
    for _ in range(150):
        parts = [reference.text(reference.random_web(rng, rng.randint(1, 5))) for _ in range(2)]
        renamed = parts[1].translate(str.maketrans("01234", "vwxyz"))
        first, second = (pp.grundy(pp.load("nimstring", part)).answer for part in (parts[0], renamed))
        assert pp.grundy(pp.load("nimstring", f"{parts[0]} {renamed}")) == first ^ second


def test_large_nimbers_are_verified_by_play() -> None:
    for size in ("2x2", "2x3", "1x5"):
        result = pp.grundy(as_nimstring(board(size)))
        verdict = pp.verify(result)
        assert verdict.status == "not checked"
        wrong = pp.Result(result.question, result.position, int(result) + 1, result.method)
        assert not pp.verify(wrong)


def test_nimstring_has_no_value_and_is_no_component_of_a_sum() -> None:
    position = pp.load("nimstring", "a-ground")
    for ask in (pp.value, pp.thermograph):
        with pytest.raises(pp.NotApplicable, match="needs a game in normal play"):
            ask(position)
    with pytest.raises(pp.NotApplicable, match="can be added"):
        position + position


def test_capturing_the_last_coin_loses_nimstring() -> None:
    position = pp.load("nimstring", "a-ground")
    assert pp.outcome(position) == "P" and pp.grundy(position) == 0
    assert pp.outcome(pp.load("nimstring", "a-ground", misere=True)) == "N"


# one game inside another --------------------------------------------------------------------------------------------


def test_the_winner_of_nimstring_wins_with_a_long_chain_added() -> None:
    rng = random.Random(6)
    letters = set()
    for _ in range(600):
        strings = reference.random_web(rng, rng.randint(1, 7))
        position = pp.load("nimstring", reference.text(strings))
        whole = with_long_chain(position)
        coins = anatomy(position).coins
        assert anatomy(whole).coins - coins == max(coins + 2, 3)
        letter = pp.outcome(position, method="alpha-beta").letter
        assert pp.outcome(whole) == letter, strings
        letters.add(letter)
    assert letters == {"N", "P"}


def test_a_board_as_nimstring_has_the_same_strings() -> None:
    start = board("2x2: a1-b1 b2-c2")
    nimstring = as_nimstring(start)
    assert len(nimstring.moves(LEFT)) == len(start.moves(LEFT)) == 10
    assert reference_outcome(nimstring) == pp.outcome(nimstring)
    assert str(as_nimstring(web("ground"))) == "ground" == str(as_nimstring(as_nimstring(web("ground"))))
    assert pp.outcome(with_long_chain(web("chain1-ground"))) == "P"
    with pytest.raises(pp.NotApplicable, match="expected a position of Dots-and-Boxes"):
        anatomy(pp.load("nim", "3"))


# points -------------------------------------------------------------------------------------------------------------


def test_fewest_boxes_win_in_misere_play() -> None:
    one = pp.load("dots_and_boxes", "1x1", misere=True)
    assert pp.score(one) == 1 and pp.outcome(one) == "N"


def test_points_decide_games_that_are_played_for_them() -> None:
    class Coins(pp.RewriteGame):
        cells, scored, draws = ".12", True, True

        def moves(self, board):  # type: ignore[no-untyped-def]
            for cell in board.cells:
                for value in "12":
                    yield pp.Rewrite({cell: f"{value}."}, score=int(value), name=f"{board.name(cell)}:{value}")

    letters = {text: pp.outcome(Coins().load(text)).letter for text in ("12", "11", "2", "112")}
    assert letters == {"12": "N", "11": "D", "2": "N", "112": "N"}
    assert str(pp.best(Coins().load("12"), LEFT)) == "b1:2"
    assert pp.verify(pp.outcome(Coins().load("112"))) and pp.verify(pp.best(Coins().load("112"), RIGHT))
    assert pp.outcome(Coins(misere=True).load("2")) == "P"


def test_the_terminal_keeps_the_points(capsys: pytest.CaptureFixture[str]) -> None:
    assert play_game(board("2x2"), "none", LEFT) == 0
    said = capsys.readouterr().out
    assert "Left's points less Right's: 2." in said and said.endswith("Left wins.\n")
    play_game(board("1x4"), "none", RIGHT)
    assert capsys.readouterr().out.endswith("A draw.\n")
