"""Claims and appeals, as officials and players see them."""

from __future__ import annotations

from django.db.models import Case, IntegerField, QuerySet, Value, When

from accounts.models import User

from ..models import Claim, MatchGame, Ruling, Tournament

_WITH = (
    "raised_by__user", "decided_by", "match__round__section__stage", "match_game__white__user",
    "match_game__black__user", "match_game__game",
)  # fmt: skip


def claims_of(tournament: Tournament, *, kind: str = "", open_only: bool = False) -> QuerySet[Claim]:
    """The claims and appeals of an event, those that wait for an answer first, then the latest. One query."""
    claims = tournament.claims.select_related(*_WITH)
    if kind:
        claims = claims.filter(kind=kind)
    if open_only:
        return claims.filter(status=Claim.Status.OPEN).order_by("raised_at", "pk")
    open_first = Case(When(status=Claim.Status.OPEN, then=Value(0)), default=Value(1), output_field=IntegerField())
    return claims.order_by(open_first, "-raised_at", "-pk")


def claims_of_game(slot: MatchGame, viewer: User | None = None) -> list[Claim]:
    """What was asked about one game, oldest first; with ``viewer`` only what that player asked. One query."""
    claims = slot.claims.select_related(*_WITH).order_by("raised_at", "pk")
    return list(claims.filter(raised_by__user=viewer) if viewer is not None else claims)


def rulings_of(tournament: Tournament) -> QuerySet[Ruling]:
    """Every ruling of an event, the latest first. One query."""
    return (
        Ruling.objects.filter(match_game__match__round__tournament=tournament)
        .select_related("by", "match_game__white__user", "match_game__black__user", "match_game__match__round__section")
        .order_by("-pk")
    )


def rulings_of_game(slot: MatchGame) -> list[Ruling]:
    """The rulings on one game, the latest first; only the first that is not undone can be undone. One query."""
    return list(slot.rulings.select_related("by"))
