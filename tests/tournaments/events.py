"""Players, events and results for the tests of events, made by the services themselves."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.db import transaction

from accounts.models import User
from games.models import Game, Rating
from games.pools import pool_of
from games.services.endings import finish
from games.services.lock import lock_game
from tournaments.models import Entrant, MatchGame, Tournament
from tournaments.services.entries import enter
from tournaments.services.organise import create_tournament, publish
from tournaments.services.running import record_result, start

T0 = datetime(2026, 11, 30, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
NAMES = ("anna", "bertil", "cesar", "david", "erik", "filip", "gustav", "helge", "ivar", "johan", "kalle", "ludvig",
         "martin", "niklas", "olof", "petter", "qvintus", "rudolf", "sigurd", "tore")  # fmt: skip


def player(name: str, *, rating: float | None = None, verified: bool = True, **fields: Any) -> User:
    user = User.objects.create_user(name, f"{name}@example.org", "a long password", **fields)
    EmailAddress.objects.create(user=user, email=user.email, verified=verified, primary=True)
    if rating is not None:
        Rating.objects.create(user=user, pool=pool_of("Base+MLP"), value=rating, deviation=60, volatility=0.06)
    return user


def players(count: int) -> list[User]:
    """Players with falling ratings, so that the first named is the first seed."""
    return [player(name, rating=2000 - 50 * place) for place, name in enumerate(NAMES[:count])]


def event(organiser: User, *, now: datetime = T0, **rules: Any) -> Tournament:
    """A published event."""
    values = {"name": "Club round robin", "format": "round_robin", **rules}
    draft = create_tournament(organiser=organiser, now=now, **values)
    return publish(tournament_id=draft.pk, actor=organiser, now=now)


def started(users: list[User], *, now: datetime = T0, **rules: Any) -> Tournament:
    """A running event of these players; the first organises it."""
    published = event(users[0], now=now, **rules)
    for place, user in enumerate(users):
        enter(tournament_id=published.pk, user=user, now=now + timedelta(seconds=place))
    return start(tournament_id=published.pk, actor=users[0], now=now + HOUR)


def end_game(
    game_id: int, result: str, *, now: datetime = T0 + 2 * HOUR, ending: str = "resignation", ply: int = 20
) -> None:
    """End a game, after ``ply`` moves, as the games app does, with everything that follows from it."""
    with transaction.atomic():
        game = lock_game(game_id)
        game.ply = ply
        finish(game, result=result, ending=ending, at=now, now=now)


def decide(
    tournament: Tournament, results: dict[tuple[str, str], str], *, now: datetime = T0 + 2 * HOUR, **options: Any
) -> None:
    """End games by the names of (White, Black), and count each as the task does."""
    for (white, black), result in results.items():
        slot = MatchGame.objects.get(
            match__round__tournament=tournament, white__user__name=white, black__user__name=black
        )
        assert slot.game_id is not None, f"{white} - {black} has not begun"
        end_game(slot.game_id, result, now=now, **options)
        assert record_result(game_id=slot.game_id, now=now)


def open_games(tournament: Tournament) -> list[Game]:
    slots = MatchGame.objects.filter(match__round__tournament=tournament, game__status="in_progress")
    in_order = slots.select_related("game").order_by("match__round__number", "match__board", "number")
    return [slot.game for slot in in_order]


def entrant(tournament: Tournament, name: str) -> Entrant:
    return Entrant.objects.get(tournament=tournament, user__name=name)
