"""Ratings told anew: after any correction they are what a replay of all rated games from the first one gives."""

import random
from datetime import timedelta

import pytest
from django.db import transaction

from games.models import Game, Rating, RatingChange
from games.ratings import glicko
from games.ratings.listing import listed_until
from games.ratings.replay import RatedGame, reached
from games.services import arbiter
from games.services.endings import finish
from tests.factories import DAY, HOUR, OPENING, T0, make_game, make_user, play

POOL = "correspondence-expansions"
SCORES = {"white": 1.0, "draw": 0.5, "black": 0.0}


def over(white, black, result, at, *, noticed=None):
    """A rated game that ended at ``at``, and of which that was written down at ``noticed``."""
    with transaction.atomic():
        game = make_game(white, black, now=at - DAY)
        game.ply = 8
        finish(game, result=result, ending="resignation", at=at, now=noticed or at)
    return game


def from_scratch():
    """Replay every game that counts, with nothing but the arithmetic: the ledger and the ratings it gives."""
    counting = set(RatingChange.objects.values_list("game", flat=True))
    now, lines, tally = {}, [], {}
    for game in sorted(Game.objects.filter(pk__in=counting), key=lambda game: (game.finished_at, game.pk)):
        pair, score = (game.white_id, game.black_id), SCORES[game.result]
        (white, seen_white), (black, seen_black) = (now.get(user, (glicko.START, None)) for user in pair)
        idle = [timedelta(0) if seen is None else game.finished_at - seen for seen in (seen_white, seen_black)]
        after = glicko.update_pair(white, black, score, white_idle=idle[0], black_idle=idle[1])
        for user, before, new, gone, own in zip(pair, (white, black), after, idle, (score, 1 - score), strict=True):
            grown = glicko.grown(before, gone)
            lines.append((game.pk, user, grown.value, grown.deviation, new.value, new.deviation, new.volatility))
            now[user] = new, game.finished_at
            tally.setdefault(user, []).append(own)
    rows = [
        (user, *(rating.value, rating.deviation, rating.volatility), *(tally[user].count(s) for s in (1.0, 0.5, 0.0)),
         seen, listed_until(rating, games=len(tally[user]), last_rated_at=seen))
        for user, (rating, seen) in now.items()
    ]  # fmt: skip
    return sorted(lines), sorted(rows)


def stored():
    lines = RatingChange.objects.values_list(
        "game", "user", "value_before", "deviation_before", "value_after", "deviation_after", "volatility_after"
    )
    rows = Rating.objects.exclude(last_rated_at=None).values_list(
        "user", "value", "deviation", "volatility", "wins", "draws", "losses", "last_rated_at", "listed_until"
    )
    return sorted(lines), sorted(rows)


@pytest.mark.django_db
@pytest.mark.parametrize("seed", [1, 2])
def test_after_any_corrections_ratings_are_those_of_a_replay_from_the_first_game(seed):
    """Nine players in two circles that hardly meet, many games of the same hour, some ends noticed late."""
    rng = random.Random(seed)
    players, judge = [make_user() for _ in range(9)], make_user()
    games, at, rulings = [], T0, []
    for number in range(30):
        at += rng.choice([0, 0, 1, 5, 900]) * HOUR
        circle = players if number % 13 == 0 else players[:5] if rng.random() < 0.5 else players[5:]
        ended = at - rng.choice([0, 0, 0, 7]) * HOUR
        games.append(over(*rng.sample(circle, 2), rng.choice(list(SCORES)), ended, noticed=at))
    assert stored() == from_scratch(), "also before any correction"
    for _ in range(9):
        if rulings and rng.random() < 0.4:
            ruling = rulings.pop()
            with transaction.atomic():
                arbiter.reinstate(game_id=ruling.game_id, ruling=ruling, by_id=judge.pk, now=at)
        else:
            picked = rng.sample(games, rng.choice([1, 1, 3]))
            verdicts = [
                arbiter.Verdict(game.pk, rng.choice([*SCORES, "none"]), rated=rng.random() < 0.7) for game in picked
            ]
            with transaction.atomic():
                made = arbiter.adjudicate_all(verdicts=verdicts, by_id=judge.pk, reason="So it is.", now=at)
            rulings += made.values()
        assert stored() == from_scratch()
    while rulings:
        ruling = rulings.pop()
        with transaction.atomic():
            arbiter.reinstate(game_id=ruling.game_id, ruling=ruling, by_id=judge.pk, now=at)
    assert RatingChange.objects.count() == 2 * len(games)
    assert stored() == from_scratch()


@pytest.mark.django_db
def test_only_those_whose_rating_depends_on_the_game_are_touched():
    ann, ben, cid, dan, eve, fay = (make_user() for _ in range(6))
    wrong = over(ann, ben, "white", T0)
    over(cid, dan, "white", T0 - DAY)  # before: cid is not reached by it
    over(ben, cid, "white", T0 + DAY)
    over(dan, eve, "white", T0 + DAY)  # dan meets cid only later
    over(cid, dan, "draw", T0 + 2 * DAY)
    over(eve, fay, "draw", T0 + 3 * DAY)
    before = dict(RatingChange.objects.values_list("pk", "value_after"))
    with transaction.atomic():
        arbiter.adjudicate(
            game_id=wrong.pk, result="black", rated=True, by_id=fay.pk, reason="Wrong.", now=T0 + 9 * DAY
        )  # fmt: skip
    lines = RatingChange.objects.exclude(game=wrong)
    moved = [(line.user_id, line.game_id) for line in lines if line.value_after != before[line.pk]]
    assert {user for user, _ in moved} == {ben.pk, cid.pk, dan.pk}
    assert stored() == from_scratch()


@pytest.mark.django_db
def test_the_end_of_a_game_noticed_late_takes_its_place_among_the_rated_games():
    ann, ben, cid = make_user(), make_user(), make_user()
    over(ann, cid, "white", T0 + DAY)
    late = over(ann, ben, "black", T0, noticed=T0 + 2 * DAY)
    assert late.rating_changes.get(user=ann).value_before == 1500
    assert stored() == from_scratch()


@pytest.mark.django_db
def test_a_player_whose_only_game_no_longer_counts_is_unrated_again():
    game = play(make_game(), *OPENING)
    with transaction.atomic():
        ruling = arbiter.adjudicate(
            game_id=game.pk, result="white", rated=True, by_id=game.black_id, reason="So it is.", now=T0 + DAY
        )  # fmt: skip
        arbiter.reinstate(game_id=game.pk, ruling=ruling, by_id=game.black_id, now=T0 + DAY)
    row = Rating.objects.get(user=game.white)
    assert (row.glicko, row.games, row.last_rated_at, row.listed_until) == (glicko.START, 0, None, None)
    assert not RatingChange.objects.exists()


def test_who_is_reached_depends_on_the_order_of_the_games():
    ann, ben, cid, dan = 1, 2, 3, 4
    games = [RatedGame(1, T0, cid, dan, 1.0), RatedGame(2, T0, ben, cid, 1.0), RatedGame(3, T0, ann, ben, 1.0)]
    assert reached(games, {ben}) == {ann, ben, cid}
    assert reached(games[::-1], {ben}) == {ann, ben, cid, dan}
