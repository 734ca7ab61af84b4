"""Offering a game, and answering the offer."""

from __future__ import annotations

import random
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.clock import TimeControl
from games.errors import BandMissed, ChallengeClosed, Conflict, Forbidden, NotFound
from games.models import Challenge, Game
from games.pools import pool_of
from games.selectors.ratings import current_rating
from games.services.challenge_terms import check_terms
from games.services.games import start_game
from games.services.telling import settle_challenge, tell_challenge, tell_challenge_answer

LIFETIME = timedelta(days=14)
MOST_OPEN = 20

CLOSED = {
    Challenge.Status.ACCEPTED: _("This challenge has been accepted already."),
    Challenge.Status.DECLINED: _("This challenge has been declined."),
    Challenge.Status.WITHDRAWN: _("This challenge has been withdrawn."),
    Challenge.Status.EXPIRED: _("This challenge has expired."),
}


@transaction.atomic(durable=True)
def create_challenge(
    *,
    challenger: User,
    visibility: str,
    opponent: User | None = None,
    game_type: str,
    opening_rule: str,
    repetition_rule: str,
    time_control: str,
    rated: bool,
    colour: str,
    min_rating: int | None = None,
    max_rating: int | None = None,
    now: datetime,
) -> Challenge:
    """Offer a game to everybody, to ``opponent``, or to whoever has the link. It waits for 14 days.

    ``colour`` is the challenger's. The rating band is checked when somebody accepts.

    :raises ValidationFailed: by field, what is wrong with the terms.
    :raises Conflict: ``too_many_challenges``, or ``challenge_exists``: the same player was challenged to the same.
    """
    User.objects.select_for_update().get(pk=challenger.pk)  # two forms at once must not pass the limit together
    challenge = Challenge(
        challenger=challenger,
        opponent=opponent,
        visibility=visibility,
        game_type=game_type,
        opening_rule=opening_rule,
        repetition_rule=repetition_rule,
        time_control=time_control,
        rated=rated,
        colour=colour,
        min_rating=min_rating,
        max_rating=max_rating,
        created_at=now,
        expires_at=now + LIFETIME,
    )
    check_terms(challenge)
    challenge.time_control = TimeControl.parse(time_control).code
    waiting = Challenge.objects.filter(challenger=challenger, status=Challenge.Status.OPEN, expires_at__gt=now)
    if waiting.count() >= MOST_OPEN:
        raise Conflict(
            _("You have %(count)s challenges waiting: withdraw one first.") % {"count": MOST_OPEN},
            code="too_many_challenges",
        )
    same = {"game_type": game_type, "time_control": challenge.time_control, "rated": rated}
    if challenge.opponent is not None and waiting.filter(opponent=challenge.opponent, **same).exists():
        raise Conflict(
            _("You have challenged this player to such a game already: wait for the answer."), code="challenge_exists"
        )
    challenge.save()
    tell_challenge(challenge, now=now)
    return challenge


@transaction.atomic(durable=True)
def accept_challenge(
    *, challenge_id: int, player: User, token: str | None = None, now: datetime, rng: random.Random
) -> Game:
    """Accept a challenge and start the game. Done twice by the same player, it gives the same game.

    ``token`` is needed for a private link. ``rng`` draws the colours if the challenger left them to the lot.

    :raises NotFound: there is no such challenge, or it is private and the token is not its own.
    :raises Forbidden: ``own_challenge``, or ``challenge_to_another``.
    :raises BandMissed: the player's present rating is outside the band.
    :raises ChallengeClosed: it was answered, withdrawn, or has expired.
    """
    challenge = _lock(challenge_id)
    if challenge.challenger_id == player.pk:
        raise Forbidden(_("You cannot accept your own challenge."), code="own_challenge")
    if challenge.visibility == Challenge.Visibility.PRIVATE and str(token or "").lower() != str(challenge.token):
        raise _no_such_challenge()
    if challenge.opponent_id is not None and challenge.opponent_id != player.pk:
        raise Forbidden(_("This challenge is for another player."), code="challenge_to_another")
    if challenge.game is not None and challenge.game.side_of(player.pk) is not None:
        return challenge.game
    _check_open(challenge, now)
    _check_band(challenge, player, now)
    challenger_is_white = challenge.colour == Challenge.Colour.WHITE
    if challenge.colour == Challenge.Colour.RANDOM:
        challenger_is_white = rng.random() < 0.5
    white, black = (challenge.challenger, player) if challenger_is_white else (player, challenge.challenger)
    challenge.game = start_game(
        white=white,
        black=black,
        game_type=challenge.game_type,
        opening_rule=challenge.opening_rule,
        repetition_rule=challenge.repetition_rule,
        time_control=challenge.time_control,
        rated=challenge.rated,
        in_event=False,
        now=now,
        tell_white=False,  # one of them sees the game now, the other is told below
    )
    _close(challenge, Challenge.Status.ACCEPTED, now)
    tell_challenge_answer(challenge, by_name=player.shown_name, accepted=True, now=now)
    return challenge.game


@transaction.atomic(durable=True)
def decline_challenge(*, challenge_id: int, player: User, now: datetime) -> Challenge:
    """Decline a challenge made to ``player``. Declining again changes nothing.

    :raises NotFound: there is no such challenge.
    :raises Forbidden: ``challenge_to_another``: only the player it names can decline it.
    :raises ChallengeClosed: it was accepted, withdrawn, or has expired.
    """
    challenge = _lock(challenge_id)
    if challenge.opponent_id is None or challenge.opponent_id != player.pk:
        raise Forbidden(_("Only the challenged player can decline."), code="challenge_to_another")
    if challenge.status == Challenge.Status.DECLINED:
        return challenge
    _check_open(challenge, now)
    _close(challenge, Challenge.Status.DECLINED, now)
    tell_challenge_answer(challenge, by_name=player.shown_name, accepted=False, now=now)
    return challenge


@transaction.atomic(durable=True)
def withdraw_challenge(*, challenge_id: int, player: User, now: datetime) -> Challenge:
    """Take one's own challenge back. Withdrawing again changes nothing.

    :raises NotFound: there is no such challenge.
    :raises Forbidden: ``not_your_challenge``.
    :raises ChallengeClosed: it was answered, or has expired.
    """
    challenge = _lock(challenge_id)
    if challenge.challenger_id != player.pk:
        raise Forbidden(_("Only the challenger can withdraw a challenge."), code="not_your_challenge")
    if challenge.status == Challenge.Status.WITHDRAWN:
        return challenge
    _check_open(challenge, now)
    _close(challenge, Challenge.Status.WITHDRAWN, now)
    return challenge


@transaction.atomic(durable=True)
def expire_challenges(*, now: datetime, limit: int = 500) -> int:
    """Close challenges whose time is over, at most ``limit``, and return how many."""
    due = Challenge.objects.filter(status=Challenge.Status.OPEN, expires_at__lte=now).order_by("expires_at")
    ids = list(due.values_list("pk", flat=True)[:limit])
    # The status again: one accepted since the list was made stays accepted.
    return Challenge.objects.filter(pk__in=ids, status=Challenge.Status.OPEN).update(
        status=Challenge.Status.EXPIRED, answered_at=now
    )


def _lock(challenge_id: int) -> Challenge:
    # The game is not read with it: PostgreSQL would answer with the join as it was before the lock was waited for.
    challenges = Challenge.objects.select_for_update(of=("self",)).select_related("challenger", "opponent")
    challenge = challenges.filter(pk=challenge_id).first()
    if challenge is None:
        raise _no_such_challenge()
    return challenge


def _no_such_challenge() -> NotFound:
    return NotFound(_("There is no such challenge."), code="no_such_challenge")


def _check_open(challenge: Challenge, now: datetime) -> None:
    status = Challenge.Status(challenge.status)
    if status == Challenge.Status.OPEN and now >= challenge.expires_at:
        status = Challenge.Status.EXPIRED  # the sweep has not come by yet
    if status != Challenge.Status.OPEN:
        raise ChallengeClosed(CLOSED[status], challenge_status=status.value)


def _check_band(challenge: Challenge, player: User, now: datetime) -> None:
    if challenge.min_rating is None and challenge.max_rating is None:
        return
    rating = current_rating(player, pool_of(challenge.game_type), now).shown
    low, high = challenge.min_rating, challenge.max_rating
    if (low is not None and rating < low) or (high is not None and rating > high):
        raise BandMissed(
            _("Your rating of %(rating)s is outside the band of this challenge.") % {"rating": rating},
            rating=rating,
            min_rating=low,
            max_rating=high,
        )


def _close(challenge: Challenge, status: str, now: datetime) -> None:
    challenge.status, challenge.answered_at = status, now
    challenge.save(update_fields=["status", "answered_at", "game"])
    settle_challenge(challenge, now=now)
