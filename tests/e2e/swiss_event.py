"""A Double Swiss that programs play through the API alone, with all that goes wrong in a real one.

By the plan some never show up and are lost by their clocks, some leave, one asks a round off, the arbiter corrects a
result, the loser of it appeals, the committee upholds the appeal, and the correction is undone. The event must come to
its end by itself, and its record alone must give the same standings.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import datetime
from typing import Any

from .harness import Answer, Program, Site, make_players, wait_until

FIRST_MOVES = ("wL", "bL wL-")
REASON = "The game was abandoned in a drawn position."


class SwissEvent:
    """``size`` players and three officials. ``clock`` is the time for a move, also what a no-show costs a round."""

    def __init__(self, site: Site, *, size: int, rounds: int, clock: str, seed: int, no_shows: int, leavers: int):
        self.site = site
        self.chance = random.Random(seed)
        names = [f"player{number:02}" for number in range(1, size + 1)]
        make_players(site, [*names, "host", "judge", "board"])
        self.players = {name: Program(site, name) for name in names}
        self.host, self.judge, self.board = (Program(site, name) for name in ("host", "judge", "board"))
        chosen = self.chance.sample(names, no_shows + leavers + 1)
        self.no_shows = set(chosen[:no_shows])
        self.leavers = chosen[no_shows:-1]
        self.resting = chosen[-1]
        self.late = 0  # moves that a slow machine made too late
        self.rounds_total = rounds
        rules = {
            "name": "Programs' Double Swiss", "format": "double_swiss", "rounds": rounds, "time_control": clock,
            "seats": size, "silent_timeouts": 2, "requested_byes": 1, "rated": True,
        }  # fmt: skip
        self.id = self.host.post("tournaments/", rules, expect=201).body["id"]
        self.at = f"tournaments/{self.id}"

    def begin(self) -> None:
        """Publish, give the roles, enter, ask a round off, start."""
        self.host.post(f"{self.at}/publish/", expect=200)
        for name, role in (("judge", "arbiter"), ("board", "appeals")):
            self.host.post(f"{self.at}/officials/", {"name": name, "role": role}, expect=200)
        for player in self.players.values():
            player.post(f"{self.at}/entries/", expect=201)
        self.players[self.resting].post(f"{self.at}/entries/me/byes/", {"round_number": 2}, expect=200)
        self.host.post(f"{self.at}/start/", expect=200)

    def run(self, seconds: float) -> None:
        """Play until the event is over. Nobody starts a round: it has to go on by itself."""
        seen: set[int] = set()
        work: list[Future[None]] = []
        left = corrected = False
        until = time.monotonic() + seconds
        with ThreadPoolExecutor(4) as pool:
            while self.event()["status"] != "finished":
                assert time.monotonic() < until, f"not over after {seconds:g} s: {self.event()}"
                for game in self.get("games/?status=in_progress&page_size=100")["results"]:
                    if game["id"] not in seen:
                        seen.add(game["id"])
                        work.append(pool.submit(self.play, game))
                for done in [one for one in work if one.done()]:
                    done.result()
                    work.remove(done)
                rounds = self.get("rounds/")
                if not corrected and any(game["result"] for game in games_of(rounds[0])):
                    corrected = True
                    self.correct_and_appeal(next(game for game in games_of(rounds[0]) if game["result"]))
                if not left and len(rounds) > 1:
                    left = True
                    for name in self.leavers:
                        self.players[name].post(f"{self.at}/entries/me/leave/", {"reason": "No time."}, expect=200)
                time.sleep(0.1)

    def play(self, game: dict[str, Any]) -> None:
        """Two plies, then the loser by lot resigns, or a draw is agreed. Who does not show up does nothing."""
        sides = [game["white"]["name"], game["black"]["name"]]
        for ply, (name, move) in enumerate(zip(sides, FIRST_MOVES, strict=True)):
            if name in self.no_shows or not self.said(name, game, "moves", {"move": move, "ply": ply}):
                return
        lot = random.Random(f"{sides}/{game['id']}").random()
        if lot < 0.2:
            self.said(sides[0], game, "draw-offer", {}) and self.said(sides[1], game, "draw-accept", {})
        else:
            self.said(sides[lot < 0.6], game, "resign", {})

    def said(self, name: str, game: dict[str, Any], act: str, body: dict[str, Any]) -> bool:
        """Whether it was in time. A game may be over: an opponent has left, or the clock was quicker."""
        answer: Answer = self.players[name].post(f"games/{game['id']}/{act}/", body)
        assert answer.status in (200, 201, 409), f"{name} {act}: {answer}"
        self.late += answer.code in ("flag_fallen", "flag_pending")
        return answer.status != 409

    def correct_and_appeal(self, game: dict[str, Any]) -> None:
        """The arbiter makes the first result another; its winner's appeal is upheld, and the correction undone."""
        other = "draw" if game["result"] != "draw" else "white"
        door = f"{self.at}/match-games/{game['id']}/result"
        forecast = self.judge.post(f"{door}/preview/", {"result": other}, expect=200).body
        changed = [line for line in forecast["standings"] if line["points_before"] != line["points_after"]]
        assert {line["player"]["name"] for line in changed} <= {game["white"], game["black"]}
        ruling = self.judge.post(f"{door}/", {"result": other, "reason": REASON}, expect=200).body
        loser = self.players[game["white"]]
        text = {"kind": "appeal", "text": "My opponent resigned, and it was no draw."}
        appeal = loser.post(f"games/{game['game']}/claims/", text, expect=200).body
        assert self.judge.post(f"{self.at}/claims/{appeal['id']}/decide/", VERDICT).status == 403
        self.board.post(f"{self.at}/claims/{appeal['id']}/decide/", VERDICT, expect=200)
        self.judge.post(f"{self.at}/rulings/{ruling['id']}/undo/", {"reason": "Appeal upheld."}, expect=200)
        (now,) = [one for one in games_of(self.get("rounds/")[0]) if one["id"] == game["id"]]
        assert (now["result"], now["ruled"]) == (game["result"], False), now
        self.judge.post(f"{door}/", {"result": other, "reason": REASON, "rated": False}, expect=200)

    def check(self) -> None:
        """The end: every round over, nobody met twice, who left is not paired again, and the record says the same."""
        rounds = self.get("rounds/")
        assert [(one["number"], one["status"]) for one in rounds] == [
            (number, "finished") for number in range(1, self.rounds_total + 1)
        ]
        matches = [(one["number"], match) for one in rounds for match in one["matches"]]
        pairs = Counter(
            frozenset((match["first"]["name"], match["second"]["name"])) for _, match in matches if match["second"]
        )
        assert max(pairs.values()) == 1, pairs.most_common(3)
        byes = Counter(match["first"]["name"] for _, match in matches if match["kind"] == "pairing_bye")
        assert all(count == 1 for count in byes.values()), byes
        assert ("half_bye", self.resting) in {(match["kind"], match["first"]["name"]) for _, match in matches}
        gone = {*self.no_shows, *self.leavers}
        for number, match in matches:
            both = {match["first"]["name"], match["second"]["name"] if match["second"] else ""}
            assert number < 3 or not both & gone, (number, both & gone)
        assert sum(game["ruled"] for one in rounds for game in games_of(one)) >= 1
        every = {entry["player"]["name"]: entry["status"] for entry in self.judge.get(f"{self.at}/entries/all/").body}
        assert {name for name, status in every.items() if status != "entered"} == gone
        standings = self.get("standings/")["standings"]
        assert len(standings) == len(self.players)
        acts = Counter(line["act"] for line in self.record())
        assert acts["claim_raised"] == acts["claim_decided"] == acts["ruling_undone"] == 1, acts
        wait_until("the record agrees", lambda: self.site.manage("replay_event", str(self.id)).strip() == "same", 5)

    def record(self) -> list[dict[str, Any]]:
        """The whole record, as an official reads it page by page."""
        lines: list[dict[str, Any]] = []
        page = 1
        while True:
            found = self.judge.get(f"{self.at}/record/?page_size=100&page={page}").body
            lines += found["results"]
            if found["next"] is None:
                return lines
            page += 1

    def timings(self) -> str:
        """How long each round took."""
        rounds = self.get("rounds/")
        lengths = [_seconds(one["started_at"], one["finished_at"]) for one in rounds]
        games = sum(one["games_total"] for one in rounds)
        return f"{games} games, {self.late} moves too late, seconds per round: {[round(one, 1) for one in lengths]}"

    def event(self) -> dict[str, Any]:
        found: dict[str, Any] = self.host.get(f"{self.at}/").body
        return found

    def get(self, path: str) -> Any:
        return self.host.get(f"{self.at}/{path}").body


VERDICT = {"verdict": "upheld", "answer": "The resignation stands."}


def games_of(stored: dict[str, Any]) -> list[dict[str, Any]]:
    """The games of a round."""
    return [game for match in stored["matches"] for game in match["games"]]


def _seconds(start: str, end: str) -> float:
    return (datetime.fromisoformat(end) - datetime.fromisoformat(start)).total_seconds()
