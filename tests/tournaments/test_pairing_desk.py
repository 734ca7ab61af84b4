"""The desk of the one who pairs: preview, edit, publish, start, take back, keep apart."""

from __future__ import annotations

import pytest

from accounts.errors import Conflict, DomainError, Forbidden, ValidationFailed
from games.models import Game
from tests.tournaments.events import HOUR, T0, end_game, entrant, open_games, player, players, started
from tournaments.models import AuditEntry, Match, PairingRun, Round, Tournament
from tournaments.selectors.desk import check_plan, differences, waits_for
from tournaments.services import pairing_desk as desk
from tournaments.services.pairing import plan_of
from tournaments.services.running import open_due_rounds, record_result

pytestmark = pytest.mark.django_db

T1 = T0 + 3 * HOUR


def dutch(count: int = 4, **rules) -> Tournament:
    """Single games, the first round started by hand: 1–3 and 4–2, or so as the lot wills."""
    return started(players(count), **{"format": "dutch", "rounds": 3, "pacing": "by_hand", "rated": False, **rules})


def at(event: Tournament) -> dict:
    return {"tournament_id": event.pk, "actor": event.organiser, "section_id": event.sections.get().pk, "now": T1}


def finish_games(event: Tournament, result: str = "white") -> None:
    for game in open_games(event):
        end_game(game.pk, result, now=T1)
        assert record_result(game_id=game.pk, now=T1)


def pairs(run: PairingRun) -> list[tuple[int, int]]:
    return [(match.white_no, match.black_no) for match in plan_of(run).matches]


def test_a_round_by_hand_is_previewed_published_and_started():
    event = dutch()
    assert [wait.kind for wait in waits_for(event.sections.get())] == ["by_hand"]
    run = desk.preview_round(**at(event))
    assert (run.status, run.input["seed"], run.input["edition"], run.input["engine"]) == (
        "preview", event.seed * 1000 + 1, "2026", 1,
    )  # fmt: skip
    assert not Round.objects.exists()
    stored = desk.publish_round(**at(event))
    assert (stored.status, Game.objects.count()) == ("pending", 0)
    assert desk.publish_round(**at(event)) == stored
    assert desk.start_round(**at(event), number=1).status == "running"
    assert desk.start_round(**at(event), number=1) == stored
    assert Game.objects.count() == 2


def test_what_the_next_round_waits_for_is_listed_with_the_players_to_move():
    event = dutch()
    desk.start_round(**at(event))
    end_game(open_games(event)[0].pk, "draw", now=T1)
    record_result(game_id=Game.objects.earliest("pk").pk, now=T1)
    (wait,) = waits_for(event.sections.get())
    game = open_games(event)[0]
    assert (wait.kind, wait.board, wait.game, wait.to_move) == ("game", 2, game.pk, game.white.name)
    for act in (desk.preview_round, desk.start_round):
        with pytest.raises(Conflict) as refused:
            act(**at(event))
        assert refused.value.code == "round_waits"
        assert [row["game"] for row in refused.value.extra["waits"]] == [game.pk]
        assert game.white.name in str(refused.value.message)


@pytest.mark.parametrize(
    ("boards", "byes", "sentence"),
    [
        ([(1, 2)], [], "Not in the round: 3, 4."),
        ([(1, 2), (3, 3)], [(4, "U")], "Number 3 cannot play against itself."),
        ([(1, 2), (3, 4)], [(4, "H")], "Number 4 stands in the round more than once."),
        ([(1, 2), (3, 9)], [(4, "Z")], "There is no start number 9 in this section."),
        ([(1, 2), (3, 4)], [(1, "X")], "A bye is one of"),
    ],
)
def test_what_is_no_round_is_refused_and_the_preview_stays(boards, byes, sentence):
    event = dutch()
    run = desk.preview_round(**at(event))
    with pytest.raises(ValidationFailed) as refused:
        desk.edit_preview(**at(event), pairs=boards, byes=byes, reason="Requested")
    assert sentence in str(refused.value.extra["errors"])
    assert PairingRun.objects.get(status="preview") == run


def test_an_edited_round_is_played_and_keeps_what_the_engine_proposed():
    event = dutch()
    proposed = desk.preview_round(**at(event))
    (white, black), other = pairs(proposed)
    run = desk.edit_preview(**at(event), pairs=[(black, white), other], byes=[], reason="The lot was drawn by hand")
    assert run.output == proposed.output
    assert (differences(run).turned, differences(run).added) == (((black, white),), ())
    stored = desk.publish_round(**at(event), reason="as agreed")
    first = stored.matches.get(board=1)
    assert [first.first.seed, first.second.seed] == [black, white]
    acts = list(AuditEntry.objects.filter(tournament=event).values_list("act", "public"))[-3:]
    assert acts == [("round_previewed", False), ("round_edited", False), ("round_paired", True)]


def test_a_round_paired_by_hand_from_nothing_warns_of_what_it_breaks():
    event = dutch(5)
    second, fifth = entrant(event, "bertil"), entrant(event, "erik")
    desk.start_round(**at(event))
    had_bye = Match.objects.get(second=None).first
    finish_games(event)
    met = Match.objects.filter(kind="games").order_by("board").first()
    desk.forbid_pair(
        tournament_id=event.pk, actor=event.organiser, first_id=fifth.pk, second_id=second.pk, reason="Kin", now=T1
    )
    rest = [seed for seed in range(1, 6) if seed not in (met.first.seed, met.second.seed, had_bye.seed)]
    run = desk.edit_preview(
        **at(event),
        pairs=[(met.first.seed, met.second.seed), (rest[0], rest[1])],
        byes=[(had_bye.seed, "U")],
        reason="By hand",
    )
    assert run.input is None
    codes = [(warning.severity, warning.code) for warning in check_plan(event.sections.get(), plan_of(run))]
    assert ("serious", "rematch") in codes
    assert ("serious", "second_bye") in codes


def test_a_kept_apart_pair_is_not_paired_and_everybody_reads_it_once_the_event_runs():
    event = dutch(4)
    usual = {frozenset(pair) for pair in pairs(desk.preview_round(**at(event)))}
    one, other = sorted(next(iter(usual)))
    of_seed = {one.seed: one.pk for one in event.entrants.all()}
    who = {"tournament_id": event.pk, "actor": event.organiser, "first_id": of_seed[one], "second_id": of_seed[other]}
    with pytest.raises(ValidationFailed):
        desk.forbid_pair(**who, reason="", now=T1)
    for _twice in range(2):
        desk.forbid_pair(**who, reason="Brothers", now=T1)
    assert frozenset((one, other)) not in {frozenset(pair) for pair in pairs(desk.preview_round(**at(event)))}
    assert AuditEntry.objects.get(tournament=event, act="pair_forbidden").public
    desk.allow_pair(**who, reason="They agree", now=T1)
    assert {frozenset(pair) for pair in pairs(desk.preview_round(**at(event)))} == usual


def test_no_legal_round_names_the_ways_out_and_one_of_them_pairs_it():
    event = dutch(2, rounds=1)
    one, other = event.entrants.all()
    desk.forbid_pair(
        tournament_id=event.pk, actor=event.organiser, first_id=one.pk, second_id=other.pk, reason="Kin", now=T1
    )
    with pytest.raises(Conflict) as refused:
        desk.start_round(**at(event))
    assert (refused.value.code, refused.value.extra["ways_out"]) == ("no_legal_round", [["forbidden_pairs"]])
    run = desk.preview_round(**at(event), relax=["forbidden_pairs"])
    assert run.input["relax"] == ["forbidden_pairs"]
    assert desk.publish_round(**at(event)).matches.count() == 1


def test_a_stuck_round_is_told_once_and_published_with_a_relaxation_it_starts_at_once():
    event = started(players(2), format="dutch", rounds=1, pacing="by_hand")
    one, other = event.entrants.all()
    desk.forbid_pair(
        tournament_id=event.pk, actor=event.organiser, first_id=one.pk, second_id=other.pk, reason="Kin", now=T1
    )
    Tournament.objects.filter(pk=event.pk).update(pacing="by_round")
    section = event.sections.get()
    section.next_round_at = T1
    section.save()
    assert open_due_rounds(now=T1) == 0
    assert [wait.kind for wait in waits_for(event.sections.get())] == ["no_legal_round"]
    assert event.organiser.notifications.filter(kind="event_stuck").count() == 1
    assert open_due_rounds(now=T1) == 0
    desk.preview_round(**at(event), relax=["forbidden_pairs"])
    assert desk.publish_round(**at(event)).status == "running"


def test_a_running_round_is_taken_back_before_the_first_move_without_result_or_rating():
    event = dutch(rated=True)
    stored = desk.start_round(**at(event))
    games = list(Game.objects.all())
    run = desk.re_pair(**at(event), reason="A wrong start list")
    assert not Round.objects.filter(pk=stored.pk).exists()
    assert {game.status for game in Game.objects.all()} == {"aborted"}
    assert not any(record_result(game_id=game.pk, now=T1) for game in games)
    assert (run.status, PairingRun.objects.filter(status="published").count()) == ("preview", 0)
    line = AuditEntry.objects.get(tournament=event, act="round_taken_back")
    assert (len(line.before["matches"]), line.reason) == (2, "A wrong start list")
    assert desk.publish_round(**at(event)).matches.count() == 2
    with pytest.raises(ValidationFailed):
        desk.re_pair(**at(event), reason=" ")


def test_a_round_in_which_somebody_has_moved_stands():
    event = dutch()
    desk.start_round(**at(event))
    game = open_games(event)[1]
    Game.objects.filter(pk=game.pk).update(ply=1)
    with pytest.raises(Conflict) as refused:
        desk.re_pair(**at(event), reason="Late")
    assert (refused.value.code, refused.value.extra["games"]) == ("round_begun", [game.pk])
    assert {stored.status for stored in Game.objects.all()} == {"in_progress"}


def test_the_rounds_of_a_round_robin_are_not_paired_anew():
    with pytest.raises(Conflict) as refused:
        desk.re_pair(**at(started(players(2))), reason="Again")
    assert refused.value.code == "nothing_to_pair"


def test_a_preview_grown_old_is_made_again_and_an_edited_one_that_does_not_fit_is_refused():
    event = dutch(5)
    desk.preview_round(**at(event))
    desk.edit_preview(**at(event), pairs=[(1, 2), (3, 4)], byes=[(5, "U")], reason="By hand")
    event.entrants.filter(seed=4).update(status="withdrawn")
    with pytest.raises(Conflict) as refused:
        desk.publish_round(**at(event))
    assert refused.value.code == "preview_stale"
    desk.preview_round(**at(event))
    event.entrants.filter(seed=4).update(status="entered")
    stored = desk.start_round(**at(event))
    assert stored.matches.count() == 3


def test_a_knock_out_lets_colours_change_and_nothing_else():
    event = dutch(format="knock_out", rounds=None, games_per_pairing=1, bye_points=2)
    run = desk.preview_round(**at(event))
    first, second = pairs(run)
    with pytest.raises(Conflict) as refused:
        desk.edit_preview(**at(event), pairs=[(first[0], second[0]), (first[1], second[1])], byes=[], reason="x")
    assert refused.value.code == "bracket_fixed"
    desk.edit_preview(**at(event), pairs=[second, first[::-1]], byes=[], reason="Colours by lot")
    stored = desk.publish_round(**at(event))
    assert [(match.slot, match.first.seed) for match in stored.matches.order_by("board")] == [
        (2, second[0]),
        (1, first[1]),
    ]


def test_others_may_not_and_sections_of_other_events_are_not_found():
    event = dutch()
    stranger = player("zorn")
    for act in (desk.preview_round, desk.publish_round, desk.start_round, desk.discard_preview):
        with pytest.raises(Forbidden):
            act(**{**at(event), "actor": stranger})
        with pytest.raises(DomainError) as refused:
            act(**{**at(event), "section_id": 0})
        assert refused.value.status == 404


def test_a_discarded_preview_leaves_nothing_to_publish():
    event = dutch()
    desk.preview_round(**at(event))
    for _twice in range(2):
        desk.discard_preview(**at(event))
    with pytest.raises(Conflict) as refused:
        desk.publish_round(**at(event))
    assert refused.value.code == "no_preview"
    assert AuditEntry.objects.filter(act="preview_discarded").count() == 1


def test_decided_games_let_the_next_round_be_paired_by_the_results():
    event = dutch(4)
    desk.start_round(**at(event))
    finish_games(event)
    assert [wait.kind for wait in waits_for(event.sections.get())] == ["by_hand"]
    desk.start_round(**at(event))
    winners = {slot.first.seed for slot in Match.objects.filter(round__number=1)}
    top = Match.objects.get(round__number=2, board=1)
    assert {top.first.seed, top.second.seed} == winners
