"""What players do about their own entry."""

from __future__ import annotations

from typing import Any, cast

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.arrival import received_at
from accounts.api.problems import problems
from accounts.errors import NotFound
from accounts.models import User
from games.api.answers import viewer_of
from tournaments.models import Tournament
from tournaments.selectors.entries import entry_desk
from tournaments.selectors.events import entrants_of
from tournaments.services.entries import cancel_bye, check_in, decline_invitation, enter, request_bye, withdraw
from tournaments.services.withdrawals import leave

from .doors import PUBLIC, door, read, visible_event
from .entry_shapes import (
    ByeSerializer,
    EntrySerializer,
    MaybeReasonSerializer,
    NewByeSerializer,
    NewEntrySerializer,
    OwnEntryShape,
)


class EntriesView(APIView):
    @read("entries", EntrySerializer(many=True), *PUBLIC)
    def get(self, request: Request, pk: int) -> Response:
        """Who has entered: by time of entry, from the start on by seed."""
        return Response(EntrySerializer(entrants_of(visible_event(pk, request)), many=True).data)

    @extend_schema(
        operation_id="enter",
        tags=["tournaments"],
        request=NewEntrySerializer,
        responses={200: EntrySerializer, 201: EntrySerializer, **problems(400, 401, 403, 404, 409, 413, 415, 429)},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Enter myself, or accept an invitation. `status` says whether it is a seat. 200 if I had entered already."""
        visible_event(pk, request)
        fields = NewEntrySerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        now = received_at(request)
        entrant = enter(tournament_id=pk, user=cast(User, request.user), now=now, **fields.validated_data)
        return Response(EntrySerializer(entrant).data, status=201 if entrant.entered_at == now else 200)

    @extend_schema(
        operation_id="withdraw",
        tags=["tournaments"],
        request=None,
        responses={204: None, **problems(401, 403, 404, 409, 429)},
    )
    def delete(self, request: Request, pk: int) -> Response:
        """Give my seat back, before the start; later see `entries/me/leave/`."""
        visible_event(pk, request)
        withdraw(tournament_id=pk, user=cast(User, request.user), now=received_at(request))
        return Response(status=204)


class OwnEntryView(APIView):
    @read("own_entry", OwnEntryShape, *PUBLIC)
    def get(self, request: Request, pk: int) -> Response:
        """My entry, and what I can do about it."""
        event = visible_event(pk, request)
        if viewer_of(request) is None:
            raise NotAuthenticated
        return Response(_own(event, request))


def _own(event: Tournament, request: Request) -> dict[str, Any]:
    desk = entry_desk(event, viewer_of(request), received_at(request))
    if desk.own is None:
        raise NotFound(_("You have not entered this event."), code="not_entered")
    return {
        "entry": EntrySerializer(desk.own).data,
        "line": desk.line,
        "can_check_in": desk.can_check_in,
        "can_decline": desk.can_decline,
        "byes": list(desk.byes.asked) if desk.byes else [],
        "byes_left": desk.byes.left if desk.byes else 0,
        "bye_rounds": list(desk.byes.rounds) if desk.byes else [],
    }


CheckInView = door(
    "check_in", check_in, _("Say that I am here to play. Until the start only."), answer=EntrySerializer, asks_as="user"
)
DeclineInvitationView = door(
    "decline_invitation",
    decline_invitation,
    _("Say no to an invitation. Until the start I may still enter."),
    answer=EntrySerializer,
    asks_as="user",
)
LeaveView = door(
    "leave_tournament",
    leave,
    _("Leave a running event for good: games in play are lost."),
    answer=EntrySerializer,
    body=MaybeReasonSerializer,
    asks_as="user",
)
RequestByeView = door(
    "request_bye",
    request_bye,
    _("Ask a round off for half a point, until it is paired."),
    answer=ByeSerializer,
    body=NewByeSerializer,
    asks_as="user",
    refusals=(422,),
)


class ByeView(APIView):
    @extend_schema(
        operation_id="cancel_bye",
        tags=["tournaments"],
        request=None,
        responses={204: None, **problems(401, 403, 404, 409, 429)},
    )
    def delete(self, request: Request, pk: int, round_number: int) -> Response:
        """Play a round after all that I had asked off."""
        visible_event(pk, request)
        cancel_bye(tournament_id=pk, user=cast(User, request.user), round_number=round_number, now=received_at(request))
        return Response(status=204)
