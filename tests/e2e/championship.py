"""A round robin of six that programs play to a known end: the crosstable of a published event.

tests/data/tiebreaks/rr6_tnr437642.json: player 1 wins every game, 2-3 and 3-4 are drawn, else the lower number wins.
Every kind of ending occurs. Player 6 never makes a move, player 5 stops after a few: their clocks decide.
"""

from __future__ import annotations

import json
import random
import threading
import time
import traceback
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from .harness import ROOT, Program, Site, make_players, wait_until

PUBLISHED = json.loads((Path(__file__).parent.parent / "data" / "tiebreaks" / "rr6_tnr437642.json").read_text())
RECORDED = json.loads((ROOT / "hive_site" / "demo" / "games.json").read_text())
NAMES = ["anna", "bertil", "cesar", "david", "erik", "filip"]  # player 1 to 6 of the published event
# Pairs that are played to a surrounded queen, move by move as in a recorded game, and pairs that end by resignation.
TO_THE_END = [(1, 2), (1, 4)]
RESIGNED = [(1, 3), (2, 4)]
SOME_PLIES = 6


@dataclass(frozen=True)
class Plan:
    """How one game is to go. ``winner``: a player's number, or None for a draw."""

    winner: int | None
    ending: str
    moves: tuple[str, ...] = ()


def plan_for(white: int, black: int) -> Plan:
    """Return the plan for a game, so that its result is the published one."""
    result = next(score for opponent, _, score in PUBLISHED["players"][white - 1]["rounds"] if opponent == black)
    if result == "=":
        return Plan(None, "agreement")
    winner = white if result == "1" else black
    pair = (min(white, black), max(white, black))
    if pair in TO_THE_END:
        colour = "white" if winner == white else "black"
        fitting = [game for game in RECORDED if game["on_board"] and game["result"] == colour]
        game = next(game for game in fitting if game["game_type"] == "Base+MLP")
        return Plan(winner, "surrounded", tuple(game["moves"]))
    return Plan(winner, "resignation" if pair in RESIGNED else "flag")


class Player(threading.Thread):
    """One player's program: looks for games where it is its turn and goes on with the plan."""

    def __init__(self, program: Program, number: int, event: int, over: threading.Event, pause: float) -> None:
        super().__init__(name=program.name, daemon=True)
        self.program = program
        self.number = number
        self.event = event
        self.over = over
        self.pause = pause
        self.random = random.Random(number)
        self.failure = ""
        self.moves_played = 0

    def run(self) -> None:
        try:
            while not self.over.wait(self.pause):
                waiting = self.program.get(f"games/?event={self.event}&to_move=me&status=in_progress").body["results"]
                for game in waiting:
                    white, black = (NAMES.index(game[side]["name"]) + 1 for side in ("white", "black"))
                    plan = plan_for(white, black)
                    if not self.has_stopped(plan, game["ply"]):
                        self.go_on(game["id"], plan)
        except Exception:
            self.failure = traceback.format_exc()

    def has_stopped(self, plan: Plan, ply: int) -> bool:
        """Whether this player lets the clock run out. It does not even look at the game any more."""
        return plan.ending == "flag" and plan.winner != self.number and (self.number == 6 or ply >= SOME_PLIES)

    def go_on(self, game_id: int, plan: Plan) -> None:
        state = self.program.get(f"games/{game_id}/").body
        if state["to_move"] != state["you"]:
            return
        if plan.ending == "resignation" and plan.winner != self.number and state["ply"] >= SOME_PLIES:
            self.act(game_id, "resign")
            return
        if plan.ending == "agreement" and state["ply"] >= SOME_PLIES:
            if any(offer["by"] != state["you"] for offer in state["draw_offers"]):
                self.act(game_id, "draw-accept")
                return
            if not state["draw_offers"]:
                self.act(game_id, "draw-offer")
        move = plan.moves[state["ply"]] if plan.moves else self.random.choice(sorted(state["legal_moves"]))
        # The answer to a request that was repeated is the first one: 201 even if a server died in between.
        self.program.post(f"games/{game_id}/moves/", {"move": move, "ply": state["ply"]}, expect=201)
        self.moves_played += 1

    def act(self, game_id: int, act: str) -> None:
        answer = self.program.post(f"games/{game_id}/{act}/")
        # A repeated request may find that the first one was done.
        assert answer.status == 200 or (answer.status == 409 and self.program.repeated), f"{act}: {answer}"


class Championship:
    """The event, its players and what must be true of it in the end."""

    def __init__(self, site: Site, *, time_control: str, pacing: str) -> None:
        self.site = site
        make_players(site, NAMES)
        self.programs = [Program(site, name) for name in NAMES]
        self.organiser = self.programs[0]
        rules = {
            "name": "Club championship",
            "format": "round_robin",
            "games_per_pairing": 1,
            "pacing": pacing,
            "time_control": time_control,
            "tiebreaks": ["PTS", "DE", "SB"],
            "seats": 6,
            "silent_timeouts": 0,  # who stops playing stays in the event and loses on time
        }
        self.id = self.organiser.post("tournaments/", rules, expect=201).body["id"]
        self.over = threading.Event()

    def begin(self, pause: float) -> None:
        """Let everybody enter, start the event and the programs."""
        self.organiser.post(f"tournaments/{self.id}/publish/", expect=200)
        for program in self.programs:
            program.post(f"tournaments/{self.id}/entries/", expect=201)
        self.organiser.post(f"tournaments/{self.id}/start/", expect=200)
        self.players = [
            Player(program, number, self.id, self.over, pause) for number, program in enumerate(self.programs, 1)
        ]
        for player in self.players:
            player.start()

    def is_over(self) -> bool:
        """Look past the site whether the event has ended; fails when a program has failed."""
        for player in self.players:
            assert not player.failure, f"{player.name}:\n{player.failure}"
        return bool(self.site.value("SELECT status FROM tournaments_tournament WHERE id = %s", self.id) == "finished")

    def end(self) -> None:
        self.over.set()
        for player in self.players:
            player.join(60)
            assert not player.failure, f"{player.name}:\n{player.failure}"

    def get(self, table: str) -> Any:
        return self.organiser.get(f"tournaments/{self.id}/{table}").body

    def check_tables(self) -> None:
        """Every game against its plan; standings, tie-breaks and crosstable against the published event."""
        games = self.organiser.get(f"games/?event={self.id}&page_size=100").body["results"]
        assert len(games) == 15
        for game in games:
            white, black = (NAMES.index(game[side]["name"]) + 1 for side in ("white", "black"))
            plan = plan_for(white, black)
            winner = {"white": white, "black": black, "draw": None}[game["result"]]
            assert (winner, game["ending"]) == (plan.winner, plan.ending), game
        standings = self.get("standings/")["standings"]
        assert [line["player"]["name"] for line in standings] == NAMES
        assert [line["rank"] for line in standings] == [1, 2, 3, 4, 5, 6]
        for line, published in zip(standings, PUBLISHED["players"], strict=True):
            values = {value["code"]: value["value"] for value in line["tiebreaks"]}
            assert line["points"] == published["points"], line
            assert values["SB"] == published["published"]["SB"], line
            assert values["DE"] in (0, None), line
        scores = {"1": 1, "0": 0, "=": 0.5}
        for number, row in enumerate(self.get("crosstable/")["rows"], 1):
            expected = {NAMES[o - 1]: scores[s] for o, _, s in PUBLISHED["players"][number - 1]["rounds"]}
            cells = {cell["opponent"]: cell["points"] for cell in row["cells"] if cell["games"]}
            assert (row["player"]["name"], cells) == (NAMES[number - 1], expected)

    def check_rows(self) -> None:
        """Nothing lost, nothing doubled: what the tables say, looked at past the site."""
        rows = self.site.rows
        assert rows("SELECT count(*) FROM games_game")[0][0] == 15
        assert rows("SELECT status, count(*) FROM games_game GROUP BY 1") == [("finished", 15)]
        # Every game has its plies 1, 2, 3 ... and as many MOVED events; one beginning and one end.
        broken = """
            SELECT g.id, g.ply, count(m.id), max(m.ply) FROM games_game g LEFT JOIN games_move m ON m.game_id = g.id
            GROUP BY g.id HAVING count(m.id) <> g.ply OR coalesce(max(m.ply), 0) <> g.ply
        """
        assert rows(broken) == []
        events = """
            SELECT g.id FROM games_game g JOIN games_gameevent e ON e.game_id = g.id GROUP BY g.id, g.ply
            HAVING count(*) FILTER (WHERE e.kind = 'started') <> 1 OR count(*) FILTER (WHERE e.kind = 'ended') <> 1
                OR count(*) FILTER (WHERE e.kind = 'moved') <> g.ply
        """
        assert rows(events) == []
        sent = sum(player.moves_played for player in self.players)
        assert rows("SELECT count(*) FROM games_move WHERE NOT forced")[0][0] == sent
        # Clocks: within a game time does not run backwards.
        assert rows("SELECT a.id FROM games_move a JOIN games_move b ON a.game_id = b.game_id AND a.ply < b.ply"
                    " WHERE a.played_at > b.played_at") == []  # fmt: skip
        assert rows("SELECT count(*), count(recorded_at) FROM tournaments_matchgame") == [(15, 15)]
        ranks = "SELECT final_rank FROM tournaments_entrant ORDER BY final_rank"
        assert [rank for (rank,) in rows(ranks)] == [1, 2, 3, 4, 5, 6]
        self.check_ratings()
        wait_until("every mail is sent", lambda: self.mails_waiting() == 0)

    def check_ratings(self) -> None:
        """Each rated game has its two ledger rows, and each player's ledger is one chain to the present rating."""
        rows = self.site.rows
        rated = """
            SELECT count(*), count(*) FILTER (WHERE changes = 2) FROM (
                SELECT g.id, count(c.id) AS changes FROM games_game g
                JOIN games_ratingchange c ON c.game_id = g.id GROUP BY g.id) AS ledger
        """
        both_moved = rows("SELECT count(*) FROM games_game WHERE ply >= 2")[0][0]
        assert rows(rated) == [(both_moved, both_moved)]
        for user, value, games in rows("SELECT user_id, value, wins + losses + draws FROM games_rating"):
            chain = rows(
                "SELECT value_before, value_after FROM games_ratingchange WHERE user_id = %s"
                " ORDER BY rated_at, game_id",
                user,
            )
            assert len(chain) == games
            assert all(before[1] == after[0] for before, after in pairwise(chain)), chain
            assert chain[-1][1] == value

    def mails_waiting(self) -> int:
        return int(self.site.value("SELECT count(*) FROM accounts_notification WHERE mail = 'waiting'"))


def sleep_some(chance: random.Random, least: float, most: float) -> None:
    time.sleep(chance.uniform(least, most))
