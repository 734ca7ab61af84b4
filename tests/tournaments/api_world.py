"""A site with everybody who has a role and an event in every state, made once for tables of what each door answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from rest_framework.test import APIClient

from games.models import Game
from tests.tournaments.events import end_game, event, player
from tournaments.models import Match, MatchGame, Official, Tournament, Webhook
from tournaments.services import claims, pairing_desk, rulings
from tournaments.services.entries import enter, request_bye
from tournaments.services.entry_decisions import add_entrants, invite
from tournaments.services.organise import create_tournament
from tournaments.services.running import record_result, start
from tournaments.services.withdrawals import withdraw_entrant

# signed out; e-mail not confirmed; of no event; plays; arbiter who plays; who runs the events in each role; site staff
ROLES = ("visitor", "unverified", "stranger", "entrant", "playing", "owner", "director", "pairing", "arbiter",
         "appeals", "staff")  # fmt: skip
OTHERS = ("other", "fifth", "sixth", "guest")
HOUR = timedelta(hours=1)


ALL = ("before_start", "swiss", "desk", "robin", "knock_out", "over")


class World:
    """``clients`` by role, and the ``ids`` that paths and bodies need."""

    def __init__(self, parts: Iterable[str] = ALL) -> None:
        self.now = timezone.now()
        self.began = self.now - 5 * HOUR
        self.users = {role: player(role, verified=role != "unverified") for role in ROLES[1:] + OTHERS}
        self.users["staff"].is_staff = True
        self.users["staff"].save()
        self.clients = {role: APIClient() for role in ROLES}
        for role in ROLES[1:]:
            self.clients[role].force_authenticate(self.users[role])  # tokens are tested elsewhere
        self.ids: dict[str, Any] = {}
        for part in parts:
            getattr(self, f"_{part}")()

    def path(self, path: str) -> str:
        """A path with the ids of this world in place of their names."""
        return path.format(**self.ids)

    def body(self, body: Any) -> Any:
        """A body with ids in place of names such as ``"{slot}"``."""
        if isinstance(body, dict):
            return {name: self.body(value) for name, value in body.items()}
        if isinstance(body, list):
            return [self.body(value) for value in body]
        if isinstance(body, str) and body.startswith("{"):
            return self.ids[body[1:-1]]
        return body

    def _owned(self, name: str, *names: str, **rules: Any) -> Tournament:
        """An announced event with its officials and these entrants, named ``name`` in the table."""
        values = {"name": name.title() + " cup", "time_control": "3d", "rated": False, "seats": 8, **rules}
        made = event(self.users["owner"], now=self.began, **values)
        self._officials(made)
        for entrant in names:
            enter(tournament_id=made.pk, user=self.users[entrant], now=self.began)
        self.ids[name] = made.pk
        return made

    def _officials(self, made: Tournament) -> None:
        roles = {"playing": "arbiter", **{role: role for role in ("director", "pairing", "arbiter", "appeals")}}
        Official.objects.bulk_create(
            Official(tournament=made, user=self.users[name], role=role, given_at=self.began)
            for name, role in roles.items()
        )

    def _running(self, name: str, *names: str, **rules: Any) -> Tournament:
        made = self._owned(name, *names, **rules)
        return start(tournament_id=made.pk, actor=self.users["owner"], now=self.began + HOUR)

    def _by(self, name: str, made: Tournament) -> dict[str, Any]:
        return {"tournament_id": made.pk, "actor": self.users[name], "now": self.began + 2 * HOUR}

    def _entry(self, made: Tournament, name: str) -> int:
        return made.entrants.get(user=self.users[name]).pk

    def _slot(self, made: Tournament, one: str, other: str) -> MatchGame:
        names = (one, other)
        return MatchGame.objects.get(
            match__round__tournament=made, white__user__name__in=names, black__user__name__in=names
        )

    def _before_start(self) -> None:
        draft = create_tournament(organiser=self.users["owner"], now=self.began, name="Draft event")
        self._officials(draft)
        self.ids["draft"] = draft.pk
        check_in = {"check_in_opens_at": self.now - HOUR, "starts_at": self.now + 24 * HOUR}
        opened = self._owned("open", "other", entry="approval", **check_in)
        add_entrants(**self._by("owner", opened), names=["entrant"])
        self.ids["applicant"] = self._entry(opened, "other")
        self.ids["seat"] = self._entry(opened, "entrant")
        self.ids["official"] = opened.officials.get(user=self.users["arbiter"]).pk
        hook = Webhook.objects.create(
            tournament=opened, kind="json", url="https://93.184.216.34/", secret="s", created_at=self.began
        )
        self.ids["hook"] = hook.pk
        self._owned("seated", "entrant", "other")
        invite(**self._by("owner", self._owned("invitation", entry="invitation")), names=["entrant"])

    def _swiss(self) -> None:
        """Round 1 is on, and nobody has moved."""
        made = self._running(
            "swiss",
            "entrant",
            "playing",
            "other",
            "fifth",
            "sixth",
            "guest",
            format="dutch",
            rounds=3,
            pacing="by_hand",
        )
        section = made.sections.get()
        stored = pairing_desk.start_round(**self._by("owner", made), section_id=section.pk)
        request_bye(tournament_id=made.pk, user=self.users["entrant"], round_number=3, now=self.began + 2 * HOUR)
        slots = list(MatchGame.objects.filter(match__round=stored).select_related("white__user", "black__user"))
        own = next(slot for slot in slots if "playing" in (slot.white.user.name, slot.black.user.name))
        slot = next(slot for slot in slots if slot.pk != own.pk)
        rivals = [side for side in (own.white, own.black) if side.user.name != "playing"]
        self.ids |= {
            "swiss_section": section.pk, "round": stored.pk, "slot": slot.pk, "own_slot": own.pk,
            "far": slot.white_id, "rival": rivals[0].pk,
        }  # fmt: skip

    def _desk(self) -> None:
        """No round is published; one is previewed, and two entrants are kept apart."""
        made = self._running("desk", "entrant", "other", "fifth", "sixth", format="dutch", rounds=2, pacing="by_hand")
        by, section = self._by("owner", made), made.sections.get().pk
        first, second = self._entry(made, "fifth"), self._entry(made, "sixth")
        pair = pairing_desk.forbid_pair(**by, first_id=first, second_id=second, reason="Kin")
        pairing_desk.preview_round(**by, section_id=section)
        self.ids |= {"desk_section": section, "pair": pair.pk, "one": self._entry(made, "entrant"), "two": first}

    def _robin(self) -> None:
        """All games are on; there are rulings, claims and an appeal, and one has left."""
        made = self._running("robin", "entrant", "playing", "other", "fifth", games_per_pairing=1)
        by = self._by("director", made)
        mine, own, far = (
            self._slot(made, one, other)
            for one, other in (("entrant", "other"), ("entrant", "playing"), ("other", "fifth"))
        )
        asked = {"user": self.users["entrant"], "now": by["now"], "text": "My opponent had help."}
        claim = claims.raise_claim(game_id=mine.game_id or 0, kind="claim", **asked)
        own_claim = claims.raise_claim(game_id=own.game_id or 0, kind="claim", **asked)
        ruled = self._slot(made, "entrant", "fifth")
        rulings.set_result(**by, match_game_id=ruled.pk, result="draw", reason="Agreed.")
        appeal = claims.raise_claim(game_id=ruled.game_id or 0, kind="appeal", **asked)
        ruling = rulings.set_result(**by, match_game_id=far.pk, result="white", reason="Agreed.")
        self.ids |= {
            "robin_section": made.sections.get().pk, "claim": claim.pk, "own_claim": own_claim.pk, "appeal": appeal.pk,
            "ruling": ruling.pk, "mine": mine.game_id,
        }  # fmt: skip
        cup = self._running("cup", "entrant", "other", "fifth", games_per_pairing=1)
        self.ids["newcomer"] = self._entry(cup, "other")
        gone = self._entry(cup, "fifth")
        withdraw_entrant(**self._by("director", cup), entrant_id=gone, reason="Ill.")
        self.ids["left"] = gone

    def _knock_out(self) -> None:
        """The first round is over, the final has not begun."""
        names = ("entrant", "other", "fifth", "sixth")
        made = self._running(
            "knock_out", *names, format="knock_out", games_per_pairing=1, bye_points=2, pacing="by_hand"
        )
        section = made.sections.get()
        pairing_desk.start_round(**self._by("owner", made), section_id=section.pk)
        self._play(made)
        match = Match.objects.filter(round__section=section).order_by("board").first()
        assert match is not None
        self.ids |= {"tree": section.pk, "match": match.pk, "winner": match.first_id}

    def _over(self) -> None:
        for name, approval in (("waiting", "arbiter"), ("finished", "automatic")):
            self._play(self._running(name, "entrant", "other", games_per_pairing=1, approval=approval))

    def _play(self, made: Tournament) -> None:
        for game in Game.objects.filter(match_game__match__round__tournament=made, status="in_progress"):
            end_game(game.pk, "white", now=self.began + 3 * HOUR)
            record_result(game_id=game.pk, now=self.began + 3 * HOUR)


@contextmanager
def rolled_back() -> Iterator[None]:
    """What happens inside is undone. The services insist on being the outermost transaction but a test case's."""
    block = transaction.atomic()
    block._from_testcase = True
    with block:
        yield
        transaction.set_rollback(True)
