"""What a Swiss pairing is made from: the entrants, their earlier rounds, and the event's settings."""

from dataclasses import dataclass, field
from enum import StrEnum

from games.side import Side

from .result import Relaxation


class Outcome(StrEnum):
    """What an earlier round was for one entrant."""

    GAME = "game"  # played, whatever the result
    FORFEIT_WIN = "forfeit_win"
    FORFEIT_LOSS = "forfeit_loss"
    PAIRING_BYE = "pairing_bye"
    HALF_BYE = "half_bye"
    FULL_BYE = "full_bye"
    ABSENT = "absent"  # zero-point bye, not yet entered, or gone


_PAIRED = frozenset({Outcome.GAME, Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS, Outcome.PAIRING_BYE})


@dataclass(frozen=True, slots=True)
class PastRound:
    """One earlier round of one entrant. ``side`` and ``opponent`` are None where there was none."""

    outcome: Outcome
    points: int = 0
    opponent: int | None = None
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class Competitor:
    """An entrant: start number (also the order of pairing numbers) and all earlier rounds.

    ``virtual`` are acceleration points per round, the round to be paired included.
    ``available`` says whether the entrant is to be paired now. ``second`` is a second
    score that orders entrants of one score before the pairing number does, in a Double
    Swiss. Members of one ``group`` ("" for none) are kept apart as long as a round exists.
    """

    no: int
    rounds: tuple[PastRound, ...] = ()
    available: bool = True
    virtual: tuple[int, ...] = ()
    second: int = 0
    group: str = ""

    def virtual_in(self, round_no: int) -> int:
        return self.virtual[round_no - 1] if round_no <= len(self.virtual) else 0

    @property
    def known(self) -> bool:
        """Whether the entrant takes part now or ever did: late entrants yet to come have no number."""
        return self.available or any(past.outcome in _PAIRED for past in self.rounds)


@dataclass(frozen=True, slots=True)
class SwissEvent:
    """A Swiss event about to have round ``round_no`` paired.

    ``win``, ``draw`` and ``loss`` are the points of a game (of a whole match in a Double
    Swiss). ``forbidden`` are unordered pairs that must not meet in this round.
    ``initial_side`` is what the lots gave the highest-ranked entrant. ``relax`` are rules
    that an arbiter sets aside where no round exists otherwise.
    """

    competitors: tuple[Competitor, ...]
    round_no: int
    rounds_total: int
    win: int = 2
    draw: int = 1
    loss: int = 0
    initial_side: Side = Side.WHITE
    forbidden: frozenset[frozenset[int]] = frozenset()
    relax: frozenset[Relaxation] = frozenset()

    def __post_init__(self) -> None:
        numbers = [competitor.no for competitor in self.competitors]
        if len(set(numbers)) < len(numbers):
            raise ValueError("two entrants have the same start number")
        if not 1 <= self.round_no <= self.rounds_total:
            raise ValueError(f"this event has no round {self.round_no}")
        if any(len(competitor.rounds) != self.round_no - 1 for competitor in self.competitors):
            raise ValueError(f"every entrant needs {self.round_no - 1} earlier rounds")
        met = {past.opponent for one in self.competitors for past in one.rounds}
        if strangers := met - set(numbers) - {None}:
            raise ValueError(f"somebody has met {min(no for no in strangers if no)}, who is no entrant")

    @property
    def last_round(self) -> bool:
        return self.round_no == self.rounds_total


class Strength(StrEnum):
    """How much a colour is due (C.04.3 1.7)."""

    NONE = "none"
    MILD = "mild"
    STRONG = "strong"
    ABSOLUTE = "absolute"


class Float(StrEnum):
    """Meeting an entrant of another score, or scoring without play (C.04.3 1.4)."""

    NONE = "none"
    DOWN = "down"
    UP = "up"


@dataclass(slots=True, eq=False)
class Player:
    """An entrant who is to be paired, with all that the criteria look at.

    ``tpn`` is the pairing number, ``score`` the points with virtual ones (it makes the
    brackets), ``standing`` those without (it orders the boards). ``barred`` are the
    numbers that must not be met: those ``met``, those ``forbidden``, and, as long as it can
    be helped, those to be kept ``apart``. ``rank`` orders players of one score: by ``tpn``, or by a second score first.
    ``floats`` are those of the last and the last but one
    round. ``top`` is set in the last round for those above half of the possible points.
    """

    no: int
    tpn: int
    score: int
    standing: int
    barred: frozenset[int]
    sides: tuple[Side, ...]
    floats: tuple[Float, Float]
    bye_barred: str = ""  # why no pairing-allocated bye, "" when one is allowed
    played: int = 0
    top: bool = False
    due: Side | None = None
    strength: Strength = Strength.NONE
    difference: int = 0  # games with White minus games with Black
    repeated: Side | None = None  # the colour of the last two games, if one
    met: frozenset[int] = field(default_factory=frozenset)
    forbidden: frozenset[int] = field(default_factory=frozenset)
    apart: frozenset[int] = field(default_factory=frozenset)
    rank: int = 0
