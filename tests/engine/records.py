"""The real PGN and SGF files: all of them where the shared cases are, else the smaller set in tests/data."""

import json
from pathlib import Path
from typing import Any

from engine.notation.convert import FORMATS, read_game, write_game
from engine.notation.record import GameRecord

from .cases import BUNDLED, SHARED

BUNDLED_FILES = BUNDLED / "notation"
FILES = SHARED.parent / "notation" if SHARED.exists() else BUNDLED_FILES


def _lines(path: Path) -> list[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


INDEX: dict[str, str | None] = {entry["file"]: entry["game"] for entry in _lines(FILES / "index.jsonl")}
_GAMES = SHARED / "games.jsonl" if SHARED.exists() else BUNDLED_FILES / "games.jsonl"
GAMES: dict[str, dict[str, Any]] = {game["id"]: game for game in _lines(_GAMES) if game["id"] in INDEX.values()}


def data_of(name: str) -> bytes:
    """Return a file; those of the smaller set are always there."""
    path = BUNDLED_FILES / name
    return (path if path.exists() else FILES / name).read_bytes()


def check_round_trips(record: GameRecord) -> None:
    """Through every format and every pair of formats the record stays equal, and equal records give equal bytes."""
    texts = {to: write_game(record, to) for to in FORMATS}
    for text in texts.values():
        again = read_game(text.encode())
        assert again == record
        assert dict(again.headers) == dict(record.headers)
        assert list(again.headers) == list(record.headers)
        assert {to: write_game(again, to) for to in FORMATS} == texts
