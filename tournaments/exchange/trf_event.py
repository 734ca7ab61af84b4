"""The event in a TRF file as the Swiss pairing wants it. Points are tenths."""

from games.side import Side
from tournaments.pairing.swiss.baku import upper_half, virtual_points
from tournaments.pairing.swiss.state import Competitor, Outcome, PastRound, SwissEvent

from .trf_fields import show_tenths
from .trf_model import TrfDocument, TrfError, TrfPlayer, TrfResult

_SIDES = {"w": Side.WHITE, "b": Side.BLACK}
_UNPLAYED = {
    "+": Outcome.FORFEIT_WIN,
    "-": Outcome.FORFEIT_LOSS,
    "H": Outcome.HALF_BYE,
    "F": Outcome.FULL_BYE,
    "U": Outcome.PAIRING_BYE,
    "Z": Outcome.ABSENT,
}
POINTS_COLUMN = 81


def swiss_event(document: TrfDocument) -> SwissEvent:
    """The event with its next round to pair: the one after the last round that anybody was paired in.

    Absent are those with a bye in that round's column, a 240 record for it, or XXZ.

    :raises TrfError: the number of rounds is missing or used up, or a player's points do
        not follow from the results.
    """
    done = rounds_paired(document)
    if not document.players:
        raise TrfError(1, 1, "the file has no players (001 records)")
    if document.rounds_total is None:
        raise TrfError(1, 1, "the file does not say how many rounds the event has: add a record 142 or XXR")
    if done >= document.rounds_total:
        raise TrfError(1, 1, f"all {document.rounds_total} rounds are paired already")
    absent = set(document.absent_now)
    absent.update(no for row in document.absences if row.round_no == done + 1 for no in row.players)
    numbers = _pairing_numbers(document)
    scoring = document.scoring
    return SwissEvent(
        competitors=tuple(_competitor(player, done, absent, numbers, document) for player in document.players),
        round_no=done + 1,
        rounds_total=document.rounds_total,
        win=scoring.win,
        draw=scoring.draw,
        loss=scoring.loss,
        initial_side=_initial_side(document),
        forbidden=_forbidden(document, done + 1, numbers),
    )


def rounds_paired(document: TrfDocument) -> int:
    """The last round that anybody was paired in."""
    played = [
        number
        for player in document.players
        for number, result in enumerate(player.rounds, start=1)
        if result and result.paired
    ]
    return max(played, default=0)


def start_numbers(document: TrfDocument) -> dict[int, int]:
    """For each pairing number of `swiss_event` the start number in the file; they differ with "XXC rank"."""
    return {pairing: start for start, pairing in _pairing_numbers(document).items()}


def _pairing_numbers(document: TrfDocument) -> dict[int, int]:
    """Start numbers order the players, unless "XXC rank" says that their order in the file does."""
    if document.by_rank:
        return {player.no: place for place, player in enumerate(document.players, start=1)}
    return {player.no: player.no for player in document.players}


def _competitor(
    player: TrfPlayer, done: int, absent: set[int], numbers: dict[int, int], document: TrfDocument
) -> Competitor:
    byes = {row.round_no: row.kind for row in document.absences if player.no in row.players}
    results = [result_in(player, number, byes) for number in range(1, done + 2)]
    rounds = tuple(past_round(result, document, numbers) for result in results[:done])
    total = sum(past.points for past in rounds)
    now = 0 if results[done] is None else document.scoring.points(results[done])
    if player.points is not None and player.points not in (total, total + now):
        here, given = show_tenths(player.points), show_tenths(total)
        text = f"player {player.no} has {here} points here, but the results give {given}: correct them, "
        raise TrfError(player.line, POINTS_COLUMN, text + "or say how results are scored (162, BBW ...)")
    return Competitor(
        no=numbers[player.no],
        rounds=rounds,
        available=results[done] is None and player.no not in absent,
        virtual=_virtual(player.no, done + 1, document),
    )


def result_in(player: TrfPlayer, number: int, byes: dict[int, str]) -> TrfResult | None:
    """What the file says about a player's round, by its column or else by the 240 records ``byes``."""
    result = player.rounds[number - 1] if number <= len(player.rounds) else None
    if result is None and number in byes:
        return TrfResult(0, "-", byes[number])
    return result


def past_round(result: TrfResult | None, document: TrfDocument, numbers: dict[int, int]) -> PastRound:
    """A finished round; a place left blank is an absence."""
    points = document.scoring.points(result)
    if result is None:
        return PastRound(Outcome.ABSENT, points)
    outcome = Outcome.GAME if result.played else _UNPLAYED[result.code]
    return PastRound(outcome, points, numbers.get(result.opponent), _SIDES.get(result.colour))


def _virtual(no: int, rounds: int, document: TrfDocument) -> tuple[int, ...]:
    points = list(document.accelerations.get(no, ()))[:rounds]
    points += [0] * (rounds - len(points))
    for row in document.virtual:
        if row.first_player <= no <= row.last_player:
            value = row.game_points if row.game_points is not None else row.match_points
            for number in range(row.first_round, min(row.last_round, rounds) + 1):
                points[number - 1] += value or 0
    if document.system.endswith("_BAKU") and not document.virtual and not document.accelerations:
        upper = sorted(player.no for player in document.players)[: upper_half(len(document.players))]
        if no in upper:
            scoring = document.scoring
            return virtual_points(document.rounds_total or rounds, win=scoring.win, draw=scoring.draw)[:rounds]
    return tuple(points)


def _forbidden(document: TrfDocument, round_no: int, numbers: dict[int, int]) -> frozenset[frozenset[int]]:
    pairs: set[frozenset[int]] = set()
    for row in document.forbidden:
        if row.first_round is None or row.first_round <= round_no <= (row.last_round or row.first_round):
            known = [numbers[no] for no in row.players if no in numbers]
            pairs.update(frozenset((one, other)) for one in known for other in known if one < other)
    return frozenset(pairs)


def _initial_side(document: TrfDocument) -> Side:
    """The colour drawn before round 1: as the file says, else as round 1 shows it, else White."""
    if document.initial_colour:
        return _SIDES[document.initial_colour]
    for parity, player in enumerate(document.players):
        first = player.rounds[0] if player.rounds else None
        if first and first.colour in _SIDES:
            side = _SIDES[first.colour]
            return side.other if parity % 2 else side
    return Side.WHITE
