"""What those in charge decide about entries, by hand and by file."""

import pytest

from accounts.errors import DomainError, Forbidden
from accounts.models import Notification, User
from tests.tournaments.events import HOUR, T0, event, player, players, started
from tournaments.models import AuditEntry, Official
from tournaments.services.entries import decline_invitation, enter, withdraw
from tournaments.services.entry_decisions import (
    add_entrants,
    approve,
    decline,
    import_entrants,
    invite,
    remove,
    set_club,
)
from tournaments.services.organise import create_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser():
    return player("nils")


def refusal_of(act, **arguments) -> DomainError:
    with pytest.raises(DomainError) as refusal:
        act(**arguments)
    return refusal.value


def statuses(tournament) -> dict[str, str]:
    return dict(tournament.entrants.order_by("pk").values_list("user__name", "status"))


def told(user) -> list[tuple[str, str | None]]:
    return [(row.kind, row.data.get("what")) for row in Notification.objects.filter(user=user).order_by("pk")]


def test_an_approved_application_has_a_seat_or_waits_by_the_time_of_the_application(organiser):
    cup = event(organiser, entry="approval", seats=2)
    users = [player(name) for name in ("maja", "oskar", "freja", "lars")]
    ids = [enter(tournament_id=cup.pk, user=user, now=T0 + place * HOUR).pk for place, user in enumerate(users)]
    for place in (1, 3, 2, 1):
        approve(tournament_id=cup.pk, actor=organiser, entrant_id=ids[place], now=T0 + 5 * HOUR)
    assert statuses(cup) == {"maja": "pending", "oskar": "entered", "freja": "waiting", "lars": "entered"}
    approve(tournament_id=cup.pk, actor=organiser, entrant_id=ids[0], now=T0 + 6 * HOUR)
    withdraw(tournament_id=cup.pk, user=users[3], now=T0 + 7 * HOUR)
    assert statuses(cup) == {"maja": "entered", "oskar": "entered", "freja": "waiting", "lars": "withdrawn"}
    assert told(users[1]) == [("event_entry", "approved")]
    assert told(users[0]) == [("event_entry", "waiting"), ("event_entry", "seat")]


def test_who_was_declined_hears_why_cannot_enter_and_may_still_be_approved(organiser):
    cup, maja = event(organiser, entry="approval"), player("maja")
    entrant = enter(tournament_id=cup.pk, user=maja, now=T0)
    where = {"tournament_id": cup.pk, "actor": organiser, "entrant_id": entrant.pk, "now": T0}
    for _twice in range(2):
        decline(**where, reason="Members of the club only.")
    row = Notification.objects.get(user=maja)
    assert (row.data["what"], row.data["reason"]) == ("declined", "Members of the club only.")
    assert refusal_of(enter, tournament_id=cup.pk, user=maja, now=T0).code == "entry_declined"
    assert approve(**where).status == "entered"
    assert refusal_of(decline, **where).code == "wrong_entry"
    acts = list(AuditEntry.objects.filter(tournament=cup, after__entrant=entrant.pk).values_list("act", "reason"))
    assert acts == [("entry_pending", ""), ("entry_declined", "Members of the club only."), ("entry_approved", "")]


def test_an_event_by_invitation_lets_in_who_was_invited_whatever_the_rating(organiser):
    cup = event(organiser, entry="invitation", min_rating=1900)
    maja, oskar, freja = player("maja"), player("oskar"), player("freja")
    assert refusal_of(enter, tournament_id=cup.pk, user=maja, now=T0).code == "invitation_needed"
    for _twice in range(2):
        invite(tournament_id=cup.pk, actor=organiser, names=["Maja", " oskar ", "maja", "freja"], now=T0)
    assert [told(user) for user in (maja, oskar, freja)] == [[("event_invited", None)]] * 3
    assert enter(tournament_id=cup.pk, user=maja, now=T0).status == "entered"
    for _twice in range(2):
        decline_invitation(tournament_id=cup.pk, user=oskar, now=T0)
    assert refusal_of(decline_invitation, tournament_id=cup.pk, user=maja, now=T0).code == "already_entered"
    assert statuses(cup) == {"maja": "entered", "oskar": "withdrawn", "freja": "invited"}
    withdraw(tournament_id=cup.pk, user=freja, now=T0)
    acts = AuditEntry.objects.filter(tournament=cup, after__has_key="entrant").values_list("act", "public")
    assert [act for act in acts if act[0] != "invited"] == [
        ("entered", True), ("invitation_declined", False), ("entry_withdrawn", False),
    ]  # fmt: skip


def test_invitations_are_sent_to_all_or_to_none(organiser):
    cup, maja = event(organiser), player("maja")
    player("ulf", verified=False)
    names = ["maja", "nobody", "ulf"]
    wrong = refusal_of(invite, tournament_id=cup.pk, actor=organiser, names=names, now=T0).extra["errors"]["names"]
    assert wrong == [
        "There is no player called “nobody”.",
        "ulf has not confirmed an e-mail address: the event could not reach them.",
    ]
    assert (statuses(cup), told(maja)) == ({}, [])
    draft = create_tournament(organiser=organiser, now=T0, name="Draft")
    assert refusal_of(invite, tournament_id=draft.pk, actor=organiser, names=["maja"], now=T0).code == "wrong_status"


def test_adding_by_hand_passes_the_entry_rules_but_not_the_seats(organiser):
    cup = event(organiser, entry="password", entry_password="six legs", min_rating=1900, seats=2)
    users = [player(name) for name in ("maja", "oskar", "freja")]
    names = [user.name for user in users]
    full = refusal_of(add_entrants, tournament_id=cup.pk, actor=organiser, names=names, now=T0)
    assert (full.code, full.extra, statuses(cup)) == ("event_full", {"free": 2}, {})
    for _twice in range(2):
        add_entrants(tournament_id=cup.pk, actor=organiser, names=names[:2], now=T0)
    assert statuses(cup) == {"maja": "entered", "oskar": "entered"}
    assert [told(user) for user in users] == [[("event_entry", "added")], [("event_entry", "added")], []]


def test_who_is_removed_hears_of_it_and_the_seat_goes_to_who_waits(organiser):
    cup = event(organiser, seats=2)
    users = [player(name) for name in ("maja", "oskar", "freja")]
    entrants = [enter(tournament_id=cup.pk, user=user, now=T0) for user in users]
    where = {"tournament_id": cup.pk, "actor": organiser, "entrant_id": entrants[0].pk, "now": T0}
    for _twice in range(2):
        remove(**where, reason="Asked for it.")
    assert statuses(cup) == {"maja": "declined", "oskar": "entered", "freja": "entered"}
    assert told(users[0]) == [("event_entry", "removed")]
    assert refusal_of(enter, tournament_id=cup.pk, user=users[0], now=T0).code == "entry_declined"
    assert invite(tournament_id=cup.pk, actor=organiser, names=["maja"], now=T0)[0].status == "invited"


def test_who_was_expelled_stays_out_and_a_closed_account_gets_no_seat(organiser):
    cup = event(organiser, seats=2)
    users = [player(name) for name in ("maja", "oskar", "freja", "lars")]
    entrants = [enter(tournament_id=cup.pk, user=user, now=T0) for user in users]
    cup.entrants.filter(pk=entrants[0].pk).update(status="expelled")
    assert refusal_of(enter, tournament_id=cup.pk, user=users[0], now=T0).code == "expelled"
    for act in (invite, add_entrants):
        wrong = refusal_of(act, tournament_id=cup.pk, actor=organiser, names=["maja"], now=T0).extra["errors"]
        assert wrong == {"names": ["maja was expelled from this event."]}
    User.objects.filter(pk=users[2].pk).update(is_active=False)
    withdraw(tournament_id=cup.pk, user=users[1], now=T0)
    assert statuses(cup) == {"maja": "expelled", "oskar": "withdrawn", "freja": "waiting", "lars": "entered"}


def test_nobody_is_removed_from_an_event_that_runs():
    users = players(3)
    cup = started(users)
    entrant = cup.entrants.get(user=users[1])
    where = {"tournament_id": cup.pk, "actor": users[0], "entrant_id": entrant.pk, "now": T0}
    assert refusal_of(remove, **where).code == "event_started"


def test_a_file_of_entrants_is_taken_as_a_whole_or_not_at_all(organiser):
    cup = event(organiser)
    player("maja", display_name="Maja Lindqvist")
    for name in ("oskar", "freja", "lars"):
        player(name, display_name="Ola Nordmann" if name != "oskar" else "")
    bad = "name;user name;club\nMaja Lindqvist;;Lund\n;nobody;\nOla Nordmann;;\n;oskar;" + "x" * 61 + "\n;MAJA;\n"
    wrong = refusal_of(import_entrants, tournament_id=cup.pk, actor=organiser, text=bad, now=T0).extra["errors"]["text"]
    assert wrong == [
        "Line 3: There is no player called “nobody”.",
        "Line 4: Several players are called “Ola Nordmann”: give the user name.",
        "Line 5: Write the club in at most 60 characters.",
        "Line 6: maja stands in an earlier line already.",
    ]
    assert not cup.entrants.exists()
    good = "name;user name;club\nMaja Lindqvist;;Lund\n;oskar;\n"
    for _twice in range(2):
        import_entrants(tournament_id=cup.pk, actor=organiser, text=good, now=T0)
    assert list(cup.entrants.order_by("pk").values_list("user__name", "club")) == [("maja", "Lund"), ("oskar", "")]
    import_entrants(tournament_id=cup.pk, actor=organiser, text="name,club\noskar,Malmö\nlars,\n", now=T0)
    lines = AuditEntry.objects.filter(tournament=cup, after__has_key="entrant").values_list("act", "after__club")
    assert list(lines) == [
        ("entrant_added", "Lund"), ("entrant_added", ""), ("club_set", "Malmö"), ("entrant_added", ""),
    ]  # fmt: skip
    assert Notification.objects.filter(kind="event_entry").count() == 3


def test_a_club_is_set_with_what_it_was_before(organiser):
    cup = event(organiser)
    entrant = enter(tournament_id=cup.pk, user=player("maja"), now=T0)
    where = {"tournament_id": cup.pk, "actor": organiser, "entrant_id": entrant.pk, "now": T0}
    for club in ("  Hive   Lund ", "Hive Lund", "Hive Malmö"):
        set_club(**where, club=club)
    lines = AuditEntry.objects.filter(tournament=cup, act="club_set").values_list("before__club", "after__club")
    assert list(lines) == [("", "Hive Lund"), ("Hive Lund", "Hive Malmö")]
    assert refusal_of(set_club, **where, club="x" * 61).code == "validation_failed"


@pytest.mark.parametrize("act", [approve, decline, remove])
def test_only_those_in_charge_decide_about_entries(organiser, act):
    cup = event(organiser, entry="approval")
    entrant = enter(tournament_id=cup.pk, user=player("maja"), now=T0)
    arbiter = player("ada")
    Official.objects.create(tournament=cup, user=arbiter, role="arbiter", given_at=T0)
    with pytest.raises(Forbidden):
        act(tournament_id=cup.pk, actor=arbiter, entrant_id=entrant.pk, now=T0)
    other = event(organiser, name="Another")
    foreign = {"tournament_id": other.pk, "actor": organiser, "entrant_id": entrant.pk, "now": T0}
    assert refusal_of(act, **foreign).code == "no_such_entry"
