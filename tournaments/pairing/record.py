"""The record of a pairing run: what went in, by which rules and which code, and what came out.

A stored run can be repeated at any time and must give the same round.
"""

import random
from collections.abc import Collection, Mapping
from typing import Any

from .format_types import EventState
from .formats import format_for
from .json_shapes import plan_from_json, plan_to_json, state_from_json, state_to_json
from .plan import RoundPlan
from .swiss.result import EDITION, Relaxation

__all__ = [
    "EDITION",
    "ENGINE_VERSION",
    "Json",
    "dump_input",
    "plan_from_json",
    "plan_to_json",
    "record_run",
    "replay",
    "stored_plan",
]

# To be raised with every change that can give another round for the same input.
ENGINE_VERSION = 1

Json = dict[str, Any]


def dump_input(
    format_code: str, state: EventState, round_no: int, seed: int, *, relax: Collection[Relaxation] = ()
) -> Json:
    """The input of a pairing run as plain JSON, with the edition of the rules and the version of this code."""
    return {
        "engine": ENGINE_VERSION,
        "edition": EDITION,
        "format": format_code,
        "round": round_no,
        "seed": seed,
        "relax": sorted(str(rule) for rule in relax),
        "state": state_to_json(state),
    }


def record_run(
    format_code: str, state: EventState, round_no: int, seed: int, *, relax: Collection[Relaxation] = ()
) -> tuple[RoundPlan, Json]:
    """Pair a round and give it with its record: the input, and under ``output`` the round.

    :raises ValueError, FormatError: as `Format.plan_round`.
    """
    stored = dump_input(format_code, state, round_no, seed, relax=relax)
    plan = replay(stored)
    return plan, stored | {"output": plan_to_json(plan)}


def replay(stored: Mapping[str, Any]) -> RoundPlan:
    """Pair again what was stored. The same code gives the same round; a later one must as well or raise.

    :raises ValueError: it was paired by an edition of the rules that this code does not have.
    :raises FormatError: as `Format.plan_round`.
    """
    if stored["edition"] != EDITION:
        raise ValueError(f"the rules of edition {stored['edition']} are not here; this is edition {EDITION}")
    rng = random.Random(stored["seed"])  # noqa: S311 - chance that can be replayed, no secret
    relax = [Relaxation(rule) for rule in stored["relax"]]
    state = state_from_json(stored["state"])
    return format_for(stored["format"]).plan_round(state, stored["round"], rng=rng, relax=relax)


def stored_plan(stored: Mapping[str, Any]) -> RoundPlan:
    """The round that came out when the run was recorded."""
    return plan_from_json(stored["output"])
