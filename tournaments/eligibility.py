"""Whom an event's rules let in: what is asked of a player's rating and games. Pure.

These rules are for who comes by oneself. Whom the organiser invites or adds by hand has been chosen already.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from .rules import Rules

# With fewer finished games a share of them says nothing: one lost on time would be all of them.
LEAST_GAMES_FOR_SHARE = 5


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """What a player has to show. ``rated_games`` and ``rating`` are of the pool in which the event's games count.

    ``lost_on_time`` of the ``latest_games`` finished last were lost on time, in whatever pool.
    """

    rating: float
    provisional: bool = True
    rated_games: int = 0
    latest_games: int = 0
    lost_on_time: int = 0

    @property
    def timeout_percent(self) -> int | None:
        """The share of games lost on time in whole percent, rounded down; None: too few games to tell."""
        if self.latest_games < LEAST_GAMES_FOR_SHARE:
            return None
        return 100 * self.lost_on_time // self.latest_games


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Why a player may not enter: a stable code and a sentence."""

    code: str
    sentence: Any


def obstacles(rules: Rules, record: PlayerRecord) -> list[Obstacle]:
    """Everything in these rules that keeps such a player out; empty: none of it.

    The rating band is checked on the rounded rating, which is the one a player sees.
    """
    shown, found = round(record.rating), []
    if rules.min_rating is not None and shown < rules.min_rating:
        sentence = _("Your rating of %(rating)d is below this event's %(limit)d.")
        found.append(Obstacle("rating_too_low", sentence % {"rating": shown, "limit": rules.min_rating}))
    if rules.max_rating is not None and shown > rules.max_rating:
        sentence = _("Your rating of %(rating)d is above this event's %(limit)d.")
        found.append(Obstacle("rating_too_high", sentence % {"rating": shown, "limit": rules.max_rating}))
    if rules.established_only and record.provisional:
        sentence = _("Your rating is provisional, and this event asks for an established one: play more rated games.")
        found.append(Obstacle("rating_provisional", sentence))
    if record.rated_games < rules.min_rated_games:
        sentence = _("This event asks for %(least)d rated games of its kind, and you have finished %(games)d.")
        numbers = {"least": rules.min_rated_games, "games": record.rated_games}
        found.append(Obstacle("too_few_rated_games", sentence % numbers))
    percent = record.timeout_percent
    if rules.max_timeout_percent is not None and percent is not None and percent > rules.max_timeout_percent:
        sentence = _(
            "You have lost %(percent)d %% of your latest games on time, and this event allows %(most)d %%. "
            "Finish some games in time, then enter."
        )
        numbers = {"percent": percent, "most": rules.max_timeout_percent}
        found.append(Obstacle("too_many_timeouts", sentence % numbers))
    return found
