"""A Double Swiss event in a TRF file: two columns a match, one for each game, with the colours reversed.

The format has one result a round and cannot hold a match of two games, so match k stands
in the rounds 2k-1 and 2k, and every number of rounds in the file counts games.
"""

from dataclasses import replace

from tournaments.pairing.swiss.state import Competitor, Outcome, PastRound, SwissEvent

from .trf_event import POINTS_COLUMN, swiss_event
from .trf_model import TrfDocument, TrfError

_PLAYED = frozenset({Outcome.GAME, Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS})


def double_swiss_event(document: TrfDocument) -> SwissEvent:
    """The event with its next match to pair; points are those of whole matches.

    :raises TrfError: as for single games; or the file has only one game of the last match,
        or two columns of a match name different opponents.
    """
    games = swiss_event(document)
    done = games.round_no - 1
    if done % 2 or games.rounds_total % 2:
        what = f"{done} of {games.rounds_total} rounds are paired"
        raise TrfError(1, 1, f"a Double Swiss has two rounds for each match, but {what}")
    lines = {player.no: player.line for player in document.players}
    competitors = tuple(
        replace(
            one,
            rounds=tuple(_match(one, index, games.win, lines.get(one.no, 1)) for index in range(0, len(one.rounds), 2)),
            virtual=one.virtual[::2],
        )
        for one in games.competitors
    )
    return replace(
        games,
        competitors=competitors,
        round_no=done // 2 + 1,
        rounds_total=games.rounds_total // 2,
        win=2 * games.win,
        draw=2 * games.draw,
        loss=2 * games.loss,
    )


def _match(one: Competitor, index: int, win: int, line: int) -> PastRound:
    """Two games as one match; forfeited only if one side forfeited both (C.04.5, preface)."""
    first, second = one.rounds[index : index + 2]
    points = first.points + second.points
    outcomes = {first.outcome, second.outcome}
    if outcomes <= _PLAYED:
        if first.opponent != second.opponent:
            text = f"player {one.no} has two opponents in the match of rounds {index + 1} and {index + 2}"
            raise TrfError(line, POINTS_COLUMN + 11 + 10 * index, text)
        if Outcome.GAME in outcomes or len(outcomes) == 2:
            side = first.side if Outcome.GAME in outcomes else None
            return PastRound(Outcome.GAME, points, first.opponent, side)
        return PastRound(first.outcome, points, first.opponent, first.side)
    if outcomes & _PLAYED:
        text = f"player {one.no} has a game and a bye in the match of rounds {index + 1} and {index + 2}"
        raise TrfError(line, POINTS_COLUMN + 11 + 10 * index, text)
    if Outcome.PAIRING_BYE in outcomes:
        return PastRound(Outcome.PAIRING_BYE, points)
    if points:
        return PastRound(Outcome.FULL_BYE if points >= 2 * win else Outcome.HALF_BYE, points)
    return PastRound(Outcome.ABSENT)
