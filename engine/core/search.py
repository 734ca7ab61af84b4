"""Looking ahead: alpha-beta with a table of positions, the same answer every time.

A position in the table is named by its stacks, the side to move and, where pillbugs are in play, the piece
that rests; pieces of one kind are interchangeable. Names are 60-bit numbers changed move by move. A position
that was there before, in the game or on the way to it, counts as a draw: so whoever is ahead avoids it.

Late moves are tried one ply shorter first, and where there is only one move, often a pass, it costs no depth:
plans against an opponent who cannot move are long. There is no search beyond the last ply: nothing is captured in
Hive, so no exchange is cut in the middle.
"""

from collections.abc import Callable
from typing import Final

from .evaluate import WIN, evaluate
from .generate import legal_moves
from .integers import i64
from .position import Position
from .tables import CELL_MASK, KIND, MOSQUITO, NEAR, PER_SIDE

_SLOTS: Final = 1 << 16  # of the table, which never grows beyond
_FAR: Final = 10 * WIN
_SURE: Final = WIN - 1000  # a score beyond it is a forced end
_LONGEST: Final = 60  # plies, forced ones included
_EXACT: Final = 0
_AT_LEAST: Final = 1
_AT_MOST: Final = 2
_RESTS: Final = 40  # the row of names for the cell of the piece that rests
_BLACK: Final = 41 << 10  # the name for Black to move


def _numbers(count: int) -> list[int]:
    """Return ``count`` numbers of 60 bits that look random and are always the same (xorshift)."""
    found: list[int] = []
    low: i64 = 88172645
    high: i64 = 362436069
    for _ in range(count * 2):
        low ^= low << 13 & 0x3FFFFFFF
        low ^= low >> 17
        low ^= low << 5 & 0x3FFFFFFF
        found.append(low)
        high = high * 69069 + 1 & 0x3FFFFFFF
    return [found[2 * i] << 30 | found[2 * i + 1] for i in range(count)]


# By colour and kind on the ground, then beetles and mosquitoes by level above it; 1,024 cells each. Filled by the
# first search: most programs that import the engine never look ahead.
_NAMES: Final[list[int]] = []


class Search:
    """One search from the present position of ``pos``, which is the same again whenever a method returns.

    ``nodes`` counts the positions looked at; ``most`` bounds it, 0 is no bound. ``stop`` is asked often.
    """

    def __init__(self, pos: Position, stop: Callable[[], bool], most: int) -> None:
        if not _NAMES:
            _NAMES.extend(_numbers((41 << 10) + 1))
        self.pos: Final[Position] = pos
        self.stop: Final[Callable[[], bool]] = stop
        self.most: i64 = most
        self.nodes: i64 = 0
        self.stopped: bool = False
        self._patient: bool = False
        self._keys: Final[list[int]] = [0] * _SLOTS
        self._entries: Final[list[int]] = [0] * _SLOTS
        self._history: Final[list[int]] = [0] * (28 << 10)
        self._killers: Final[list[int]] = [-2] * 256
        self._path: Final[list[int]] = []
        self._rest: bool = pos.counts[7] > 0
        self._past: set[int] = set()
        self._key: i64 = self._whole_key()
        self._remember_game()

    def first_order(self, moves: list[int]) -> list[int]:
        """Return the moves of the present position, the most promising first."""
        return [(packed & 0x3FFFFFF) - 1 for packed in self._ordered(moves, -2, 0)]

    def best(self, moves: list[int], depth: i64, slack: i64) -> list[tuple[int, int]]:
        """Return (score, move) of the moves within ``slack`` points of the best, looking ``depth`` plies ahead.

        ``moves`` are tried in this order; with a slack of -1 only the first of the best ones counts. When
        stopped in the middle, what was found so far comes back, maybe nothing. One ply ahead is never stopped.
        """
        found: list[tuple[int, int]] = []
        top: i64 = -_FAR
        self._patient = depth == 1
        move: i64
        for move in moves:
            floor: i64 = max(top - slack - 1, -_FAR)
            self._do(move)
            score: i64 = -self._look(depth - 1, -_FAR, -floor, 1)
            self._undo()
            if self.stopped:
                break
            if score > floor:
                found.append((score, move))
                if score > top:
                    top = score
        least: i64 = top - max(slack, 0)
        return [pair for pair in found if pair[0] >= least]

    def _look(self, depth: i64, alpha: i64, beta: i64, ply: i64) -> i64:
        """Return the score for the side to move; exact between ``alpha`` and ``beta``, otherwise a bound."""
        pos = self.pos
        self.nodes += 1
        if pos.over():
            end: i64 = evaluate(pos)
            return end - ply if end > 0 else (end + ply if end < 0 else 0)
        key: i64 = self._key
        if key in self._past or (ply > 3 and key in self._path):
            return 0
        if depth == 0:
            return evaluate(pos)
        if not self._patient and (self.stopped or (self.most and self.nodes >= self.most) or self.stop()):
            self.stopped = True
            return 0
        slot: i64 = key & _SLOTS - 1
        known: i64 = -2
        if self._keys[slot] == key:
            entry: i64 = self._entries[slot]
            known = (entry & 0x3FFFFFF) - 1
            if entry >> 28 & 63 >= depth:
                kept: i64 = (entry >> 34) - _FAR
                if kept > _SURE:
                    kept -= ply
                elif kept < -_SURE:
                    kept += ply
                bound: i64 = entry >> 26 & 3
                if bound == _EXACT or (bound == _AT_LEAST and kept >= beta) or (bound == _AT_MOST and kept <= alpha):
                    return kept
        best: i64 = -_FAR
        best_move: i64 = -2
        lowest: i64 = alpha
        score: i64
        move: i64
        packed: i64
        tried: i64
        moves = legal_moves(pos)
        deeper: i64 = depth if len(moves) == 1 and ply < _LONGEST else depth - 1
        for tried, packed in enumerate(self._ordered(moves, known, ply)):
            move = (packed & 0x3FFFFFF) - 1
            self._do(move)
            if tried == 0:
                score = -self._look(deeper, -beta, -alpha, ply + 1)
            else:
                late: i64 = 1 if depth > 2 and tried > 7 else 0
                score = -self._look(deeper - late, -alpha - 1, -alpha, ply + 1)
                if late and score > alpha:
                    score = -self._look(deeper, -alpha - 1, -alpha, ply + 1)
                if alpha < score < beta:
                    score = -self._look(deeper, -beta, -alpha, ply + 1)
            self._undo()
            if self.stopped:
                return 0
            if score > best:
                best = score
                best_move = move
                if score > alpha:
                    alpha = score
                    if score >= beta:
                        self._praise(move, depth, ply)
                        break
        bound = _AT_LEAST if best >= beta else (_EXACT if best > lowest else _AT_MOST)
        kept = best + ply if best > _SURE else (best - ply if best < -_SURE else best)
        self._keys[slot] = key
        self._entries[slot] = (kept + _FAR) << 34 | depth << 28 | bound << 26 | best_move + 1
        return best

    def _ordered(self, moves: list[int], known: i64, ply: i64) -> list[int]:
        """Return ``moves`` packed with a rank, the most promising first.

        The table's move, then moves that refuted a neighbouring position, then by what they do around the
        queens and how often they were good.
        """
        pos = self.pos
        own: i64 = (pos.ply & 1) * PER_SIDE
        mine: i64 = pos.cell[own]
        theirs: i64 = pos.cell[PER_SIDE - own]
        history = self._history
        killer: i64 = self._killers[2 * ply]
        second: i64 = self._killers[2 * ply + 1]
        packed: list[int] = []
        move: i64
        for move in moves:
            rank: i64 = 0
            if move == known:
                rank = 1 << 24
            elif move == killer or move == second:  # noqa: SIM109
                rank = 1 << 23
            elif move >= 0:
                start: i64 = move >> 10 & CELL_MASK
                end: i64 = move & CELL_MASK
                rank = history[(move >> 20) << 10 | end]
                if theirs >= 0:
                    rank += NEAR[end - theirs & CELL_MASK] << 14
                    if start != end:
                        rank -= NEAR[start - theirs & CELL_MASK] << 14
                if mine >= 0:
                    rank -= NEAR[end - mine & CELL_MASK] << 13
                    if start != end:
                        rank += NEAR[start - mine & CELL_MASK] << 13
                if start != end:
                    rank += 1 << 10
            packed.append(rank + (1 << 20) << 26 | move + 1)
        packed.sort(reverse=True)
        return packed

    def _praise(self, move: i64, depth: i64, ply: i64) -> None:
        """Remember that ``move`` refuted a position."""
        if move < 0:
            return
        if self._killers[2 * ply] != move:
            self._killers[2 * ply + 1] = self._killers[2 * ply]
            self._killers[2 * ply] = move
        at: i64 = (move >> 20) << 10 | move & CELL_MASK
        self._history[at] = min(self._history[at] + depth * depth, 1 << 13)

    def _do(self, move: i64) -> None:
        """Make ``move`` and change the position's name."""
        pos = self.pos
        self._path.append(self._key)
        key: i64 = self._key ^ _NAMES[_BLACK]
        if self._rest and pos.last >= 0:
            key ^= _NAMES[_RESTS << 10 | pos.cell[pos.last]]
        if move >= 0:
            piece: i64 = move >> 20
            start: i64 = move >> 10 & CELL_MASK
            end: i64 = move & CELL_MASK
            if start != end:
                key ^= _name(piece, pos.height[start] - 1, start)
            key ^= _name(piece, pos.height[end], end)
            if self._rest:
                key ^= _NAMES[_RESTS << 10 | end]
        pos.make(move)
        self._key = key

    def _undo(self) -> None:
        self.pos.unmake()
        self._key = self._path.pop()

    def _whole_key(self) -> i64:
        """Return the name of the present position, worked out anew."""
        pos = self.pos
        key: i64 = 0
        if pos.ply & 1:
            key = _NAMES[_BLACK]
        if self._rest and pos.last >= 0:
            key ^= _NAMES[_RESTS << 10 | pos.cell[pos.last]]
        cell: i64
        for cell in set(pos.cell):
            if cell >= 0:
                level: i64 = 0
                for piece in pos.stack(cell):
                    key ^= _name(piece, level, cell)
                    level += 1  # noqa: SIM113
        return key

    def _remember_game(self) -> None:
        """Note the names of the positions the game has come through."""
        pos = self.pos
        taken: list[int] = []
        while pos.moves:
            taken.append(pos.unmake())
        self._key = self._whole_key()
        for move in reversed(taken):
            self._past.add(self._key)
            self._do(move)
        self._path.clear()


def _name(piece: i64, level: i64, cell: i64) -> i64:
    kind: i64 = KIND[piece]
    row: i64 = kind + 8 * (piece // PER_SIDE)
    if level > 0:
        row = 16 + 12 * (piece // PER_SIDE) + level - 1
        if kind == MOSQUITO:
            row += 6
    return _NAMES[row << 10 | cell]
