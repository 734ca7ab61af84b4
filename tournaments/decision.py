"""A result that is set rather than played. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts.errors import ValidationFailed

RESULTS = ("white", "black", "draw", "none")


@dataclass(frozen=True, slots=True)
class Decision:
    """What is decided about one game: its ``result`` ("white", "black", "draw", "none").

    ``rated``: it changes ratings, where the game itself can. ``forfeit``: lost without play by one side or, with the
    result "none", by both. ``counts``: in the standings.
    """

    match_game_id: int
    result: str
    rated: bool = True
    forfeit: bool = False
    counts: bool = True


def check_decisions(decisions: Sequence[Decision]) -> None:
    """Refuse results that are none.

    :raises ValidationFailed: by field: no such result, a drawn forfeit; nothing decided at all; a game named twice.
    """
    errors: dict[str, list[str]] = {}
    for decision in decisions:
        if decision.result not in RESULTS:
            known = ", ".join(RESULTS)
            errors["result"] = [_("Choose one of: %(values)s.") % {"values": known}]
        elif decision.forfeit and decision.result == "draw":
            errors["result"] = [_("A forfeit has a loser: choose who forfeits, or that both do.")]
    if not decisions:
        errors["items"] = [_("Choose at least one game.")]
    if len({decision.match_game_id for decision in decisions}) < len(decisions):
        errors["items"] = [_("Each game can be decided once: one is named twice.")]
    if errors:
        raise ValidationFailed(_("The result cannot be set so: see the fields."), errors=errors)
