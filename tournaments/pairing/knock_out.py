"""The knock-out as an event format: who loses a match is out."""

import random
from collections.abc import Collection
from dataclasses import replace

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from .format_types import DrawnMatch, EventState, FormatError, FormatSettings
from .knock_out_match import Advance, NeedsDecider, Why, advances, best_of, decide
from .knock_out_tree import Bracket, Tie, bracket, places, rounds_needed
from .plan import Bye, MatchPlan, RoundPlan, alternating
from .swiss.result import Relaxation

__all__ = [
    "Advance",
    "Bracket",
    "KnockOut",
    "NeedsDecider",
    "Tie",
    "Why",
    "advances",
    "best_of",
    "bracket",
    "decide",
    "first_colours",
    "name_of",
    "places",
]


class KnockOut:
    """Seed 1 meets seed N in a fixed tree, with byes for the highest seeds; matches of 1 to 9 games.

    Colours alternate in a match. Its first game has White for who has begun fewer earlier
    matches with White. If that is level, the higher seed has the colour drawn for the first
    seed when its number is odd, and the other colour when it is even.
    """

    code = "knock_out"
    label: str | Promise = gettext_lazy("Knock-out")
    all_at_once = False
    min_entrants = 2
    max_entrants = 1024
    most_games = 9

    def validate(self, entrants: int, settings: FormatSettings) -> None:
        if entrants < self.min_entrants:
            raise FormatError(_("A knock-out needs at least two entrants."))
        if entrants > self.max_entrants:
            raise FormatError(_("A knock-out takes at most %(most)d entrants.") % {"most": self.max_entrants})
        if not settings.best_of or any(not 1 <= games <= self.most_games for games in settings.best_of):
            raise FormatError(_("Choose 1 to 9 games per match, for all rounds or for each of them."))
        if settings.decider_games < 0 or settings.decider_games % 2:
            raise FormatError(_("Deciders are played in pairs, one game with each colour: choose an even number."))
        if settings.drawn_match is DrawnMatch.DECIDERS and not settings.decider_games:
            raise FormatError(_("Say how many games may be added to a drawn match at most: 2, 4 or more."))

    def rounds_total(self, state: EventState) -> int:
        return rounds_needed(len(state.entries))

    def plan_round(
        self, state: EventState, round_no: int, *, rng: random.Random, relax: Collection[Relaxation] = ()
    ) -> RoundPlan:
        """The matches of a round, once everybody in it is known; the match for third place goes with the final.

        Who has no opponent, because there is none or the opponent has withdrawn, has a bye.
        The plan's reasons tell, for each match in its order, its slot in the tree (``slots``),
        its name (``names``) and how the ``colours`` of the first game came about; for each
        bye its slot and cause; and the slots from which ``nobody`` advances.

        :raises ValueError: there is no such round.
        :raises FormatError: it waits for earlier matches, which are named by start numbers.
        """
        if not 1 <= round_no <= self.rounds_total(state):
            raise ValueError(f"this event has no round {round_no}")
        before = replace(state, history=tuple(match for match in state.history if match.round_no < round_no))
        tree = bracket(before)
        waiting = [tie for earlier in tree.rounds[: round_no - 1] for tie in earlier if tie.to_play]
        if waiting:
            raise FormatError(
                _("Round %(round)d cannot be paired before these matches are decided: %(matches)s.")
                % {"round": round_no, "matches": ", ".join("–".join(map(str, tie.numbers)) for tie in waiting)}
            )
        games = best_of(state.settings, round_no)
        ties = tree.in_round(round_no)
        playing = [tie for tie in ties if tie.to_play]
        matches, colours = [], []
        for tie in playing:
            white, black, why = first_colours(before, *tie.numbers)
            matches.append(MatchPlan(white, black, alternating(white, black, games)))
            colours.append(why)
        free = [tie for tie in ties if tie.result.no is not None]
        return RoundPlan(
            number=round_no,
            matches=tuple(matches),
            byes=tuple(Bye(no) for tie in free if (no := tie.result.no) is not None),
            reasons={
                "system": self.code,
                "best_of": games,
                "slots": [tie.slot for tie in playing],
                "names": [name_of(tie, len(tree.rounds)) for tie in playing],
                "colours": colours,
                "byes": [{"no": tie.result.no, "slot": tie.slot, "why": tie.result.why.value} for tie in free],
                "nobody": [tie.slot for tie in ties if tie.result.why is Why.NOBODY],
            },
        )


def first_colours(state: EventState, one: int, other: int) -> tuple[int, int, str]:
    """(white, black) of the first game between two, and why: "fewer_whites" or "seed"."""
    begun = [sum(past.white_no == no and past.black_no is not None for past in state.history) for no in (one, other)]
    if begun[0] != begun[1]:
        white = one if begun[0] < begun[1] else other
        return white, one + other - white, "fewer_whites"
    higher = min(one, other)
    if (higher % 2 == 1) == state.settings.white_first:
        return higher, max(one, other), "seed"
    return max(one, other), higher, "seed"


def name_of(tie: Tie, rounds: int) -> str:
    """What a match is in the event: "final", "third_place", "semi_final", "quarter_final", or "" further down."""
    if tie.third_place:
        return "third_place"
    return {0: "final", 1: "semi_final", 2: "quarter_final"}.get(rounds - tie.round_no, "")
