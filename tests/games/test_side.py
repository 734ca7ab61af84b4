from games.side import Side


def test_the_other_side_is_the_opponent():
    assert Side.WHITE.other is Side.BLACK
    assert Side.BLACK.other is Side.WHITE


def test_a_side_is_stored_and_sent_as_its_lower_case_word():
    assert [str(side) for side in Side] == ["white", "black"]
    assert Side("black") is Side.BLACK
