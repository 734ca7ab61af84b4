"""Challenges: look for one, make one, answer one."""

from __future__ import annotations

import random
from typing import Any, cast
from uuid import UUID

import django_filters
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.arrival import received_at
from accounts.api.problems import problems
from accounts.errors import NotFound, ValidationFailed
from accounts.models import User
from accounts.selectors import player_named
from games.models import Challenge
from games.models.choices import GameTypeChoice
from games.services.challenges import accept_challenge, create_challenge, decline_challenge, withdraw_challenge

from .answers import viewer_of
from .challenge_serializers import ChallengeSerializer, ChallengeTokenSerializer, NewChallengeSerializer
from .idempotency import IDEMPOTENCY_KEY, Attempt, answer_once

TOKEN = OpenApiParameter("token", UUID, description="Of a private challenge: the last part of its link.")


def visible_challenges(viewer: User | None) -> QuerySet[Challenge]:
    """Return the challenges that ``viewer`` may find: open ones, and those from or to the viewer."""
    mine = Q(challenger=viewer) | Q(opponent=viewer) if viewer is not None else Q(pk=None)
    everybody = Q(visibility=Challenge.Visibility.OPEN)
    return Challenge.objects.filter(everybody | mine).select_related("challenger", "opponent").order_by("-pk")


class ChallengeFilter(django_filters.FilterSet):  # type: ignore[misc]
    status = django_filters.ChoiceFilter(choices=Challenge.Status.choices)
    visibility = django_filters.ChoiceFilter(choices=Challenge.Visibility.choices)
    game_type = django_filters.ChoiceFilter(choices=GameTypeChoice.choices)
    rated = django_filters.BooleanFilter()
    mine = django_filters.BooleanFilter(method="from_or_to_me", help_text=_("Only those from or to me, or without."))

    class Meta:
        model = Challenge
        fields: tuple[str, ...] = ()

    def from_or_to_me(self, found: QuerySet[Challenge], name: str, value: bool) -> QuerySet[Challenge]:
        viewer = self.request.user if self.request is not None and isinstance(self.request.user, User) else None
        if viewer is None:
            return found.none() if value else found
        mine = Q(challenger=viewer) | Q(opponent=viewer)
        return found.filter(mine) if value else found.exclude(Q(challenger=viewer)).exclude(Q(opponent=viewer))


def _shown(challenge: Challenge, request: Request) -> dict[str, Any]:
    fresh = Challenge.objects.select_related("challenger", "opponent").get(pk=challenge.pk)
    return ChallengeSerializer(fresh, context={"request": request}).data


@extend_schema_view(
    get=extend_schema(
        operation_id="challenges",
        tags=["challenges"],
        description="Open challenges, and those from or to me, newest first. Without `status`: those still waiting.",
        responses={200: ChallengeSerializer(many=True), **problems(400, 401, 404, 429)},
    )
)
class ChallengesView(generics.ListAPIView[Challenge]):
    serializer_class = ChallengeSerializer
    filterset_class = ChallengeFilter
    queryset = Challenge.objects.none()

    def get_queryset(self) -> QuerySet[Challenge]:
        found = visible_challenges(viewer_of(self.request))
        if "status" not in self.request.query_params:
            return found.filter(status=Challenge.Status.OPEN, expires_at__gt=received_at(self.request))
        return found

    @extend_schema(
        operation_id="create_challenge",
        tags=["challenges"],
        parameters=[IDEMPOTENCY_KEY],
        request=NewChallengeSerializer,
        responses={201: ChallengeSerializer, **problems(400, 401, 403, 409, 413, 415, 429)},
    )
    def post(self, request: Request) -> Response:
        """Offer a game: to everybody, to one player, or to whoever has the private link."""
        fields = NewChallengeSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        terms = dict(fields.validated_data)
        terms["opponent"] = _opponent(terms["opponent"])
        terms.setdefault("visibility", "direct" if terms["opponent"] else "open")
        user = cast(User, request.user)

        def work(attempt: Attempt) -> Response:
            challenge = _made_before(user, attempt) if attempt.again else None
            if challenge is None:
                challenge = create_challenge(challenger=user, now=attempt.received_at, **terms)
            return Response(_shown(challenge, request), status=201)

        return answer_once(request, work)


def _opponent(name: str | None) -> User | None:
    if name is None:
        return None
    player = player_named(name)
    if player is None:
        raise ValidationFailed(
            _("One or more fields are wrong: see `errors`."),
            errors={"opponent": [_("There is no player of this name.")]},
        )
    return player


def _made_before(user: User, attempt: Attempt) -> Challenge | None:
    """Return the challenge that an earlier go at this very request made: it has the request's own time."""
    return Challenge.objects.filter(challenger=user, created_at=attempt.received_at).first()


def find_challenge(pk: int, request: Request, token: UUID | None = None) -> Challenge:
    """Return a challenge that whoever asks may see, by right or by its token.

    :raises NotFound: there is none, or it is somebody else's.
    """
    found = visible_challenges(viewer_of(request)).filter(pk=pk).first()
    if found is None and token is not None:
        found = Challenge.objects.select_related("challenger", "opponent").filter(pk=pk, token=token).first()
    if found is None:
        raise NotFound(_("There is no such challenge."), code="no_such_challenge")
    return found


class ChallengeView(APIView):
    @extend_schema(
        operation_id="challenge",
        tags=["challenges"],
        parameters=[TOKEN],
        responses={200: ChallengeSerializer, **problems(400, 401, 404, 429)},
    )
    def get(self, request: Request, pk: int) -> Response:
        """One challenge; a private one with its token."""
        challenge = find_challenge(pk, request, _token_in(request.query_params))
        return Response(ChallengeSerializer(challenge, context={"request": request}).data)


def _token_in(data: Any) -> UUID | None:
    given = {"token": data["token"]} if "token" in data else {}
    fields = ChallengeTokenSerializer(data=given)
    fields.is_valid(raise_exception=True)
    return cast("UUID | None", fields.validated_data["token"])


class AcceptView(APIView):
    @extend_schema(
        operation_id="accept_challenge",
        tags=["challenges"],
        parameters=[IDEMPOTENCY_KEY, TOKEN],
        request=ChallengeTokenSerializer,
        responses={200: ChallengeSerializer, **problems(400, 401, 403, 404, 409, 413, 415, 429)},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Accept: the game starts at once, and `game` is its id. Done twice, it is the same game."""
        fields = ChallengeTokenSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        token = fields.validated_data["token"] or _token_in(request.query_params)
        challenge = find_challenge(pk, request, token)
        user = cast(User, request.user)

        def work(attempt: Attempt) -> Response:
            accept_challenge(
                challenge_id=pk,
                player=user,
                token=None if token is None else str(token),
                now=attempt.received_at,
                rng=random.SystemRandom(),
            )
            return Response(_shown(challenge, request))

        return answer_once(request, work)


class DeclineView(APIView):
    @extend_schema(
        operation_id="decline_challenge",
        tags=["challenges"],
        request=None,
        responses={200: ChallengeSerializer, **problems(401, 403, 404, 409, 429)},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Decline a challenge that was made to you."""
        challenge = find_challenge(pk, request)
        decline_challenge(challenge_id=pk, player=cast(User, request.user), now=received_at(request))
        return Response(_shown(challenge, request))


class WithdrawView(APIView):
    @extend_schema(
        operation_id="withdraw_challenge",
        tags=["challenges"],
        request=None,
        responses={200: ChallengeSerializer, **problems(401, 403, 404, 409, 429)},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Take back a challenge that nobody has accepted."""
        challenge = find_challenge(pk, request)
        withdraw_challenge(challenge_id=pk, player=cast(User, request.user), now=received_at(request))
        return Response(_shown(challenge, request))
