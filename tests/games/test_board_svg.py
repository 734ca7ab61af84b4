"""The drawing of a position and the words of the board: pure files, no database."""

import xml.etree.ElementTree as ET

import pytest

from games import board_svg, board_words
from games.board_svg import LastMove, Stack
from games.page_words import page_words

POSITION = {
    "stacks": [
        {"cell": [0, 1], "pieces": ["wA1"]},
        {"cell": [1, 0], "pieces": ["wQ", "bB2"]},
        {"cell": [0, 0], "pieces": ["bL"]},
    ]
}


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (-0.001, "0"),
        (86.60254, "86.6"),
        (-43.30127, "-43.3"),
        (129.905, "129.91"),
        (0.005, "0.01"),
        (7.0, "7"),
    ],
)
def test_a_coordinate_has_two_decimals_at_most_and_halves_go_up(value: float, text: str) -> None:
    assert board_svg.number(value) == text


def test_east_is_one_width_right_and_southeast_half_a_width_down_a_row() -> None:
    assert board_svg.centre((1, 0)) == pytest.approx((86.6025, 0), abs=1e-3)
    assert board_svg.centre((0, 1)) == pytest.approx((43.3013, 75), abs=1e-3)
    assert board_svg.centre((1, -1)) == pytest.approx((43.3013, -75), abs=1e-3)


def test_tiles_are_drawn_back_to_front_so_that_slabs_overlap_rightly() -> None:
    assert [stack.cell for stack in board_svg.stacks_of(POSITION)] == [(0, 0), (1, 0), (0, 1)]


def test_a_covered_piece_shows_a_tick_of_its_colour_and_the_stack_its_count() -> None:
    drawing = board_svg.tile(Stack((1, 0), ("wQ", "bB2")), "s.svg", small=False, marked=False, label=None)
    tree = ET.fromstring(drawing)
    slabs = [group for group in tree if group.get("class", "").startswith("slab")]
    assert [slab.get("class") for slab in slabs] == ["slab w bug-Q", "slab b bug-B"]
    assert slabs[0].find("rect") is not None
    assert "#bug-B" in "".join(use.get("href", "") for use in slabs[1].iter("use"))
    assert "#bug-Q" not in drawing
    assert tree.find("./g[@class='sbadge']/text").text == "2"  # type: ignore[union-attr]


def test_a_numbered_piece_wears_its_number_in_dots_and_a_lone_one_none() -> None:
    assert board_svg.slab("bA3", "s").count('class="pip"') == 3
    assert board_svg.slab("bQ", "s").count('class="pip"') == 0
    assert board_svg.slab("bA3", "s", pips=False).count('class="pip"') == 0


def test_the_last_move_is_dashes_where_it_left_and_a_ring_where_it_stands() -> None:
    stacks = board_svg.stacks_of(POSITION)
    drawing = board_svg.scene(stacks, "s", last=LastMove((2, -1), (0, 1)), small=True, label=None)
    assert drawing.count("lm-from") == 1
    assert drawing.count('class="lm-to w"') == 1
    from_reserve = board_svg.scene(stacks, "s", last=LastMove(None, (0, 1)), small=True, label=None)
    assert "lm-from" not in from_reserve


def test_the_picture_holds_every_tile_with_its_margin() -> None:
    stacks = [Stack((-6, 0), ("wQ",)), Stack((6, 0), ("bQ",))]
    left, top, width, height = map(float, board_svg.view_box(stacks, least=(100, 100), margin=10).split())
    x, y = board_svg.centre((6, 0))
    assert left <= -x - 43.3 - 10 + 0.01
    assert left + width >= x + 43.3 + 10 - 0.01
    assert top <= y - 50 - 10
    assert top + height >= y + 59 + 10


def test_an_opening_is_not_blown_up_to_fill_the_picture() -> None:
    box = board_svg.view_box([Stack((0, 0), ("wA1",))], least=board_svg.LEAST_PAGE, margin=10)
    assert tuple(map(float, box.split()))[2:] == board_svg.LEAST_PAGE


def test_a_label_cannot_break_out_of_its_attribute() -> None:
    drawing = board_svg.tile(Stack((0, 0), ("wQ",)), "s", small=False, marked=False, label='"><script>')
    assert "<script>" not in drawing
    ET.fromstring(drawing)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("wA1 -bQ", "White Soldier Ant 1, left of black Queen"),
        ("wA1 /bQ", "White Soldier Ant 1, lower left of black Queen"),
        ("wA1 \\bQ", "White Soldier Ant 1, upper left of black Queen"),
        ("bS2 wL-", "Black Spider 2, right of white Ladybug"),
        ("bS2 wL/", "Black Spider 2, upper right of white Ladybug"),
        ("bS2 wL\\", "Black Spider 2, lower right of white Ladybug"),
        ("wB1 bG3", "White Beetle 1, on top of black Grasshopper 3"),
        ("wS1", "White Spider 1"),
        ("pass", "pass"),
    ],
)
def test_a_move_reads_as_a_sentence(text: str, words: str) -> None:
    """UHP: the sign stands on the side of the neighbour on which the moved piece lies."""
    assert board_words.move_words(text) == words


def test_every_bug_of_both_colours_has_its_names() -> None:
    keys = {colour + bug for colour in "wb" for bug in board_words.BUG_ORDER}
    assert set(board_words.PIECES) == keys
    assert set(board_words.REFERENCES) == keys
    assert set(board_words.BUGS) == set(board_words.BUG_ORDER)


def test_the_words_for_the_script_use_its_slots_and_not_those_of_the_templates() -> None:
    def sentences(value: object) -> list[str]:
        if isinstance(value, dict):
            return [text for item in value.values() for text in sentences(item)]
        return [text for item in value for text in sentences(item)] if isinstance(value, list) else [str(value)]

    assert [text for text in sentences(page_words()) if "%(" in text] == []
