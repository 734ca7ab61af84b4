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

from games.side import Side

from .inputs import ByeKind, ByeResult, Edition, EntrantLine, GameResult, ScoreBy, Scoring, System
from .matches import Match, bye_match_points, matches_of
from .slots import Met, Slot, SlotKind

Slots = dict[int, tuple[Slot, ...]]
_Counts = dict[int, Counter[int]]

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
        self.pending: Counter[int] = Counter()  # games still to finish, deciders apart
        # The last round each one played, was paired in or was given a bye in without asking.
        self._available_until: dict[int, int] = dict.fromkeys(self.entrants, 0)
        self.game_slots, self._game_slots_in_event = self._slots_of_games()
        self.slots, self.slots_in_event = self.game_slots, self._game_slots_in_event
        if by_match:
            self.slots, self.slots_in_event = self._slots_of_matches
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

    def once(self, name: str, id_: int, make: Callable[[int, EventRecord], int | None]) -> int | None:
        """A number of an entrant that many others need, made once."""
        key = name, id_
        if key not in self._known:
            self._known[key] = make(id_, self)
        return self._known[key]

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
        return self._slots_of_matches[0]

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
        return [slot for slot in self.game_slots[id_] if slot.kind is SlotKind.GAME]

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
        self._known: dict[tuple[str, int], int | None] = {}

    def _add_up(self) -> None:
        self.points = {id_: sum(slot.points for slot in slots) for id_, slots in self.slots.items()}
        self.adjusted = {id_: self._adjusted_score(id_) for id_ in self.entrants}

    def _slots_of_games(self) -> tuple[Slots, int]:
        found: dict[int, list[Slot]] = {id_: [] for id_ in self.entrants}
        counts: _Counts = defaultdict(Counter)
        for match in self.matches:
            as_played = self.system is System.SWISS and match.played
            present = counts[match.round_no]
            for game in match.games:
                if not game.decider:
                    present[game.white] += 1
                    present[game.black] += 1
                    self._add_game(game, found, as_played=as_played)
        for bye in self.byes:
            counts[bye.round_no][bye.entrant] += bye.games
            share, rest = divmod(bye.points, bye.games)
            found[bye.entrant] += [
                Slot(bye.round_no, _kind(bye), share + (number < rest)) for number in range(bye.games)
            ]
            if bye.kind is ByeKind.PAIRING:
                self._available_until[bye.entrant] = max(self._available_until[bye.entrant], bye.round_no)
        return self._completed(found, counts)

    def _add_game(self, game: GameResult, found: dict[int, list[Slot]], *, as_played: bool) -> None:
        white, black, round_no = game.white, game.black, game.round_no
        white_kind = black_kind = SlotKind.GAME
        if not (as_played or game.played):
            white_kind = SlotKind.FORFEIT_LOSS if game.white_forfeited else SlotKind.FORFEIT_WIN
            black_kind = SlotKind.FORFEIT_LOSS if game.black_forfeited else SlotKind.FORFEIT_WIN
        if game.white_points is None or game.black_points is None:
            self.pending[white] += 1
            self.pending[black] += 1
        else:
            found[white].append(Slot(round_no, white_kind, game.white_points, black, Side.WHITE))
            found[black].append(Slot(round_no, black_kind, game.black_points, white, Side.BLACK))
        if white_kind is not SlotKind.FORFEIT_LOSS:  # games come in the order of the rounds
            self._available_until[white] = round_no
        if black_kind is not SlotKind.FORFEIT_LOSS:
            self._available_until[black] = round_no

    @cached_property
    def _slots_of_matches(self) -> tuple[Slots, int]:
        found: dict[int, list[Slot]] = {id_: [] for id_ in self.entrants}
        counts: _Counts = defaultdict(Counter)
        for match in self.matches:
            for id_ in (match.first, match.second):
                counts[match.round_no][id_] += 1
                if match.finished:
                    found[id_].append(match.slot_of(id_, self.match_scoring))
        for bye in self.byes:
            counts[bye.round_no][bye.entrant] += 1
            points = bye_match_points(bye, self.game_scoring, self.match_scoring)
            found[bye.entrant].append(Slot(bye.round_no, _kind(bye), points))
        return self._completed(found, counts)

    def _completed(self, found: dict[int, list[Slot]], counts: _Counts) -> tuple[Slots, int]:
        """Give everybody of a Swiss slots of no points where a round passed them by, and put all in order.

        ``counts`` tells how many slots each entrant has in each round, with those still
        unfinished. Also returns how many slots the whole event has had.
        """
        if self.system is System.SWISS:
            for round_no, present in counts.items():
                for id_ in self.entrants.keys() - present.keys():
                    found[id_] += [Slot(round_no, SlotKind.REQUESTED_BYE, 0)] * max(present.values())
        for slots in found.values():
            slots.sort(key=lambda slot: slot.round_no)
        in_event = sum(max(present.values()) for present in counts.values())
        return {id_: tuple(slots) for id_, slots in found.items()}, in_event

    def _adjusted_score(self, id_: int) -> int:
        """The score as opponents count it: rounds missed after leaving count as draws (Article 16.3)."""
        slots = self.slots[id_]
        left = bool(slots) and slots[-1].round_no > self._available_until[id_]
        if self.system is System.ROUND_ROBIN or not left:
            return self.points[id_]
        return sum(
            self.scoring.draw
            if slot.kind is SlotKind.REQUESTED_BYE and slot.round_no > self._available_until[id_]
            else slot.points
            for slot in slots
        )


def _kind(bye: ByeResult) -> SlotKind:
    return SlotKind.PAIRING_BYE if bye.kind is ByeKind.PAIRING else SlotKind.REQUESTED_BYE
