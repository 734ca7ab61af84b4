"""Flags fall by Celery alone: no page is loaded, no web server even runs."""

from __future__ import annotations

from pathlib import Path

from .harness import Site, e2e, make_players, running_site, wait_until

START_GAMES = """
from datetime import timedelta
from django.db import transaction
from django.utils import timezone
from accounts.models import User
from games.services.games import start_game
maja, olle = User.objects.get(name="maja"), User.objects.get(name="olle")
now = timezone.now()
with transaction.atomic():
    for control in ("2s", "2s", "1d", "1s+1s/2s", "3s total"):
        start_game(
            white=maja, black=olle, game_type="Base", opening_rule="no_queen_first", repetition_rule="threefold",
            time_control=control, rated=control == "1s+1s/2s", in_event=False, now=now,
        )
"""


@e2e
def test_flags_fall_without_a_visitor_and_late_sweeps_date_them_at_the_deadline(tmp_path: Path) -> None:
    with running_site(tmp_path) as site:
        make_players(site, ["maja", "olle"])
        site.run(START_GAMES)

        def fallen() -> int:
            return int(site.value("SELECT count(*) FROM games_game WHERE ending = 'flag' AND result = 'black'"))

        assert fallen() == 0
        # The workers were down when the time ran out.
        wait_until("all short clocks have run out", lambda: overdue(site) == 4)
        site.start("worker", "beat")
        wait_until("four flags have fallen", lambda: fallen() == 4)
        assert site.value("SELECT count(*) FROM games_game WHERE status = 'in_progress'") == 1
        # The loss is dated at the deadline, not at the sweep that came late.
        spans = site.rows(
            "SELECT time_control, finished_at - created_at FROM games_game WHERE ending = 'flag' ORDER BY id"
        )
        # Clocks count whole milliseconds.
        assert [(control, round(span.total_seconds(), 2)) for control, span in spans] == [
            ("2s", 2.0),
            ("2s", 2.0),
            ("1s+1s/2s", 1.0),
            ("3s total", 3.0),
        ]
        assert site.value("SELECT count(*) FROM games_gameevent WHERE kind = 'ended'") == 4
        wait_until("every player has been told", lambda: told(site) == 8)
        wait_until("every mail is sent", lambda: waiting(site) == 0)


def overdue(site: Site) -> int:
    return int(site.value("SELECT count(*) FROM games_game WHERE flag_at < now() - interval '4 seconds'"))


def told(site: Site) -> int:
    return int(site.value("SELECT count(*) FROM accounts_notification WHERE kind = 'game_end'"))


def waiting(site: Site) -> int:
    return int(site.value("SELECT count(*) FROM accounts_notification WHERE mail = 'waiting'"))
