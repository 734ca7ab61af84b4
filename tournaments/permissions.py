"""Who may do what in an event: one table, asked by every door. Pure.

Roles: the owner who organises, and those the owner gives: director, pairing officer, arbiter, appeals committee.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import StrEnum
from types import MappingProxyType

from django.utils.translation import gettext_lazy as _


class Role(StrEnum):
    """What somebody is in an event. ``OWNER`` and ``STAFF`` follow from the event and the account; others are given."""

    OWNER = "owner"
    DIRECTOR = "director"
    PAIRING = "pairing"
    ARBITER = "arbiter"
    APPEALS = "appeals"
    STAFF = "staff"


GIVEN_ROLES = (Role.DIRECTOR, Role.PAIRING, Role.ARBITER, Role.APPEALS)

ROLE_WORDS: Mapping[Role, object] = MappingProxyType(
    {
        Role.OWNER: _("Organiser"),
        Role.DIRECTOR: _("Tournament director"),
        Role.PAIRING: _("Pairing officer"),
        Role.ARBITER: _("Arbiter"),
        Role.APPEALS: _("Appeals committee"),
        Role.STAFF: _("Site staff"),
    }
)

ROLE_EXPLANATIONS: Mapping[Role, object] = MappingProxyType(
    {
        Role.DIRECTOR: _("Everything the organiser may do, but not giving roles."),
        Role.PAIRING: _("Makes, edits and publishes pairings."),
        Role.ARBITER: _("Rules on games: results, time, pauses, withdrawals, claims."),
        Role.APPEALS: _("Decides appeals."),
    }
)


class Act(StrEnum):
    """What can be done by somebody in charge."""

    EDIT = "edit"
    PUBLISH = "publish"
    START = "start"
    CANCEL = "cancel"
    APPROVE = "approve"  # the results, at the end of a stage or of the event
    GIVE_ROLES = "give_roles"
    DECIDE_ENTRIES = "decide_entries"  # approve, decline, invite, add by hand, import
    MANAGE_ENTRANTS = "manage_entrants"  # withdraw, expel, replace, reinstate, byes, start numbers
    PAIR = "pair"  # preview, edit, publish, re-pair, forbid pairs
    START_ROUND = "start_round"
    RULE = "rule"  # results, forfeits, and their undoing
    CLOCKS = "clocks"  # grant time, pause, resume
    DECIDE_CLAIMS = "decide_claims"
    DECIDE_APPEALS = "decide_appeals"
    ANNOUNCE = "announce"
    WEBHOOKS = "webhooks"
    SEE_CONSOLE = "see_console"
    SEE_FULL_RECORD = "see_full_record"
    EXPORT_PRIVATE = "export_private"  # exports that hold more than the pages show


_IN_CHARGE = frozenset({Role.OWNER, Role.DIRECTOR, Role.STAFF})
_ALL = frozenset(Role)

ALLOWED: Mapping[Act, frozenset[Role]] = MappingProxyType(
    {
        Act.EDIT: _IN_CHARGE,
        Act.PUBLISH: _IN_CHARGE,
        Act.START: _IN_CHARGE,
        Act.CANCEL: _IN_CHARGE,
        Act.APPROVE: _IN_CHARGE,
        Act.GIVE_ROLES: frozenset({Role.OWNER, Role.STAFF}),
        Act.DECIDE_ENTRIES: _IN_CHARGE,
        Act.MANAGE_ENTRANTS: _IN_CHARGE | {Role.ARBITER},
        Act.PAIR: _IN_CHARGE | {Role.PAIRING},
        Act.START_ROUND: _IN_CHARGE | {Role.PAIRING},
        Act.RULE: _IN_CHARGE | {Role.ARBITER},
        Act.CLOCKS: _IN_CHARGE | {Role.ARBITER},
        Act.DECIDE_CLAIMS: _IN_CHARGE | {Role.ARBITER},
        Act.DECIDE_APPEALS: frozenset({Role.APPEALS, Role.OWNER, Role.STAFF}),
        Act.ANNOUNCE: _IN_CHARGE | {Role.ARBITER},
        Act.WEBHOOKS: _IN_CHARGE,
        Act.SEE_CONSOLE: _ALL,
        Act.SEE_FULL_RECORD: _ALL,
        Act.EXPORT_PRIVATE: _IN_CHARGE,
    }
)


def allowed(roles: Collection[Role], act: Act) -> bool:
    """Whether somebody with these roles may do this.

    >>> allowed({Role.ARBITER}, Act.RULE), allowed({Role.ARBITER}, Act.PAIR), allowed(set(), Act.SEE_CONSOLE)
    (True, False, False)
    """
    return not ALLOWED[act].isdisjoint(roles)
