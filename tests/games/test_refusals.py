"""The reasons of the engine in the reader's language."""

import re

from engine.errors import SENTENCES as ENGINE_SENTENCES
from games.refusals import SENTENCES

# Errors of whole games and stored positions: no player's move brings them up.
NOT_ABOUT_MOVES = {"unknown_game_type", "unreadable_game", "unreadable_snapshot"}


def test_every_reason_of_the_engine_has_a_sentence_with_the_same_slots():
    assert set(SENTENCES) == set(ENGINE_SENTENCES) - NOT_ABOUT_MOVES
    for code, sentence in SENTENCES.items():
        ours = set(re.findall(r"%\((\w+)\)s", sentence))
        theirs = set(re.findall(r"\{(\w+)", ENGINE_SENTENCES[code]))
        assert ours <= theirs, code
        assert ours or not theirs, code
