"""News of an event for programs: read off its record, so that nothing is told that was not written down.

A sweep turns new lines of the record into messages, each once for each webhook; another sends what is due. A message
that may have arrived is sent again rather than lost; its ``key`` tells the receiver.
"""

from __future__ import annotations

import json
import logging
import secrets
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, Max
from django.utils.translation import gettext_lazy as _

from accounts.errors import Conflict, NotFound, ValidationFailed
from accounts.models import User

from ..exchange.webhooks import retry_at, signature
from ..models import Tournament, Webhook, WebhookDelivery
from ..outbound import NotSent, post, resolve
from ..permissions import Act
from ..selectors.news import TOLD, discord_messages, json_message, new_lines
from .audit import log
from .locking import locked, require

logger = logging.getLogger(__name__)

MOST_HOOKS = 10
KINDS = tuple(Webhook.Kind.values)


@transaction.atomic(durable=True)
def add_webhook(*, tournament_id: int, actor: User, kind: str, url: str, now: datetime) -> Webhook:
    """Have an address told of rounds, results and the end, from now on. The same address twice is one.

    :raises ValidationFailed: by field: kind, url.
    :raises Conflict: ``too_many_webhooks``.
    :raises NotFound, Forbidden: no such event, or not in charge of it.
    """
    tournament = locked(tournament_id)
    require(actor, tournament, Act.WEBHOOKS)
    errors = {}
    if kind not in KINDS:
        errors["kind"] = [str(_("Choose one of: %(values)s.") % {"values": ", ".join(KINDS)})]
    try:
        resolve(url, allow_private=settings.WEBHOOKS_MAY_BE_PRIVATE)
    except NotSent as error:
        errors["url"] = [str(_("This address cannot be used: %(why)s.") % {"why": error})]
    if errors:
        raise ValidationFailed(_("The webhook is not right: see the fields."), errors=errors)
    there = tournament.webhooks.filter(url=url, kind=kind).first()
    if there is not None:
        return there
    if tournament.webhooks.count() >= MOST_HOOKS:
        raise Conflict(_("An event has at most ten webhooks: remove one first."), code="too_many_webhooks")
    last = tournament.record.aggregate(last=Max("number"))["last"] or 0
    hook = Webhook.objects.create(
        tournament=tournament, kind=kind, url=url, secret=secrets.token_hex(24), created_at=now, last_line=last
    )
    log(tournament, "webhook_added", now=now, actor=actor, subject=kind, public=False)
    return hook


@transaction.atomic(durable=True)
def remove_webhook(*, tournament_id: int, actor: User, webhook_id: int, now: datetime) -> None:
    """Tell an address nothing more. Doing it twice changes nothing.

    :raises NotFound, Forbidden: no such event, or not in charge of it.
    """
    tournament = locked(tournament_id)
    require(actor, tournament, Act.WEBHOOKS)
    gone, _by_table = tournament.webhooks.filter(pk=webhook_id).delete()
    if gone:
        log(tournament, "webhook_removed", now=now, actor=actor, public=False)


@transaction.atomic(durable=True)
def test_webhook(*, tournament_id: int, actor: User, webhook_id: int, now: datetime) -> WebhookDelivery:
    """Send a message that says only that it works.

    :raises NotFound, Forbidden: no such event or webhook, or not in charge of it.
    """
    tournament = locked(tournament_id)
    require(actor, tournament, Act.WEBHOOKS)
    hook = tournament.webhooks.filter(pk=webhook_id).first()
    if hook is None:
        raise NotFound(_("There is no such webhook."), code="no_such_webhook")
    text = str(_("Bikupa will tell you here of “%(event)s”.") % {"event": tournament.name})
    body: dict[str, Any] = {"act": "test", "event": {"id": tournament.pk, "name": tournament.name}, "text": text}
    if hook.kind == Webhook.Kind.DISCORD:
        body = {"content": text, "allowed_mentions": {"parse": []}}
    key = f"test:{now.isoformat()}"
    return WebhookDelivery.objects.create(webhook=hook, key=key, kind="test", body=body, created_at=now, due_at=now)


def collect_news(*, now: datetime, limit: int = 200) -> int:
    """Make messages of what the records of events have got since. Returns how many."""
    behind = Webhook.objects.filter(is_on=True, tournament__record__number__gt=F("last_line")).distinct()
    made = 0
    for hook_id in list(behind.order_by("pk").values_list("pk", flat=True)[:limit]):
        try:
            made += _collect(hook_id, now)
        except Exception:  # one broken event must not keep the news of others
            logger.exception("could not collect the news for webhook %s", hook_id)
    return made


@transaction.atomic(durable=True)
def _collect(hook_id: int, now: datetime) -> int:
    hook = Webhook.objects.select_for_update(skip_locked=True).filter(pk=hook_id).first()
    if hook is None:
        return 0  # removed, or another worker is at it
    tournament = Tournament.objects.get(pk=hook.tournament_id)
    lines = new_lines(tournament, hook.last_line)
    if not lines:
        return 0
    told = [line for line in lines if line.act in TOLD and line.public]
    if hook.kind == Webhook.Kind.DISCORD:
        messages = discord_messages(tournament, told)
    else:
        messages = [(f"record:{line.number}", line.act, json_message(tournament, line)) for line in told]
    WebhookDelivery.objects.bulk_create(
        (
            WebhookDelivery(webhook=hook, key=key, kind=kind, body=body, created_at=now, due_at=now)
            for key, kind, body in messages
        ),
        ignore_conflicts=True,
    )
    hook.last_line = lines[-1].number
    hook.save(update_fields=["last_line"])
    return len(messages)


def deliver_due(*, now: datetime, limit: int = 50) -> int:
    """Send what is due; what fails is tried again, eight times in two days. Returns how many arrived."""
    due = WebhookDelivery.objects.filter(due_at__lte=now).order_by("due_at", "pk").values_list("pk", flat=True)
    return sum(_deliver(delivery_id, now) for delivery_id in list(due[:limit]))


def _deliver(delivery_id: int, now: datetime) -> bool:
    delivery = _claim(delivery_id, now)
    if delivery is None:
        return False
    hook = delivery.webhook
    body = json.dumps(delivery.body, ensure_ascii=False).encode()
    timestamp = int(now.timestamp())
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Bikupa",
        "X-Bikupa-Delivery": delivery.key,
        "X-Bikupa-Timestamp": str(timestamp),
        "X-Bikupa-Signature": signature(hook.secret, body, timestamp),
    }
    try:
        status = post(resolve(hook.url, allow_private=settings.WEBHOOKS_MAY_BE_PRIVATE), body, headers)
        error = "" if 200 <= status < 300 else f"answered with {status}"
    except NotSent as refusal:
        error = str(refusal)
    changes: dict[str, Any] = {"error": error[:200]}
    if not error:
        changes |= {"due_at": None, "delivered_at": now}
    WebhookDelivery.objects.filter(pk=delivery.pk, tries=delivery.tries).update(**changes)
    return not error


@transaction.atomic(durable=True)
def _claim(delivery_id: int, now: datetime) -> WebhookDelivery | None:
    """Count the try and set the next before sending, so that a crash in between loses nothing."""
    delivery = (
        WebhookDelivery.objects.select_for_update(skip_locked=True, of=("self",))
        .select_related("webhook")
        .filter(pk=delivery_id, due_at__lte=now)
        .first()
    )
    if delivery is None:
        return None
    delivery.tries += 1
    delivery.due_at = retry_at(delivery.tries, failed_at=now)
    delivery.save(update_fields=["tries", "due_at"])
    return delivery
