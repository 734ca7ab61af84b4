"""Which terms of a challenge are in order. Names each field that is not, all at once."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.clock import InvalidTimeControl, TimeControl
from games.errors import ValidationFailed
from games.models import Challenge
from games.selectors.practice import level_of

CHOICES = ("visibility", "game_type", "opening_rule", "repetition_rule", "colour")
LEAST_RATING, MOST_RATING = 400, 4000


def check_terms(challenge: Challenge) -> None:
    """Check an unsaved challenge.

    :raises ValidationFailed: ``extra["errors"]`` has the sentences by field.
    """
    errors: dict[str, list[Any]] = {}
    for name in CHOICES:
        _check_choice(challenge, name, errors)
    try:
        TimeControl.parse(challenge.time_control)
    except InvalidTimeControl as error:
        errors["time_control"] = [str(error)]
    _check_opponent(challenge, errors)
    _check_band(challenge, errors)
    if errors:
        raise ValidationFailed(_("The challenge cannot be made: see the fields."), errors=errors)


def _check_choice(challenge: Challenge, name: str, errors: dict[str, list[Any]]) -> None:
    field = Challenge._meta.get_field(name)
    try:
        field.clean(getattr(challenge, name), challenge)  # type: ignore[union-attr]
    except ValidationError as error:
        errors[name] = list(error.messages)


def _check_opponent(challenge: Challenge, errors: dict[str, list[Any]]) -> None:
    opponent = challenge.opponent
    if challenge.visibility != Challenge.Visibility.DIRECT:
        if opponent is not None:
            errors["opponent"] = [_("Only a direct challenge names an opponent: make it direct, or leave this out.")]
        return
    if opponent is None:
        errors["opponent"] = [_("Name the player you challenge.")]
    elif opponent.pk == challenge.challenger.pk:
        errors["opponent"] = [_("You cannot challenge yourself.")]
    elif not opponent.is_active:
        errors["opponent"] = [_("This account is closed.")]
    elif level_of(opponent) is not None:
        errors["opponent"] = [_("The computer takes no challenges: choose “Play the computer” on the home page.")]


def _check_band(challenge: Challenge, errors: dict[str, list[Any]]) -> None:
    for name in ("min_rating", "max_rating"):
        value = getattr(challenge, name)
        if value is not None and not LEAST_RATING <= value <= MOST_RATING:
            errors[name] = [
                _("Ratings lie between %(least)s and %(most)s.") % {"least": LEAST_RATING, "most": MOST_RATING}
            ]
    low, high = challenge.min_rating, challenge.max_rating
    if low is not None and high is not None and low > high:
        errors.setdefault("min_rating", []).append(_("The lowest rating is above the highest."))
