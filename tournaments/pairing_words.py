"""Why a round came out as it did, in sentences. Reads the reasons that a pairing run stored."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

Name = Callable[[int], str]

_FLOAT: Mapping[str, Any] = {
    "odd_number": gettext_lazy("%(name)s plays outside the own score group: it has one too many."),
    "no_opponent": gettext_lazy("%(name)s plays outside the own score group: has met everybody in it."),
    "needed_below": gettext_lazy(
        "%(name)s plays outside the own score group: otherwise the others could not all be paired."
    ),
    "opponents_taken": gettext_lazy(
        "%(name)s plays outside the own score group: the possible opponents in it do not go round."
    ),
}
_BARRED = re.compile(r"(had the bye|scored a win without play).* (\d+)")
_ASIDE: Mapping[str, Any] = {
    "forbidden_pairs": gettext_lazy("These meet although they were to be kept apart: %(pairs)s."),
    "colours": gettext_lazy("A colour rule is set aside for: %(pairs)s."),
    "second_bye": gettext_lazy("A second bye was unavoidable: %(pairs)s."),
    "rematches": gettext_lazy("These meet again because no other round exists: %(pairs)s."),
    "groups": gettext_lazy("These meet although they belong to one club: %(pairs)s."),
}


def why_round(reasons: Mapping[str, Any], name: Name) -> list[str]:
    """Sentences about a Swiss round: score groups, who floated, the bye, what was set aside. Empty for others.

    ``name`` gives the name for a start number.
    """
    sentences = []
    for number, bracket in enumerate(reasons.get("brackets", ()), start=1):
        text = ngettext(
            "Score group %(n)d: %(pairs)d pair.", "Score group %(n)d: %(pairs)d pairs.", len(bracket["pairs"])
        )
        sentences.append(text % {"n": number, "pairs": len(bracket["pairs"])})
        for floater in bracket["floaters"]:
            sentence = _FLOAT.get(floater["cause"])
            if sentence:
                sentences.append(str(sentence) % {"name": name(floater["no"])})
    for aside in reasons.get("set_aside", ()):
        pairs = ", ".join(" – ".join(name(no) for no in pair) for pair in aside["pairs"])
        sentence = _ASIDE.get(str(aside["rule"]), gettext_lazy("A rule is set aside for: %(pairs)s."))
        sentences.append(str(sentence) % {"pairs": pairs})
    return sentences


def why_bye(reasons: Mapping[str, Any], name: Name) -> list[str]:
    """Sentences about the pairing-allocated bye of a Swiss round; empty where nobody has one."""
    bye = reasons.get("bye")
    if not bye:
        return []
    sentences = [
        _("%(name)s sits out: the number is odd, and the bye goes to the lowest score group that can spare somebody.")
        % {"name": name(bye["no"])}
    ]
    for barred in bye["barred"]:
        found = _BARRED.match(barred["why"])
        if found is None:
            continue
        text = (
            _("%(name)s could not: had the bye of round %(round)s.")
            if found[1] == "had the bye"
            else _("%(name)s could not: won round %(round)s without playing.")
        )
        sentences.append(text % {"name": name(barred["no"]), "round": found[2]})
    return sentences
