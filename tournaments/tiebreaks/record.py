"""The event as tie-breaks need it: what each entrant did in each game slot, and everybody's scores.

The unit is the game. A match of several games fills as many slots, and so does a bye in
an event with such matches; its points are shared out over the slots, so that a bye never
weighs more or less than the games it stands for.

Sources: FIDE C.07 Articles 15 (pairings determined in advance) and 16 (Swiss); C.04.5 for
matches of two games: a match with one game played counts as played.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from games.side import Side

from .inputs import ByeKind, ByeResult, Edition, EntrantLine, GameResult, Scoring, System


class SlotKind(StrEnum):
    GAME = "game"
    FORFEIT_WIN = "forfeit_win"
    FORFEIT_LOSS = "forfeit_loss"
    PAIRING_BYE = "pairing_bye"
    REQUESTED_BYE = "requested_bye"


_VOLUNTARY = frozenset({SlotKind.FORFEIT_LOSS, SlotKind.REQUESTED_BYE})
_FORFEITS = frozenset({SlotKind.FORFEIT_WIN, SlotKind.FORFEIT_LOSS})


@dataclass(frozen=True, slots=True)
class Slot:
    """One finished game, or the place of one, as one entrant sees it. ``points`` are half points."""

    round_no: int
    kind: SlotKind
    points: int
    opponent: int | None = None
    side: Side | None = None

    @property
    def voluntary(self) -> bool:
        """Whether the entrant chose not to play (a "voluntary unplayed round", VUR)."""
        return self.kind in _VOLUNTARY

    @property
    def forfeit(self) -> bool:
        return self.kind in _FORFEITS


class Met(NamedTuple):
    """A slot and the score it was against, in half points. ``missed``: not played of the entrant's own will."""

    slot: Slot
    score: int
    points: int
    missed: bool


class EventRecord:
    """Slots and scores of all entrants after the finished games; unfinished games give nothing yet.

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
    ) -> None:
        self.entrants = {entrant.id: entrant for entrant in entrants}
        self.scoring = scoring or Scoring()
        self.system = System(system)
        self.edition = Edition(edition)
        if len(self.entrants) != len(entrants):
            raise ValueError("two entrants have the same id")
        self.games = sorted(games, key=lambda game: (game.round_no, game.match, game.number))
        self.byes = byes = sorted(byes, key=lambda bye: bye.round_no)
        present = {game.white for game in self.games} | {game.black for game in self.games}
        strangers = (present | {bye.entrant for bye in byes}) - self.entrants.keys()
        if strangers:
            raise ValueError(f"results of somebody who is not an entrant: {sorted(strangers)}")

        self._opposition: dict[int, list[Met]] = {}
        self._known: dict[tuple[str, int], int | None] = {}
        self._slots: dict[int, list[Slot]] = {id_: [] for id_ in self.entrants}
        self.pending: Counter[int] = Counter()  # games still to finish
        self.unfinished: Counter[tuple[int, int]] = Counter()  # games of (entrant, opponent) still to finish
        # The last round each one played, was paired in or was given a bye in without asking.
        self._available_until: dict[int, int] = dict.fromkeys(self.entrants, 0)
        self._add_games()
        self._add_byes(byes)
        self.slots_in_event = self._fill_absences(byes)
        self.slots = {id_: tuple(slots) for id_, slots in self._slots.items()}
        self.points = {id_: sum(slot.points for slot in slots) for id_, slots in self.slots.items()}
        self.adjusted = {id_: self._adjusted_score(id_) for id_ in self.entrants}

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
            swiss = self.system is System.SWISS
            found = self._opposition[id_] = [
                Met(slot, self.opponent_score(id_, slot), slot.points, slot.voluntary and not self.counts_as_game(slot))
                for slot in self.slots[id_]
                if swiss or slot.opponent is not None
            ]
        return found

    def once(self, name: str, id_: int, make: Callable[[int, EventRecord], int | None]) -> int | None:
        """A number of an entrant that many others need, made once."""
        key = name, id_
        if key not in self._known:
            self._known[key] = make(id_, self)
        return self._known[key]

    @cached_property
    def with_last_round_drawn(self) -> EventRecord:
        """The same event as if all games of its last round, forfeited ones too, had brought a draw's points."""
        last = max((game.round_no for game in self.games if game.finished), default=0)
        draw = self.scoring.draw
        games = [
            replace(game, white_points=draw, black_points=draw) if game.round_no == last and game.finished else game
            for game in self.games
        ]
        return EventRecord(
            list(self.entrants.values()),
            games,
            byes=self.byes,
            scoring=self.scoring,
            system=self.system,
            edition=self.edition,
        )

    def unfinished_of(self, id_: int) -> dict[int, int]:
        """How many games the entrant has still to finish, by opponent."""
        return self._running.get(id_, {})

    @cached_property
    def _running(self) -> dict[int, dict[int, int]]:
        found: dict[int, dict[int, int]] = {}
        for (id_, opponent), games in self.unfinished.items():
            found.setdefault(id_, {})[opponent] = games
        return found

    def games_of(self, id_: int) -> list[Slot]:
        """The entrant's games decided over the board."""
        return [slot for slot in self.slots[id_] if slot.kind is SlotKind.GAME]

    def counts_as_game(self, slot: Slot) -> bool:
        """Whether the slot is a game for the tie-breaks: forfeits are in a round robin (Article 15)."""
        return slot.kind is SlotKind.GAME or (self.system is System.ROUND_ROBIN and slot.forfeit)

    def opponent_score(self, id_: int, slot: Slot) -> int:
        """Half points of whoever the slot was against, as tie-breaks see them.

        For an unplayed slot of a Swiss that is a dummy with the entrant's own score, since
        2026 not stronger than the opponent who was scheduled, or draws all the way when
        none was (Article 16.4).
        """
        if slot.opponent is not None and self.counts_as_game(slot):
            return self.adjusted[slot.opponent]
        own = self.points[id_]
        if self.edition is Edition.FIDE_2024:
            return own
        if slot.opponent is not None:
            return min(own, self.adjusted[slot.opponent])
        return min(own, self.scoring.draw * self.slots_in_event)

    def _add_games(self) -> None:
        met = {(game.round_no, game.match) for game in self.games if game.played}
        for game in self.games:
            match_played = (game.round_no, game.match) in met
            for side in Side:
                self._add_side(game, side, match_played)

    def _add_side(self, game: GameResult, side: Side, match_played: bool) -> None:
        white = side is Side.WHITE
        own, opponent = (game.white, game.black) if white else (game.black, game.white)
        points = game.white_points if white else game.black_points
        forfeited = game.white_forfeited if white else game.black_forfeited
        kind = SlotKind.FORFEIT_LOSS if forfeited else SlotKind.FORFEIT_WIN
        if game.played or (match_played and self.system is System.SWISS):
            kind = SlotKind.GAME
        if points is None:
            self.pending[own] += 1
            self.unfinished[own, opponent] += 1
        else:
            self._slots[own].append(Slot(game.round_no, kind, points, opponent, side))
        if kind is not SlotKind.FORFEIT_LOSS:
            self._available_until[own] = max(self._available_until[own], game.round_no)

    def _add_byes(self, byes: Iterable[ByeResult]) -> None:
        for bye in byes:
            kind = SlotKind.PAIRING_BYE if bye.kind is ByeKind.PAIRING else SlotKind.REQUESTED_BYE
            share, rest = divmod(bye.points, bye.games)
            for number in range(bye.games):
                self._slots[bye.entrant].append(Slot(bye.round_no, kind, share + (number < rest)))
            if bye.kind is ByeKind.PAIRING:
                self._available_until[bye.entrant] = max(self._available_until[bye.entrant], bye.round_no)

    def _fill_absences(self, byes: Iterable[ByeResult]) -> int:
        """Give everybody of a Swiss slots of no points where a round passed them by.

        Returns how many slots the whole event has had.
        """
        per_round: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
        for game in self.games:
            per_round[game.round_no][game.white] += 1
            per_round[game.round_no][game.black] += 1
        for bye in byes:
            per_round[bye.round_no][bye.entrant] += bye.games
        if self.system is System.SWISS:
            for round_no, counts in per_round.items():
                for id_ in self.entrants.keys() - counts.keys():
                    absence = Slot(round_no, SlotKind.REQUESTED_BYE, 0)
                    self._slots[id_] += [absence] * max(counts.values())
        for slots in self._slots.values():
            slots.sort(key=lambda slot: slot.round_no)
        return sum(max(counts.values()) for counts in per_round.values())

    def _adjusted_score(self, id_: int) -> int:
        """The score as opponents count it: rounds missed after leaving count as draws (Article 16.3)."""
        if self.system is System.ROUND_ROBIN:
            return self.points[id_]
        return sum(
            self.scoring.draw
            if slot.kind is SlotKind.REQUESTED_BYE and slot.round_no > self._available_until[id_]
            else slot.points
            for slot in self.slots[id_]
        )
