"""The event in a TRF file as the standings want it. The standings count half points."""

from dataclasses import dataclass

from tournaments.standings import ByeKind, ByeResult, EntrantLine, GameResult, Scoring, System

from .trf_event import result_in, rounds_paired
from .trf_fields import show_tenths
from .trf_model import TrfDocument, TrfError, TrfPlayer, TrfResult

HALF = 5  # tenths


@dataclass(frozen=True, slots=True)
class TrfStandingsInput:
    """Everything `tournaments.standings.standings` needs of a file."""

    entrants: tuple[EntrantLine, ...]
    games: tuple[GameResult, ...]
    byes: tuple[ByeResult, ...]
    scoring: Scoring
    system: System


def standings_input(document: TrfDocument) -> TrfStandingsInput:
    """Entrants, games and byes of all rounds that have been paired.

    :raises TrfError: a result is worth other than whole half points, or a win less than a draw.
    """
    games: list[GameResult] = []
    byes: list[ByeResult] = []
    done = rounds_paired(document)
    players = {player.no: player for player in document.players}
    absences: dict[int, dict[int, str]] = {}
    for row in document.absences:
        for no in row.players:
            absences.setdefault(no, {})[row.round_no] = row.kind
    for player in document.players:
        for number in range(1, done + 1):
            result = result_in(player, number, absences.get(player.no, {}))
            if result is None or not result.opponent:
                byes.append(_bye(player, number, result, document))
            elif _is_first(player, result):
                games.append(_game(player, number, result, players[result.opponent].rounds[number - 1], document))
    scoring = document.scoring
    if not scoring.loss <= scoring.draw <= scoring.win:
        raise TrfError(1, 1, "a win must be worth at least a draw, and a draw at least a loss (162, BBW ...)")
    return TrfStandingsInput(
        entrants=tuple(EntrantLine(player.no, player.no, player.rating or 0) for player in document.players),
        games=tuple(games),
        byes=tuple(byes),
        scoring=Scoring(
            win=_half_points(scoring.win),
            draw=_half_points(scoring.draw),
            loss=_half_points(scoring.loss),
            bye=_half_points(scoring.pairing_bye),
        ),
        system=system_of(document),
    )


def system_of(document: TrfDocument) -> System:
    """Round robin if the file calls itself one, otherwise Swiss."""
    words = f"{document.system} {document.text('092')}".upper().replace("-", "").replace(" ", "").replace("_", "")
    return System.ROUND_ROBIN if "ROUNDROBIN" in words or "BERGER" in words else System.SWISS


def _is_first(player: TrfPlayer, result: TrfResult) -> bool:
    return result.colour == "w" or (result.colour == "-" and player.no < result.opponent)


def _game(
    white: TrfPlayer, number: int, result: TrfResult, other: TrfResult | None, document: TrfDocument
) -> GameResult:
    if other is None:
        raise TrfError(white.line, 92 + 10 * (number - 1), f"the opponent's side of round {number} is missing")
    return GameResult(
        round_no=number,
        match=white.no,
        white=white.no,
        black=result.opponent,
        white_points=_half_points(document.scoring.points(result), white.line),
        black_points=_half_points(document.scoring.points(other), white.line),
        white_forfeited=result.code == "-",
        black_forfeited=other.code == "-",
    )


def _bye(player: TrfPlayer, number: int, result: TrfResult | None, document: TrfDocument) -> ByeResult:
    kind = ByeKind.PAIRING if result and result.code in "UF+" else ByeKind.REQUESTED
    return ByeResult(number, player.no, _half_points(document.scoring.points(result), player.line), kind)


def _half_points(tenths: int, line: int = 1) -> int:
    if tenths % HALF:
        raise TrfError(line, 1, f"results must be worth whole half points, not {show_tenths(tenths)}")
    return tenths // HALF
