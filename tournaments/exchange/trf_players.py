"""The 001 record of a TRF file: one player with all rounds, in fixed columns."""

from .trf_fields import MOST, Line, show_tenths
from .trf_model import RESULT_CODES, TrfPlayer, TrfResult

FIRST_ROUND = 92  # column of round 1; each round takes ten
ROUND_WIDTH = 10


def read_player(line: Line) -> TrfPlayer:
    """The player of a 001 line.

    :raises TrfError: a place holds what cannot stand there.
    """
    number = line.whole(5, 8, "the start number")
    if not number:
        raise line.error(5, "a player needs a start number from 1 to 9999")
    rounds = []
    for column in range(FIRST_ROUND, len(line.text) + 1, ROUND_WIDTH):
        rounds.append(_read_result(line, column, number))
    while rounds and rounds[-1] is None:
        rounds.pop()
    return TrfPlayer(
        no=number,
        sex=line.cut(10, 10),
        title=line.cut(11, 13),
        name=line.cut(15, 47),
        rating=line.whole(49, 52, "the rating"),
        federation=line.cut(54, 56),
        fide_id=line.cut(58, 68),
        birth=line.cut(70, 79),
        points=line.tenths(81, 84, "the points"),
        rank=line.whole(86, 89, "the rank"),
        rounds=tuple(rounds),
        line=line.number,
    )


def _read_result(line: Line, column: int, player: int) -> TrfResult | None:
    text = line.text[column - 1 : column + ROUND_WIDTH - 1]
    if not text.strip():
        return None
    opponent = line.whole(column, column + 3, "the opponent") or 0
    colour = text[5:6].strip().lower() or "-"
    code = text[7:8].upper().strip()
    if opponent == player:
        raise line.error(column, f"player {player} cannot meet itself")
    if colour not in ("w", "b", "-"):
        raise line.error(column + 5, f"the colour must be w, b or -, not “{colour}”")
    if not code and not opponent:
        code = "Z"
    if code not in RESULT_CODES:
        known = "1 0 = W D L + - H F U Z"
        raise line.error(column + 7, f"the result must be one of {known}, not “{code}”")
    if opponent and code in "HFUZ":
        raise line.error(column, f"a bye ({code}) has opponent 0000, not {opponent}")
    if not opponent and code not in "HFUZ-+":
        raise line.error(column, f"result “{code}” needs an opponent")
    if opponent and colour == "-" and code not in "+-":
        raise line.error(column + 5, "a game needs a colour, w or b")
    return TrfResult(opponent, colour, code)


def write_player(player: TrfPlayer) -> str:
    """The 001 line of ``player``, without line end.

    :raises ValueError: more points than the format has room for.
    """
    if player.points is not None and not 0 <= player.points < MOST:
        raise ValueError(f"TRF has no room for the {show_tenths(player.points)} points of player {player.no}")
    points = "" if player.points is None else show_tenths(player.points)
    head = (
        f"001 {player.no:4} {player.sex:1}{player.title:>3} {player.name[:33]:33} {_blank(player.rating):>4} "
        f"{player.federation:3} {player.fide_id:>11} {player.birth:10} {points:>4} {_blank(player.rank):>4}  "
    )
    rounds = [_write_result(result) for result in player.rounds]
    return (head + "".join(rounds)).rstrip()


def _blank(number: int | None) -> str:
    return "" if number is None else str(number)


def _write_result(result: TrfResult | None) -> str:
    if result is None:
        return " " * ROUND_WIDTH
    opponent = f"{result.opponent:4}" if result.opponent else "0000"
    return f"{opponent} {result.colour} {result.code}  "
