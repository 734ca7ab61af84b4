"""Ratings told anew from a game in the past, for everybody whose rating depends on it.

Part of the transaction that changes the game. Afterwards the ledger and every rating are what they would be, had the
game always been what it is now: `games.ratings.replay` in the order of the instant a game counts from, then its number.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Count, F, Q, QuerySet, Window
from django.db.models.functions import RowNumber

from games.models import Game, Rating, RatingChange
from games.ratings import glicko
from games.ratings.listing import listed_until
from games.ratings.replay import WHITE_SCORE, Change, Position, RatedGame, Standing, reached, replay

LEDGER_NUMBERS = (
    "value_before", "deviation_before", "volatility_before", "value_after", "deviation_after", "volatility_after",
)  # fmt: skip
RATING_FIELDS = (
    "value", "deviation", "volatility", "wins", "draws", "losses", "last_rated_at", "listed_until",
)  # fmt: skip
BATCH = 500
SOME_USERS = 1000

# The rating values of a player before and after, by user id.
Values = dict[int, tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Entry:
    """What the ledger shall hold of ``game``: ``rated``, or nothing."""

    game: Game
    rated: RatedGame | None


@dataclass(frozen=True, slots=True)
class _Correction:
    """Entries of one pool: the ``players`` and the place in the order from which ratings are told anew."""

    pool: str
    entries: tuple[Entry, ...]
    players: frozenset[int]
    since: Position

    @property
    def game_ids(self) -> list[int]:
        return [entry.game.pk for entry in self.entries]


@dataclass(frozen=True, slots=True)
class _Stretch:
    """The rated games from there on, the corrected ones as they shall be; and the ledger of the others."""

    games: list[RatedGame]
    rows: dict[tuple[int, int], RatingChange]

    @property
    def stored(self) -> dict[tuple[int, int], glicko.Rating]:
        return {
            key: glicko.Rating(row.value_after, row.deviation_after, row.volatility_after)
            for key, row in self.rows.items()
        }


def rated_game(game: Game, result: str, at: datetime) -> RatedGame:
    """Return ``game`` as it counts with ``result`` at ``at``."""
    return RatedGame(game.pk, at, game.white_id, game.black_id, WHITE_SCORE[result])


def rerate(entries: Sequence[Entry]) -> Values:
    """Make ledger and ratings what they are with ``entries``, and return whose value changed, and how.

    Expects the locks on the games, and the games saved with the results that are to count. Locks the ratings of
    everybody reached in the order of user ids, as the end of a game does, so that the two cannot wait for each other.
    """
    changed: Values = {}
    for correction in _corrections(entries):
        stretch, rows = _lock(correction)
        changes, standings = _replay(correction, stretch, rows)
        _write_ledger(correction, stretch, changes)
        changed |= _write_ratings(correction.pool, rows, standings)
    return changed


def forecast(entries: Sequence[Entry]) -> Values:
    """Return the present rating values that ``entries`` would change, and to what. Nothing is locked or stored."""
    changed: Values = {}
    for correction in _corrections(entries):
        stretch = _stretch(correction)
        users = reached(stretch.games, correction.players)
        rows = {row.user_id: row for row in _ratings(correction.pool, users)}
        _, standings = _replay(correction, stretch, users)
        for user_id in users:
            before = rows[user_id].value if user_id in rows else glicko.START.value
            after = standings.get(user_id, Standing()).rating.value
            if after != before:
                changed[user_id] = before, after
    return changed


def _corrections(entries: Sequence[Entry]) -> list[_Correction]:
    """Sort the entries by pool, and leave out what neither was nor becomes part of the ledger."""
    ledger = RatingChange.objects.filter(game__in=[entry.game.pk for entry in entries])
    was = dict(ledger.values_list("game_id", "rated_at"))
    by_pool: dict[str, list[tuple[Entry, list[Position]]]] = {}
    for entry in entries:
        places = [] if entry.rated is None else [entry.rated.position]
        if entry.game.pk in was:
            places.append((was[entry.game.pk], entry.game.pk))
        if places:
            by_pool.setdefault(entry.game.pool, []).append((entry, places))
    return [
        _Correction(
            pool=pool,
            entries=tuple(entry for entry, _ in found),
            players=frozenset(user for entry, _ in found for user in (entry.game.white_id, entry.game.black_id)),
            since=min(place for _, places in found for place in places),
        )
        for pool, found in sorted(by_pool.items())
    ]


def _stretch(correction: _Correction) -> _Stretch:
    at, game_id = correction.since
    later = RatingChange.objects.filter(
        Q(rated_at__gt=at) | Q(rated_at=at, game_id__gte=game_id), pool=correction.pool
    ).exclude(game__in=correction.game_ids)
    rows, games = {}, {}
    for row in later.select_related("game").only(
        *LEDGER_NUMBERS, "game_id", "user_id", "rated_at", "game__white_id", "game__black_id", "game__result"
    ):
        rows[row.game_id, row.user_id] = row
        if row.game_id not in games:
            games[row.game_id] = rated_game(row.game, row.game.result, row.rated_at)
    games |= {entry.game.pk: entry.rated for entry in correction.entries if entry.rated is not None}
    return _Stretch(sorted(games.values(), key=lambda game: game.position), rows)


def _lock(correction: _Correction) -> tuple[_Stretch, dict[int, Rating]]:
    """Lock the rating of everybody reached. Who that is can grow until the lock is held: then once more from the start.

    To give the locks back first is what keeps the order of user ids.
    """
    while True:
        users = reached(_stretch(correction).games, correction.players)
        savepoint = transaction.savepoint()
        for user_id in sorted(correction.players):
            ensure_rating(user_id, correction.pool)
        locked = Rating.objects.filter(pool=correction.pool, user_id__in=users).select_for_update().order_by("user_id")
        rows = {row.user_id: row for row in locked}
        stretch = _stretch(correction)
        if reached(stretch.games, correction.players) <= rows.keys():
            transaction.savepoint_commit(savepoint)
            return stretch, rows
        transaction.savepoint_rollback(savepoint)


def ensure_rating(user_id: int, pool: str) -> Rating:
    """Return the player's rating row, made with the start values if there is none."""
    start = glicko.START
    defaults = {"value": start.value, "deviation": start.deviation, "volatility": start.volatility}
    return Rating.objects.get_or_create(user_id=user_id, pool=pool, defaults=defaults)[0]


def _replay(
    correction: _Correction, stretch: _Stretch, users: Collection[int]
) -> tuple[list[Change], dict[int, Standing]]:
    return replay(stretch.games, correction.players, _standings_before(correction, users), stretch.stored)


def _standings_before(correction: _Correction, users: Collection[int]) -> dict[int, Standing]:
    """Return each player's standing by the last ledger line before the correction."""
    at, game_id = correction.since
    latest = Window(RowNumber(), partition_by=[F("user_id")], order_by=[F("rated_at").desc(), F("game_id").desc()])
    found: dict[int, Standing] = {}
    for some in _in_parts(users):
        earlier = RatingChange.objects.filter(
            Q(rated_at__lt=at) | Q(rated_at=at, game_id__lt=game_id), pool=correction.pool, user_id__in=some
        ).annotate(place=latest)
        for row in earlier.filter(place=1):
            rating = glicko.Rating(row.value_after, row.deviation_after, row.volatility_after)
            found[row.user_id] = Standing(rating, row.rated_at)
    return found


def _write_ledger(correction: _Correction, stretch: _Stretch, changes: Iterable[Change]) -> None:
    RatingChange.objects.filter(game__in=correction.game_ids).delete()
    lines = []
    for change in changes:
        row = stretch.rows.get((change.game.game_id, change.user_id))
        if row is None or any(getattr(row, name) != number for name, number in _numbers(change).items()):
            lines.append(ledger_line(change, correction.pool))
    # Upserts, because Django's bulk_update takes many times as long for the thousands of lines this can be.
    RatingChange.objects.bulk_create(
        lines, BATCH, update_conflicts=True, unique_fields=["game", "user"], update_fields=LEDGER_NUMBERS
    )


def ledger_line(change: Change, pool: str) -> RatingChange:
    """Return the line of the ledger for ``change``, unsaved."""
    return RatingChange(
        game_id=change.game.game_id, user_id=change.user_id, pool=pool, rated_at=change.game.at, **_numbers(change)
    )


def _numbers(change: Change) -> dict[str, float]:
    before, after = change.before, change.after
    numbers = (
        before.value, before.deviation, before.volatility, after.value, after.deviation, after.volatility,
    )  # fmt: skip
    return dict(zip(LEDGER_NUMBERS, numbers, strict=True))


def _write_ratings(pool: str, rows: dict[int, Rating], standings: dict[int, Standing]) -> Values:
    counts = _counts(pool, rows)
    changed = {}
    for user_id, row in rows.items():
        standing = standings.get(user_id, Standing())
        if standing.rating.value != row.value:
            changed[user_id] = row.value, standing.rating.value
        row.value, row.deviation = standing.rating.value, standing.rating.deviation
        row.volatility, row.last_rated_at = standing.rating.volatility, standing.last_rated_at
        row.wins, row.draws, row.losses = counts.get(user_id, (0, 0, 0))
        row.listed_until = None
        if standing.last_rated_at is not None:
            row.listed_until = listed_until(
                standing.rating, games=row.games, last_rated_at=standing.last_rated_at
            )  # fmt: skip
    Rating.objects.bulk_create(
        rows.values(), BATCH, update_conflicts=True, unique_fields=["user", "pool"], update_fields=RATING_FIELDS
    )
    return changed


def _counts(pool: str, users: Collection[int]) -> dict[int, tuple[int, int, int]]:
    """Count everybody's wins, draws and losses in the ledger."""
    won = Q(game__white=F("user"), game__result=Game.Result.WHITE)
    won |= Q(game__black=F("user"), game__result=Game.Result.BLACK)
    drawn = Q(game__result=Game.Result.DRAW)
    found = {}
    for some in _in_parts(users):
        lines = RatingChange.objects.filter(pool=pool, user_id__in=some).values("user_id")
        for line in lines.annotate(
            games=Count("pk"), wins=Count("pk", filter=won), draws=Count("pk", filter=drawn)
        ).order_by():
            wins, draws = line["wins"], line["draws"]
            found[line["user_id"]] = wins, draws, line["games"] - wins - draws
    return found


def _ratings(pool: str, users: Collection[int]) -> QuerySet[Rating]:
    return Rating.objects.filter(pool=pool, user_id__in=users)


def _in_parts(users: Collection[int]) -> Iterable[list[int]]:
    ordered = sorted(users)
    return (ordered[start : start + SOME_USERS] for start in range(0, len(ordered), SOME_USERS))
