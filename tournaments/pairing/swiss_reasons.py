"""The account of a Swiss round as plain data that can be stored as JSON; pages put it into words."""

from typing import Any

from .swiss.result import BracketReport, SwissPairing


def reasons(pairing: SwissPairing) -> dict[str, Any]:
    """Why the round came out as it did.

    ``boards`` are the articles that gave the colours, in board order. ``brackets`` tell who
    stood where, who floated and why, and how often a criterion could not be kept. ``bye``
    tells the lowest score it could go to, who could not have it, and lower scores nobody
    could be spared from; None when nobody has it. ``set_aside`` are the pairs that break a
    rule because no round exists that keeps it. ``groups_let_go`` are groups too large to be
    kept apart.
    """
    bye = pairing.bye
    return {
        "system": pairing.system,
        "edition": pairing.edition,
        "boards": [board.article for board in pairing.boards],
        "brackets": [_bracket(report) for report in pairing.brackets],
        "bye": bye
        and {
            "no": bye.no,
            "score": bye.score,
            "barred": [{"no": no, "why": why} for no, why in bye.barred.items()],
            "impossible_scores": list(bye.impossible_scores),
        },
        "set_aside": [
            {"rule": aside.rule, "pairs": [list(pair) for pair in aside.pairs]} for aside in pairing.set_aside
        ],
        "groups_let_go": list(pairing.groups_let_go),
        "notes": list(pairing.notes),
    }


def _bracket(report: BracketReport) -> dict[str, Any]:
    return {
        "score": report.score,
        "moved_down": list(report.moved_down),
        "residents": list(report.residents),
        "pairs": [list(pair) for pair in report.pairs],
        "floaters": [{"no": floater.no, "cause": str(floater.cause)} for floater in report.floaters],
        "broken": dict(report.broken),
    }
