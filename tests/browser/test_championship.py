"""A championship, groups and then a knock-out, made and watched by an organiser who reads only what the pages say."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from tests.tournaments.events import T0, decide, end_game, open_games, player, started
from tournaments.models import MatchGame, Tournament
from tournaments.services.entries import enter
from tournaments.services.running import record_result

from .conftest import PHONE, axe

Open = Callable[..., Page]
NAMES = ("anna", "bertil", "cesar", "david", "erik", "filip", "gustav", "helge")


@pytest.fixture
def field(transactional_db: None) -> list[User]:
    return [player(name, rating=2000 - 50 * place) for place, name in enumerate(NAMES)]


def play(event: Tournament, stage: int) -> None:
    """End all games of a stage, the higher seed winning each."""
    for _ in range(40):
        games = [game for game in open_games(event) if stage_of(game.pk) == stage]
        if not games:
            return
        slot = MatchGame.objects.select_related("white", "black").get(game=games[0])
        end_game(games[0].pk, "white" if slot.white.seed < slot.black.seed else "black")
        record_result(game_id=games[0].pk, now=T0)
    raise AssertionError("the stage does not end")


def stage_of(game_id: int) -> int:
    return MatchGame.objects.values_list("match__round__section__stage__number", flat=True).get(game=game_id)


def test_an_organiser_holds_a_championship_to_its_champion(open_page: Open, maja: User, field: list[User]) -> None:
    page = open_page("/tournaments/new/", maja)
    page.get_by_role("link", name="Groups, then knock-out").click()
    page.get_by_label("Name", exact=True).fill("Hive Championship 2026")
    page.locator("[name=groups]").fill("2")
    page.locator("[name=seats]").fill("8")
    assert axe(page) == []
    page.get_by_role("button", name="Save as draft").click()
    page.get_by_text("Publish", exact=True).click()
    page.get_by_role("button", name="Yes, publish it").click()
    expect(page.get_by_role("heading", name="Registration is open")).to_be_visible()

    event = Tournament.objects.get()
    for user in field:
        enter(tournament_id=event.pk, user=user, now=T0)
    page.reload()
    page.get_by_text("Start now", exact=True).click()
    page.get_by_role("button", name="Yes, start the event").click()
    expect(page.get_by_text("0 of 24")).to_be_visible()

    page.goto(f"/tournaments/{event.pk}/console/")
    expect(page.get_by_text("Still open:").first).to_be_visible()
    assert axe(page) == []
    play(event, stage=1)
    page.goto(f"/tournaments/{event.pk}/crosstable/?section={event.sections.all()[0].pk}")
    assert axe(page) == []
    page.get_by_role("link", name="Bracket").click()
    expect(page.locator(".kmx").first).to_contain_text("anna")
    expect(page.locator(".kmx").last).to_contain_text("to be decided")

    play(event, stage=2)
    page.reload()
    expect(page.get_by_role("heading", name="anna")).to_be_visible()
    assert axe(page) == []
    page.get_by_role("link", name="Overview").click()
    expect(page.locator(".win")).to_contain_text("anna")
    expect(page.locator(".win")).to_contain_text("won the event")
    places = [" ".join(text.split()[:1]) for text in page.locator(".final > li .num").all_inner_texts()]
    assert (len(places), places[:4]) == (8, ["1", "2", "3", "4"])


def test_rows_of_the_crosstable_open_as_lists_on_a_phone(open_page: Open, maja: User, field: list[User]) -> None:
    event = started(field[:3], format="round_robin", games_per_pairing=2)
    decide(event, {("anna", "bertil"): "white"})
    page = open_page(f"/tournaments/{event.pk}/crosstable/", maja, PHONE)
    expect(page.locator("table")).to_be_hidden()
    row = page.locator(".crows > li", has_text="anna").first
    row.locator("summary").click()
    met = row.locator(".cmet > li")
    expect(met).to_have_count(2)
    expect(met.filter(has_text="bertil").locator(".rs.w")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert axe(page) == []
