"""The Swiss systems as event formats."""

import random
from abc import ABC, abstractmethod
from collections.abc import Collection

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from .absences import absences
from .format_types import EventState, FormatError, FormatSettings
from .plan import Bye, RoundPlan, plan_match
from .swiss.double_swiss import pair_double_swiss
from .swiss.dutch import pair_dutch
from .swiss.result import NoLegalRound, Relaxation, SwissPairing
from .swiss.state import SwissEvent
from .swiss_event import swiss_event
from .swiss_reasons import reasons

WAYS_OUT: dict[Relaxation, str | Promise] = {
    Relaxation.FORBIDDEN_PAIRS: gettext_lazy("let pairs meet that are kept apart"),
    Relaxation.COLOURS: gettext_lazy("allow a colour a third time in a row or three times more often"),
    Relaxation.SECOND_BYE: gettext_lazy("give somebody a second bye"),
    Relaxation.REMATCHES: gettext_lazy("let two who have met meet again"),
}


class SwissFormat(ABC):
    """A number of rounds fixed beforehand; each is paired by the results of those before it."""

    all_at_once = False
    min_entrants = 2
    max_entrants = 9999
    games: tuple[int, ...]

    def validate(self, entrants: int, settings: FormatSettings) -> None:
        if entrants < self.min_entrants:
            raise FormatError(_("A Swiss event needs at least two entrants."))
        if entrants > self.max_entrants:
            raise FormatError(_("A Swiss event takes at most %(most)d entrants.") % {"most": self.max_entrants})
        if not settings.rounds or settings.rounds < 1:
            raise FormatError(_("Say how many rounds the event has."))
        if settings.rounds > entrants - 1 + entrants % 2:
            raise FormatError(
                _("With %(entrants)d entrants nobody has more than %(most)d different opponents: choose fewer rounds.")
                % {"entrants": entrants, "most": entrants - 1}
            )
        if settings.games_per_pairing not in self.games:
            raise FormatError(_("This system is played with %(games)s games per pairing.") % {"games": self.games[0]})
        if settings.bye_points is not None and not 0 <= settings.bye_points <= settings.win * self.games[0]:
            raise FormatError(_("A bye cannot be worth more than winning every game of the match."))

    def rounds_total(self, state: EventState) -> int:
        return state.settings.rounds or 0

    def plan_round(
        self, state: EventState, round_no: int, *, rng: random.Random, relax: Collection[Relaxation] = ()
    ) -> RoundPlan:
        """Pair round ``round_no`` from all rounds before it. Chance has no part in it.

        :raises ValueError: there is no such round.
        :raises FormatError: no legal round exists; the message says what could be set
            aside, and ``ways_out`` in codes.
        """
        event = swiss_event(state, round_no, games=self.games[0], relax=frozenset(relax))
        if sum(one.available for one in event.competitors) < self.min_entrants:
            raise FormatError(_("Fewer than two entrants can be paired: no further round can be played."))
        try:
            pairing = self.pair(event)
        except NoLegalRound as error:
            choices = [_(" and ").join(str(WAYS_OUT[rule]) for rule in choice) for choice in error.relaxations]
            raise FormatError(
                _("No round can be paired that keeps all rules. Possible ways out: %(ways)s.")
                % {"ways": "; ".join(choices) or _("none")},
                error.relaxations,
            ) from error
        return RoundPlan(
            number=round_no,
            matches=tuple(
                plan_match(board.white, board.black, state.settings.games_per_pairing) for board in pairing.boards
            ),
            byes=((Bye(pairing.bye.no),) if pairing.bye else ()) + absences(state, round_no),
            reasons=reasons(pairing),
        )

    @abstractmethod
    def pair(self, event: SwissEvent) -> SwissPairing:
        """Pair the event's next round."""


class DutchSwiss(SwissFormat):
    """FIDE C.04.3: single games."""

    code = "dutch"
    label: str | Promise = gettext_lazy("Swiss (Dutch system)")
    games = (1,)

    def pair(self, event: SwissEvent) -> SwissPairing:
        return pair_dutch(event)


class DoubleSwiss(SwissFormat):
    """FIDE C.04.5: matches of two games, one with each colour.

    C.04.5 ranks by one score and then by pairing number. Scored by games, that is the game
    points. Scored by matches, it is the match points: they alone make the score groups, the
    floats and the score of the bye; among equals the game points stand before the pairing
    number wherever the rules ask for it. FIDE leaves that open, and Hive players want match
    points first and game points second.
    """

    code = "double_swiss"
    label: str | Promise = gettext_lazy("Double Swiss (two games per round)")
    games = (2,)

    def pair(self, event: SwissEvent) -> SwissPairing:
        return pair_double_swiss(event)
