"""What the games app refuses, in the words of the field."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.errors import Conflict, DomainError, Forbidden, Invalid, NotFound, ValidationFailed

__all__ = [
    "BandMissed",
    "ChallengeClosed",
    "Conflict",
    "DomainError",
    "FlagPending",
    "Forbidden",
    "GameOver",
    "GamePaused",
    "IllegalMove",
    "Invalid",
    "KeyReused",
    "NotAPlayer",
    "NotFound",
    "NotYourTurn",
    "StalePly",
    "ValidationFailed",
]


class NotAPlayer(Forbidden):
    code = "not_a_player"

    def __init__(self) -> None:
        super().__init__(_("Only the two players of this game can do that."))


class GameOver(Conflict):
    code = "game_over"

    def __init__(self, **extra: Any) -> None:
        super().__init__(_("This game is over."), **extra)


class StalePly(Conflict):
    """The player decided on an older position. ``extra["state"]`` is the present one."""

    code = "stale_ply"

    def __init__(self, **extra: Any) -> None:
        super().__init__(_("The game has moved on since: look at the position and choose again."), **extra)


class GamePaused(Conflict):
    code = "game_paused"

    def __init__(self, **extra: Any) -> None:
        super().__init__(
            _("An arbiter has paused this game: your clock stands, and you can move when the game goes on."), **extra
        )


class NotYourTurn(Conflict):
    code = "not_your_turn"

    def __init__(self, **extra: Any) -> None:
        super().__init__(_("It is your opponent's turn."), **extra)


class IllegalMove(Invalid):
    """The engine refused the move; ``extra["reason_code"]`` is the engine's code for why."""

    code = "illegal_move"


class FlagPending(Conflict):
    """The time of the player to move is up, but a move sent in time may still be on its way."""

    code = "flag_pending"

    def __init__(self, *, for_arbiter: bool = False) -> None:
        super().__init__(
            _("A player's time is up, but a move sent in time may still arrive: try again in a few seconds.")
            if for_arbiter
            else _("Your opponent's time is up, but a move sent in time may still arrive: try again in a few seconds.")
        )


class ChallengeClosed(Conflict):
    code = "challenge_closed"


class BandMissed(Forbidden):
    """The player's rating is outside the band; the band and the rating are in ``extra``."""

    code = "rating_out_of_band"


class KeyReused(Conflict):
    code = "idempotency_key_reused"

    def __init__(self) -> None:
        super().__init__(_("This Idempotency-Key was used for another request: use a new key for each move."))
