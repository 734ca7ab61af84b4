"""An event followed from its record alone: who plays, who met whom, what counted, and the standings that makes.

Pure. Every line of the record that changes one of these carries it in ``after``: a result names its game and all that
it counts, a pairing its matches, a withdrawal its entrant. So nothing is read but the lines, in their order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from .match_scores import bye_worth
from .rules import ROUND_ROBIN, StageRules
from .rules.stage import STAGE_FIELDS, stage_from
from .section_rows import section_rows
from .standings import StandingRow
from .tiebreaks import ByeKind, ByeResult, EntrantLine, GameResult

Values = Mapping[str, Any]


class Line(Protocol):
    """A line of the record, as `models.AuditEntry` stores it."""

    @property
    def act(self) -> str: ...
    @property
    def after(self) -> Values | None: ...
    @property
    def before(self) -> Values | None: ...


@dataclass(slots=True)
class GameSlot:
    """One game of a match. ``outcome`` is empty while nothing is counted; points are half points."""

    number: int
    white: int
    black: int
    outcome: str = ""
    white_points: int | None = None
    black_points: int | None = None
    forfeit: bool = False
    counts: bool = True
    decider: bool = False


@dataclass(slots=True)
class PastMatch:
    """A match or bye (``second`` None) by its id; ``advances`` is who goes on in a knock-out."""

    id: int
    board: int
    kind: str
    first: int
    second: int | None
    games: dict[int, GameSlot] = field(default_factory=dict)
    advances: int | None = None


@dataclass(slots=True)
class PastRound:
    number: int
    begun: bool = False
    matches: dict[int, PastMatch] = field(default_factory=dict)


@dataclass(slots=True)
class PastSection:
    """``entrants`` are the ids in the order of their start numbers."""

    stage: int
    number: int
    name: str
    rounds_total: int
    entrants: list[int]
    rounds: dict[int, PastRound] = field(default_factory=dict)

    @property
    def matches(self) -> list[PastMatch]:
        """In the order of rounds and boards."""
        return [
            match
            for number in sorted(self.rounds)
            for match in sorted(self.rounds[number].matches.values(), key=lambda one: one.board)
        ]


@dataclass(slots=True)
class Player:
    """An entrant who has a start number."""

    id: int
    rating: int
    status: str = "entered"


class Replay:
    """What the record tells, line by line. Lines about other things (time granted, claims) are passed over."""

    def __init__(self) -> None:
        self.rules: dict[str, Any] = {}
        self.status = ""
        self.players: dict[int, Player] = {}
        self.sections: dict[tuple[int, int], PastSection] = {}
        self._matches: dict[int, PastMatch] = {}

    def stage_rules(self, stage: int) -> StageRules:
        """The rules of a stage as they are now."""
        if stage == 1:
            return StageRules().changed({name: self.rules[name] for name in STAGE_FIELDS if name in self.rules})
        return stage_from(self.rules["later_stages"][stage - 2])

    def read(self, line: Line) -> None:
        """Follow one line."""
        after = line.after or {}
        special = getattr(self, f"_read_{line.act}", None)
        if special is not None:
            special(after, line.before or {})
        elif {"match", "game", "outcome"} <= after.keys():
            self._count(after)
        elif line.act.startswith("event_") and "status" in after:
            self.status = after["status"]

    def _read_event_created(self, after: Values, _before: Values) -> None:
        self.rules = dict(after)

    def _read_rules_changed(self, after: Values, _before: Values) -> None:
        self.rules.update(after)

    def _read_entrants_seeded(self, after: Values, _before: Values) -> None:
        for row in after["entrants"]:
            self.players[row["entrant"]] = Player(row["entrant"], row["rating"])

    def _read_stage_started(self, after: Values, _before: Values) -> None:
        for row in after["sections"]:
            section = PastSection(after["stage"], row["number"], row["name"], row["rounds"], list(row["entrants"]))
            known = self.sections.get((section.stage, section.number))
            if known is not None:  # a format fixed beforehand is paired while its stage begins
                section.rounds = known.rounds
            self.sections[section.stage, section.number] = section

    def _read_late_entry(self, after: Values, _before: Values) -> None:
        self.players[after["entrant"]] = Player(after["entrant"], after["rating"])
        section = self.sections[after["stage"], after["section"]]
        section.entrants.append(after["entrant"])
        for row in after["byes"]:
            bye = PastMatch(row["match"], row["board"], row["kind"], after["entrant"], None)
            section.rounds[row["round"]].matches[bye.id] = bye

    def _read_round_paired(self, after: Values, _before: Values) -> None:
        stored = PastRound(after["round"])
        for row in after["matches"]:
            match = PastMatch(row["match"], row["board"], row["kind"], row["first"], row["second"])
            for number, (white, black) in enumerate(row["games"], start=1):
                match.games[number] = GameSlot(number, white, black)
            stored.matches[match.id] = self._matches[match.id] = match
        place = (after["stage"], after["section"])
        if place not in self.sections:
            self.sections[place] = PastSection(*place, name="", rounds_total=0, entrants=[])
        self.sections[place].rounds[stored.number] = stored

    def _read_round_taken_back(self, after: Values, _before: Values) -> None:
        del self.sections[after["stage"], after["section"]].rounds[after["round"]]

    def _read_round_started(self, after: Values, _before: Values) -> None:
        self.sections[after["stage"], after["section"]].rounds[after["round"]].begun = True

    def _read_seat_changed(self, after: Values, _before: Values) -> None:
        match = self._matches[after["match"]]
        instead = {int(old): new for old, new in after["instead_of"].items()}
        match.first, match.second = after["first"], after["second"]
        for slot in match.games.values():
            if not slot.outcome:
                slot.white, slot.black = instead.get(slot.white, slot.white), instead.get(slot.black, slot.black)

    def _read_replaced(self, after: Values, _before: Values) -> None:
        old, new = after["instead_of"], after["entrant"]
        self.players[new] = Player(new, after["rating"])
        self.players.pop(old, None)
        for section in self.sections.values():
            section.entrants = [new if id_ == old else id_ for id_ in section.entrants]

    def _read_withdrawn(self, after: Values, _before: Values) -> None:
        self._set_status(after["entrant"], "withdrawn")

    def _read_expelled(self, after: Values, _before: Values) -> None:
        self._set_status(after["entrant"], "expelled")

    def _read_reinstated(self, after: Values, _before: Values) -> None:
        self._set_status(after["entrant"], "entered")

    def _set_status(self, entrant: int, status: str) -> None:
        if entrant in self.players:  # who leaves before the start has no start number
            self.players[entrant].status = status

    def _read_match_decided(self, after: Values, _before: Values) -> None:
        self._matches[after["match"]].advances = after["advances"]

    def _read_match_reopened(self, after: Values, _before: Values) -> None:
        self._matches[after["match"]].advances = None

    def _read_advance_ruled(self, after: Values, _before: Values) -> None:
        if after["advances"] is not None:  # None leaves it to the points again, which have a line of their own
            self._matches[after["match"]].advances = after["advances"]

    def _read_deciders(self, after: Values, _before: Values) -> None:
        match = self._matches[after["match"]]
        for number, (white, black) in enumerate(after["games"], start=after["first_number"]):
            match.games[number] = GameSlot(number, white, black, decider=True)

    def _read_deciders_dropped(self, after: Values, _before: Values) -> None:
        for slot in self._matches[after["match"]].games.values():
            slot.counts = slot.counts and not slot.decider

    def _count(self, after: Values) -> None:
        match = self._matches[after["match"]]
        number = after["game"]
        slot = match.games.get(number)
        if slot is None:  # a game played on because the match was drawn
            slot = match.games[number] = GameSlot(number, after["white"], after["black"], decider=True)
        slot.white, slot.black = after["white"], after["black"]
        slot.outcome, slot.forfeit, slot.counts = after["outcome"], after["forfeit"], after["counts"]
        slot.white_points, slot.black_points = after["white_points"], after["black_points"]

    def standings(self, section: PastSection) -> list[StandingRow]:
        """The standings of a section, best first."""
        rules = self.stage_rules(section.stage)
        counting = _games(section, counts=True)
        out = self._left_out(section, counting) if rules.format == ROUND_ROBIN else frozenset()
        lines = [
            EntrantLine(id=id_, seed=number, rating=self.players[id_].rating, status=self.players[id_].status)
            for number, id_ in enumerate(section.entrants, start=1)
            if id_ not in out
        ]
        return section_rows(
            rules,
            lines,
            counting,
            [bye for bye in _byes(section, rules) if bye.entrant not in out],
            active=[line.id for line in lines if line.status == "entered"],
            rounds_to_come=section.rounds_total - len(section.rounds),
        )

    def _left_out(self, section: PastSection, counting: list[GameResult]) -> frozenset[int]:
        """Who has left a round robin with all results annulled."""
        gone = {id_ for id_ in section.entrants if self.players[id_].status != "entered"}
        annulled = {id_ for game in _games(section, counts=False) for id_ in (game.white, game.black)}
        return frozenset((gone & annulled) - {id_ for game in counting for id_ in (game.white, game.black)})


def replay(lines: Iterable[Line]) -> Replay:
    """Follow a record from its first line to its last."""
    found = Replay()
    for line in lines:
        found.read(line)
    return found


def _games(section: PastSection, *, counts: bool) -> list[GameResult]:
    return [
        GameResult(
            round_no=number,
            match=match.id,
            number=slot.number,
            white=slot.white,
            black=slot.black,
            white_points=slot.white_points,
            black_points=slot.black_points,
            white_forfeited=slot.forfeit and slot.outcome != "white",
            black_forfeited=slot.forfeit and slot.outcome != "black",
            decider=slot.decider,
        )
        for number in sorted(section.rounds)
        for match in sorted(section.rounds[number].matches.values(), key=lambda one: one.board)
        for slot in sorted(match.games.values(), key=lambda one: one.number)
        if slot.counts is counts
    ]


def _byes(section: PastSection, rules: StageRules) -> list[ByeResult]:
    found = []
    for number in sorted(section.rounds):
        stored = section.rounds[number]
        for match in stored.matches.values():
            if match.second is None and stored.begun:
                points, match_points = bye_worth(match.kind, rules)
                given = match.kind in ("pairing_bye", "full_bye")
                found.append(
                    ByeResult(
                        round_no=number,
                        entrant=match.first,
                        points=points,
                        kind=ByeKind.PAIRING if given else ByeKind.REQUESTED,
                        games=rules.games_per_pairing,
                        match_points=match_points,
                    )
                )
    return found
