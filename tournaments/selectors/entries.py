"""Who has entered, who waits for what, and what somebody can do about an own entry."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import F, Max

from accounts.models import User
from games.pools import pool_of
from games.selectors.ratings import current_rating
from games.selectors.timeouts import timeouts_of

from ..eligibility import PlayerRecord
from ..models import ByeRequest, Entrant, Match, Official, Section, Tournament
from ..registration import LateEntry, Registration, late_entry
from ..rules.rounds import rounds_of_stage
from ..states import ANNOUNCED, Status
from .events import registration_of

TAKES_PART = frozenset({Entrant.Status.ENTERED, Entrant.Status.WAITING, Entrant.Status.PENDING})
# Who has an entry and may still enter: before the start, and late.
_MAY_ENTER = frozenset({Entrant.Status.INVITED, Entrant.Status.WITHDRAWN})
_MAY_ENTER_LATE = _MAY_ENTER | {Entrant.Status.WAITING}


def free_seats(tournament: Tournament) -> int:
    """How many seats nobody has; not below 0. One query."""
    return max(0, tournament.seats - tournament.entrants.filter(status=Entrant.Status.ENTERED).count())


def waiting_list(tournament: Tournament) -> list[Entrant]:
    """Who waits for a seat, first come first. One query."""
    waiting = tournament.entrants.filter(status=Entrant.Status.WAITING).select_related("user")
    return list(waiting.order_by("entered_at", "pk"))


def entries_by_status(tournament: Tournament) -> dict[str, list[Entrant]]:
    """Every entry under its status, in the order of seeds, then of time. One query."""
    found: dict[str, list[Entrant]] = {str(status): [] for status in Entrant.Status}
    rows = tournament.entrants.select_related("user").order_by(F("seed").asc(nulls_last=True), "entered_at", "pk")
    for entrant in rows:
        found[entrant.status].append(entrant)
    return found


def own_entry(tournament: Tournament, viewer: User | Any | None) -> Entrant | None:
    """The viewer's entry, whatever became of it; None: there never was one."""
    if viewer is None or not viewer.is_authenticated:
        return None
    return tournament.entrants.filter(user_id=viewer.pk).first()


def officials_of(tournament: Tournament) -> list[Official]:
    """The roles that were given, by player. One query."""
    return list(tournament.officials.select_related("user").order_by("user__name", "role"))


def player_record(user: User, tournament: Tournament, now: datetime) -> PlayerRecord:
    """What ``user`` has to show to the entry rules of the event. Two queries."""
    rating = current_rating(user, pool_of(tournament.game_type), now)
    timeouts = timeouts_of(user)
    return PlayerRecord(
        rating=rating.value,
        provisional=rating.provisional,
        rated_games=rating.games,
        latest_games=timeouts.games,
        lost_on_time=timeouts.lost,
    )


def first_stage_sections(tournament: Tournament) -> list[Section]:
    """The sections of the first stage; none before the start. One query."""
    return list(tournament.sections.filter(stage__number=1).select_related("stage").order_by("number"))


def rounds_paired(section: Section) -> int:
    """The number of the last round paired, 0 for none. A preview is none."""
    return section.rounds.aggregate(last=Max("number"))["last"] or 0


def late_entry_to(tournament: Tournament, section: Section) -> LateEntry | None:
    """Whether ``section`` of the running first stage takes newcomers; None: this event never does."""
    return late_entry(
        is_swiss=tournament.rules.is_swiss,
        until=tournament.late_entry_until,
        rounds_paired=rounds_paired(section),
        rounds_total=section.rounds_total,
    )


def late_entry_of(tournament: Tournament) -> LateEntry | None:
    """The late entry of the section that is open longest; None: not running, or no late entry in this event."""
    if tournament.status != Status.RUNNING:
        return None
    found = [late for section in first_stage_sections(tournament) if (late := late_entry_to(tournament, section))]
    return max(found, key=lambda late: late.last_round - late.first_round, default=None)


@dataclass(frozen=True, slots=True)
class ByeState:
    """The half-point byes of an entrant: rounds asked off, how many more may be asked, and for which rounds."""

    asked: tuple[int, ...]
    left: int
    rounds: tuple[int, ...]


def byes_of(tournament: Tournament, entrant: Entrant) -> ByeState:
    """What ``entrant`` has asked off and may still ask. Rounds missed by entering late at half a point count too."""
    asked = tuple(
        ByeRequest.objects.filter(entrant=entrant, points="half")
        .order_by("round_number")
        .values_list("round_number", flat=True)
    )
    late = Match.objects.filter(
        first=entrant,
        kind=Match.Kind.HALF_BYE,
        round__section__stage__number=1,
        round__number__lt=entrant.late_from or 1,
    ).count()
    left = max(0, tournament.requested_byes - len(asked) - late)
    first, last = bye_rounds(tournament, entrant)
    if not tournament.rules.is_swiss or entrant.status not in TAKES_PART:
        left = 0
    rounds = tuple(number for number in range(first, last + 1) if number not in asked) if left else ()
    return ByeState(asked=asked, left=left, rounds=rounds)


def bye_rounds(tournament: Tournament, entrant: Entrant) -> tuple[int, int]:
    """The first and the last round that are not paired yet. Before the start: as many as a full field would play."""
    place = entrant.places.filter(section__stage__number=1).select_related("section").first()
    if place is None:
        return 1, rounds_of_stage(tournament.rules, tournament.seats)
    return rounds_paired(place.section) + 1, place.section.rounds_total


@dataclass(frozen=True, slots=True)
class EntryDesk:
    """What the page of an event offers the viewer about entering it.

    ``line`` is the place on the waiting list, from 1. ``late`` is given once the event runs and takes newcomers.
    """

    own: Entrant | None
    free_seats: int
    registration: Registration
    late: LateEntry | None
    can_enter: bool
    would_wait: bool
    needs_password: bool
    needs_approval: bool
    can_decline: bool
    can_withdraw: bool
    can_check_in: bool
    line: int | None
    byes: ByeState | None


def entry_desk(tournament: Tournament, viewer: User | Any | None, now: datetime) -> EntryDesk:
    """What ``viewer`` can do about an entry at ``now``. The services have the last word, and the reasons."""
    own, free = own_entry(tournament, viewer), free_seats(tournament)
    state, late = registration_of(tournament, now), late_entry_of(tournament)
    status = own.status if own is not None else None
    invited = status == Entrant.Status.INVITED
    is_open = state is Registration.OPEN or (late is not None and late.is_open)
    may_try = own is None or (own.seed is None and status in (_MAY_ENTER if late is None else _MAY_ENTER_LATE))
    by_invitation = tournament.entry == Tournament.Entry.INVITATION and status is None
    waits = free == 0 and tournament.waiting_list and tournament.status in ANNOUNCED
    in_line = status == Entrant.Status.WAITING
    return EntryDesk(
        own=own,
        free_seats=free,
        registration=state,
        late=late,
        can_enter=is_open and may_try and not by_invitation and (free > 0 or waits),
        would_wait=waits,
        needs_password=tournament.entry == Tournament.Entry.PASSWORD and not invited,
        needs_approval=tournament.entry == Tournament.Entry.APPROVAL and not invited,
        can_decline=invited,
        can_withdraw=status in TAKES_PART and tournament.status in {*ANNOUNCED, Status.RUNNING},
        can_check_in=tournament.status == Status.CHECK_IN
        and status in (Entrant.Status.ENTERED, Entrant.Status.WAITING)
        and own is not None
        and own.checked_in_at is None,
        line=_place_in_line(own) if own is not None and in_line else None,
        byes=byes_of(tournament, own) if own is not None and tournament.rules.is_swiss else None,
    )


def _place_in_line(entrant: Entrant) -> int:
    ahead = Entrant.objects.filter(tournament=entrant.tournament_id, status=Entrant.Status.WAITING)
    ids = list(ahead.order_by("entered_at", "pk").values_list("pk", flat=True))
    return ids.index(entrant.pk) + 1
