"""What those in charge do about entries, roles, and who is kept apart."""

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
from tournaments.models import Entrant, ForbiddenPair
from tournaments.permissions import Act
from tournaments.selectors.entries import entries_by_status, officials_of
from tournaments.services.entry_decisions import (
    add_entrants,
    approve,
    decline,
    import_entrants,
    invite,
    remove,
    set_club,
)
from tournaments.services.forbidding import allow_pair, forbid_pair
from tournaments.services.officials import give_role, take_role
from tournaments.services.withdrawals import expel, reinstate, replace, withdraw_entrant

from .doors import IN_CHARGE, PUBLIC, Show, door, event_in_charge, read, serialized, visible_event
from .entry_shapes import (
    ClubSerializer,
    EntrySerializer,
    ForbiddenPairSerializer,
    ImportSerializer,
    MaybeReasonSerializer,
    NamesSerializer,
    NewForbiddenPairSerializer,
    NewOfficialSerializer,
    OfficialSerializer,
    ReasonSerializer,
    ReplaceSerializer,
    WithdrawSerializer,
)

_ENTRIES: dict[str, Any] = {
    "answer": EntrySerializer(many=True),
    "show": serialized(EntrySerializer, many=True),
}


class AllEntriesView(APIView):
    @read("all_entries", EntrySerializer(many=True), *IN_CHARGE)
    def get(self, request: Request, pk: int) -> Response:
        """Every entry whatever its status, for officials: applications, the waiting list, who has left."""
        event = event_in_charge(pk, request, Act.SEE_CONSOLE)
        found = [entrant for entrants in entries_by_status(event).values() for entrant in entrants]
        return Response(EntrySerializer(found, many=True).data)


InviteView = door(
    "invite_entrants", invite, _("Invite players by name; all of them or none."), body=NamesSerializer, **_ENTRIES
)
AddEntrantsView = door(
    "add_entrants", add_entrants, _("Give players a seat by name; all or none."), body=NamesSerializer, **_ENTRIES
)
ImportView = door(
    "import_entrants",
    import_entrants,
    _("Give the players of a CSV file a seat; all or none."),
    body=ImportSerializer,
    **_ENTRIES,
)
ApproveEntryView = door("approve_entry", approve, _("Let an applicant in."), answer=EntrySerializer)
DeclineEntryView = door(
    "decline_entry", decline, _("Turn an application down."), answer=EntrySerializer, body=MaybeReasonSerializer
)
RemoveEntryView = door(
    "remove_entry",
    remove,
    _("Take an entry out before the start."),
    answer=EntrySerializer,
    body=MaybeReasonSerializer,
)
ClubView = door(
    "set_club", set_club, _("Say of which club an entrant is."), answer=EntrySerializer, body=ClubSerializer
)
WithdrawEntryView = door(
    "withdraw_entry",
    withdraw_entrant,
    _("Take an entrant out of a running event who asked for it, or has fallen silent."),
    answer=EntrySerializer,
    body=WithdrawSerializer,
)
ExpelView = door(
    "expel_entry", expel, _("Expel an entrant from a running event."), answer=EntrySerializer, body=ReasonSerializer
)
ReinstateView = door(
    "reinstate_entry",
    reinstate,
    _("Let an entrant who has left play on; games lost by leaving are given back where possible."),
    answer=EntrySerializer,
    body=ReasonSerializer,
)
ReplaceView = door(
    "replace_entry",
    replace,
    _("Give the seat of an entrant who has not begun to another player; the answer is the new entry."),
    answer=EntrySerializer,
    body=ReplaceSerializer,
)


class OfficialList(APIView):
    @read("officials", OfficialSerializer(many=True), *PUBLIC)
    def get(self, request: Request, pk: int) -> Response:
        """Who runs the event beside its organiser."""
        return Response(OfficialSerializer(officials_of(visible_event(pk, request)), many=True).data)


OfficialsView = door(
    "give_role",
    give_role,
    _("Give a player a role."),
    answer=OfficialSerializer,
    body=NewOfficialSerializer,
    base=OfficialList,
)


class OfficialView(APIView):
    @extend_schema(
        operation_id="take_role",
        tags=["tournaments"],
        request=None,
        responses={204: None, **problems(401, 403, 404, 409, 429)},
    )
    def delete(self, request: Request, pk: int, official_id: int) -> Response:
        """Take a role back. What was decided in it stands."""
        event = event_in_charge(pk, request, Act.GIVE_ROLES)
        official = event.officials.select_related("user").filter(pk=official_id).first()
        if official is None:
            raise NotFound(_("There is no such official in this event."), code="no_such_official")
        take_role(
            tournament_id=pk,
            actor=cast(User, request.user),
            name=official.user.name,
            role=official.role,
            now=received_at(request),
        )
        return Response(status=204)


class ForbiddenPairList(APIView):
    @read("forbidden_pairs", ForbiddenPairSerializer(many=True), *IN_CHARGE)
    def get(self, request: Request, pk: int) -> Response:
        """Who is kept apart, for officials."""
        event = event_in_charge(pk, request, Act.SEE_CONSOLE)
        pairs = event.forbidden_pairs.select_related("first__user", "second__user").order_by("pk")
        return Response(ForbiddenPairSerializer(pairs, many=True).data)


ForbiddenPairsView = door(
    "forbid_pair",
    forbid_pair,
    _("Keep two entrants apart in some rounds of the first stage. Once it runs, a reason is needed."),
    answer=ForbiddenPairSerializer,
    body=NewForbiddenPairSerializer,
    base=ForbiddenPairList,
)


def _lift(*, tournament_id: int, pair_id: int, **fields: Any) -> list[Entrant]:
    """Allow a pair by the id of what forbids it. One that is gone was lifted before."""
    pair = ForbiddenPair.objects.filter(pk=pair_id, tournament_id=tournament_id).first()
    if pair is None:
        raise NotFound(_("These two are not kept apart."), code="no_such_pair")
    allow_pair(tournament_id=tournament_id, first_id=pair.first_id, second_id=pair.second_id, **fields)
    return [pair.first, pair.second]


_both: Show = serialized(EntrySerializer, many=True)
LiftView = door(
    "allow_pair",
    _lift,
    _("Let two meet again who were kept apart; the answer is the two."),
    answer=EntrySerializer(many=True),
    show=_both,
    body=MaybeReasonSerializer,
)
