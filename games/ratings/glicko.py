"""Glicko-2, one game at a time, with the parameters lichess uses.

Pure floats: no database, no clock. Ratings and deviations are on the familiar scale
(1500 is the start); the internal scale of the paper stays inside this file.

Sources: M. Glickman, "Example of the Glicko-2 system" (the steps named below); lichess
for the parameters and for rating each game on its own with a fraction of a period.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

TAU = 0.75
PERIODS_PER_DAY = 0.21436  # deviation 60 grows to 110 in a year at volatility 0.06
MIN_RATING, MAX_RATING = 400.0, 4000.0
MIN_DEVIATION, MAX_DEVIATION = 45.0, 500.0
MAX_VOLATILITY = 0.1
MAX_CHANGE = 700.0
PROVISIONAL_DEVIATION = 110.0

WIN, DRAW, LOSS = 1.0, 0.5, 0.0

_SCALE = 173.7178
_TOLERANCE = 1e-6
_NO_TIME = timedelta(0)


@dataclass(frozen=True, slots=True)
class Rating:
    """What is known of a player's strength: its ``value``, how uncertain it is, how erratic.

    ``value`` is in rating points; so is ``deviation``, one standard deviation of it.
    """

    value: float
    deviation: float
    volatility: float

    @property
    def is_provisional(self) -> bool:
        """Whether the value is still too uncertain to rank the player (shown with a "?")."""
        return self.deviation >= PROVISIONAL_DEVIATION


START = Rating(1500.0, 500.0, 0.09)


def grown(rating: Rating, idle: timedelta) -> Rating:
    """``rating`` after ``idle`` time without a rated game: only the deviation grows, to 500 at most.

    Negative idle time counts as none.
    """
    variance = rating.deviation**2 + _periods(idle) * (rating.volatility * _SCALE) ** 2
    return replace(rating, deviation=_clamp(math.sqrt(variance), MIN_DEVIATION, MAX_DEVIATION))


def update(
    player: Rating,
    opponent: Rating,
    score: float,
    *,
    idle: timedelta = _NO_TIME,
    opponent_idle: timedelta = _NO_TIME,
) -> Rating:
    """``player`` after one game: ``score`` is `WIN`, `DRAW` or `LOSS`.

    Both ratings are those stored after the last rated game; the idle times since then
    make both less certain. A single game moves the value by 700 points at most.

    :raises ValueError: another score.
    """
    if score not in (WIN, DRAW, LOSS):
        raise ValueError(f"a game scores 1, 0.5 or 0, not {score}")
    new = update_period(player, [(grown(opponent, opponent_idle), score)], periods=_periods(idle))
    value = _clamp(new.value, player.value - MAX_CHANGE, player.value + MAX_CHANGE)
    return Rating(
        value=_clamp(value, MIN_RATING, MAX_RATING),
        deviation=_clamp(new.deviation, MIN_DEVIATION, MAX_DEVIATION),
        volatility=min(new.volatility, MAX_VOLATILITY),
    )


def update_pair(
    white: Rating,
    black: Rating,
    white_score: float,
    *,
    white_idle: timedelta = _NO_TIME,
    black_idle: timedelta = _NO_TIME,
) -> tuple[Rating, Rating]:
    """Both players after one game, each computed from the other's rating before it."""
    return (
        update(white, black, white_score, idle=white_idle, opponent_idle=black_idle),
        update(black, white, WIN - white_score, idle=black_idle, opponent_idle=white_idle),
    )


def update_period(
    player: Rating, results: Sequence[tuple[Rating, float]], *, periods: float = 1.0, tau: float = TAU
) -> Rating:
    """``player`` after a rating period with several games, exactly as in the paper: no limits applied.

    ``results`` are opponents with the player's score against them; ``periods`` is the
    length, as the share of a rating period.
    """
    mu, phi = (player.value - START.value) / _SCALE, player.deviation / _SCALE
    if not results:
        idle_phi = math.sqrt(phi**2 + periods * player.volatility**2)
        return replace(player, deviation=idle_phi * _SCALE)
    # Steps 3 and 4: estimated variance, and improvement it would take to score like this.
    information = surplus = 0.0
    for opponent, score in results:
        g = _g(opponent.deviation / _SCALE)
        expected = 1.0 / (1.0 + math.exp(-g * (mu - (opponent.value - START.value) / _SCALE)))
        information += g * g * expected * (1.0 - expected)
        surplus += g * (score - expected)
    variance = 1.0 / information
    volatility = _new_volatility(player.volatility, phi, variance, variance * surplus, tau)
    # Steps 6 and 7.
    phi_before = phi * phi + periods * volatility * volatility
    phi_after = 1.0 / math.sqrt(1.0 / phi_before + 1.0 / variance)
    mu_after = mu + phi_after * phi_after * surplus
    return Rating(mu_after * _SCALE + START.value, phi_after * _SCALE, volatility)


def _g(phi: float) -> float:
    return 1.0 / math.sqrt(1.0 + 3.0 * phi * phi / math.pi**2)


def _new_volatility(sigma: float, phi: float, variance: float, delta: float, tau: float) -> float:
    """Step 5 of the paper: find the zero of its function f by the Illinois method."""
    a = math.log(sigma * sigma)
    spread = phi * phi + variance

    def f(x: float) -> float:
        e = math.exp(x)
        return e * (delta * delta - spread - e) / (2.0 * (spread + e) ** 2) - (x - a) / (tau * tau)

    low = a
    if delta * delta > spread:
        high = math.log(delta * delta - spread)
    else:
        steps = 1
        while f(a - steps * tau) < 0:
            steps += 1
        high = a - steps * tau
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _TOLERANCE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2.0
        high, f_high = middle, f_middle
    return math.exp(low / 2.0)


def _periods(idle: timedelta) -> float:
    return max(0.0, idle / timedelta(days=1)) * PERIODS_PER_DAY


def _clamp(number: float, low: float, high: float) -> float:
    return min(max(number, low), high)
