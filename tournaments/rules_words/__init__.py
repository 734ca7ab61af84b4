"""The rules of an event in words, as players read them before they join. Pure apart from translations."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.clock import TimeControl

from ..rules import Rules, StageRules
from .entry import entry_words, leaving_words
from .formats import format_words, pace_words, points_words, tie_words
from .plain import game_type_words, half_points, moment

__all__ = ["Section", "game_type_words", "half_points", "moment", "rules_in_words"]


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and its sentences."""

    title: str
    sentences: tuple[str, ...]


def rules_in_words(rules: Rules) -> list[Section]:
    """Every rule of the event, in the active language and time zone."""
    first = [
        Section(_("Format"), tuple(format_words(rules))),
        Section(_("The games"), tuple(_games(rules))),
        Section(_("Time"), tuple(_time(rules))),
        Section(_("Who may enter"), tuple(entry_words(rules))),
        Section(_("Start and rounds"), (*_start(rules), *pace_words(rules), *_end(rules))),
        Section(_("Points"), tuple(points_words(rules))),
    ]
    if not rules.is_knock_out:
        first.append(Section(_("Equal points"), tuple(tie_words(rules))))
    later = [_later(stage, number) for number, stage in enumerate(rules.later_stages, start=2)]
    return [
        *first,
        *later,
        Section(_("Leaving"), tuple(leaving_words(rules))),
        Section(_("What may change later"), tuple(_changes())),
    ]


def _later(stage: StageRules, number: int) -> Section:
    """All of a further stage under one heading."""
    title = stage.stage_name or _("Stage %(n)d") % {"n": number}
    going_on = ngettext(
        "The first of each group goes on.", "The first %(n)d of each group go on.", stage.advance_per_group
    ) % {"n": stage.advance_per_group}
    sentences = [going_on] if stage.advance_per_group else []
    if stage.advance_next_best:
        text = ngettext(
            "So does the best of those who came next.",
            "So do the best %(n)d of those who came next.",
            stage.advance_next_best,
        )
        sentences.append(text % {"n": stage.advance_next_best})
    sentences.append(
        _("Group winners are seeded first; who were in one group do not meet at once where it can be helped.")
    )
    sentences += [*format_words(stage), *pace_words(stage)]
    if not stage.is_knock_out:
        sentences += [*points_words(stage), *tie_words(stage)]
    return Section(title, tuple(sentences))


def _games(rules: Rules) -> list[str]:
    sentences = [_("Game type: %(type)s.") % {"type": game_type_words(rules.game_type)}]
    if rules.opening_rule == "no_queen_first":
        sentences.append(_("Nobody may place the queen first: the site refuses such a move."))
    else:
        sentences.append(_("The queen may be placed first."))
    sentences.append(_("The queen must be placed by a player's fourth turn."))
    if rules.repetition_rule == "threefold":
        sentences.append(_("The third repetition of a position draws the game at once."))
    else:
        sentences.append(_("Repeating a position does not end the game."))
    sentences.append(
        _("The games are rated. Games lost by forfeit are not.") if rules.rated else _("The games are not rated.")
    )
    sentences.append(
        _("You may try out moves on an analysis board; engines and advice of others are forbidden.")
        if rules.analysis_allowed
        else _("Analysis boards, engines and advice of others are forbidden during a game.")
    )
    return sentences


def _time(rules: Rules) -> list[str]:
    return [
        _("Each player has %(time)s, in every game anew.") % {"time": TimeControl.parse(rules.time_control).describe()},
        _("A player whose time runs out loses the game, whether or not anybody is watching."),
        _("White's clock runs from the moment a game starts."),
    ]


def _start(rules: Rules) -> list[str]:
    if rules.starts_at:
        start = _("The event starts by itself on %(when)s, if at least two have entered.")
        return [start % {"when": moment(rules.starts_at)}]
    return [_("The organiser starts the event by hand; entries close at that moment.")]


def _end(rules: Rules) -> list[str]:
    if rules.approval == "arbiter":
        return [_("When all games are over an arbiter confirms the results; only then are they final.")]
    return [_("The event ends by itself with its last game.")]


def _changes() -> list[str]:
    return [
        _("Before the start the organiser may change the name, the seats, who may enter, the dates and the text."),
        _("All other rules are fixed as soon as somebody has entered."),
        _("Once the event has started only the text, the times of its rounds and the end of late entry may change."),
        _("Every change stands in the event's record, which anybody can read."),
        _(
            "If the organiser cancels a running event, games that have begun are played to their end and count for "
            "ratings as announced, but no further game starts and nobody wins the event."
        ),
    ]
