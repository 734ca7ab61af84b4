"""Time controls: one class per model of granting time.

A model says how long a turn may last, what a think costs and what a completed move gives.
It knows nothing of sides, turns or instants; that is `Clock`. A further model is one more
class with `TimeControl.register`: the counters of `SideTime` are there for the models
that count moves or periods.

Sources: the semantics players know from lichess (days per move), LittleGolem and OGS
(bank with increment and cap) and hivegame.com (total time each).
"""

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from datetime import timedelta
from typing import ClassVar, Self, TypeVar

from django.utils.translation import gettext as _

from .durations import (
    DURATION,
    InvalidTimeControl,
    check_duration,
    duration_code,
    duration_text,
    parse_duration,
)
from .state import SideTime

MAX_CODE_LENGTH = 40
ZERO = timedelta(0)

Model = TypeVar("Model", bound="type[TimeControl]")


class TimeControl(ABC):
    """How much time a side gets. Immutable; two controls are equal when their codes are.

    ``kind`` names the model, ``pattern`` is the code's form without spaces; its groups
    are durations and become the constructor's arguments in this order.
    """

    kind: ClassVar[str]
    pattern: ClassVar[str]
    _models: ClassVar[list["type[TimeControl]"]] = []

    @staticmethod
    def register(model: Model) -> Model:
        """Class decorator: make `parse` know ``model``. Patterns must not overlap."""
        TimeControl._models.append(model)
        return model

    @staticmethod
    def parse(code: str) -> "TimeControl":
        """Read a code: ``3d``, ``5d+12h/10d`` or ``14d total``. Spaces and capitals do not matter.

        :raises InvalidTimeControl: no such code, or outside the limits; says what to write.
        """
        text = re.sub(r"\s+", "", code).lower()
        for model in TimeControl._models:
            match = re.fullmatch(model.pattern, text)
            if match:
                return model._from_durations(*map(parse_duration, match.groups()))
        if re.fullmatch(rf"{DURATION}\+{DURATION}", text):
            raise InvalidTimeControl(
                _("A bank with an increment needs a cap: write it after a slash, such as 5d+12h/10d.")
            )
        raise InvalidTimeControl(
            _(
                "“%(code)s” is not a time control: write 3d for three days a move, 5d+12h/10d for a bank "
                "with an increment and a cap, or 14d total. The units are d, h, m and s."
            )
            % {"code": code.strip()[:MAX_CODE_LENGTH]}
        )

    @classmethod
    def _from_durations(cls, *durations: timedelta) -> Self:
        return cls(*durations)

    @property
    @abstractmethod
    def code(self) -> str:
        """The canonical code, at most 40 characters; `parse` reads it back to an equal control."""

    @abstractmethod
    def describe(self) -> str:
        """The control in words, in the active language."""

    @abstractmethod
    def initial(self) -> SideTime:
        """What each side has when the game starts."""

    @abstractmethod
    def after_move(self, time: SideTime) -> SideTime:
        """What a side has after a completed move; ``time`` is already charged for it."""

    def allowance(self, time: SideTime) -> timedelta:
        """How long the side may think in this turn before its flag falls."""
        return time.remaining

    def charged(self, time: SideTime, spent: timedelta) -> SideTime:
        """What is left of ``time`` after a think of ``spent``, before the move is rewarded."""
        return SideTime(max(ZERO, time.remaining - spent), time.counters)

    def _check_code(self) -> None:
        if len(self.code) > MAX_CODE_LENGTH:
            raise InvalidTimeControl(_("The durations are too finely divided: leave out the minutes and seconds."))


@TimeControl.register
@dataclass(frozen=True)
class PerMove(TimeControl):
    """The same time for every move: the full allowance again at each turn, nothing saved up."""

    per_move: timedelta

    kind = "per_move"
    pattern = rf"({DURATION})"

    def __post_init__(self) -> None:
        check_duration(_("time per move"), self.per_move)

    @property
    def code(self) -> str:
        return duration_code(self.per_move)

    def describe(self) -> str:
        return _("%(time)s a move") % {"time": duration_text(self.per_move)}

    def initial(self) -> SideTime:
        return SideTime(self.per_move)

    def after_move(self, time: SideTime) -> SideTime:
        return self.initial()


@TimeControl.register
@dataclass(frozen=True)
class Bank(TimeControl):
    """A bank that grows by ``increment`` with each own move, but not above ``cap`` (Fischer).

    Time above the cap, granted by an arbiter, is never confiscated: a move then gives
    nothing until the bank is below the cap again.
    """

    bank: timedelta
    increment: timedelta
    cap: timedelta

    kind = "bank"
    pattern = rf"({DURATION})\+({DURATION})/({DURATION})"

    def __post_init__(self) -> None:
        check_duration(_("bank"), self.bank)
        check_duration(_("increment"), self.increment)
        check_duration(_("cap"), self.cap)
        if self.cap < max(self.bank, self.increment):
            raise InvalidTimeControl(
                _("The cap of %(cap)s is below the bank or the increment: write at least /%(least)s.")
                % {
                    "cap": duration_text(self.cap),
                    "least": duration_code(max(self.bank, self.increment)),
                }
            )
        self._check_code()

    @property
    def code(self) -> str:
        return f"{duration_code(self.bank)}+{duration_code(self.increment)}/{duration_code(self.cap)}"

    def describe(self) -> str:
        return _("%(bank)s + %(increment)s a move, at most %(cap)s") % {
            "bank": duration_text(self.bank),
            "increment": duration_text(self.increment),
            "cap": duration_text(self.cap),
        }

    def initial(self) -> SideTime:
        return SideTime(self.bank)

    def after_move(self, time: SideTime) -> SideTime:
        ceiling = max(self.cap, time.remaining)
        return SideTime(min(ceiling, time.remaining + self.increment))


@TimeControl.register
@dataclass(frozen=True)
class Total(TimeControl):
    """One bank for the whole game, no increment (sudden death)."""

    total: timedelta

    kind = "total"
    pattern = rf"({DURATION})total"

    def __post_init__(self) -> None:
        check_duration(_("total time"), self.total)

    @property
    def code(self) -> str:
        return f"{duration_code(self.total)} total"

    def describe(self) -> str:
        return _("%(time)s for the whole game") % {"time": duration_text(self.total)}

    def initial(self) -> SideTime:
        return SideTime(self.total)

    def after_move(self, time: SideTime) -> SideTime:
        return time
