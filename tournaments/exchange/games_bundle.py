"""All games of an event in one file: PGN, or UHP GameStrings, one a line.

The moves come as they are stored, canonical and checked, so nothing is replayed. The file comes in chunks, so that an
event of thousands of games is never in memory as a whole.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from engine.notation.convert import write_game
from engine.notation.record import GameRecord, Result
from engine.pieces import GameType
from engine.rules import OpeningRule, RepetitionRule, Rules

FORMATS = ("pgn", "uhp")
CHUNK = 64 * 1024  # characters, about
_RESULTS = {"white": Result.WHITE_WINS, "black": Result.BLACK_WINS, "draw": Result.DRAW}


@dataclass(frozen=True, slots=True)
class EventGame:
    """A game of an event as it is stored.

    ``moves`` are canonical move strings. ``result`` is "white", "black", "draw", or else open or without a winner.
    ``clocks`` is the time left on the mover's clock after each move, None where it is not known. ``ending`` says how
    the game ended, in words. Rules and results have the values that a game has on the site.
    """

    white: str
    black: str
    game_type: str
    moves: tuple[str, ...] = ()
    result: str = ""
    ending: str = ""
    round_no: int = 0
    board: int = 0
    game_no: int = 1
    started_at: datetime | None = None
    white_rating: int | None = None
    black_rating: int | None = None
    time_control: str = ""
    opening_rule: str = OpeningRule.NO_QUEEN_FIRST.value
    repetition_rule: str = RepetitionRule.THREEFOLD.value
    clocks: tuple[timedelta | None, ...] = ()
    url: str = ""


def record_of(game: EventGame, *, event: str, site: str) -> GameRecord:
    """The game as a record. Its header Round is round, board and game, such as ``2.14.1``.

    :raises InvalidNotation: there is no such game type.
    :raises ValueError: no such rule, or more clocks than moves.
    """
    headers = {
        "Event": event,
        "Site": game.url or site,
        "Date": game.started_at.astimezone(UTC).strftime("%Y.%m.%d") if game.started_at else "",
        "Round": f"{game.round_no}.{game.board}.{game.game_no}" if game.round_no else "",
        "White": game.white,
        "Black": game.black,
        "TimeControl": game.time_control,
        "WhiteElo": "" if game.white_rating is None else str(game.white_rating),
        "BlackElo": "" if game.black_rating is None else str(game.black_rating),
        "OpeningRule": game.opening_rule,
        "RepetitionRule": game.repetition_rule,
        "Termination": game.ending,
    }
    rules = Rules(GameType.parse(game.game_type), OpeningRule(game.opening_rule), RepetitionRule(game.repetition_rule))
    always = ("Event", "Site", "Date", "Round", "White", "Black")
    kept = {name: value for name, value in headers.items() if value or name in always}
    return GameRecord(rules, game.moves, _RESULTS.get(game.result, Result.OPEN), kept, game.clocks)


def write_bundle(records: Iterable[GameRecord], form: str) -> Iterator[str]:
    """The file in chunks of some 64,000 characters, in the order of ``records``; ``form`` is "pgn" or "uhp".

    In UHP a line is a GameString and nothing else, so names, dates and clocks are left out.

    :raises ValueError: another form; before the first chunk.
    """
    if form not in FORMATS:
        raise ValueError(f"{form[:20]!r} is not a form of a bundle: pgn or uhp")
    return _chunks(records, form)


def _chunks(records: Iterable[GameRecord], form: str) -> Iterator[str]:
    texts: list[str] = []
    size = 0
    between = ""
    for record in records:
        text = between + write_game(record, form, headers=False)
        between = "\n" if form == "pgn" else ""  # an empty line between games
        texts.append(text)
        size += len(text)
        if size >= CHUNK:
            yield "".join(texts)
            texts, size = [], 0
    if texts:
        yield "".join(texts)
