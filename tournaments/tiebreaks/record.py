"""The event as tie-breaks need it: what each entrant did in each slot, and everybody's scores.

The unit is the game, or the match where matches are scored. If it is the game, a match of
several games fills as many slots, and so does a bye in an event with such matches; its
points are shared out over the slots, so that a bye never weighs more or less than the
games it stands for. If it is the match, one slot is one match, `matches` says what it
gives, and `EventRecord.game_slots` still has the games, for what counts games all the same.

Sources: FIDE C.07 Articles 15 (pairings determined in advance) and 16 (Swiss); C.04.5 for
matches of two games: a match with one game played counts as played.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from functools import cached_property

from .inputs import ByeResult, Edition, EntrantLine, GameResult, ScoreBy, Scoring, System
from .matches import Match, matches_of
from .slot_lists import GameSlots, SlotLists, Slots, slots_of_matches
from .slots import Met, Slot, SlotKind

# Where games are scored and the event does not say what a match is worth: two, one, nothing, as FIDE counts matches.
FIDE_MATCH_SCORING = Scoring(win=4, draw=2, loss=0, bye=4)


class EventRecord:
    """Slots and scores of all entrants after the finished games; unfinished games give nothing yet.

    ``scoring`` is that of the unit, games or matches; ``game_scoring`` that of the games.

    :raises ValueError: two entrants with one id, or a result of somebody who is none.
    """

    def __init__(
        self,
        entrants: Sequence[EntrantLine],
        games: Iterable[GameResult],
        *,
        byes: Iterable[ByeResult] = (),
        scoring: Scoring | None = None,
        system: System = System.ROUND_ROBIN,
        edition: Edition = Edition.FIDE_2026,
        score_by: ScoreBy = ScoreBy.GAMES,
        match_scoring: Scoring | None = None,
    ) -> None:
        self.entrants = {entrant.id: entrant for entrant in entrants}
        self.score_by = ScoreBy(score_by)
        by_match = self.score_by is ScoreBy.MATCHES
        self.game_scoring = scoring or Scoring()
        self.match_scoring = match_scoring or (Scoring() if by_match else FIDE_MATCH_SCORING)
        self.scoring = self.match_scoring if by_match else self.game_scoring
        self.system = System(system)
        self.edition = Edition(edition)
        if len(self.entrants) != len(entrants):
            raise ValueError("two entrants have the same id")
        self.games = sorted(games, key=lambda game: (game.round_no, game.match, game.number))
        self.byes = sorted(byes, key=lambda bye: bye.round_no)
        present = {game.white for game in self.games} | {game.black for game in self.games}
        strangers = (present | {bye.entrant for bye in self.byes}) - self.entrants.keys()
        if strangers:
            raise ValueError(f"results of somebody who is not an entrant: {sorted(strangers)}")

        self.matches = matches_of(self.games)
        self._forget()
        self._of_games = GameSlots(self.entrants, self.matches, self.byes, self.system)
        lists = self._of_matches if by_match else self._of_games.lists
        self.slots, self.slots_in_event = lists.slots, lists.in_event
        self._add_up()

    @cached_property
    def rounds(self) -> tuple[int, ...]:
        """The numbers of all rounds so far, in order."""
        return tuple(sorted({slot.round_no for slots in self.slots.values() for slot in slots}))

    def opposition(self, id_: int) -> list[Met]:
        """Whom the entrant's slots were against, as tie-breaks see them; made once.

        A bye of a round robin is a free day; in a Swiss a dummy takes the opponent's place.
        """
        found = self._opposition.get(id_)
        if found is None:
            found = self._opposition[id_] = []
            for slot in self.slots[id_]:
                if slot.opponent is not None and self.counts_as_game(slot):
                    found.append(Met(slot, self.adjusted[slot.opponent], slot.points, False))
                elif slot.opponent is not None or self.system is System.SWISS:
                    found.append(Met(slot, self._dummy_score(id_, slot), slot.points, slot.voluntary))
        return found

    def known(self, name: str, make: Callable[[int, EventRecord], int | None]) -> Mapping[int, int | None]:
        """A number of every entrant that many others need, made once."""
        found = self._known.get(name)
        if found is None:
            found = self._known[name] = {id_: make(id_, self) for id_ in self.entrants}
        return found

    @cached_property
    def with_last_round_drawn(self) -> EventRecord:
        """The same event as if all games of its last round, forfeited ones too, had brought a draw's points.

        Where matches are scored, as if all matches of it had.
        """
        met = (slot.round_no for slots in self.slots.values() for slot in slots if slot.opponent is not None)
        last, draw = max(met, default=0), self.scoring.draw
        drawn = copy(self)
        drawn.__dict__.pop("with_last_round_drawn", None)
        drawn._forget()
        drawn.slots = {
            id_: tuple(
                slot._replace(points=draw) if slot.round_no == last and slot.opponent is not None else slot
                for slot in slots
            )
            for id_, slots in self.slots.items()
        }
        drawn._add_up()
        return drawn

    @cached_property
    def match_slots(self) -> Slots:
        """One slot for each finished match, bye and missed round, scored as matches are, whatever the unit is."""
        return self._of_matches.slots

    @property
    def game_slots(self) -> Slots:
        """One slot for each finished game, bye and missed round, whatever the unit is."""
        return self._of_games.lists.slots

    @property
    def pending(self) -> Mapping[int, int]:
        """How many games each entrant has still to finish, deciders apart."""
        return self._of_games.pending

    @cached_property
    def game_points(self) -> dict[int, int]:
        """Half points of each entrant from games and byes, whatever the unit is."""
        if not self.by_match:
            return self.points
        return {id_: sum(slot.points for slot in slots) for id_, slots in self.game_slots.items()}

    @cached_property
    def scored(self) -> Mapping[tuple[int, int, int | None], int]:
        """Half points by round, entrant and opponent, None for byes."""
        found: dict[tuple[int, int, int | None], int] = {}
        for id_, slots in self.slots.items():
            for slot in slots:
                key = slot.round_no, id_, slot.opponent
                found[key] = found.get(key, 0) + slot.points
        return found

    @cached_property
    def ratings(self) -> dict[int, int]:
        """Ratings in whole points, 0 for those without one."""
        return {entrant.id: max(0, int(entrant.rating + 0.5)) for entrant in self.entrants.values()}

    @cached_property
    def unfinished_matches(self) -> Mapping[int, Sequence[Match]]:
        """The matches each entrant has still to finish."""
        found: dict[int, list[Match]] = defaultdict(list)
        for match in self.matches:
            if not match.finished:
                found[match.first].append(match)
                found[match.second].append(match)
        return found

    def unfinished_of(self, id_: int) -> Mapping[int, int]:
        """How many games, or matches where they are scored, the entrant has still to finish, by opponent."""
        found: Counter[int] = Counter()
        matches = self.unfinished_matches.get(id_)
        if matches is None:
            return found
        for match in matches:
            games = sum(not game.finished for game in match.planned)
            found[match.second if match.first == id_ else match.first] += 1 if self.by_match else games
        return +found

    @property
    def by_match(self) -> bool:
        return self.score_by is ScoreBy.MATCHES

    def played_slots(self, id_: int) -> list[Slot]:
        """The entrant's games, or matches where they are scored, decided over the board."""
        return [slot for slot in self.slots[id_] if slot.kind is SlotKind.GAME]

    def games_of(self, id_: int) -> list[Slot]:
        """The entrant's games decided over the board, whatever the unit is."""
        return [slot for slot in self.game_slots[id_] if slot.kind is SlotKind.GAME and not slot.walkover]

    def counts_as_game(self, slot: Slot) -> bool:
        """Whether the slot is a game for the tie-breaks: forfeits are in a round robin (Article 15)."""
        return slot.kind is SlotKind.GAME or (self.system is System.ROUND_ROBIN and slot.forfeit)

    def _dummy_score(self, id_: int, slot: Slot) -> int:
        """Half points of the dummy that stands in for the opponent in an unplayed slot of a Swiss.

        It has the entrant's own score, and since 2026 is not stronger than the opponent who
        was scheduled, or draws all the way when none was (Article 16.4).
        """
        own = self.points[id_]
        if self.edition is Edition.FIDE_2024:
            return own
        if slot.opponent is not None:
            return min(own, self.adjusted[slot.opponent])
        return min(own, self.scoring.draw * self.slots_in_event)

    def _forget(self) -> None:
        """Nothing has been worked out yet."""
        self._opposition: dict[int, list[Met]] = {}
        self._known: dict[str, dict[int, int | None]] = {}

    def _add_up(self) -> None:
        self.points = {id_: sum(slot.points for slot in slots) for id_, slots in self.slots.items()}
        self.adjusted = {id_: self._adjusted_score(id_) for id_ in self.entrants}

    @cached_property
    def _of_matches(self) -> SlotLists:
        return slots_of_matches(
            self.entrants,
            self.matches,
            self.byes,
            self.system,
            game_scoring=self.game_scoring,
            scoring=self.match_scoring,
        )

    def _adjusted_score(self, id_: int) -> int:
        """The score as opponents count it: rounds missed after leaving count as draws (Article 16.3)."""
        slots = self.slots[id_]
        available_until = self._of_games.available_until[id_]
        left = bool(slots) and slots[-1].round_no > available_until
        if self.system is System.ROUND_ROBIN or not left:
            return self.points[id_]
        return sum(
            self.scoring.draw
            if slot.kind is SlotKind.REQUESTED_BYE and slot.round_no > available_until
            else slot.points
            for slot in slots
        )
