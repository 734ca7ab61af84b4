"""How a stage is paired, paced and scored, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ..pairing.formats import ALL_FORMATS
from ..rules import DOUBLE_SWISS, DUTCH, KNOCK_OUT, ROUND_ROBIN, Rules, StageRules
from ..tiebreak_words import in_order
from .plain import half_points, hours


def format_words(rules: StageRules) -> list[str]:
    """Who meets whom."""
    sentences = [f"{ALL_FORMATS[rules.format].label}."]
    sentences += {ROUND_ROBIN: _round_robin, DOUBLE_SWISS: _swiss, DUTCH: _swiss, KNOCK_OUT: _knock_out}[rules.format](
        rules
    )
    if rules.groups > 1:
        text = _("The field is divided into %(n)d groups of like strength; each plays for itself.")
        sentences.append(text % {"n": rules.groups})
    if isinstance(rules, Rules) and rules.section_bands:
        bands = ", ".join(str(limit) for limit in rules.section_bands)
        sentences.append(_("The field is divided into sections by rating, at %(bands)s.") % {"bands": bands})
    return sentences


def _round_robin(rules: StageRules) -> list[str]:
    games = ngettext(
        "Everybody meets everybody, in one game.",
        "Everybody meets everybody, in matches of %(n)d games with each colour equally often.",
        rules.games_per_pairing,
    ) % {"n": rules.games_per_pairing}
    sentences = [games]
    if rules.cycles > 1:
        sentences.append(_("This is played twice over, the second time with colours reversed."))
    return [
        *sentences,
        _("Pairings and colours follow the Berger tables; players are numbered by rating at the start."),
    ]


def _swiss(rules: StageRules) -> list[str]:
    if rules.rounds is None:
        sentences = [_("The number of rounds follows from the number of players, such as 5 for 16 and 7 for 64.")]
    else:
        text = ngettext("There is %(n)d round.", "There are %(n)d rounds.", rules.rounds)
        sentences = [text % {"n": rules.rounds}]
    if rules.format == DOUBLE_SWISS:
        sentences.append(_("Every round is a match of two games against one opponent, one with each colour."))
        sentences.append(_("Pairings follow the FIDE rules for the Double Swiss (C.04.5) in the edition of 2026."))
    else:
        sentences.append(_("Every round is one game; colours are balanced over the rounds."))
        sentences.append(_("Pairings follow the FIDE rules for the Dutch system (C.04.3) in the edition of 2026."))
    sentences.append(_("Opponents have scores as equal as possible, and nobody meets the same opponent twice."))
    sentences.append(_("With an odd number one player sits out: of the lowest score group, and nobody twice."))
    if rules.requested_byes:
        text = ngettext(
            "A player may ask for %(n)d half-point bye, before the round is paired.",
            "A player may ask for %(n)d half-point byes, each before its round is paired.",
            rules.requested_byes,
        )
        sentences.append(text % {"n": rules.requested_byes})
    if rules.accelerated:
        sentences.append(_("The first rounds are accelerated by the Baku system: strong players meet sooner."))
    return sentences


def _knock_out(rules: StageRules) -> list[str]:
    sentences = [
        _("Who loses a match is out. The first seed meets the last; where places are empty the first seeds go on."),
        ngettext("A match is one game.", "A match is %(n)d games; colours alternate.", rules.games_per_pairing)
        % {"n": rules.games_per_pairing},
    ]
    if rules.final_games:
        text = ngettext("The final is one game.", "The final is %(n)d games.", rules.final_games)
        sentences.append(text % {"n": rules.final_games})
    sentences.append(
        {
            "higher_seed": _("From a drawn match the higher seed goes on."),
            "deciders": _(
                "A drawn match is played on by two games at a time, at most %(n)d; then the higher seed goes on."
            )
            % {"n": rules.decider_games},
            "lot": _("A drawn match is decided by lot; the draw can be checked afterwards."),
        }[rules.drawn_match]
    )
    if rules.third_place:
        sentences.append(_("The losers of the semi-finals play for third place."))
    return sentences


def pace_words(rules: StageRules) -> list[str]:
    """When rounds start and end."""
    sentences = [
        {
            "all_at_once": _("All games start together. The round numbers only say in which order the tables pair."),
            "at_most": _("Each player has at most %(n)s games at a time; the next start by themselves.")
            % {"n": rules.max_games_at_once},
            "by_round": _("One round after the other: the next starts by itself when the last game of a round ends."),
            "fixed_times": _("The rounds start at fixed times: %(times)s.") % {"times": ", ".join(rules.round_starts)},
            "by_hand": _("The organiser starts each round by hand."),
        }[rules.pacing]
    ]
    if rules.pacing != "all_at_once":
        sentences.append(_("The games of one match start together."))
    if rules.rest_hours:
        sentences.append(_("Between two rounds there is a rest of %(time)s.") % {"time": hours(rules.rest_hours)})
    if rules.round_hours:
        text = _("A round lasts at most %(time)s. Players are reminded before its deadline.")
        sentences.append(text % {"time": hours(rules.round_hours)})
        sentences.append(
            {
                "arbiter": _("What becomes of a game still open then, the arbiter decides."),
                "forfeit": _("Who is to move in a game still open then loses it."),
                "draw": _("A game still open then is drawn."),
                "unscored": _("A game still open then goes on, but no longer counts for the event."),
            }[rules.overdue]
        )
    return sentences


def points_words(rules: StageRules) -> list[str]:
    """What a result is worth."""
    sentences = [
        _("A win brings %(win)s, a draw %(draw)s, a loss %(loss)s.")
        % {
            "win": half_points(rules.win_points),
            "draw": half_points(rules.draw_points),
            "loss": half_points(rules.loss_points),
        }
    ]
    if rules.score_by == "matches":
        text = _("The standings count matches: %(win)s for one won, %(draw)s for one drawn, %(loss)s for one lost.")
        sentences.append(
            text
            % {
                "win": half_points(rules.match_win_points),
                "draw": half_points(rules.match_draw_points),
                "loss": half_points(rules.match_loss_points),
            }
        )
        sentences.append(_("Who has more points from the games of a match has won it."))
    if rules.format == ROUND_ROBIN:
        bye = _("With an odd number of entrants everybody sits out one round and gets %(bye)s for it.")
        sentences.append(bye % {"bye": half_points(rules.bye_points)})
    elif rules.is_swiss:
        bye = _("Who sits out because the number is odd gets %(bye)s game points for the round.")
        sentences.append(bye % {"bye": half_points(rules.bye_points)})
    return sentences


def tie_words(rules: StageRules) -> list[str]:
    """What separates players with equal points, in order."""
    ties = in_order(rules.tiebreaks, rules.score_by)
    if not ties:
        return [_("Players with equal points share the place.")]
    lines = [f"{place}. {tie.name}: {tie.explanation}" for place, tie in enumerate(ties, start=1)]
    return [*lines, _("Players who are equal in all of these share the place.")]
