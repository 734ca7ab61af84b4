"""The final ranks of a knock-out, from who left in which round. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KnockOutResult:
    """A decided match of two. ``winner`` is None if both are out, as after forfeits of both."""

    round_no: int
    one: int
    other: int
    winner: int | None
    third_place: bool = False

    def __post_init__(self) -> None:
        if self.winner not in (None, self.one, self.other):
            raise ValueError(f"entrant {self.winner} did not play in the match of {self.one} and {self.other}")

    @property
    def losers(self) -> tuple[int, ...]:
        return tuple(id_ for id_ in (self.one, self.other) if id_ != self.winner)


@dataclass(frozen=True, slots=True)
class KnockOutRank:
    """``rank`` is ``shared`` with all who left in the same round. ``round_no`` is the last one played."""

    rank: int
    shared: bool
    round_no: int


def knock_out_ranks(
    results: Iterable[KnockOutResult], rounds: int, *, third_place: bool = False
) -> dict[int, KnockOutRank]:
    """The ranks, best first, of all whose place is known; who is still in has none yet.

    The winner of the final is first and its loser second. With a match for ``third_place``
    its sides are third and fourth, and have no rank before it; without one, or if a
    semi-final has lost both its sides, those who left in the semi-finals share the third
    rank. The losers of a round before share the rank after all who got further: 5, 9, 17
    and so on, with byes in the first round too, as from the second round on the tree is
    full. Final and match for third place are of the last round.

    :raises ValueError: a round that is none of the ``rounds``, or somebody who lost twice.
    """
    results = sorted(results, key=lambda match: match.round_no)
    semi_finals = [match for match in results if match.round_no == rounds - 1]
    third_place = third_place and all(match.winner is not None for match in semi_finals)
    ranks: dict[int, tuple[int, int]] = {}
    for match in results:
        if not 1 <= match.round_no <= rounds:
            raise ValueError(f"round {match.round_no} is none of the {rounds} rounds")
        rank = 2 ** (rounds - match.round_no) + 1
        final = match.round_no == rounds and not match.third_place
        if match.third_place:
            rank = 3 if match.winner is None else 4
        elif third_place and match.round_no == rounds - 1:
            continue  # they still play for third place
        placed = dict.fromkeys(match.losers, rank)
        if match.winner is not None and (final or match.third_place):
            placed[match.winner] = 1 if final else 3
        if again := placed.keys() & ranks.keys():
            raise ValueError(f"{sorted(again)} have left twice")
        ranks |= {id_: (rank, match.round_no) for id_, rank in placed.items()}
    sharing = Counter(rank for rank, _round_no in ranks.values())
    best_first = sorted(ranks.items(), key=lambda item: item[1][0])
    return {id_: KnockOutRank(rank, sharing[rank] > 1, round_no) for id_, (rank, round_no) in best_first}
