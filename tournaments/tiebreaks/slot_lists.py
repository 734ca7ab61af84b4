"""The slots of all entrants, in the order of the rounds: one for each game, or one for each match.

In a Swiss everybody also has slots of no points in the rounds that passed them by.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from games.side import Side

from .inputs import ByeKind, ByeResult, GameResult, Scoring, System
from .matches import Match, bye_match_points
from .slots import Slot, SlotKind

Slots = dict[int, tuple[Slot, ...]]
_Lists = dict[int, list[Slot]]
_Counts = dict[int, Counter[int]]  # round: how many slots each entrant has in it, with those still to finish


@dataclass(frozen=True, slots=True)
class SlotLists:
    """``in_event`` is how many slots the whole event has had so far."""

    slots: Slots
    in_event: int


class GameSlots:
    """One slot for each finished game. Deciders are no part of it, and a bye has one for each of its games.

    ``pending`` counts the games each entrant has still to finish. ``available_until`` is
    the last round each one played, was paired in or was given a bye in without asking.
    """

    def __init__(
        self, ids: Collection[int], matches: Sequence[Match], byes: Sequence[ByeResult], system: System
    ) -> None:
        self.pending: Counter[int] = Counter()
        self.available_until: dict[int, int] = dict.fromkeys(ids, 0)
        self._found: _Lists = {id_: [] for id_ in ids}
        counts: _Counts = defaultdict(Counter)
        for match in matches:
            as_played = system is System.SWISS and match.played
            present = counts[match.round_no]
            for game in match.games:
                if not game.decider:
                    present[game.white] += 1
                    present[game.black] += 1
                    self._add_game(game, as_played=as_played)
        for bye in byes:
            counts[bye.round_no][bye.entrant] += bye.games
            share, rest = divmod(bye.points, bye.games)
            self._found[bye.entrant] += [
                Slot(bye.round_no, _kind(bye), share + (number < rest)) for number in range(bye.games)
            ]
            if bye.kind is ByeKind.PAIRING:
                self.available_until[bye.entrant] = max(self.available_until[bye.entrant], bye.round_no)
        self.lists = _completed(self._found, counts, system)

    def _add_game(self, game: GameResult, *, as_played: bool) -> None:
        white, black, round_no = game.white, game.black, game.round_no
        white_kind = black_kind = SlotKind.GAME
        if not (as_played or game.played):
            white_kind = SlotKind.FORFEIT_LOSS if game.white_forfeited else SlotKind.FORFEIT_WIN
            black_kind = SlotKind.FORFEIT_LOSS if game.black_forfeited else SlotKind.FORFEIT_WIN
        if game.white_points is None or game.black_points is None:
            self.pending[white] += 1
            self.pending[black] += 1
        else:
            walkover = as_played and not game.played
            self._found[white].append(Slot(round_no, white_kind, game.white_points, black, Side.WHITE, walkover))
            self._found[black].append(Slot(round_no, black_kind, game.black_points, white, Side.BLACK, walkover))
        if white_kind is not SlotKind.FORFEIT_LOSS:  # games come in the order of the rounds
            self.available_until[white] = round_no
        if black_kind is not SlotKind.FORFEIT_LOSS:
            self.available_until[black] = round_no


def slots_of_matches(
    ids: Collection[int],
    matches: Sequence[Match],
    byes: Sequence[ByeResult],
    system: System,
    *,
    game_scoring: Scoring,
    scoring: Scoring,
) -> SlotLists:
    """One slot for each finished match and each bye, with the points ``scoring`` gives for a match."""
    found: _Lists = {id_: [] for id_ in ids}
    counts: _Counts = defaultdict(Counter)
    for match in matches:
        present = counts[match.round_no]
        present[match.first] += 1
        present[match.second] += 1
        if match.finished:
            first, second = match.slots(scoring)
            found[match.first].append(first)
            found[match.second].append(second)
    for bye in byes:
        counts[bye.round_no][bye.entrant] += 1
        found[bye.entrant].append(Slot(bye.round_no, _kind(bye), bye_match_points(bye, game_scoring, scoring)))
    return _completed(found, counts, system)


def _completed(found: _Lists, counts: _Counts, system: System) -> SlotLists:
    if system is System.SWISS:
        for round_no, present in counts.items():
            for id_ in found.keys() - present.keys():
                found[id_] += [Slot(round_no, SlotKind.REQUESTED_BYE, 0)] * max(present.values())
    for slots in found.values():
        slots.sort(key=lambda slot: slot.round_no)
    in_event = sum(max(present.values()) for present in counts.values())
    return SlotLists({id_: tuple(slots) for id_, slots in found.items()}, in_event)


def _kind(bye: ByeResult) -> SlotKind:
    return SlotKind.PAIRING_BYE if bye.kind is ByeKind.PAIRING else SlotKind.REQUESTED_BYE
