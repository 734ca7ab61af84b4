"""A small Double Swiss event as values: two-game matches, a forfeit, byes of both kinds, a withdrawal, an open game."""

from datetime import UTC, datetime, timedelta

from tournaments.exchange.event_data import (
    ByeData,
    EntrantData,
    EventData,
    GameData,
    MatchData,
    PlaceData,
    RoundData,
    SectionData,
)

AT = datetime(2027, 3, 28, 16, tzinfo=UTC)
NAMES = ("Ada", "Bo", "Cy", "Di", "Ed")
POINTS = {"white": (2, 0), "draw": (1, 1), "black": (0, 2), "none": (0, 0), "": (None, None)}


def match(board: int, first: int, second: int, *outcomes: str, forfeit: bool = False) -> MatchData:
    """The first-named has White in game 1, the other in game 2."""
    games = []
    for number, outcome in enumerate(outcomes, start=1):
        white, black = (first, second) if number % 2 else (second, first)
        white_points, black_points = POINTS[outcome]
        recorded = AT + timedelta(days=1) if outcome else None
        games.append(
            GameData(
                *(number, white, black, white_points, black_points, outcome),
                ending="forfeit" if forfeit else "surrounded" if outcome else "",
                forfeit=forfeit,
                recorded_at=recorded,
            )
        )
    return MatchData(board, first, second, tuple(games), status="finished" if all(outcomes) else "running")


ROUND_1 = RoundData(
    1,
    "finished",
    started_at=AT,
    finished_at=AT + timedelta(days=5),
    matches=(match(1, 11, 13, "white", "draw"), match(2, 14, 12, "black", "white")),
    byes=(ByeData(15, "pairing", 3, 2),),
)
ROUND_2 = RoundData(
    2,
    "running",
    started_at=AT + timedelta(days=7),
    deadline=AT + timedelta(days=14),
    matches=(match(1, 12, 11, "draw", ""), match(2, 13, 15, "white", "black", forfeit=True)),
    byes=(ByeData(14, "requested", 2, 1),),
)
EVENT = EventData(
    "Spring Cup – öppen",
    "running",
    "https://hive.example/events/5",
    {"format": "double_swiss", "later_stages": [{"format": "knock_out"}], "bye_points": 3, "min_rating": None},
    "2026",
    2**62 + 1,
    AT,
    entrants=(
        *(
            EntrantData(11 + at, name.lower(), name, 1815.123456789 - at, entered_at=AT)
            for at, name in enumerate(NAMES)
        ),
        EntrantData(16, "flo", "Flo", status="withdrawn", withdrawn_at=AT, withdrawn_after=0, reason="ill"),
    ),
    sections=(
        SectionData(
            1,
            1,
            "open",
            {"format": "double_swiss"},
            3,
            tuple(PlaceData(11 + at, 1 + at) for at in range(5)),
            (ROUND_1, ROUND_2),
        ),
    ),
)
