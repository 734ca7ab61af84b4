"""The engine as a Universal Hive Protocol program: one line in, answer lines and ``ok`` out.

Source: Universal Hive Protocol. ``perft N`` is an addition; options are ``OpeningRule`` and
``RepetitionRule`` and apply from the next ``newgame`` on.
"""

import re
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TextIO

from .board import Board
from .core.perft import perft
from .errors import BadGame, IllegalMove, InvalidNotation
from .limits import MOST_MOVES
from .moves import Move
from .rules import OpeningRule, RepetitionRule, Rules

NAME = "Bikupa 0.1"
LONGEST_LINE = 1 << 20
_LAST_WORDS = ("exit", "quit")
DEEPEST = 12  # of perft and bestmove: deeper would not end in this life
_TIME = re.compile(r"(\d{1,2}):([0-5]\d):([0-5]\d)", re.ASCII)


class _Refused(Exception):
    """The command cannot be carried out; the text says why."""


class Console:
    """One session: options and the game in progress."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._rules = Rules()
        self._board: Board | None = None
        self._commands: dict[str, Callable[[str], list[str]]] = {
            "info": self._info,
            "newgame": self._newgame,
            "play": self._play,
            "pass": self._pass,
            "validmoves": self._validmoves,
            "bestmove": self._bestmove,
            "undo": self._undo,
            "options": self._options,
            "perft": self._perft,
        }

    def answer(self, line: str) -> list[str]:
        """Return the lines that answer one command, ``ok`` last; ``[]`` for an empty line.

        Bad input is answered by ``err`` or ``invalidmove``; nothing is raised.
        """
        command, *rest = line.split(maxsplit=1) or [""]
        if not command:
            return []
        run = self._commands.get(command.lower())
        try:
            if run is None and command.lower() in _LAST_WORDS:
                raise _Refused(f"write {command.lower()} alone to leave")
            if run is None:
                raise _Refused(f"unknown command {command[:20]!r}: try {', '.join(self._commands)} or exit")
            return [*run(rest[0].strip() if rest else ""), "ok"]
        except (InvalidNotation, IllegalMove) as error:
            word = "err" if command.lower() == "newgame" else "invalidmove"
            return [f"{word} {error}", "ok"]
        except (_Refused, BadGame) as error:
            return [f"err {error}", "ok"]

    def run(self, lines: TextIO, out: TextIO) -> None:
        """Answer ``lines`` until they end or say ``exit``, flushing after each answer."""
        self._write(out, [*self._info(""), "ok"])
        while line := lines.readline(LONGEST_LINE):
            if len(line) == LONGEST_LINE and not line.endswith("\n"):
                while line and not line.endswith("\n"):
                    line = lines.readline(LONGEST_LINE)
                self._write(out, ["err the line is too long", "ok"])
            elif line.strip().lower() in _LAST_WORDS:
                break
            else:
                self._write(out, self.answer(line))

    @staticmethod
    def _write(out: TextIO, lines: list[str]) -> None:
        for line in lines:
            out.write(f"{line}\n")
        out.flush()

    def _info(self, _: str) -> list[str]:
        return [f"id {NAME}", "Mosquito;Ladybug;Pillbug"]

    def _game(self) -> Board:
        if self._board is None:
            raise _Refused("no game in progress: try newgame")
        return self._board

    def _running(self) -> Board:
        board = self._game()
        if board.outcome() is not None:
            raise _Refused("the game is over: try undo or newgame")
        return board

    def _with_room(self) -> Board:
        board = self._game()
        if board.ply >= MOST_MOVES:
            raise _Refused(f"a game has at most {MOST_MOVES} moves: try undo or newgame")
        return board

    def _newgame(self, argument: str) -> list[str]:
        self._board = Board.from_game_string(
            argument or "Base", opening=self._rules.opening, repetition=self._rules.repetition
        )
        return [self._board.game_string()]

    def _play(self, argument: str) -> list[str]:
        board = self._with_room()
        if not argument:
            raise _Refused("say which move: play wS1")
        board.push_text(argument)
        return [board.game_string()]

    def _pass(self, _: str) -> list[str]:
        board = self._with_room()
        board.push(Move.passing())
        return [board.game_string()]

    def _validmoves(self, _: str) -> list[str]:
        board = self._running()
        return [";".join(board.move_string(move) for move in board.legal_moves())]

    def _bestmove(self, argument: str) -> list[str]:
        board = self._running()
        kind, *limits = argument.lower().split() or [""]
        limit = limits[0] if len(limits) == 1 else ""
        if kind == "depth" and limit:
            return [board.move_string(board.best_move(depth=self._number(limit)))]
        match = _TIME.fullmatch(limit)
        if kind != "time" or match is None:
            raise _Refused("say how long to think: bestmove depth 2, or bestmove time 00:00:05")
        hours, minutes, seconds = map(int, match.groups())
        # A little less than asked: the answer has to be written, too.
        end = self._clock() + max(0.0, hours * 3600 + minutes * 60 + seconds - 0.05)
        return [board.move_string(board.best_move(depth=DEEPEST, stop=lambda: self._clock() >= end))]

    def _undo(self, argument: str) -> list[str]:
        board = self._game()
        count = self._number(argument, most=999_999) if argument else 1
        if not 1 <= count <= board.ply:
            raise _Refused(f"cannot undo {count} moves: {board.ply} were played")
        for _ in range(count):
            board.pop()
        return [board.game_string()]

    def _perft(self, argument: str) -> list[str]:
        board = self._game()
        if not argument:
            raise _Refused("say how deep: perft 4")
        depth = self._number(argument)
        return [f"perft({plies}) = {perft(board.position, plies)}" for plies in range(depth + 1)]

    def _number(self, text: str, most: int = DEEPEST) -> int:
        text = text.strip()
        if not (text.isascii() and text.isdigit() and len(text) < 7 and int(text) <= most):
            raise _Refused(f"{text[:20]!r} is not a number from 0 to {most}")
        return int(text)

    def _options(self, argument: str) -> list[str]:
        words = argument.split()
        lines = {
            "openingrule": self._option_line("OpeningRule", self._rules.opening, OpeningRule.NO_QUEEN_FIRST),
            "repetitionrule": self._option_line("RepetitionRule", self._rules.repetition, RepetitionRule.NONE),
        }
        if not words:
            return list(lines.values())
        if len(words) not in (2, 3) or words[1].lower() not in lines:
            raise _Refused("write options, options get OpeningRule, or options set OpeningRule queen_may_open")
        action, name = words[0].lower(), words[1].lower()
        if action == "get" and len(words) == 2:
            return [lines[name]]
        if action != "set" or len(words) != 3:
            raise _Refused("write options get NAME or options set NAME VALUE")
        try:
            if name == "openingrule":
                self._rules = replace(self._rules, opening=OpeningRule(words[2].lower()))
            else:
                self._rules = replace(self._rules, repetition=RepetitionRule(words[2].lower()))
        except ValueError:
            raise _Refused(f"{words[2][:20]!r} is not a value of {words[1]}: see options") from None
        return self._options(f"get {name}")

    @staticmethod
    def _option_line(name: str, value: OpeningRule | RepetitionRule, default: OpeningRule | RepetitionRule) -> str:
        return ";".join([name, "enum", value.value, default.value, *(choice.value for choice in type(value))])
