"""Who stands on a leaderboard, and for how long. Pure.

Source: our own rule, stricter on idle players than lichess (a month) and hivegame.com (none): a place must be earned
by play, and must not be kept by staying away.
"""

from datetime import datetime, timedelta

from .glicko import Rating, grown

LEAST_GAMES = 10
MOST_DEVIATION = 95.0
MOST_IDLE = timedelta(days=183)


def listed_until(rating: Rating, *, games: int, last_rated_at: datetime) -> datetime | None:
    """Return until when a player stays listed without a further rated game, None if not listed at all.

    ``rating`` and ``games`` are as they were after the last rated game. The first of two days counts: half a year
    after that game, or when the deviation, which grows with idle time, passes 95.
    """
    if games < LEAST_GAMES or rating.deviation > MOST_DEVIATION:
        return None
    growth = grown(rating, timedelta(days=1)).deviation ** 2 - rating.deviation**2  # of the variance, a day
    if growth <= 0:
        return last_rated_at + MOST_IDLE
    days = (MOST_DEVIATION**2 - rating.deviation**2) / growth
    return last_rated_at + min(MOST_IDLE, timedelta(days=min(days, MOST_IDLE.days)))
