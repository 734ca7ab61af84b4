"""The reason an arbiter gives."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.errors import ValidationFailed

LONGEST_REASON = 1000  # characters


def check_reason(reason: str) -> None:
    """Refuse a decision without a reason, or with one that nobody would read.

    :raises ValidationFailed: says what to write.
    """
    if not reason.strip():
        problem = _("Give a reason: the players will read it.")
    elif len(reason) > LONGEST_REASON:
        problem = _("The reason is too long: write at most %(most)s characters.") % {"most": LONGEST_REASON}
    else:
        return
    raise ValidationFailed(problem, errors={"reason": [problem]})
