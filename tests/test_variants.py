"""Variants: options of every game. What they mean, where they cannot be asked, and that they combine."""

from __future__ import annotations

import itertools

import pytest
from tests.reference import games as reference

import perfectplay as pp
from perfectplay import LEFT, RIGHT, Outcome, Player

BOARDS = ["..", "..|..", "...|...", ".#.|...", "...|...|...", ".#..|..#.|....", "#..|..#|...", "....|...."]


def test_cram_is_impartial_domineering() -> None:
    for board in BOARDS:
        cram, variant = pp.load("cram", board), pp.load("domineering", board, impartial=True)
        assert pp.grundy(cram) == pp.grundy(variant) == reference.nimber(cram)
        assert pp.outcome(cram) == pp.outcome(variant)
        assert {m.text for m in cram.moves(LEFT)} == {m.text for m in variant.moves(RIGHT)}


def test_a_partizan_game_has_a_nimber_only_as_impartial_variant() -> None:
    with pytest.raises(pp.NotApplicable, match="domineering: grundy needs an impartial game in normal play"):
        pp.grundy(pp.load("domineering", "..|.."))
    assert pp.grundy(pp.load("domineering", "..|..", impartial=True)) == 0
    with pytest.raises(pp.NotApplicable):
        pp.grundy(pp.load("domineering", "..|..", impartial=True, misere=True))
    with pytest.raises(pp.NotApplicable):
        pp.grundy(pp.load("cram", "..|..", misere=True))


def test_a_turned_board_is_the_mirrored_game() -> None:
    for board in BOARDS:
        rows = board.split("|")
        turned = "|".join("".join(row[i] for row in rows) for i in range(len(rows[0])))
        assert pp.outcome(pp.load("domineering", turned)) == pp.outcome(pp.load("domineering", board, mirrored=True))


def test_mirroring_twice_is_nothing() -> None:
    swapped = {"L": "R", "R": "L", "N": "N", "P": "P"}
    for board in BOARDS:
        plain = pp.outcome(pp.load("domineering", board)).letter
        assert pp.outcome(pp.load("domineering", board, mirrored=True)).letter == swapped[plain]
        exchanged = board.replace("x", "?")
        assert exchanged == board


def test_exchanging_the_stones_is_the_mirrored_game() -> None:
    exchange = str.maketrans("xo", "ox")
    for game, boards in {
        "clobber": ["xxo|oxo", "xoxx", "xxxo|o.ox"],
        "konane": ["xo.xo", "x.ox|oxo.", "xoxo.o"],
    }.items():
        for board in boards:
            other = pp.outcome(pp.load(game, board, mirrored=True))
            assert pp.outcome(pp.load(game, board.translate(exchange))) == other


@pytest.mark.parametrize(("misere", "impartial", "mirrored"), list(itertools.product((False, True), repeat=3)))
def test_variants_combine_as_the_reference_says(misere: bool, impartial: bool, mirrored: bool) -> None:
    positions = [("domineering", board) for board in BOARDS[:6]]
    positions += [("clobber", "xo|ox"), ("clobber", "xxo.o"), ("konane", "xo.xo.x"), ("tic_tac_toe", "xo.|.xo|..o")]
    for key, board in positions:
        position = pp.load(key, board, misere=misere, impartial=impartial, mirrored=mirrored)
        expected = reference.outcome(position)
        for method in ("alpha-beta", "proof-number", "retrograde"):
            assert pp.outcome(position, method=method) == expected, f"{position!r} by {method}"
        assert pp.verify(pp.outcome(position))


def test_an_outcome_of_impartial_tic_tac_toe_is_verified() -> None:
    assert pp.verify(pp.outcome(pp.load("tic_tac_toe", "xo.|.xo|..o", impartial=True)))


def test_misere_nim_is_boutons() -> None:
    """Bouton 1901: as in normal play as long as a heap of two or more remains, otherwise the other way round."""
    for heaps in itertools.combinations_with_replacement(range(5), 3):
        position = pp.load("nim", " ".join(map(str, heaps)), misere=True)
        odd = heaps[0] ^ heaps[1] ^ heaps[2] != 0
        first = odd if max(heaps) > 1 else not odd
        assert pp.outcome(position) == ("N" if first else "P"), heaps


def test_misere_tic_tac_toe_makes_three_in_a_row_lose() -> None:
    position = pp.load("tic_tac_toe", "xx.|oo.|...", misere=True)
    assert position.play("c1", LEFT).winner is RIGHT or position.play("c3", LEFT).winner is RIGHT
    assert pp.outcome(pp.load("tic_tac_toe", "...|...|...", misere=True)) == "D"


def test_a_player_without_a_move() -> None:
    stuck = pp.load("domineering", ".")
    assert pp.outcome(stuck) == Outcome(RIGHT, LEFT) == "P"
    assert pp.outcome(pp.load("domineering", ".", misere=True)) == Outcome(LEFT, RIGHT) == "N"
    one = pp.load("domineering", "..")
    assert pp.outcome(one) == "R" and pp.outcome(pp.load("domineering", "..", misere=True)) == "L"


def test_options_are_part_of_a_position() -> None:
    positions = [pp.load("cram", "...", **options) for options in ({}, {"misere": True}, {"mirrored": True})]
    assert len(set(positions)) == 3
    assert repr(positions[1]) == "load('cram', '...', misere=True)"
    assert positions[1].to_json()["options"] == {"misere": True}
    assert all(move.after.system == positions[1].system for move in positions[1].moves())


def test_options_keep_their_types() -> None:
    for wrong in ({"misere": 1}, {"misere": "yes"}, {"impartial": None}):
        with pytest.raises(pp.ParseError) as caught:
            pp.load("domineering", "..", **wrong)
        assert "\n" not in str(caught.value)
    with pytest.raises(pp.ParseError, match="k"):
        pp.load("tic_tac_toe", "...", k=0)


def test_multi_jumps_are_chains_of_jumps() -> None:
    single, multi = pp.load("duotaire", "oo.o.oo"), pp.load("duotaire", "oo.o.oo", multi=True)
    assert {move.text for move in single.moves()} < {move.text for move in multi.moves()}
    assert pp.grundy(multi) == reference.nimber(multi)


def test_all_moves_of_both_players_are_those_of_the_impartial_variant() -> None:
    for key, board in (("clobber", "xo|ox"), ("konane", "xo.xo."), ("domineering", "..|..")):
        position, variant = pp.load(key, board), pp.load(key, board, impartial=True)
        union = {str(move.after) for player in Player for move in position.moves(player)}
        for player in Player:
            assert {str(move.after) for move in variant.moves(player)} == union
