"""Which names look the same, and which display names pass."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from accounts.names import display_key, name_key
from tests.factories import make_user

ZERO_WIDTH, RIGHT_TO_LEFT = "\u200b", "\u202e"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("maja", "MAJA"),
        ("Ole-B", "ole_b"),
        ("bill", "bi1l"),
        ("bill", "BIll"),
        ("zoo", "z00"),
        ("modern", "modem"),
        ("wave", "vvave"),
    ],
)
def test_names_that_look_alike_have_one_key(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(("one", "other"), [("maja", "maya"), ("anna", "ana"), ("ole_b", "oleb")])
def test_names_that_look_different_have_two(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


def test_letters_of_another_alphabet_count_as_their_latin_twins() -> None:
    cyrillic = "\u0410\u043d\u0435"  # capital A, small en, small ie
    assert display_key(cyrillic)[0] == "a"
    assert display_key("Åsa Öberg") != display_key("Asa Oberg"), "accents are letters of their own"


def change_display_name(user: User, text: str) -> str:
    """Send the settings form with another shown name; the first error, or ""."""
    client = Client()
    client.force_login(user)
    response = client.post(
        "/accounts/profile/", {"display_name": text, "language": "sv", "time_zone": "Europe/Stockholm"}
    )
    if response.status_code == 302:
        return ""
    return str(response.context["form"].errors["display_name"][0])


@pytest.mark.django_db
@pytest.mark.parametrize("text", ["Oskar", "OSKAR", "0skar", "\u041eskar", " oskar "])
def test_nobody_can_be_shown_under_the_name_of_another(text: str) -> None:
    make_user("oskar")
    assert "Another player has this name" in change_display_name(make_user("maja"), text)


@pytest.mark.django_db
def test_ones_own_name_and_spaced_names_are_fine() -> None:
    user = make_user("maja")
    make_user("oskar")
    for text, shown in (("Maja", "Maja"), ("Maja  Åkesson Ólafsdóttir", "Maja Åkesson Ólafsdóttir"), ("", "maja")):
        assert change_display_name(user, text) == ""
        user.refresh_from_db()
        assert user.shown_name == shown


@pytest.mark.django_db
@pytest.mark.parametrize("hidden", [ZERO_WIDTH, RIGHT_TO_LEFT])
def test_characters_that_cannot_be_seen_are_refused(hidden: str) -> None:
    assert change_display_name(make_user("maja"), f"Ma{hidden}ja") == "Leave out characters that cannot be seen."
