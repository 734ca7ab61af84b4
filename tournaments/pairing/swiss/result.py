"""What a pairing hands out: boards, the bye, and why it came out like this.

Reasons are data, not sentences: pages put them into words.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

EDITION = "2026"  # FIDE's Swiss rules applied from 1 February 2026


@dataclass(frozen=True, slots=True)
class Board:
    """A pair of start numbers. ``article`` is the rule that gave the colours."""

    white: int
    black: int
    article: str


class FloatCause(StrEnum):
    """Why somebody is not paired within the own bracket."""

    ODD_NUMBER = "odd_number"  # one too many
    NO_OPPONENT = "no_opponent"  # has met, or must not meet, everybody there
    NEEDED_BELOW = "needed_below"  # otherwise those below could not all be paired (C4, C5)
    OPPONENTS_TAKEN = "opponents_taken"  # the possible opponents there do not go round


@dataclass(frozen=True, slots=True)
class Floater:
    """Somebody who left the own score group, and why."""

    no: int
    cause: FloatCause


@dataclass(frozen=True, slots=True)
class BracketReport:
    """How one bracket was paired. ``broken`` tells how often each criterion could not be kept."""

    score: int
    moved_down: tuple[int, ...]
    residents: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]
    floaters: tuple[Floater, ...] = ()
    broken: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class ByeReport:
    """Who has the pairing-allocated bye and who could not have it.

    ``score`` is the lowest it could go to (C5). ``barred`` tells, for each entrant of that
    score or less who was out of the question, why. ``impossible_scores`` are lower scores
    whose free entrants are all needed to complete the round.
    """

    no: int
    score: int
    barred: Mapping[int, str]
    impossible_scores: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SetAside:
    """Where a rule was not kept because no round exists that keeps it.

    ``rule`` is a `Relaxation`, or "groups" for members of one group who meet. ``pairs`` are
    the start numbers of each pair, one alone for a second bye.
    """

    rule: str
    pairs: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class SwissPairing:
    """A paired round, boards in playing order. ``notes`` name anything out of the ordinary.

    ``groups_let_go`` are those too large to be kept apart.
    """

    system: str
    round_no: int
    boards: tuple[Board, ...]
    bye: ByeReport | None = None
    brackets: tuple[BracketReport, ...] = ()
    notes: tuple[str, ...] = ()
    set_aside: tuple[SetAside, ...] = ()
    groups_let_go: tuple[str, ...] = ()
    edition: str = EDITION

    def plain(self) -> list[tuple[int, int]]:
        """(white, black) in board order, the bye last as (entrant, 0): the form pairing programs print."""
        rows = [(board.white, board.black) for board in self.boards]
        return rows + ([(self.bye.no, 0)] if self.bye else [])


class Relaxation(StrEnum):
    """A rule that an arbiter may set aside when no legal round exists (C.04.3 1.9.3)."""

    FORBIDDEN_PAIRS = "forbidden_pairs"  # let pairs meet that the organiser keeps apart
    COLOURS = "colours"  # C3: somebody gets a third colour in a row, or three more of one
    SECOND_BYE = "second_bye"  # C2: a second bye, or one after a win without play
    REMATCHES = "rematches"  # C1: two who have met meet again


class NoLegalRound(Exception):
    """No round keeps all absolute rules.

    ``relaxations`` are the least sets of rules that would have to be set aside: any one
    of these sets makes a round possible.
    """

    def __init__(self, relaxations: tuple[tuple[Relaxation, ...], ...]) -> None:
        choices = "; or ".join(" and ".join(choice) for choice in relaxations) or "nothing helps"
        super().__init__(f"No legal round exists. It would with one of these set aside: {choices}.")
        self.relaxations = relaxations
