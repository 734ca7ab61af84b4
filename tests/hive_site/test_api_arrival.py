"""When a request came in is written down before anything else happens to it."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from asgiref.sync import async_to_sync
from django.http import HttpResponse
from django.test import AsyncRequestFactory, RequestFactory
from django.utils import timezone

from hive_site.arrival import arrival


def test_it_stands_before_every_other_middleware(settings):
    assert settings.MIDDLEWARE[0] == "hive_site.arrival.arrival"


def waited_for(request):
    """What a view sees that gets its turn an hour later."""
    with time_machine.travel(timezone.now() + timedelta(hours=1)):
        return HttpResponse(str(timezone.now() - request.received_at >= timedelta(hours=1)))


async def waited_for_async(request):
    return waited_for(request)


def test_the_moment_stays_while_the_request_waits():
    assert arrival(waited_for)(RequestFactory().get("/")).content == b"True"


def test_under_asgi_it_needs_no_thread():
    stamp = arrival(waited_for_async)
    assert async_to_sync(stamp)(AsyncRequestFactory().get("/")).content == b"True"


@pytest.mark.django_db
def test_a_whole_request_through_asgi_is_stamped(async_client):
    assert async_to_sync(async_client.get)("/api/v1/leaderboards/correspondence-base/").status_code == 200
