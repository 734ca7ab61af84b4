"""Events: the list, one event, and what its organiser does with it."""

from __future__ import annotations

from typing import Any, cast

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.arrival import received_at
from accounts.api.problems import problems
from accounts.errors import ValidationFailed
from accounts.models import User
from games.api.answers import viewer_of
from games.api.filters import GameFilter
from games.api.idempotency import IDEMPOTENCY_KEY, Attempt, answer_once
from games.api.serializers import GameSerializer
from games.models import Game
from tournaments.models import Tournament
from tournaments.rules import PRESETS, rules_from
from tournaments.selectors.events import event_list, visible_to
from tournaments.services.approval import approve_results, reopen
from tournaments.services.clocks import pause_event, resume_event
from tournaments.services.organise import cancel, create_tournament, edit_tournament, publish
from tournaments.services.running import start

from .doors import door, find_event, visible_event
from .entry_shapes import MaybeReasonSerializer, ReasonSerializer
from .event_games import games_of_event
from .filters import EventFilter
from .rules_fields import EventRulesSerializer, NewEventSerializer
from .serializers import EventDetailSerializer, EventSerializer, PresetShape


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
        request=NewEventSerializer,
        responses={201: EventDetailSerializer, **problems(400, 401, 403, 409, 413, 415, 429)},
    )
    def post(self, request: Request) -> Response:
        """Make a draft, which only you see until you publish it."""
        fields = NewEventSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        rules = dict(fields.validated_data)
        source = _source(rules.pop("copy_of", None), request)
        user = cast(User, request.user)

        def work(attempt: Attempt) -> Response:
            # an earlier go at this very request made an event of the request's own time
            made = Tournament.objects.filter(organiser=user, created_at=attempt.received_at) if attempt.again else None
            event = made.first() if made is not None else None
            if event is None:
                event = create_tournament(organiser=user, now=attempt.received_at, copy_of=source, **rules)
            return Response(shown(event.pk, request), status=201)

        return answer_once(request, work)


def _source(pk: int | None, request: Request) -> Tournament | None:
    """The event that a new one is a copy of.

    :raises ValidationFailed: there is none that whoever asks may see.
    """
    if pk is None:
        return None
    found = visible_to(viewer_of(request)).filter(pk=pk).first()
    if found is None:
        sentence = _("There is no such event.")
        raise ValidationFailed(_("Some of the rules are not right."), errors={"copy_of": [sentence]})
    return found


class PresetsView(APIView):
    @extend_schema(
        operation_id="presets", tags=["tournaments"], responses={200: PresetShape(many=True), **problems(401, 429)}
    )
    def get(self, request: Request) -> Response:
        """Ready-made rules to begin an event with: send `rules`, changed as you like, with a name."""
        found = [
            {
                "code": code,
                "label": preset.label,
                "explanation": preset.explanation,
                "rules": rules_from(preset.values),
            }
            for code, preset in PRESETS.items()
        ]
        return Response(PresetShape(found, many=True).data)


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
        visible_event(pk, request)
        fields = EventRulesSerializer(data=request.data, partial=True)
        fields.is_valid(raise_exception=True)
        edit_tournament(
            tournament_id=pk, actor=cast(User, request.user), now=received_at(request), **fields.validated_data
        )
        return Response(shown(pk, request))


def _event(event: Tournament, request: Request) -> Any:
    return shown(event.pk, request)


_EVENT: dict[str, Any] = {"answer": EventDetailSerializer, "show": _event}
_WITH_REASON = {**_EVENT, "body": ReasonSerializer}
_MAYBE_REASON = {**_EVENT, "body": MaybeReasonSerializer}

PublishView = door("publish_tournament", publish, _("Show the event to everybody and open it for entries."), **_EVENT)
StartView = door(
    "start_tournament", start, _("Start the event: pairings are made and the first games begin."), **_EVENT
)
CancelView = door("cancel_tournament", cancel, _("Call the event off, for good."), **_MAYBE_REASON)
PauseView = door("pause_tournament", pause_event, _("Stop every clock; no round begins meanwhile."), **_WITH_REASON)
ResumeView = door("resume_tournament", resume_event, _("Let a paused event go on."), **_WITH_REASON)
ApproveView = door(
    "approve_results",
    approve_results,
    _("Confirm the results of the stage whose games are over: the next begins, or the event ends."),
    **_MAYBE_REASON,
)
ReopenView = door(
    "reopen_tournament",
    reopen,
    _("Take the end of the event, or of its last stage, back: it waits for approval again."),
    **_WITH_REASON,
)


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
        visible_event(self.kwargs["pk"], self.request)
        games = Game.objects.select_related("white", "black").order_by("-pk")
        return games_of_event(games, self.kwargs["pk"])
