"""Rating charts as numbers for SVG. Pure: points in, coordinates out; the template draws.

The x axis is time, the y axis rating points. A chart is drawn in its own units and scales with the page.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from math import ceil, floor
from typing import Protocol

WIDTH, HEIGHT = 760, 250
NARROW, NARROW_HEIGHT = 360, 220
LEFT, RIGHT, TOP, BOTTOM = 46, 14, 14, 30
SPARK_WIDTH, SPARK_HEIGHT = 90, 26
LEAST_SPAN = timedelta(days=14)
LONG = timedelta(days=240)


class Point(Protocol):
    """A rating at an instant."""

    @property
    def at(self) -> datetime: ...
    @property
    def value(self) -> float: ...
    @property
    def deviation(self) -> float: ...


@dataclass(frozen=True, slots=True)
class Tick:
    """A line of the grid: where, and what stands beside it (a rating, or a day)."""

    where: float
    value: int = 0
    day: date | None = None


@dataclass(frozen=True, slots=True)
class Chart:
    """A rating over time with its band of one deviation up and down. ``marks`` are (x, y) of finished events."""

    line: str
    band: str
    ratings: list[Tick]
    days: list[Tick]
    marks: list[tuple[float, float]]
    last: tuple[float, float]
    width: int
    height: int
    long: bool  # whether the days are months apart

    left: int = LEFT

    @property
    def right(self) -> int:
        return self.width - RIGHT


def rating_chart(
    points: Sequence[Point],
    *,
    until: datetime,
    deviation: float,
    marks: Iterable[datetime] = (),
    narrow: bool = False,
) -> Chart | None:
    """Return the chart of ``points`` (oldest first) up to ``until``; None if there is nothing to draw.

    The line runs on to ``until`` at the last value, the band widens to the ``deviation`` it has then. ``marks`` before
    the first or after the last instant are left out. A ``narrow`` chart is for phones.
    """
    if not points:
        return None
    width, height = (NARROW, NARROW_HEIGHT) if narrow else (WIDTH, HEIGHT)
    start = min(points[0].at, until - LEAST_SPAN)
    span = max((until - start).total_seconds(), 1.0)
    low, high, step = _scale(points)

    def x(at: datetime) -> float:
        share = min(max((at - start).total_seconds() / span, 0.0), 1.0)
        return round(LEFT + share * (width - LEFT - RIGHT), 1)

    def y(value: float) -> float:
        share = min(max((value - low) / (high - low), 0.0), 1.0)
        return round(height - BOTTOM - share * (height - TOP - BOTTOM), 1)

    path = [(x(p.at), p.value, p.deviation) for p in points]
    path.append((x(until), points[-1].value, deviation))
    upper = [(at, y(value + spread)) for at, value, spread in path]
    lower = [(at, y(value - spread)) for at, value, spread in reversed(path)]
    return Chart(
        line=_text((at, y(value)) for at, value, _ in path),
        band=_text([*upper, *lower]),
        ratings=[Tick(y(value), value=value) for value in range(low, high + 1, step)],
        days=[Tick(x(at), day=at.date()) for at in _days(start, until, 3 if narrow else 6)],
        marks=[(x(at), y(_value_at(points, at))) for at in marks if points[0].at <= at <= until],
        last=(path[-1][0], y(points[-1].value)),
        width=width,
        height=height,
        long=until - start > LONG,
    )


def sparkline(values: Sequence[float]) -> str:
    """Return the points of a small line over evenly spaced values; "" for fewer than two.

    >>> sparkline([1500.0, 1510.0])
    '2,24 86,2'
    """
    if len(values) < 2:
        return ""
    low, high = min(values), max(values)
    spread = max(high - low, 10.0)
    width, height = SPARK_WIDTH - 6, SPARK_HEIGHT - 4
    return _text(
        (round(2 + width * i / (len(values) - 1), 1), round(SPARK_HEIGHT - 2 - height * (v - low) / spread, 1))
        for i, v in enumerate(values)
    )


def _text(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in points)


def _scale(points: Sequence[Point]) -> tuple[int, int, int]:
    """Lowest and highest rating of the axis and the step between its lines, all round numbers."""
    bottom = min(p.value - min(p.deviation, 150) for p in points)
    top = max(p.value + min(p.deviation, 150) for p in points)
    step = next(s for s in (50, 100, 200, 500, 1000) if (top - bottom) / s <= 5 or s == 1000)
    low, high = floor(bottom / step) * step, ceil(top / step) * step
    return low, max(high, low + step), step


def _days(start: datetime, until: datetime, parts: int) -> list[datetime]:
    """Days spread over the span, not so near the edges that their words are cut."""
    return [start + (until - start) * (i + 0.5) / parts for i in range(parts)]


def _value_at(points: Sequence[Point], at: datetime) -> float:
    return next((p.value for p in reversed(points) if p.at <= at), points[0].value)
