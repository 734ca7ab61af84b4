"""The queries that pages and programs need, each in a fixed number of database queries."""

from .events import entrants_of, event_list, events_of, progress_of
from .rounds import rounds_of
from .standings import crosstable_of, standings_of

__all__ = ["crosstable_of", "entrants_of", "event_list", "events_of", "progress_of", "rounds_of", "standings_of"]
