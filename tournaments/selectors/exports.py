"""What leaves an event: everything the writers of ``tournaments.exchange`` need, as plain values."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Game, Move

from ..exchange.csv_tables import EntrantRow, GameRow, StandingsRow
from ..exchange.feeds import FeedItem, end_item, result_item, round_item
from ..exchange.games_bundle import EventGame
from ..exchange.ical_entries import AgreedHour, RoundSlot
from ..models import Entrant, Match, MatchGame, Round, Section, Tournament
from ..states import Status
from .ranking import event_ranking
from .sections import sections_of
from .standings import Standing, section_standings

BATCH = 100  # games of a bundle whose moves are loaded together


def absolute(path: str) -> str:
    """The full address of a page of this site."""
    return settings.SITE_URL.rstrip("/") + path


def match_link(event: Tournament, match: Match) -> str:
    """The permanent address of a match."""
    page = reverse("tournaments:rounds", args=[event.pk])
    return absolute(f"{page}?section={match.round.section_id}#match-{match.pk}")


def entrant_rows(event: Tournament) -> list[EntrantRow]:
    """Everybody who has or had a seat, by start number. One query."""
    shown = (Entrant.Status.ENTERED, Entrant.Status.WITHDRAWN, Entrant.Status.EXPELLED)
    rows = event.entrants.filter(status__in=shown).select_related("user").order_by("seed", "entered_at", "pk")
    return [
        EntrantRow(one.seed, one.user.name, one.user.shown_name, round(one.rating), one.club, one.status)
        for one in rows
    ]


def standings_rows(section: Section) -> tuple[list[StandingsRow], list[str]]:
    """The standings of a section and the codes of its tie-breaks."""
    lines = section_standings(section)
    codes = [value.code for value in lines[0].ties] if lines else []
    return [_standings_row(line) for line in lines], codes


def _standings_row(line: Standing) -> StandingsRow:
    values = tuple("" if value.value is None else f"{float(value.value):g}" for value in line.ties)
    return StandingsRow(
        line.rank, line.row.entrant.seed, line.entrant.user.shown_name, line.points, line.row.played, values
    )


def game_rows(section: Section) -> list[GameRow]:
    """Every game and bye of a section in the order of rounds and boards. Three queries."""
    numbers = dict(section.places.values_list("entrant_id", "number"))
    rows = [
        GameRow(
            slot.match.round.number,
            slot.match.board,
            slot.number,
            slot.white.user.shown_name,
            slot.black.user.shown_name,
            numbers[slot.white_id],
            numbers[slot.black_id],
            slot.white_points,
            slot.black_points,
            _note(slot),
            absolute(reverse("games:detail", args=[slot.game_id])) if slot.game_id else "",
        )
        for slot in _slots(section.tournament).filter(match__round__section=section)
    ]
    byes = Match.objects.filter(round__section=section).exclude(kind=Match.Kind.GAMES)
    rows += [
        GameRow(
            bye.round.number,
            bye.board,
            1,
            bye.first.user.shown_name,
            white_no=numbers[bye.first_id],
            white_points=bye.first_points,
            note=bye.kind,
        )
        for bye in byes.select_related("round", "first__user")
    ]
    return sorted(rows, key=lambda row: (row.round_no, row.board, row.game_no))


def _note(slot: MatchGame) -> str:
    notes = [
        ("forfeit", slot.forfeit),
        ("decider", slot.decider),
        ("ruled", slot.ruled),
        ("does not count", not slot.counts),
    ]
    return ", ".join(word for word, is_so in notes if is_so)


def _slots(event: Tournament):  # type: ignore[no-untyped-def]
    slots = MatchGame.objects.filter(match__round__tournament=event).select_related(
        "game", "white__user", "black__user", "match__round__section__stage"
    )
    return slots.defer("game__snapshot").order_by(
        "match__round__section__stage__number", "match__round__section__number", "match__round__number",
        "match__board", "number",
    )  # fmt: skip


def event_games(event: Tournament) -> Iterator[EventGame]:
    """Every game that was begun, with its moves and clocks; a few queries for each hundred games."""
    slots = [slot for slot in _slots(event) if slot.game is not None]
    for start in range(0, len(slots), BATCH):
        part = slots[start : start + BATCH]
        moves: dict[int, list[Move]] = {}
        for move in Move.objects.filter(game__in=[slot.game_id for slot in part]).order_by("game_id", "ply"):
            moves.setdefault(move.game_id, []).append(move)
        for slot in part:
            yield _event_game(slot, moves.get(slot.game_id, []))


def _event_game(slot: MatchGame, moves: list[Move]) -> EventGame:
    game = slot.game
    assert game is not None
    ending = Game.Ending(game.ending).label if game.ending else ""
    return EventGame(
        white=slot.white.user.shown_name,
        black=slot.black.user.shown_name,
        game_type=game.game_type,
        moves=tuple(move.text for move in moves),
        result=slot.outcome or game.result,
        ending=str(ending),
        round_no=slot.match.round.number,
        board=slot.match.board,
        game_no=slot.number,
        started_at=game.created_at,
        white_rating=round(slot.white.rating),
        black_rating=round(slot.black.rating),
        time_control=game.time_control,
        opening_rule=game.opening_rule,
        repetition_rule=game.repetition_rule,
        clocks=tuple(move.clock_after for move in moves),
        url=absolute(game.get_absolute_url()),
    )


def calendar_of_event(event: Tournament) -> tuple[list[RoundSlot], list[AgreedHour]]:
    """The rounds of an event, those planned included, and the hours agreed on in it."""
    sections = sections_of(event)
    rounds = Round.objects.filter(section__in=sections).select_related("section__stage").order_by("pk")
    slots = [_round_slot(event, stored, len(sections)) for stored in rounds]
    for section in sections:
        if section.next_round_at is not None:
            number = section.rounds.exclude(status=Round.Status.PENDING).count() + 1
            key = f"section-{section.pk}-round-{number}"
            slots = [slot for slot in slots if slot.key != key]
            slots.append(
                RoundSlot(key, event.name, number, event.time_zone, _page(event), starts_at=section.next_round_at)
            )
    agreed = Match.objects.filter(round__section__in=sections, agreed_at__isnull=False)
    return slots, [_agreed(event, match) for match in agreed.select_related("first__user", "second__user", "round")]


def _page(event: Tournament) -> str:
    return absolute(event.get_absolute_url())


def _round_slot(event: Tournament, stored: Round, sections: int) -> RoundSlot:
    name = f"{event.name}, {stored.section.name}" if sections > 1 and stored.section.name else event.name
    return RoundSlot(
        f"section-{stored.section_id}-round-{stored.number}",
        name,
        stored.number,
        event.time_zone,
        _page(event),
        starts_at=stored.started_at,
        deadline=stored.deadline,
        cancelled=event.status == Status.CANCELLED,
    )


def _agreed(event: Tournament, match: Match) -> AgreedHour:
    assert match.second is not None
    assert match.agreed_at is not None
    return AgreedHour(
        f"match-{match.pk}",
        event.name,
        match.first.user.shown_name,
        match.second.user.shown_name,
        match.agreed_at,
        event.time_zone,
        match_link(event, match),
    )


def calendar_of_player(player: User) -> tuple[list[RoundSlot], list[AgreedHour]]:
    """The rounds and agreed hours of everything a player takes part in that is not over."""
    events = Tournament.objects.filter(
        entrants__user=player, entrants__status=Entrant.Status.ENTERED, status__in=(Status.RUNNING,)
    )
    slots: list[RoundSlot] = []
    hours: list[AgreedHour] = []
    for event in events.order_by("pk"):
        of_event, agreed = calendar_of_event(event)
        own = set(event.sections.filter(places__entrant__user=player).values_list("pk", flat=True))
        slots += [slot for slot in of_event if any(slot.key.startswith(f"section-{pk}-") for pk in own)]
        hours += [hour for hour in agreed if player.shown_name in (hour.white, hour.black)]
    return slots, hours


def news_of(event: Tournament) -> Iterator[FeedItem]:
    """Rounds that began, matches that are over, and the end."""
    begun = Round.objects.filter(tournament=event, started_at__isnull=False).select_related("section")
    page = reverse("tournaments:rounds", args=[event.pk])
    for stored in begun.order_by("-started_at")[:100]:
        assert stored.started_at is not None
        link = absolute(f"{page}?section={stored.section_id}#round-{stored.number}")
        count = stored.matches.filter(kind=Match.Kind.GAMES).count()
        yield round_item(event=event.name, number=stored.number, matches=count, link=link, at=stored.started_at)
    over = Match.objects.filter(round__tournament=event, status=Match.Status.FINISHED, kind=Match.Kind.GAMES)
    for match in over.select_related("first__user", "second__user", "round").prefetch_related("games")[:300]:
        yield _match_news(event, match)
    if event.finished_at is not None:
        winners = [entrant.user.shown_name for rank, entrant in event_ranking(event) if rank == 1]
        yield end_item(event=event.name, winners=winners, link=_page(event), at=event.finished_at)


def _match_news(event: Tournament, match: Match) -> FeedItem:
    assert match.second is not None
    times: list[datetime] = [slot.recorded_at for slot in match.games.all() if slot.recorded_at is not None]
    return result_item(
        event=event.name,
        number=match.round.number,
        white=match.first.user.shown_name,
        black=match.second.user.shown_name,
        white_points=match.first_points,
        black_points=match.second_points,
        link=match_link(event, match),
        at=max(times, default=event.created_at),
        note=_("set by an arbiter") if any(slot.ruled for slot in match.games.all()) else "",
    )
