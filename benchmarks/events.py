"""What an event costs on the server: its page, and the start of a large round.

    .venv/bin/python benchmarks/events.py

The page: an event of 64 players, 7 rounds of two games, played to its end, as a visitor sees it; median of 20 requests
through Django with middleware and templates, and the number of database queries, compared with a small event. The
start: 5,000 entrants of a Double Swiss, 2,500 matches, 5,000 games with their events and notices, in one transaction.
Everything runs on a SQLite database in memory, made for this and thrown away.
"""

import os
import random
import statistics
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import perf_counter, process_time

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ["DJANGO_SETTINGS_MODULE"] = "hive_site.settings.test"
os.environ["DATABASE_URL"] = "sqlite:///:memory:"

import django  # noqa: E402

django.setup()

from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.runner import DiscoverRunner  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402

from accounts.models import User  # noqa: E402
from games.models import Game, Move  # noqa: E402
from tournaments.models import Entrant, Match, MatchGame, Round, Tournament  # noqa: E402
from tournaments.services.organise import create_tournament, publish  # noqa: E402
from tournaments.services.progress import go_on  # noqa: E402
from tournaments.services.running import start  # noqa: E402
from tournaments.services.scoring import points_of, rescore  # noqa: E402

T0 = datetime(2026, 11, 30, 12, tzinfo=UTC)
PAGE_MS, START_S = 100, 20  # budgets
PLAYERS, ROUNDS, LARGE = 64, 7, 5000


def players(count: int, prefix: str) -> list[User]:
    return User.objects.bulk_create(
        User(name=f"{prefix}{number}", name_key=f"{prefix}{number}", email=f"{prefix}{number}@example.org")
        for number in range(count)
    )


def entered(users: list[User], rounds: int) -> Tournament:
    """A published Double Swiss with these entrants."""
    draft = create_tournament(
        organiser=users[0],
        now=T0,
        name="Benchmark",
        format="double_swiss",
        rounds=rounds,
        seats=len(users),
        rated=False,
    )
    event = publish(tournament_id=draft.pk, actor=users[0], now=T0)
    Entrant.objects.bulk_create(
        Entrant(tournament=event, user=user, rating=2000 - number, entered_at=T0) for number, user in enumerate(users)
    )
    return event


def play_round(event: Tournament, rng: random.Random, now: datetime) -> None:
    """Give every open game a chance result and score the matches, as the services do, without the games' own end."""
    section = event.sections.select_related("stage").get()
    section.tournament = section.stage.tournament = event
    for match in Match.objects.filter(round__section=section, kind="games").exclude(status="finished"):
        slots = list(MatchGame.objects.filter(match=match))
        for slot in slots:
            slot.outcome = rng.choice(("white", "black", "draw"))
            slot.white_points, slot.black_points = points_of(event.rules, slot.outcome)
            slot.recorded_at = now
            slot.save()
            Game.objects.filter(pk=slot.game_id).update(
                status="finished", result=slot.outcome, ending="agreement", finished_at=now, ply=30, to_move="",
                turn_started_at=None, flag_at=None, warn_at=None,
            )  # fmt: skip
        rescore(match, slots, event.rules, now)
    go_on(section, now)


def played(count: int, rounds: int, prefix: str) -> Tournament:
    event = entered(players(count, prefix), rounds)
    start(tournament_id=event.pk, now=T0, seed=7)
    event.refresh_from_db()
    rng = random.Random(7)
    for number in range(1, rounds + 1):
        play_round(event, rng, T0 + timedelta(days=number))
    event.refresh_from_db()
    assert event.status == "finished", event.status
    return event


def page(event: Tournament) -> tuple[float, int]:
    """(milliseconds of server time in the median, queries) of the event's page for a visitor."""
    client, url = Client(), event.get_absolute_url()
    assert client.get(url).status_code == 200
    with CaptureQueriesContext(connection) as queries:
        client.get(url)
        count = len(queries)
    times = []
    for _turn in range(20):
        begun = process_time()
        client.get(url)
        times.append(1000 * (process_time() - begun))
    return statistics.median(times), count


def main() -> int:
    runner = DiscoverRunner(verbosity=0, interactive=False)
    databases = runner.setup_databases()
    try:
        small, small_queries = page(played(8, 3, "s"))
        large, large_queries = page(played(PLAYERS, ROUNDS, "l"))
        print(f"event page, {PLAYERS} players, {ROUNDS} rounds: {large:.0f} ms (at most {PAGE_MS})")
        print(f"  8 players, 3 rounds: {small:.0f} ms")
        print(f"  queries: {large_queries}; of the small event {small_queries} (must be equal)")
        event = entered(players(LARGE, "x"), 9)
        begun, cpu = perf_counter(), process_time()
        start(tournament_id=event.pk, now=T0, seed=7)
        wall, cpu = perf_counter() - begun, process_time() - cpu
        games = MatchGame.objects.filter(match__round__tournament=event, game__isnull=False).count()
        print(f"start of {LARGE} entrants, {games} games: {cpu:.1f} s, {wall:.1f} s on the clock (at most {START_S})")
        assert Move.objects.count() == 0
        assert Round.objects.filter(tournament=event).count() == 1
    finally:
        runner.teardown_databases(databases)
    return int(large > PAGE_MS or small_queries != large_queries or cpu > START_S)


if __name__ == "__main__":
    sys.exit(main())
