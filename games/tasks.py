"""Celery's way into games: each task reads the clock, calls one service and returns a count."""

from celery import shared_task
from django.utils import timezone

from games import idempotency
from games.selectors.practice import games_left_to_bots
from games.services import challenges, flags, pauses, practice


@shared_task  # type: ignore[untyped-decorator]
def sweep_flags() -> int:
    """End the games whose time is up."""
    return flags.sweep_flags(now=timezone.now())


@shared_task  # type: ignore[untyped-decorator]
def warn_low_clocks() -> int:
    """Warn players whose time runs low."""
    return flags.warn_low_clocks(now=timezone.now())


@shared_task  # type: ignore[untyped-decorator]
def resume_due_games() -> int:
    """Let the games go on whose pause is over."""
    return pauses.resume_due_games(now=timezone.now())


@shared_task  # type: ignore[untyped-decorator]
def expire_challenges() -> int:
    """Close challenges that nobody answered."""
    return challenges.expire_challenges(now=timezone.now())


@shared_task  # type: ignore[untyped-decorator]
def purge_idempotency() -> int:
    """Forget the answers kept for retries that will not come any more."""
    return idempotency.purge_answers(now=timezone.now())


@shared_task  # type: ignore[untyped-decorator]
def play_bot(*, game_id: int) -> int:
    """Let the computer act in one game, if it has something to do there."""
    return int(practice.bot_move(game_id=game_id, now=timezone.now()))


@shared_task  # type: ignore[untyped-decorator]
def play_bots() -> int:
    """Send the computer to games whose task was lost. A task for each, because each is seconds of thinking."""
    games = games_left_to_bots(timezone.now())
    for game_id in games:
        play_bot.delay(game_id=game_id)
    return len(games)
