"""Events: the list, one event, and what its organiser does with it."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Protocol, cast

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.arrival import received_at
from accounts.api.problems import problems
from accounts.errors import NotFound
from accounts.models import User
from games.api.answers import viewer_of
from games.api.filters import GameFilter
from games.api.idempotency import IDEMPOTENCY_KEY, Attempt, answer_once
from games.api.serializers import GameSerializer
from games.models import Game
from tournaments.models import Tournament
from tournaments.selectors.events import event_list, visible_to, with_counts
from tournaments.services.organise import cancel, create_tournament, edit_tournament, publish
from tournaments.services.running import start

from .event_games import games_of_event
from .filters import EventFilter
from .serializers import EventDetailSerializer, EventRulesSerializer, EventSerializer


def find_event(pk: int, request: Request) -> Tournament:
    """Return an event that whoever asks may see.

    :raises NotFound: there is none, or it is somebody else's draft.
    """
    found = with_counts(visible_to(viewer_of(request))).select_related("organiser").filter(pk=pk).first()
    if found is None:
        raise NotFound(_("There is no such event."), code="no_such_event")
    return found


def shown(pk: int, request: Request) -> dict[str, Any]:
    """Return an event as its own address shows it."""
    context = {"request": request, "now": received_at(request)}
    return EventDetailSerializer(find_event(pk, request), context=context).data


@extend_schema_view(
    get=extend_schema(
        operation_id="tournaments",
        tags=["tournaments"],
        description="Events, newest first. A draft is seen by its organiser only.",
        responses={200: EventSerializer(many=True), **problems(400, 401, 404, 429)},
    )
)
class EventsView(generics.ListAPIView[Tournament]):
    serializer_class = EventSerializer
    filterset_class = EventFilter
    queryset = Tournament.objects.none()

    def get_queryset(self) -> QuerySet[Tournament]:
        return event_list(viewer_of(self.request))

    def get_serializer_context(self) -> dict[str, Any]:
        return {**super().get_serializer_context(), "now": received_at(self.request)}

    @extend_schema(
        operation_id="create_tournament",
        tags=["tournaments"],
        parameters=[IDEMPOTENCY_KEY],
        request=EventRulesSerializer,
        responses={201: EventDetailSerializer, **problems(400, 401, 403, 409, 413, 415, 429)},
    )
    def post(self, request: Request) -> Response:
        """Make a draft, which only you see until you publish it."""
        fields = EventRulesSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        user = cast(User, request.user)

        def work(attempt: Attempt) -> Response:
            # an earlier go at this very request made an event of the request's own time
            made = Tournament.objects.filter(organiser=user, created_at=attempt.received_at) if attempt.again else None
            event = made.first() if made is not None else None
            if event is None:
                event = create_tournament(organiser=user, now=attempt.received_at, **fields.validated_data)
            return Response(shown(event.pk, request), status=201)

        return answer_once(request, work)


class EventView(APIView):
    @extend_schema(
        operation_id="tournament",
        tags=["tournaments"],
        responses={200: EventDetailSerializer, **problems(401, 404, 429)},
    )
    def get(self, request: Request, pk: int) -> Response:
        """One event: its rules, how far it has come, your place in it."""
        return Response(shown(pk, request))

    @extend_schema(
        operation_id="edit_tournament",
        tags=["tournaments"],
        request=EventRulesSerializer(partial=True),
        responses={200: EventDetailSerializer, **problems(400, 401, 403, 404, 409, 413, 415, 429)},
    )
    def patch(self, request: Request, pk: int) -> Response:
        """Change some of the rules. 409 `rules_locked`: players have entered on them."""
        find_event(pk, request)
        fields = EventRulesSerializer(data=request.data, partial=True)
        fields.is_valid(raise_exception=True)
        edit_tournament(
            tournament_id=pk, actor=cast(User, request.user), now=received_at(request), **fields.validated_data
        )
        return Response(shown(pk, request))


class EventAct(Protocol):
    """A service that moves an event on without more being said."""

    def __call__(self, *, tournament_id: int, actor: User, now: datetime) -> Tournament: ...


class EventActView(APIView):
    """One of the steps in the life of an event. Doing it twice changes nothing."""

    act: EventAct | None = None

    def post(self, request: Request, pk: int) -> Response:
        assert self.act is not None
        act = self.act
        find_event(pk, request)

        def work(attempt: Attempt) -> Response:
            act(tournament_id=pk, actor=cast(User, request.user), now=attempt.received_at)
            return Response(shown(pk, request))

        return answer_once(request, work)


def _act_view(name: str, service: Any, description: Any) -> type[EventActView]:
    """Return the view of one step, with its own entry in the schema."""
    view = type(f"{name}View", (EventActView,), {"act": staticmethod(service)})
    documented = extend_schema_view(
        post=extend_schema(
            operation_id=f"{name}_tournament",
            tags=["tournaments"],
            description=description,
            parameters=[IDEMPOTENCY_KEY],
            request=None,
            responses={200: EventDetailSerializer, **problems(400, 401, 403, 404, 409, 429)},
        )
    )
    return documented(view)


PublishView = _act_view("publish", publish, _("Show the event to everybody and open it for entries."))
StartView = _act_view("start", start, _("Start the event: pairings are made and the first games begin."))
CancelView = _act_view("cancel", cancel, _("Call the event off, for good."))


@extend_schema_view(
    get=extend_schema(
        operation_id="tournament_games",
        tags=["tournaments"],
        description="The games of an event, newest first, with the filters of `games/`.",
        responses={200: GameSerializer(many=True), **problems(400, 401, 404, 429)},
    )
)
class EventGamesView(generics.ListAPIView[Game]):
    serializer_class = GameSerializer
    filterset_class = GameFilter
    queryset = Game.objects.none()

    def get_queryset(self) -> QuerySet[Game]:
        find_event(self.kwargs["pk"], self.request)
        games = Game.objects.select_related("white", "black").order_by("-pk")
        return games_of_event(games, self.kwargs["pk"])
