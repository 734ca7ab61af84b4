"""How a game ended, as one sentence in the reader's language."""

from django.utils.translation import gettext as _

from games.models import Game


def result_text(game: Game) -> str:
    """Return the sentence; empty while the game goes on."""
    if game.in_progress:
        return ""
    ending, result = game.ending, game.result
    if result in (Game.Result.WHITE, Game.Result.BLACK):
        return _won_text(ending, white=result == Game.Result.WHITE)
    if ending == Game.Ending.ADJUDICATION and result == Game.Result.NONE:
        return _("No result, by the arbiter's decision")
    sentences = {
        Game.Ending.BOTH_SURROUNDED: _("Drawn: both queens are surrounded"),
        Game.Ending.REPETITION: _("Drawn: the position came up for the third time"),
        Game.Ending.AGREEMENT: _("Drawn by agreement"),
        Game.Ending.ADJUDICATION: _("Drawn by the arbiter's decision"),
        Game.Ending.DOUBLE_FORFEIT: _("Neither side played: both forfeit"),
        Game.Ending.ABORTED: _("Called off"),
    }
    return sentences.get(Game.Ending(ending), _("Drawn"))


def _won_text(ending: str, *, white: bool) -> str:
    if white:
        sentences = {
            Game.Ending.SURROUNDED: _("White won: the black queen is surrounded"),
            Game.Ending.RESIGNATION: _("White won: Black resigned"),
            Game.Ending.FLAG: _("White won: Black ran out of time"),
            Game.Ending.FORFEIT: _("White won: Black forfeited"),
            Game.Ending.ADJUDICATION: _("White won by the arbiter's decision"),
        }
        return sentences.get(Game.Ending(ending), _("White won"))
    sentences = {
        Game.Ending.SURROUNDED: _("Black won: the white queen is surrounded"),
        Game.Ending.RESIGNATION: _("Black won: White resigned"),
        Game.Ending.FLAG: _("Black won: White ran out of time"),
        Game.Ending.FORFEIT: _("Black won: White forfeited"),
        Game.Ending.ADJUDICATION: _("Black won by the arbiter's decision"),
    }
    return sentences.get(Game.Ending(ending), _("Black won"))
