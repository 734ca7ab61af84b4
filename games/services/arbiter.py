"""What an arbiter may do with one game. Each runs inside the transaction of whoever calls it.

The caller has checked that this person may decide here, and holds the lock of the event if there is one: the order is
event, then games by number, then ratings by user. For several games at once call the function for all of them, because
only it locks them in that order. ``by_id`` is the arbiter's user id, None for a rule of the event; ``reason`` is for
the players to read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext as _

from games.errors import Conflict, NotFound, ValidationFailed
from games.events import record
from games.models import Game, GameEvent, RatingChange
from games.ruling import Ruling
from games.services.flags import check_guard
from games.services.grants import grant_time
from games.services.lock import lock_games
from games.services.pauses import pause, pause_all, resume, resume_all
from games.services.ratings import can_be_rated, counts_for_rating
from games.services.reasons import check_reason
from games.services.rerating import Entry, Values, forecast, rated_game, rerate
from games.services.state import set_back, set_over
from games.services.telling import settle_end, tell_arbiter

__all__ = [
    "Ruling",
    "Verdict",
    "adjudicate",
    "adjudicate_all",
    "grant_time",
    "pause",
    "pause_all",
    "preview_all",
    "preview_ratings",
    "reinstate",
    "reinstate_all",
    "resume",
    "resume_all",
]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an arbiter decides about one game: its ``result`` ("white", "black", "draw" or "none").

    ``rated``: it changes the ratings, where a game can: agreed to be rated, both sides moved, somebody scored.
    ``forfeit``: lost without play, by one side or (result "none") both; that is never rated.
    """

    game_id: int
    result: str
    rated: bool
    forfeit: bool = False

    @property
    def ending(self) -> str:
        if not self.forfeit:
            return Game.Ending.ADJUDICATION
        return Game.Ending.DOUBLE_FORFEIT if self.result == Game.Result.NONE else Game.Ending.FORFEIT


def adjudicate(
    *, game_id: int, result: str, rated: bool, by_id: int, reason: str, now: datetime, forfeit: bool = False
) -> Ruling:
    """Give a game this result, whatever its state. See `adjudicate_all`."""
    verdict = Verdict(game_id, result, rated, forfeit)
    return adjudicate_all(verdicts=[verdict], by_id=by_id, reason=reason, now=now)[game_id]


def adjudicate_all(*, verdicts: Sequence[Verdict], by_id: int | None, reason: str, now: datetime) -> dict[int, Ruling]:
    """Give games in any state the results decided, and return by game what takes each ruling back.

    A game in play ends at ``now``; one whose time was up by then has ended on time first. One that is over keeps the
    instant of its end, so that it keeps its place among the rated games; its earlier effect on ratings goes, and every
    rating that depended on it is told anew.

    :raises NotFound: there is no such game.
    :raises ValidationFailed: by field: no such result, a drawn forfeit, no reason.
    :raises FlagPending: the time of a player is up, but a move sent in time may still arrive.
    """
    check_reason(reason)
    decided = {verdict.game_id: verdict for verdict in verdicts}
    for verdict in decided.values():
        _check(verdict)
    games = lock_games(decided)
    for game in games.values():
        check_guard(game, now)
    in_ledger = _in_ledger(games)
    rulings, entries = {}, []
    for game in games.values():
        was_rated = game.pk in in_ledger
        if game.flag_at is not None and now >= game.flag_at:
            was_rated = _let_flag_fall(game)
        rulings[game.pk] = _ruling(game, was_rated=was_rated, now=now)
        verdict = decided[game.pk]
        at = game.finished_at or now
        set_over(game, status=Game.Status.FINISHED, result=verdict.result, ending=verdict.ending, at=at)
        game.save()
        entries.append(_entry(game, verdict, at))
    changed = rerate(entries)
    for entry in entries:
        game, before = entry.game, rulings[entry.game.pk]
        event = record(
            game,
            GameEvent.Kind.RULED,
            at=now,
            by_id=by_id,
            reason=reason,
            result=game.result,
            ending=game.ending,
            rated=entry.rated is not None,
            ratings=_of_players(game, changed),
            before=before.to_json(),
        )
        rulings[game.pk] = replace(before, event_id=event.pk)
        settle_end(game, now=now)
        tell_arbiter(game, event, now=now)
    return rulings


def reinstate(*, game_id: int, ruling: Ruling, by_id: int | None, now: datetime, reason: str = "") -> Game:
    """Take a ruling back. See `reinstate_all`.

    :raises ValueError: the ruling is about another game.
    """
    if ruling.game_id != game_id:
        raise ValueError(f"ruling {ruling.event_id} is not about game {game_id}")
    return reinstate_all(rulings=[ruling], by_id=by_id, now=now, reason=reason)[game_id]


def reinstate_all(*, rulings: Sequence[Ruling], by_id: int | None, now: datetime, reason: str = "") -> dict[int, Game]:
    """Make games what they were before their rulings, ratings included, and return them.

    A game that was being played goes on, and the time since the ruling is nobody's: the clock starts at ``now`` with
    what both sides had then. To take the same ruling back twice changes nothing.

    :raises NotFound: there is no such game, or no such ruling on it.
    :raises Conflict: ``ruling_superseded``: a later ruling on the game stands; take that back first.
    """
    by_game = {ruling.game_id: ruling for ruling in rulings}
    games = lock_games(by_game)
    due = {pk: ruling for pk, ruling in by_game.items() if _still_stands(ruling)}
    entries = []
    for pk, ruling in due.items():
        game = games[pk]
        set_back(game, ruling, at=now)
        game.save()
        rated = rated_game(game, game.result, game.finished_at or now) if ruling.was_rated else None
        entries.append(Entry(game, rated))
    changed = rerate(entries)
    for pk, ruling in due.items():
        game = games[pk]
        event = record(
            game,
            GameEvent.Kind.REINSTATED,
            at=now,
            by_id=by_id,
            reason=reason,
            ruling=ruling.event_id,
            ratings=_of_players(game, changed),
        )
        tell_arbiter(game, event, now=now)
    return games


def preview_ratings(*, game_id: int, result: str, rated: bool, now: datetime, forfeit: bool = False) -> Values:
    """Return what a ruling would do to the ratings of today. See `preview_all`."""
    return preview_all(verdicts=[Verdict(game_id, result, rated, forfeit)], now=now)


def preview_all(*, verdicts: Sequence[Verdict], now: datetime) -> Values:
    """Return by user id the rating values before and after such rulings: of everybody whose value would change.

    Nothing is stored or locked, so that it is a forecast, not a promise. Several games of one pool are taken together.

    :raises NotFound: there is no such game.
    :raises ValidationFailed: no such result, or a drawn forfeit.
    """
    games = Game.objects.in_bulk([verdict.game_id for verdict in verdicts])
    entries = []
    for verdict in verdicts:
        _check(verdict)
        game = games.get(verdict.game_id)
        if game is None:
            raise NotFound(_("There is no such game."), code="no_such_game")
        entries.append(_entry(game, verdict, game.finished_at or now))
    return forecast(entries)


def _check(verdict: Verdict) -> None:
    errors = {}
    if verdict.result not in Game.Result.values:
        results = ", ".join(Game.Result.values)
        errors["result"] = [_("Choose one of: %(values)s.") % {"values": results}]
    elif verdict.forfeit and verdict.result == Game.Result.DRAW:
        errors["result"] = [_("A forfeit has a loser: choose who forfeits, or that both do.")]
    if errors:
        raise ValidationFailed(_("The game cannot be decided so: see the fields."), errors=errors)


def _in_ledger(games: dict[int, Game]) -> set[int]:
    return set(RatingChange.objects.filter(game__in=games).values_list("game_id", flat=True))


def _let_flag_fall(game: Game) -> bool:
    """End an overdue game on time before it is ruled upon, and say whether that result is one that is rated.

    The ratings themselves follow with the ruling, all in one.
    """
    loser, deadline = game.side_to_move, game.flag_at
    if loser is None or deadline is None:
        raise ValueError(f"no clock runs in game {game.pk}")
    set_over(game, status=Game.Status.FINISHED, result=loser.other, ending=Game.Ending.FLAG, at=deadline)
    record(game, GameEvent.Kind.ENDED, at=deadline, result=game.result, ending=game.ending)
    return counts_for_rating(game)


def _ruling(game: Game, *, was_rated: bool, now: datetime) -> Ruling:
    clock = game.clock.stop(now=now)
    return Ruling(
        game_id=game.pk,
        event_id=0,
        status=game.status,
        result=game.result,
        ending=game.ending,
        finished_at=game.finished_at,
        rated=game.rated,
        was_rated=was_rated,
        to_move=game.to_move,
        white_remaining=clock.white,
        black_remaining=clock.black,
        turn_started_at=game.turn_started_at,
        turn_spent=game.spent_in_turn(now),
        flag_at=game.flag_at,
        warn_at=game.warn_at,
        paused_at=game.paused_at,
        paused_until=game.paused_until,
        white_draw_offer_ply=game.white_draw_offer_ply,
        black_draw_offer_ply=game.black_draw_offer_ply,
        white_last_offer_ply=game.white_last_offer_ply,
        black_last_offer_ply=game.black_last_offer_ply,
    )


def _entry(game: Game, verdict: Verdict, at: datetime) -> Entry:
    counts = verdict.rated and not verdict.forfeit and can_be_rated(game, verdict.result)
    return Entry(game, rated_game(game, verdict.result, at) if counts else None)


def _of_players(game: Game, changed: Values) -> dict[str, tuple[float, float]]:
    return {str(user): changed[user] for user in (game.white_id, game.black_id) if user in changed}


def _still_stands(ruling: Ruling) -> bool:
    """Say whether the ruling is the one in force; False if it was taken back already. Expects the lock on the game."""
    kinds = (GameEvent.Kind.RULED, GameEvent.Kind.REINSTATED)
    events = GameEvent.objects.filter(game=ruling.game_id, kind__in=kinds).order_by("pk")
    standing: list[int] = []
    for event in events:
        if event.kind == GameEvent.Kind.RULED:
            standing.append(event.pk)
        elif event.data["ruling"] == ruling.event_id:
            return False
        else:
            standing.remove(event.data["ruling"])
    if ruling.event_id not in standing:
        raise NotFound(_("There is no such ruling on this game."), code="no_such_ruling")
    if standing[-1] != ruling.event_id:
        raise Conflict(_("A later ruling on this game stands: take that one back first."), code="ruling_superseded")
    return True
