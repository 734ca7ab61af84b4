"""What the demo shows: a finished championship, a league in play, an event open for entries, a few challenges."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random
from typing import Any

from accounts.models import Notification, User
from games.models import Game
from games.services.challenges import accept_challenge, create_challenge
from tournaments.models import Tournament
from tournaments.services.entries import enter
from tournaments.services.organise import create_tournament, publish
from tournaments.services.running import start

from .people import ACCOUNTS, make_accounts
from .records import Stock
from .replay import Replay

SEED = 20261130  # the same demo on every machine, but for its dates

CHAMPIONSHIP = """The final group of the demo's championship. Everybody meets everybody in a match of six games.

* **Full set** with mosquito, ladybug and pillbug
* Tournament opening: no queen on the first turn
* Three days a move; the third repetition draws

All games are taken from public records of real play.
"""
LEAGUE = """Base game only. All games run at the same time: play them in any order, at your own pace."""
OPEN = """Open to everybody, newcomers most welcome. A Double Swiss: in each round two games against one opponent.

Enter, and the event starts by itself when its time has come."""


def load(*, now: datetime, say: Callable[[str], None]) -> None:
    """Fill an empty site. ``now`` is the end of the story: games not over by then are still in play."""
    random = Random(SEED)  # noqa: S311  # which recorded game goes to whom is no secret
    users = make_accounts(joined_at=now - timedelta(days=120))
    strengths = {account.name: account.strength for account in ACCOUNTS}
    replay = Replay(stock=Stock(random), strengths=strengths, random=random)
    names = list(users)

    say("  friendly games ...")
    began = now - timedelta(days=95)
    for white, black in (("skep", "mandible"), ("waggle", "propolis")) * 2:
        for first, second in ((white, black), (black, white)):
            replay.sit(_friendly(users[first], users[second], began, random), now=began)
    replay.run(until=now - timedelta(days=53))

    say("  the finished championship ...")
    began = now - timedelta(days=53)
    championship = _event(
        users,
        names[:4],
        began,
        name="Bikupa Championship, final",
        description=CHAMPIONSHIP,
        game_type="Base+MLP",
        games_per_pairing=6,
        seats=4,
    )
    replay.seat(championship, now=began, lost_on_time=1)
    replay.run(until=now - timedelta(days=1))

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


def _friendly(white: User, black: User, at: datetime, random: Random) -> Game:
    """A rated game by direct challenge, accepted at once."""
    challenge = create_challenge(
        challenger=white,
        visibility="direct",
        opponent=black,
        game_type="Base+MLP",
        opening_rule="no_queen_first",
        repetition_rule="threefold",
        time_control="2d",
        rated=True,
        colour="white",
        now=at,
    )
    return accept_challenge(challenge_id=challenge.pk, player=black, now=at, rng=random)


def _event(users: dict[str, User], names: list[str], began: datetime, **rules: Any) -> Tournament:
    """An event with these entrants, started at ``began``."""
    organiser = users["skep"]
    rules = {"format": "round_robin", **rules}
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
        name="Winter Open",
        format="double_swiss",
        description=OPEN,
        seats=32,
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
