"""What the demo shows: a finished championship, a league in play, an event open for entries, a few challenges."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random

from accounts.models import Notification, User
from games.services.challenges import create_challenge
from tournaments.models import Tournament
from tournaments.services.entries import enter
from tournaments.services.organise import create_tournament, publish
from tournaments.services.running import start

from .people import ACCOUNTS, make_accounts
from .records import Stock
from .replay import Replay

SEED = 20261130  # the same demo on every machine, but for its dates

CHAMPIONSHIP = """The yearly championship of the demo. Everybody meets everybody, once with each colour.

* **Full set** with mosquito, ladybug and pillbug
* Tournament opening: no queen on the first turn
* Three days a move; the third repetition draws

All games are taken from public records of real play.
"""
LEAGUE = """Base game only. All games run at the same time: play them in any order, at your own pace."""
OPEN = """Open to everybody, newcomers most welcome. Enter, and the event starts by itself when its time has come."""


def load(*, now: datetime, say: Callable[[str], None]) -> None:
    """Fill an empty site. ``now`` is the end of the story: games not over by then are still in play."""
    random = Random(SEED)  # noqa: S311  # which recorded game goes to whom is no secret
    users = make_accounts(joined_at=now - timedelta(days=120))
    strengths = {account.name: account.strength for account in ACCOUNTS}
    replay = Replay(stock=Stock(random), strengths=strengths, random=random)
    names = list(users)

    say("  the finished championship ...")
    began = now - timedelta(days=100)
    championship = _event(
        users, names[:6], began, name="Bikupa Championship", description=CHAMPIONSHIP, game_type="Base+MLP"
    )
    replay.seat(championship, now=began, lost_on_time=1)
    replay.run(until=now - timedelta(days=22))

    say("  the league in play ...")
    began = now - timedelta(days=19)
    league = _event(
        users,
        names[2:],
        began,
        name="Skep League, group A",
        description=LEAGUE,
        game_type="Base",
        time_control="5d+12h/10d",
    )
    replay.seat(league, now=began)
    replay.run(until=now)

    _open_event(users, names[4:7], now)
    _challenges(users, now)
    # What the past told the players is no news, and nobody reads the mail of the demo.
    Notification.objects.update(mail=Notification.Mail.UNWANTED, read_at=now)


def _event(users: dict[str, User], names: list[str], began: datetime, **rules: str) -> Tournament:
    """An event with these entrants, started at ``began``."""
    organiser = users["skep"]
    tournament = create_tournament(organiser=organiser, now=began - timedelta(days=10), **rules)
    publish(tournament_id=tournament.pk, actor=organiser, now=began - timedelta(days=9))
    for hours, name in enumerate(names):
        enter(tournament_id=tournament.pk, user=users[name], now=began - timedelta(days=8) + timedelta(hours=hours))
    return start(tournament_id=tournament.pk, actor=organiser, now=began)


def _open_event(users: dict[str, User], names: list[str], now: datetime) -> None:
    organiser = users["skep"]
    starts_at = (now + timedelta(days=6)).replace(hour=18, minute=0, second=0, microsecond=0)
    tournament = create_tournament(
        organiser=organiser,
        now=now,
        name="Open Round Robin",
        description=OPEN,
        seats=8,
        games_per_pairing=2,
        time_control="3d",
        starts_at=starts_at,
    )
    publish(tournament_id=tournament.pk, actor=organiser, now=now)
    for name in names:
        enter(tournament_id=tournament.pk, user=users[name], now=now)


def _challenges(users: dict[str, User], now: datetime) -> None:
    offers = (
        ("waggle", "Base+MLP", "3d", True, "random"),
        ("elytra", "Base", "14d total", True, "black"),
        ("nectar", "Base+LP", "2d", False, "random"),
    )
    for name, game_type, time_control, rated, colour in offers:
        create_challenge(
            challenger=users[name],
            visibility="open",
            game_type=game_type,
            opening_rule="no_queen_first",
            repetition_rule="threefold",
            time_control=time_control,
            rated=rated,
            colour=colour,
            now=now,
        )
