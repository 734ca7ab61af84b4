"""Events of every format, from the start to the end, with nobody but the players acting."""

from __future__ import annotations

import pytest

from tests.tournaments.events import HOUR, T0, decide, end_game, open_games, players, started
from tournaments.models import AuditEntry, Match, MatchGame, PairingRun, Tournament
from tournaments.pairing.record import replay
from tournaments.selectors.pairing_state import places_of
from tournaments.selectors.round_cells import round_cells
from tournaments.selectors.standings import section_standings
from tournaments.services.pairing import plan_of
from tournaments.services.running import record_result

pytestmark = pytest.mark.django_db


def play_on(tournament: Tournament, *, upsets: frozenset[str] = frozenset(), most: int = 400) -> None:
    """End every game that is on, the higher seed winning unless it is in ``upsets``, until none is left."""
    for number in range(most):
        games = open_games(tournament)
        if not games:
            return
        slot = MatchGame.objects.select_related("white", "black").get(game=games[0])
        white_wins = slot.white.seed < slot.black.seed
        now = T0 + (2 + number) * HOUR
        end_game(games[0].pk, "white" if white_wins else "black", now=now)
        assert record_result(game_id=games[0].pk, now=now)
    raise AssertionError("the event does not end")


def names(tournament: Tournament) -> list[tuple[int, str]]:
    entrants = tournament.entrants.select_related("user").order_by("final_rank", "seed")
    return [(entrant.final_rank, entrant.user.name) for entrant in entrants]


@pytest.mark.parametrize(
    ("rules", "rounds", "games"),
    [
        ({"format": "double_swiss"}, 4, 2),
        ({"format": "dutch", "rounds": 3}, 3, 1),
        ({"format": "round_robin", "games_per_pairing": 2}, 7, 2),
        ({"format": "round_robin", "pacing": "at_most", "max_games_at_once": 2}, 7, 2),
        ({"format": "knock_out", "third_place": True}, 3, 2),
    ],
)
def test_eight_players_come_to_an_end_and_the_first_seed_wins(rules, rounds, games):
    event = started(players(8), **rules)
    play_on(event)
    event.refresh_from_db()
    assert (event.status, event.rounds_total, event.round_set.count()) == ("finished", rounds, rounds)
    assert names(event)[0] == (1, "anna")
    assert not Match.objects.exclude(status="finished").exists()
    assert {match.games.count() for match in Match.objects.filter(kind="games")} == {games}


def test_every_pairing_run_replays_to_the_round_that_was_played():
    event = started(players(7), format="double_swiss", rounds=3)
    play_on(event)
    runs = PairingRun.objects.filter(section__tournament=event)
    assert [run.round_number for run in runs] == [1, 2, 3]
    for run in runs:
        assert replay(run.input) == plan_of(run)


def test_double_swiss_counts_matches_then_games():
    event = started(players(4), format="double_swiss", rounds=1)
    decide(event, {("anna", "cesar"): "white", ("cesar", "anna"): "draw"})
    first = section_standings(event.sections.get())[0]
    assert (first.entrant.user.name, first.points, first.row.game_points) == ("anna", 2, 3)


def test_groups_then_a_knock_out_in_one_event():
    event = started(
        players(8),
        format="round_robin",
        games_per_pairing=1,
        groups=2,
        later_stages=[{"format": "knock_out", "games_per_pairing": 2, "advance_per_group": 2, "third_place": True}],
    )
    first, second = event.sections.all()
    assert [[place.entrant.user.name for place in places_of(section)] for section in (first, second)] == [
        ["anna", "david", "erik", "helge"], ["bertil", "cesar", "filip", "gustav"],
    ]  # fmt: skip
    play_on(event)
    event.refresh_from_db()
    assert event.status == "finished"
    # seeds 1 and 4 would meet at once though they come from one group: 3 and 4 change places
    final = event.stages.get(number=2)
    assert [place.entrant.user.name for place in places_of(final.sections.get())] == [
        "anna",
        "bertil",
        "david",
        "cesar",
    ]
    assert names(event)[:4] == [(1, "anna"), (2, "bertil"), (3, "cesar"), (4, "david")]


def test_a_drawn_knock_out_match_is_played_on_in_pairs_of_games():
    event = started(players(2), format="knock_out", games_per_pairing=2, drawn_match="deciders", decider_games=2)
    for game in open_games(event):
        end_game(game.pk, "draw")
        record_result(game_id=game.pk, now=T0 + 3 * HOUR)
    deciders = MatchGame.objects.filter(decider=True)
    assert [slot.game is not None for slot in deciders] == [True, True]
    play_on(event)
    match = Match.objects.get()
    assert (match.status, match.first_points, match.second_points) == ("finished", 2, 2)
    assert match.advances.user.name == "anna"


def test_the_record_names_every_step_in_order():
    event = started(players(2), format="double_swiss", rounds=1)
    play_on(event)
    acts = list(AuditEntry.objects.filter(tournament=event).values_list("act", flat=True))
    assert acts == [
        "event_created", "event_publish", "event_open_registration", "entered", "entered", "entrants_seeded",
        "event_start", "stage_started", "round_paired", "round_started", "result", "result", "round_finished",
        "stage_finished", "event_finish",
    ]  # fmt: skip


def test_a_knock_out_ranks_by_how_far_each_came_not_by_points():
    """Of six the first two seeds are free in round 1: the first wins two matches, the loser of the final one or two."""
    event = started(players(6), format="knock_out", games_per_pairing=1)
    section = event.sections.get()
    assert {line.rank for line in section_standings(section)} == {1}, "nobody is out yet"
    play_on(event)
    lines = section_standings(section)
    assert [(line.rank, line.entrant.user.name) for line in lines] == [
        (1, "anna"), (2, "bertil"), (3, "cesar"), (3, "david"), (5, "erik"), (5, "filip"),
    ]  # fmt: skip


def test_the_standings_of_a_swiss_tell_each_round_with_its_opponent():
    event = started(players(5), format="dutch", rounds=2)
    play_on(event)
    section = event.sections.get()
    lines = section_standings(section)
    cells = round_cells(section, lines)
    first = [(cell.text, cell.look) for cell in cells[lines[0].entrant.pk]]
    assert first == [("1", "w"), ("1", "w")]
    byes = [cell for row in cells.values() for cell in row if cell is not None and not cell.match]
    assert [(bye.text, bye.look, bye.opponent) for bye in byes] == [("1", "w", 0)] * 2
