"""What a pairing rule hands out: matches of one or more games, and rounds of matches.

Entrants are their start numbers, 1 for the highest seed. The unit is the match: its games
are between the same two entrants, and the pairing rule only decides who starts with White.
"""

from dataclasses import dataclass

GAMES_PER_PAIRING = (1, 2, 4, 6)

# Whether the first-named has White, game by game: the order W B B W W B of Hive events.
_FIRST_HAS_WHITE = (True, False, False, True, True, False)


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """A match to be played. ``white_no`` has White in its first game.

    ``games`` holds (white, black) of each game in order; with two, four or six games both
    have White equally often.
    """

    white_no: int
    black_no: int
    games: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """One round: its matches, in board order, and who has no opponent in it."""

    number: int
    matches: tuple[MatchPlan, ...]
    byes: tuple[int, ...] = ()


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
