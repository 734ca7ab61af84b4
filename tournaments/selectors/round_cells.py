"""What each round brought each entrant, for the columns of a Swiss event's standings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from ..models import Section
from ..rules_words.plain import half_points
from ..tiebreaks import GameResult
from .results import SectionResults, results_of
from .standings import Standing


@dataclass(frozen=True, slots=True)
class RoundCell:
    """One round of one entrant. ``look`` is w, d, l, or o for open; ``opponent`` the other's line, 0 for a bye.

    ``side`` is "w" or "b" in single games, empty in matches of several, where both have each colour.
    """

    text: str
    look: str
    opponent: int
    side: str
    match: int


def round_cells(section: Section, lines: Sequence[Standing]) -> dict[int, list[RoundCell | None]]:
    """For each entrant's id one cell a round paired so far, None where the entrant was absent. Four queries."""
    results = results_of(section)
    line_of = {line.entrant.pk: number for number, line in enumerate(lines, start=1)}
    cells: dict[int, list[RoundCell | None]] = {id_: [None] * results.rounds_paired for id_ in line_of}
    matches: dict[tuple[int, int], list[GameResult]] = defaultdict(list)
    for game in results.games:
        if not game.decider:
            matches[game.round_no, game.match].append(game)
    for (round_no, match), games in matches.items():
        for own in {games[0].white, games[0].black} & cells.keys():
            cells[own][round_no - 1] = _cell(own, games, match, line_of)
    for bye in results.byes:
        if bye.entrant in cells:
            cells[bye.entrant][bye.round_no - 1] = RoundCell(
                half_points(bye.points), _bye_look(bye.points, results), 0, "", 0
            )
    return cells


def _cell(own: int, games: list[GameResult], match: int, line_of: dict[int, int]) -> RoundCell:
    first = games[0]
    opponent = first.black if first.white == own else first.white
    side = ("w" if first.white == own else "b") if len(games) == 1 else ""
    finished = [game for game in games if game.finished]
    if not finished:
        return RoundCell("·", "o", line_of.get(opponent, 0), side, match)
    mine = sum((game.white_points if game.white == own else game.black_points) or 0 for game in finished)
    theirs = sum((game.black_points if game.white == own else game.white_points) or 0 for game in finished)
    look = "o" if len(finished) < len(games) else "w" if mine > theirs else "l" if mine < theirs else "d"
    text = half_points(mine)
    if all(not game.played for game in finished):
        text = "+" if mine > theirs else "−"
    return RoundCell(text, look, line_of.get(opponent, 0), side, match)


def _bye_look(points: int, results: SectionResults) -> str:
    half = results.rules.draw_points * results.rules.games_per_pairing
    return "w" if points > half else "d" if points == half else "l"
