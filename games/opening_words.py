"""Openings as tables store them, and as players say them in the reader's language.

The code of an opening is its bugs by their UHP letters, the shape, and the turn of the queen where the bugs do not
show it: ``SQA-V``, ``SAA-line-4``. Openings of one name share one code, so that games can be grouped by it.
"""

from __future__ import annotations

import re

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from engine import Bug, Opening, Shape

# Two bugs and no shape: the queen came second, and after that the side only moved.
CODE = re.compile(rf"([QSBGAMLP]{{1,3}})(?:-({'|'.join(Shape)}))?(?:-([1-4]))?")

_BUGS: dict[str, Promise] = {
    "Q": pgettext_lazy("opening", "queen"), "B": pgettext_lazy("opening", "beetle"),
    "S": pgettext_lazy("opening", "spider"), "G": pgettext_lazy("opening", "grasshopper"),
    "A": pgettext_lazy("opening", "ant"), "M": pgettext_lazy("opening", "mosquito"),
    "L": pgettext_lazy("opening", "ladybug"), "P": pgettext_lazy("opening", "pillbug"),
}  # fmt: skip
_SHAPES: dict[str, Promise] = {
    Shape.V: _("%(bugs)s V"), Shape.LINE: _("%(bugs)s line"), Shape.BEND: _("%(bugs)s bend"),
    Shape.TRIANGLE: _("%(bugs)s triangle"), Shape.SPLIT: _("%(bugs)s split"),
}  # fmt: skip
_LATE_QUEEN = _("%(opening)s, queen on turn %(turn)s")


def opening_code(opening: Opening) -> str:
    """Return the code of an opening, at most 14 characters; empty before the first placement.

    >>> opening_code(Opening((Bug.SPIDER, Bug.QUEEN, Bug.ANT), Shape.V, 2))
    'SQA-V'
    >>> opening_code(Opening((Bug.SPIDER, Bug.ANT, Bug.ANT), Shape.LINE, 4))
    'SAA-line-4'
    """
    parts = ["".join(bug.value for bug in opening.bugs)]
    if opening.shape is not None:
        parts.append(opening.shape.value)
    if opening.queen_turn is not None and Bug.QUEEN not in opening.bugs:
        parts.append(str(opening.queen_turn))
    return "-".join(parts)


def opening_words(code: str) -> str:
    """``SQA-V`` -> "spider-queen-ant V"; empty for an empty code.

    :raises ValueError: the text is no code.
    """
    if not code:
        return ""
    found = CODE.fullmatch(code)
    if found is None:
        raise ValueError(f"{code!r} is no opening")
    bugs, shape, turn = found.groups()
    words = "-".join(str(_BUGS[bug]) for bug in bugs)
    if shape:
        words = str(_SHAPES[shape]) % {"bugs": words}
    return str(_LATE_QUEEN) % {"opening": words, "turn": turn} if turn else words


def opening_state(code: str) -> dict[str, str] | None:
    """Return a stored opening as the API shows it; None while it is not known."""
    return {"code": code, "name": opening_words(code)} if code else None
