"""What a TRF file says, as values. Points are whole tenths everywhere: 10 is one point.

Sources: FIDE's Tournament Report File formats TRF16 and TRF26; the extensions that the
pairing programs JaVaFo (XX records) and bbpPairings (BB records) added to TRF16.
"""

from dataclasses import dataclass, field

PLAYED_CODES = frozenset("1=0WDL")  # decided over the board; letters: not rated
FORFEIT_CODES = frozenset("+-")
BYE_CODES = frozenset("HFUZ")
RESULT_CODES = PLAYED_CODES | FORFEIT_CODES | BYE_CODES


class TrfError(ValueError):
    """The file cannot be understood. ``line`` and ``column`` count from 1; the message says what to change."""

    def __init__(self, line: int, column: int, problem: str) -> None:
        super().__init__(f"line {line}, column {column}: {problem}")
        self.line = line
        self.column = column
        self.problem = problem


@dataclass(frozen=True, slots=True)
class TrfResult:
    """One round of one player. ``opponent`` 0 is nobody; ``colour`` is "w", "b" or "-"."""

    opponent: int
    colour: str
    code: str

    @property
    def played(self) -> bool:
        return self.opponent > 0 and self.code in PLAYED_CODES

    @property
    def paired(self) -> bool:
        """Whether the pairing of that round knew the player: a game, a forfeit, or the allocated bye."""
        return self.opponent > 0 or self.code == "U"


@dataclass(frozen=True, slots=True)
class TrfPlayer:
    """A 001 record. ``rounds`` has one place a round; None is a place left blank."""

    no: int
    name: str = ""
    sex: str = ""
    title: str = ""
    rating: int | None = None
    federation: str = ""
    fide_id: str = ""
    birth: str = ""
    points: int | None = None
    rank: int | None = None
    rounds: tuple[TrfResult | None, ...] = ()
    line: int = field(default=0, compare=False)  # where it stands in the file, for messages


@dataclass(frozen=True, slots=True)
class TrfScoring:
    """Tenths of a point for each kind of result."""

    win: int = 10
    draw: int = 5
    loss: int = 0
    zero_bye: int = 0
    forfeit_loss: int = 0
    pairing_bye: int = 10
    forfeit_win: int | None = None  # None: as a win
    half_bye: int | None = None  # None: as a draw
    full_bye: int | None = None  # None: as a win

    def points(self, result: TrfResult | None) -> int:
        """What this result is worth; a blank place is worth a zero-point bye."""
        if result is None:
            return self.zero_bye
        forfeit_win = self.win if self.forfeit_win is None else self.forfeit_win
        half_bye = self.draw if self.half_bye is None else self.half_bye
        full_bye = self.win if self.full_bye is None else self.full_bye
        worth = {"1": self.win, "W": self.win, "=": self.draw, "D": self.draw, "0": self.loss, "L": self.loss}
        worth |= {"+": forfeit_win, "-": self.forfeit_loss, "H": half_bye, "F": full_bye}
        worth |= {"U": self.pairing_bye, "Z": self.zero_bye}
        return worth[result.code]


@dataclass(frozen=True, slots=True)
class TrfAbsences:
    """A 240 record: bye of type H, F or Z in one round for several players."""

    kind: str
    round_no: int
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TrfVirtual:
    """A 250 record: virtual points in the rounds ``first_round``-``last_round`` for a range of numbers.

    ``match_points`` and ``game_points`` are tenths, None where the place is blank; single
    games are accelerated by ``game_points``.
    """

    match_points: int | None
    game_points: int | None
    first_round: int
    last_round: int
    first_player: int
    last_player: int


@dataclass(frozen=True, slots=True)
class TrfForbidden:
    """Players who must not meet each other (260, XXP). XXP holds for all rounds: both None."""

    players: tuple[int, ...]
    first_round: int | None = None
    last_round: int | None = None


@dataclass(slots=True)
class TrfDocument:
    """A whole file.

    ``texts`` are the records whose text needs no understanding (012 name, 122 time control
    ...), by code, one entry a line. ``accelerations`` are the XXA records: virtual points
    per round. ``other`` are lines of records this reader does not know, kept as they are.
    ``trf26`` tells whether the event's settings are, or shall be, written as TRF26 records.
    """

    texts: dict[str, list[str]] = field(default_factory=dict)
    players: list[TrfPlayer] = field(default_factory=list)
    rounds_total: int | None = None
    initial_colour: str | None = None  # "w" or "b"
    by_rank: bool = False
    scoring: TrfScoring = field(default_factory=TrfScoring)
    system: str = ""
    absences: list[TrfAbsences] = field(default_factory=list)
    absent_now: list[int] = field(default_factory=list)  # XXZ
    virtual: list[TrfVirtual] = field(default_factory=list)
    accelerations: dict[int, tuple[int, ...]] = field(default_factory=dict)
    forbidden: list[TrfForbidden] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    other: list[str] = field(default_factory=list)
    trf26: bool = False

    def text(self, code: str) -> str:
        """The first line of a text record, "" when the file has none."""
        return self.texts.get(code, [""])[0]

    @property
    def name(self) -> str:
        return self.text("012")

    def player(self, no: int) -> TrfPlayer:
        """The player with this start number.

        :raises KeyError: there is none.
        """
        for player in self.players:
            if player.no == no:
                return player
        raise KeyError(no)
