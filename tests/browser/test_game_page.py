"""The game page: the picture, what is refused, what is kept, who sees what, and that everybody can use it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from accounts.models import User
from games.models import Game
from tests.factories import OPENING, make_game, play
from tests.tournaments.events import open_games, players, started

from .conftest import DESKTOP, PHONE, Open, axe, real_game

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SMALL = {"width": 320, "height": 640}
REAL = "boardspace-0047"


@pytest.fixture
def game(maja: User, tomas: User) -> Game:
    """Six plies played, White (Maja) to move; wA1 stands at the end of the row and is free."""
    return play(make_game(maja, tomas, now=timezone.now()), *OPENING[:6], start=timezone.now(), step=timedelta(0))


def url(game: Game) -> str:
    return f"/games/{game.pk}/"


def pick_and_place(page: Page, piece: str = "wA1", number: int = 0) -> None:
    page.locator(f"#board .tiles [data-piece='{piece}']").click()
    page.locator("#board .under [data-place]").nth(number).click()
    expect(page.locator("#confirm")).to_be_visible()


PICTURE = """async url => {
  const strip = text => text.replace(/ (aria-label|tabindex)="[^"]*"/g, "");
  const page = new DOMParser().parseFromString(await (await fetch(url)).text(), "text/html");
  const layer = (doc, name) => strip(doc.querySelector(`#board .${name}`).innerHTML);
  return ["tiles", "under"].map(name => [page, document].map(doc => layer(doc, name)));
}"""


@pytest.mark.parametrize("plies", [0, 1, 22, 25])  # 22: a throw; 25: stacks and numbered pieces
def test_the_script_draws_what_the_server_drew(plies: int, open_page: Open, maja: User, tomas: User) -> None:
    moves = real_game(REAL)
    game = play(make_game(maja, tomas, now=timezone.now()), *moves[:plies], start=timezone.now(), step=timedelta(0))
    page = open_page(url(game))
    expect(page.locator(".ctl")).to_be_visible()
    for server, script in page.evaluate(PICTURE, url(game)):
        assert script == server


REPLAY = """async () => {
  const { stacksAt, stacksNow, apply } = await import("bikupa/position");
  const state = JSON.parse(document.getElementById("game-state").textContent);
  const stacks = new Map();
  for (const move of state.moves) apply(stacks, move);
  const plain = map => JSON.stringify([...map].sort());
  return [plain(stacks), plain(stacksNow(state)), stacksAt(state, 3).size];
}"""


def test_replaying_the_cells_of_the_moves_gives_the_position_of_the_server(
    open_page: Open, maja: User, tomas: User
) -> None:
    game = play(
        make_game(maja, tomas, now=timezone.now()), *real_game(REAL)[:-1], start=timezone.now(), step=timedelta(0)
    )
    page = open_page(url(game))
    replayed, served, early = page.evaluate(REPLAY)
    assert replayed == served
    assert early == 3


def test_going_back_and_forward_shows_earlier_positions(open_page: Open, game: Game) -> None:
    page = open_page(url(game))
    expect(page.locator("#board .tile")).to_have_count(6)
    page.locator(".mnav [data-go=first]").click()
    expect(page.locator("#board .tile")).to_have_count(0)
    page.locator(".mnav [data-go=on]").click()
    page.locator(".mnav [data-go=on]").click()
    expect(page.locator("#board .tile")).to_have_count(2)
    page.locator("#ml [data-ply='5']").click()
    expect(page.locator("#board .tile")).to_have_count(5)
    expect(page.locator("#ml .cur")).to_have_attribute("data-ply", "5")
    page.locator(".mnav [data-go=last]").click()
    expect(page.locator("#board .tile")).to_have_count(6)


def test_looking_back_each_move_shows_the_way_it_took(open_page: Open, maja: User, tomas: User) -> None:
    """The queen walks from left of her spider to its upper left: the way is drawn there, and nowhere else."""
    moves = ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wQ \\wS1", "bG1 bQ-")
    game = play(make_game(maja, tomas, now=timezone.now()), *moves, start=timezone.now(), step=timedelta(0))
    page = open_page(url(game))
    way = page.locator("#board .arc.played")
    expect(way).to_have_count(0)
    page.locator("#ml [data-ply='5']").click()
    expect(way).to_have_count(2)  # the line and its dark edge
    page.locator("#ml [data-ply='3']").click()
    expect(way).to_have_count(0)  # placed, not moved
    page.locator("#ml [data-ply='5']").click()
    page.locator(".mnav [data-go=last]").click()
    expect(way).to_have_count(0)


def test_a_move_that_comes_in_does_not_tear_a_reader_away_from_the_past(
    open_page: Open, game: Game, tomas: User
) -> None:
    page = open_page(url(game), tomas)
    page.locator("#ml [data-ply='3']").click()
    play(game, legal_move(game), start=timezone.now(), step=timedelta(0))
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#new-moves")).to_be_visible()
    expect(page.locator("#board .tile")).to_have_count(3)
    page.locator("#new-moves button").click()
    expect(page.locator("#ml .cur")).to_have_attribute("data-ply", "7")
    expect(page.locator("#new-moves")).to_be_hidden()


def legal_move(game: Game) -> str:
    from games.boards import board_of

    board = board_of(Game.objects.get(pk=game.pk))
    return sorted(board.move_string(move) for move in board.legal_moves())[0]


def test_escape_goes_back_step_by_step_and_nothing_is_sent(open_page: Open, maja: User, game: Game) -> None:
    page = open_page(url(game), maja)
    pick_and_place(page)
    page.keyboard.press("Escape")
    expect(page.locator("#confirm")).to_be_hidden()
    expect(page.locator("#board .tile.sel")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("#board .tile.sel")).to_have_count(0)
    game.refresh_from_db()
    assert game.ply == 6


def test_a_placing_that_was_not_sent_is_still_there_after_a_reload(open_page: Open, maja: User, game: Game) -> None:
    page = open_page(url(game), maja)
    pick_and_place(page, number=1)
    text = page.locator("#confirm-text").text_content()
    page.reload()
    expect(page.locator("#confirm-text")).to_have_text(text or "nothing")
    page.locator("#confirm-play").click()
    expect(page.locator("#ml a[data-ply]")).to_have_count(7)


def test_a_piece_that_cannot_move_says_why(open_page: Open, maja: User, game: Game) -> None:
    page = open_page(url(game), maja)
    page.locator("#board .tiles [data-piece='wQ']").click()  # the queen holds the white wing together
    expect(page.locator("#hint")).to_contain_text("split the hive")
    expect(page.locator("#board .mark.pin")).to_have_count(1)
    assert page.locator("#board .tile.dim").count() >= 1


def test_a_queen_that_may_not_open_says_so(open_page: Open, maja: User, tomas: User) -> None:
    page = open_page(url(make_game(maja, tomas, now=timezone.now())), maja)
    page.locator(".strip.you .tray [data-piece='wQ']").click()
    expect(page.locator("#hint")).to_contain_text("may not be a player’s first piece")


def test_a_queen_that_is_due_says_so(open_page: Open, maja: User, tomas: User) -> None:
    moves = ("wL", "bL wL-", "wA1 -wL", "bA1 bL-", "wA2 -wA1", "bA2 bA1-")
    game = play(make_game(maja, tomas, now=timezone.now()), *moves, start=timezone.now(), step=timedelta(0))
    page = open_page(url(game), maja)
    page.locator(".strip.you .tray [data-piece='wS1']").click()
    expect(page.locator("#hint")).to_contain_text("must be placed now")


def test_a_move_made_in_another_window_is_met_with_the_new_position(open_page: Open, maja: User, game: Game) -> None:
    page = open_page(url(game), maja, allow=["409"])
    pick_and_place(page)
    play(game, legal_move(game), start=timezone.now(), step=timedelta(0))
    page.locator("#confirm-play").click()
    expect(page.locator("#trouble")).to_contain_text("another window")
    expect(page.locator("#ml a[data-ply]")).to_have_count(7)
    expect(page.locator("#confirm")).to_be_hidden()


def test_a_move_the_server_refuses_comes_back_with_the_reason(open_page: Open, maja: User, game: Game) -> None:
    page = open_page(url(game), maja, allow=["422"])
    body = {"move": "wQ bQ-", "ply": 6}

    def tamper(route: Route) -> None:
        route.continue_(post_data=body)

    page.route("**/moves/", tamper)
    pick_and_place(page)
    page.locator("#confirm-play").click()
    expect(page.locator("#trouble")).to_contain_text("not accepted")
    expect(page.locator("#board .tile")).to_have_count(6)
    game.refresh_from_db()
    assert game.ply == 6


def test_a_retry_after_a_lost_line_carries_the_same_key_and_plays_once(open_page: Open, maja: User, game: Game) -> None:
    page = open_page(url(game), maja, allow=["ERR_"])
    keys: list[str] = []

    def lose_the_answer(route: Route) -> None:
        keys.append(route.request.headers["idempotency-key"])
        if len(keys) == 1:
            route.fetch()  # the server gets the move, the page gets no answer
            route.abort()
        else:
            route.continue_()

    page.route("**/moves/", lose_the_answer)
    pick_and_place(page)
    page.locator("#confirm-play").click()
    expect(page.locator("#trouble")).to_contain_text("No connection")
    page.locator("#confirm-play").click()
    expect(page.locator("#ml a[data-ply]")).to_have_count(7)
    assert len(keys) == 2
    assert keys[0] == keys[1]
    game.refresh_from_db()
    assert game.ply == 7


def test_a_draw_is_offered_and_accepted_on_the_page(open_page: Open, maja: User, tomas: User, game: Game) -> None:
    white = open_page(url(game), maja)
    white.get_by_text("Offer draw").click()
    white.get_by_role("button", name="Yes, offer a draw").click()
    expect(white.get_by_role("button", name="Draw offered")).to_be_disabled()
    black = open_page(url(game), tomas)
    black.get_by_text("Accept").click()
    black.get_by_role("button", name="Yes, draw").click()
    expect(black.locator(".bar.result")).to_be_visible()
    game.refresh_from_db()
    assert (game.result, game.ending) == ("draw", "agreement")


def test_resigning_asks_first(open_page: Open, maja: User, game: Game) -> None:
    page = open_page(url(game), maja, PHONE)
    page.get_by_text("Resign", exact=True).click()
    game.refresh_from_db()
    assert game.status == "in_progress"
    page.get_by_role("button", name="Yes, resign").click()
    expect(page.locator(".bar.result")).to_be_visible()
    game.refresh_from_db()
    assert (game.result, game.ending) == ("black", "resignation")


def test_a_watcher_sees_the_game_and_no_action(open_page: Open, game: Game) -> None:
    page = open_page(url(game))
    expect(page.locator(".strip.you")).to_have_attribute("data-side", "white")
    assert page.locator(".acts form, .tray button, #lists form").count() == 0
    page.locator("#board .tiles [data-piece='wA1']").click()
    expect(page.locator("#hint")).to_contain_text("Soldier Ant 1")
    assert page.locator("[data-place]").count() == 0


def test_without_scripts_a_move_is_chosen_from_a_list(open_page: Open, maja: User, game: Game) -> None:
    page = open_page(url(game), maja, java_script_enabled=False)
    expect(page.locator("#board .tile")).to_have_count(6)
    page.get_by_text("Play from a list").click()
    page.get_by_label("Your move", exact=True).select_option(index=1)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#ml a[data-ply]")).to_have_count(7)


def typed(page: Page, text: str) -> None:
    page.locator("#board .tiles [data-piece='wA1']").focus()
    page.keyboard.press("m")
    page.locator("#typed-text").fill(text)
    page.keyboard.press("Enter")


def test_a_move_is_typed_in_notation_or_in_words(open_page: Open, maja: User, game: Game) -> None:
    page = open_page(url(game), maja)
    move = page.evaluate(
        "JSON.parse(document.getElementById('game-state').textContent).places.find(p => p.piece === 'wA1').move"
    )
    typed(page, move)
    words = page.locator("#confirm-text").text_content() or ""
    assert words.startswith("Play Soldier Ant 1, ")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    typed(page, f"A1 {words.removeprefix('Play Soldier Ant 1, ')}")
    expect(page.locator("#confirm-text")).to_have_text(words)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    typed(page, "wA1 nowhere")
    expect(page.locator("#say-polite")).to_contain_text("not a legal move")


def test_the_board_turns_zooms_and_fits(open_page: Open, maja: User, game: Game) -> None:
    page = open_page(url(game), maja)
    box = "document.getElementById('board').getAttribute('viewBox')"
    fitted = page.evaluate(box)
    page.mouse.move(500, 450)
    page.mouse.wheel(0, -400)
    assert page.evaluate(box) != fitted
    page.get_by_role("button", name="Fit the hive").click()
    assert page.evaluate(box) == fitted
    place = page.locator("#board .tiles [data-piece='wA1']").get_attribute("transform")
    page.get_by_role("button", name="Turn the board").click()
    assert page.locator("#board .tiles [data-piece='wA1']").get_attribute("transform") != place
    for _ in range(5):
        page.get_by_role("button", name="Turn the board").click()
    assert page.locator("#board .tiles [data-piece='wA1']").get_attribute("transform") == place


@pytest.mark.parametrize("size", [SMALL, {"width": 360, "height": 740}, PHONE], ids=lambda size: str(size["width"]))
def test_the_page_holds_on_a_phone(size: dict[str, int], open_page: Open, maja: User, game: Game) -> None:
    page = open_page(url(game), maja, size)
    pick_and_place(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    bar = page.locator("#confirm").bounding_box()
    assert bar is not None
    assert bar["y"] + bar["height"] <= size["height"]


@pytest.mark.parametrize("language", ["en", "sv", "da", "es", "it"])
def test_signing_in_stands_on_one_line_on_a_phone(language: str, open_page: Open, transactional_db: None) -> None:
    """The head of a game page also holds the name of the event, which gives way."""
    size = {"width": 360, "height": 740}
    name = "Spring championship of the correspondence clubs"
    game = open_games(started(players(2), name=name, now=timezone.now()))[0]
    page = open_page(url(game), None, size, locale=language)
    assert name in page.locator(".top .here").inner_text()
    button = page.locator(".top .r a.btn").first
    lines = "e => { const r = document.createRange(); r.selectNodeContents(e); return r.getClientRects().length }"
    assert button.evaluate(lines) == 1
    box = button.bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= size["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


def finished(game: Game) -> Game:
    from games.services.endings import resign

    resign(game_id=game.pk, player_id=game.white_id, now=timezone.now())
    return game


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_axe_finds_nothing_on_the_game_page(
    theme: str, size: dict[str, int], open_page: Open, maja: User, game: Game
) -> None:
    found: dict[str, list[str]] = {}
    page = open_page(url(game), maja, size, color_scheme=theme)
    expect(page.locator(".ctl")).to_be_visible()
    found["my turn"] = axe(page)
    page.locator("#board .tiles [data-piece='wA1']").click()
    found["picked"] = axe(page)
    page.locator("#board .under [data-place]").first.click()
    found["placed"] = axe(page)
    page.locator("#confirm-back").click()
    page.locator(".mtick [data-go=back], .mnav [data-go=back]").locator("visible=true").first.click()
    found["looking back"] = axe(page)
    finished(game)
    watcher: Any = open_page(url(game), None, size, color_scheme=theme)
    expect(watcher.locator(".bar.result")).to_be_visible()
    found["finished, watched"] = axe(watcher)
    assert {where: faults for where, faults in found.items() if faults} == {}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_on_an_error_page(theme: str, open_page: Open, maja: User) -> None:
    page = open_page("/games/987654/", maja, color_scheme=theme, allow=["404"])
    expect(page.locator("h1")).to_have_text("There is nothing here")
    assert axe(page) == []


def test_the_chosen_theme_is_there_before_the_first_paint(open_page: Open, maja: User, game: Game) -> None:
    page = open_page(url(game), maja, color_scheme="light")
    page.locator("summary[aria-label=Theme]").click()
    page.get_by_role("button", name="Dark").click()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(16, 21, 19)"
    answer = page.request.get(url(game))
    assert 'data-theme="dark"' in answer.text()
