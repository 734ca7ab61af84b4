"""Rating pools: games of one pace and kind are compared with each other, never mixed. Pure."""

from enum import StrEnum


class Pool(StrEnum):
    CORRESPONDENCE_BASE = "correspondence-base"
    CORRESPONDENCE_EXPANSIONS = "correspondence-expansions"


def pool_of(game_type: str) -> Pool:
    """Return the pool a game of this type is rated in.

    >>> pool_of("Base"), pool_of("Base+MLP")
    (<Pool.CORRESPONDENCE_BASE: 'correspondence-base'>, <Pool.CORRESPONDENCE_EXPANSIONS: 'correspondence-expansions'>)
    """
    return Pool.CORRESPONDENCE_BASE if game_type == "Base" else Pool.CORRESPONDENCE_EXPANSIONS
