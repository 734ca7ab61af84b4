"""The Dutch system: FIDE C.04.3, the edition applied from 1 February 2026."""

from collections.abc import Sequence

from games.side import Side

from .board_order import board_key
from .bracket import Bracket
from .bye import bye_report, bye_scores
from .colours import side_of
from .explain import report
from .lookahead import FLOATERS, View, view_needed
from .order import settle
from .prepare import groups_too_large, prepare
from .result import Board, BracketReport, SwissPairing
from .set_aside import make_possible
from .start import begin
from .state import Player, SwissEvent

SYSTEM = "dutch"


def pair_dutch(event: SwissEvent) -> SwissPairing:
    """Pair the event's next round. The same event always gives the same round.

    :raises NoLegalRound: no round keeps the absolute rules; it names what could be set aside.
    """
    players = prepare(event)
    aside = make_possible(players, event.relax, colours=True)
    lowest, impossible = bye_scores(players) if len(players) % 2 else (None, ())
    pairs, taker, reports, notes = _pair_brackets(players, lowest)
    return SwissPairing(
        system=SYSTEM,
        round_no=event.round_no,
        boards=_boards(pairs, event.initial_side),
        bye=bye_report(taker, players, impossible) if taker else None,
        brackets=reports,
        notes=notes,
        set_aside=aside,
        groups_let_go=groups_too_large(event),
    )


def _pair_brackets(
    players: Sequence[Player], lowest: int | None
) -> tuple[list[tuple[Player, Player]], Player | None, tuple[BracketReport, ...], tuple[str, ...]]:
    """All brackets from the top down: the pairs, who is left for the bye, and the accounts."""
    pairs: list[tuple[Player, Player]] = []
    reports: list[BracketReport] = []
    notes: set[str] = set()
    moved_down: list[Player] = []
    groups = _score_groups(players)
    for index, residents in enumerate(groups):
        following = groups[index + 1] if index + 1 < len(groups) else []
        rest = [player for group in groups[index + 2 :] for player in group]
        bracket = matched_bracket(moved_down, residents, following, rest, lowest)
        notes.update(f"{name} was not weighed" for name in bracket.layout.left_out)
        settle(bracket)
        pairs += [(bracket.players[one], bracket.players[other]) for one, other in bracket.pairs_here()]
        reports.append(report(bracket))
        moved_down = [bracket.players[vertex] for vertex in bracket.floaters()]
    if len(moved_down) != (lowest is not None):
        raise AssertionError("a round that can be completed was left incomplete")
    return pairs, moved_down[0] if moved_down else None, tuple(reports), tuple(sorted(notes))


def _score_groups(players: Sequence[Player]) -> list[list[Player]]:
    groups: dict[int, list[Player]] = {}
    for player in players:
        groups.setdefault(player.score, []).append(player)
    return [groups[score] for score in sorted(groups, reverse=True)]


def matched_bracket(
    moved_down: Sequence[Player],
    residents: Sequence[Player],
    following: Sequence[Player],
    rest: Sequence[Player],
    lowest: int | None,
) -> Bracket:
    """A bracket with a best matching, not yet the first one of its kind. ``lowest`` is the score of the bye."""
    score = residents[0].score
    view = view_needed([*moved_down, *residents], score, following, rest, lowest)
    if view is not View.ALL:
        bracket = Bracket(moved_down, residents, following if view is View.FOLLOWING else (), closed=False)
        begin(bracket)
        if bracket.partner.count(-1) <= FLOATERS:
            return bracket
    bracket = Bracket(moved_down, residents, following, rest, bye_score=lowest)
    begin(bracket)
    # C9 is for brackets whose only downfloater will have the bye.
    if lowest is not None and lowest >= score and len(bracket.floaters()) == 1:
        bracket = Bracket(moved_down, residents, following, rest, bye_score=lowest, single_bye=True)
        begin(bracket)
    return bracket


def _boards(pairs: Sequence[tuple[Player, Player]], initial: Side) -> tuple[Board, ...]:
    boards = []
    for one, other in sorted(pairs, key=lambda pair: board_key(*pair)):
        side, article = side_of(one, other, initial)
        white, black = (one, other) if side is Side.WHITE else (other, one)
        boards.append(Board(white.no, black.no, article))
    return tuple(boards)
