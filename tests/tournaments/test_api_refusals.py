"""What the doors of events refuse, and with which code; and that nothing is done twice under one key."""

from __future__ import annotations

import pytest
from django.core.cache import cache

from tests.api_client import V1, Api, check_answer, code, schema
from tests.tournaments.api_world import ALL, World, rolled_back
from tournaments.models import AuditEntry, Entrant, Ruling

pytestmark = pytest.mark.django_db
WHY = {"reason": "The rules say so."}

# door: who asks, what, and the code of the 409 (or 422)
TABLE = [
    ("PATCH tournaments/{open}/", "owner", {"game_type": "Base"}, "rules_locked"),
    ("POST tournaments/{draft}/start/", "owner", {}, "wrong_status"),
    ("POST tournaments/{finished}/cancel/", "owner", {}, "wrong_status"),
    ("POST tournaments/{open}/pause/", "owner", WHY, "not_running"),
    ("POST tournaments/{robin}/approve/", "owner", {}, "round_waits"),
    ("POST tournaments/{robin}/reopen/", "owner", WHY, "wrong_status"),
    ("POST tournaments/{finished}/entries/", "stranger", {}, "registration_closed"),
    ("DELETE tournaments/{finished}/entries/", "entrant", None, "wrong_status"),
    ("POST tournaments/{seated}/entries/me/check-in/", "entrant", {}, "no_check_in"),
    ("POST tournaments/{open}/entries/me/leave/", "entrant", {}, "not_running"),
    ("POST tournaments/{swiss}/entries/me/byes/", "playing", {"round_number": 1}, "round_paired"),
    ("POST tournaments/{swiss}/entries/me/byes/", "playing", {"round_number": 9}, "no_such_round"),
    ("DELETE tournaments/{finished}/entries/me/byes/1/", "entrant", None, "wrong_status"),
    ("POST tournaments/{open}/entries/add/", "owner", {"names": ["guest", "fifth", "sixth", "stranger", "playing",
        "arbiter", "appeals", "pairing"]}, "event_full"),
    ("POST tournaments/{open}/entries/{seat}/approve/", "owner", {}, None),
    ("POST tournaments/{swiss}/entries/{far}/remove/", "owner", {}, "event_started"),
    ("POST tournaments/{swiss}/entries/{far}/replace/", "arbiter", {**WHY, "name": "stranger"}, "not_replaceable"),
    ("POST tournaments/{swiss}/sections/{swiss_section}/preview/", "pairing", {}, "round_waits"),
    ("POST tournaments/{swiss}/sections/{swiss_section}/start-round/", "pairing", {}, "round_waits"),
    ("POST tournaments/{desk}/sections/{desk_section}/re-pair/", "pairing", WHY, "nothing_to_take_back"),
    ("POST tournaments/{swiss}/matches/{match}/advance/", "arbiter", {**WHY, "entrant_id": None}, "no_such_match"),
    ("POST tournaments/{swiss}/match-games/{slot}/time/", "arbiter", {**WHY, "side": "white", "amount": 60_000,
        "version": 0}, "stale_version"),
    ("POST tournaments/{robin}/claims/{claim}/take-back/", "entrant", {}, None),
    ("POST games/{mine}/claims/", "entrant", {"kind": "claim", "text": "Another claim of mine."}, "claim_open"),
    ("POST tournaments/{draft}/announcements/", "arbiter", {"text": "We begin."}, "not_published"),
]  # fmt: skip


def documented(*statuses: int) -> set[tuple[int, str]]:
    """Every (status, door) of events that documents one of ``statuses``."""
    return {
        (status, f"{method.upper()} {path.removeprefix(V1)}")
        for path, methods in schema()["paths"].items()
        for method, entry in methods.items()
        for status in statuses
        if str(status) in entry["responses"] and "tournaments" in entry["tags"]
    }


REFUSED = documented(409, 422)


@pytest.fixture
def world(request) -> World:
    """Everybody, and only those events that the test names."""
    cache.clear()
    return World(getattr(request, "param", ALL))


def with_events(*names: str):
    return pytest.mark.parametrize("world", [names], indirect=True)


def ask(world: World, row: str, role: str, body=None, **headers):
    method, path = row.split()
    address = V1 + world.path(path)
    answer = getattr(world.clients[role], method.lower())(address, world.body(body), format="json", **headers)
    check_answer(method, address.partition("?")[0], answer)
    return answer


def test_each_door_refuses_with_the_code_of_the_rule(world):
    found = {}
    for row, role, body, _ in TABLE:
        with rolled_back():
            found[row, role, str(body)] = code(ask(world, row, role, body))[1]
    assert found == {(row, role, str(body)): wanted or "" for row, role, body, wanted in TABLE}


def test_every_door_refuses_a_key_that_belongs_to_another_request(world):
    """409 comes of this at each door that takes a key; the others are in the table above."""
    key = {"HTTP_IDEMPOTENCY_KEY": "k"}
    assert ask(world, "POST tournaments/{cup}/pause/", "owner", WHY, **key).status_code == 200
    by_rule = {row.split()[0] + " " + _as_in_schema(row.split()[1]) for row, *_, wanted in TABLE if wanted}
    for status, door in sorted(REFUSED):
        method, path = door.split()
        operation = schema()["paths"][V1 + path][method.lower()]
        takes_key = any(one["name"] == "Idempotency-Key" for one in operation.get("parameters", []))
        if status == 409 and takes_key:
            cache.clear()
            body = SMALLEST.get(door, {})
            concrete = {"id": world.ids["mine"] if path.startswith("games") else world.ids["swiss"]}
            address = V1 + path.format_map(_Ones(concrete))
            answer = getattr(world.clients["owner"], method.lower())(address, world.body(body), format="json", **key)
            check_answer(method, address, answer)
            assert code(answer) == (409, "idempotency_key_reused"), (door, answer.content)
        elif door != "DELETE tournaments/{id}/officials/{official_id}/":
            assert door in by_rule, door


class _Ones(dict):
    def __missing__(self, name):
        return 1


def _as_in_schema(path: str) -> str:
    """``tournaments/{open}/entries/{seat}/remove/`` as the schema writes it, as far as this table needs it."""
    head, _, rest = path.partition("/")
    return f"{head}/{{id}}/{rest.partition('/')[2]}".replace("byes/1/", "byes/{round_number}/")


REASONED = ("pause", "resume", "reopen", "expel", "reinstate", "withdraw", "undo", "re-pair")
SMALLEST = {
    "POST tournaments/": {"name": "New event"},
    "POST games/{id}/claims/": {"kind": "claim", "text": "My opponent had help."},
    "POST tournaments/{id}/entries/invite/": {"names": ["guest"]},
    "POST tournaments/{id}/entries/add/": {"names": ["guest"]},
    "POST tournaments/{id}/entries/import/": {"text": "name\nguest\n"},
    "POST tournaments/{id}/entries/me/byes/": {"round_number": 2},
    "POST tournaments/{id}/entries/{entrant_id}/club/": {"club": "Hive London"},
    "POST tournaments/{id}/entries/{entrant_id}/replace/": {**WHY, "name": "guest"},
    "POST tournaments/{id}/officials/": {"name": "guest", "role": "arbiter"},
    "POST tournaments/{id}/forbidden-pairs/": {**WHY, "first_id": 1, "second_id": 2},
    "PATCH tournaments/{id}/sections/{section_id}/preview/": {**WHY, "pairs": []},
    "POST tournaments/{id}/rounds/{round_id}/deadline/": {**WHY, "deadline": "2099-01-01T00:00:00Z"},
    "POST tournaments/{id}/match-games/{match_game_id}/result/": {**WHY, "result": "draw"},
    "POST tournaments/{id}/match-games/{match_game_id}/time/": {**WHY, "side": "white", "amount": 60_000},
    "POST tournaments/{id}/matches/{match_id}/advance/": {**WHY, "entrant_id": None},
    "POST tournaments/{id}/rulings/bulk/": {**WHY, "items": [{"match_game_id": 1, "result": "draw"}]},
    "POST tournaments/{id}/claims/{claim_id}/decide/": {"verdict": "upheld", "answer": "So it was."},
    "POST tournaments/{id}/webhooks/": {"kind": "json", "url": "https://93.184.216.34/hook"},
    "POST tournaments/{id}/announcements/": {"text": "We begin at six."},
    **{door: WHY for _, door in REFUSED if door.rstrip("/").rpartition("/")[2] in REASONED},
}


@with_events("swiss")
def test_a_ruling_sent_twice_under_one_key_is_one_and_its_undoing_restores_the_game(world):
    result, key = {**WHY, "result": "white"}, {"HTTP_IDEMPOTENCY_KEY": "ruling"}
    row = "POST tournaments/{swiss}/match-games/{slot}/result/"
    forecast = ask(world, row.replace("result/", "result/preview/"), "arbiter", {"result": "white"}).json()
    assert [
        line["points_after"] for line in forecast["standings"] if line["points_before"] != line["points_after"]
    ] == [1.0]
    first, again = (ask(world, row, "arbiter", result, **key) for _ in range(2))
    assert first.json() == again.json()
    assert again["Idempotency-Replayed"] == "true"
    ruling = Ruling.objects.get(match_game=world.ids["slot"])
    rounds = ask(world, "GET tournaments/{swiss}/sections/{swiss_section}/rounds/", "visitor").json()
    (game,) = [game for m in rounds[0]["matches"] for game in m["games"] if game["id"] == world.ids["slot"]]
    assert (game["white_points"], game["ruled"], game["result"]) == (1.0, True, "white")
    world.ids["ruling"] = ruling.pk
    undone = ask(world, "POST tournaments/{swiss}/rulings/{ruling}/undo/", "arbiter", WHY).json()
    assert undone["undone_at"] is not None
    acts = list(AuditEntry.objects.filter(tournament=world.ids["swiss"]).values_list("act", flat=True))
    assert acts[-2:] == ["ruling", "ruling_undone"]


@with_events("before_start")
def test_an_entry_from_application_over_the_check_in_to_the_seat(world):
    assert ask(world, "GET tournaments/{open}/entries/me/", "stranger").status_code == 404
    assert ask(world, "POST tournaments/{open}/entries/", "stranger").json()["status"] == "pending"
    every = ask(world, "GET tournaments/{open}/entries/all/", "arbiter").json()
    assert sorted((entry["player"]["name"], entry["status"]) for entry in every) == [
        ("entrant", "entered"), ("other", "pending"), ("stranger", "pending"),
    ]  # fmt: skip
    approved = ask(world, "POST tournaments/{open}/entries/{applicant}/approve/", "director").json()
    assert (approved["player"]["name"], approved["status"]) == ("other", "entered")
    own = ask(world, "GET tournaments/{open}/entries/me/", "entrant").json()
    assert (own["can_check_in"], own["entry"]["checked_in_at"]) == (True, None)
    assert ask(world, "POST tournaments/{open}/entries/me/check-in/", "entrant").json()["checked_in_at"] is not None
    assert Entrant.objects.get(pk=world.ids["seat"]).checked_in_at is not None


@with_events("robin")
def test_officials_read_the_whole_record_and_others_the_summary(world):
    def lines(role):
        return ask(world, "GET tournaments/{robin}/record/?page_size=100", role).json()["results"]

    full, summary = lines("arbiter"), lines("visitor")
    assert [line["number"] for line in full] == list(range(len(full), 0, -1))
    assert {line["number"] for line in summary} < {line["number"] for line in full}
    assert any(line["after"] for line in full)
    assert all(line["public"] and line["after"] is line["before"] is None for line in summary)


@with_events()
def test_the_password_of_an_event_opens_it_and_is_shown_to_nobody(world):
    owner = Api(world.users["owner"])
    pk = owner.post("tournaments/", {"name": "Closed cup", "entry": "password", "entry_password": "royal jelly"}).json()
    assert "royal jelly" not in str(pk)
    assert "entry_password" not in pk
    owner.post(f"tournaments/{pk['id']}/publish/")
    world.ids["closed"] = pk["id"]
    row = "POST tournaments/{closed}/entries/"
    assert code(ask(world, row, "stranger")) == (403, "password_needed")
    assert code(ask(world, row, "stranger", {"password": "honey"})) == (403, "wrong_password")
    assert ask(world, row, "stranger", {"password": "royal jelly"}).status_code == 201
    copy = Api(world.users["stranger"]).post("tournaments/", {"copy_of": pk["id"], "entry": "open"}).json()
    assert (copy["name"], copy["entry"], copy["copied_from"]) == ("Closed cup", "open", pk["id"])
    assert "$" not in str(copy)


@with_events()
def test_every_ready_made_set_of_rules_makes_an_event_and_half_points_stay_points(world):
    owner = Api(world.users["owner"])
    for preset in Api().get("presets/").json():
        made = owner.post("tournaments/", {**preset["rules"], "name": f"A {preset['label']}"})
        assert made.status_code == 201, (preset["code"], made.json())
        assert made.json()["later_stages"] == preset["rules"]["later_stages"]
    stages = [{"format": "knock_out", "advance_per_group": 2, "match_draw_points": 0.5, "games_per_pairing": 2}]
    rules = {"name": "Groups", "format": "round_robin", "groups": 2, "later_stages": stages, "late_points": 0.5}
    made = owner.post("tournaments/", rules).json()
    (stage,) = made["later_stages"]
    assert (stage["match_draw_points"], stage["match_win_points"], made["late_points"]) == (0.5, 1.0, 0.5)
    wrong = owner.patch(f"tournaments/{made['id']}/", {"later_stages": [{"format": "knock_out", "win_pionts": 1}]})
    assert code(wrong) == (400, "validation_failed")
    assert list(wrong.json()["errors"]) == ["later_stages"]
