"""Who gets a seat, when, and how it is given back."""

import pytest
from django.core.cache import cache
from django.db import transaction

from accounts.errors import DomainError, NotFound
from accounts.models import Notification
from games.models import Rating
from games.selectors.timeouts import Timeouts, timeouts_of
from games.services.endings import finish
from games.services.lock import lock_game
from tests.factories import make_game
from tests.tournaments.events import HOUR, T0, event, player, players, started
from tournaments.models import AuditEntry, Entrant
from tournaments.services.entries import enter, withdraw
from tournaments.services.entry_decisions import approve
from tournaments.services.organise import cancel, create_tournament, edit_tournament, publish, rules_of
from tournaments.services.running import start

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser():
    return player("nils")


@pytest.fixture(autouse=True)
def _no_tries_counted():
    """Wrong passwords are counted in the cache, which outlives a test."""
    yield
    cache.clear()


def code_of(act, **arguments) -> str:
    with pytest.raises(DomainError) as refusal:
        act(**arguments)
    return refusal.value.code


def test_an_entrant_is_stored_with_the_rating_of_now(organiser):
    open_event = event(organiser)
    entrant = enter(tournament_id=open_event.pk, user=player("maja", rating=1834.6), now=T0)
    assert (entrant.status, entrant.rating, entrant.entered_at, entrant.seed) == ("entered", 1834.6, T0, None)


def test_entering_twice_is_entering_once(organiser):
    open_event, maja = event(organiser), player("maja")
    first = enter(tournament_id=open_event.pk, user=maja, now=T0)
    again = enter(tournament_id=open_event.pk, user=maja, now=T0 + HOUR)
    assert (again.pk, again.entered_at) == (first.pk, T0)
    assert Entrant.objects.count() == 1


def test_registration_window(organiser):
    open_event = event(
        organiser, registration_opens_at=T0 + HOUR, registration_closes_at=T0 + 2 * HOUR, starts_at=T0 + 3 * HOUR
    )
    early, late = player("maja"), player("oskar")
    assert code_of(enter, tournament_id=open_event.pk, user=early, now=T0) == "not_open_yet"
    enter(tournament_id=open_event.pk, user=early, now=T0 + HOUR)
    assert code_of(enter, tournament_id=open_event.pk, user=late, now=T0 + 2 * HOUR) == "registration_closed"


def test_entries_end_with_the_time_of_the_start_even_before_the_start_has_been_made(organiser):
    open_event = event(organiser, starts_at=T0 + HOUR)
    assert code_of(enter, tournament_id=open_event.pk, user=player("maja"), now=T0 + HOUR) == "registration_closed"


def test_a_draft_is_not_there_for_entrants(organiser):
    draft = create_tournament(organiser=organiser, now=T0, name="Club")
    with pytest.raises(NotFound):
        enter(tournament_id=draft.pk, user=player("maja"), now=T0)


def test_no_entry_once_it_runs_or_is_cancelled(organiser):
    users = players(3)
    running = started(users)
    assert code_of(enter, tournament_id=running.pk, user=player("maja"), now=T0) == "registration_closed"
    gone = cancel(tournament_id=event(organiser).pk, actor=organiser, now=T0)
    assert code_of(enter, tournament_id=gone.pk, user=users[0], now=T0) == "registration_closed"


def test_seats(organiser):
    open_event = event(organiser, seats=2, waiting_list=False)
    one, two, three = player("maja"), player("oskar"), player("freja")
    enter(tournament_id=open_event.pk, user=one, now=T0)
    enter(tournament_id=open_event.pk, user=two, now=T0)
    assert code_of(enter, tournament_id=open_event.pk, user=three, now=T0) == "event_full"
    withdraw(tournament_id=open_event.pk, user=one, now=T0)
    enter(tournament_id=open_event.pk, user=three, now=T0)


@pytest.mark.parametrize(
    ("rating", "code"),
    [
        (1599.4, "rating_too_low"),
        (1599.5, None),  # shown as 1600
        (1600, None),
        (1800.4, None),
        (1800.6, "rating_too_high"),
        (None, "rating_too_low"),  # no rating counts as 1500
    ],
)
def test_rating_band(organiser, rating, code):
    open_event = event(organiser, min_rating=1600, max_rating=1800)
    maja = player("maja", rating=rating)
    if code is None:
        enter(tournament_id=open_event.pk, user=maja, now=T0)
    else:
        assert code_of(enter, tournament_id=open_event.pk, user=maja, now=T0) == code


def test_the_band_looks_at_the_pool_of_the_events_game_type(organiser):
    base_event = event(organiser, game_type="Base", min_rating=1600)
    maja = player("maja", rating=1900)  # with expansions
    assert code_of(enter, tournament_id=base_event.pk, user=maja, now=T0) == "rating_too_low"
    Rating.objects.create(user=maja, pool="correspondence-base", value=1650, deviation=80, volatility=0.06)
    assert enter(tournament_id=base_event.pk, user=maja, now=T0).rating == 1650


def test_a_player_needs_a_confirmed_address_and_an_open_account(organiser):
    open_event = event(organiser)
    unverified, closed = player("maja", verified=False), player("oskar", is_active=False)
    assert code_of(enter, tournament_id=open_event.pk, user=unverified, now=T0) == "email_unverified"
    assert code_of(enter, tournament_id=open_event.pk, user=closed, now=T0) == "account_closed"


def test_who_withdraws_may_enter_again_and_takes_the_place_of_the_new_time(organiser):
    open_event, maja = event(organiser), player("maja")
    enter(tournament_id=open_event.pk, user=maja, now=T0)
    gone = withdraw(tournament_id=open_event.pk, user=maja, now=T0 + HOUR)
    assert (gone.status, gone.withdrawn_at) == ("withdrawn", T0 + HOUR)
    assert withdraw(tournament_id=open_event.pk, user=maja, now=T0 + 2 * HOUR).withdrawn_at == T0 + HOUR
    back = enter(tournament_id=open_event.pk, user=maja, now=T0 + 3 * HOUR)
    assert (back.status, back.withdrawn_at, back.entered_at) == ("entered", None, T0 + 3 * HOUR)


def test_withdrawing_from_games_that_are_on_is_leaving_the_event():
    users = players(3)
    running = started(users)
    for _twice in range(2):
        gone = withdraw(tournament_id=running.pk, user=users[1], now=T0 + 2 * HOUR)
    assert (gone.status, gone.leaving, gone.seed) == ("withdrawn", "announced", 2)
    assert code_of(enter, tournament_id=running.pk, user=users[1], now=T0 + 3 * HOUR) == "left_event"


def test_withdrawing_without_having_entered(organiser):
    open_event = event(organiser)
    assert code_of(withdraw, tournament_id=open_event.pk, user=player("maja"), now=T0) == "not_entered"


@pytest.mark.parametrize(
    ("rule", "value"), [("time_control", "5d"), ("min_rating", 1200), ("starts_at", T0 + 9 * HOUR), ("seats", 8)]
)
def test_nobody_enters_on_rules_that_have_changed_since_they_were_read(organiser, rule, value):
    open_event, maja = event(organiser), player("maja")
    read = rules_of(open_event).version
    edited = edit_tournament(tournament_id=open_event.pk, actor=organiser, now=T0, **{rule: value})
    with pytest.raises(DomainError) as refusal:
        enter(tournament_id=open_event.pk, user=maja, now=T0, rules_version=read)
    present = rules_of(edited).version
    assert (refusal.value.status, refusal.value.code, refusal.value.extra) == (
        409,
        "rules_changed",
        {"rules_version": present},
    )
    assert not Entrant.objects.exists()
    enter(tournament_id=open_event.pk, user=maja, now=T0, rules_version=present)
    again = enter(tournament_id=open_event.pk, user=maja, now=T0, rules_version=read)
    assert again.status == "entered", "who has a seat keeps it"


def test_only_the_rules_make_a_new_version(organiser):
    draft = create_tournament(organiser=organiser, now=T0, name="Club", starts_at=T0 + 5 * HOUR)
    read = rules_of(draft).version
    publish(tournament_id=draft.pk, actor=organiser, now=T0)
    edit_tournament(tournament_id=draft.pk, actor=organiser, now=T0, description="New words", name="Club")
    for name in ("maja", "oskar"):
        enter(tournament_id=draft.pk, user=player(name), now=T0, rules_version=read)
    draft.refresh_from_db()
    assert rules_of(draft).version == read
    start(tournament_id=draft.pk, actor=organiser, now=T0)
    draft.refresh_from_db()
    assert rules_of(draft).version == read


def test_an_application_waits_for_approval_and_binds_the_organiser_to_the_rules(organiser):
    open_event, maja = event(organiser, entry="approval"), player("maja")
    assert enter(tournament_id=open_event.pk, user=maja, now=T0).status == "pending"
    assert enter(tournament_id=open_event.pk, user=maja, now=T0 + HOUR).entered_at == T0
    assert Notification.objects.get(kind="event_applied").user == organiser
    change = {"tournament_id": open_event.pk, "actor": organiser, "now": T0, "time_control": "5d"}
    assert code_of(edit_tournament, **change) == "rules_locked"
    withdraw(tournament_id=open_event.pk, user=maja, now=T0)
    edit_tournament(**change)


def test_guessing_a_password_ends_after_ten_tries_also_with_the_right_one(organiser):
    guess = {"tournament_id": event(organiser, entry="password", entry_password="six legs").pk, "now": T0}
    maja, oskar = player("maja"), player("oskar")
    codes = [code_of(enter, **guess, user=maja, password=f"{number} legs") for number in range(11)]
    assert codes == ["wrong_password"] * 10 + ["too_many_tries"]
    assert code_of(enter, **guess, user=maja, password="six legs") == "too_many_tries"
    assert enter(**guess, user=oskar, password="six legs").status == "entered"


def test_nobody_applies_for_a_seat_that_nobody_can_get(organiser):
    cup = event(organiser, entry="approval", seats=2, waiting_list=False)
    for name in ("maja", "oskar"):
        entrant = enter(tournament_id=cup.pk, user=player(name), now=T0)
        approve(tournament_id=cup.pk, actor=organiser, entrant_id=entrant.pk, now=T0)
    assert code_of(enter, tournament_id=cup.pk, user=player("freja"), now=T0) == "event_full"


def test_a_password_opens_the_event_and_is_stored_as_a_hash_only(organiser):
    open_event, maja = event(organiser, entry="password", entry_password="six legs"), player("maja")
    assert "six legs" not in open_event.entry_password
    assert "six legs" not in str(list(AuditEntry.objects.values("before", "after")))
    assert code_of(enter, tournament_id=open_event.pk, user=maja, now=T0) == "password_needed"
    assert code_of(enter, tournament_id=open_event.pk, user=maja, now=T0, password="Six legs") == "wrong_password"
    # an empty password on the form keeps the one that is stored
    edit_tournament(tournament_id=open_event.pk, actor=organiser, now=T0, entry_password="", seats=5)
    assert enter(tournament_id=open_event.pk, user=maja, now=T0, password="six legs").status == "entered"
    edit_tournament(tournament_id=open_event.pk, actor=organiser, now=T0, entry_password="eight legs")
    oskar = player("oskar")
    assert code_of(enter, tournament_id=open_event.pk, user=oskar, now=T0, password="six legs") == "wrong_password"


@pytest.mark.parametrize(
    ("password", "field"), [("abc", "entry_password"), ("", "entry_password"), ("x" * 101, "entry_password")]
)
def test_a_password_event_needs_a_usable_password(organiser, password, field):
    with pytest.raises(DomainError) as refusal:
        event(organiser, entry="password", entry_password=password)
    assert list(refusal.value.extra["errors"]) == [field]


def test_the_rules_look_at_rating_and_latest_games_of_the_player(organiser):
    open_event = event(organiser, established_only=True, min_rated_games=3, max_timeout_percent=20)
    maja, oskar = player("maja", rating=1700), player("oskar", rating=1700)
    assert code_of(enter, tournament_id=open_event.pk, user=player("freja"), now=T0) == "rating_provisional"
    assert code_of(enter, tournament_id=open_event.pk, user=maja, now=T0) == "too_few_rated_games"
    Rating.objects.update(wins=3)
    for number in range(5):
        white, black = (maja, oskar) if number % 2 else (oskar, maja)
        game = make_game(white, black)
        loser_is_maja = number < 2
        with transaction.atomic():
            result = "black" if (white == maja) == loser_is_maja else "white"
            finish(lock_game(game.pk), result=result, ending="flag" if loser_is_maja else "resignation", at=T0, now=T0)
    assert [timeouts_of(user) for user in (maja, oskar)] == [Timeouts(games=5, lost=2), Timeouts(games=5, lost=0)]
    assert code_of(enter, tournament_id=open_event.pk, user=maja, now=T0) == "too_many_timeouts"
    assert enter(tournament_id=open_event.pk, user=oskar, now=T0).status == "entered"
