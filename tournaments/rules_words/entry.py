"""Who may enter, and what happens to who leaves, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ..rules import ROUND_ROBIN, Rules
from .plain import moment


def entry_words(rules: Rules) -> list[str]:
    """Who may enter, and when."""
    sentences = [_("There are %(n)d seats; who enters first has one.") % {"n": rules.seats}]
    if rules.waiting_list:
        sentences.append(_("Who comes later waits; a seat given back goes to who has waited longest."))
    how = {
        "approval": _("The organiser approves each entry."),
        "invitation": _("Entry is by invitation."),
        "password": _("You need the event's password to enter."),
    }.get(rules.entry)
    if how:
        sentences.append(how)
    sentences += _band(rules)
    if rules.established_only:
        sentences.append(_("A provisional rating is not enough."))
    if rules.min_rated_games:
        text = ngettext(
            "You need %(n)d finished rated game of the same pool.",
            "You need %(n)d finished rated games of the same pool.",
            rules.min_rated_games,
        )
        sentences.append(text % {"n": rules.min_rated_games})
    if rules.max_timeout_percent is not None:
        text = _("Of your recent games you may have lost at most %(n)d in a hundred on time.")
        sentences.append(text % {"n": rules.max_timeout_percent})
    if rules.registration_opens_at:
        sentences.append(_("Registration opens on %(when)s.") % {"when": moment(rules.registration_opens_at)})
    if rules.registration_closes_at:
        sentences.append(_("Registration closes on %(when)s.") % {"when": moment(rules.registration_closes_at)})
    if rules.check_in_opens_at:
        text = _("From %(when)s until the start you have to check in; who does not is not paired.")
        sentences.append(text % {"when": moment(rules.check_in_opens_at)})
    if rules.late_entry_until:
        text = _("You may still enter until round %(n)d is paired.")
        sentences.append(f"{text % {'n': rules.late_entry_until}} {_missed(rules)}")
    sentences.append(_("You need a confirmed e-mail address. Until the start you may give your seat back."))
    return sentences


def _missed(rules: Rules) -> str:
    """What the rounds missed by entering late are worth: half byes come from the same allowance as those asked for."""
    most = rules.requested_byes if rules.late_points else 0
    if not most:
        return _("Rounds missed count nothing.")
    text = ngettext(
        "The last round missed counts as drawn, any before it nothing.",
        "The last %(n)d rounds missed count as drawn, any before them nothing.",
        most,
    )
    return text % {"n": most}


def _band(rules: Rules) -> list[str]:
    low, high = rules.min_rating, rules.max_rating
    if low is not None and high is not None:
        sentence = _("Ratings from %(low)d to %(high)d may enter.") % {"low": low, "high": high}
    elif low is not None:
        sentence = _("Ratings from %(low)d may enter.") % {"low": low}
    elif high is not None:
        sentence = _("Ratings up to %(high)d may enter.") % {"high": high}
    else:
        return [_("It is open to every rating.")]
    rest = _("A player without a rating counts as 1500. The rating at the time of entering decides.")
    return [sentence, rest]


def leaving_words(rules: Rules) -> list[str]:
    """What happens to who leaves a running event."""
    sentences = [_("You may leave a running event. Your open games in it are then lost, and you are not paired again.")]
    if rules.format == ROUND_ROBIN:
        sentences.append(
            {
                "half_schedule": _(
                    "Of who leaves, all results count if at least half of the games were played, otherwise none; "
                    "what is left is then forfeited. Ratings stand in any case."
                ),
                "annul": _("No result of who leaves counts in the standings. Ratings stand in any case."),
                "forfeit": _("The results of who leaves count; the games left are forfeited."),
            }[rules.withdrawal_rule]
        )
    elif rules.is_swiss:
        sentences.append(_("Results already made stay in the standings."))
    if rules.silent_timeouts:
        text = ngettext(
            "Who loses %(n)d game of the event on time is taken to have left.",
            "Who loses %(n)d games of the event in a row on time is taken to have left.",
            rules.silent_timeouts,
        )
        sentences.append(text % {"n": rules.silent_timeouts})
    return sentences
