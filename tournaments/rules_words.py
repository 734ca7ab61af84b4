"""The rules of an event in words, as players read them before they join. Pure apart from translations."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.clock import TimeControl
from games.models.choices import GameTypeChoice

from .pairing.formats import ALL_FORMATS
from .rules import Rules
from .tiebreak_words import in_order


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and its sentences."""

    title: str
    sentences: tuple[str, ...]


def rules_in_words(rules: Rules) -> list[Section]:
    """Every rule of the event, in the active language and time zone."""
    return [
        Section(_("Format"), tuple(_format(rules))),
        Section(_("The games"), tuple(_games(rules))),
        Section(_("Time"), tuple(_time(rules))),
        Section(_("Who may enter"), tuple(_entry(rules))),
        Section(_("Start and rounds"), tuple(_pace(rules))),
        Section(_("Points"), tuple(_points(rules))),
        Section(_("Equal points"), tuple(_ties(rules))),
        Section(_("What may change later"), tuple(_changes())),
    ]


def half_points(value: int) -> str:
    """Half points as players write them.

    >>> [half_points(n) for n in (0, 1, 2, 3)]
    ['0', '½', '1', '1½']
    """
    whole, half = divmod(value, 2)
    return ("" if whole == 0 and half else str(whole)) + ("½" if half else "")


def _format(rules: Rules) -> list[str]:
    games = ngettext(
        "Everybody meets everybody, in one game.",
        "Everybody meets everybody, in matches of %(n)d games with each colour equally often.",
        rules.games_per_pairing,
    ) % {"n": rules.games_per_pairing}
    return [
        f"{ALL_FORMATS[rules.format].label}.",
        games,
        _("Pairings and colours follow the Berger tables; players are numbered by rating at the start."),
    ]


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
    return sentences


def game_type_words(game_type: str) -> str:
    """The game type as a player says it.

    >>> game_type_words("Base+ML")
    'Base + Mosquito, Ladybug'
    """
    return str(GameTypeChoice(game_type).label)


def _time(rules: Rules) -> list[str]:
    return [
        _("Each player has %(time)s, in every game anew.") % {"time": TimeControl.parse(rules.time_control).describe()},
        _("A player whose time runs out loses the game, whether or not anybody is watching."),
        _("White's clock runs from the moment a game starts."),
    ]


def _entry(rules: Rules) -> list[str]:
    sentences = [_("There are %(n)d seats; who enters first has one.") % {"n": rules.seats}]
    if rules.min_rating is not None and rules.max_rating is not None:
        band = _("Ratings from %(low)d to %(high)d may enter.")
        sentences.append(band % {"low": rules.min_rating, "high": rules.max_rating})
    elif rules.min_rating is not None:
        sentences.append(_("Ratings from %(low)d may enter.") % {"low": rules.min_rating})
    elif rules.max_rating is not None:
        sentences.append(_("Ratings up to %(high)d may enter.") % {"high": rules.max_rating})
    else:
        sentences.append(_("It is open to every rating."))
    if rules.min_rating is not None or rules.max_rating is not None:
        sentences.append(_("A player without a rating counts as 1500. The rating at the time of entering decides."))
    if rules.registration_opens_at:
        sentences.append(_("Registration opens on %(when)s.") % {"when": moment(rules.registration_opens_at)})
    if rules.registration_closes_at:
        sentences.append(_("Registration closes on %(when)s.") % {"when": moment(rules.registration_closes_at)})
    sentences.append(_("You need a confirmed e-mail address. You may withdraw until the start, not later."))
    return sentences


def _pace(rules: Rules) -> list[str]:
    if rules.starts_at:
        start = _("The event starts by itself on %(when)s, if at least two have entered.")
        sentences = [start % {"when": moment(rules.starts_at)}]
    else:
        sentences = [_("The organiser starts the event by hand; entries close at that moment.")]
    if rules.pacing == "all_at_once":
        sentences.append(_("All games start together. The round numbers only say in which order the tables pair."))
    else:
        sentences.append(_("One round after the other: the next starts by itself when the last game of a round ends."))
        sentences.append(_("The games of one match start together."))
    sentences.append(_("The event ends by itself with its last game."))
    return sentences


def _points(rules: Rules) -> list[str]:
    sentences = [
        _("A win brings %(win)s, a draw %(draw)s, a loss %(loss)s.")
        % {
            "win": half_points(rules.win_points),
            "draw": half_points(rules.draw_points),
            "loss": half_points(rules.loss_points),
        }
    ]
    bye = _("With an odd number of entrants everybody sits out one round and gets %(bye)s for it.")
    sentences.append(bye % {"bye": half_points(rules.bye_points)})
    return sentences


def _ties(rules: Rules) -> list[str]:
    ties = in_order(rules.tiebreaks)
    if not ties:
        return [_("Players with equal points share the place.")]
    lines = [f"{place}. {tie.name}: {tie.explanation}" for place, tie in enumerate(ties, start=1)]
    return [*lines, _("Players who are equal in all of these share the place.")]


def _changes() -> list[str]:
    return [
        _("Before the start the organiser may change the name, the seats, the rating band, the dates and the text."),
        _("All other rules are fixed as soon as somebody has entered."),
        _("Once the event has started only the text may change."),
        _(
            "If the organiser cancels a running event, games that have begun are played to their end and count for "
            "ratings as announced, but no further game starts and nobody wins the event."
        ),
    ]


def moment(at: datetime) -> str:
    """A date and time in the reader's zone, with the zone named."""
    local = localtime(at)
    return f"{date_format(local, 'DATETIME_FORMAT')} {local.tzname()}"
