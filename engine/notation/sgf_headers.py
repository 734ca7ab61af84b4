"""Headers of BoardSpace's SGF and ours.

======================  =======================================================
SGF                     header
======================  =======================================================
SU                      the game type; SgfSetup if spelled in another way
DT                      SgfDate and Date, as Mzinga does; Date alone if it is no date of BoardSpace's
EV PC RO GN RE TC       Event, Site, Round, SgfGameName, SgfResult, TimeControl
P0[id] P1[id]           White, Black
P0[ranking] P0[time]    WhiteElo, WhiteTime (used in the whole game); the same for P1
GM VV                   27 and 1, not kept
any other XX            SgfXX
======================  =======================================================

Headers without a place are tags in the comment of the first node; an empty tag there takes a header away.
"""

import re
from collections.abc import Mapping
from datetime import date

from ..errors import InvalidNotation
from ..pieces import GameType
from .record import Result, one_line
from .sgf_nodes import Property

PLACES = {
    "EV": "Event",
    "PC": "Site",
    "RO": "Round",
    "GN": "SgfGameName",
    "RE": "SgfResult",
    "TC": "TimeControl",
}
PLAYER_PLACES = {"id": ("White", "Black"), "ranking": ("WhiteElo", "BlackElo"), "time": ("WhiteTime", "BlackTime")}
_LONGEST_RESULT = 1000  # characters; looking for a long name in a long text takes their product
_OTHER = re.compile(r"Sgf([A-Z]{2})")
_TAKEN = {"GM", "VV", "SU", "DT", "TM", *PLACES}
_PLAYER = re.compile(r"(id|ranking|time)\s+(\S.*?)\s*", re.DOTALL)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DATES = (
    re.compile(r"[A-Z][a-z]{2} (?P<m>[A-Z][a-z]{2}) (?P<d>\d\d) \d\d:\d\d:\d\d (?:\S+ )?(?P<y>\d{4})", re.ASCII),
    re.compile(r"(?P<d>\d{1,2}) (?P<m>[A-Z][a-z]{2})[a-z]* (?P<y>\d{4})", re.ASCII),
    re.compile(r"(?P<m>[A-Z][a-z]{2})[a-z]* (?P<d>\d{1,2}), (?P<y>\d{4})", re.ASCII),
)
# BoardSpace writes the result in the player's language; these words say draw in the languages it speaks.
_DRAW = re.compile(
    r"\b(draw|drawn|tie|empate|nulle|égalité|unentschieden|remis|remise|gelijkspel|oavgjort|uavgjort|patta|pareggio"
    r"|remíza|döntetlen|remiză|egalitate|ничья|ничьей|нічия|ισοπαλία)\b|平局|和局|引き分け|무승부",
    re.IGNORECASE,
)


def read_property(prop: Property) -> dict[str, str]:
    """Return the headers one property of the first node stands for."""
    value = one_line(prop.value)
    if prop.name == "DT":
        day = read_date(value)
        return {"Date": day, "SgfDate": value} if day else {"Date": value}
    if prop.name in PLACES:
        return {PLACES[prop.name]: value}
    if prop.name == "SU":
        return {} if value == setup(read_setup(value)) else {"SgfSetup": value}
    if prop.name in ("P0", "P1"):
        match = _PLAYER.fullmatch(value)
        if match is None:
            return {}
        text = match[2]
        if match[1] == "id" and len(text) > 1 and text[0] == text[-1] == '"':
            text = text[1:-1]
        return {PLAYER_PLACES[match[1]][prop.name == "P1"]: text}
    if prop.name in ("GM", "VV") and value == {"GM": "27", "VV": "1"}[prop.name]:
        return {}
    return {f"Sgf{prop.name}": value}


def properties(headers: Mapping[str, str], game_type: GameType, result_text: str) -> list[tuple[str, str]]:
    """Return the properties of the first node in BoardSpace's order, without those of the last node."""
    found = [("GM", "27"), ("VV", "1")]
    found += [(match[1], value) for name, value in headers.items() if (match := other_place(name)) and value]
    found.append(("SU", setup_of(headers, game_type)))
    found.append(("DT", headers.get("SgfDate", "") or headers.get("Date", "")))
    places = {**headers, "SgfResult": headers.get("SgfResult", "") or result_text}
    found += [(place, places.get(name, "")) for place, name in PLACES.items()]
    for player, place in ((0, "P0"), (1, "P1")):
        name = headers.get(PLAYER_PLACES["id"][player], "")
        found.append((place, f'id "{name}"'))
        rating = headers.get(PLAYER_PLACES["ranking"][player], "")
        found.append((place, f"ranking {rating}" if rating else ""))
    return [(name, value) for name, value in found if value]


def other_place(name: str) -> re.Match[str] | None:
    """Return the match whose group 1 is the property that a header such as ``SgfCM`` came from."""
    match = _OTHER.fullmatch(name)
    return match if match is not None and match[1] not in _TAKEN else None


def read_setup(text: str) -> GameType:
    """Return the game type of an SU value: ``Hive``, ``hive-p``, ``Hive-PLM``, ``hive-plm 2 0 101``.

    :raises InvalidNotation: it is another game, such as Hive-Ultimate.
    """
    hive, dash, letters = (text.split() or [""])[0].upper().partition("-")
    if hive != "HIVE" or bool(dash) != bool(letters):
        raise InvalidNotation("unknown_game_type", text=text[:20])
    try:
        return GameType.parse(f"Base+{letters}" if letters else "Base")
    except InvalidNotation:
        raise InvalidNotation("unknown_game_type", text=text[:20]) from None


def setup(game_type: GameType) -> str:
    """Return the SU value BoardSpace writes today."""
    letters = "P" * game_type.pillbug + "L" * game_type.ladybug + "M" * game_type.mosquito
    return f"Hive-{letters}" if letters else "Hive"


def setup_of(headers: Mapping[str, str], game_type: GameType) -> str:
    """Return the SU value of a file, as it was spelled there if that still says the same."""
    text = headers.get("SgfSetup", "")
    try:
        return text if read_setup(text) == game_type else setup(game_type)
    except InvalidNotation:
        return setup(game_type)


def read_date(text: str) -> str:
    """Return ``yyyy.mm.dd`` for a date as BoardSpace writes it, empty for any other text.

    >>> read_date("Wed Jul 29 23:49:08 GMT-05:00 2020")
    '2020.07.29'
    """
    for form in _DATES:
        match = form.fullmatch(text)
        if match is not None and match["m"].lower() in _MONTHS:
            try:
                day = date(int(match["y"]), _MONTHS.index(match["m"].lower()) + 1, int(match["d"]))
            except ValueError:
                return ""
            return f"{day.year:04}.{day.month:02}.{day.day:02}"
    return ""


def read_result_text(text: str, headers: Mapping[str, str]) -> Result | None:
    """Return what an RE value says, None if it names neither player, or both, or is too long for a sentence.

    The text is in the player's language and the name in it may be another than the player's id.
    """
    if len(text) > _LONGEST_RESULT:
        return None
    white, black = (_names(text, headers.get(side, "")) for side in ("White", "Black"))
    if white != black:
        return Result.WHITE_WINS if white else Result.BLACK_WINS
    return Result.DRAW if _DRAW.search(text) else None


def result_text(result: Result, headers: Mapping[str, str]) -> str:
    """Return the RE value for ``result`` in English, as BoardSpace and Mzinga know it."""
    if result is Result.OPEN:
        return ""
    if result is Result.DRAW:
        return "The game is a draw"
    return one_line(f"Game won by {headers.get('White' if result is Result.WHITE_WINS else 'Black', '')}")


def _names(text: str, player: str) -> bool:
    return 0 < len(player) <= len(text) and re.search(rf"(?<!\w){re.escape(player)}(?!\w)", text) is not None
