"""The settings page, the reader's language and zone, and the list of what happened."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts.models import Notification, User
from accounts.selectors import find_players, unread_count
from accounts.services.notifications import notify
from accounts.zones import is_zone, zone_names
from tests.factories import T0, make_user

pytestmark = pytest.mark.django_db


def settings_of(user: User, **changes: str) -> dict[str, str]:
    return {
        "display_name": user.display_name,
        "country": "SE",
        "bio": "",
        "language": "en",
        "time_zone": "UTC",
    } | changes


def test_settings_are_saved_and_unticked_mails_are_off(client: Client) -> None:
    user = make_user("maja")
    client.force_login(user)
    sent = settings_of(user, bio="Ants.\nAlways.", language="es", time_zone="America/Bogota") | {"mail_turn": "on"}
    assert client.post("/accounts/profile/", sent).headers["Location"] == "/accounts/profile/"
    user.refresh_from_db()
    assert (user.country, user.bio.replace("\r", ""), user.language) == ("SE", "Ants.\nAlways.", "es")
    assert user.time_zone == "America/Bogota"
    assert (user.mail_turn, user.mail_offer, user.mail_end, user.mail_low_time, user.mail_event) == (
        True,
        False,
        False,
        False,
        False,
    )


@pytest.mark.parametrize(
    ("field", "value"), [("country", "XX"), ("time_zone", "Mars/Olympus"), ("language", "tlh"), ("bio", "x" * 2001)]
)
def test_what_cannot_be_is_refused_and_nothing_is_saved(client: Client, field: str, value: str) -> None:
    user = make_user("maja")
    client.force_login(user)
    response = client.post("/accounts/profile/", settings_of(user, display_name="New") | {field: value})
    assert list(response.context["form"].errors) == [field]
    user.refresh_from_db()
    assert user.display_name == ""


def test_pages_speak_the_language_the_player_chose(client: Client) -> None:
    client.force_login(make_user("maja", language="sv"))
    response = client.get("/accounts/profile/", headers={"Accept-Language": "it"})
    assert '<html lang="sv"' in response.content.decode()
    assert response.headers["Content-Language"] == "sv"


def test_a_visitor_gets_the_language_of_the_browser(client: Client) -> None:
    assert '<html lang="da"' in client.get("/", headers={"Accept-Language": "da, en;q=0.5"}).content.decode()


def test_times_are_shown_in_the_zone_of_the_player(client: Client) -> None:
    user = make_user("maja", time_zone="Asia/Tokyo")
    tell(user, "turn:1:1")
    client.force_login(user)
    text = client.get("/accounts/notifications/").content.decode()
    assert "2 Mar 2026, 19:00" in text, "T0 is 10:00 in UTC"
    assert timezone.get_current_timezone_name() == "UTC", "the zone does not stay for the next request"


def test_a_zone_that_was_dropped_does_not_break_the_pages(client: Client) -> None:
    user = make_user("maja")
    User.objects.filter(pk=user.pk).update(time_zone="Atlantis/Capital")
    client.force_login(user)
    assert client.get("/").status_code == 200


def test_zones_are_places_and_utc() -> None:
    assert zone_names()[0] == "UTC"
    assert is_zone("Europe/Stockholm")
    assert not is_zone("Etc/GMT+3")
    assert not is_zone("EST")


def tell(user: User, key: str, url: str = "/games/1/") -> Notification:
    with transaction.atomic():
        told = notify(
            user=user,
            kind="turn",
            key=key,
            url=url,
            data={
                "game": 1,
                "opponent": "Oskar",
                "ply": 3,
                "move": "wA1 -bQ",
                "deadline_at": (T0 + timedelta(days=3)).isoformat(),
            },
            now=T0,
        )
    assert told is not None
    return told


def test_the_bell_counts_what_is_new_and_opening_it_counts_it_off(client: Client) -> None:
    user = make_user("maja")
    first = tell(user, "turn:1:1")
    tell(user, "turn:2:1", "/games/2/")
    client.force_login(user)
    text = client.get("/accounts/notifications/").content.decode()
    assert text.count("new:") == 2
    assert "Oskar" in text
    assert '<span class="badge" aria-hidden="true">2</span>' in text
    assert client.get(f"/accounts/notifications/{first.pk}/").headers["Location"] == "/games/1/"
    assert unread_count(user) == 1
    client.post("/accounts/notifications/read/")
    assert unread_count(user) == 0


def test_nobody_opens_the_notification_of_another(client: Client) -> None:
    told = tell(make_user("oskar"), "turn:1:1")
    client.force_login(make_user("maja"))
    assert client.get(f"/accounts/notifications/{told.pk}/").status_code == 404
    told.refresh_from_db()
    assert told.read_at is None


def test_a_notification_never_leads_off_the_site(client: Client) -> None:
    user = make_user("maja")
    told = tell(user, "turn:1:1", "https://elsewhere.example/")
    client.force_login(user)
    assert client.get(f"/accounts/notifications/{told.pk}/").headers["Location"] == "/accounts/notifications/"


def test_the_list_costs_the_same_however_long(client: Client, django_assert_num_queries: object) -> None:
    user = make_user("maja")
    client.force_login(user)
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    counts = []
    for n in (1, 20):
        for i in range(n):
            tell(user, f"turn:{n}:{i}")
        with CaptureQueriesContext(connection) as queries:
            client.get("/accounts/notifications/")
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_players_are_found_by_any_writing_of_their_name_closest_first() -> None:
    for name in ("tomasib", "atomas", "tomas", "Maja"):
        make_user(name)
    User.objects.filter(name="Maja").update(display_name="Tomasina")
    make_user("tomas_gone", is_active=False)
    assert [user.name for user in find_players("TOMAS")] == ["tomas", "Maja", "tomasib", "atomas"]
    assert not find_players("  ")
