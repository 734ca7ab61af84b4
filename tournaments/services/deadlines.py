"""Deadlines of rounds and matches: reminders before, the rule's outcome after, and putting them off.

A sweep finds the rounds to look at by an indexed column. It may come late, twice or in two workers: what a deadline
brings about bears the date of the deadline, and is done once, under the event's lock.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.errors import Conflict, NotFound, ValidationFailed
from accounts.models import User
from games.services.reasons import check_reason

from ..models import Match, Round, Tournament
from ..pacing import OverdueRule, reminder_due, reminder_times
from ..permissions import Act
from ..states import Status
from .audit import log, match_place
from .counting import settle_all
from .locking import locked, require
from .overdue import decide_overdue
from .pairing import round_place
from .telling import tell, tell_officials

logger = logging.getLogger(__name__)

BATCH = 100  # games decided in one transaction
AGAIN = timedelta(minutes=1)  # until the next look, where a flag or the count of a result comes first


def look_at_rounds(*, now: datetime, limit: int = 200) -> int:
    """Remind the players of rounds whose deadline comes near, and do what the rule says once it has passed.

    Rounds of a paused event are left alone. Returns how many rounds were looked at.
    """
    due = Round.objects.filter(
        look_at__lte=now,
        status=Round.Status.RUNNING,
        tournament__status=Status.RUNNING,
        tournament__paused_at=None,
    )
    done = 0
    for round_id in list(due.order_by("look_at", "pk").values_list("pk", flat=True)[:limit]):
        try:
            while _look(round_id, now):  # each pass decides games, so there is a last one
                pass
            done += 1
        except Exception:  # one broken event must not stop the others
            logger.exception("could not look at round %s", round_id)
    return done


@transaction.atomic(durable=True)
def _look(round_id: int, now: datetime) -> bool:
    """Look at a round once. Returns whether there is more to decide in it."""
    stored = Round.objects.select_related("section__stage").get(pk=round_id)
    tournament = locked(stored.tournament_id)
    stored.refresh_from_db(fields=["status", "look_at", "deadline", "reminded_at"])
    if tournament.status != Status.RUNNING or tournament.paused_at is not None:
        return False
    if stored.status != Round.Status.RUNNING or stored.look_at is None or stored.look_at > now:
        return False  # another worker was first
    stored.tournament = stored.section.tournament = stored.section.stage.tournament = tournament
    matches = _open_matches(stored)
    overdue = [match for match in matches if (at := due_at(match, stored)) is not None and at <= now]
    again = None
    if overdue and stored.section.stage.rules.overdue == OverdueRule.ARBITER:
        _ask_officials(stored, overdue, now)
    elif overdue:
        passed = decide_overdue(tournament, stored, overdue, now, limit=BATCH)
        if passed.decided:
            settle_all(tournament, passed.decided, now)
        if passed.more:
            return True
        again = now + AGAIN if passed.waiting else None
    ahead = [match for match in matches if match not in overdue]
    _remind(stored, ahead, now)
    stored.refresh_from_db(fields=["status"])  # the last result may have closed it
    stored.reminded_at = now
    stored.look_at = _next_look(stored, ahead, now, again) if stored.status == Round.Status.RUNNING else None
    stored.save(update_fields=["reminded_at", "look_at"])
    return False


def due_at(match: Match, stored: Round) -> datetime | None:
    """When a match must be over: its own deadline, or that of its round."""
    return match.deadline or stored.deadline


def _open_matches(stored: Round) -> list[Match]:
    matches = stored.matches.filter(kind=Match.Kind.GAMES).exclude(status=Match.Status.FINISHED)
    found = list(matches.select_related("first__user", "second__user").order_by("board"))
    for match in found:
        match.round = stored
    return found


def _ask_officials(stored: Round, overdue: list[Match], now: datetime) -> None:
    """Leave what is overdue to the arbiter, and say so once for each deadline."""
    latest = max(at for match in overdue if (at := due_at(match, stored)) is not None)
    boards = ", ".join(str(match.board) for match in overdue)
    after = {**round_place(stored), "matches": [match.pk for match in overdue]}
    log(stored.tournament, "round_overdue", now=now, subject=f"{stored.number} ({boards})", after=after)
    key = f"event_overdue:{stored.pk}:{latest.isoformat()}"
    data = {"round": stored.number, "games": len(overdue)}
    tell_officials(stored.tournament, "event_overdue", key, data, now)


def _remind(stored: Round, ahead: list[Match], now: datetime) -> None:
    for match in ahead:
        deadline, started_at = due_at(match, stored), match.started_at or stored.started_at
        if deadline is None or started_at is None:
            continue
        due = reminder_due(started_at=started_at, deadline=deadline, reminded_at=stored.reminded_at, now=now)
        if due is not None:
            _tell_deadline(match, stored, f"{deadline.isoformat()}:{due.before}", now)


def _tell_deadline(match: Match, stored: Round, what: str, now: datetime, *, moved: bool = False) -> None:
    assert match.second is not None
    deadline = due_at(match, stored)
    for entrant, opponent in ((match.first, match.second), (match.second, match.first)):
        data = {
            "round": stored.number,
            "opponent": opponent.user.shown_name,
            "deadline_at": deadline.isoformat() if deadline is not None else None,
            "moved": moved,
        }
        tell(stored.tournament, [entrant], "event_deadline", f"event_deadline:{match.pk}:{what}", data, now)


def _next_look(stored: Round, ahead: list[Match], now: datetime, again: datetime | None) -> datetime | None:
    coming = [again] if again is not None else []
    for match in ahead:
        deadline, started_at = due_at(match, stored), match.started_at or stored.started_at
        if deadline is None or started_at is None:
            continue
        coming.append(deadline)
        coming += [reminder.at for reminder in reminder_times(started_at, deadline) if reminder.at > now]
    return min(coming, default=None)


@transaction.atomic(durable=True)
def extend_deadline(
    *,
    tournament_id: int,
    actor: User,
    round_id: int,
    deadline: datetime,
    reason: str,
    now: datetime,
    match_id: int | None = None,
) -> Round:
    """Give a running round another deadline, or one of its matches (``match_id``) one of its own.

    What an earlier deadline has brought about stands. Who still plays is told. The same deadline again changes nothing.

    :raises ValidationFailed: ``deadline``: it has passed; ``reason``: there is none.
    :raises Conflict: ``round_not_running``; ``match_over``.
    :raises NotFound, Forbidden: no such round or match, or not an arbiter here.
    """
    tournament = locked(tournament_id)
    require(actor, tournament, Act.CLOCKS)
    check_reason(reason)
    stored = _round_of(tournament, round_id)
    match = _match_of(stored, match_id)
    if deadline <= now:
        sentence = _("The deadline must lie ahead.")
        raise ValidationFailed(sentence, errors={"deadline": [sentence]})
    before = match.deadline if match is not None else stored.deadline
    if before == deadline:
        return stored
    if match is not None:
        match.deadline = deadline
        match.save(update_fields=["deadline"])
    else:
        stored.deadline = deadline
    stored.look_at = now
    stored.save(update_fields=["deadline", "look_at"])
    place = match_place(match) if match is not None else round_place(stored)
    log(
        tournament,
        "deadline_changed",
        now=now,
        actor=actor,
        subject=f"{stored.number}.{match.board}" if match is not None else str(stored.number),
        reason=reason,
        before={"deadline": before},
        after={**place, "deadline": deadline},
    )
    for one in [match] if match is not None else _open_matches(stored):
        if match is not None or one.deadline is None:
            _tell_deadline(one, stored, deadline.isoformat(), now, moved=True)
    return stored


def _round_of(tournament: Tournament, round_id: int) -> Round:
    stored = Round.objects.select_related("section__stage").filter(pk=round_id, tournament=tournament).first()
    if stored is None:
        raise NotFound(_("There is no such round in this event."))
    if stored.status != Round.Status.RUNNING:
        raise Conflict(_("Only a round that is on has a deadline to change."), code="round_not_running")
    stored.tournament = stored.section.tournament = stored.section.stage.tournament = tournament
    return stored


def _match_of(stored: Round, match_id: int | None) -> Match | None:
    if match_id is None:
        return None
    match = stored.matches.select_related("first__user", "second__user").filter(pk=match_id).first()
    if match is None or match.second is None:
        raise NotFound(_("There is no such match in this round."))
    if match.status == Match.Status.FINISHED:
        raise Conflict(_("This match is over."), code="match_over")
    match.round = stored
    return match
