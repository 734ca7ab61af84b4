"""Entrants and games for standings worked out by hand."""

from tournaments.standings import EntrantLine, GameResult


def entrants(n: int) -> list[EntrantLine]:
    return [EntrantLine(no, no, 2000.0 - no) for no in range(1, n + 1)]


def game(white: int, black: int, score: str | None, *, round_no: int = 1, number: int = 1) -> GameResult:
    """``score`` from White's side: 1, =, 0, None while it runs, + and - for forfeits, -- when both do."""
    points = {"1": (2, 0), "=": (1, 1), "0": (0, 2), "+": (2, 0), "-": (0, 2), "--": (0, 0), None: (None, None)}
    return GameResult(
        round_no,
        min(white, black) * 100 + max(white, black),
        white,
        black,
        *points[score],
        white_forfeited=score in ("-", "--"),
        black_forfeited=score in ("+", "--"),
        number=number,
    )


def match(first: int, second: int, *scores: str | None, round_no: int = 1) -> list[GameResult]:
    """Games with colours in turn; each score as ``first`` sees it, otherwise as in `game`."""
    turned = {"1": "0", "0": "1", "+": "-", "-": "+"}
    return [
        game(first, second, score, round_no=round_no, number=number)
        if number % 2
        else game(second, first, turned.get(score or "", score), round_no=round_no, number=number)
        for number, score in enumerate(scores, start=1)
    ]
