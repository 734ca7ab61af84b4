"""The published perft table: queen barred on first turns, copies once, a pass is a move, ends are ends."""

import pytest

from engine import Board, GameType, Rules
from engine.core.perft import perft

TABLE = {
    "Base": [1, 4, 96, 1440, 21600, 516240, 12219480],
    "Base+M": [1, 5, 150, 2610, 45414, 1252800, 34233432],
    "Base+L": [1, 5, 150, 2610, 45414, 1252800, 34233672],
    "Base+P": [1, 5, 150, 2610, 45414, 1255932, 34395984],
    "Base+ML": [1, 6, 216, 4320, 86400, 2725920, 85201200],
    "Base+MP": [1, 6, 216, 4320, 86400, 2730888, 85492248],
    "Base+LP": [1, 6, 216, 4320, 86400, 2730240, 85457136],
    "Base+MLP": [1, 7, 294, 6678, 151686, 5427108, 192353904],
}


def counted(game_type: str, depth: int) -> int:
    return perft(Board(Rules(GameType.parse(game_type))).position, depth)


@pytest.mark.parametrize("game_type", TABLE)
def test_perft_to_depth_4(game_type: str) -> None:
    assert [counted(game_type, depth) for depth in range(5)] == TABLE[game_type][:5]


@pytest.mark.slow
@pytest.mark.parametrize("depth", [5, 6])
@pytest.mark.parametrize("game_type", TABLE)
def test_perft_deep(game_type: str, depth: int) -> None:
    assert counted(game_type, depth) == TABLE[game_type][depth]
