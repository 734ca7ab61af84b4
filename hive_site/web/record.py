"""A player's results, counted by the database: by colour, by opening, against one opponent, against the usual ones."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Case, Count, F, Q, QuerySet, Value, When

from accounts.models import User
from games.models import Game
from games.opening_words import opening_words
from games.side import Side

USUAL = 5
FAVOURITES = 5


@dataclass(frozen=True, slots=True)
class Tally:
    """Games won, drawn and lost. Games without a result for either side are not counted."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def percent(self) -> int:
        """Points in whole percents of what could be had; a draw is half a point."""
        return round(100 * (self.won + self.drawn / 2) / self.games) if self.games else 0

    @property
    def points(self) -> str:
        """Points as written in a score: 4½."""
        return _points(2 * self.won + self.drawn)

    @property
    def points_against(self) -> str:
        return _points(2 * self.lost + self.drawn)

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.won + other.won, self.drawn + other.drawn, self.lost + other.lost)


@dataclass(frozen=True, slots=True)
class Record:
    white: Tally
    black: Tally

    @property
    def all(self) -> Tally:
        return self.white + self.black


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """The record of the page's player against ``opponent``."""

    opponent: User
    tally: Tally


@dataclass(frozen=True, slots=True)
class OpeningRecord:
    """How the player has done with one opening; ``code`` as in `games.opening_words`."""

    code: str
    tally: Tally

    @property
    def name(self) -> str:
        """What players call it, in the reader's language."""
        return opening_words(self.code)

    @property
    def bugs(self) -> str:
        """The letters of its bugs, in the order in which they came."""
        return self.code.partition("-")[0]


@dataclass(frozen=True, slots=True)
class Repertoire:
    """The openings of one colour: those played most, and all others together (``more`` of them)."""

    side: Side
    favourites: list[OpeningRecord]
    more: int
    others: Tally


def record_of(user: User) -> Record:
    """Return how the player has done with each colour. One query."""
    white, black = Q(white=user), Q(black=user)
    won_white, won_black, drawn = Q(result=Game.Result.WHITE), Q(result=Game.Result.BLACK), Q(result=Game.Result.DRAW)
    counted = _decided(user).aggregate(
        ww=Count("pk", filter=white & won_white),
        wd=Count("pk", filter=white & drawn),
        wl=Count("pk", filter=white & won_black),
        bw=Count("pk", filter=black & won_black),
        bd=Count("pk", filter=black & drawn),
        bl=Count("pk", filter=black & won_white),
    )
    return Record(
        white=Tally(counted["ww"], counted["wd"], counted["wl"]),
        black=Tally(counted["bw"], counted["bd"], counted["bl"]),
    )


def repertoires_of(user: User) -> list[Repertoire]:
    """Return how the player opens with each colour, the colours without a known opening left out. One query.

    Games count as in `record_of`; those that ended before the openings were played are in neither list.
    """
    rows = (
        _decided(user)
        .annotate(
            side=Case(When(white=user, then=Value(Side.WHITE.value)), default=Value(Side.BLACK.value)),
            opening=Case(When(white=user, then=F("white_opening")), default=F("black_opening")),
        )
        .exclude(opening="")
        .values("side", "opening")
        .annotate(n=Count("pk"), won=Count("pk", filter=_won(user)), drawn=Count("pk", filter=_DRAWN))
        .order_by("-n", "opening")
    )
    found: dict[str, list[OpeningRecord]] = {side: [] for side in Side}
    for row in rows:
        tally = Tally(row["won"], row["drawn"], row["n"] - row["won"] - row["drawn"])
        found[row["side"]].append(OpeningRecord(row["opening"], tally))
    return [
        Repertoire(
            Side(side),
            records[:FAVOURITES],
            len(records[FAVOURITES:]),
            sum((record.tally for record in records[FAVOURITES:]), Tally()),
        )
        for side, records in found.items()
        if records
    ]


def heads_to_heads(user: User, *, viewer: User | None) -> list[HeadToHead]:
    """Return the record against the viewer first, then against those met most often. Two queries."""
    met = (
        _decided(user)
        .annotate(opponent=Case(When(white=user, then=F("black")), default=F("white")))
        .values("opponent")
        .annotate(n=Count("pk"), won=Count("pk", filter=_won(user)), drawn=Count("pk", filter=_DRAWN))
        .order_by("-n", "opponent")
    )
    viewer_id = viewer.pk if viewer is not None else 0
    first = Case(When(opponent=viewer_id, then=0), default=1)
    rows = list(met.annotate(first=first).order_by("first", "-n", "opponent")[: USUAL + 1])
    rows = rows[: USUAL + (1 if rows and rows[0]["opponent"] == viewer_id else 0)]
    people = User.objects.in_bulk([row["opponent"] for row in rows])
    return [
        HeadToHead(people[row["opponent"]], Tally(row["won"], row["drawn"], row["n"] - row["won"] - row["drawn"]))
        for row in rows
    ]


_DRAWN = Q(result=Game.Result.DRAW)


def _won(user: User) -> Q:
    return Q(white=user, result=Game.Result.WHITE) | Q(black=user, result=Game.Result.BLACK)


def _decided(user: User) -> QuerySet[Game]:
    """Games with a result. Practice against a program says nothing of a player, so it does not count for people."""
    games = Game.objects.filter(Q(white=user) | Q(black=user), status=Game.Status.FINISHED)
    if not user.is_bot:
        games = games.filter(Q(rated=True) | Q(white__is_bot=False, black__is_bot=False))
    return games.exclude(result=Game.Result.NONE)


def _points(halves: int) -> str:
    whole, half = divmod(halves, 2)
    return (str(whole) if whole or not half else "") + ("½" if half else "")
