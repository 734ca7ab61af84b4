"""What the tables of an event hold, as it is sent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from accounts.api.serializers import PlayerRefSerializer
from tournaments.crosstable import Cell
from tournaments.models import MatchGame, Round
from tournaments.selectors.bracket import Tree, TreeMatch
from tournaments.selectors.rounds import MatchView, RoundView
from tournaments.selectors.standings import CrosstableLine, Standing
from tournaments.tiebreak_words import in_order
from tournaments.tiebreaks import TiebreakValue
from tournaments.tiebreaks.base import Term

from .fields import number, points


def round_data(view: RoundView, reasons: list[str] | None = None) -> dict[str, Any]:
    """A round as it is sent. ``reasons``: why it was paired so, in sentences."""
    return {
        "id": view.round.pk,
        "section": view.round.section_id,
        "number": view.round.number,
        "status": view.round.status,
        "started_at": view.round.started_at,
        "finished_at": view.round.finished_at,
        "deadline": view.round.deadline,
        "reasons": reasons or [],
        "games_total": view.games_total,
        "games_over": view.games_over,
        "matches": [_match(match, view.round) for match in view.matches],
    }


def _match(view: MatchView, stored: Round) -> dict[str, Any]:
    match = view.match
    names = {one.pk: one.user.name for one in (view.first, view.second) if one is not None}
    return {
        "id": match.pk,
        "board": match.board,
        "kind": match.kind,
        "status": match.status,
        "first": PlayerRefSerializer(view.first.user).data,
        "second": None if view.second is None else PlayerRefSerializer(view.second.user).data,
        "first_points": points(match.first_points),
        "second_points": points(match.second_points),
        "first_score": _points_or_none(match.first_score),
        "second_score": _points_or_none(match.second_score),
        "advances": names.get(match.advances_id or 0),
        "deadline": match.deadline or stored.deadline,
        "games": [_match_game(game) for game in view.games],
    }


def _match_game(slot: MatchGame) -> dict[str, Any]:
    return {
        "id": slot.pk,
        "number": slot.number,
        "game": slot.game_id,
        "white": slot.white.user.name,
        "black": slot.black.user.name,
        "status": None if slot.game is None else slot.game.status,
        "result": slot.outcome or None,
        "white_points": _points_or_none(slot.white_points),
        "black_points": _points_or_none(slot.black_points),
        "forfeit": slot.forfeit,
        "decider": slot.decider,
        "counts": slot.counts,
        "ruled": slot.ruled,
    }


def _points_or_none(half_points: int | None) -> float | None:
    return None if half_points is None else points(half_points)


def standings_data(codes: tuple[str, ...], found: Sequence[Standing]) -> dict[str, Any]:
    """The standings of a section; ``codes`` are its tie-breaks."""
    names = {standing.entrant.pk: standing.entrant.user.name for standing in found}
    heads = [{"code": tie.code, "name": tie.name, "explanation": tie.explanation} for tie in in_order(codes)]
    return {"tiebreaks": heads, "standings": [_standing(standing, names) for standing in found]}


def crosstable_data(lines: Sequence[CrosstableLine]) -> dict[str, Any]:
    """The crosstable of a section."""
    names = {line.standing.entrant.pk: line.standing.entrant.user.name for line in lines}
    rows = [
        {
            "rank": line.standing.rank,
            "player": PlayerRefSerializer(line.standing.entrant.user).data,
            "points": points(line.standing.points),
            "cells": [_cell(cell, names) for cell in line.cells],
        }
        for line in lines
    ]
    return {"rows": rows}


def bracket_data(tree: Tree) -> dict[str, Any]:
    """The tree of a knock-out."""
    return {
        "rounds": [
            {"title": str(column.title), "matches": [_tree_match(match) for match in column.matches]}
            for column in tree.rounds
        ],
        "third_place": None if tree.third is None else _tree_match(tree.third),
        "champion": None if tree.champion is None else PlayerRefSerializer(tree.champion.user).data,
    }


def _tree_match(match: TreeMatch) -> dict[str, Any]:
    sides = [
        {
            "player": None if side.entrant is None else PlayerRefSerializer(side.entrant.user).data,
            "seed": side.seed,
            "goes_on": side.goes_on,
            "is_empty": side.is_empty,
        }
        for side in match.sides
    ]
    return {"match": None if match.match is None else match.match.pk, "sides": sides, "why": match.why}


def _standing(standing: Standing, names: Mapping[int, str]) -> dict[str, Any]:
    return {
        "rank": standing.rank,
        "shared": standing.row.shared,
        "player": PlayerRefSerializer(standing.entrant.user).data,
        "seed": standing.entrant.seed,
        "rating": round(standing.entrant.rating),
        "status": standing.entrant.status,
        "points": points(standing.points),
        "max_points": points(standing.row.max_points),
        "played": standing.row.played,
        "to_play": standing.row.to_play,
        "tiebreaks": _values(standing.ties, standing.decisive, names),
    }


def _values(
    values: Iterable[TiebreakValue], decisive: frozenset[str], names: Mapping[int, str]
) -> list[dict[str, Any]]:
    return [
        {
            "code": value.code,
            "value": number(value.value),
            "exact": None if value.value is None else str(value.value),
            "place": value.place,
            "decisive": value.code in decisive,
            "terms": [_term(term, names) for term in value.terms],
        }
        for value in values
    ]


def _term(term: Term, names: Mapping[int, str]) -> dict[str, Any]:
    return {
        "round": term.round_no,
        "kind": term.kind.value,
        "contribution": number(term.contribution),
        "opponent": None if term.opponent is None else names[term.opponent],
        "opponent_score": number(term.opponent_score),
        "result": number(term.result),
        "cut": term.cut,
    }


def _cell(cell: Cell, names: Mapping[int, str]) -> dict[str, Any]:
    return {
        "opponent": names[cell.opponent],
        "points": _points_or_none(cell.points),
        "games": [
            {
                "game": game.ref,
                "round": game.round_no,
                "number": game.number,
                "colour": game.side.value,
                "points": _points_or_none(game.points),
                "forfeit": game.forfeit,
            }
            for game in cell.games
        ],
    }
