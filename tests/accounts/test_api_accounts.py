"""Signing in by program, and one's own data."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    generate_totp_secret,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from knox.models import AuthToken

from accounts.models import Notification
from tests.api_client import PASSWORD, Api, code, verified

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_counted_tries():
    cache.clear()


def sign_in(login: str, password: str = PASSWORD, **more: str):
    return Api().post("auth/login/", {"login": login, "password": password, **more})


@pytest.mark.parametrize("login", ["Maja-Lind", "maja_lind", "maja-l1nd", "Maja-Lind@Example.org"])
def test_a_token_is_given_for_the_name_in_any_spelling_or_the_e_mail(login):
    verified("Maja-Lind")
    answer = sign_in(login)
    assert answer.status_code == 200, answer.content
    assert answer.json()["user"]["name"] == "Maja-Lind"
    client = Api()
    client.credentials(HTTP_AUTHORIZATION=f"Token {answer.json()['token']}")
    assert client.get("me/").json()["email"] == "maja-lind@example.org"


def test_a_wrong_password_and_an_unknown_name_are_refused_alike():
    verified("maja")
    wrong, unknown = sign_in("maja", "not the password"), sign_in("nobody-here")
    assert code(wrong) == code(unknown) == (401, "wrong_credentials")
    assert wrong.json()["detail"] == unknown.json()["detail"]


def test_an_unconfirmed_e_mail_gets_no_token_and_is_told_why():
    verified("maja", confirmed=False)
    assert code(sign_in("maja")) == (403, "email_unverified")
    assert not AuthToken.objects.exists()


def test_a_closed_account_gets_no_token():
    verified("maja", is_active=False)
    assert code(sign_in("maja")) == (401, "wrong_credentials")


def test_failed_tries_are_limited_for_the_account_and_the_right_password_then_waits_too():
    verified("maja")
    tries = [code(sign_in("maja", f"guess number {n}")) for n in range(12)]
    assert (429, "too_many_tries") in tries
    refused = sign_in("maja")
    assert code(refused) == (429, "too_many_tries")
    assert refused["Retry-After"] == str(refused.json()["retry_after"]) == "300"


def test_look_alike_spellings_of_one_name_share_the_count_of_failed_tries():
    verified("maja-lind")
    spellings = ["maja-lind", "Maja_Lind", "maja-l1nd", "MAJA_LlND", "maja_lind", "Maja-Lind"]
    assert [code(sign_in(spelling, "guess"))[0] for spelling in spellings] == [401] * 5 + [429]


def test_many_players_of_one_address_sign_in_and_none_of_them_counts_as_a_failed_try():
    for number in range(12):
        verified(f"player{number:02}")
    assert [sign_in(f"player{number:02}").status_code for number in range(12)] == [200] * 12


def test_the_page_and_the_program_count_failed_tries_together():
    verified("maja")
    page = Client()
    for number in range(5):
        page.post("/accounts/login/", {"login": "maja", "password": f"guess number {number}"})
    assert code(sign_in("maja")) == (429, "too_many_tries")


def test_a_second_factor_is_asked_for_and_checked():
    user = verified("maja")
    secret = generate_totp_secret()
    TOTP.activate(user, secret)
    assert code(sign_in("maja")) == (401, "second_factor_required")
    now = format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time()))))
    wrong = f"{(int(now) + 1) % 1_000_000:06d}"
    assert code(sign_in("maja", code=wrong)) == (401, "second_factor_wrong")
    assert sign_in("maja", code=now).status_code == 200


def test_an_old_token_in_the_header_does_not_keep_one_from_signing_in():
    verified("maja")
    client = Api()
    client.credentials(HTTP_AUTHORIZATION="Token 0123456789abcdef")
    assert client.post("auth/login/", {"login": "maja", "password": PASSWORD}).status_code == 200


def test_signing_out_ends_this_token_only():
    user = verified("maja")
    first, second = Api(user), Api(user)
    assert first.post("auth/logout/").status_code == 204
    assert code(first.get("me/")) == (401, "token_invalid")
    assert second.get("me/").status_code == 200


def test_an_expired_token_is_refused():
    user = verified("maja")
    client = Api(user)
    AuthToken.objects.update(expiry=timezone.now() - timedelta(seconds=1))
    assert code(client.get("me/")) == (401, "token_invalid")


def test_the_oldest_token_makes_room_when_there_are_too_many():
    user = verified("maja")
    oldest = Api(user)
    AuthToken.objects.update(created=timezone.now() - timedelta(days=1))
    for _ in range(49):
        AuthToken.objects.create(user=user)
    assert oldest.get("me/").status_code == 200
    assert sign_in("maja").status_code == 200
    assert AuthToken.objects.filter(user=user).count() == 50
    assert oldest.get("me/").status_code == 401


@pytest.mark.parametrize(
    "header", ["Token", "Token a b", "Token \x00", "Token \xff\xfe", "Token " + "a" * 5000, "Bearer x"]
)
def test_a_malformed_authorization_header_is_no_way_in_and_no_crash(header):
    client = Api()
    client.credentials(HTTP_AUTHORIZATION=header)
    assert client.get("me/").status_code == 401


def test_a_session_writes_only_with_the_pages_token_against_forgery():
    user = verified("maja")
    client = Api(enforce_csrf_checks=True)
    client.force_login(user)
    assert client.get("me/").status_code == 200
    assert code(client.patch("me/", {"bio": "forged"})) == (403, "csrf_failed")
    client.cookies["csrftoken"] = "a" * 32
    assert client.patch("me/", {"bio": "mine"}, HTTP_X_CSRFTOKEN="a" * 32).json()["bio"] == "mine"


def test_only_the_fields_that_are_sent_change():
    user = verified("maja", country="SE", bio="before", mail_turn=True)
    client = Api(user)
    after = client.patch("me/", {"display_name": "Maja L.", "time_zone": "Europe/Stockholm", "mail_turn": False}).json()
    assert (after["display_name"], after["time_zone"], after["mail_turn"]) == ("Maja L.", "Europe/Stockholm", False)
    assert (after["country"], after["bio"], after["mail_end"]) == ("SE", "before", True)
    user.refresh_from_db()
    assert (user.display_name, user.bio, user.mail_turn) == ("Maja L.", "before", False)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"time_zone": "Mars/Olympus"}, "time_zone"),
        ({"country": "sweden"}, "country"),
        ({"country": "ZZ"}, "country"),
        ({"language": "tlh"}, "language"),
        ({"bio": "x" * 2001}, "bio"),
        ({"bio": "a\x00b"}, "bio"),
        ({"bio": None}, "bio"),
        ({"mail_turn": "perhaps"}, "mail_turn"),
        ({"name": "other"}, "name"),
        ({"is_staff": True}, "is_staff"),
        ({"email": "new@example.org"}, "email"),
    ],
)
def test_a_wrong_field_is_named_and_nothing_is_saved(change, field):
    user = verified("maja")
    answer = Api(user).patch("me/", {"display_name": "Changed", **change})
    assert code(answer) == (400, "validation_failed")
    assert list(answer.json()["errors"]) == [field]
    user.refresh_from_db()
    assert (user.display_name, user.is_staff, user.email) == ("", False, "maja@example.org")


def test_nobody_takes_another_players_name_as_shown_name():
    verified("bertil")
    answer = Api(verified("maja")).patch("me/", {"display_name": "Bertil"})
    assert list(answer.json()["errors"]) == ["display_name"]


def test_notifications_are_mine_and_can_be_marked_as_read():
    maja, other = verified("maja"), verified("other")
    for number, user in enumerate([maja, maja, other]):
        Notification.objects.create(
            user=user, kind="turn", key=f"k{number}", url="/games/1/", created_at=timezone.now()
        )
    client = Api(maja)
    listed = client.get("me/notifications/").json()
    assert listed["count"] == 2
    assert listed["results"][0]["read_at"] is None
    newest = listed["results"][0]["id"]
    others = Notification.objects.get(user=other).pk
    assert client.post("me/notifications/read/", {"id": others}).json() == {"read": 0}
    assert client.post("me/notifications/read/", {"id": newest}).json() == {"read": 1}
    assert client.post("me/notifications/read/", {}).json() == {"read": 1}
    assert not Notification.objects.filter(user=maja, read_at=None).exists()
    assert Notification.objects.get(pk=others).read_at is None
