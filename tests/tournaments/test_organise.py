"""Creating, editing, publishing and cancelling: who may, until when, and what is refused."""

import pytest

from accounts.errors import Conflict, Forbidden, NotFound, ValidationFailed
from games.models import Game
from tests.tournaments.events import HOUR, T0, decide, event, open_games, player, players, started
from tournaments.models import MatchGame, Tournament
from tournaments.services.clocks import pause_event
from tournaments.services.entries import enter
from tournaments.services.organise import cancel, create_tournament, edit_tournament, publish

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser():
    return player("nils")


def test_a_new_event_is_a_draft_with_the_rules_as_given(organiser):
    draft = create_tournament(organiser=organiser, now=T0, name="Öresund Open", seats=8, time_control="3D", rated=False)
    stored = Tournament.objects.get(pk=draft.pk)
    assert (stored.status, stored.organiser, stored.seats, stored.time_control, stored.rated) == (
        "draft",
        organiser,
        8,
        "3d",
        False,
    )


def test_wrong_rules_are_refused_field_by_field_and_nothing_is_saved(organiser):
    with pytest.raises(ValidationFailed) as refusal:
        create_tournament(organiser=organiser, now=T0, name="x", games_per_pairing=5, nonsense=1)
    assert set(refusal.value.extra["errors"]) == {"nonsense"}
    with pytest.raises(ValidationFailed) as refusal:
        create_tournament(organiser=organiser, now=T0, name="x", games_per_pairing=5)
    assert set(refusal.value.extra["errors"]) == {"name", "games_per_pairing"}
    assert all(isinstance(s, str) for found in refusal.value.extra["errors"].values() for s in found)
    assert not Tournament.objects.exists()


def test_everything_may_change_until_somebody_has_entered(organiser):
    open_event = event(organiser)
    change = {"game_type": "Base", "games_per_pairing": 4}
    edited = edit_tournament(tournament_id=open_event.pk, actor=organiser, now=T0, **change)
    assert (edited.game_type, edited.games_per_pairing, edited.version) == ("Base", 4, open_event.version + 1)


def test_rules_of_play_are_fixed_by_the_first_entry_but_dates_and_seats_are_not(organiser):
    open_event = event(organiser)
    enter(tournament_id=open_event.pk, user=player("maja"), now=T0)
    with pytest.raises(Conflict) as refusal:
        edit_tournament(tournament_id=open_event.pk, actor=organiser, now=T0, time_control="1d", seats=4)
    assert (refusal.value.code, refusal.value.extra["fields"]) == ("rules_locked", ["time_control"])
    assert Tournament.objects.get(pk=open_event.pk).seats == 16
    edited = edit_tournament(tournament_id=open_event.pk, actor=organiser, now=T0, seats=4, starts_at=T0 + HOUR)
    assert (edited.seats, edited.starts_at) == (4, T0 + HOUR)


def test_saying_a_fixed_rule_again_is_no_change(organiser):
    open_event = event(organiser)
    enter(tournament_id=open_event.pk, user=player("maja"), now=T0)
    edited = edit_tournament(
        tournament_id=open_event.pk, actor=organiser, now=T0, time_control="72h", tiebreaks=open_event.tiebreaks
    )
    assert edited.version == open_event.version


def test_seats_never_fall_below_the_entrants(organiser):
    open_event = event(organiser)
    for name in ("maja", "oskar", "freja"):
        enter(tournament_id=open_event.pk, user=player(name), now=T0)
    with pytest.raises(ValidationFailed) as refusal:
        edit_tournament(tournament_id=open_event.pk, actor=organiser, now=T0, seats=2)
    assert set(refusal.value.extra["errors"]) == {"seats"}


@pytest.mark.parametrize(
    "change",
    [{"name": "Another name"}, {"seats": 20}, {"tiebreaks": ["PTS", "SB"]}, {"win_points": 6}, {"rated": False}],
)
def test_after_the_start_only_the_text_may_change(change):
    users = players(3)
    running = started(users)
    with pytest.raises(Conflict) as refusal:
        edit_tournament(tournament_id=running.pk, actor=users[0], now=T0, **change)
    assert refusal.value.code == "rules_locked"
    edited = edit_tournament(tournament_id=running.pk, actor=users[0], now=T0, description="Good luck!")
    assert edited.description == "Good luck!"


def test_publishing_twice_is_once(organiser):
    draft = create_tournament(organiser=organiser, now=T0, name="Club")
    first = publish(tournament_id=draft.pk, actor=organiser, now=T0)
    again = publish(tournament_id=draft.pk, actor=organiser, now=T0 + HOUR)
    assert (again.status, again.published_at, again.version) == ("registration", first.published_at, first.version)


def test_a_draft_whose_start_has_passed_is_not_published(organiser):
    draft = create_tournament(organiser=organiser, now=T0, name="Club", starts_at=T0 + HOUR)
    with pytest.raises(ValidationFailed) as refusal:
        publish(tournament_id=draft.pk, actor=organiser, now=T0 + HOUR)
    assert set(refusal.value.extra["errors"]) == {"starts_at"}


@pytest.mark.parametrize("act", [publish, cancel, edit_tournament])
def test_only_the_organiser_and_staff_may_act(organiser, act):
    draft = create_tournament(organiser=organiser, now=T0, name="Club")
    with pytest.raises(Forbidden):
        act(tournament_id=draft.pk, actor=player("oskar"), now=T0)
    act(tournament_id=draft.pk, actor=player("agnes", is_staff=True), now=T0)


@pytest.mark.parametrize("act", [publish, cancel, edit_tournament])
def test_an_event_that_is_not_there(organiser, act):
    with pytest.raises(NotFound):
        act(tournament_id=12345, actor=organiser, now=T0)


def test_a_cancelled_event_stays_cancelled(organiser):
    open_event = event(organiser)
    gone = cancel(tournament_id=open_event.pk, actor=organiser, now=T0)
    assert (gone.status, gone.cancelled_at) == ("cancelled", T0)
    assert cancel(tournament_id=open_event.pk, actor=organiser, now=T0 + HOUR).cancelled_at == T0
    with pytest.raises(Conflict):
        publish(tournament_id=open_event.pk, actor=organiser, now=T0)


def test_cancelling_a_running_event_leaves_its_games_to_be_played_but_starts_no_more():
    users = players(4)
    running = started(users, games_per_pairing=1, pacing="by_round")
    cancel(tournament_id=running.pk, actor=users[0], now=T0)
    games = open_games(running)
    assert [game.status for game in games] == ["in_progress", "in_progress"]
    decide(running, {("anna", "david"): "white", ("bertil", "cesar"): "draw"})
    running.refresh_from_db()
    recorded = MatchGame.objects.filter(match__round__tournament=running, recorded_at__isnull=False).count()
    assert (running.status, recorded, len(open_games(running))) == ("cancelled", 2, 0)
    assert not running.entrants.filter(final_rank__isnull=False).exists()


def test_a_finished_event_is_not_cancelled():
    users = players(2)
    running = started(users, games_per_pairing=1)
    decide(running, {("anna", "bertil"): "white"})
    with pytest.raises(Conflict):
        cancel(tournament_id=running.pk, actor=users[0], now=T0)


def test_games_of_a_paused_event_go_on_when_it_is_cancelled():
    users = players(2)
    running = started(users, games_per_pairing=1)
    pause_event(tournament_id=running.pk, actor=users[0], reason="a storm", now=T0 + 2 * HOUR)
    assert Game.objects.get().paused_at is not None
    cancel(tournament_id=running.pk, actor=users[0], now=T0 + 3 * HOUR)
    game = Game.objects.get()
    assert (game.paused_at, game.flag_at is not None) == (None, True)
