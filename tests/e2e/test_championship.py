"""An event that runs itself: programs play, some stop, Celery ends their games, and the tables come out right."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path

from .championship import Championship, sleep_some
from .harness import PATIENCE, Site, e2e, running_site, wait_until

KILLS = 12  # starting processes takes all of two processors, and other tests want them too


@e2e
def test_a_round_robin_played_by_programs_runs_to_its_end_round_by_round(tmp_path: Path) -> None:
    with running_site(tmp_path) as site:
        site.start("web", "worker", "beat")
        event = Championship(site, time_control="10s", pacing="by_round")
        event.begin(pause=0.2)
        wait_until("the event has ended", event.is_over, seconds=3 * PATIENCE)
        event.end()
        event.check_tables()
        event.check_rows()
        rounds = event.get("rounds/")
        assert [(number["number"], number["status"]) for number in rounds] == [(n, "finished") for n in range(1, 6)]
        for earlier, later in pairwise(rounds):
            assert earlier["finished_at"] <= later["started_at"]


@e2e
def test_killing_worker_beat_and_web_at_random_loses_and_doubles_nothing(tmp_path: Path) -> None:
    seed = random.SystemRandom().randrange(1 << 32)
    print(f"seed {seed}")  # noqa: T201  (shown when the test fails)
    chance = random.Random(seed)
    with running_site(tmp_path) as site:
        site.start("web", "worker", "beat")
        # Longer than a server is away and the API then waits for the answer of the one that died: the programs lose on
        # time only where they stop.
        event = Championship(site, time_control="90s", pacing="all_at_once")
        event.begin(pause=0.5)
        while not event.is_over() and (len(site.kills) < KILLS or len(set(site.kills)) < 3):
            kill_and_start_again(site, chance)
        wait_until("the event has ended", event.is_over, seconds=3 * PATIENCE)
        event.end()
        assert set(site.kills) == {"web", "worker", "beat"}, site.kills
        event.check_tables()
        event.check_rows()


def kill_and_start_again(site: Site, chance: random.Random) -> None:
    """Kill one, two or all three processes, leave them dead for a moment, and start them again."""
    sleep_some(chance, 2, 6)
    victims = chance.sample(sorted(site.running), chance.randint(1, 3))
    for name in victims:
        site.kill(name)
    sleep_some(chance, 0, 2)
    site.start(*victims)
