"""Entries that those in charge make by the names of players: by invitation, by hand, from a file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.errors import Conflict, ValidationFailed
from accounts.models import User
from games.pools import pool_of

from ..exchange.csv_entrants import read_entrants_csv
from ..models import Entrant, Tournament
from ..permissions import Act
from ..rules.checks import MAX_SEATS
from ..selectors.entries import free_seats
from ..selectors.seeding import ratings_of
from ..states import Status
from .audit import log, log_many
from .entry_doors import in_charge, require_open_to_new
from .entry_names import Names
from .entry_telling import seat_news, tell_player
from .seating import give_seat
from .telling import tell

MAX_CLUB = 60


@transaction.atomic(durable=True)
def invite(*, tournament_id: int, actor: User, names: Iterable[str], now: datetime) -> list[Entrant]:
    """Invite players by name, and tell them; all of them or, if one cannot be, none.

    Who takes part already, or is invited, stays as is. Who was declined or has withdrawn is invited anew.

    :raises ValidationFailed: what is wrong with which name, under ``names``.
    :raises Conflict: ``wrong_status``: a draft, or over, or running without late entry.
    :raises NotFound, Forbidden: no such event, or not in charge of it.
    """
    tournament = in_charge(tournament_id, actor, Act.DECIDE_ENTRIES, now)
    require_open_to_new(tournament)
    found = []
    for entrant in _named(tournament, names, now):
        if entrant.pk is None or entrant.status in (Entrant.Status.DECLINED, Entrant.Status.WITHDRAWN):
            entrant.status = Entrant.Status.INVITED
            entrant.withdrawn_at = None
            entrant.entered_at = now
            entrant.save()
            line = log(
                tournament,
                "invited",
                now=now,
                actor=actor,
                subject=entrant.user.name,
                after={"entrant": entrant.pk, "status": entrant.status},
                public=False,
            )
            tell_player(tournament, entrant.user, "event_invited", line, {"by": actor.shown_name}, now)
        found.append(entrant)
    return found


@transaction.atomic(durable=True)
def add_entrants(*, tournament_id: int, actor: User, names: Iterable[str], now: datetime) -> list[Entrant]:
    """Give seats to players by name, and tell them; all of them or, if one cannot have one, none.

    The organiser's word stands for the entry rules and for the check-in, but not for the seats. In a running Swiss it
    is a late entry, within the same limit as for everybody. Who has a seat keeps it.

    :raises ValidationFailed: what is wrong with which name, under ``names``.
    :raises Conflict: ``event_full``, with how many seats are free; ``wrong_status``; those of `seating.give_seat`.
    :raises NotFound, Forbidden: no such event, or not in charge of it.
    """
    tournament = in_charge(tournament_id, actor, Act.DECIDE_ENTRIES, now)
    require_open_to_new(tournament)
    return _add(tournament, actor, _named(tournament, names, now), now)


@transaction.atomic(durable=True)
def import_entrants(*, tournament_id: int, actor: User, text: str, now: datetime) -> list[Entrant]:
    """Give seats to the players of a CSV file, see `exchange.csv_entrants`; all of them or none.

    Players are found by user name, else by the name they show. Clubs are taken over. Start numbers and ratings are
    not: seeds follow from the ratings of this site.

    :raises ValidationFailed: what is wrong with which line, under ``text``.
    :raises Conflict, NotFound, Forbidden: as in `add_entrants`.
    """
    tournament = in_charge(tournament_id, actor, Act.DECIDE_ENTRIES, now)
    require_open_to_new(tournament)
    table = read_entrants_csv(text)
    problems = [(problem.line, problem.sentence) for problem in table.problems]
    names = Names(row.user_name or row.name for row in table.entrants)
    users: dict[int, User] = {}
    clubs: dict[int, str] = {}
    for row in table.entrants:
        user, wrong = names.find(row.user_name or row.name)
        if user is not None and user.pk in users:
            wrong = str(_("%(name)s stands in an earlier line already.") % {"name": user.name})
        if len(row.club) > MAX_CLUB:
            wrong = club_too_long()
        if wrong or user is None:
            problems.append((row.line, wrong))
            continue
        users[user.pk], clubs[user.pk] = user, row.club
    entrants = _entrants_of(tournament, users.values(), now)
    lines = [str(_("Line %(line)d: %(what)s") % {"line": line, "what": what}) for line, what in sorted(problems)]
    _refuse(lines + _expelled(entrants), "text")
    for entrant in entrants:
        club = clubs[entrant.user_id]
        if club and club != entrant.club and entrant.pk is None:
            entrant.club = club
        elif club and club != entrant.club:
            store_club(tournament, entrant, club, actor, now)
    return _add(tournament, actor, entrants, now)


def _named(tournament: Tournament, names: Iterable[str], now: datetime) -> list[Entrant]:
    """The entries of the named players, new ones not saved; each once.

    :raises ValidationFailed: a name that cannot be.
    """
    wanted = [name for name in dict.fromkeys(name.strip() for name in names) if name]
    if not wanted:
        _refuse([str(_("Name at least one player."))], "names")
    if len(wanted) > MAX_SEATS:
        _refuse([str(_("Name at most %(most)d players at a time.") % {"most": MAX_SEATS})], "names")
    book, users, wrong = Names(wanted), {}, []
    for name in wanted:
        user, sentence = book.find(name)
        if user is None:
            wrong.append(sentence)
        else:
            users[user.pk] = user
    entrants = _entrants_of(tournament, users.values(), now)
    _refuse(wrong + _expelled(entrants), "names")
    return entrants


def _entrants_of(tournament: Tournament, users: Iterable[User], now: datetime) -> list[Entrant]:
    users = list(users)
    ids = [user.pk for user in users]
    stored = {
        entrant.user_id: entrant for entrant in tournament.entrants.filter(user_id__in=ids).select_related("user")
    }
    ratings = ratings_of(ids, pool_of(tournament.game_type))
    return [
        stored.get(user.pk) or Entrant(tournament=tournament, user=user, rating=ratings[user.pk], entered_at=now)
        for user in users
    ]


def _expelled(entrants: Sequence[Entrant]) -> list[str]:
    sentence = _("%(name)s was expelled from this event.")
    expelled = [entrant for entrant in entrants if entrant.status == Entrant.Status.EXPELLED]
    return [str(sentence % {"name": entrant.user.name}) for entrant in expelled]


def _add(tournament: Tournament, actor: User, entrants: Sequence[Entrant], now: datetime) -> list[Entrant]:
    new = [entrant for entrant in entrants if entrant.pk is None or entrant.status != Entrant.Status.ENTERED]
    free = free_seats(tournament)
    if len(new) > free:
        message = _("You name %(count)d new players, and %(free)d seats are free. Offer more seats first.")
        raise Conflict(message % {"count": len(new), "free": free}, code="event_full", free=free)
    for entrant in new:
        entrant.entered_at = now
        entrant.checked_in_at = now if tournament.status == Status.CHECK_IN else None
    if tournament.status == Status.RUNNING:
        for entrant in new:
            line = give_seat(tournament, entrant, now=now, act="entrant_added", actor=actor)
            data = {**seat_news(entrant, "added"), "by": actor.shown_name}
            tell_player(tournament, entrant.user, "event_entry", line, data, now)
    elif new:
        _seat_many(tournament, actor, new, now)
    return list(entrants)


def _seat_many(tournament: Tournament, actor: User, new: Sequence[Entrant], now: datetime) -> None:
    """Give free seats to all of these before the start: a fixed number of queries, for fields of thousands."""
    before = {entrant.user_id: {"status": entrant.status} for entrant in new if entrant.pk is not None}
    for entrant in new:
        entrant.status = Entrant.Status.ENTERED
        entrant.withdrawn_at = None
    known = [entrant for entrant in new if entrant.pk is not None]
    Entrant.objects.bulk_update(known, ["status", "entered_at", "checked_in_at", "withdrawn_at"], batch_size=500)
    Entrant.objects.bulk_create([entrant for entrant in new if entrant.pk is None], batch_size=1000)
    lines = [
        (
            entrant.user.name,
            before.get(entrant.user_id),
            {
                "entrant": entrant.pk,
                "status": entrant.status,
                "rating": round(entrant.rating),
                "club": entrant.club,
            },
        )
        for entrant in new
    ]
    first = log_many(tournament, "entrant_added", lines, now=now, actor=actor)
    others = [entrant for entrant in new if entrant.user_id != actor.pk]
    data = {"what": "added", "by": actor.shown_name}
    tell(tournament, others, "event_entry", f"event_entry:{tournament.pk}:{first}", data, now)


def store_club(tournament: Tournament, entrant: Entrant, club: str, actor: User, now: datetime) -> None:
    """Write the club and the line about it."""
    before, entrant.club = entrant.club, club
    entrant.save(update_fields=["club"])
    log(
        tournament,
        "club_set",
        now=now,
        actor=actor,
        subject=entrant.user.name,
        before={"club": before},
        after={"entrant": entrant.pk, "club": club},
    )


def club_too_long() -> str:
    """The sentence about a club that does not fit."""
    return str(_("Write the club in at most %(most)d characters.") % {"most": MAX_CLUB})


def _refuse(sentences: Sequence[str], field: str) -> None:
    if sentences:
        raise ValidationFailed(
            _("Some of the entries are not right; nobody was added."), errors={field: list(sentences)}
        )
