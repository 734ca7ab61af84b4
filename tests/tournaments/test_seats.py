"""The waiting list and check-in: who has the seat in the end."""

import pytest

from accounts.errors import DomainError
from accounts.mail import message_for
from accounts.models import Notification
from tests.tournaments.events import HOUR, T0, event, player
from tournaments.models import AuditEntry
from tournaments.selectors.entries import EntryDesk, entry_desk
from tournaments.services.entries import check_in, enter, withdraw
from tournaments.services.opening import open_due_events
from tournaments.services.organise import edit_tournament
from tournaments.services.running import start_due_tournaments

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser():
    return player("nils")


def code_of(act, **arguments) -> str:
    with pytest.raises(DomainError) as refusal:
        act(**arguments)
    return refusal.value.code


def statuses(tournament) -> dict[str, str]:
    return dict(tournament.entrants.order_by("pk").values_list("user__name", "status"))


def acts(tournament, act=None) -> list[tuple[str, ...]]:
    """What the record says of entries: act, name, status after; or the last two of one act."""
    lines = AuditEntry.objects.filter(tournament=tournament, after__has_key="entrant")
    rows = [(line.act, line.subject, line.after.get("status")) for line in lines]
    return [row[1:] for row in rows if row[0] == act] if act else rows


def desk(tournament, user) -> EntryDesk:
    tournament.refresh_from_db()
    return entry_desk(tournament, user, T0)


def test_with_a_waiting_list_who_waits_longest_gets_the_seat_that_is_given_back_and_is_told(organiser):
    open_event = event(organiser, seats=2)
    users = [player(name) for name in ("maja", "oskar", "freja", "lars")]
    entrants = [enter(tournament_id=open_event.pk, user=user, now=T0) for user in users]
    assert [entrant.status for entrant in entrants] == ["entered", "entered", "waiting", "waiting"]
    assert [desk(open_event, user).line for user in users] == [None, None, 1, 2]
    withdraw(tournament_id=open_event.pk, user=users[3], now=T0 + HOUR)
    enter(tournament_id=open_event.pk, user=users[3], now=T0 + HOUR)
    withdraw(tournament_id=open_event.pk, user=users[0], now=T0 + HOUR)
    assert statuses(open_event) == {"maja": "withdrawn", "oskar": "entered", "freja": "entered", "lars": "waiting"}
    told = Notification.objects.get(kind="event_entry")
    assert (told.user, told.data["what"]) == (users[2], "seat")
    assert acts(open_event)[-2:] == [("entry_withdrawn", "maja", "withdrawn"), ("entered", "freja", "entered")]


def test_more_seats_move_the_list_up_and_fewer_take_no_seat_away(organiser):
    open_event = event(organiser, seats=2)
    for name in ("maja", "oskar", "freja", "lars", "elin"):
        enter(tournament_id=open_event.pk, user=player(name), now=T0)
    edit_tournament(tournament_id=open_event.pk, actor=organiser, now=T0, seats=4)
    assert list(statuses(open_event).values()) == ["entered"] * 4 + ["waiting"]
    assert (
        code_of(edit_tournament, tournament_id=open_event.pk, actor=organiser, now=T0, seats=3) == "validation_failed"
    )


def test_who_has_not_checked_in_gives_the_seat_to_who_waits_and_has(organiser):
    open_event = event(organiser, seats=3, check_in_opens_at=T0 + HOUR, starts_at=T0 + 4 * HOUR)
    users = [player(name) for name in ("maja", "oskar", "freja", "lars", "elin")]
    for user in users:
        enter(tournament_id=open_event.pk, user=user, now=T0)
    assert code_of(check_in, tournament_id=open_event.pk, user=users[0], now=T0) == "check_in_not_open"
    assert [open_due_events(now=T0 + HOUR), open_due_events(now=T0 + HOUR)] == [1, 0]
    assert Notification.objects.filter(kind="event_check_in").count() == 5
    for user in (users[0], users[1], users[4], users[0]):
        check_in(tournament_id=open_event.pk, user=user, now=T0 + 2 * HOUR)
    start_due_tournaments(now=T0 + 4 * HOUR)
    assert statuses(open_event) == {
        "maja": "entered", "oskar": "entered", "freja": "withdrawn", "lars": "waiting", "elin": "entered",
    }  # fmt: skip
    told = dict(Notification.objects.filter(kind="event_entry").values_list("user__name", "data__what"))
    assert told == {"freja": "absent", "elin": "seat"}
    assert acts(open_event, "checked_in") == [(name, None) for name in ("maja", "oskar", "elin")]
    assert code_of(check_in, tournament_id=open_event.pk, user=users[3], now=T0 + 5 * HOUR) == "event_started"


def test_who_enters_while_check_in_is_open_is_checked_in_and_events_without_it_say_so(organiser):
    with_check_in = event(organiser, check_in_opens_at=T0 + HOUR, starts_at=T0 + 4 * HOUR)
    maja = player("maja")
    entrant = enter(tournament_id=with_check_in.pk, user=maja, now=T0 + 2 * HOUR)
    assert entrant.checked_in_at == T0 + 2 * HOUR
    without = event(organiser)
    enter(tournament_id=without.pk, user=maja, now=T0)
    assert code_of(check_in, tournament_id=without.pk, user=maja, now=T0) == "no_check_in"
    assert code_of(check_in, tournament_id=without.pk, user=organiser, now=T0) == "not_entered"


def test_who_moves_up_while_check_in_is_open_is_told_to_check_in(organiser):
    cup = event(organiser, seats=2, check_in_opens_at=T0 + HOUR, starts_at=T0 + 4 * HOUR)
    users = [player(name) for name in ("maja", "oskar", "freja")]
    for user in users:
        enter(tournament_id=cup.pk, user=user, now=T0)
    open_due_events(now=T0 + HOUR)
    withdraw(tournament_id=cup.pk, user=users[0], now=T0 + 2 * HOUR)
    body = message_for(Notification.objects.get(user=users[2], kind="event_entry")).body
    assert "a seat in Club round robin became free, and it is yours" in body
    assert "check in before the start" in body
