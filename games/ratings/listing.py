"""Who stands on a leaderboard, and for how long. Pure.

Source: our own rule. A rating is listed once it is no longer provisional, and a place must not be kept by staying away:
lichess drops a player after a month, too short for games that last as long, and hivegame.com never does.
"""

from datetime import datetime, timedelta

from .glicko import PROVISIONAL_DEVIATION, Rating, grown

LEAST_GAMES = 10
MOST_DEVIATION = PROVISIONAL_DEVIATION
MOST_IDLE = timedelta(days=183)


def listed_until(rating: Rating, *, games: int, last_rated_at: datetime) -> datetime | None:
    """Return until when a player stays listed without a further rated game, None if not listed at all.

    ``rating`` and ``games`` are as they were after the last rated game. The first of two days counts: half a year
    after that game, or when the deviation, which grows with idle time, passes the limit.
    """
    if games < LEAST_GAMES or rating.deviation > MOST_DEVIATION:
        return None
    growth = grown(rating, timedelta(days=1)).deviation ** 2 - rating.deviation**2  # of the variance, a day
    if growth <= 0:
        return last_rated_at + MOST_IDLE
    days = (MOST_DEVIATION**2 - rating.deviation**2) / growth
    return last_rated_at + min(MOST_IDLE, timedelta(days=min(days, MOST_IDLE.days)))
