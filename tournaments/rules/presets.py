"""Ready-made rules that an organiser starts from. Sources: FIDE C.04.3, C.04.5, C.05; the World Championship's groups.

Pure. Values are those of `Rules`; everything may still be changed in the form.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext_lazy as _

from .stage import DOUBLE_SWISS, DUTCH, KNOCK_OUT, ROUND_ROBIN

WORLD_CHAMPIONSHIP_GROUP = ("PTS", "DEG", "TOPDOWN", "TPN")


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of rules and what it is good for."""

    label: Any
    explanation: Any
    values: Mapping[str, Any]


PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        "double_swiss": Preset(
            _("Double Swiss"),
            _("Any number of players, a few rounds. Every round is a match of two games, one with each colour."),
            {"format": DOUBLE_SWISS, "time_control": "3d", "seats": 64},
        ),
        "round_robin": Preset(
            _("Club round robin"),
            _("Up to some sixteen players: everybody meets everybody, and all games start together."),
            {"format": ROUND_ROBIN, "games_per_pairing": 2, "time_control": "3d", "seats": 12},
        ),
        "groups_knock_out": Preset(
            _("Groups, then knock-out"),
            _("A championship: groups of all against all, and the best of each group play on to the final."),
            {
                "format": ROUND_ROBIN,
                "games_per_pairing": 2,
                "score_by": "matches",
                "groups": 4,
                "seats": 16,
                "tiebreaks": WORLD_CHAMPIONSHIP_GROUP,
                "stage_name": "",
                "later_stages": (
                    {
                        "format": KNOCK_OUT,
                        "games_per_pairing": 2,
                        "drawn_match": "deciders",
                        "third_place": True,
                        "advance_per_group": 2,
                    },
                ),
            },
        ),
        "world_championship_group": Preset(
            _("World Championship group"),
            _("One group as in the Online World Championship: match points, then its own list for equal points."),
            {
                "format": ROUND_ROBIN,
                "games_per_pairing": 2,
                "score_by": "matches",
                "seats": 8,
                "tiebreaks": WORLD_CHAMPIONSHIP_GROUP,
            },
        ),
        "dutch": Preset(
            _("Swiss with single games"),
            _("One game a round, colours balanced by the FIDE rules."),
            {"format": DUTCH, "seats": 64},
        ),
        "knock_out": Preset(
            _("Knock-out"),
            _("Who loses a match is out. Matches of two games; a drawn match is played on."),
            {
                "format": KNOCK_OUT,
                "games_per_pairing": 2,
                "drawn_match": "deciders",
                "third_place": True,
                "seats": 16,
            },
        ),
    }
)
