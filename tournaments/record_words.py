"""The lines of an event's record in words. An act without words of its own is shown as it is stored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

_ACTS: Mapping[str, Any] = {
    "event_created": _("Event created."),
    "event_publish": _("Event published."),
    "event_open_registration": _("Registration opened."),
    "event_open_check_in": _("Check-in opened."),
    "event_start": _("Event started."),
    "event_submit": _("All games over; results wait for approval."),
    "event_reopen": _("Event reopened."),
    "event_finish": _("Event finished."),
    "event_cancel": _("Event cancelled."),
    "rules_changed": _("Rules changed:"),
    "entered": _("Entered:"),
    "entry_pending": _("Applied:"),
    "entry_waiting": _("On the waiting list:"),
    "entry_approved": _("Entry approved:"),
    "entry_declined": _("Entry declined:"),
    "entry_withdrawn": _("Gave the seat back:"),
    "invited": _("Invited:"),
    "invitation_declined": _("Declined the invitation:"),
    "checked_in": _("Checked in:"),
    "not_checked_in": _("Did not check in:"),
    "seat_changed": _("Seat changed:"),
    "late_entry": _("Entered late:"),
    "entrant_added": _("Added by an official:"),
    "entrant_removed": _("Removed by an official:"),
    "club_set": _("Club set:"),
    "bye_requested": _("Half-point bye asked for:"),
    "bye_cancelled": _("Half-point bye taken back:"),
    "role_given": _("Role given:"),
    "role_taken": _("Role taken away:"),
    "entrants_seeded": _("Start numbers given."),
    "stage_started": _("Stage started:"),
    "stage_finished": _("Stage finished:"),
    "stage_not_started": _("Stage could not start:"),
    "section_deserted": _("A section ended for want of players."),
    "round_paired": _("Round paired:"),
    "round_not_paired": _("Round could not be paired:"),
    "round_started": _("Round started:"),
    "round_finished": _("Round finished:"),
    "round_reopened": _("Round opened again:"),
    "round_taken_back": _("Pairing taken back:"),
    "round_overdue": _("Games open at the deadline of round:"),
    "round_previewed": _("Pairing previewed:"),
    "preview_edited": _("Pairing edited:"),
    "preview_discarded": _("Pairing discarded:"),
    "pair_forbidden": _("Kept apart:"),
    "pair_allowed": _("No longer kept apart:"),
    "deadline_changed": _("Deadline changed:"),
    "overdue": _("Decided at the deadline:"),
    "unscored": _("Goes on without counting:"),
    "result": _("Result:"),
    "ruling": _("Ruling:"),
    "ruling_undone": _("Ruling taken back:"),
    "advance_ruled": _("Ruled who goes on:"),
    "match_decided": _("Goes on:"),
    "match_reopened": _("Not decided any more, board:"),
    "deciders": _("Deciding games on board:"),
    "deciders_dropped": _("Deciding games dropped on board:"),
    "time_granted": _("Time granted:"),
    "game_paused": _("Game paused:"),
    "game_resumed": _("Game resumed:"),
    "event_paused": _("Event paused."),
    "event_resumed": _("Event resumed."),
    "withdrawn": _("Withdrew:"),
    "expelled": _("Expelled:"),
    "reinstated": _("Taken back into the event:"),
    "replaced": _("Replaced:"),
    "lost_by_leaving": _("Lost by leaving:"),
    "result_annulled": _("Result no longer counts:"),
    "result_counts_again": _("Result counts again:"),
    "claim_raised": _("Claim or appeal raised:"),
    "claim_decided": _("Claim or appeal decided:"),
    "claim_taken_back": _("Claim or appeal taken back:"),
    "announced": _("Announcement:"),
    "results_approved": _("Results approved."),
}


def act_name(act: str) -> str:
    """What was done.

    >>> act_name("round_paired"), act_name("something_new")
    ('Round paired:', 'something_new')
    """
    return str(_ACTS.get(act, act))
