"""The demo championship, replayed as a first start does it."""

from io import StringIO

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from accounts.models import Notification, User
from games.models import Game, Move, Rating, RatingChange
from games.selectors.leaderboard import leaderboard
from hive_site import local_pool
from hive_site.demo.people import ACCOUNTS, PASSWORD
from tests.factories import make_user
from tournaments.models import MatchGame, Tournament
from tournaments.selectors import standings_of

pytestmark = pytest.mark.django_db


def test_the_demo_shows_real_play_in_every_part_of_the_site(tmp_path, settings, django_user_model):
    settings.VAR = tmp_path
    said = StringIO()
    call_command("load_demo", stdout=said)

    assert all(account.name in said.getvalue() for account in ACCOUNTS)
    assert PASSWORD in (tmp_path / "demo-accounts.txt").read_text()
    assert django_user_model.objects.get(name="skep").check_password(PASSWORD)

    finished, running, entry = Tournament.objects.order_by("pk")
    assert [finished.status, running.status, entry.status] == ["finished", "running", "registration"]
    table = standings_of(finished)
    assert [line.rank for line in table] == sorted(entrant.final_rank for entrant in finished.entrants.all())
    assert sum(line.points for line in table) == 2 * 36  # every game gives two half points
    assert not MatchGame.objects.filter(match__round__tournament=finished, recorded_at=None).exists()
    assert {"surrounded", "flag", "agreement"} <= set(Game.objects.values_list("ending", flat=True))

    in_play = Game.objects.filter(status="in_progress")
    assert in_play.exists()
    assert all(game.flag_at > max(Move.objects.values_list("played_at", flat=True)) for game in in_play)
    rated = Game.objects.filter(status="finished").count()
    assert RatingChange.objects.count() == 2 * rated
    now = max(Rating.objects.values_list("last_rated_at", flat=True))
    assert leaderboard("correspondence-expansions", now).total >= 2

    # Old news is neither mailed nor shown as new, and nothing was left for a worker with today's clock.
    assert not Notification.objects.filter(mail="waiting").exists()
    assert not Notification.objects.filter(read_at=None).exists()
    assert local_pool.held() == []


def test_the_demo_only_fills_an_empty_site():
    make_user("maja")
    with pytest.raises(CommandError, match="empty"):
        call_command("load_demo")
    assert User.objects.count() == 1
    assert settings.BROKER == "held"
