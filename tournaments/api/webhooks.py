"""Addresses that are told of rounds and results."""

from __future__ import annotations

from typing import ClassVar, cast

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.arrival import received_at
from accounts.api.problems import problems
from accounts.api.strict import StrictSerializer
from accounts.models import User
from tournaments.models import Webhook, WebhookDelivery
from tournaments.permissions import Act
from tournaments.services.webhooks import add_webhook, remove_webhook, test_webhook

from .doors import IN_CHARGE, door, event_in_charge, read, visible_event


class NewWebhookSerializer(StrictSerializer):
    kind = s.ChoiceField(Webhook.Kind.choices)
    url = s.CharField(max_length=500)


class WebhookSerializer(s.ModelSerializer[Webhook]):
    class Meta:
        model = Webhook
        fields: ClassVar[list[str]] = ["id", "kind", "url", "secret", "is_on", "created_at"]
        read_only_fields = fields


class DeliverySerializer(s.ModelSerializer[WebhookDelivery]):
    class Meta:
        model = WebhookDelivery
        fields: ClassVar[list[str]] = ["id", "created_at", "tries", "due_at", "delivered_at", "error"]
        read_only_fields = fields


class WebhookList(APIView):
    @read("webhooks", WebhookSerializer(many=True), *IN_CHARGE)
    def get(self, request: Request, pk: int) -> Response:
        """The webhooks of the event, with the secret that signs what they get."""
        event = event_in_charge(pk, request, Act.WEBHOOKS)
        return Response(WebhookSerializer(event.webhooks.order_by("pk"), many=True).data)


WebhooksView = door(
    "add_webhook",
    add_webhook,
    _("Have an address told of rounds, results and the end."),
    answer=WebhookSerializer,
    body=NewWebhookSerializer,
    base=WebhookList,
)
TestWebhookView = door(
    "test_webhook", test_webhook, _("Send a message to try the address; it goes out soon."), answer=DeliverySerializer
)


class WebhookView(APIView):
    @extend_schema(
        operation_id="remove_webhook",
        tags=["tournaments"],
        request=None,
        responses={204: None, **problems(401, 403, 404, 429)},
    )
    def delete(self, request: Request, pk: int, webhook_id: int) -> Response:
        """Tell this address nothing more."""
        visible_event(pk, request)
        remove_webhook(
            tournament_id=pk, actor=cast(User, request.user), webhook_id=webhook_id, now=received_at(request)
        )
        return Response(status=204)
