"""What the doors of an event have in common: one service behind each, answered once for each Idempotency-Key."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.problems import problems
from accounts.api.strict import StrictSerializer
from accounts.errors import NotFound
from accounts.models import User
from games.api.answers import viewer_of
from games.api.idempotency import IDEMPOTENCY_KEY, Attempt, answer_once
from tournaments.models import Section, Tournament
from tournaments.permissions import Act
from tournaments.selectors.events import visible_to, with_counts
from tournaments.selectors.sections import sections_of
from tournaments.services.locking import require

Show = Callable[[Any, Request], Any]
F = TypeVar("F", bound=Callable[..., Any])


def find_event(pk: int, request: Request) -> Tournament:
    """Return an event that whoever asks may see.

    :raises NotFound: there is none, or it is somebody else's draft.
    """
    found = with_counts(visible_to(viewer_of(request))).select_related("organiser").filter(pk=pk).first()
    if found is None:
        raise NotFound(_("There is no such event."), code="no_such_event")
    return found


def visible_event(pk: int, request: Request) -> Tournament:
    """As `find_event`, without its counts.

    :raises NotFound: there is none, or it is somebody else's draft.
    """
    found = visible_to(viewer_of(request)).filter(pk=pk).first()
    if found is None:
        raise NotFound(_("There is no such event."), code="no_such_event")
    return found


def event_in_charge(pk: int, request: Request, act: Act) -> Tournament:
    """Return an event in which whoever asks may do ``act``.

    :raises NotFound, NotAuthenticated, Forbidden: there is none; nobody is signed in; somebody else's to do.
    """
    event = visible_event(pk, request)
    viewer = viewer_of(request)
    if viewer is None:
        raise NotAuthenticated
    require(viewer, event, act)
    return event


def find_section(event: Tournament, section_id: int) -> Section:
    """Return a section of the event, knowing its stage and event.

    :raises NotFound: there is none.
    """
    for section in sections_of(event):
        if section.pk == section_id:
            return section
    raise NotFound(_("There is no such section in this event."), code="no_such_section")


def serialized(serializer: type[Any], *, many: bool = False) -> Show:
    """Show what a service returned through a serializer."""
    return lambda result, request: serializer(result, many=many, context={"request": request}).data


class Door(APIView):
    """One service, called with the ids of the address and the fields of the body under the names it knows them by."""

    service: Callable[..., Any]
    show: Show
    body: type[StrictSerializer] | None = None
    asks_as = "actor"
    status = 200

    def post(self, request: Request, pk: int, **ids: int) -> Response:
        visible_event(pk, request)
        fields: dict[str, Any] = {}
        if self.body is not None:
            sent = self.body(data=request.data)
            sent.is_valid(raise_exception=True)
            fields = dict(sent.validated_data)
        who = {self.asks_as: cast(User, request.user)}

        def work(attempt: Attempt) -> Response:
            result = self.service(tournament_id=pk, now=attempt.received_at, **who, **ids, **fields)
            return Response(self.show(result, request), status=self.status)

        return answer_once(request, work)


def door(
    operation: str,
    service: Callable[..., Any],
    description: Any,
    *,
    answer: Any,
    show: Show | None = None,
    body: type[StrictSerializer] | None = None,
    base: type[APIView] | None = None,
    asks_as: str = "actor",
    status: int = 200,
    refusals: tuple[int, ...] = (),
) -> type[APIView]:
    """Return the view that calls ``service`` on POST, with its entry in the schema.

    ``answer`` is the serializer documented; ``show`` makes the answer of what the service returned, without it the
    serializer does. ``base`` has the other methods of the address. ``refusals``: statuses beside the usual ones.
    """
    view = type(
        "".join(part.capitalize() for part in operation.split("_")) + "View",
        (Door, base) if base is not None else (Door,),
        {
            "service": staticmethod(service),
            "show": staticmethod(show or serialized(answer)),
            "body": body,
            "asks_as": asks_as,
            "status": status,
        },
    )
    usual = {400, 401, 403, 404, 409, 429, *((413, 415) if body is not None else ()), *refusals}
    documented = extend_schema_view(
        post=extend_schema(
            operation_id=operation,
            tags=["tournaments"],
            description=description,
            parameters=[IDEMPOTENCY_KEY],
            request=body,
            responses={status: answer, **problems(*sorted(usual))},
        )
    )
    return cast(type[APIView], documented(view))


def read(operation: str, answer: Any, *statuses: int) -> Callable[[F], F]:
    """Document a GET; the docstring says what it is for."""
    return extend_schema(
        operation_id=operation, tags=["tournaments"], responses={200: answer, **problems(*statuses, 404, 429)}
    )


PUBLIC = (401,)
IN_CHARGE = (401, 403)
