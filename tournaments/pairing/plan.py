"""What a pairing rule hands out: matches of one or more games, and rounds of matches.

Entrants are their start numbers, 1 for the highest seed. The unit is the match: its games
are between the same two entrants, and the pairing rule only decides who starts with White.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

GAMES_PER_PAIRING = (1, 2, 4, 6)

# Whether the first-named has White, game by game: the order W B B W W B of Hive events.
_FIRST_HAS_WHITE = (True, False, False, True, True, False)


class ByeKind(StrEnum):
    """Why an entrant has no opponent in a round: the letters of FIDE's tournament report file."""

    PAIRING = "U"  # allocated by the pairing, or the opponent of a knock-out has gone
    HALF = "H"  # asked for, half the points
    FULL = "F"  # given by the arbiter, all the points
    ZERO = "Z"  # no points: absent, or free in a round robin


@dataclass(frozen=True, slots=True)
class Bye:
    """An entrant without opponent in a round."""

    no: int
    kind: ByeKind = ByeKind.PAIRING


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """A match to be played. ``white_no`` has White in its first game.

    ``games`` holds (white, black) of each game in order; with an even number of games both
    have White equally often.
    """

    white_no: int
    black_no: int
    games: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """One round: its matches, in board order, and who has no opponent in it.

    ``reasons`` can be stored as JSON. What stands there depends on the format: a Swiss round
    has its brackets with floaters and causes, the account of the bye, what was set aside,
    and the article that gave each board its colours; a knock-out the slot of each match.
    """

    number: int
    matches: tuple[MatchPlan, ...]
    byes: tuple[Bye, ...] = ()
    reasons: Mapping[str, Any] = field(default_factory=dict)


def plan_match(white_no: int, black_no: int, games_per_pairing: int) -> MatchPlan:
    """The match of two entrants, with balanced colours, started by ``white_no`` as White.

    :raises ValueError: the number of games is not 1, 2, 4 or 6.
    """
    if games_per_pairing not in GAMES_PER_PAIRING:
        raise ValueError(f"a match has 1, 2, 4 or 6 games, not {games_per_pairing}")
    games = tuple(
        (white_no, black_no) if first_has_white else (black_no, white_no)
        for first_has_white in _FIRST_HAS_WHITE[:games_per_pairing]
    )
    return MatchPlan(white_no, black_no, games)


def alternating(white_no: int, black_no: int, games: int) -> tuple[tuple[int, int], ...]:
    """(white, black) of ``games`` games in which colours change from game to game."""
    return tuple((black_no, white_no) if number % 2 else (white_no, black_no) for number in range(games))
