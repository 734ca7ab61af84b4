"""Entering an event and leaving it."""

from __future__ import annotations

from typing import cast

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.arrival import received_at
from accounts.api.problems import problems
from accounts.models import User
from tournaments.selectors.events import entrants_of
from tournaments.services.entries import enter, withdraw

from .events import find_event
from .serializers import EntrySerializer, NewEntrySerializer


class EntriesView(APIView):
    @extend_schema(
        operation_id="entries",
        tags=["tournaments"],
        responses={200: EntrySerializer(many=True), **problems(401, 404, 429)},
    )
    def get(self, request: Request, pk: int) -> Response:
        """Who has entered: by time of entry, from the start on by seed."""
        return Response(EntrySerializer(entrants_of(find_event(pk, request)), many=True).data)

    @extend_schema(
        operation_id="enter",
        tags=["tournaments"],
        request=NewEntrySerializer,
        responses={200: EntrySerializer, 201: EntrySerializer, **problems(400, 401, 403, 404, 409, 413, 415, 429)},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Enter myself. 200 if I had a seat already."""
        find_event(pk, request)
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
        """Give my seat back, before the start."""
        find_event(pk, request)
        withdraw(tournament_id=pk, user=cast(User, request.user), now=received_at(request))
        return Response(status=204)
