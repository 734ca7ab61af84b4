"""Claims and appeals, clocks and pauses, and announcements: what officials do beside results."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.errors import DomainError
from accounts.models import Notification
from accounts.services.notifications import notify, send_waiting_mail
from games.models import Game
from tests.factories import DAY
from tests.tournaments.arbiters import LATER, acts, last, official, rule
from tests.tournaments.events import HOUR, T0, end_game, event, open_games, players, started
from tournaments.models import Claim, MatchGame, Official, Round
from tournaments.selectors.claims import claims_of
from tournaments.services.announcements import announce
from tournaments.services.claims import decide_claim, raise_claim, take_back_claim
from tournaments.services.clocks import grant_time, pause_event, pause_game, resume_event, resume_game
from tournaments.services.rulings import undo_ruling
from tournaments.services.running import open_due_rounds, record_result

pytestmark = pytest.mark.django_db
TEXT = "My opponent had help: see move 12."


def code(call, *args, **words) -> str:
    with pytest.raises(DomainError) as refusal:
        call(*args, **words)
    return refusal.value.code


def test_a_claim_is_raised_told_and_answered():
    running = started(players(3), format="round_robin", games_per_pairing=1)
    judge = official(running)
    game = next(game for game in open_games(running) if running.organiser not in (game.white, game.black))
    claim = raise_claim(game_id=game.pk, user=game.white, kind="claim", text=TEXT, now=T0)
    assert raise_claim(game_id=game.pk, user=game.white, kind="claim", text=f" {TEXT} ", now=T0) == claim
    words = {"game_id": game.pk, "kind": "claim", "now": T0}
    assert code(raise_claim, user=game.white, text="And another thing.", **words) == "claim_open"
    assert code(raise_claim, user=running.organiser, text=TEXT, **words) == "not_a_player"
    assert code(raise_claim, user=game.black, text="Too short", **words) == "validation_failed"
    told = Notification.objects.filter(kind="event_claim").values_list("user__name", flat=True)
    assert set(told) == {"anna", "judge"}
    answer = {"tournament_id": running.pk, "claim_id": claim.pk, "answer": "There is no sign of it.", "now": LATER}
    assert code(decide_claim, actor=game.black, verdict="dismissed", **answer) == "forbidden"
    assert code(decide_claim, actor=judge, verdict="maybe", **answer) == "validation_failed"
    for _twice in range(2):
        decide_claim(actor=judge, verdict="dismissed", **answer)
    assert code(decide_claim, actor=judge, verdict="upheld", **answer) == "claim_closed"
    assert code(take_back_claim, claim_id=claim.pk, user=game.white, now=LATER) == "claim_closed"
    claim.refresh_from_db()
    assert (claim.status, claim.decided_by, claim.decided_at) == ("dismissed", judge, LATER)
    assert Notification.objects.filter(kind="event_claim_decided").count() == 2
    assert (acts(running).count("claim_raised"), acts(running).count("claim_decided")) == (1, 1)
    assert TEXT not in str(last(running, "claim_raised").after), "what a player writes is not in the public record"
    assert last(running, "claim_decided").reason == "There is no sign of it."


def test_an_appeal_is_against_a_decision_and_answered_by_others():
    running = started(players(3), format="round_robin", games_per_pairing=1)
    judge = official(running, "appeals")
    other = official(running, "appeals", "second")
    arbiter = official(running, "arbiter", "first")
    game = next(game for game in open_games(running) if running.organiser not in (game.white, game.black))
    words = {"game_id": game.pk, "user": game.white, "kind": "appeal", "text": TEXT, "now": LATER}
    assert code(raise_claim, **words) == "nothing_to_appeal"
    slot = MatchGame.objects.get(game=game)
    Official.objects.create(tournament=running, user=judge, role="arbiter", given_at=T0)
    rule(running, judge, slot, "black")
    appeal = raise_claim(**words)
    answer = {"tournament_id": running.pk, "claim_id": appeal.pk, "answer": "The ruling was wrong.", "now": LATER}
    assert code(decide_claim, actor=judge, verdict="upheld", **answer) == "own_ruling"
    assert code(decide_claim, actor=arbiter, verdict="upheld", **answer) == "forbidden"
    decide_claim(actor=other, verdict="upheld", **answer)
    slot.refresh_from_db()
    assert slot.outcome == "black", "what follows is a ruling of its own"
    mine = raise_claim(**{**words, "text": "Once more, please."})
    assert list(claims_of(running)) == [mine, appeal], "what waits comes first"
    for _twice in range(2):
        take_back_claim(claim_id=mine.pk, user=game.white, now=LATER)
    assert acts(running).count("claim_taken_back") == 1
    assert code(take_back_claim, claim_id=mine.pk, user=game.black, now=LATER) == "no_such_claim"
    assert list(claims_of(running, open_only=True)) == []


def test_a_player_who_is_an_official_is_refused_on_own_games():
    running = started(players(2), format="dutch", rounds=1)
    slot = MatchGame.objects.get()
    anna = running.organiser
    words = {"tournament_id": running.pk, "actor": anna, "match_game_id": slot.pk, "reason": "Because.", "now": LATER}
    for refused in (
        lambda: grant_time(side="white", amount=DAY, **words),
        lambda: pause_game(**words),
        lambda: resume_game(**words),
    ):
        assert code(refused) == "own_game"
    claim = raise_claim(game_id=slot.game_id, user=slot.black.user, kind="claim", text=TEXT, now=T0)
    words = {"tournament_id": running.pk, "claim_id": claim.pk, "verdict": "upheld", "answer": "Yes.", "now": T0}
    assert code(decide_claim, actor=anna, **words) == "own_game"
    assert Claim.objects.get().status == "open"


def test_time_is_granted_and_one_game_paused():
    running = started(players(2), format="dutch", rounds=1)
    judge = official(running)
    slot = MatchGame.objects.get()
    words = {"tournament_id": running.pk, "actor": judge, "match_game_id": slot.pk, "reason": "Power cut."}
    before = Game.objects.get().flag_at
    game = grant_time(side="white", amount=DAY, now=T0 + 2 * HOUR, version=1, **words)
    assert game.flag_at == before + DAY
    assert code(grant_time, side="white", amount=DAY, now=T0 + 2 * HOUR, version=1, **words) == "stale_version"
    assert last(running, "time_granted").after["minutes"] == 24 * 60
    for _twice in range(2):
        assert pause_game(now=T0 + 3 * HOUR, **words).paused
    for _twice in range(2):
        game = resume_game(now=T0 + 13 * HOUR, **words)
    assert game.flag_at == before + DAY + 10 * HOUR
    assert (acts(running).count("game_paused"), acts(running).count("game_resumed")) == (1, 1)


def test_a_paused_event_stands_still_and_goes_on_where_it_was():
    running = started(players(4), format="dutch", rounds=2, round_hours=240)
    judge = official(running)
    one, other = open_games(running)
    words = {"tournament_id": running.pk, "actor": judge, "reason": "The server moves."}
    slot = MatchGame.objects.get(game=one)
    pause_game(match_game_id=slot.pk, now=T0 + 2 * HOUR, **words)
    flag_at, deadline = Game.objects.get(pk=other.pk).flag_at, Round.objects.get().deadline
    for _twice in range(2):
        paused = pause_event(now=T0 + 4 * HOUR, **words)
    assert paused.paused_at == T0 + 4 * HOUR
    assert Game.objects.filter(paused_at=None).count() == 0
    assert code(resume_game, match_game_id=slot.pk, now=T0 + 5 * HOUR, **words) == "event_paused"
    for _twice in range(2):
        resume_event(now=T0 + 28 * HOUR, **words)
    assert Game.objects.get(pk=other.pk).flag_at == flag_at + 24 * HOUR
    assert Game.objects.get(pk=one.pk).paused, "it was paused by itself before"
    assert Round.objects.get().deadline == deadline + 24 * HOUR
    assert (acts(running).count("event_paused"), acts(running).count("event_resumed")) == (1, 1)


def test_a_round_that_ends_during_a_pause_is_followed_by_the_next_after_it():
    running = started(players(4), format="dutch", rounds=2)
    words = {"tournament_id": running.pk, "actor": official(running), "reason": "The server moves."}
    pause_event(now=T0 + 2 * HOUR, **words)
    for game in open_games(running):
        end_game(game.pk, "white")
        record_result(game_id=game.pk, now=T0 + 3 * HOUR)
    assert open_due_rounds(now=T0 + 4 * HOUR) == 0
    assert list(running.round_set.values_list("status", flat=True)) == ["finished"]
    resume_event(now=T0 + 5 * HOUR, **words)
    assert list(running.round_set.order_by("number").values_list("status", flat=True)) == ["finished", "running"]


def test_a_game_that_comes_back_stands_or_goes_on_with_the_event():
    running = started(players(4), format="dutch", rounds=1)
    judge = official(running)
    before, during = MatchGame.objects.order_by("pk")
    words = {"tournament_id": running.pk, "actor": judge, "reason": "The server moves."}
    early = rule(running, judge, before, "draw", now=T0 + 2 * HOUR)
    pause_event(now=T0 + 3 * HOUR, **words)
    undo_ruling(ruling_id=early.pk, now=T0 + 4 * HOUR, **words)
    assert Game.objects.get(pk=before.game_id).paused, "a game given back during the pause stands still"
    late = rule(running, judge, during, "draw", now=T0 + 5 * HOUR)
    resume_event(now=T0 + 6 * HOUR, **words)
    assert not Game.objects.get(pk=before.game_id).paused
    undo_ruling(ruling_id=late.pk, now=T0 + 7 * HOUR, **words)
    assert not Game.objects.get(pk=during.game_id).paused, "the pause it was in is over"


def test_an_announcement_reaches_every_entrant_once(mailoutbox):
    running = started(players(3), format="round_robin")
    judge = official(running)
    words = {"tournament_id": running.pk, "text": "Round 2 begins\na day later."}
    said = announce(actor=judge, now=LATER, **words)
    assert announce(actor=judge, now=LATER + timedelta(minutes=5), **words) == said
    told = Notification.objects.filter(kind="event_announcement")
    assert sorted(told.values_list("user__name", flat=True)) == ["anna", "bertil", "cesar"]
    assert list(running.announcements.all()) == [said]
    bertil = running.entrants.get(user__name="bertil").user
    assert code(announce, actor=bertil, tournament_id=running.pk, text="Hi all", now=LATER) == "forbidden"
    assert code(announce, actor=judge, tournament_id=running.pk, text=" ", now=LATER) == "validation_failed"
    send_waiting_mail(now=LATER, ids=told.values_list("pk", flat=True))
    assert {mail.subject for mail in mailoutbox} == {"News from Club round robin"}
    assert all("judge writes" in mail.body and "a day later." in mail.body for mail in mailoutbox)


@pytest.mark.parametrize("kind", ["event_claim", "event_claim_decided", "event_withdrawn"])
def test_every_notice_has_a_mail(kind, mailoutbox):
    running = event(players(1)[0])
    data = {
        "event": running.name, "kind": "appeal", "name": "bertil", "game": "a – b (1.1)", "verdict": "upheld",
        "answer": "So it is.", "yours": True, "leaving": "expelled", "reason": "Rude.",
    }  # fmt: skip
    notify(user=running.organiser, kind=kind, key=kind, url="/", data=data, now=T0)
    send_waiting_mail(now=T0)
    (mail,) = mailoutbox
    assert running.name in mail.subject
    assert "{{" not in mail.body
