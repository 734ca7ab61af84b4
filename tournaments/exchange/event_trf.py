"""A section of an event as a TRF file. The format knows games, not matches: game j of a match in round k of a section
with n games a match stands in the file's round n(k - 1) + j.

The file has no place for a game that is still open, which is left blank, nor for points that an arbiter gave against
the result; those stand in a comment, and the player's points tell them.
"""

from collections.abc import Iterator

from .event_data import ByeData, EventData, GameData, RoundData, SectionData
from .trf_fields import show_tenths
from .trf_model import TrfDocument, TrfPlayer, TrfResult, TrfScoring

TENTHS = 5  # of a point in half a point
LONGEST_NAME = 33
_SYSTEMS = {"double_swiss": "FIDE_DOUBLESWISS", "dutch": "FIDE_DUTCH_2025", "round_robin": "ROUND_ROBIN"}
_RATED, _UNRATED = "1=0", "WDL"
_LOSES = {"white": "black", "black": "white"}

Column = dict[int, TrfResult]  # one round of the file, by start number


def trf_document(event: EventData, section: SectionData, *, trf26: bool = True) -> TrfDocument:
    """The section as a document for `write_trf`; ``trf26`` is False for programs that know TRF16 alone.

    :raises KeyError: the section has an entrant that the event does not.
    """
    writer = _Writer(section)
    columns = [column for round_ in section.rounds for column in writer.columns(round_)]
    entrants = {entrant.number: entrant for entrant in event.entrants}
    players = []
    for place in sorted(section.places, key=lambda place: place.start_number):
        entrant = entrants[place.entrant]
        rounds = tuple(column.get(place.start_number) for column in columns)
        while rounds and rounds[-1] is None:
            rounds = rounds[:-1]
        players.append(
            TrfPlayer(
                place.start_number,
                _line(entrant.name)[:LONGEST_NAME].strip(),
                rating=None if entrant.rating is None else min(9999, max(0, round(entrant.rating))),
                points=writer.points[place.start_number],
                rank=place.rank,
                rounds=rounds,
            )
        )
    return TrfDocument(
        texts=_texts(event, section, trf26=trf26),
        players=players,
        rounds_total=max(section.rounds_total * writer.width, len(columns)) or None,
        scoring=writer.scoring,
        system=_SYSTEMS.get(str(section.rules.get("format", "")), "") if trf26 else "",
        comments=[*writer.notes()],
        trf26=trf26,
    )


class _Writer:
    """The columns of one section, and the points as they add up."""

    def __init__(self, section: SectionData) -> None:
        rules = section.rules
        win, draw, loss = (
            TENTHS * int(rules.get(name, usual))
            for name, usual in (("win_points", 2), ("draw_points", 1), ("loss_points", 0))
        )
        self.width = int(rules.get("games_per_pairing", 1))
        bye = TENTHS * int(rules.get("bye_points", 2))
        # The allocated bye stands in the first column of its match and is worth at most a win there.
        self.scoring = TrfScoring(win, draw, loss, pairing_bye=min(bye, win) if self.width > 1 else bye)
        self.numbers = {place.entrant: place.start_number for place in section.places}
        self.points = dict.fromkeys(self.numbers.values(), 0)
        self.worth = dict.fromkeys(self.numbers.values(), 0)

    def columns(self, round_: RoundData) -> Iterator[Column]:
        """A round as so many columns as its longest match has games."""
        if not round_.matches and not round_.byes:
            return
        width = max([self.width, *(len(match.games) for match in round_.matches)])
        columns: list[Column] = [{} for _column in range(width)]
        there: set[int] = set()
        for match in round_.matches:
            there |= {self.numbers[match.first], self.numbers[match.second]}
            for column, game in zip(columns, match.games, strict=False):
                self._add_game(column, game)
        for bye in round_.byes:
            there.add(self.numbers[bye.entrant])
            self._add_bye(columns, bye)
        for number in sorted(set(self.numbers.values()) - there):
            for column in columns:
                self._add(column, number, TrfResult(0, "-", "Z"), 0)
        yield from columns

    def notes(self) -> Iterator[str]:
        """Whose points are not what the results are worth."""
        for number in sorted(self.points):
            points, worth = self.points[number], self.worth[number]
            if points != worth:
                yield f" player {number} has {show_tenths(points)} points, the results give {show_tenths(worth)}"

    def _add_game(self, column: Column, game: GameData) -> None:
        if game.white_points is None or game.black_points is None or not game.counts:
            return
        white, black = self.numbers[game.white], self.numbers[game.black]
        for number, other, side, points in (
            (white, black, "white", game.white_points),
            (black, white, "black", game.black_points),
        ):
            if game.forfeit and game.outcome == "draw":
                result = TrfResult(0, "-", "H")  # half a point without play has no other sign
            elif game.forfeit:
                result = TrfResult(other, side[0], "+" if game.outcome == side else "-")
            else:
                result = TrfResult(other, side[0], self._code(game, side, TENTHS * points))
            self._add(column, number, result, TENTHS * points)

    def _code(self, game: GameData, side: str, tenths: int) -> str:
        """The sign of the points if they are those of a win, draw or loss, else of the outcome."""
        usual = (self.scoring.win, self.scoring.draw, self.scoring.loss)
        if tenths in usual:
            at = usual.index(tenths)
        else:
            at = 0 if game.outcome == side else 2 if game.outcome in (_LOSES[side], "none") else 1
        return (_RATED if game.rated else _UNRATED)[at]

    def _add_bye(self, columns: list[Column], bye: ByeData) -> None:
        """A bye in every column of the match, so that together they are worth its points."""
        number, left = self.numbers[bye.entrant], TENTHS * bye.points
        even = left == self.scoring.draw * len(columns)
        for column in columns:
            if bye.kind == "pairing" and column is columns[0]:
                code = "U"
            elif left >= self.scoring.win > 0 and not (even and bye.kind != "pairing"):
                code = "F"
            else:
                code = "H" if left >= self.scoring.draw > 0 else "Z"
            result = TrfResult(0, "-", code)
            worth = self.scoring.points(result)
            self._add(column, number, result, worth)
            left -= worth
        self.points[number] += left

    def _add(self, column: Column, number: int, result: TrfResult, tenths: int) -> None:
        column[number] = result
        self.points[number] += tenths
        self.worth[number] += self.scoring.points(result)


def _texts(event: EventData, section: SectionData, *, trf26: bool) -> dict[str, list[str]]:
    name = f"{event.name}, {section.name}" if section.name else event.name
    games = int(section.rules.get("games_per_pairing", 1))
    kind = str(section.rules.get("format", "")).replace("_", " ")
    texts = {
        "012": name,
        "042": f"{event.started_at:%Y/%m/%d}" if event.started_at else "",
        "052": f"{event.finished_at:%Y/%m/%d}" if event.finished_at else "",
        "062": str(len(section.places)),
        "092": f"{kind}, {games} games a match" if games > 1 else kind,
        "122": str(event.rules.get("time_control", "")),
        "182": "Bikupa" if trf26 else "",
    }
    return {code: [_line(text)] for code, text in texts.items() if text}


def _line(text: str) -> str:
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
