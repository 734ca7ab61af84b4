"""Telling players once, and mailing them once, in their own language and time zone."""

import smtplib
from datetime import timedelta

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.db import transaction

from accounts.mail import message_for, message_id
from accounts.services.notifications import PREFERENCES, RETRY_AFTER, notify, send_waiting_mail
from accounts.services.reading import mark_read
from accounts.tasks import deliver_mail
from hive_site import local_pool
from tests.factories import DAY, T0, make_user

pytestmark = pytest.mark.django_db
DATA = {
    "opponent": "Bo & Co",
    "move": "wA1 -bQ",
    "ply": 3,
    "deadline_at": "2026-07-05T10:00:00+00:00",
    "expires_at": "2026-07-05T10:00:00+00:00",
    "game_type": "Base+MLP",
    "time_control": "3d",
    "rated": True,
    "outcome": "won",
    "ending": "surrounded",
    "your_move": True,
    "event": "Spring Cup",
    "round": 2,
    "rank": 3,
    "games": 2,
}


def tell(user, kind="turn", key="turn:1:3", **data):
    return notify(user=user, kind=kind, key=key, url="/games/1/", data=DATA | data, now=T0)


def waiting(user):
    row = tell(user)
    assert row is not None
    return row


class BrokenBackend(EmailBackend):
    """A mail server that refuses everything."""

    def send_messages(self, messages):
        raise smtplib.SMTPServerDisconnected("gone")


class PickyBackend(EmailBackend):
    """A mail server that refuses one address."""

    def send_messages(self, messages):
        if messages[0].to == ["bad@example.org"]:
            raise smtplib.SMTPRecipientsRefused({})
        return super().send_messages(messages)


def test_the_same_happening_is_told_once():
    user = make_user()
    assert tell(user) is not None
    assert tell(user) is None
    assert tell(user, key="turn:1:5") is not None
    assert tell(make_user()) is not None
    assert user.notifications.count() == 2


def test_what_is_rolled_back_was_never_told():
    user = make_user()
    with transaction.atomic():
        tell(user)
        transaction.set_rollback(True)
    assert not user.notifications.exists()


@pytest.mark.parametrize("kind", sorted(PREFERENCES))
def test_every_kind_has_a_preference_and_a_mail(kind):
    user = make_user()
    row = tell(user, kind=kind)
    assert row.mail == "waiting"
    message = message_for(row)
    assert message.subject
    assert "\n" not in message.subject
    assert "http://testserver/games/1/" in message.body
    assert "http://testserver/accounts/profile/" in message.body
    assert f"Hello {user.name}," in message.body
    assert "&amp;" not in message.subject + message.body
    setattr(user, PREFERENCES[kind], False)
    assert tell(user, kind=kind, key="other").mail == "unwanted"


def test_closed_accounts_and_those_without_address_get_no_mail():
    closed, without = make_user(is_active=False), make_user()
    without.email = ""
    assert [tell(user).mail for user in (closed, without)] == ["unwanted", "unwanted"]


def test_mail_speaks_the_readers_language_and_zone():
    user = make_user("maja", language="sv", time_zone="Europe/Stockholm")
    body = message_for(waiting(user)).body
    assert "5 juli 2026" in body
    assert "12:00" in body, "10:00 UTC is 12:00 in Stockholm in summer"
    assert "Europe/Stockholm" in body
    english = message_for(waiting(make_user(time_zone="America/New_York"))).body
    assert "5 Jul 2026, 06:00" in english
    assert "UTC" in message_for(waiting(make_user(time_zone="Nowhere/Here"))).body


def test_the_mail_tells_what_the_opponent_did():
    user = make_user()
    sentences = {
        "wA1 -bQ": "Bo & Co played wA1 -bQ. It is your turn.",
        "pass": "Bo & Co had no legal move and passed. It is your turn again.",
        "": "Your game against Bo & Co has begun, and you move first.",
    }
    for move, sentence in sentences.items():
        assert sentence in message_for(tell(user, key=f"turn:{move}", move=move)).body


def test_names_cannot_break_out_of_the_subject():
    row = tell(make_user(), opponent="Eve\nBcc: all@example.org")
    assert message_for(row).subject == "Your move against Eve Bcc: all@example.org"


def test_waiting_mail_goes_out_once():
    user = make_user()
    row = waiting(user)
    assert [send_waiting_mail(now=T0 + DAY), send_waiting_mail(now=T0 + DAY)] == [1, 0]
    (message,) = mail.outbox
    assert message.to == [user.email]
    assert message.subject == "Your move against Bo & Co"
    assert message.extra_headers["Message-ID"] == message_id(row)
    row.refresh_from_db()
    assert (row.mail, row.mailed_at, row.attempts) == ("sent", T0 + DAY, 1)


def test_a_second_copy_of_a_mail_would_be_known_by_its_id():
    row = waiting(make_user())
    assert message_for(row).message()["Message-ID"] == message_for(row).message()["Message-ID"] == message_id(row)
    assert message_id(row) != message_id(waiting(make_user()))


def test_only_wanted_waiting_rows_are_mailed_and_at_most_the_limit():
    first, second, third = (waiting(make_user()) for _ in range(3))
    tell(make_user(mail_turn=False))
    assert send_waiting_mail(now=T0, ids=[second.pk]) == 1
    assert send_waiting_mail(now=T0, limit=1) == 1
    assert [message.to for message in mail.outbox] == [[second.user.email], [first.user.email]]
    assert third.mail == "waiting"


def test_failed_mail_is_tried_again_later_and_given_up_in_the_end(settings):
    row = waiting(make_user())
    settings.EMAIL_BACKEND = f"{__name__}.BrokenBackend"
    for attempts, age in enumerate(RETRY_AFTER, start=1):
        if age:
            send_waiting_mail(now=T0 + age - timedelta(seconds=1))
            row.refresh_from_db()
            assert row.attempts == attempts - 1, "too early"
        assert send_waiting_mail(now=T0 + age) == 0
        row.refresh_from_db()
        assert row.attempts == attempts
    assert row.mail == "failed"
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    assert send_waiting_mail(now=T0 + 30 * DAY) == 0


def test_a_mail_that_succeeds_at_last_is_sent(settings):
    row = waiting(make_user())
    settings.EMAIL_BACKEND = f"{__name__}.BrokenBackend"
    send_waiting_mail(now=T0)
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    assert send_waiting_mail(now=T0 + RETRY_AFTER[1]) == 1
    row.refresh_from_db()
    assert (row.mail, row.attempts) == ("sent", 2)


def test_one_bad_address_does_not_hold_up_the_others(settings):
    settings.EMAIL_BACKEND = f"{__name__}.PickyBackend"
    users = [make_user(), make_user("bad"), make_user()]
    for user in users:
        waiting(user)
    assert send_waiting_mail(now=T0) == 2
    assert [message.to[0] for message in mail.outbox] == [users[0].email, users[2].email]


def test_the_mail_is_queued_after_the_commit_and_the_sweep_finds_the_rest(django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        row = waiting(make_user())
        tell(make_user(mail_turn=False))
    assert local_pool.held() == [("accounts.tasks.deliver_mail", {"notification_id": row.pk})]
    waiting(make_user())  # its task is lost
    assert local_pool.run_held() == 1
    assert len(mail.outbox) == 1
    assert deliver_mail() == 1
    assert len(mail.outbox) == 2


@pytest.mark.parametrize("kind", sorted(PREFERENCES))
def test_what_asks_for_an_act_is_not_mailed_once_it_was_read(kind):
    user = make_user()
    row = tell(user, kind=kind)
    assert mark_read(user=user, now=T0) == 1
    asks = kind in {"turn", "draw_offer", "low_time"}
    assert send_waiting_mail(now=T0) == (0 if asks else 1)
    row.refresh_from_db()
    assert (row.mail, row.attempts) == (("unwanted", 0) if asks else ("sent", 1))
    assert send_waiting_mail(now=T0 + DAY) == 0
