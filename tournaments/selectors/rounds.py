"""Rounds with their pairings, as pages and programs show them."""

from __future__ import annotations

from dataclasses import dataclass

from ..models import Entrant, Match, MatchGame, Round, Tournament
from ..rules_words import half_points


@dataclass(frozen=True, slots=True)
class MatchView:
    """A match and its score so far; ``second`` and ``games`` are empty for a bye. Points are half points."""

    board: int
    first: Entrant
    second: Entrant | None
    games: tuple[MatchGame, ...]
    first_points: int
    second_points: int

    @property
    def is_bye(self) -> bool:
        return self.second is None

    @property
    def is_over(self) -> bool:
        return all(game.recorded_at is not None for game in self.games)

    @property
    def has_begun(self) -> bool:
        """Whether there is a score to show."""
        return any(game.recorded_at is not None for game in self.games)

    @property
    def score(self) -> str:
        """The score of the match as players write it, from the first-named's side."""
        return f"{half_points(self.first_points)} – {half_points(self.second_points)}"


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round and its matches in board order, byes last."""

    round: Round
    matches: tuple[MatchView, ...]

    @property
    def games_total(self) -> int:
        return sum(len(match.games) for match in self.matches)

    @property
    def games_over(self) -> int:
        return sum(game.recorded_at is not None for match in self.matches for game in match.games)


def rounds_of(tournament: Tournament) -> list[RoundView]:
    """Every round paired so far. Three queries, however many rounds and games."""
    games: dict[int, list[MatchGame]] = {}
    slots = MatchGame.objects.filter(match__round__tournament=tournament).select_related("game")
    for slot in slots.defer("game__snapshot").order_by("number"):
        games.setdefault(slot.match_id, []).append(slot)
    matches: dict[int, list[Match]] = {}
    paired = Match.objects.filter(round__tournament=tournament).select_related("first__user", "second__user")
    for match in paired.order_by("board"):
        matches.setdefault(match.round_id, []).append(match)
    return [
        RoundView(stored, tuple(_view(match, games.get(match.pk, [])) for match in matches.get(stored.pk, [])))
        for stored in tournament.rounds.all()
    ]


def _view(match: Match, games: list[MatchGame]) -> MatchView:
    entrants = {match.first_id: match.first}
    if match.second is not None:
        entrants[match.second.pk] = match.second
    points = {match.first_id: 0, match.second_id: 0}
    for slot in games:
        # the entrants are loaded with the match; so the game needs no query for them
        slot.white, slot.black = entrants[slot.white_id], entrants[slot.black_id]
        points[slot.white_id] += slot.white_points or 0
        points[slot.black_id] += slot.black_points or 0
    return MatchView(
        board=match.board,
        first=match.first,
        second=match.second,
        games=tuple(games),
        first_points=points[match.first_id],
        second_points=points[match.second_id] if match.second_id else 0,
    )
