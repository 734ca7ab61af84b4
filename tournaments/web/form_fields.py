"""Fields of the organiser's form: what is written on the page, and what the rules hold."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.clock.durations import InvalidTimeControl, duration_code, parse_duration

from .. import rules as rule_book

HOUR = timedelta(hours=1)


class PointsField(forms.DecimalField):
    """Points as an organiser writes them (1, 0.5); half points inside."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=0, max_value=Decimal(rule_book.MAX_POINTS) / 2, step_size=0.5, **options)

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, int):
            return value
        points = Decimal(value) / 2
        return int(points) if points == int(points) else points

    def clean(self, value: Any) -> Any:
        points = super().clean(value)
        return None if points is None else int(points * 2)

    def has_changed(self, initial: Any, data: Any) -> bool:
        return super().has_changed(self.prepare_value(initial), data)


class MomentField(forms.DateTimeField):
    """A date and time in the reader's zone, chosen with the browser's own picker."""

    def __init__(self, **options: Any) -> None:
        picker = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
        super().__init__(required=False, widget=picker, **options)


class HoursField(forms.CharField):
    """A length of time as 10d, 36h or 1d12h; whole hours inside, or ``empty`` where nothing is written."""

    def __init__(self, *, empty: int | None = None, **options: Any) -> None:
        self.empty = empty
        widget = forms.TextInput(attrs={"list": "spans", "autocomplete": "off"})
        super().__init__(required=False, max_length=20, widget=widget, **options)

    def prepare_value(self, value: Any) -> Any:
        return (duration_code(value * HOUR) if value else "") if isinstance(value, int) else value

    def clean(self, value: Any) -> Any:
        text = super().clean(value).replace(" ", "").lower()
        if text in ("", "0"):
            return self.empty
        try:
            span = parse_duration(text)
        except InvalidTimeControl:
            raise forms.ValidationError(_("Write a length of time as 10d, 36h or 1d12h.")) from None
        if span % HOUR:
            raise forms.ValidationError(_("Write whole hours or days."))
        return span // HOUR

    def has_changed(self, initial: Any, data: Any) -> bool:
        return super().has_changed(self.prepare_value(initial), data)


class LinesField(forms.CharField):
    """A list with one item on each line."""

    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, max_length=2000, widget=forms.Textarea(attrs={"rows": 3}), **options)

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(str(item) for item in value) if isinstance(value, list | tuple) else value

    def clean(self, value: Any) -> Any:
        lines = [line.strip() for line in super().clean(value).splitlines()]
        return [self.item(line) for line in lines if line]

    def item(self, line: str) -> Any:
        """Read one line."""
        return line

    def has_changed(self, initial: Any, data: Any) -> bool:
        return super().has_changed(self.prepare_value(initial), data)


class NumbersField(LinesField):
    """Whole numbers, one on each line."""

    def item(self, line: str) -> int:
        try:
            return int(line)
        except ValueError:
            raise forms.ValidationError(_("Write one whole number on each line.")) from None


def select(label: Any, choices: Any, help_text: Any = "") -> forms.ChoiceField:
    """One of a few, always chosen."""
    return forms.ChoiceField(label=label, choices=choices, help_text=help_text)


def number(label: Any, help_text: Any = "", *, low: int = 0, high: int = 100, required: bool = True) -> forms.Field:
    """A whole number."""
    return forms.IntegerField(label=label, min_value=low, max_value=high, required=required, help_text=help_text)


def tick(label: Any, help_text: Any = "") -> forms.BooleanField:
    """Yes or no."""
    return forms.BooleanField(label=label, required=False, help_text=help_text)
