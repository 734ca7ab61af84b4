"""Ready-made lists of tie-breaks. Sources: FIDE C.07; hiveboardgame/hive issue 542 for the World Championship."""

from collections.abc import Mapping
from types import MappingProxyType

# With ``double_swiss`` games or matches may be scored; by games, GP is the points again and decides nothing.
# ``world_championship_group`` is meant for matches scored 1, ½, 0. A knock-out needs no list.
TIEBREAK_PRESETS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "world_championship_group": ("PTS", "DEG", "TOPDOWN", "TPN"),
        "double_swiss": ("PTS", "GP", "DE", "BH/C1", "BH", "SB", "WIN", "BWG"),
        "dutch_swiss": ("PTS", "DE", "BH/C1", "BH", "SB", "WIN", "BWG"),
        "round_robin": ("PTS", "DE", "WIN", "SB", "KS", "BWG"),
        "knock_out": ("PTS",),
    }
)
