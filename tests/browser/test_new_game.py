"""The form of a new game: what is out of sight is not sent."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Challenge

Open = Callable[..., Page]


def test_a_name_typed_before_the_choice_was_changed_is_not_sent(open_page: Open, maja: User, tomas: User) -> None:
    page = open_page("/games/new/?opponent=tomas", maja)
    opponent = page.locator("[name=opponent]")
    expect(opponent).to_be_visible()
    page.locator("[name=visibility][value=open]").check()
    expect(opponent).to_be_hidden()
    expect(opponent).to_be_disabled()
    page.locator("form.newg button[type=submit]").click()
    page.wait_for_url("**/challenges/*/")
    challenge = Challenge.objects.get()
    assert (challenge.visibility, challenge.opponent) == ("open", None)


def test_the_name_is_sent_again_when_the_choice_comes_back(open_page: Open, maja: User, tomas: User) -> None:
    page = open_page("/games/new/?opponent=tomas", maja)
    for choice in ("open", "direct"):
        page.locator(f"[name=visibility][value={choice}]").check()
    page.locator("form.newg button[type=submit]").click()
    page.wait_for_url("**/challenges/*/")
    assert Challenge.objects.get().opponent == tomas
