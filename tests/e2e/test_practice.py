"""The computer plays by Celery alone: by the task that goes out with a move, and without it by the sweep."""

from __future__ import annotations

from pathlib import Path

from .harness import Site, e2e, make_players, running_site, wait_until

START_GAMES = """
import random
from datetime import timedelta
from django.conf import settings
from django.utils import timezone
from accounts.models import User
from games.services.practice import start_practice
settings.BROKER = {broker!r}
now = timezone.now() - timedelta(minutes=1)
for level in ("easy", "medium", "hard"):
    start_practice(
        player=User.objects.get(name={player!r}), level=level, colour="black", game_type="Base+MLP", now=now,
        rng=random.Random(1),
    )
"""


@e2e
def test_the_computer_answers_by_its_task_and_by_the_sweep_when_that_is_lost(tmp_path: Path) -> None:
    with running_site(tmp_path) as site:
        make_players(site, ["maja", "olle"])
        site.run(START_GAMES.format(player="maja", broker="celery"))
        site.start("worker")
        wait_until("the three games with a task are played in", lambda: answered(site, "maja") == 3)
        # Tasks that a process held when it died.
        site.run(START_GAMES.format(player="olle", broker="held"))
        assert answered(site, "olle") == 0
        site.start("beat")
        wait_until("the three games without a task are played in", lambda: answered(site, "olle") == 3)
        assert site.value("SELECT count(*) FROM games_move") == 6
        assert site.value("SELECT count(*) FROM accounts_notification") == 0


def answered(site: Site, player: str) -> int:
    games = "games_game g JOIN accounts_user u ON u.id = g.black_id"
    return int(site.value(f"SELECT count(*) FROM {games} WHERE u.name = %s AND g.ply = 1", player))
