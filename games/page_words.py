"""Every sentence that the script of the game page says, as one dictionary for a JSON block in the page.

Plural sentences carry their forms as a dictionary by CLDR category; the script chooses with ``Intl.PluralRules``.
Slots are written ``{name}``.
"""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import board_words


def _slots(sentence: Any) -> str:
    """Turn the ``%(piece)s`` of a sentence shared with the templates into the script's ``{piece}``."""
    return str(sentence).replace("%(piece)s", "{piece}").replace("%(count)s", "{count}").replace("%(place)s", "{place}")


def _plural(one: str, many: str) -> dict[str, str]:
    return {"one": one, "other": many}


def page_words() -> dict[str, Any]:
    """The words in the language that is active now."""
    return {
        "bugs": {key: str(value) for key, value in board_words.BUGS.items()},
        "pieces": {key: str(value) for key, value in board_words.PIECES.items()},
        "references": {key: str(value) for key, value in board_words.REFERENCES.items()},
        "places": [_slots(value) for value in board_words.PLACES],
        "onTop": _slots(board_words.ON_TOP),
        "stack": _("{piece}, stack of {count}"),
        "directions": [_("right"), _("upper right"), _("upper left"), _("left"), _("lower left"), _("lower right")],
        **_board(),
        **_bar(),
        **_clock(),
        **_trouble(),
    }


def _board() -> dict[str, Any]:
    return {
        "boardLabel": _("Hive board, {count} pieces in the hive. {turn}"),
        "touching": _("Touching: {list}."),
        "touchingNothing": _("Touching nothing."),
        "sidesOpen": _plural(
            ngettext("{n} side open.", "{n} sides open.", 1), ngettext("{n} side open.", "{n} sides open.", 2)
        ),
        "canMove": _("can move"),
        "picked": _("picked"),
        "place": _("Place: {place}"),
        "placeFirst": _("Place: in the middle of the table"),
        "climb": _("Place: climb on {piece}"),
        "placeTouches": _("Place: {place}, touches {list}"),
        "whiteToMove": _("White to move."),
        "blackToMove": _("Black to move."),
        "yourMove": _("Your move."),
        "onTopTag": _("on top"),
        "groundTag": _("ground"),
        "stackOf": _("Stack, top to ground"),
        "row": _("Row {n}: {list}"),
        "queens": _("{white}; {black}."),
        "queenOpen": _("{piece}: {open} of 6 sides open"),
        "queenMissing": _("{piece}: not placed yet"),
        "lastMove": _("Last move: {move}"),
        "noMoveYet": _("No move has been played yet."),
        "emptyHive": _("The hive is empty."),
    }


def _bar() -> dict[str, Any]:
    return {
        "ways": {
            "Q": _("one step"),
            "B": _("one step, may climb"),
            "S": _("exactly three steps"),
            "G": _("jumps in a straight line"),
            "A": _("any number of steps"),
            "M": _("moves like what it touches"),
            "L": _("two steps over the hive, then down"),
            "P": _("one step, or throws a neighbour"),
        },
        "fromReserve": _("from the reserve"),
        "nPlaces": _plural(ngettext("{n} place", "{n} places", 1), ngettext("{n} place", "{n} places", 2)),
        "pickedSay": _("{piece} picked, {places}"),
        "putBack": _("{piece} put back"),
        "thrownBy": _("thrown by {piece}"),
        "play": _("Play {piece}, {place}"),
        "playThrow": _("Throw {piece}, {place}"),
        "playFirst": _("Play {piece}"),
        "placed": _("{piece} is on its place, not sent yet. Press Play to send or Back to take it back."),
        "sending": _("Sending …"),
        "sent": _("Sent."),
        "moveSay": _("{piece}, {place}."),
        "moveFirstSay": _("{piece} opens the hive."),
        "passWhite": _("White had no legal move and passed."),
        "passBlack": _("Black had no legal move and passed."),
        "notYourMove": _("{name} is on move."),
        "gameOver": _("The game is over."),
        "looking": _("You are looking at move {n}. Go to the latest move to play."),
        "cannot": _("{piece} cannot move. {reason}"),
        "cannotPlain": _("{piece} cannot move now."),
        "notNow": _("{piece} cannot be placed now."),
        "noQueenFirst": _("In this game the queen may not be a player’s first piece."),
        "queenNow": _("The queen must be placed now: it is your fourth turn."),
        "noRoom": _("{piece} has no place: every free cell touches a piece of your opponent."),
        "theirs": _("{piece} belongs to your opponent."),
        "newMoves": _plural(ngettext("{n} new move", "{n} new moves", 1), ngettext("{n} new move", "{n} new moves", 2)),
        "spread": _("Stacks are spread out."),
        "unspread": _("Stacks are closed."),
        "typed": _("Type a move, such as wA1 -bQ, or “where bB1”, or “moves A1”."),
        "typedUnknown": _("“{text}” is not a legal move here."),
        "whereReserve": _("{piece} is in the reserve."),
        "whereUnder": _("{piece} is in the stack under {other}."),
        "movesOf": _("{piece}: {list}"),
    }


def _clock() -> dict[str, Any]:
    return {
        "dh": _("{d} d {h} h"),
        "hm": _("{h} h {m} min"),
        "m": _("{m} min"),
        "s": _("{s} s"),
        "d": _("d"),
        "h": _("h"),
        "min": _("min"),
        "sec": _("s"),
        "until": _("until {when}"),
        "yourMoveShort": _("Your move"),
        "onMove": _("On move"),
        "waiting": _("for the next move"),
        "notSent": _("not sent yet"),
        "hurry": _("Hurry"),
        "timeUp": _("time is up"),
        "stopped": _("clock stopped"),
        "paused": _("paused"),
        "pausedGame": _("The game is paused."),
        "resumed": _("The game goes on."),
        "clocksSay": _("White {white}, Black {black}."),
        "lowTime": _("Little time left: {time}."),
    }


def _trouble() -> dict[str, Any]:
    return {
        "refused": _("The move was not accepted: {reason}"),
        "stale": _(
            "The game moved on in another window. Here is the position as it is now; nothing of yours was lost."
        ),
        "offline": _("No connection. Your move is kept here; press Play again when the line is back."),
        "reconnecting": _("Reconnecting … the clock keeps running on the server."),
        "signedOut": _("You are signed out. Sign in again; your move is kept on this page."),
        "tooFast": _("Too many requests. Wait a moment and press again."),
        "serverTrouble": _("The server could not answer. Nothing was lost; press again in a moment."),
        "pickGone": _("The position changed and the piece you held cannot move there any more."),
    }
