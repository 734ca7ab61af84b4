"""What a decision would change, before it is made: standings, who goes on, ratings. Nothing is stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.errors import NotFound
from accounts.models import User
from games.services import arbiter

from ..decision import Decision, check_decisions
from ..match_scores import points_of, tally
from ..models import Entrant, Match, MatchGame, Section, Tournament
from ..pairing.knock_out_match import decide
from ..rules import ROUND_ROBIN
from ..withdrawal import WithdrawalRule, after_withdrawals
from .leaving import losses, results_would_stand, schedule_done, stays_out
from .pairing_state import pairing_state, past_match, places_of
from .results import SectionResults, game_result, results_of
from .standings import standings_from


@dataclass(frozen=True, slots=True)
class PreviewLine:
    """An entrant before and after. Points are half points; None: not in the standings."""

    section: Section
    entrant: Entrant
    rank_before: int | None
    rank_after: int | None
    points_before: int | None
    points_after: int | None

    @property
    def changed(self) -> bool:
        return (self.rank_before, self.points_before) != (self.rank_after, self.points_after)


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A player's rating value before and after."""

    user: User
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class GoesOn:
    """Who goes on from a knock-out match; None: nobody, or not known yet."""

    match: Match
    before: Entrant | None
    after: Entrant | None


@dataclass(frozen=True, slots=True)
class Preview:
    """``lines`` in the order they would have, section by section; a knock-out has none, but ``goes_on``."""

    lines: tuple[PreviewLine, ...]
    ratings: tuple[RatingLine, ...]
    goes_on: tuple[GoesOn, ...] = ()

    @property
    def changed(self) -> tuple[PreviewLine, ...]:
        return tuple(line for line in self.lines if line.changed)


@dataclass(frozen=True, slots=True)
class WithdrawalPreview:
    """A withdrawal both ways. ``stands``: which of the two the event's rule gives.

    ``annulled`` is None outside a round robin, where nothing is ever annulled. ``done`` of ``scheduled`` own games are
    completed; ``lost`` is how many open ones would be lost.
    """

    entrant: Entrant
    stands: bool
    done: int
    scheduled: int
    lost: int
    counted: tuple[PreviewLine, ...]
    annulled: tuple[PreviewLine, ...] | None
    ratings: tuple[RatingLine, ...]


def preview_result(
    tournament: Tournament, match_game_id: int, result: str, rated: bool, forfeit: bool, *, now: datetime
) -> Preview:
    """What a ruling on one game would change, see `preview_results`."""
    return preview_results(tournament, [Decision(match_game_id, result, rated, forfeit)], now=now)


def preview_results(tournament: Tournament, decisions: Sequence[Decision], *, now: datetime) -> Preview:
    """What these rulings together would change. A forecast: nothing is locked.

    :raises NotFound: no such game in this event.
    :raises ValidationFailed: no such result.
    """
    check_decisions(decisions)
    slots = _slots(tournament, decisions)
    by_section: dict[int, list[Decision]] = {}
    for decision in decisions:
        by_section.setdefault(slots[decision.match_game_id].match.round.section_id, []).append(decision)
    lines: list[PreviewLine] = []
    goes_on: list[GoesOn] = []
    for here in by_section.values():
        section = slots[here[0].match_game_id].match.round.section
        if section.stage.rules.is_knock_out:
            goes_on += _goes_on(section, here, slots)
            continue
        before = results_of(section)
        lines += _lines(section, before, _with(before, [_decided(slots[one.match_game_id], one) for one in here]))
    return Preview(tuple(lines), _ratings(decisions, slots, now), tuple(goes_on))


def preview_withdrawal(tournament: Tournament, entrant_id: int, *, now: datetime) -> WithdrawalPreview:
    """What would follow if this entrant left now: with the results counting, and with them annulled.

    :raises NotFound: no such entrant plays in this event.
    """
    entrant = tournament.entrants.select_related("user").filter(pk=entrant_id, seed__isnull=False).first()
    if entrant is None:
        raise NotFound(_("There is no such entrant in this event."), code="no_such_entrant")
    section = (
        Section.objects.filter(tournament=tournament, status=Section.Status.RUNNING, places__entrant=entrant)
        .select_related("stage")
        .first()
    )
    if section is None:
        return WithdrawalPreview(entrant, True, 0, 0, 0, (), None, ())
    section.tournament = section.stage.tournament = tournament
    own = _own_slots(tournament, section, entrant)
    stands = results_would_stand(section, entrant)
    decisions = losses(own.values(), entrant, () if stands else {section.pk}, now)
    results = results_of(section)
    done, scheduled = schedule_done(section, entrant, results.games)
    if section.stage.rules.format != ROUND_ROBIN:
        scheduled = section.rounds_total * section.stage.rules.games_per_pairing
    return WithdrawalPreview(
        entrant=entrant,
        stands=stands,
        done=done,
        scheduled=scheduled,
        lost=len(decisions),
        counted=_lines(section, results, _without(results, entrant, WithdrawalRule.FORFEIT)),
        annulled=(
            _lines(section, results, _without(results, entrant, WithdrawalRule.ANNUL))
            if section.stage.rules.format == ROUND_ROBIN
            else None
        ),
        ratings=_ratings(decisions, own, now),
    )


def _slots(tournament: Tournament, decisions: Sequence[Decision]) -> dict[int, MatchGame]:
    ids = [decision.match_game_id for decision in decisions]
    slots = _knowing(tournament, Q(pk__in=ids))
    if len(slots) < len(ids):
        raise NotFound(_("There is no such game in this event."), code="no_such_game")
    return slots


def _own_slots(tournament: Tournament, section: Section, entrant: Entrant) -> dict[int, MatchGame]:
    return _knowing(tournament, (Q(white=entrant) | Q(black=entrant)) & Q(match__round__section=section))


def _knowing(tournament: Tournament, which: Q) -> dict[int, MatchGame]:
    found = MatchGame.objects.filter(which, match__round__tournament=tournament).select_related(
        "game",
        "white",
        "black",
        "match__first__user",
        "match__second__user",
        "match__advances__user",
        "match__round__section__stage",
    )
    slots = {slot.pk: slot for slot in found.order_by("pk")}
    for slot in slots.values():
        section = slot.match.round.section
        section.tournament = section.stage.tournament = tournament
    return slots


def _decided(slot: MatchGame, decision: Decision) -> MatchGame:
    """The row as it would be; never saved."""
    slot.white_points, slot.black_points = points_of(slot.match.round.section.stage.rules, decision.result)
    slot.outcome, slot.forfeit = decision.result, decision.forfeit
    slot.counts = decision.counts and not stays_out(slot)
    slot.recorded_at = slot.recorded_at or slot.match.round.tournament.created_at  # recorded, whenever
    return slot


def _with(results: SectionResults, changed: Sequence[MatchGame]) -> SectionResults:
    new = {(slot.match_id, slot.number): game_result(slot) for slot in changed if slot.counts}
    kept = [game for game in results.games if (game.match, game.number) not in new]
    return replace(results, games=(*kept, *new.values()))


def _without(results: SectionResults, entrant: Entrant, rule: WithdrawalRule) -> SectionResults:
    treated = after_withdrawals(
        results.lines, results.games, {entrant.pk: rule}, scoring=results.scoring, byes=results.byes
    )
    lines = tuple(replace(line, status="withdrawn") if line.id == entrant.pk else line for line in treated.entrants)
    return replace(results, lines=lines, games=treated.results, byes=treated.byes)


def _lines(section: Section, before: SectionResults, after: SectionResults) -> tuple[PreviewLine, ...]:
    was = {standing.entrant.pk: standing for standing in standings_from(before)}
    lines = []
    for standing in standings_from(after):
        old = was.pop(standing.entrant.pk, None)
        lines.append(
            PreviewLine(
                section,
                standing.entrant,
                old.rank if old is not None else None,
                standing.rank,
                old.points if old is not None else None,
                standing.points,
            )
        )
    gone = [PreviewLine(section, old.entrant, old.rank, None, old.points, None) for old in was.values()]
    return (*lines, *gone)


def _goes_on(section: Section, decisions: Sequence[Decision], slots: dict[int, MatchGame]) -> list[GoesOn]:
    places = places_of(section)
    number_of = {place.entrant_id: place.number for place in places}
    entrant_of = {place.number: place.entrant for place in places}
    found = []
    for match in {slots[one.match_game_id].match_id: slots[one.match_game_id].match for one in decisions}.values():
        for one in decisions:
            _decided(slots[one.match_game_id], one)
        games = [slots.get(slot.pk, slot) for slot in match.games.order_by("number")]
        before = match.advances
        tally(match, games, section.stage.rules)
        settings = pairing_state(section, places, round_number=match.round.number).settings
        after = decide(past_match(match, games, number_of), settings) if match.status == "finished" else None
        found.append(GoesOn(match, before, entrant_of.get(after.no or 0) if after is not None else None))
    return found


def _ratings(decisions: Sequence[Decision], slots: dict[int, MatchGame], now: datetime) -> tuple[RatingLine, ...]:
    verdicts = [
        arbiter.Verdict(game_id, one.result, one.rated, one.forfeit)
        for one in decisions
        if (game_id := slots[one.match_game_id].game_id) is not None
    ]
    changed = arbiter.preview_all(verdicts=verdicts, now=now) if verdicts else {}
    users = User.objects.in_bulk(list(changed))
    lines = [RatingLine(users[pk], before, after) for pk, (before, after) in changed.items()]
    return tuple(sorted(lines, key=lambda line: -abs(line.after - line.before)))
