"""Who may do what in an event: every door for every role, as one table. A door that is missing from it fails.

Each cell is what a single request gets on the same data; what it changes is rolled back.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.urls import URLPattern, URLResolver, resolve

from tests.api_client import V1, check_answer
from tests.tournaments.api_world import ROLES, World, rolled_back
from tournaments.api.urls import urlpatterns

pytestmark = pytest.mark.django_db

# The columns are those of ROLES:
#              visitor unverified stranger entrant playing owner director pairing arbiter appeals staff
READ = "       200     200        200      200     200     200   200      200     200     200     200"
DRAFT = "      404     404        404      404     200     200   200      200     200     200     200"
CONSOLE = "    401     403        403      403     200     200   200      200     200     200     200"
IN_CHARGE = "  401     403        403      403     403     200   200      403     403     403     200"
ON_DRAFT = "   401     403        404      404     403     200   200      403     403     403     200"
ROLE_GIVERS = "401     403        403      403     403     200   403      403     403     403     200"
PAIRERS = "    401     403        403      403     403     200   200      200     403     403     200"
ARBITERS = "   401     403        403      403     200     200   200      403     200     403     200"
# an arbiter who plays in the match, or against the entrant, leaves it to another
NOT_OWN = "    401     403        403      403     403     200   200      403     200     403     200"
APPEALS = "    401     403        403      403     403     200   403      403     403     200     200"
ANYBODY = "    401     403        201      201     201     201   201      201     201     201     201"
PLAYERS = "    401     403        404      200     200     404   404      404     404     404     404"
THE_PLAYER = " 401     403        404      200     404     404   404      404     404     404     404"

TABLE = {
    "GET presets/": READ,
    "GET tournaments/": READ,
    "POST tournaments/": ANYBODY,
    "GET tournaments/{open}/": READ,
    "GET tournaments/{draft}/": DRAFT,
    "PATCH tournaments/{open}/": IN_CHARGE,
    "PATCH tournaments/{draft}/": ON_DRAFT,
    "POST tournaments/{draft}/publish/": ON_DRAFT,
    "POST tournaments/{seated}/start/": IN_CHARGE,
    "POST tournaments/{open}/cancel/": IN_CHARGE,
    "POST tournaments/{cup}/pause/": ARBITERS,
    "POST tournaments/{cup}/resume/": ARBITERS,
    "POST tournaments/{waiting}/approve/": IN_CHARGE,
    "POST tournaments/{finished}/reopen/": IN_CHARGE,
    # entries
    "GET tournaments/{open}/entries/": READ,
    "GET tournaments/{draft}/entries/": DRAFT,
    "POST tournaments/{open}/entries/":
        "      401     403        201      200     201     201   201      201     201     201     201",
    "POST tournaments/{draft}/entries/":
        "      401     403        404      404     404     404   404      404     404     404     404",
    "DELETE tournaments/{open}/entries/":
        "      401     403        404      204     404     404   404      404     404     404     404",
    "GET tournaments/{open}/entries/all/": CONSOLE,
    "POST tournaments/{open}/entries/invite/": IN_CHARGE,
    "POST tournaments/{open}/entries/add/": IN_CHARGE,
    "POST tournaments/{open}/entries/import/": IN_CHARGE,
    "GET tournaments/{swiss}/entries/me/":
        "      401     404        404      200     200     404   404      404     404     404     404",
    "POST tournaments/{open}/entries/me/check-in/": THE_PLAYER,
    "POST tournaments/{invitation}/entries/me/decline/": THE_PLAYER,
    "POST tournaments/{swiss}/entries/me/leave/": PLAYERS,
    "POST tournaments/{swiss}/entries/me/byes/":
        "      401     403        404      409     200     404   404      404     404     404     404",
    "DELETE tournaments/{swiss}/entries/me/byes/3/":
        "      401     403        404      204     204     404   404      404     404     404     404",
    "POST tournaments/{open}/entries/{applicant}/approve/": IN_CHARGE,
    "POST tournaments/{open}/entries/{applicant}/decline/": IN_CHARGE,
    "POST tournaments/{open}/entries/{seat}/remove/": IN_CHARGE,
    "POST tournaments/{open}/entries/{seat}/club/": ARBITERS,
    "POST tournaments/{swiss}/entries/{far}/withdraw/": ARBITERS,
    "POST tournaments/{swiss}/entries/{rival}/withdraw/": NOT_OWN,
    "GET tournaments/{swiss}/entries/{far}/withdraw/preview/": ARBITERS,
    "POST tournaments/{swiss}/entries/{far}/expel/": ARBITERS,
    "POST tournaments/{swiss}/entries/{rival}/expel/": NOT_OWN,
    "POST tournaments/{cup}/entries/{left}/reinstate/": ARBITERS,
    "POST tournaments/{cup}/entries/{newcomer}/replace/":
        "      401     403        403      403     409     409   409      403     409     403     409",
    "GET tournaments/{open}/officials/": READ,
    "POST tournaments/{open}/officials/": ROLE_GIVERS,
    "DELETE tournaments/{open}/officials/{official}/":
        "      401     403        403      403     403     204   403      403     403     403     204",
    # pairing
    "GET tournaments/{desk}/forbidden-pairs/": CONSOLE,
    "POST tournaments/{desk}/forbidden-pairs/": PAIRERS,
    "POST tournaments/{desk}/forbidden-pairs/{pair}/lift/": PAIRERS,
    "GET tournaments/{desk}/sections/{desk_section}/waits/": CONSOLE,
    "GET tournaments/{desk}/sections/{desk_section}/preview/": CONSOLE,
    "POST tournaments/{desk}/sections/{desk_section}/preview/": PAIRERS,
    "PATCH tournaments/{desk}/sections/{desk_section}/preview/": PAIRERS,
    "DELETE tournaments/{desk}/sections/{desk_section}/preview/":
        "      401     403        403      403     403     204   204      204     403     403     204",
    "POST tournaments/{desk}/sections/{desk_section}/publish/": PAIRERS,
    "POST tournaments/{desk}/sections/{desk_section}/start-round/": PAIRERS,
    "POST tournaments/{swiss}/sections/{swiss_section}/re-pair/": PAIRERS,
    # tables
    "GET tournaments/{robin}/rounds/": READ,
    "GET tournaments/{robin}/standings/": READ,
    "GET tournaments/{robin}/crosstable/": READ,
    "GET tournaments/{robin}/games/": READ,
    "GET tournaments/{draft}/rounds/": DRAFT,
    "GET tournaments/{draft}/standings/": DRAFT,
    "GET tournaments/{draft}/crosstable/": DRAFT,
    "GET tournaments/{draft}/games/": DRAFT,
    "GET tournaments/{swiss}/sections/{swiss_section}/rounds/": READ,
    "GET tournaments/{robin}/sections/{robin_section}/standings/": READ,
    "GET tournaments/{robin}/sections/{robin_section}/crosstable/": READ,
    "GET tournaments/{knock_out}/sections/{tree}/bracket/": READ,
    # games
    "POST tournaments/{swiss}/rounds/{round}/deadline/": ARBITERS,
    "POST tournaments/{swiss}/match-games/{slot}/result/": ARBITERS,
    "POST tournaments/{swiss}/match-games/{own_slot}/result/": NOT_OWN,
    "POST tournaments/{swiss}/match-games/{slot}/result/preview/": ARBITERS,
    "POST tournaments/{swiss}/match-games/{slot}/time/": ARBITERS,
    "POST tournaments/{swiss}/match-games/{own_slot}/time/": NOT_OWN,
    "POST tournaments/{swiss}/match-games/{slot}/pause/": ARBITERS,
    "POST tournaments/{swiss}/match-games/{own_slot}/pause/": NOT_OWN,
    "POST tournaments/{swiss}/match-games/{slot}/resume/": ARBITERS,
    "POST tournaments/{swiss}/match-games/{own_slot}/resume/": NOT_OWN,
    "POST tournaments/{knock_out}/matches/{match}/advance/": ARBITERS,
    "GET tournaments/{robin}/rulings/": CONSOLE,
    "POST tournaments/{robin}/rulings/{ruling}/undo/": ARBITERS,
    "POST tournaments/{swiss}/rulings/bulk/":
        "      401     403        403      403     403     200   200      403     200     403     200",
    "POST tournaments/{swiss}/rulings/bulk/preview/": ARBITERS,
    # what is said
    "GET tournaments/{robin}/claims/": CONSOLE,
    "POST tournaments/{robin}/claims/{claim}/decide/": ARBITERS,
    "POST tournaments/{robin}/claims/{own_claim}/decide/": NOT_OWN,
    "POST tournaments/{robin}/claims/{appeal}/decide/": APPEALS,
    "POST tournaments/{robin}/claims/{claim}/take-back/": THE_PLAYER,
    "GET games/{mine}/claims/":
        "      401     403        403      200     200     200   200      200     200     200     200",
    "POST games/{mine}/claims/":
        "      401     403        403      409     403     403   403      403     403     403     403",
    "GET tournaments/{open}/announcements/": READ,
    "POST tournaments/{open}/announcements/": ARBITERS,
    "GET tournaments/{open}/webhooks/": IN_CHARGE,
    "POST tournaments/{open}/webhooks/": IN_CHARGE,
    "POST tournaments/{open}/webhooks/{hook}/test/": IN_CHARGE,
    "DELETE tournaments/{open}/webhooks/{hook}/":
        "      401     403        403      403     403     204   204      403     403     403     204",
    "GET tournaments/{robin}/record/": READ,
    "GET tournaments/{draft}/record/": DRAFT,
}  # fmt: skip

WHY = {"reason": "The rules say so."}
CLAIM = {"kind": "claim", "text": "My opponent had help."}
BODIES = {
    "POST tournaments/": {"name": "New event"},
    "PATCH tournaments/{open}/": {"seats": 6},
    "PATCH tournaments/{draft}/": {"seats": 6},
    "POST tournaments/{cup}/pause/": WHY,
    "POST tournaments/{cup}/resume/": WHY,
    "POST tournaments/{finished}/reopen/": WHY,
    "POST tournaments/{open}/entries/invite/": {"names": ["guest"]},
    "POST tournaments/{open}/entries/add/": {"names": ["guest", "fifth"]},
    "POST tournaments/{open}/entries/import/": {"text": "name,club\nguest,Hive London\n"},
    "POST tournaments/{swiss}/entries/me/byes/": {"round_number": 2},
    "POST tournaments/{open}/entries/{seat}/club/": {"club": "Hive London"},
    "POST tournaments/{swiss}/entries/{far}/withdraw/": WHY,
    "POST tournaments/{swiss}/entries/{rival}/withdraw/": WHY,
    "POST tournaments/{swiss}/entries/{far}/expel/": WHY,
    "POST tournaments/{swiss}/entries/{rival}/expel/": WHY,
    "POST tournaments/{cup}/entries/{left}/reinstate/": WHY,
    "POST tournaments/{cup}/entries/{newcomer}/replace/": {**WHY, "name": "guest"},
    "POST tournaments/{open}/officials/": {"name": "guest", "role": "arbiter"},
    "POST tournaments/{desk}/forbidden-pairs/": {**WHY, "first_id": "{one}", "second_id": "{two}"},
    "POST tournaments/{desk}/forbidden-pairs/{pair}/lift/": WHY,
    "PATCH tournaments/{desk}/sections/{desk_section}/preview/": {
        **WHY, "pairs": [{"white": 1, "black": 2}], "byes": [{"number": 3, "kind": "U"}, {"number": 4, "kind": "Z"}],
    },
    "POST tournaments/{swiss}/sections/{swiss_section}/re-pair/": WHY,
    "POST tournaments/{swiss}/rounds/{round}/deadline/": {**WHY, "deadline": "2099-01-01T00:00:00Z"},
    "POST tournaments/{swiss}/match-games/{slot}/result/": {**WHY, "result": "white"},
    "POST tournaments/{swiss}/match-games/{own_slot}/result/": {**WHY, "result": "white"},
    "POST tournaments/{swiss}/match-games/{slot}/result/preview/": {"result": "white"},
    "POST tournaments/{swiss}/match-games/{slot}/time/": {**WHY, "side": "white", "amount": 60_000},
    "POST tournaments/{swiss}/match-games/{own_slot}/time/": {**WHY, "side": "white", "amount": 60_000},
    "POST tournaments/{swiss}/match-games/{slot}/pause/": WHY,
    "POST tournaments/{swiss}/match-games/{own_slot}/pause/": WHY,
    "POST tournaments/{swiss}/match-games/{slot}/resume/": WHY,
    "POST tournaments/{swiss}/match-games/{own_slot}/resume/": WHY,
    "POST tournaments/{knock_out}/matches/{match}/advance/": {**WHY, "entrant_id": "{winner}"},
    "POST tournaments/{robin}/rulings/{ruling}/undo/": WHY,
    # all or none: one game of the two is the arbiter's own
    "POST tournaments/{swiss}/rulings/bulk/": {
        **WHY,
        "items": [{"match_game_id": "{slot}", "result": "draw"}, {"match_game_id": "{own_slot}", "result": "draw"}],
    },
    "POST tournaments/{swiss}/rulings/bulk/preview/": {"items": [{"match_game_id": "{slot}", "result": "draw"}]},
    "POST tournaments/{robin}/claims/{claim}/decide/": {"verdict": "upheld", "answer": "So it was."},
    "POST tournaments/{robin}/claims/{own_claim}/decide/": {"verdict": "upheld", "answer": "So it was."},
    "POST tournaments/{robin}/claims/{appeal}/decide/": {"verdict": "upheld", "answer": "So it was."},
    "POST games/{mine}/claims/": {**CLAIM, "text": "Another claim of mine."},
    "POST tournaments/{open}/webhooks/": {"kind": "json", "url": "https://93.184.216.34/hook"},
    "POST tournaments/{open}/announcements/": {"text": "We begin at six."},
}  # fmt: skip


def test_each_role_gets_the_answer_of_the_table_and_every_door_has_a_row():
    world = World()
    expected = {row: dict(zip(ROLES, map(int, codes.split()), strict=True)) for row, codes in TABLE.items()}
    found = {row: _statuses(row, world) for row in TABLE}
    wrong = {row: (found[row], expected[row]) for row in TABLE if found[row] != expected[row]}
    assert not wrong, "\n".join(f"{row}\n  {has}\n  {wanted}" for row, (has, wanted) in wrong.items())
    rows = {(row.split()[0], resolve(V1 + world.path(row.split()[1])).route) for row in TABLE}
    assert rows == set(doors(urlpatterns))


def _statuses(row: str, world: World) -> dict[str, int]:
    """What each role is answered; one answer of each kind is held against the schema."""
    cache.clear()  # of the counters of requests
    method, path = row.split()
    address = V1 + world.path(path)
    body = world.body(BODIES.get(row))
    answers = {}
    for role in ROLES:
        with rolled_back():
            answers[role] = getattr(world.clients[role], method.lower())(address, body, format="json")
    for answer in {answer.status_code: answer for answer in answers.values()}.values():
        check_answer(method, address, answer)
    return {role: answer.status_code for role, answer in answers.items()}


def doors(patterns: list[URLPattern | URLResolver], above: str = "api/v1/") -> Iterator[tuple[str, str]]:
    """Method and address of all that can be asked for."""
    for pattern in patterns:
        route = above + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from doors(pattern.url_patterns, route)
        else:
            view = pattern.callback.view_class
            methods = ("get", "post", "put", "patch", "delete")
            yield from ((method.upper(), route) for method in methods if hasattr(view, method))
