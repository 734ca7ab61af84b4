"""The account of one bracket: what could not be kept, and why somebody left it."""

from types import MappingProxyType

from .bracket import Bracket
from .criteria import colour_criteria
from .legality import may_meet
from .result import BracketReport, FloatCause, Floater
from .state import Float, Player


def report(bracket: Bracket) -> BracketReport:
    """The account of a bracket whose pairs are settled."""
    players = bracket.players
    pairs = tuple((players[one], players[other]) for one, other in bracket.pairs_here())
    floaters = [players[vertex] for vertex in bracket.floaters()]
    moved_down = [players[vertex] for vertex in bracket.moved_down]
    residents = [players[vertex] for vertex in bracket.residents]
    return BracketReport(
        score=residents[0].score,
        moved_down=tuple(player.no for player in moved_down),
        residents=tuple(player.no for player in residents),
        pairs=tuple((one.no, other.no) for one, other in pairs),
        floaters=tuple(Floater(player.no, _cause(player, floaters, moved_down, residents)) for player in floaters),
        broken=MappingProxyType(_broken(pairs, floaters, residents[0].score)),
    )


def _cause(player: Player, floaters: list[Player], moved_down: list[Player], residents: list[Player]) -> FloatCause:
    own = residents if player.score > residents[0].score else [*moved_down, *residents]
    if not any(may_meet(player, other) for other in own if other is not player):
        return FloatCause.NO_OPPONENT
    if any(may_meet(player, other) for other in floaters if other is not player and other in own):
        return FloatCause.NEEDED_BELOW
    if len(floaters) == 1 and (len(moved_down) + len(residents)) % 2:
        return FloatCause.ODD_NUMBER
    return FloatCause.OPPONENTS_TAKEN


def _broken(pairs: tuple[tuple[Player, Player], ...], floaters: list[Player], score: int) -> dict[str, int]:
    """How many times each of C10-C17 is broken; criteria that are kept are left out."""
    counts: dict[str, int] = {}

    def count(name: str, times: int) -> None:
        if times:
            counts[name] = counts.get(name, 0) + times

    for one, other in pairs:
        for name, kept in colour_criteria(one, other):
            count(name, not kept)
        for back, name in enumerate(("C15", "C17")):
            count(name, one.score > score and other.floats[back] is Float.UP)
    for player in floaters:
        for back, name in enumerate(("C14", "C16")):
            count(name, player.score == score and player.floats[back] is Float.DOWN)
    return dict(sorted(counts.items(), key=lambda item: int(item[0][1:])))
