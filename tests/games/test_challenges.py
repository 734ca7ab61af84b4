"""Offering games and answering."""

import random
import uuid
from datetime import timedelta

import pytest

from accounts.models import Notification
from games.errors import BandMissed, ChallengeClosed, Conflict, Forbidden, NotFound, ValidationFailed
from games.models import Challenge, Game, Rating
from games.services.challenges import (
    LIFETIME,
    MOST_OPEN,
    accept_challenge,
    create_challenge,
    decline_challenge,
    expire_challenges,
    withdraw_challenge,
)
from tests.factories import DAY, HOUR, T0, make_user

pytestmark = pytest.mark.django_db
RNG = random.Random(1)
TERMS = {
    "visibility": "open",
    "game_type": "Base+MLP",
    "opening_rule": "no_queen_first",
    "repetition_rule": "threefold",
    "time_control": "3d",
    "rated": True,
    "colour": "random",
}


def challenge_by(user, **terms):
    return create_challenge(challenger=user, now=T0, **(TERMS | terms))


def accept(challenge, player, *, now=T0 + HOUR, rng=RNG, token=None):
    return accept_challenge(challenge_id=challenge.pk, player=player, now=now, rng=rng, token=token)


def decline(challenge, player):
    return decline_challenge(challenge_id=challenge.pk, player=player, now=T0)


def rate(user, value):
    pool = "correspondence-expansions"
    Rating.objects.create(user=user, pool=pool, value=value, deviation=60, volatility=0.06, last_rated_at=T0)


def test_an_accepted_challenge_is_a_game_on_its_terms():
    maja, bo = make_user(), make_user()
    challenge = challenge_by(
        maja, colour="black", game_type="Base", time_control="5D + 12h/10d", repetition_rule="none", rated=False
    )
    assert challenge.time_control == "5d+12h/10d"
    assert challenge.expires_at == T0 + 14 * DAY
    game = accept(challenge, bo)
    assert (game.white, game.black, game.game_type, game.rated, game.in_event) == (bo, maja, "Base", False, False)
    assert (game.repetition_rule, game.time_control, game.pool) == ("none", "5d+12h/10d", "correspondence-base")
    assert (game.created_at, game.flag_at, game.to_move) == (T0 + HOUR, T0 + HOUR + 5 * DAY, "white")
    challenge.refresh_from_db()
    assert (challenge.status, challenge.game, challenge.answered_at) == ("accepted", game, T0 + HOUR)
    told = Notification.objects.get()
    assert (told.user, told.kind, told.url) == (maja, "challenge_accepted", game.get_absolute_url())
    assert told.data["your_move"] is False


def test_accepting_twice_gives_the_same_game():
    challenge, bo = challenge_by(make_user()), make_user()
    assert accept(challenge, bo) == accept(challenge, bo, now=T0 + 20 * DAY)
    assert Game.objects.count() == 1
    with pytest.raises(ChallengeClosed) as refusal:
        accept(challenge, make_user())
    assert refusal.value.extra["challenge_status"] == "accepted"


def test_the_lot_draws_both_colours():
    maja, bo, rng = make_user(), make_user(), random.Random(7)
    whites = {accept(challenge_by(maja), bo, rng=rng).white for _ in range(12)}
    assert whites == {maja, bo}


def test_ones_own_challenge_cannot_be_accepted():
    maja = make_user()
    with pytest.raises(Forbidden) as refusal:
        accept(challenge_by(maja), maja)
    assert refusal.value.code == "own_challenge"


def test_a_direct_challenge_is_for_the_named_player():
    maja, bo, cleo = make_user(), make_user(), make_user()
    challenge = challenge_by(maja, visibility="direct", opponent=bo)
    told = Notification.objects.get()
    assert (told.user, told.kind) == (bo, "challenge")
    for attempt in (accept, decline):
        with pytest.raises(Forbidden) as refusal:
            attempt(challenge, cleo)
        assert refusal.value.code == "challenge_to_another"
    assert accept(challenge, bo).side_of(bo.pk)


def test_a_private_challenge_needs_its_link():
    challenge, bo = challenge_by(make_user(), visibility="private"), make_user()
    for token in (None, "", str(uuid.uuid4())):
        with pytest.raises(NotFound):
            accept(challenge, bo, token=token)
    assert accept(challenge, bo, token=str(challenge.token)).side_of(bo.pk)


@pytest.mark.parametrize(
    ("rating", "low", "high", "may"),
    [(1799.4, 1800, None, False), (1799.6, 1800, None, True), (2000.4, None, 2000, True), (2000.6, None, 2000, False)],
)
def test_the_band_is_checked_when_accepting_by_the_rating_as_shown(rating, low, high, may):
    challenge, bo = challenge_by(make_user(), min_rating=low, max_rating=high), make_user()
    rate(bo, rating)
    if may:
        assert accept(challenge, bo)
        return
    with pytest.raises(BandMissed) as refusal:
        accept(challenge, bo)
    assert refusal.value.extra == {"rating": round(rating), "min_rating": low, "max_rating": high}


def test_a_newcomer_counts_with_the_starting_rating():
    with pytest.raises(BandMissed):
        accept(challenge_by(make_user(), min_rating=1501), make_user())
    assert accept(challenge_by(make_user(), min_rating=1500), make_user())


def test_a_challenge_lapses_after_two_weeks():
    challenge = challenge_by(make_user())
    with pytest.raises(ChallengeClosed) as refusal:
        accept(challenge, make_user(), now=T0 + LIFETIME)
    assert refusal.value.extra["challenge_status"] == "expired"
    assert expire_challenges(now=T0 + LIFETIME - timedelta(seconds=1)) == 0
    assert expire_challenges(now=T0 + LIFETIME) == 1
    challenge.refresh_from_db()
    assert challenge.status == "expired"


def test_expiring_leaves_answered_challenges_and_keeps_to_its_limit():
    maja = make_user()
    accept(challenge_by(maja), make_user())
    for _ in range(3):
        challenge_by(maja)
    assert [expire_challenges(now=T0 + LIFETIME, limit=2) for _ in range(3)] == [2, 1, 0]


def test_declining_and_withdrawing():
    maja, bo = make_user(), make_user()
    challenge = challenge_by(maja, visibility="direct", opponent=bo)
    for _ in range(2):
        assert decline_challenge(challenge_id=challenge.pk, player=bo, now=T0).status == "declined"
    assert Notification.objects.filter(user=maja, kind="challenge_declined").count() == 1
    with pytest.raises(ChallengeClosed):
        accept(challenge, bo)
    other = challenge_by(maja)
    with pytest.raises(Forbidden):
        withdraw_challenge(challenge_id=other.pk, player=bo, now=T0)
    with pytest.raises(Forbidden):
        decline_challenge(challenge_id=other.pk, player=bo, now=T0)
    for _ in range(2):
        assert withdraw_challenge(challenge_id=other.pk, player=maja, now=T0).status == "withdrawn"
    with pytest.raises(ChallengeClosed) as refusal:
        accept(other, bo)
    assert refusal.value.extra["challenge_status"] == "withdrawn"


def test_an_accepted_challenge_can_no_longer_be_withdrawn():
    challenge = challenge_by(make_user())
    accept(challenge, make_user())
    with pytest.raises(ChallengeClosed):
        withdraw_challenge(challenge_id=challenge.pk, player=challenge.challenger, now=T0)


def test_the_same_player_is_not_challenged_to_the_same_twice():
    maja, bo = make_user(), make_user()
    direct = {"visibility": "direct", "opponent": bo}
    first = challenge_by(maja, **direct)
    with pytest.raises(Conflict) as refusal:
        challenge_by(maja, **direct)
    assert refusal.value.code == "challenge_exists"
    challenge_by(maja, **direct, game_type="Base")
    withdraw_challenge(challenge_id=first.pk, player=maja, now=T0)
    challenge_by(maja, **direct)


def test_the_number_of_waiting_challenges_is_limited():
    maja = make_user()
    for _ in range(MOST_OPEN):
        last = challenge_by(maja)
    with pytest.raises(Conflict) as refusal:
        challenge_by(maja)
    assert refusal.value.code == "too_many_challenges"
    withdraw_challenge(challenge_id=last.pk, player=maja, now=T0)
    challenge_by(maja)


@pytest.mark.parametrize(
    ("terms", "field"),
    [
        ({"game_type": "Base+X"}, "game_type"),
        ({"time_control": "soon"}, "time_control"),
        ({"colour": "green"}, "colour"),
        ({"visibility": "secret"}, "visibility"),
        ({"opening_rule": ""}, "opening_rule"),
        ({"repetition_rule": "twofold"}, "repetition_rule"),
        ({"visibility": "direct"}, "opponent"),
        ({"min_rating": 399}, "min_rating"),
        ({"max_rating": 4001}, "max_rating"),
        ({"min_rating": 1900, "max_rating": 1800}, "min_rating"),
    ],
)
def test_faulty_terms_are_named_by_field(terms, field):
    with pytest.raises(ValidationFailed) as refusal:
        challenge_by(make_user(), **terms)
    assert refusal.value.status == 400
    assert list(refusal.value.extra["errors"]) == [field]
    assert not Challenge.objects.exists()


@pytest.mark.parametrize("visibility", ["open", "private"])
def test_an_opponent_is_never_dropped_in_silence(visibility):
    with pytest.raises(ValidationFailed) as refusal:
        challenge_by(make_user(), visibility=visibility, opponent=make_user())
    assert list(refusal.value.extra["errors"]) == ["opponent"]
    assert not Challenge.objects.exists()


def test_nobody_challenges_themselves_or_a_closed_account():
    maja = make_user()
    for opponent in (maja, make_user(is_active=False)):
        with pytest.raises(ValidationFailed) as refusal:
            challenge_by(maja, visibility="direct", opponent=opponent)
        assert list(refusal.value.extra["errors"]) == ["opponent"]
