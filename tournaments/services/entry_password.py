"""The password of an event, as a player types it. For the services."""

from __future__ import annotations

from datetime import timedelta

from django.contrib.auth.hashers import check_password
from django.core.cache import cache
from django.utils.translation import gettext_lazy as _

from accounts.errors import Forbidden
from accounts.models import User

from ..models import Tournament

MOST_TRIES, WINDOW = 10, timedelta(hours=1)  # wrong ones of one player at one event


def opened_hash(tournament_id: int, user: User, password: str | None) -> str | None:
    """The stored hash that ``password`` opens; None: it opens none, or the event has no password.

    Checking takes a while, by design, so it is done before the event is locked: compare the hash again under the lock.

    :raises Forbidden: ``too_many_tries``: as many wrong ones as are allowed within an hour.
    """
    found = Tournament.objects.filter(pk=tournament_id, entry=Tournament.Entry.PASSWORD)
    stored = found.values_list("entry_password", flat=True).first()
    if not password or not stored:
        return None
    key = f"event-password:{tournament_id}:{user.pk}"
    if cache.get(key, 0) >= MOST_TRIES:
        message = _("Too many wrong passwords. Ask the organiser for the right one, and try again in an hour.")
        raise Forbidden(message, code="too_many_tries")
    if check_password(password, stored):
        return stored
    if not cache.add(key, 1, timeout=WINDOW.total_seconds()):
        try:
            cache.incr(key)
        except ValueError:  # evicted between the two calls
            cache.set(key, 1, timeout=WINDOW.total_seconds())
    return None
