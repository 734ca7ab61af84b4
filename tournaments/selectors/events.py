"""Events to list, and how far one has come."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from accounts.models import User
from games.models import Game

from ..models import Entrant, MatchGame, Official, Tournament
from ..registration import Registration, closing_time, registration
from ..states import ANNOUNCED, Status

# Whose own event it is, beside those who run it.
_CONCERNED = (Entrant.Status.ENTERED, Entrant.Status.WAITING, Entrant.Status.PENDING, Entrant.Status.INVITED)

Viewer = User | Any | None  # Django's AnonymousUser is nobody

SHOWN = {
    "open": tuple(ANNOUNCED),
    "running": (Status.RUNNING, Status.AWAITING_APPROVAL),
    "finished": (Status.FINISHED, Status.CANCELLED),
    "all": tuple(Status),
}


def visible_to(viewer: Viewer) -> QuerySet[Tournament]:
    """The events that ``viewer`` may see: all but the drafts of which the viewer is neither organiser nor official."""
    events = Tournament.objects.all()
    if viewer is None or not viewer.is_authenticated:
        return events.exclude(status=Status.DRAFT)
    if viewer.is_staff:
        return events
    own = Q(organiser_id=viewer.pk) | Q(pk__in=Official.objects.filter(user_id=viewer.pk).values("tournament_id"))
    return events.exclude(~own, status=Status.DRAFT)


def event_list(
    viewer: Viewer = None, *, shown: str = "all", mine: bool = False, game_type: str = "", text: str = ""
) -> QuerySet[Tournament]:
    """Events with ``entered`` (taken seats), ``games_total`` and ``games_over``, in the order a reader wants them.

    ``shown`` is a key of `SHOWN`; ``mine`` keeps the events that ``viewer`` runs, has entered, waits for or is invited
    to; ``text`` is looked for in the name. Open events come by start, running ones newest first, finished ones by
    their end.
    """
    events = visible_to(viewer).filter(status__in=SHOWN[shown]).select_related("organiser")
    if mine:
        if viewer is None or not viewer.is_authenticated:
            return events.none()
        concerned = Entrant.objects.filter(user_id=viewer.pk, status__in=_CONCERNED)
        roles = Official.objects.filter(user_id=viewer.pk)
        events = events.filter(
            Q(organiser_id=viewer.pk)
            | Q(pk__in=concerned.values("tournament_id"))
            | Q(pk__in=roles.values("tournament_id"))
        )
    if game_type:
        events = events.filter(game_type=game_type)
    if text:
        events = events.filter(name__icontains=text)
    return with_counts(events).order_by(*_ORDER[shown])


_ORDER: dict[str, tuple[Any, ...]] = {
    "open": (F("starts_at").asc(nulls_last=True), "-published_at", "-pk"),
    "running": ("-started_at", "-pk"),
    "finished": (Coalesce("finished_at", "cancelled_at").desc(), "-pk"),
    "all": ("-created_at", "-pk"),
}


def with_counts(events: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Add ``entered``, ``games_total`` and ``games_over`` to each event, without a query for each."""
    entrants = Entrant.objects.filter(tournament=OuterRef("pk"), status=Entrant.Status.ENTERED)
    games = MatchGame.objects.filter(match__round__tournament=OuterRef("pk"))
    return events.annotate(
        entered=_count(entrants, "tournament"),
        games_total=_count(games, "match__round__tournament"),
        games_over=_count(games.filter(recorded_at__isnull=False), "match__round__tournament"),
    )


def _count(rows: QuerySet[Any], by: str) -> Coalesce:
    return Coalesce(Subquery(rows.order_by().values(by).annotate(n=Count("pk")).values("n")), 0)


def events_of(user: User) -> QuerySet[Tournament]:
    """The events ``user`` has entered that others may see, newest first, with ``own_rank`` once finished."""
    own = Entrant.objects.filter(tournament=OuterRef("pk"), user=user)
    taking_part = Entrant.objects.filter(user=user, status=Entrant.Status.ENTERED).values("tournament_id")
    events = Tournament.objects.filter(pk__in=taking_part).exclude(status=Status.DRAFT)
    ranked = with_counts(events).annotate(own_rank=Subquery(own.values("final_rank")[:1]))
    return ranked.order_by("-created_at", "-pk")


@dataclass(frozen=True, slots=True)
class Progress:
    """How many games have been played, of how many; and since when nothing more is waited for."""

    over: int
    total: int

    @property
    def open(self) -> int:
        return self.total - self.over

    @property
    def percent(self) -> int:
        """Whole percent, rounded down, so that 100 means all."""
        return 100 * self.over // self.total if self.total else 0


def progress_of(tournament: Tournament) -> Progress:
    """The games of all rounds paired so far. One query."""
    counted = MatchGame.objects.filter(match__round__tournament=tournament).aggregate(
        total=Count("pk"), over=Count("pk", filter=Q(recorded_at__isnull=False))
    )
    return Progress(over=counted["over"], total=counted["total"])


def registration_of(tournament: Tournament, now: datetime) -> Registration:
    """How registration stands at ``now``."""
    return registration(
        tournament.status,
        opens_at=tournament.registration_opens_at,
        closes_at=tournament.registration_closes_at,
        starts_at=tournament.starts_at,
        now=now,
    )


def registration_end(tournament: Tournament) -> datetime | None:
    """When entries end; None: when the organiser starts the event."""
    return closing_time(tournament.registration_closes_at, tournament.starts_at)


def entrants_of(tournament: Tournament) -> list[Entrant]:
    """Who takes part: by seed once the event has started, before that by the time of entry. One query."""
    entrants = tournament.entrants.filter(status=Entrant.Status.ENTERED).select_related("user")
    return list(entrants.order_by(F("seed").asc(nulls_last=True), "entered_at", "pk"))


def entrant_of(tournament: Tournament, viewer: Viewer) -> Entrant | None:
    """The viewer's own place in the event, if there is one."""
    if viewer is None or not viewer.is_authenticated:
        return None
    return tournament.entrants.filter(user_id=viewer.pk, status=Entrant.Status.ENTERED).first()


def games_in_play(tournament: Tournament) -> list[MatchGame]:
    """The games that are being played now, least time first. One query."""
    slots = MatchGame.objects.filter(
        match__round__tournament=tournament, recorded_at=None, game__status=Game.Status.IN_PROGRESS
    ).select_related("game", "white__user", "black__user", "match__round")
    return list(slots.order_by("game__flag_at", "pk"))
