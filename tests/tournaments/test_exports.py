"""What can be taken away from an event, and what addresses are told of it."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from django.test import Client
from django.urls import reverse

from accounts.errors import ValidationFailed
from tests.tournaments.events import HOUR, T0, players, started
from tests.tournaments.test_formats_run import play_on
from tournaments.exchange.event_json import read_event_json
from tournaments.exchange.trf_read import read_trf
from tournaments.exchange.webhooks import is_authentic
from tournaments.models import WebhookDelivery
from tournaments.outbound import NotSent, resolve
from tournaments.services.webhooks import add_webhook, collect_news, deliver_due

pytestmark = pytest.mark.django_db
FILES = ("entrants.csv", "event.json", "games.pgn", "games.uhp", "calendar.ics", "news.rss", "news.atom",
         "standings.csv", "results.csv", "section.trf", "section.trf26")  # fmt: skip


@pytest.fixture
def finished():
    event = started(players(5), format="double_swiss", rounds=2)
    play_on(event)
    return event


def file(event, name: str) -> str:
    answer = Client().get(reverse("tournaments:export", args=[event.pk, name]))
    assert answer.status_code == 200, name
    return answer.getvalue().decode()


def test_every_file_can_be_taken_and_says_who_won(finished):
    texts = {name: file(finished, name) for name in FILES}
    assert texts["standings.csv"].splitlines()[1].startswith("1,1,anna,2,")
    assert texts["results.csv"].count("\n") == 1 + 2 * (2 * 2 + 1)  # two matches of two games and a bye, two rounds
    assert texts["games.pgn"].count('[Event "Club round robin"]') == 8
    assert len(texts["games.uhp"].splitlines()) == 8
    assert read_event_json(texts["event.json"]).sections[0].rounds_total == 2
    assert len(read_trf(texts["section.trf"]).players) == 5
    assert "anna" in texts["news.rss"]
    assert Client().get(reverse("tournaments:export", args=[finished.pk, "secrets.txt"])).status_code == 404
    assert (
        Client().get(reverse("tournaments:export", args=[finished.pk, "standings.csv"]) + "?section=0").status_code
        == 404
    )


class Receiver(BaseHTTPRequestHandler):
    got: list[tuple[dict[str, str], bytes]] = []
    status = 200

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        Receiver.got.append((dict(self.headers), body))
        self.send_response(Receiver.status)
        self.end_headers()

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture
def receiver(settings):
    settings.WEBHOOKS_MAY_BE_PRIVATE = True
    server = HTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    Receiver.got, Receiver.status = [], 200
    yield f"http://127.0.0.1:{server.server_port}/hook"
    server.shutdown()


def test_a_webhook_is_told_everything_once_signed_and_again_after_a_failure(receiver):
    users = players(2)
    event = started(users, format="double_swiss", rounds=1)
    hook = add_webhook(tournament_id=event.pk, actor=users[0], kind="json", url=receiver, now=T0)
    assert add_webhook(tournament_id=event.pk, actor=users[0], kind="json", url=receiver, now=T0) == hook
    chat = add_webhook(tournament_id=event.pk, actor=users[0], kind="discord", url=receiver + "/chat", now=T0)
    play_on(event)
    assert collect_news(now=T0) > 0
    assert collect_news(now=T0) == 0, "each line once"
    Receiver.status = 503
    assert deliver_due(now=T0) == 0
    assert {one.error for one in WebhookDelivery.objects.all()} == {"answered with 503"}
    Receiver.got, Receiver.status = [], 200
    assert deliver_due(now=T0 + HOUR) == WebhookDelivery.objects.count()
    assert deliver_due(now=T0 + 2 * HOUR) == 0
    acts = []
    for headers, body in Receiver.got:
        if headers["X-Bikupa-Delivery"].startswith("record:") and b'"act"' in body:
            stamp, given = int(headers["X-Bikupa-Timestamp"]), headers["X-Bikupa-Signature"]
            assert is_authentic(hook.secret, body, stamp, given, now=T0 + HOUR)
            acts.append(json.loads(body)["act"])
    assert acts == ["result", "result", "round_finished", "event_finish"]
    assert [one.kind for one in chat.deliveries.all()] == ["results", "end"]


@pytest.mark.parametrize(
    "url", ["http://example.org/", "https://127.0.0.1/", "https://localhost/", "https://[::1]/", "https://10.0.0.1/x",
            "https://169.254.169.254/latest", "ftp://example.org/", "https://user@example.org/", "nonsense"],
)  # fmt: skip
def test_an_address_inside_the_network_is_never_told(url):
    with pytest.raises(NotSent):
        resolve(url)
    users = players(2)
    event = started(users, format="double_swiss", rounds=1)
    with pytest.raises(ValidationFailed):
        add_webhook(tournament_id=event.pk, actor=users[0], kind="json", url=url, now=T0)
