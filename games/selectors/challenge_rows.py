"""Challenges as lists and pages show them to one viewer: terms, the challenger's rating, what the viewer may do."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from accounts.models import User
from games.models import Challenge, Rating
from games.pools import pool_of
from games.selectors.ratings import CurrentRating, as_of
from games.side import Side

MOST = 100  # open challenges shown in one list


@dataclass(frozen=True, slots=True)
class ChallengeRow:
    """One challenge for one viewer. ``your_side`` is the side the viewer would play, None if it is drawn by lot."""

    challenge: Challenge
    rating: CurrentRating
    open: bool
    yours: bool
    for_you: bool
    fits: bool
    your_side: Side | None
    signed_in: bool

    @property
    def may_accept(self) -> bool:
        return self.open and self.signed_in and not self.yours and self.fits and (self.for_you or not self.direct)

    @property
    def may_decline(self) -> bool:
        return self.open and self.for_you

    @property
    def may_withdraw(self) -> bool:
        return self.open and self.yours

    @property
    def direct(self) -> bool:
        return self.challenge.visibility == Challenge.Visibility.DIRECT

    @property
    def has_band(self) -> bool:
        return self.challenge.min_rating is not None or self.challenge.max_rating is not None


def challenge_row(challenge: Challenge, *, viewer: User | None, now: datetime) -> ChallengeRow:
    """Return one challenge as its page shows it."""
    return challenge_rows([challenge], viewer=viewer, now=now)[0]


def challenge_rows(challenges: Iterable[Challenge], *, viewer: User | None, now: datetime) -> list[ChallengeRow]:
    """Return the challenges in the same order; one query for all ratings. Load them with ``challenger``."""
    rows = list(challenges)
    users = {row.challenger_id for row in rows} | ({viewer.pk} if viewer else set())
    ratings = {(r.user_id, r.pool): r for r in Rating.objects.filter(user__in=users)} if rows else {}

    def rating(user_id: int, challenge: Challenge) -> CurrentRating:
        return as_of(ratings.get((user_id, pool_of(challenge.game_type))), now)

    return [
        ChallengeRow(
            challenge=row,
            rating=rating(row.challenger_id, row),
            open=row.status == Challenge.Status.OPEN and row.expires_at > now,
            yours=viewer is not None and row.challenger_id == viewer.pk,
            for_you=viewer is not None and row.opponent_id == viewer.pk,
            fits=viewer is not None and _fits(row, rating(viewer.pk, row)),
            your_side=_side_for(row, viewer),
            signed_in=viewer is not None,
        )
        for row in rows
    ]


def open_challenges(*, viewer: User | None, now: datetime, limit: int = MOST) -> list[ChallengeRow]:
    """Challenges that are open to everybody, newest first, without the viewer's own."""
    found = _open(now).filter(visibility=Challenge.Visibility.OPEN)
    if viewer is not None:
        found = found.exclude(challenger=viewer)
    return challenge_rows(found.order_by("-created_at", "-pk")[:limit], viewer=viewer, now=now)


def challenges_of(viewer: User, *, now: datetime) -> dict[str, list[ChallengeRow]]:
    """What waits for an answer: ``received`` by the viewer and ``sent`` by the viewer, newest first."""
    found = _open(now).filter(Q(opponent=viewer) | Q(challenger=viewer)).order_by("-created_at", "-pk")
    rows = challenge_rows(found, viewer=viewer, now=now)
    return {"received": [row for row in rows if row.for_you], "sent": [row for row in rows if row.yours]}


def _open(now: datetime) -> QuerySet[Challenge]:
    return Challenge.objects.filter(status=Challenge.Status.OPEN, expires_at__gt=now).select_related(
        "challenger", "opponent"
    )


def _fits(challenge: Challenge, rating: CurrentRating) -> bool:
    low, high = challenge.min_rating, challenge.max_rating
    return (low is None or rating.shown >= low) and (high is None or rating.shown <= high)


def _side_for(challenge: Challenge, viewer: Any) -> Side | None:
    if challenge.colour == Challenge.Colour.RANDOM:
        return None
    side = Side(challenge.colour)
    return side if viewer is not None and challenge.challenger_id == viewer.pk else side.other
