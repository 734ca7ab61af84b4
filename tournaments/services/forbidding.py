"""Who is not to meet whom: before the start an agreement, afterwards an arbiter's act that everybody sees."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.errors import Conflict, NotFound, ValidationFailed
from accounts.models import User
from games.services.reasons import check_reason

from ..models import Entrant, ForbiddenPair, Tournament
from ..permissions import Act
from ..states import BEFORE_START, OVER
from .audit import log
from .locking import locked, require


@transaction.atomic(durable=True)
def forbid_pair(
    *,
    tournament_id: int,
    actor: User,
    first_id: int,
    second_id: int,
    from_round: int = 1,
    to_round: int | None = None,
    reason: str = "",
    now: datetime,
) -> ForbiddenPair:
    """Keep two entrants apart in rounds ``from_round`` to ``to_round`` (None: to the end) of the first stage.

    Rounds that are published stand. Doing it twice changes nothing; other rounds for the same pair replace the earlier
    ones. Once the event has started it needs a reason, and everybody can read it.

    :raises ValidationFailed: one entrant twice, rounds out of order, no reason.
    :raises Conflict: ``wrong_status``: the event is over.
    :raises NotFound, Forbidden: no such entrant, or not in charge of the pairings.
    """
    tournament = _ready(tournament_id, actor, reason)
    if first_id == second_id:
        sentence = _("Choose two different entrants.")
        raise ValidationFailed(sentence, errors={"second_id": [sentence]})
    if from_round < 1 or (to_round is not None and to_round < from_round):
        sentence = _("The last round cannot come before the first.")
        raise ValidationFailed(sentence, errors={"to_round": [sentence]})
    first, second = _both(tournament, first_id, second_id)
    old = ForbiddenPair.objects.filter(first=first, second=second)
    same = old.filter(from_round=from_round, to_round=to_round).first()
    if same is not None:
        return same
    old.delete()
    pair = ForbiddenPair.objects.create(
        tournament=tournament,
        first=first,
        second=second,
        from_round=from_round,
        to_round=to_round,
        reason=reason[:200],
    )
    after = {"first": first.pk, "second": second.pk, "from_round": from_round, "to_round": to_round}
    _log(tournament, "pair_forbidden", (first, second), now, actor, reason, after)
    return pair


@transaction.atomic(durable=True)
def allow_pair(
    *, tournament_id: int, actor: User, first_id: int, second_id: int, reason: str = "", now: datetime
) -> None:
    """Let two meet again who were kept apart. Doing it twice changes nothing.

    :raises ValidationFailed: no reason, in an event that has started.
    :raises Conflict: ``wrong_status``: the event is over.
    :raises NotFound, Forbidden: no such entrant, or not in charge of the pairings.
    """
    tournament = _ready(tournament_id, actor, reason)
    first, second = _both(tournament, first_id, second_id)
    removed, _per_table = ForbiddenPair.objects.filter(first=first, second=second).delete()
    if removed:
        after = {"first": first.pk, "second": second.pk}
        _log(tournament, "pair_allowed", (first, second), now, actor, reason, after)


def _ready(tournament_id: int, actor: User, reason: str) -> Tournament:
    tournament = locked(tournament_id)
    require(actor, tournament, Act.PAIR)
    if tournament.status in OVER:
        raise Conflict(_("The event is over."), code="wrong_status")
    if tournament.status not in BEFORE_START:
        check_reason(reason)
    return tournament


def _both(tournament: Tournament, first_id: int, second_id: int) -> tuple[Entrant, Entrant]:
    """The two in the order of their ids, as they are stored."""
    found = tournament.entrants.filter(pk__in=(first_id, second_id)).select_related("user").order_by("pk")
    entrants = list(found)
    if len(entrants) != 2:
        raise NotFound(_("There is no such entrant in this event."))
    return entrants[0], entrants[1]


def _log(
    tournament: Tournament,
    act: str,
    pair: tuple[Entrant, Entrant],
    now: datetime,
    actor: User,
    reason: str,
    after: Mapping[str, int | None],
) -> None:
    subject = f"{pair[0].user.name} – {pair[1].user.name}"
    public = tournament.status not in BEFORE_START
    log(tournament, act, now=now, actor=actor, subject=subject, reason=reason, after=after, public=public)
