"""The pairing desk: a round previewed, edited, published, started, taken back; and what it waits for."""

from __future__ import annotations

from typing import Any, cast

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.arrival import received_at
from accounts.api.problems import problems
from accounts.errors import NotFound
from accounts.models import User
from games.api.idempotency import IDEMPOTENCY_KEY, Attempt, answer_once
from tournaments.models import PairingRun, Round
from tournaments.permissions import Act
from tournaments.selectors.desk import next_number, waits_for
from tournaments.selectors.rounds import rounds_of
from tournaments.services.deadlines import extend_deadline
from tournaments.services.pairing_desk import (
    discard_preview,
    edit_preview,
    preview_round,
    publish_round,
    re_pair,
    start_round,
)

from .doors import IN_CHARGE, door, event_in_charge, find_section, read, visible_event
from .pairing_shapes import (
    DeadlineSerializer,
    EditPreviewSerializer,
    PairingShape,
    PublishSerializer,
    RelaxSerializer,
    RePairSerializer,
    RoundNumberSerializer,
    WaitShape,
    pairing_data,
)
from .table_data import round_data
from .table_shapes import RoundShape


def _run(run: PairingRun, request: Request) -> dict[str, Any]:
    event = visible_event(run.section.tournament_id, request)
    return pairing_data(run, find_section(event, run.section_id))


def _round(stored: Round, request: Request) -> dict[str, Any]:
    event = visible_event(stored.tournament_id, request)
    views = rounds_of(event, find_section(event, stored.section_id))
    return round_data(next(view for view in views if view.round.pk == stored.pk))


class WaitsView(APIView):
    @read("round_waits", WaitShape(many=True), *IN_CHARGE)
    def get(self, request: Request, pk: int, section_id: int) -> Response:
        """Everything that keeps the next round from starting, what blocks it first; empty when it can start."""
        event = event_in_charge(pk, request, Act.SEE_CONSOLE)
        return Response([wait.to_json() for wait in waits_for(find_section(event, section_id))])


class PreviewDoor(APIView):
    @read("round_preview", PairingShape, *IN_CHARGE)
    def get(self, request: Request, pk: int, section_id: int) -> Response:
        """The preview of the next round, with the pairing rules that it breaks. 404 `no_preview`: make one first."""
        event = event_in_charge(pk, request, Act.SEE_CONSOLE)
        section = find_section(event, section_id)
        run = section.pairing_runs.filter(status=PairingRun.Status.PREVIEW, round_number=next_number(section)).first()
        if run is None:
            raise NotFound(_("There is no preview of the next round."), code="no_preview")
        return Response(pairing_data(run, section))

    @extend_schema(
        operation_id="edit_preview",
        tags=["tournaments"],
        parameters=[IDEMPOTENCY_KEY],
        request=EditPreviewSerializer(partial=False),
        responses={200: PairingShape, **problems(400, 401, 403, 404, 409, 413, 415, 429)},
    )
    def patch(self, request: Request, pk: int, section_id: int) -> Response:
        """Put these pairs and byes in place of what was proposed; without a preview, pair the round by hand."""
        visible_event(pk, request)
        sent = EditPreviewSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        fields = sent.validated_data

        def work(attempt: Attempt) -> Response:
            run = edit_preview(
                tournament_id=pk,
                actor=cast(User, request.user),
                section_id=section_id,
                pairs=[(pair["white"], pair["black"]) for pair in fields["pairs"]],
                byes=[(bye["number"], bye["kind"]) for bye in fields["byes"]],
                reason=fields["reason"],
                now=attempt.received_at,
            )
            return Response(_run(run, request))

        return answer_once(request, work)

    @extend_schema(
        operation_id="discard_preview",
        tags=["tournaments"],
        request=None,
        responses={204: None, **problems(401, 403, 404, 429)},
    )
    def delete(self, request: Request, pk: int, section_id: int) -> Response:
        """Drop the preview of the next round, if there is one."""
        visible_event(pk, request)
        discard_preview(
            tournament_id=pk, actor=cast(User, request.user), section_id=section_id, now=received_at(request)
        )
        return Response(status=204)


PreviewView = door(
    "preview_round",
    preview_round,
    _("Pair the next round and keep it as a preview that only officials see."),
    answer=PairingShape,
    show=_run,
    body=RelaxSerializer,
    base=PreviewDoor,
)
PublishRoundView = door(
    "publish_round",
    publish_round,
    _("Make the preview the next round, for everybody to see; it starts if the pace says so."),
    answer=RoundShape,
    show=_round,
    body=PublishSerializer,
)
StartRoundView = door(
    "start_round",
    start_round,
    _("Start the next round by hand, pairing it first if nobody has."),
    answer=RoundShape,
    show=_round,
    body=RoundNumberSerializer,
)
RePairView = door(
    "re_pair",
    re_pair,
    _("Take the latest round back before its first move, and pair it anew as a preview."),
    answer=PairingShape,
    show=_run,
    body=RePairSerializer,
)
DeadlineView = door(
    "extend_deadline",
    extend_deadline,
    _("Give a running round another deadline, or one of its matches its own."),
    answer=RoundShape,
    show=_round,
    body=DeadlineSerializer,
)
