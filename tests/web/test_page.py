"""The page in a real browser, as people use it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import expect
from tests.tiers import depth
from tests.web.conftest import Opener
from tests.web.hands import ask, board, click, drag, fits, on_screen, sheet, tab_to
from tests.web.serving import serving

import perfectplay as pp

PAGE = Path(pp.__file__).parent / "web" / "page"


def path(key: str, position: str = "", **more: str) -> str:
    """The address of a position."""
    given = {"p": position, **more} if position else more
    return f"/s/{key}?" + "&".join(f"{name.replace('__', '.')}={quote(value)}" for name, value in given.items())


# the catalogue ------------------------------------------------------------------------------------------------------


def test_the_catalogue_is_searched_as_one_types(visit: Opener) -> None:
    page = visit("/")
    expect(page.get_by_role("status").first).to_contain_text(f"{len(pp.catalogue())} systems")
    page.get_by_role("searchbox").fill("sokob")
    expect(page.get_by_role("link", name=re.compile("Sokoban"))).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("Domineering"))).to_have_count(0)
    page.get_by_role("link", name=re.compile("Sokoban")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sokoban")


def test_filters_leave_what_fits(visit: Opener) -> None:
    page = visit("/")
    page.get_by_label("Question").select_option("unique")
    posed = [entry.key for entry in pp.catalogue() if "unique" in entry.questions]
    expect(page.get_by_role("status").first).to_contain_text(f"{len(posed)} of")
    page.get_by_label("Kind").select_option("formula")
    expect(page.get_by_role("status").first).to_contain_text("1 of")
    page.reload()
    expect(page.get_by_role("status").first).to_contain_text("1 of")


def test_pictures_of_cards_arrive_as_they_come_into_view(visit: Opener) -> None:
    page = visit("/")
    expect(page.locator("svg.drawing").first).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator("svg.drawing").last).to_be_visible()


# puzzles on paper ---------------------------------------------------------------------------------------------------


def test_an_address_of_puzz_link_is_proved_unique(visit: Opener, tmp_path: Path) -> None:
    address = pp.export(pp.load("slitherlink"))
    page = visit("/")
    page.get_by_role("searchbox").fill(address)
    page.get_by_role("button", name="Open this puzzle").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Slitherlink")
    page.get_by_role("radiogroup", name="Question").get_by_text("Unique", exact=True).click()
    page.get_by_label(re.compile("DRAT")).check()
    page.get_by_role("button", name="Ask", exact=True).click()
    answer = page.locator(".answer").first
    expect(answer.locator("strong.good")).to_have_text("unique")
    expect(answer.locator("svg.drawing")).to_be_visible()
    with page.expect_download() as saved:
        answer.get_by_role("button", name=re.compile(r"\.drat")).click()
    saved.value.save_as(tmp_path / "proof.drat")
    assert (tmp_path / "proof.drat").read_text().strip().endswith("0")
    answer.get_by_role("button", name="Verify").click()
    expect(answer.locator(".verdict")).to_contain_text(re.compile("verified", re.I))
    with page.expect_download() as saved:
        answer.get_by_role("button", name=re.compile("json")).click()
    saved.value.save_as(tmp_path / "answer.json")
    assert pp.verify(json.loads((tmp_path / "answer.json").read_text()))


def test_second_solutions_stand_beside_the_first(visit: Opener) -> None:
    page = visit(path("slitherlink", ".."))
    answer = ask(page, "Unique")
    expect(answer.locator("strong.bad")).to_have_text("not unique")
    expect(answer.locator("figure svg.drawing")).to_have_count(2)


def test_a_loop_is_drawn_by_mouse_and_checked(visit: Opener) -> None:
    page = visit(path("slitherlink", "33|.."))
    drawing = sheet(page)
    drag(page, drawing, (0, 0), (1, 0), (2, 0), (2, 1), (1, 1))
    page.get_by_role("button", name="Check").click()
    said = page.locator(".sheet-said")
    expect(said).to_contain_text(re.compile("open|loop", re.I))
    drag(page, drawing, (1, 1), (0, 1), (0, 0))
    expect(drawing.locator("path.role-accent")).to_have_count(6)
    page.get_by_role("button", name="Forced").click()
    page.get_by_role("button", name="Check").click()
    expect(said).to_contain_text("Solved")
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Clear").click()
    expect(drawing.locator("path.role-accent")).to_have_count(0)


def test_what_is_wrong_lights_up_with_its_sentence(visit: Opener) -> None:
    page = visit(path("nurikabe", "1..|...|..2"))
    drawing = sheet(page)
    click(page, drawing, (1.5, 0.5), (2.5, 0.5), (1.5, 1.5), (2.5, 1.5))
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".sheet-said")).to_contain_text("The sea fills no two by two square.")
    expect(drawing.locator(".fault").first).to_be_visible()


def test_a_sudoku_is_filled_in_by_keyboard_alone(visit: Opener) -> None:
    position = "12..|..12|21..|..2."
    solution = pp.solve(pp.load("sudoku", position))
    page = visit(path("sudoku", position))
    page.locator(".sheet-board").locator("visible=true").focus()
    page.keyboard.press("Home")
    rows = str(solution.answer).split("|")
    for row, words in enumerate(rows):
        for digit in words:
            page.keyboard.type(digit)
            page.keyboard.press("ArrowRight")
        if row < 3:
            page.keyboard.press("Home")
            for _ in range(row + 1):
                page.keyboard.press("ArrowDown")
    page.get_by_role("button", name="Check").press("Enter")
    expect(page.locator(".sheet-said")).to_contain_text("Solved")


def test_hints_fill_in_what_all_solutions_share(visit: Opener) -> None:
    page = visit(path("light_up", "..1|...|..."))
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".sheet-said")).not_to_be_empty()


def test_what_was_filled_in_is_in_the_address(visit: Opener) -> None:
    page = visit(path("nurikabe", "1..|...|..2"))
    click(page, sheet(page), (1.5, 0.5))
    page.wait_for_url(re.compile("[?&]s="))
    again = visit(page.url.partition("://")[2].partition("/")[2].join(["/", ""]))
    expect(sheet(again).locator(".role-block")).to_have_count(1)


# games --------------------------------------------------------------------------------------------------------------


def test_a_whole_game_against_perfection_is_lost(visit: Opener) -> None:
    """In 3 x 4 Domineering Right wins, whoever starts."""
    assert pp.outcome(pp.load("domineering", "3x4")) == "R"
    page = visit(path("domineering", "3x4"))
    page.get_by_label("Opponent").select_option("Right")
    page.get_by_text("Legal moves").click()
    turn = page.locator(".turn")
    for number in range(1, 12):
        expect(turn).to_contain_text(re.compile("Left.* to move|wins"))
        if "wins" in (turn.text_content() or ""):
            break
        page.locator(".play details").first.locator("button:enabled").first.click()
        expect(page.get_by_text(f"Record ({2 * number} moves)")).to_be_visible()  # Right has answered
    expect(turn).to_contain_text(re.compile("Right.* wins"))
    again = page.get_by_role("button", name="Take back")
    again.click()
    expect(turn).to_contain_text(re.compile("Left.* to move"))


def test_moves_are_made_by_clicking_cells(visit: Opener) -> None:
    page = visit(path("domineering", "3x4"))
    drawing = board(page)
    click(page, drawing, (0.5, 0.5), (0.5, 1.5))
    expect(page.locator(".turn")).to_contain_text("Right to move")
    assert quote("#...|#...|....") in page.url
    drag(page, drawing, (1.5, 0.5), (2.5, 0.5))
    expect(drawing.locator("polygon.role-block")).to_have_count(4)
    expect(page.locator(".turn")).to_contain_text("Left to move")
    page.get_by_role("button", name="Take back").click()
    expect(board(page).locator("polygon.role-block")).to_have_count(2)


def test_the_same_by_keyboard_alone(visit: Opener) -> None:
    page = visit(path("tic_tac_toe", "...|...|..."))
    expect(board(page)).to_be_visible()
    page.get_by_role("application").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(board(page).locator("text.role-left, .role-left")).not_to_have_count(0)
    expect(page.locator(".turn")).to_contain_text("Right")


def test_a_question_is_asked_without_a_mouse(visit: Opener) -> None:
    """From the catalogue to a verified answer, with the keys that every page has."""
    page = visit("/")
    expect(page.get_by_role("status").first).to_contain_text("systems")
    tab_to(page, page.get_by_role("searchbox"))
    page.keyboard.type("toppling dom")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Toppling Dominoes")
    tab_to(page, page.get_by_role("radio", checked=True))
    while not page.get_by_role("radio", name="Value").is_checked():
        page.keyboard.press("ArrowRight")
    tab_to(page, page.get_by_role("button", name="Ask", exact=True))
    page.keyboard.press("Enter")
    answer = page.locator(".answer").first
    expect(answer.locator(".thermo-drawing")).to_be_visible()
    tab_to(page, answer.get_by_role("button", name="Verify"))
    page.keyboard.press("Space")
    expect(answer.locator(".verdict")).to_contain_text(re.compile("verified", re.I))


def test_heaps_are_taken_from_by_pointing(visit: Opener) -> None:
    page = visit(path("nim", "3 5"))
    drawing = board(page)
    expect(drawing.locator("circle.role-accent")).to_have_count(8)
    click(page, drawing, (1, -2))
    expect(drawing.locator("circle.role-accent")).to_have_count(5)


def test_strategies_answer_moves(visit: Opener) -> None:
    page = visit(path("domineering", "3x4"))
    answer = ask(page, "Outcome")
    expect(answer).to_contain_text("Right wins, whoever starts")
    answer.get_by_role("button", name="Play against it").first.click()
    expect(page.get_by_label("Opponent")).to_have_value(re.compile("Right"))


def test_a_sokoban_level_is_played_and_solved(visit: Opener) -> None:
    level = "#######|#  .  #|# $#$ #|#. @  #|#######"
    line = pp.solve(pp.load("sokoban", level), metric="moves")
    page = visit(path("sokoban", level))
    expect(board(page)).to_be_visible()
    page.get_by_role("application").first.focus()
    keys = {"l": "ArrowLeft", "r": "ArrowRight", "u": "ArrowUp", "d": "ArrowDown"}
    for number, move in enumerate(line.moves, 1):
        page.keyboard.press(keys[move.text.lower()])
        if number < len(line.moves):
            expect(page.locator(".turn")).to_contain_text(str(number))
    expect(page.locator(".turn")).to_contain_text("Solved")
    answer = ask(visit(path("sokoban", level)), "Solve")
    expect(answer).to_contain_text("4 pushes")
    slider = answer.get_by_role("slider").first
    slider.press("End")
    expect(answer.locator(".stepper")).to_contain_text("21 of 21")


# questions ----------------------------------------------------------------------------------------------------------

LARGE = "|".join(["." * 11] * 11)
"""More than anybody can search."""


def test_a_long_search_is_cancelled(visit: Opener) -> None:
    page = visit(path("domineering", LARGE))
    page.get_by_role("radiogroup", name="Question").get_by_text("Outcome", exact=True).click()
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.locator(".waiting")).to_contain_text(re.compile("position"))
    page.locator(".waiting").get_by_role("button", name="Cancel").click()
    expect(page.locator(".waiting")).to_be_hidden()
    expect(page.get_by_role("button", name="Ask", exact=True)).to_be_enabled()


def test_a_limit_is_reached_and_said(visit: Opener) -> None:
    page = visit(path("domineering", LARGE))
    page.get_by_role("radiogroup", name="Question").get_by_text("Outcome", exact=True).click()
    page.get_by_text("Limits").click()
    page.get_by_label("Positions").fill("1k")
    page.get_by_role("button", name="Ask", exact=True).click()
    answer = page.locator(".answer").first
    expect(answer).to_contain_text("No answer within the limits")
    expect(answer).to_contain_text("Limit of 1000 positions reached")


def test_a_link_shares_position_options_and_question(visit: Opener) -> None:
    page = visit(path("nim", "1 1 1", o__misere="true", q="outcome"))
    expect(page.locator(".answer").first).to_contain_text("P")
    expect(page.locator(".answer").first).to_contain_text(pp.outcome(pp.load("nim", "1 1 1", misere=True)).sentence)
    page.get_by_role("button", name="Copy link").click()
    shared = page.evaluate("navigator.clipboard.readText()")
    assert "misere=true" in shared and "1" in shared


def test_what_is_impossible_says_why(visit: Opener) -> None:
    page = visit(path("fifteen", "1 2 3 4|5 6 7 8|9 10 11 12|13 15 14 0"))
    answer = ask(page, "Solve")
    expect(answer).to_contain_text("parity: the permutation of the tiles has the wrong sign")


def test_values_come_with_tree_and_thermograph(visit: Opener) -> None:
    page = visit(path("domineering", "2x3"))
    answer = ask(page, "Value")
    expect(answer).to_contain_text(re.compile(r"\{2\|[-\u2212](1/2|½)\}"))
    expect(answer.locator(".thermo-drawing")).to_be_visible()
    expect(answer.locator(".value-tree svg")).to_be_visible()
    expect(answer).to_contain_text(re.compile("incentive", re.I))


def test_every_question_of_every_kind_of_system_is_offered(visit: Opener) -> None:
    page = visit("/s/rush_hour")
    offered = page.get_by_role("radiogroup", name="Question").get_by_role("radio")
    expect(offered).to_have_count(len([*pp.questions.questions_for(pp.system("rush_hour"))]) + 1)  # and generate


# editing ------------------------------------------------------------------------------------------------------------


def test_a_malformed_text_is_refused_in_one_line(visit: Opener) -> None:
    page = visit(path("sokoban", tab="edit"))
    text = page.get_by_label("Position", exact=False).and_(page.locator("textarea")).first
    text.fill("#####|#@x #|#####")
    page.get_by_role("button", name="Load").click()
    expect(page.get_by_role("alert")).to_contain_text(re.compile("row 2, column 3: unexpected 'x'"))
    expect(page.get_by_role("alert")).not_to_contain_text("Traceback")


def test_a_link_that_cannot_be_read_leads_to_its_system(visit: Opener) -> None:
    page = visit(path("sokoban", "xyz"))
    expect(page.get_by_role("alert")).to_contain_text("row 1, column 1: unexpected 'x'")
    page.get_by_role("link", name="Begin anew").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sokoban")
    expect(board(page)).to_be_visible()


def test_letters_are_put_on_a_board(visit: Opener) -> None:
    page = visit(path("domineering", "2x2", tab="edit"))
    page.get_by_role("button", name="letter #").click()
    click(page, sheet(page), (0.5, 0.5))
    page.wait_for_url(re.compile(re.escape(quote("#.|..", safe=""))))


def test_a_position_is_exported(visit: Opener) -> None:
    page = visit(path("slitherlink", "33|..", tab="edit"))
    page.get_by_text("Export").first.click()
    expect(
        page.locator("textarea").filter(has_text="puzz.link").or_(page.get_by_label(re.compile("url", re.I)))
    ).not_to_have_count(0)


# values -------------------------------------------------------------------------------------------------------------


def test_the_calculator_compares_values(visit: Opener) -> None:
    page = visit("/values")
    page.get_by_role("textbox").first.fill("{3||2|1}\n^*")
    page.get_by_role("button", name="Calculate").click()
    expect(page.locator(".value")).to_have_count(2)
    expect(page.locator(".values-table")).to_be_visible()
    assert "e=" in page.url
    thermograph = page.locator(".thermo-drawing").first
    thermograph.focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator(".thermo").first).to_contain_text("t = ")


def test_a_wrong_expression_is_refused(visit: Opener) -> None:
    page = visit("/values?e=" + quote("{1|"))
    expect(page.get_by_role("alert").or_(page.locator(".bad")).first).to_contain_text(re.compile("expected", re.I))


# own games ----------------------------------------------------------------------------------------------------------


def test_python_is_not_run_without_trust(visit: Opener) -> None:
    page = visit("/own")
    expect(page.get_by_role("main")).to_contain_text("--trust")
    expect(page.get_by_role("button", name="Use this game")).to_have_count(0)


def test_an_own_game_is_a_system_like_all_others(visit: Opener) -> None:
    with serving("--trust") as server:
        page = visit("/own", at=server.address.rstrip("/"))
        page.get_by_role("button", name="Use this game").click()
        page.wait_for_url(re.compile("/s/own-"))
        answer = ask(page, "Outcome")
        expect(answer).to_contain_text(re.compile("wins"))
        answer.get_by_role("button", name="Verify").click()
        expect(answer.locator(".verdict")).to_contain_text(re.compile("verified", re.I))


def test_a_game_that_never_ends_is_given_up(visit: Opener) -> None:
    with serving("--trust") as server:
        page = visit("/own", at=server.address.rstrip("/"))
        page.get_by_label(re.compile("The game in Python")).fill("while True: pass")
        page.get_by_role("button", name="Use this game").click()
        page.get_by_role("button", name="Cancel").click()
        expect(page.get_by_role("alert")).to_contain_text("Cancelled")
        page.get_by_label(re.compile("The game in Python")).fill("raise SystemExit")
        page.get_by_role("button", name="Use this game").click()
        expect(page.get_by_role("alert")).to_have_text("Line 1: SystemExit")


# looks --------------------------------------------------------------------------------------------------------------

PAGES = (
    "/",
    "/s/domineering?q=value",
    "/s/slitherlink",
    "/s/sokoban?q=solve",
    "/values?e=%5E*&e=1/2",
    "/own",
    "/about",
)


@pytest.mark.parametrize("where", PAGES)
def test_nothing_is_wider_than_a_phone(visit: Opener, where: str) -> None:
    page = visit(where, width=360, touch=True)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert fits(page)


KEYS = [entry.key for entry in pp.catalogue()]


def test_every_system_has_a_page_that_fits_a_phone(visit: Opener, address: str) -> None:
    page = visit("/", width=360, touch=True)
    for key in KEYS[:: depth(20, 1)]:
        page.goto(f"{address}/s/{key}")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.locator("svg.drawing").locator("visible=true").first).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert fits(page), key


def test_a_phone_plays_by_touch(visit: Opener) -> None:
    page = visit(path("tic_tac_toe", "...|...|..."), width=360, touch=True)
    ((x, y),) = on_screen(board(page), (0.5, 0.5))
    page.touchscreen.tap(x, y)
    expect(page.locator(".turn")).to_contain_text("Right")


AXE = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not there: npm was not found")
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("where", PAGES)
def test_nothing_serious_is_in_the_way_of_anybody(visit: Opener, where: str, dark: bool) -> None:
    page = visit(where, dark=dark)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.wait_for_load_state("networkidle")
    if "q=" in where:
        expect(page.locator(".answer").first).to_be_visible()
    page.evaluate(AXE.read_text())
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    serious = [each for each in found["violations"] if each["impact"] in ("serious", "critical")]
    told = [f"{each['id']}: {node['html'][:160]}" for each in serious for node in each["nodes"][:3]]
    assert told == []


def test_the_theme_can_be_switched(visit: Opener) -> None:
    page = visit("/")
    before = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.get_by_role("button", name=re.compile("theme|dark|light|colour", re.I)).click()
    page.wait_for_function("before => getComputedStyle(document.body).backgroundColor !== before", arg=before)


def test_scripts_are_small() -> None:
    sizes = {script.name: script.stat().st_size for script in PAGE.glob("*.js")}
    assert sum(sizes.values()) < 150_000, sizes
