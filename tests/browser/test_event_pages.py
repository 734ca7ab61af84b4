"""The organiser's form: what means nothing in the chosen format is out of sight."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from accounts.models import User

from .conftest import PHONE, axe

Open = Callable[..., Page]


def test_the_form_shows_the_rules_of_the_chosen_format(open_page: Open, maja: User) -> None:
    page = open_page("/tournaments/new/?preset=double_swiss", maja, PHONE)

    def field(name: str) -> Locator:
        return page.locator(f"[name={name}]")

    expect(field("requested_byes")).to_be_visible()
    expect(field("cycles")).to_be_hidden()
    expect(field("next_drawn_match")).to_be_hidden()
    page.select_option("[name=format]", "round_robin")
    expect(field("cycles")).to_be_visible()
    expect(field("requested_byes")).to_be_hidden()
    page.select_option("[name=next_format]", "knock_out")
    expect(field("next_drawn_match")).to_be_visible()
    page.select_option("[name=format]", "knock_out")
    expect(page.get_by_role("heading", name="Equal points, in this order")).to_be_hidden()
    expect(field("tiebreak_1")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert axe(page) == []
