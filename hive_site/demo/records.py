"""The recorded games the demo replays, and how they are dealt to pairings."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from random import Random

GAMES = Path(__file__).with_name("games.json")


@dataclass(frozen=True, slots=True)
class Record:
    """A game as played: canonical UHP moves, who won, and whether the board says so (else resigned or agreed)."""

    game_type: str
    moves: tuple[str, ...]
    result: str  # white, black, draw
    on_board: bool


class Stock:
    """The recorded games not dealt yet. Each is dealt once."""

    def __init__(self, random: Random) -> None:
        self._random = random
        rows = json.loads(GAMES.read_text())
        self._records = [Record(row["game_type"], tuple(row["moves"]), row["result"], row["on_board"]) for row in rows]
        random.shuffle(self._records)

    def deal(self, game_type: str, *, edge: int) -> Record:
        """Take a game of this type, likelier one that White won the more ``edge`` White has in strength.

        :raises LookupError: no game of this type is left.
        """
        fitting = [record for record in self._records if record.game_type == game_type]
        if not fitting:
            raise LookupError(f"no recorded game of {game_type} is left")
        favourite = "white" if self._random.random() < 1 / (1 + 10 ** (-edge / 400)) else "black"
        chosen = next((record for record in fitting if record.result in (favourite, "draw")), fitting[0])
        self._records.remove(chosen)
        return chosen
