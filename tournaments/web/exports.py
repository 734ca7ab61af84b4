"""Downloads: tables, games, calendars and news of an event. Public as the event is; for programs as for people."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.selectors import player_named

from ..exchange.csv_tables import write_entrants_csv, write_games_csv, write_standings_csv
from ..exchange.event_json import write_event_json
from ..exchange.event_trf import trf_document
from ..exchange.feeds import CONTENT_TYPES, FeedHead, write_feed
from ..exchange.games_bundle import record_of, write_bundle
from ..exchange.ical import write_calendar
from ..exchange.ical_entries import AgreedHour, RoundSlot, agreed_entry, round_entries
from ..exchange.trf_write import write_trf
from ..models import Section, Tournament
from ..selectors.event_data import event_data
from ..selectors.exports import (
    absolute,
    calendar_of_event,
    calendar_of_player,
    entrant_rows,
    event_games,
    game_rows,
    news_of,
    standings_rows,
)
from ..selectors.sections import chosen_section, sections_of
from .pages import visible_event


@require_safe
def export(request: HttpRequest, pk: int, name: str) -> HttpResponseBase:
    """One file of an event; ``?section=`` chooses among its sections where a file is about one.

    :raises Http404: no such event, file or section.
    """
    event = visible_event(request, pk)
    if name in _OF_EVENT:
        return _OF_EVENT[name](request, event)
    if name in _OF_SECTION:
        section = _section(request, event)
        return _OF_SECTION[name](event, section)
    raise Http404(_("There is no such file of an event."))


def _section(request: HttpRequest, event: Tournament) -> Section:
    sections, wanted = sections_of(event), request.GET.get("section")
    section = chosen_section(sections, wanted)
    if section is None or (wanted is not None and str(section.pk) != wanted):
        raise Http404(_("There is no such section, or the event has not started."))
    return section


def _file(event: Tournament, text: str, ending: str, content_type: str, section: Section | None = None) -> HttpResponse:
    answer = HttpResponse(text, content_type=f"{content_type}; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{_file_name(event, section)}.{ending}"'
    return answer


def _file_name(event: Tournament, section: Section | None = None) -> str:
    part = f"-{slugify(section.name)}" if section is not None and section.name else ""
    return f"{slugify(event.name) or 'event'}-{event.pk}{part}"


def _entrants(request: HttpRequest, event: Tournament) -> HttpResponse:
    return _file(event, write_entrants_csv(entrant_rows(event)), "entrants.csv", "text/csv")


def _json(request: HttpRequest, event: Tournament) -> HttpResponse:
    return _file(event, write_event_json(event_data(event)), "json", "application/json")


def _games(form: str) -> Callable[[HttpRequest, Tournament], HttpResponseBase]:
    def answer(request: HttpRequest, event: Tournament) -> HttpResponseBase:
        site = absolute(event.get_absolute_url())
        records = (record_of(game, event=event.name, site=site) for game in event_games(event))
        kind = "application/x-chess-pgn" if form == "pgn" else "text/plain"
        found = StreamingHttpResponse(write_bundle(records, form), content_type=f"{kind}; charset=utf-8")
        found["Content-Disposition"] = f'attachment; filename="{_file_name(event)}.{form}"'
        return found

    return answer


def _calendar(request: HttpRequest, event: Tournament) -> HttpResponse:
    return _calendar_file(event.name, *calendar_of_event(event))


def _calendar_file(name: str, slots: list[RoundSlot], hours: list[AgreedHour]) -> HttpResponse:
    entries = [entry for slot in slots for entry in round_entries(slot)] + [agreed_entry(hour) for hour in hours]
    host = urlsplit(settings.SITE_URL).hostname or "bikupa"
    text = write_calendar(name, entries, host=host, stamp=timezone.now())
    return HttpResponse(text, content_type="text/calendar; charset=utf-8")


def _feed(kind: str) -> Callable[[HttpRequest, Tournament], HttpResponse]:
    def answer(request: HttpRequest, event: Tournament) -> HttpResponse:
        head = FeedHead(
            title=event.name,
            link=absolute(event.get_absolute_url()),
            feed_link=absolute(reverse("tournaments:export", args=[event.pk, f"news.{kind}"])),
            changed_at=event.finished_at or event.started_at or event.created_at,
            language=get_language() or "en",
        )
        return HttpResponse(write_feed(kind, head, news_of(event)), content_type=CONTENT_TYPES[kind])

    return answer


def _standings(event: Tournament, section: Section) -> HttpResponse:
    rows, codes = standings_rows(section)
    return _file(event, write_standings_csv(rows, codes), "standings.csv", "text/csv", section)


def _results(event: Tournament, section: Section) -> HttpResponse:
    return _file(event, write_games_csv(game_rows(section)), "results.csv", "text/csv", section)


def _trf(trf26: bool) -> Callable[[Tournament, Section], HttpResponse]:
    def answer(event: Tournament, section: Section) -> HttpResponse:
        data = event_data(event)
        place = next(one for one in data.sections if (one.stage, one.number) == (section.stage.number, section.number))
        text = write_trf(trf_document(data, place, trf26=trf26))
        return _file(event, text, "trf26.trf" if trf26 else "trf", "text/plain", section)

    return answer


_OF_EVENT: dict[str, Callable[[HttpRequest, Tournament], HttpResponseBase]] = {
    "entrants.csv": _entrants,
    "event.json": _json,
    "games.pgn": _games("pgn"),
    "games.uhp": _games("uhp"),
    "calendar.ics": _calendar,
    "news.rss": _feed("rss"),
    "news.atom": _feed("atom"),
}
_OF_SECTION: dict[str, Callable[[Tournament, Section], HttpResponse]] = {
    "standings.csv": _standings,
    "results.csv": _results,
    "section.trf": _trf(False),
    "section.trf26": _trf(True),
}


@require_safe
def player_calendar(request: HttpRequest, name: str) -> HttpResponse:
    """The rounds and agreed hours of one player, to be subscribed to.

    :raises Http404: there is no such player.
    """
    player = player_named(name)
    if player is None:
        raise Http404(_("There is no player of this name."))
    return _calendar_file(player.shown_name, *calendar_of_player(player))
