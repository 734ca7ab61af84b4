"""Reading a TRF file: TRF16 with the JaVaFo and bbpPairings records, and TRF26."""

from collections.abc import Callable
from dataclasses import replace

from .trf_fields import Line, as_tenths
from .trf_model import TrfAbsences, TrfDocument, TrfError, TrfForbidden, TrfVirtual
from .trf_players import read_player

TEXT_RECORDS = frozenset(f"{number:03}" for number in (*range(12, 133, 10), 172, 182, 202, 212, 222))
_BB_FIELDS = {
    "BBW": "win",
    "BBD": "draw",
    "BBL": "loss",
    "BBZ": "zero_bye",
    "BBF": "forfeit_loss",
    "BBU": "pairing_bye",
}
_162_FIELDS = {"W": "win", "D": "draw", "L": "loss", "A": "zero_bye", "P": "pairing_bye"}
_XXS_FIELDS = {
    "W": ("win",),
    "D": ("draw",),
    "WW": ("win",),
    "BW": ("win",),
    "WD": ("draw",),
    "BD": ("draw",),
    "WL": ("loss",),
    "BL": ("loss",),
    "ZPB": ("zero_bye",),
    "HPB": ("half_bye",),
    "FPB": ("full_bye",),
    "PAB": ("pairing_bye",),
    "FW": ("forfeit_win",),
    "FL": ("forfeit_loss",),
}


def read_trf(content: str | bytes) -> TrfDocument:
    """The event in a TRF file. Lines may end in CR, LF or both; bytes are UTF-8 or, if not, Latin-1.

    :raises TrfError: what is wrong, with line and column.
    """
    text = _decoded(content) if isinstance(content, bytes) else content.removeprefix("\ufeff")
    document = TrfDocument()
    for number, line_text in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), start=1):
        if line_text.strip():
            _read_line(Line(number, line_text.rstrip()), document)
    _check_players(document)
    return document


def _decoded(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def _read_line(line: Line, document: TrfDocument) -> None:
    code = line.code
    if code == "001":
        document.players.append(read_player(line))
    elif code == "###":
        document.comments.append(line.text[3:])
    elif code in _READERS:
        _READERS[code](line, document)
    elif code in _BB_FIELDS:
        column, word = _only_word(line)
        _set_points(document, _BB_FIELDS[code], as_tenths(line, column, word, f"record {code}"))
    elif code in TEXT_RECORDS:
        document.texts.setdefault(code, []).append(line.rest(4))
    else:
        document.other.append(line.text)


def _only_word(line: Line) -> tuple[int, str]:
    words = line.words(4)
    if len(words) != 1:
        raise line.error(5, f"record {line.code} holds one value")
    return words[0]


def _set_points(document: TrfDocument, name: str, tenths: int) -> None:
    document.scoring = replace(document.scoring, **{name: tenths})


def _rounds(line: Line, document: TrfDocument) -> None:
    column, word = _only_word(line)
    if not (word.isascii() and word.isdigit() and 0 < int(word) < 100):
        raise line.error(column, f"the number of rounds must be from 1 to 99, not “{word}”")
    document.rounds_total = int(word)
    document.trf26 |= line.code == "142"


def _initial_colour(line: Line, document: TrfDocument) -> None:
    column, word = _only_word(line)
    if word.upper() not in ("W", "B"):
        raise line.error(column, f"the initial colour must be W or B, not “{word}”")
    document.initial_colour = word.lower()
    document.trf26 = True


def _configuration(line: Line, document: TrfDocument) -> None:
    for column, word in line.words(4):
        if word in ("white1", "black1"):
            document.initial_colour = word[0]
        elif word == "rank":
            document.by_rank = True
        else:
            raise line.error(column, f"XXC knows rank, white1 and black1, not “{word}”")


def _scoring_162(line: Line, document: TrfDocument) -> None:
    words = []
    for column, word in line.words(4):
        # The columns of code and points touch: points with four characters follow the code at once.
        joined = len(word) > 1 and word[0] in _162_FIELDS
        words += [(column, word[0]), (column + 1, word[1:])] if joined else [(column, word)]
    if len(words) % 2:
        raise line.error(words[-1][0], "record 162 is a list of codes, each followed by its points")
    for (column, code), (points_column, points) in zip(words[::2], words[1::2], strict=True):
        if code not in _162_FIELDS:
            raise line.error(column, f"record 162 knows the codes {' '.join(_162_FIELDS)}, not “{code}”")
        _set_points(document, _162_FIELDS[code], as_tenths(line, points_column, points, f"162 {code}"))
    document.trf26 = True


def _scoring_xxs(line: Line, document: TrfDocument) -> None:
    for column, word in line.words(4):
        code, _equals, points = word.partition("=")
        if code not in _XXS_FIELDS:
            raise line.error(column, f"XXS knows {' '.join(_XXS_FIELDS)}, each with =points, not “{word}”")
        tenths = as_tenths(line, column, points, f"XXS {code}")
        for name in _XXS_FIELDS[code]:
            _set_points(document, name, tenths)


def _system(line: Line, document: TrfDocument) -> None:
    document.system = line.rest(4)
    document.trf26 = True


def _absences(line: Line, document: TrfDocument) -> None:
    kind = line.cut(5, 5).upper()
    round_no = line.whole(7, 9, "the round")
    if kind not in ("H", "F", "Z"):
        raise line.error(5, f"a 240 record is for byes H, F or Z, not “{kind}”")
    if not round_no:
        raise line.error(7, "a 240 record needs a round")
    document.absences.append(TrfAbsences(kind, round_no, tuple(line.numbers(10, "the absent"))))
    document.trf26 = True


def _absent_now(line: Line, document: TrfDocument) -> None:
    document.absent_now += line.numbers(4, "the absent")


def _virtual(line: Line, document: TrfDocument) -> None:
    places = [(15, 17, "the first round"), (19, 21, "the last round"), (23, 26, "the first player")]
    numbers = [line.whole(first, last, what) for first, last, what in places]
    numbers.append(line.whole(28, 31, "the last player"))
    first_round, last_round, first_player, last_player = numbers
    if first_round is None or first_player is None:
        raise line.error(15, "a 250 record needs rounds and players")
    document.virtual.append(
        TrfVirtual(
            line.tenths(5, 8, "the virtual match points"),
            line.tenths(10, 13, "the virtual points"),
            first_round,
            last_round or first_round,
            first_player,
            last_player or first_player,
        )
    )
    document.trf26 = True


def _acceleration(line: Line, document: TrfDocument) -> None:
    words = line.words(4)
    if not words or not (words[0][1].isascii() and words[0][1].isdigit()):
        raise line.error(5, "XXA needs a start number and its virtual points per round")
    points = [as_tenths(line, column, word, "the virtual points") for column, word in words[1:]]
    document.accelerations[int(words[0][1])] = tuple(points)


def _forbidden(line: Line, document: TrfDocument) -> None:
    if line.code == "XXP":
        document.forbidden.append(TrfForbidden(tuple(line.numbers(4, "forbidden pairs"))))
        return
    first, last = line.whole(5, 7, "the first round"), line.whole(9, 11, "the last round")
    if first is None:
        raise line.error(5, "a 260 record needs its first and last round")
    players = tuple(line.numbers(12, "forbidden pairs"))
    document.forbidden.append(TrfForbidden(players, first, last or first))
    document.trf26 = True


_READERS: dict[str, Callable[[Line, TrfDocument], None]] = {
    "XXR": _rounds,
    "142": _rounds,
    "152": _initial_colour,
    "XXC": _configuration,
    "162": _scoring_162,
    "XXS": _scoring_xxs,
    "192": _system,
    "240": _absences,
    "XXZ": _absent_now,
    "250": _virtual,
    "XXA": _acceleration,
    "260": _forbidden,
    "XXP": _forbidden,
}


def _check_players(document: TrfDocument) -> None:
    """Refuse a player that stands there twice and results that do not fit each other."""
    by_no = {}
    for player in document.players:
        if player.no in by_no:
            raise TrfError(player.line, 5, f"there are two players with the number {player.no}")
        by_no[player.no] = player
    for player in document.players:
        for index, result in enumerate(player.rounds):
            if result is None or not result.opponent:
                continue
            column = 92 + 10 * index
            opponent = by_no.get(result.opponent)
            if opponent is None:
                raise TrfError(player.line, column, f"there is no player {result.opponent}")
            back = opponent.rounds[index] if index < len(opponent.rounds) else None
            if back is None or back.opponent != player.no:
                text = f"player {opponent.no} does not name player {player.no} in round {index + 1}"
                raise TrfError(player.line, column, text)
            if result.played and (not back.played or result.colour == back.colour):
                text = f"players {player.no} and {opponent.no} do not agree about round {index + 1}"
                raise TrfError(player.line, column, text)
