"""An arbiter for tests, and short ways to rule."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from tests.tournaments.events import HOUR, T0, player
from tournaments.models import AuditEntry, MatchGame, Official, Ruling, Tournament
from tournaments.selectors.record import record_differences
from tournaments.services.rulings import set_result

LATER = T0 + 30 * HOUR


def official(event: Tournament, role: str = "arbiter", name: str = "judge") -> User:
    """Somebody with a role who does not play."""
    user = player(name)
    Official.objects.create(tournament=event, user=user, role=role, given_at=T0)
    return user


def game_of(event: Tournament, white: str, black: str) -> MatchGame:
    return MatchGame.objects.select_related("game", "match__round").get(
        match__round__tournament=event, white__user__name=white, black__user__name=black
    )


def rule(event: Tournament, judge: User, slot: MatchGame, result: str, **more: Any) -> Ruling:
    values = {"reason": "So it is.", "now": LATER, **more}
    return set_result(tournament_id=event.pk, actor=judge, match_game_id=slot.pk, result=result, **values)


def acts(event: Tournament) -> list[str]:
    return list(AuditEntry.objects.filter(tournament=event).values_list("act", flat=True))


def last(event: Tournament, act: str) -> AuditEntry:
    entry = AuditEntry.objects.filter(tournament=event, act=act).last()
    assert entry is not None, f"nothing in the record of {act}"
    return entry


def assert_replays(event: Tournament) -> None:
    """The record alone tells the same event as the tables."""
    event.refresh_from_db()
    assert record_differences(event) == []
