"""Points as programs write them, and how they are stored."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers


def points(half_points: int) -> float:
    """Half points as points: exact, for a half is a binary fraction.

    >>> points(3)
    1.5
    """
    return half_points / 2


def number(value: Fraction | None) -> float | None:
    """A tie-break's number as it is shown: to hundredths, half up.

    >>> number(Fraction(29, 8))
    3.63
    """
    if value is None:
        return None
    return float(Fraction(int(value * 100 + (Fraction(1, 2) if value >= 0 else Fraction(-1, 2))), 100))


@extend_schema_field(OpenApiTypes.NUMBER)
class PointsField(serializers.Field[int, Any, float, Any]):
    """Points in halves: 1, 0.5. Stored as whole half points."""

    default_error_messages = {"invalid": _("Write points as whole or half numbers, such as 1 or 0.5.")}

    def to_internal_value(self, data: Any) -> int:
        if isinstance(data, bool) or not isinstance(data, int | float) or not abs(data) < 1000:
            self.fail("invalid")
        half_points = data * 2
        if half_points != int(half_points) or half_points < 0:
            self.fail("invalid")
        return int(half_points)

    def to_representation(self, value: int) -> float:
        return points(value)
