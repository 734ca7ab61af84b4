"""Events through the API: an organiser's and an entrant's whole path, and the tables."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.api import idempotency
from games.models import Game, IdempotencyRecord
from tests.api_client import Api, code, verified
from tests.tournaments.events import decide, players, started
from tournaments.models import Entrant, Tournament

pytestmark = pytest.mark.django_db
RULES = {"name": "Autumn cup", "format": "round_robin", "games_per_pairing": 1, "game_type": "Base",
         "time_control": "2d", "rated": True}  # fmt: skip


@pytest.fixture(autouse=True)
def _fresh_counters():
    cache.clear()


@pytest.fixture
def organiser():
    return Api(verified("organiser"))


def make(organiser, **rules):
    answer = organiser.post("tournaments/", {**RULES, **rules})
    assert answer.status_code == 201, answer.content
    return answer.json()["id"]


def test_an_event_from_draft_to_first_games_by_program(organiser):
    pk = make(organiser, win_points=1, draw_points=0.5)
    entrants = [Api(verified(name)) for name in ("anna", "bertil", "cesar")]
    assert code(entrants[0].get(f"tournaments/{pk}/")) == (404, "no_such_event")
    assert code(entrants[0].post(f"tournaments/{pk}/entries/")) == (404, "no_such_event")
    published = organiser.post(f"tournaments/{pk}/publish/").json()
    assert (published["status"], published["registration"]) == ("registration", "open")
    assert published["you"] == {"entered": False, "organiser": True, "entry": None, "roles": ["owner"]}
    for client in entrants:
        assert client.post(f"tournaments/{pk}/entries/").status_code == 201
        assert client.post(f"tournaments/{pk}/entries/").status_code == 200
    assert [entry["player"]["name"] for entry in Api().get(f"tournaments/{pk}/entries/").json()] == [
        "anna", "bertil", "cesar",
    ]  # fmt: skip
    assert code(entrants[0].post(f"tournaments/{pk}/start/")) == (403, "forbidden")
    running = organiser.post(f"tournaments/{pk}/start/").json()
    assert (running["status"], running["entered"], running["games_total"], running["rounds_total"]) == (
        "running",
        3,
        3,
        3,
    )
    assert organiser.post(f"tournaments/{pk}/start/").status_code == 200
    games = Api().get(f"tournaments/{pk}/games/").json()
    assert games["count"] == Game.objects.count() == 3
    assert games["results"][0]["event"]["name"] == "Autumn cup"
    assert Api().get("games/", {"event": pk}).json()["count"] == 3
    assert Api().get("games/", {"event": pk + 1}).json()["count"] == 0
    mine = entrants[0].get(f"tournaments/{pk}/games/", {"to_move": "me"}).json()["results"]
    assert all(game["white"]["name"] == "anna" for game in mine)
    assert mine


def test_a_move_that_breaks_the_events_opening_rule_is_refused_with_that_reason(organiser):
    pk = make(organiser, opening_rule="no_queen_first")
    organiser.post(f"tournaments/{pk}/publish/")
    clients = {name: Api(verified(name)) for name in ("anna", "bertil")}
    for client in clients.values():
        client.post(f"tournaments/{pk}/entries/")
    organiser.post(f"tournaments/{pk}/start/")
    game = Api().get(f"tournaments/{pk}/games/").json()["results"][0]
    answer = clients[game["white"]["name"]].post(f"games/{game['id']}/moves/", {"move": "wQ", "ply": 0})
    assert code(answer) == (422, "illegal_move")
    assert answer.json()["reason_code"] == "queen_first"


def test_the_rules_are_told_as_values_and_in_words(organiser):
    pk = make(organiser, win_points=3, draw_points=1, tiebreaks=["SB", "DE"], description="Bring *ants*.")
    event = organiser.get(f"tournaments/{pk}/").json()
    assert (event["win_points"], event["draw_points"], event["bye_points"]) == (3.0, 1.0, 0.0)
    assert event["tiebreaks"] == ["PTS", "SB", "DE"]
    assert event["description"] == "Bring *ants*."
    words = " ".join(sentence for section in event["rules_in_words"] for sentence in section["sentences"])
    assert "A win brings 3, a draw 1, a loss 0." in words


def test_rules_change_until_somebody_has_entered_on_them(organiser):
    pk = make(organiser)
    assert organiser.patch(f"tournaments/{pk}/", {"game_type": "Base+MLP"}).json()["game_type"] == "Base+MLP"
    organiser.post(f"tournaments/{pk}/publish/")
    Api(verified("anna")).post(f"tournaments/{pk}/entries/")
    locked = organiser.patch(f"tournaments/{pk}/", {"game_type": "Base", "seats": 10})
    assert code(locked) == (409, "rules_locked")
    assert locked.json()["fields"] == ["game_type"]
    after = organiser.patch(f"tournaments/{pk}/", {"seats": 10}).json()
    assert (after["seats"], after["game_type"]) == (10, "Base+MLP")


@pytest.mark.parametrize(
    ("rules", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "x" * 101}, "name"),
        ({"name": "a\x00b"}, "name"),
        ({"games_per_pairing": 3}, "games_per_pairing"),
        ({"seats": 1}, "seats"),
        ({"seats": 10**9}, "seats"),
        ({"seats": "many"}, "seats"),
        ({"time_control": "fast"}, "time_control"),
        ({"win_points": 0.25}, "win_points"),
        ({"win_points": "1"}, "win_points"),
        ({"win_points": True}, "win_points"),
        ({"win_points": -1}, "win_points"),
        ({"win_points": 0}, "win_points"),
        ({"tiebreaks": ["XX"]}, "tiebreaks"),
        ({"tiebreaks": "SB"}, "tiebreaks"),
        ({"starts_at": "2001-01-01T00:00:00Z"}, "starts_at"),
        ({"starts_at": "soon"}, "starts_at"),
        ({"min_rating": 2000, "max_rating": 1000}, "max_rating"),
        ({"status": "running"}, "status"),
        ({"organiser": "anna"}, "organiser"),
    ],
)
def test_wrong_rules_are_named_by_field_and_nothing_is_made(organiser, rules, field):
    answer = organiser.post("tournaments/", {**RULES, **rules})
    assert code(answer) == (400, "validation_failed")
    assert field in answer.json()["errors"]
    assert not Tournament.objects.exists()


def test_entering_is_refused_with_the_rule_that_forbids_it(organiser):
    pk = make(organiser, seats=2, min_rating=1000, max_rating=1600)
    Tournament.objects.filter(pk=pk).update(waiting_list=False)
    organiser.post(f"tournaments/{pk}/publish/")
    path = f"tournaments/{pk}/entries/"
    assert code(organiser.delete(path)) == (404, "not_entered")
    first, second, third = (Api(verified(name)) for name in ("anna", "bertil", "cesar"))
    assert (first.post(path).status_code, second.post(path).status_code) == (201, 201)
    assert code(third.post(path)) == (409, "event_full")
    assert first.delete(path).status_code == 204
    assert first.delete(path).status_code == 204
    assert third.post(path).status_code == 201
    Entrant.objects.filter(user=third.user).delete()
    organiser.patch(f"tournaments/{pk}/", {"min_rating": 1550})
    assert code(third.post(path)) == (403, "rating_too_low")
    organiser.post(f"tournaments/{pk}/cancel/")
    assert code(third.post(path)) == (409, "registration_closed")
    assert code(second.delete(path)) == (409, "wrong_status")


def test_an_event_needs_two_entrants_and_a_cancelled_one_stays_so(organiser):
    pk = make(organiser)
    assert code(organiser.post(f"tournaments/{pk}/start/")) == (409, "wrong_status")
    organiser.post(f"tournaments/{pk}/publish/")
    assert code(organiser.post(f"tournaments/{pk}/start/")) == (409, "too_few_entrants")
    assert organiser.post(f"tournaments/{pk}/cancel/").json()["status"] == "cancelled"
    assert organiser.post(f"tournaments/{pk}/cancel/").status_code == 200
    assert code(organiser.post(f"tournaments/{pk}/publish/")) == (409, "wrong_status")


def test_one_key_makes_one_event_even_if_the_first_worker_died_before_answering(organiser):
    first = organiser.post("tournaments/", RULES, HTTP_IDEMPOTENCY_KEY="k")
    assert organiser.post("tournaments/", RULES, HTTP_IDEMPOTENCY_KEY="k").json() == first.json()
    long_ago = timezone.now() - idempotency.ABANDONED
    IdempotencyRecord.objects.update(status=0, body={}, created_at=long_ago)
    Tournament.objects.update(created_at=long_ago)
    again = organiser.post("tournaments/", RULES, HTTP_IDEMPOTENCY_KEY="k")
    assert (again.status_code, again.json()["id"]) == (201, first.json()["id"])
    assert Tournament.objects.count() == 1


def test_a_key_belongs_to_one_event_and_a_finished_event_cannot_be_called_off(organiser, finished):
    assert organiser.post("tournaments/", RULES, HTTP_IDEMPOTENCY_KEY="k").status_code == 201
    other = organiser.post("tournaments/", {**RULES, "seats": 4}, HTTP_IDEMPOTENCY_KEY="k")
    assert code(other) == (409, "idempotency_key_reused")
    assert code(Api(finished.organiser).post(f"tournaments/{finished.pk}/cancel/")) == (409, "wrong_status")


def test_events_are_narrowed_by_each_filter(organiser):
    draft, other, mine = (
        make(organiser, name="Draft"),
        make(organiser, name="Open one"),
        make(organiser, name="Open two"),
    )
    for pk in (other, mine):
        organiser.post(f"tournaments/{pk}/publish/")
    anna = Api(verified("anna"))
    anna.post(f"tournaments/{mine}/entries/")

    def listed(client, **query):
        return {event["id"] for event in client.get("tournaments/", query).json()["results"]}

    assert listed(organiser) == {draft, other, mine}
    assert listed(anna) == listed(Api()) == {other, mine}
    assert listed(organiser, status="draft") == {draft}
    assert listed(anna, mine=True) == {mine}
    assert listed(anna, mine=False) == {other}
    assert listed(anna, entrant="Anna") == {mine}
    assert listed(anna, organiser="organiser", search="ONE") == {other}
    assert listed(anna, game_type="Base+MLP") == set()
    assert code(Api().get("tournaments/", {"mine": True})) == (401, "not_authenticated")
    assert code(Api().get("tournaments/", {"status": "over"})) == (400, "validation_failed")


@pytest.fixture
def finished():
    """anna beats everybody but david; bertil and cesar draw; one game each."""
    users = players(4)
    now = timezone.now() - timedelta(hours=3)
    event = started(users, now=now, name="Worked example", games_per_pairing=1, tiebreaks=["PTS", "DE", "SB"])
    games = {(g.white.name, g.black.name): g for g in Game.objects.select_related("white", "black")}
    wanted = {
        frozenset(("anna", "bertil")): "anna",
        frozenset(("anna", "cesar")): "anna",
        frozenset(("anna", "david")): "david",
        frozenset(("bertil", "cesar")): None,
        frozenset(("bertil", "david")): "bertil",
        frozenset(("cesar", "david")): "cesar",
    }
    results = {}
    for white, black in games:
        winner = wanted[frozenset((white, black))]
        results[white, black] = "draw" if winner is None else "white" if winner == white else "black"
    decide(event, results, now=timezone.now() - timedelta(hours=1))
    return event


def test_standings_show_every_number_as_the_sum_that_it_is(finished):
    table = Api().get(f"tournaments/{finished.pk}/standings/").json()
    assert [head["code"] for head in table["tiebreaks"]] == ["DE", "SB"]
    rows = table["standings"]
    assert [(row["player"]["name"], row["points"]) for row in rows] == [
        ("anna", 2.0), ("bertil", 1.5), ("cesar", 1.5), ("david", 1.0),
    ]  # fmt: skip
    # Sonneborn-Berger of anna: the full scores of those she beat, bertil and cesar.
    sb = next(value for value in rows[0]["tiebreaks"] if value["code"] == "SB")
    assert (sb["value"], sb["exact"]) == (3.0, "3")
    lines = {(term["opponent"], term["opponent_score"], term["result"], term["contribution"]) for term in sb["terms"]}
    assert lines == {("bertil", 1.5, 1.0, 1.5), ("cesar", 1.5, 1.0, 1.5), ("david", 1.0, 0.0, 0.0)}
    # bertil: half of cesar's 1.5 and the whole of david's 1; cesar the same, so the two share the place.
    for row in rows[1:3]:
        value = next(value for value in row["tiebreaks"] if value["code"] == "SB")
        assert (value["value"], value["exact"]) == (1.75, "7/4")
        assert (row["rank"], row["shared"]) == (2, True)
    for row in rows:
        for value in row["tiebreaks"]:
            if value["value"] is not None and value["terms"]:
                assert value["value"] == pytest.approx(
                    sum(term["contribution"] for term in value["terms"] if not term["cut"])
                )


def test_the_crosstable_mirrors_and_the_rounds_hold_every_game_once(finished):
    rows = Api().get(f"tournaments/{finished.pk}/crosstable/").json()["rows"]
    for i, row in enumerate(rows):
        assert row["cells"][i]["games"] == []
        assert sum(cell["points"] or 0 for cell in row["cells"]) == row["points"]
        for j, cell in enumerate(row["cells"]):
            if i != j:
                (one,), (other,) = cell["games"], rows[j]["cells"][i]["games"]
                assert one["game"] == other["game"]
                assert one["points"] + other["points"] == 1
                assert {one["colour"], other["colour"]} == {"white", "black"}
    rounds = Api().get(f"tournaments/{finished.pk}/rounds/").json()
    assert [(r["number"], r["status"], r["games_over"], r["games_total"]) for r in rounds] == [
        (n, "finished", 2, 2) for n in (1, 2, 3)
    ]
    games = [game["game"] for r in rounds for match in r["matches"] for game in match["games"]]
    assert sorted(games) == sorted(Game.objects.values_list("pk", flat=True))
    entries = Api().get(f"tournaments/{finished.pk}/entries/").json()
    assert [entry["final_rank"] for entry in entries] == [1, 2, 2, 4]


def test_a_bye_is_a_match_without_a_second_player():
    event = started(players(3), now=timezone.now(), games_per_pairing=1)
    rounds = Api().get(f"tournaments/{event.pk}/rounds/").json()
    byes = [match for r in rounds for match in r["matches"] if match["second"] is None]
    assert len(byes) == 3
    assert all((match["games"], match["kind"]) == ([], "pairing_bye") for match in byes)


def test_before_the_start_the_tables_are_empty_not_wrong(organiser):
    pk = make(organiser)
    organiser.post(f"tournaments/{pk}/publish/")
    assert Api().get(f"tournaments/{pk}/standings/").json()["standings"] == []
    assert Api().get(f"tournaments/{pk}/crosstable/").json() == {"rows": []}
    assert Api().get(f"tournaments/{pk}/rounds/").json() == []


def queries_of(path):
    client = Api()
    client.get(path)
    with CaptureQueriesContext(connection) as seen:
        client.get(path)
    return len(seen)


def test_tables_cost_the_same_number_of_queries_for_any_size():
    small = started(players(3), now=timezone.now(), games_per_pairing=1)
    Tournament.objects.update(name="small")
    users = list(small.entrants.values_list("user__name", flat=True))
    assert len(users) == 3
    big_players = [verified(f"big{n:02}x") for n in range(9)]
    big = started(big_players, now=timezone.now(), games_per_pairing=2)
    for path in ("rounds/", "standings/", "crosstable/", "entries/", "games/", ""):
        few, many = queries_of(f"tournaments/{small.pk}/{path}"), queries_of(f"tournaments/{big.pk}/{path}")
        assert few == many <= 6, path
    assert queries_of("tournaments/") <= 3


def test_a_program_may_enter_on_the_rules_it_has_read(organiser):
    pk, anna = make(organiser), Api(verified("anna"))
    organiser.post(f"tournaments/{pk}/publish/")
    path, read = f"tournaments/{pk}/entries/", Api().get(f"tournaments/{pk}/").json()["rules_version"]
    organiser.patch(f"tournaments/{pk}/", {"description": "Only the words."})
    assert Api().get("tournaments/").json()["results"][0]["rules_version"] == read
    organiser.patch(f"tournaments/{pk}/", {"time_control": "5d"})
    answer = anna.post(path, {"rules_version": read})
    assert code(answer) == (409, "rules_changed")
    present = answer.json()["rules_version"]
    assert present == Api().get(f"tournaments/{pk}/").json()["rules_version"] != read
    assert Api().get(path).json() == []
    assert code(anna.post(path, {"version": present})) == (400, "validation_failed"), "a misspelt field is told"
    assert anna.post(path, {"rules_version": present}).status_code == 201
