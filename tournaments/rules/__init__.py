"""The rules of an event: the object, what may change when, what is refused, and ready-made sets."""

from .checks import MAX_DESCRIPTION, MAX_NAME, MAX_POINTS, MAX_SEATS, MIN_NAME, MIN_SEATS, problems
from .event import ALWAYS_FIELDS, ENTRY_FIELDS, RUNNING_FIELDS, Rules, rules_from
from .presets import PRESETS, Preset
from .stage import (
    DOUBLE_SWISS,
    DUTCH,
    FORMAT_DEFAULTS,
    KNOCK_OUT,
    ROUND_ROBIN,
    STAGE_FIELDS,
    SWISS,
    StageRules,
    stage_from,
)

__all__ = [
    "ALWAYS_FIELDS",
    "DOUBLE_SWISS",
    "DUTCH",
    "ENTRY_FIELDS",
    "FORMAT_DEFAULTS",
    "KNOCK_OUT",
    "MAX_DESCRIPTION",
    "MAX_NAME",
    "MAX_POINTS",
    "MAX_SEATS",
    "MIN_NAME",
    "MIN_SEATS",
    "PRESETS",
    "ROUND_ROBIN",
    "RUNNING_FIELDS",
    "STAGE_FIELDS",
    "SWISS",
    "Preset",
    "Rules",
    "StageRules",
    "problems",
    "rules_from",
    "stage_from",
]
