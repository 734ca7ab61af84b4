"""The Swiss systems as event formats."""

import random
from abc import ABC, abstractmethod
from collections.abc import Collection

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.side import Side

from .format_types import EventState, FormatError, FormatSettings, PastMatch
from .plan import Bye, ByeKind, RoundPlan, plan_match
from .swiss.double_swiss import pair_double_swiss
from .swiss.dutch import pair_dutch
from .swiss.result import NoLegalRound, Relaxation, SwissPairing
from .swiss.state import Competitor, Outcome, PastRound, SwissEvent

_SET_ASIDE: dict[Relaxation, str | Promise] = {
    Relaxation.FORBIDDEN_PAIRS: gettext_lazy("let pairs meet that are kept apart"),
    Relaxation.COLOURS: gettext_lazy("allow a colour a third time in a row or three times more often"),
    Relaxation.SECOND_BYE: gettext_lazy("give somebody a second bye"),
    Relaxation.REMATCHES: gettext_lazy("let two who have met meet again"),
}


_BYES = {
    ByeKind.PAIRING: Outcome.PAIRING_BYE,
    ByeKind.HALF: Outcome.HALF_BYE,
    ByeKind.FULL: Outcome.FULL_BYE,
    ByeKind.ZERO: Outcome.ABSENT,
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

    def rounds_total(self, state: EventState) -> int:
        return state.settings.rounds or 0

    def plan_round(
        self, state: EventState, round_no: int, *, rng: random.Random, relax: Collection[Relaxation] = ()
    ) -> RoundPlan:
        """Pair round ``round_no`` from all rounds before it. Chance has no part in it.

        :raises ValueError: there is no such round.
        :raises FormatError: no legal round exists; the message says what could be set aside.
        """
        try:
            pairing = self.pair(swiss_event(state, round_no, games=self.games[0]))
        except NoLegalRound as error:
            choices = [_(" and ").join(str(_SET_ASIDE[rule]) for rule in choice) for choice in error.relaxations]
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
            byes=(Bye(pairing.bye.no),) if pairing.bye else (),
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
    """FIDE C.04.5: matches of two games, one with each colour."""

    code = "double_swiss"
    label: str | Promise = gettext_lazy("Double Swiss (two games per round)")
    games = (2,)

    def pair(self, event: SwissEvent) -> SwissPairing:
        return pair_double_swiss(event)


def swiss_event(state: EventState, round_no: int, *, games: int) -> SwissEvent:
    """The event as the Swiss systems want it. Who is in no match of a round was absent.

    :raises ValueError: there is no such round.
    """
    settings = state.settings
    win, draw, loss = settings.win * games, settings.draw * games, settings.loss * games
    rounds: dict[int, list[PastRound]] = {
        entry.no: [PastRound(Outcome.ABSENT)] * (round_no - 1) for entry in state.entries
    }
    for match in state.history:
        if match.round_no < round_no:
            for no, past in _sides_of(match):
                if no in rounds:
                    rounds[no][match.round_no - 1] = past
    return SwissEvent(
        competitors=tuple(Competitor(entry.no, tuple(rounds[entry.no]), entry.active) for entry in state.entries),
        round_no=round_no,
        rounds_total=settings.rounds or 0,
        win=win,
        draw=draw,
        loss=loss,
        initial_side=Side.WHITE if settings.white_first else Side.BLACK,
        forbidden=settings.forbidden,
    )


def _sides_of(match: PastMatch) -> list[tuple[int, PastRound]]:
    if match.black_no is None:
        return [(match.white_no, PastRound(_BYES[match.kind or ByeKind.PAIRING], match.white_points))]
    found = []
    for no, opponent, side, points in (
        (match.white_no, match.black_no, Side.WHITE, match.white_points),
        (match.black_no, match.white_no, Side.BLACK, match.black_points),
    ):
        forfeit = Outcome.FORFEIT_WIN if points > 0 else Outcome.FORFEIT_LOSS
        found.append((no, PastRound(Outcome.GAME if match.played else forfeit, points, opponent, side)))
    return found
