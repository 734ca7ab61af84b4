"""The game state: the contract of pages and programs."""

import json

import pytest

from games import event_links
from games.selectors.game_state import game_state
from games.services.endings import resign
from games.services.offers import offer_draw
from tests.factories import DAY, HOUR, OPENING, T0, make_game, make_user, play
from tests.games.sequences import BLACK_MUST_PASS, SURROUNDED

pytestmark = pytest.mark.django_db

KEYS = {
    *("id", "version", "url", "white", "black", "game_type", "rules", "rated", "pool", "time_control", "event"),
    *("status", "result", "ending", "result_text", "ply", "turn", "to_move", "game_string", "legal_moves", "places"),
    *("position", "moves", "clocks", "flag_at", "draw_offers", "rating_changes", "you", "actions", "stuck"),
    *("paused_at", "paused_until", "decision", "openings"),
}


def test_the_state_of_a_new_game():
    game = make_game(make_user("maja", display_name="Maja", country="SE"), make_user("bo"))
    state = game_state(game, None, T0 + HOUR)
    assert set(state) == KEYS
    assert state["white"] == {
        "name": "maja", "display_name": "Maja", "rating": 1500, "deviation": 500, "provisional": True, "country": "SE",
        "is_bot": False, "url": "/players/maja/",
    }  # fmt: skip
    assert state["rules"] == {"opening": "no_queen_first", "repetition": "threefold"}
    assert state["time_control"] == {"code": "3d", "kind": "per_move", "text": "3 days a move"}
    assert (state["status"], state["result"], state["ending"], state["result_text"]) == ("in_progress", None, None, "")
    assert (state["ply"], state["turn"], state["to_move"]) == (0, "White[1]", "white")
    assert state["game_string"] == "Base+MLP;NotStarted;White[1]"
    assert set(state["legal_moves"]) == {"wS1", "wB1", "wG1", "wA1", "wM", "wL", "wP"}
    assert state["position"]["stacks"] == []
    assert state["position"]["reserves"]["black"][2] == {"bug": "B", "left": 2, "next": "bB1"}
    assert state["position"]["queen_neighbours"] == {"white": None, "black": None}
    assert state["clocks"] == {
        "white": {"remaining_ms": 71 * 3600 * 1000},
        "black": {"remaining_ms": 72 * 3600 * 1000},
        "running": "white",
        "now": (T0 + HOUR).isoformat(),
    }
    assert state["flag_at"] == (T0 + 3 * DAY).isoformat()
    assert (state["event"], state["you"], state["actions"], state["stuck"]) == (None, None, [], {})
    json.dumps(state)


def test_the_state_during_a_game():
    game = play(make_game(), *OPENING)
    state = game_state(game, game.white, game.last_move_at)
    assert state["game_string"] == "Base+MLP;InProgress;White[5];" + ";".join(OPENING)
    assert (state["turn"], state["ply"], state["version"]) == ("White[5]", 8, game.version)
    assert state["moves"][1] == {
        "ply": 2, "move": "bL wL-", "text": "bL wL-", "piece": "bL", "from": None, "to": [1, 0], "by": None,
        "path": [[1, 0]], "at": (T0 + 2 * HOUR).isoformat(), "spent_ms": 3_600_000, "clock_ms": 259_200_000,
        "forced": False,
    }  # fmt: skip
    reserves = {row["bug"]: (row["left"], row["next"]) for row in state["position"]["reserves"]["white"]}
    assert reserves == {
        "Q": (0, None), "S": (2, "wS1"), "B": (2, "wB1"), "G": (2, "wG2"), "A": (2, "wA2"), "M": (1, "wM"),
        "L": (0, None), "P": (1, "wP"),
    }  # fmt: skip
    assert {"cell": [-1, 0], "pieces": ["wQ"]} in state["position"]["stacks"]
    assert state["position"]["queen_neighbours"] == {"white": 2, "black": 2}
    assert [place["move"] for place in state["places"]] == state["legal_moves"]
    jump = next(place for place in state["places"] if place["from"] is not None)
    assert (jump["move"], jump["piece"], jump["from"], jump["to"]) == ("wG1 bG1-", "wG1", [-3, 0], [5, 0])
    assert (jump["path"][0], jump["path"][-1]) == ([-3, 0], [5, 0])


def test_the_player_to_move_learns_why_a_piece_is_stuck():
    game = play(make_game(), *OPENING)
    stuck = game_state(game, game.white, T0)["stuck"]
    assert set(stuck) == {"wQ", "wL", "wA1"}
    assert stuck["wQ"] == {"code": "pinned", "reason": "Moving wQ would split the hive."}
    assert game_state(game, game.black, T0)["stuck"] == {}
    assert game_state(game, make_user(), T0)["stuck"] == {}


def test_stacks_go_from_the_ground_up_and_a_pass_has_no_cells():
    game = play(make_game(), *BLACK_MUST_PASS)
    state = game_state(game, None, game.last_move_at)
    assert {"cell": [1, 0], "pieces": ["bQ", "wB1"]} in [
        {"cell": [1, 0], "pieces": stack["pieces"]} for stack in state["position"]["stacks"] if len(stack["pieces"]) > 1
    ]
    forced = state["moves"][-1]
    assert (forced["move"], forced["piece"], forced["from"], forced["to"], forced["forced"]) == (
        "pass", None, None, None, True,
    )  # fmt: skip
    assert "pass" not in state["legal_moves"]


def test_the_state_after_the_end():
    game = play(make_game(game_type="Base"), *SURROUNDED)
    state = game_state(game, game.white, game.finished_at + DAY)
    assert (state["status"], state["result"], state["ending"]) == ("finished", "white", "surrounded")
    assert state["result_text"] == "White won: the black queen is surrounded"
    assert state["game_string"].startswith("Base;WhiteWins;White[7];wS1;")
    assert (state["to_move"], state["flag_at"], state["clocks"]["running"]) == (None, None, None)
    assert (state["legal_moves"], state["places"], state["actions"], state["stuck"]) == ([], [], [], {})
    assert state["rating_changes"] == {
        "white": {"before": 1500, "after": 1741},
        "black": {"before": 1500, "after": 1259},
    }


def test_a_forfeit_has_a_sentence_and_no_rating_change():
    game = make_game(in_event=True)
    resign(game_id=game.pk, player_id=game.white_id, now=T0)
    state = game_state(play(game), None, T0)
    assert (state["ending"], state["result_text"]) == ("forfeit", "Black won: White forfeited")
    assert state["rating_changes"] is None
    assert state["game_string"] == "Base+MLP;BlackWins;White[1]"


def test_open_offers_are_shown_to_all():
    game = play(make_game(), *OPENING)
    game = offer_draw(game_id=game.pk, player_id=game.black_id, now=T0 + DAY)
    state = game_state(game, None, T0 + DAY)
    assert state["draw_offers"] == [{"by": "black", "ply": 8}]


def test_the_event_comes_from_whoever_knows_it(monkeypatch):
    monkeypatch.setattr(event_links, "_finders", [])
    game = make_game(in_event=True)
    assert game_state(game, None, T0)["event"] is None
    link = event_links.EventLink(id=3, name="Spring Cup", url="/tournaments/3/", round=4)
    event_links.register(lambda ids: {pk: link for pk in ids if pk == game.pk})
    assert game_state(game, None, T0)["event"] == {
        "id": 3, "name": "Spring Cup", "url": "/tournaments/3/", "round": 4,
    }  # fmt: skip
    assert game_state(make_game(), None, T0)["event"] is None


@pytest.mark.parametrize("length", [2, 8])
def test_the_number_of_queries_does_not_grow_with_the_game(django_assert_num_queries, length):
    game = play(make_game(), *OPENING[:length])
    with django_assert_num_queries(2):  # moves, ratings
        game_state(game, game.white, T0)
