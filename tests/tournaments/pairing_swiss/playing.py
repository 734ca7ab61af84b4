"""Chance events for tests: they are paired round by round and played with chance results.

Nothing of the pairing code is used here but the values it takes.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from games.side import Side
from tournaments.pairing.swiss.result import NoLegalRound, SwissPairing
from tournaments.pairing.swiss.state import Competitor, Outcome, PastRound, SwissEvent


@dataclass
class Plan:
    """How an event goes: sizes, and rates out of 1."""

    players: int
    rounds: int
    draws: float = 0.3
    forfeits: float = 0.0
    requested: float = 0.0
    withdrawals: float = 0.0
    late: float = 0.0
    forbidden: float = 0.0
    win: int = 2  # of a game, or of a match when `match` is set
    match: bool = False
    bye_points: int | None = None
    initial: Side = Side.WHITE


@dataclass
class Event:
    """An event under way: who entered when, who is gone, and everybody's rounds."""

    plan: Plan
    rng: random.Random
    rounds: dict[int, list[PastRound]] = field(default_factory=dict)
    entry: dict[int, int] = field(default_factory=dict)
    gone: set[int] = field(default_factory=set)
    forbidden: frozenset[frozenset[int]] = frozenset()

    @classmethod
    def new(cls, plan: Plan, seed: int) -> "Event":
        rng = random.Random(seed)
        event = cls(plan, rng)
        for no in range(1, plan.players + 1):
            event.rounds[no] = []
            late = plan.rounds > 2 and rng.random() < plan.late
            event.entry[no] = rng.randint(2, min(4, plan.rounds)) if late else 1
        pairs = {
            frozenset(rng.sample(range(1, plan.players + 1), 2)) for _ in range(int(plan.forbidden * plan.players))
        }
        event.forbidden = frozenset(pairs)
        return event

    def next_round(self) -> SwissEvent:
        """The event before its next round; some leave, some ask for a bye."""
        number = len(self.rounds[1]) + 1
        competitors = []
        for no, rounds in self.rounds.items():
            if number > 1 and self.rng.random() < self.plan.withdrawals:
                self.gone.add(no)
            here = self.entry[no] <= number and no not in self.gone and self.rng.random() >= self.plan.requested
            competitors.append(Competitor(no, tuple(rounds), available=here))
        plan = self.plan
        return SwissEvent(
            tuple(competitors),
            number,
            plan.rounds,
            win=plan.win,
            draw=plan.win // 2 if plan.win != 6 else 2,
            initial_side=plan.initial,
            forbidden=self.forbidden,
        )

    def play(self, event: SwissEvent, pairing: SwissPairing) -> None:
        """Give every board a result and everybody else an absence or half-point bye."""
        for board in pairing.boards:
            white, black = self._result(event)
            self.rounds[board.white].append(PastRound(white[0], white[1], board.black, Side.WHITE))
            self.rounds[board.black].append(PastRound(black[0], black[1], board.white, Side.BLACK))
        if pairing.bye:
            points = event.win if self.plan.bye_points is None else self.plan.bye_points
            self.rounds[pairing.bye.no].append(PastRound(Outcome.PAIRING_BYE, points))
        for rounds in self.rounds.values():
            if len(rounds) < event.round_no:
                half = self.rng.random() < 0.3
                rounds.append(PastRound(Outcome.HALF_BYE, event.draw) if half else PastRound(Outcome.ABSENT))

    def _result(self, event: SwissEvent) -> tuple[tuple[Outcome, int], tuple[Outcome, int]]:
        if self.rng.random() < self.plan.forfeits:
            if self.rng.random() < 0.1:
                return (Outcome.FORFEIT_LOSS, 0), (Outcome.FORFEIT_LOSS, 0)
            sides = [(Outcome.FORFEIT_WIN, event.win), (Outcome.FORFEIT_LOSS, 0)]
            self.rng.shuffle(sides)
            return sides[0], sides[1]
        if self.plan.match:
            white = self.rng.choice((0, 1, 2, 2, 3, 4))  # half points of two games
            return (Outcome.GAME, white), (Outcome.GAME, 4 - white)
        if self.rng.random() < self.plan.draws:
            return (Outcome.GAME, event.draw), (Outcome.GAME, event.draw)
        points = [event.win, 0]
        self.rng.shuffle(points)
        return (Outcome.GAME, points[0]), (Outcome.GAME, points[1])


def play_event(
    plan: Plan,
    seed: int,
    pair: Callable[[SwissEvent], SwissPairing],
    check: Callable[[SwissEvent, SwissPairing], None],
    check_impossible: Callable[[SwissEvent], None],
) -> int:
    """Play an event to its end, or until no legal round exists; the number of rounds paired."""
    event = Event.new(plan, seed)
    paired = 0
    for _round in range(plan.rounds):
        before = event.next_round()
        try:
            pairing = pair(before)
        except NoLegalRound:
            check_impossible(before)
            return paired
        check(before, pairing)
        event.play(before, pairing)
        paired += 1
    return paired
