"""Why the rules refuse a move, in the reader's language. The engine's own sentences are English and for programs."""

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

import engine

# By the engine's codes; the slots are its parameters.
SENTENCES = {
    "unreadable_move": _("“%(text)s” is not a move: write a piece and where it goes, such as wA1 -bQ."),
    "unknown_piece": _("There is no piece called “%(text)s”."),
    "reference_missing": _("Say where %(piece)s goes: beside or on top of a piece, such as %(piece)s -bQ."),
    "game_over": _("The game is over."),
    "pass_not_allowed": _("You have other moves: passing is not allowed."),
    "not_in_game": _("%(piece)s is not part of %(game_type)s."),
    "reference_not_in_play": _("%(reference)s is not on the board."),
    "first_at_origin": _("The first piece of the game needs no reference: write only %(piece)s."),
    "wrong_side": _("%(piece)s belongs to your opponent."),
    "queen_first": _("The opening rule of this game forbids the queen on the first turn."),
    "queen_due": _("Your queen must be placed by your fourth turn."),
    "not_next_copy": _("%(piece)s may not be placed before %(next)s."),
    "occupied": _("There is already a piece on that cell."),
    "name_the_stack": _("That cell is occupied: to climb onto it, write %(hint)s."),
    "no_room": _("There is no cell where you may place a piece now."),
    "no_contact": _("%(piece)s must be placed next to a piece of your own colour."),
    "no_hive_contact": _("%(piece)s must touch the hive."),
    "enemy_contact": _("%(piece)s may not be placed next to a piece of your opponent."),
    "queen_not_placed": _("Bugs may only move after your queen is placed."),
    "covered": _("%(piece)s is covered by %(top)s."),
    "stunned": _("%(piece)s was moved by your opponent last turn and cannot move now."),
    "just_moved": _("%(piece)s moved last turn and cannot be thrown now."),
    "thrower_stunned": _("%(thrower)s was moved by your opponent last turn and cannot throw now."),
    "stacked": _("%(piece)s is part of a stack and cannot be thrown."),
    "throw_gate": _("Stacks on both sides close the way over %(thrower)s."),
    "same_cell": _("%(piece)s must end on another cell."),
    "pinned": _("Moving %(piece)s would split the hive."),
    "gate": _("%(piece)s does not fit through the gap."),
    "loses_contact": _("%(piece)s would leave the hive on its way."),
    "nothing_to_copy": _("%(piece)s touches no bug it could move like."),
    "boxed_in": _("%(piece)s has nowhere to go."),
    "out_of_reach": _("%(piece)s cannot reach that cell."),
}


def sentence(error: engine.EngineError) -> str:
    """Return the reason in the active language; for a code that has no sentence here, the engine's own."""
    words = SENTENCES.get(error.code)
    return str(error) if words is None else gettext(words) % error.params
