"""The Double Swiss system: FIDE C.04.5, applied from 1 February 2026.

Every pairing is a match of two games, one with each colour. The points of a `PastRound`
are those of the whole match, and its side is the colour of the first game. A match counts
as `Outcome.GAME` unless somebody forfeited both games; then it may be repeated.
"""

from collections.abc import Sequence

from games.side import Side

from .board_order import board_key
from .bye import match_bye
from .colours import alternate
from .lexical import pair_bracket
from .prepare import groups_too_large, prepare
from .result import Board, BracketReport, FloatCause, Floater, SwissPairing
from .set_aside import make_possible
from .state import Player, SwissEvent
from .upfloaters import choose_upfloaters

SYSTEM = "double_swiss"


def pair_double_swiss(event: SwissEvent) -> SwissPairing:
    """Pair the event's next round of matches. White of a board has White in the first game.

    :raises NoLegalRound: no round keeps the absolute rules; it names what could be set aside.
    """
    players = prepare(event, matches=True)
    aside = make_possible(players, event.relax, colours=False)
    bye = match_bye(players) if len(players) % 2 else None
    left = [player for player in players if bye is None or player.no != bye.no]
    pairs: list[tuple[Player, Player]] = []
    reports: list[BracketReport] = []
    while left:
        top = [player for player in left if player.score == left[0].score]
        raised = choose_upfloaters(top, left[len(top) :], guard_floaters=not event.last_round)
        found = pair_bracket([*top, *raised], guard_floaters=not event.last_round)
        pairs += found
        reports.append(_report(top, raised, found))
        done = {player.no for pair in found for player in pair}
        left = [player for player in left if player.no not in done]
    return SwissPairing(
        system=SYSTEM,
        round_no=event.round_no,
        boards=_boards(pairs, event.initial_side),
        bye=bye,
        brackets=tuple(reports),
        set_aside=aside,
        groups_let_go=groups_too_large(event),
    )


def _report(top: Sequence[Player], raised: Sequence[Player], pairs: Sequence[tuple[Player, Player]]) -> BracketReport:
    cause = FloatCause.ODD_NUMBER if len(raised) == 1 and len(top) % 2 else FloatCause.OPPONENTS_TAKEN
    return BracketReport(
        score=top[0].score,
        moved_down=(),
        residents=tuple(player.no for player in top),
        pairs=tuple((one.no, other.no) for one, other in pairs),
        floaters=tuple(Floater(player.no, cause) for player in raised),
    )


def _boards(pairs: Sequence[tuple[Player, Player]], initial: Side) -> tuple[Board, ...]:
    boards = []
    for one, other in sorted(pairs, key=lambda pair: board_key(*pair)):
        side, article = first_side(one, other, initial)
        white, black = (one, other) if side is Side.WHITE else (other, one)
        boards.append(Board(white.no, black.no, article))
    return tuple(boards)


def first_side(player: Player, opponent: Player, initial: Side) -> tuple[Side, str]:
    """The side ``player`` has in the first game against ``opponent``, and the article that decides (4.3)."""
    higher, lower = sorted((player, opponent), key=lambda one: (-one.score, one.rank))
    whites = higher.sides.count(Side.WHITE), lower.sides.count(Side.WHITE)
    if not higher.sides and not lower.sides:
        side, article = (initial if higher.tpn % 2 else initial.other), "4.3.1"
    elif whites[0] != whites[1]:
        side, article = (Side.WHITE if whites[0] < whites[1] else Side.BLACK), "4.3.2"
    elif (alternated := alternate(higher.sides, lower.sides)) is not None:
        side, article = alternated, "4.3.3"
    elif higher.sides:
        side, article = higher.sides[-1].other, "4.3.4"
    else:
        side, article = lower.sides[-1], "4.3.5"
    return (side if higher is player else side.other), article
