"""What is said in an event: claims and their answers, announcements, and the record."""

from __future__ import annotations

from typing import Any, cast

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import generics
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.problems import problems
from accounts.errors import Forbidden, NotFound
from accounts.models import User
from games.api.answers import viewer_of
from games.api.idempotency import IDEMPOTENCY_KEY, Attempt, answer_once
from games.models import Game
from tournaments.models import AuditEntry, Claim, MatchGame
from tournaments.permissions import Act
from tournaments.selectors.claims import claims_of, claims_of_game
from tournaments.selectors.roles import may_do
from tournaments.selectors.story import announcements_of, record_of
from tournaments.services.announcements import announce
from tournaments.services.claims import decide_claim, raise_claim, take_back_claim

from .doors import PUBLIC, door, event_in_charge, read, visible_event
from .news_shapes import RecordSerializer
from .ruling_shapes import (
    AnnouncementSerializer,
    ClaimSerializer,
    NewAnnouncementSerializer,
    NewClaimSerializer,
    VerdictSerializer,
)


class AnnouncementList(APIView):
    @read("announcements", AnnouncementSerializer(many=True), *PUBLIC)
    def get(self, request: Request, pk: int) -> Response:
        """What the officials have told the entrants, newest first."""
        return Response(AnnouncementSerializer(announcements_of(visible_event(pk, request)), many=True).data)


AnnouncementsView = door(
    "announce",
    announce,
    _("Tell every entrant, under the bell and by mail."),
    answer=AnnouncementSerializer,
    body=NewAnnouncementSerializer,
    base=AnnouncementList,
)


@extend_schema_view(
    get=extend_schema(
        operation_id="claims",
        tags=["tournaments"],
        description="Claims and appeals of the event, open ones first, for officials.",
        responses={200: ClaimSerializer(many=True), **problems(400, 401, 403, 404, 429)},
    )
)
class ClaimsView(generics.ListAPIView[Claim]):
    serializer_class = ClaimSerializer
    queryset = Claim.objects.none()
    filter_backends = ()

    def get_queryset(self) -> QuerySet[Claim]:
        return claims_of(event_in_charge(self.kwargs["pk"], self.request, Act.SEE_CONSOLE))


DecideClaimView = door(
    "decide_claim",
    decide_claim,
    _("Answer a claim or an appeal. What follows for the game is a ruling of its own."),
    answer=ClaimSerializer,
    body=VerdictSerializer,
)


def _take_back(*, tournament_id: int, claim_id: int, user: User, now: Any) -> Claim:
    if not Claim.objects.filter(pk=claim_id, tournament_id=tournament_id).exists():
        raise NotFound(_("There is no such claim of yours."), code="no_such_claim")
    return take_back_claim(claim_id=claim_id, user=user, now=now)


TakeBackClaimView = door(
    "take_back_claim",
    _take_back,
    _("Take my own claim back while nobody has answered it."),
    answer=ClaimSerializer,
    asks_as="user",
)


class GameClaimsView(APIView):
    @read("game_claims", ClaimSerializer(many=True), 401, 403)
    def get(self, request: Request, pk: int) -> Response:
        """What was asked about a game of an event: a player sees the own claims, an official all."""
        _require_game(pk)
        viewer = viewer_of(request)
        if viewer is None:
            raise NotAuthenticated
        slot = MatchGame.objects.select_related("match__round__tournament", "white", "black").filter(game_id=pk).first()
        if slot is not None and may_do(viewer, slot.match.round.tournament, Act.SEE_CONSOLE):
            return Response(ClaimSerializer(claims_of_game(slot), many=True).data)
        if slot is None or viewer.pk not in (slot.white.user_id, slot.black.user_id):
            raise Forbidden(_("Only the two players of this game can do that."), code="not_a_player")
        return Response(ClaimSerializer(claims_of_game(slot, viewer), many=True).data)

    @extend_schema(
        operation_id="raise_claim",
        tags=["tournaments"],
        parameters=[IDEMPOTENCY_KEY],
        request=NewClaimSerializer,
        responses={200: ClaimSerializer, **problems(400, 401, 403, 404, 409, 413, 415, 429)},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Ask the arbiters about my own game (`claim`), or the appeals committee about a decision (`appeal`)."""
        _require_game(pk)
        sent = NewClaimSerializer(data=request.data)
        sent.is_valid(raise_exception=True)

        def work(attempt: Attempt) -> Response:
            user = cast(User, request.user)
            claim = raise_claim(game_id=pk, user=user, now=attempt.received_at, **sent.validated_data)
            return Response(ClaimSerializer(claim).data)

        return answer_once(request, work)


def _require_game(pk: int) -> None:
    if not Game.objects.filter(pk=pk).exists():
        raise NotFound(_("There is no such game."), code="no_such_game")


@extend_schema_view(
    get=extend_schema(
        operation_id="record",
        tags=["tournaments"],
        description=(
            "The record of the event, newest first: what was done, by whom and why. "
            "Officials also see what is for them alone, and what stood before and after."
        ),
        responses={200: RecordSerializer(many=True), **problems(400, 401, 404, 429)},
    )
)
class RecordView(generics.ListAPIView[AuditEntry]):
    serializer_class = RecordSerializer
    queryset = AuditEntry.objects.none()
    filter_backends = ()
    full = False

    def get_queryset(self) -> QuerySet[AuditEntry]:
        event = visible_event(self.kwargs["pk"], self.request)
        self.full = may_do(viewer_of(self.request), event, Act.SEE_FULL_RECORD)
        return record_of(event, full=self.full)

    def get_serializer_context(self) -> dict[str, Any]:
        return {**super().get_serializer_context(), "full": self.full}
