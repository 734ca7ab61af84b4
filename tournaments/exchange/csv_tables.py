"""Tables of an event as CSV. The first line names the columns, in English, so that scripts can rely on them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .csv_cells import Cell, show_points, write_csv


@dataclass(frozen=True, slots=True)
class EntrantRow:
    """An entrant. ``no`` is the start number, None before it is given; ``name`` is the one shown."""

    no: int | None
    user_name: str
    name: str
    rating: int | None = None
    club: str = ""
    status: str = ""


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A line of the standings. ``points`` are half points; ``values`` are as shown, in the order of the tie-breaks."""

    rank: int
    no: int
    name: str
    points: int
    played: int
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game of a round, or a bye: then ``black`` is empty. Points are half points, None while the game is open.

    ``note`` says what the points do not: "forfeit", "bye", "adjudicated". ``url`` is the game's page.
    """

    round_no: int
    board: int
    game_no: int
    white: str
    black: str = ""
    white_no: int | None = None
    black_no: int | None = None
    white_points: int | None = None
    black_points: int | None = None
    note: str = ""
    url: str = ""


ENTRANT_COLUMNS = ("start number", "user name", "name", "rating", "club", "status")
GAME_COLUMNS = (
    *("round", "board", "game", "white number", "white", "black number", "black"),
    *("white points", "black points", "note", "url"),
)


def write_entrants_csv(rows: Iterable[EntrantRow]) -> str:
    """The entrants; `read_entrants_csv` reads them back."""
    cells = ((row.no, row.user_name, row.name, row.rating, row.club, row.status) for row in rows)
    return write_csv(ENTRANT_COLUMNS, cells)


def write_standings_csv(rows: Iterable[StandingsRow], tiebreaks: Sequence[str]) -> str:
    """The standings with a column for each of ``tiebreaks``, under its code; points are not among them.

    :raises ValueError: a row has more or fewer values than there are tie-breaks.
    """
    lines: list[tuple[Cell, ...]] = []
    for row in rows:
        if len(row.values) != len(tiebreaks):
            raise ValueError(f"{row.name} has {len(row.values)} values for {len(tiebreaks)} tie-breaks")
        lines.append((row.rank, row.no, row.name, show_points(row.points), row.played, *row.values))
    return write_csv(("rank", "start number", "name", "points", "played", *tiebreaks), lines)


def write_games_csv(rows: Iterable[GameRow]) -> str:
    """Pairings and results, a line a game."""
    cells = (
        (
            *(row.round_no, row.board, row.game_no, row.white_no, row.white, row.black_no, row.black),
            *(show_points(row.white_points), show_points(row.black_points), row.note, row.url),
        )
        for row in rows
    )
    return write_csv(GAME_COLUMNS, cells)
