"""From the state of a section to what the Swiss systems pair."""

from games.side import Side

from .absences import absences, missed_before
from .format_types import Entry, EventState, PastMatch, ScoreBy
from .plan import ByeKind
from .scoring import bye_worth, match_points
from .swiss.baku import upper_half, virtual_points
from .swiss.result import Relaxation
from .swiss.state import Competitor, Outcome, PastRound, SwissEvent

_BYES = {
    ByeKind.PAIRING: Outcome.PAIRING_BYE,
    ByeKind.HALF: Outcome.HALF_BYE,
    ByeKind.FULL: Outcome.FULL_BYE,
    ByeKind.ZERO: Outcome.ABSENT,
}


def swiss_event(
    state: EventState, round_no: int, *, games: int, relax: frozenset[Relaxation] = frozenset()
) -> SwissEvent:
    """The event as the Swiss systems want it. Who is in no match of a round was absent.

    Scores are game points, or match points with the game points as second score.

    :raises ValueError: there is no such round.
    """
    settings = state.settings
    by_matches = settings.score_by is ScoreBy.MATCHES
    if by_matches:
        win, draw, loss = settings.match_win, settings.match_draw, settings.match_loss
    else:
        win, draw, loss = settings.win * games, settings.draw * games, settings.loss * games
    rounds = {entry.no: _missed(entry, state, round_no) for entry in state.entries}
    second = dict.fromkeys(rounds, 0)
    for match in state.history:
        if match.round_no < round_no:
            for no, past, game_points in _sides_of(match, state):
                if no in rounds:
                    rounds[no][match.round_no - 1] = past
                    second[no] += game_points
    away = {bye.no for bye in absences(state, round_no)}
    accelerated = _upper(state) if settings.accelerated else frozenset()
    virtual = virtual_points(settings.rounds or 0, win=win, draw=draw)[:round_no]
    return SwissEvent(
        competitors=tuple(
            Competitor(
                no=entry.no,
                rounds=tuple(rounds[entry.no]),
                available=entry.active and entry.no not in away,
                virtual=virtual if entry.no in accelerated else (),
                second=second[entry.no] if by_matches else 0,
                group=entry.group,
            )
            for entry in state.entries
        ),
        round_no=round_no,
        rounds_total=settings.rounds or 0,
        win=win,
        draw=draw,
        loss=loss,
        initial_side=Side.WHITE if settings.white_first else Side.BLACK,
        forbidden=settings.forbidden,
        relax=relax,
    )


def _missed(entry: Entry, state: EventState, round_no: int) -> list[PastRound]:
    """Every earlier round as an absence, with what it is worth before a late entry."""
    by_matches = state.settings.score_by is ScoreBy.MATCHES
    return [
        PastRound(Outcome.ABSENT)
        if bye is None
        else PastRound(_BYES[bye.kind], bye_worth(bye.kind, state.settings)[by_matches])
        for bye in missed_before(entry, state, round_no)
    ]


def _upper(state: EventState) -> frozenset[int]:
    """The accelerated group GA: the upper half of who entered before round 1, and later entrants placed in it."""
    initial = [entry.no for entry in state.entries if (entry.late_from or 1) <= 1]
    if not initial:
        return frozenset()
    last = initial[min(upper_half(len(initial)), len(initial)) - 1]
    return frozenset(entry.no for entry in state.entries if entry.no <= last)


def _sides_of(match: PastMatch, state: EventState) -> list[tuple[int, PastRound, int]]:
    """For each side its number, the round as the pairing sees it, and its game points."""
    points: tuple[int, int] = (match.white_points, match.black_points)
    if state.settings.score_by is ScoreBy.MATCHES:
        points = match_points(match, state.settings)
    if match.black_no is None:
        past = PastRound(_BYES[match.kind or ByeKind.PAIRING], points[0])
        return [(match.white_no, past, match.white_points)]
    white, black = match.white_no, match.black_no
    return [
        (white, PastRound(_outcome(match, white, points[0]), points[0], black, Side.WHITE), match.white_points),
        (black, PastRound(_outcome(match, black, points[1]), points[1], white, Side.BLACK), match.black_points),
    ]


def _outcome(match: PastMatch, no: int, points: int) -> Outcome:
    if match.forfeited_by:
        return Outcome.FORFEIT_LOSS if no in match.forfeited_by else Outcome.FORFEIT_WIN
    if match.played:
        return Outcome.GAME
    return Outcome.FORFEIT_WIN if points > 0 else Outcome.FORFEIT_LOSS
