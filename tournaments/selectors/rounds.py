"""Rounds with their pairings, as pages and programs show them."""

from __future__ import annotations

from dataclasses import dataclass

from ..models import Entrant, Match, MatchGame, Round, Section, Tournament
from ..rules_words import half_points


@dataclass(frozen=True, slots=True)
class MatchView:
    """A match and its score so far; ``second`` and ``games`` are empty for a bye. Points are half points."""

    match: Match
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


def rounds_of(tournament: Tournament, section: Section | None = None) -> list[RoundView]:
    """Every round paired so far of a section; without one, of all, by stage and section. Three queries."""
    stored_rounds = tournament.round_set.select_related("section__stage")
    if section is not None:
        stored_rounds = stored_rounds.filter(section=section)
    games: dict[int, list[MatchGame]] = {}
    slots = MatchGame.objects.filter(match__round__in=stored_rounds).select_related("game")
    for slot in slots.defer("game__snapshot").order_by("number"):
        games.setdefault(slot.match_id, []).append(slot)
    matches: dict[int, list[Match]] = {}
    paired = Match.objects.filter(round__in=stored_rounds).select_related("first__user", "second__user")
    for match in paired.order_by("board"):
        matches.setdefault(match.round_id, []).append(match)
    return [
        RoundView(stored, tuple(_view(match, games.get(match.pk, [])) for match in matches.get(stored.pk, [])))
        for stored in stored_rounds.order_by("section__stage__number", "section__number", "number")
    ]


def _view(match: Match, games: list[MatchGame]) -> MatchView:
    entrants = {match.first_id: match.first}
    if match.second is not None:
        entrants[match.second.pk] = match.second
    for slot in games:
        # the entrants are loaded with the match; so the game needs no query for them
        slot.white, slot.black = entrants[slot.white_id], entrants[slot.black_id]
    return MatchView(
        match=match,
        board=match.board,
        first=match.first,
        second=match.second,
        games=tuple(games),
        first_points=match.first_points,
        second_points=match.second_points,
    )
