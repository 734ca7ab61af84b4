"""With which opening each side began: written with the move that completes both, and said in words."""

from __future__ import annotations

import pytest
from django.utils import translation

from engine import Bug, Opening, Shape
from games.models import Game
from games.opening_words import opening_code, opening_words
from games.services.endings import resign
from tests.factories import DAY, OPENING, T0, make_game, play

LATE_QUEEN = ("wS1", "bS1 wS1-", "wA1 -wS1", "bQ bS1-", "wA2 -wA1", "bA1 bQ-", "wQ -wA2", "bA2 bA1-")


@pytest.mark.parametrize(
    ("opening", "code"),
    [
        (Opening((Bug.SPIDER, Bug.QUEEN, Bug.ANT), Shape.V, 2), "SQA-V"),
        (Opening((Bug.QUEEN, Bug.SPIDER, Bug.SPIDER), Shape.TRIANGLE, 1), "QSS-triangle"),
        (Opening((Bug.SPIDER, Bug.ANT, Bug.ANT), Shape.LINE, 4), "SAA-line-4"),
        (Opening((Bug.PILLBUG, Bug.QUEEN), None, 2), "PQ"),
        (Opening((), None, None), ""),
    ],
)
def test_an_opening_and_its_code_say_the_same(opening: Opening, code: str) -> None:
    assert opening_code(opening) == code
    assert opening_words(code) == opening.name


def test_the_words_are_those_of_every_bug_and_shape() -> None:
    with translation.override("en"):
        for bug in Bug:
            for shape in Shape:
                opening = Opening((bug, Bug.ANT, Bug.QUEEN), shape, 3)
                assert opening_words(opening_code(opening)) == opening.name


@pytest.mark.parametrize("text", ["SQA-V-V", "XQA-V", "SQA-W", "SQAA-V", "SQA-V-9", "sqa-v", "<b>"])
def test_what_is_no_code_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no opening"):
        opening_words(text)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("moves", "white", "black"),
    [(OPENING, "LQA-line", "LQA-line"), (LATE_QUEEN, "SAA-line-4", "SQA-line")],
)
def test_the_openings_are_known_once_both_sides_have_had_four_turns(moves, white: str, black: str) -> None:
    game = play(make_game(), *moves[:7])
    assert (game.white_opening, game.black_opening) == ("", "")
    game = play(game, moves[7])
    assert (game.white_opening, game.black_opening) == (white, black)


@pytest.mark.django_db
def test_later_moves_leave_the_openings_and_do_not_ask_for_them_again() -> None:
    game = play(make_game(), *OPENING)
    Game.objects.filter(pk=game.pk).update(white_opening="SQA-V")
    assert play(game, "wA2 -wG1").white_opening == "SQA-V", "read once, not with every move"


@pytest.mark.django_db
def test_a_game_that_ends_before_has_none() -> None:
    game = play(make_game(), *OPENING[:7])
    resign(game_id=game.pk, player_id=game.white_id, now=T0 + DAY)
    game.refresh_from_db()
    assert (game.status, game.white_opening, game.black_opening) == ("finished", "", "")
