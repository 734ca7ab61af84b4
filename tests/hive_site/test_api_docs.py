"""The page about the API: its commands run in order, its program plays, and what it says is so."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.cache import cache

from games.models import Game, Move
from hive_site.demo.people import PASSWORD
from tests.api_client import V1, schema, verified
from tests.services import require
from tournaments.models import Tournament

PAGE = Path(__file__).parents[2] / "docs" / "api.md"


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE.read_text(), re.DOTALL | re.MULTILINE)


@pytest.fixture
def api(live_server, settings):
    """The address of a running site with the accounts that the page uses."""
    cache.clear()
    for name in ("nectar", "skep"):
        user = verified(name, display_name=name.title())
        user.set_password(PASSWORD)
        user.save()
    return live_server.url


@pytest.mark.django_db(transaction=True)
def test_the_commands_of_the_page_run_from_the_token_to_the_event_and_the_program_plays(api):
    require("curl")
    script = "\n".join(blocks("sh")).replace("http://127.0.0.1:8000", api)
    done = subprocess.run(["sh", "-eu"], input=script, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    told = done.stdout.split("\n")
    assert told[0] == "Nectar"
    assert "Base+MLP;InProgress;Black[1];wL" in told
    assert "304" in told
    assert Move.objects.count() == 1
    event = Tournament.objects.get()
    assert (event.status, event.entrants.count(), Game.objects.filter(in_event=True).count()) == ("running", 2, 2)

    waiting = Game.objects.filter(to_move="white", white__name="skep").count()
    waiting += Game.objects.filter(to_move="black", black__name="skep").count()
    (program,) = blocks("python")
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "API": f"{api}/api/v1"},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.stdout == f"moves played: {waiting}\n", done.stdout + done.stderr
    assert waiting >= 2
    assert Move.objects.count() == 1 + waiting


def test_every_filter_of_games_is_named_on_the_page_and_no_other():
    text = PAGE.read_text()
    known = {p["name"] for p in schema()["paths"][V1 + "games/"]["get"]["parameters"]}
    section = text[text.index("## Lists") : text.index("## Limits")]
    named = set(re.findall(r"`([a-z_]+)`", section)) - {"count", "next", "previous", "results", "me"}
    assert named == known


def test_the_limits_on_the_page_are_those_of_the_settings(settings):
    text = PAGE.read_text()
    for scope, words in {
        "moves": "1,200 moves",
        "writes": "600 other writes",
        "reads": "6,000 reads",
        "login": "120 tries",
    }.items():
        assert words in text
        assert settings.API_RATES[scope] == f"{int(words.split()[0].replace(',', ''))}/m"
        assert f"`BIKUPA_RATE_{scope.upper()}`" in text
