"""How often each sweep looks. Deadlines themselves are rows in the database."""

from typing import Any


def beat_schedule(flag_sweep_seconds: float) -> dict[str, dict[str, Any]]:
    """Return the schedule for Celery beat.

    ``expires``: a worker that was down must not wake to a heap of old sweeps.
    """
    every = {
        "games.tasks.sweep_flags": flag_sweep_seconds,
        "games.tasks.warn_low_clocks": 30.0,
        "games.tasks.resume_due_games": 5.0,
        "games.tasks.expire_challenges": 60.0,
        "games.tasks.purge_idempotency": 3600.0,
        "games.tasks.play_bots": 10.0,
        "accounts.tasks.deliver_mail": 20.0,
        "accounts.tasks.remove_unconfirmed": 3600.0,
        "tournaments.tasks.repair_results": 10.0,
        "tournaments.tasks.collect_news": 15.0,
        "tournaments.tasks.deliver_webhooks": 10.0,
        "tournaments.tasks.open_due_events": 10.0,
        "tournaments.tasks.start_due_tournaments": 10.0,
        "tournaments.tasks.open_due_rounds": 10.0,
        "tournaments.tasks.look_at_rounds": 20.0,
    }
    return {
        task.rpartition(".")[2]: {"task": task, "schedule": seconds, "options": {"expires": seconds}}
        for task, seconds in every.items()
    }
