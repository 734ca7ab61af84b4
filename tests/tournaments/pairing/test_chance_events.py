"""Whole events played by chance through the formats, with withdrawals and everything an organiser can set."""

import json
import random
from collections import Counter
from dataclasses import replace

from tournaments.pairing.formats import (
    ByeKind,
    DrawnMatch,
    Entry,
    EventState,
    FormatError,
    FormatSettings,
    PastMatch,
    Relaxation,
    RoundPlan,
    ScoreBy,
    format_for,
)
from tournaments.pairing.groups import GroupResult, promotion, snake_groups
from tournaments.pairing.knock_out import NeedsDecider, advances, bracket, places
from tournaments.pairing.record import record_run, replay
from tournaments.pairing.scoring import bye_worth


def run(code: str, event: EventState, round_no: int, seed: int, relax: tuple[Relaxation, ...] = ()) -> RoundPlan:
    """Pair a round; its record, read back from JSON, pairs the same."""
    plan, stored = record_run(code, event, round_no, seed, relax=relax)
    assert replay(json.loads(json.dumps(stored))) == plan
    busy = [no for match in plan.matches for no in match.games[0]] + [bye.no for bye in plan.byes]
    assert len(busy) == len(set(busy)), "everybody once at most"
    return plan


def some_leave(event: EventState, rng: random.Random, rate: float) -> EventState:
    return replace(
        event, entries=tuple(replace(one, active=one.active and rng.random() >= rate) for one in event.entries)
    )


def knock_out_match(event: EventState, plan: RoundPlan, index: int, rng: random.Random) -> PastMatch:
    """Play a match to its decision, deciders included; now and then somebody forfeits it."""
    match = plan.matches[index]
    white, black = match.white_no, match.black_no
    if rng.random() < 0.1:
        out = frozenset(rng.sample((white, black), rng.choice((1, 1, 1, 2))))
        return PastMatch(plan.number, white, black, 0, 0, played=False, forfeited_by=out)
    points = sum(rng.choice((0, 1, 2)) for _game in match.games)
    past = PastMatch(plan.number, white, black, points, 2 * len(match.games) - points)
    while isinstance(found := advances(past, event), NeedsDecider):
        assert len(past.deciders) < event.settings.decider_games
        games = tuple((one, other, points := rng.choice((0, 1, 2)), 2 - points) for one, other in found.games)
        past = replace(past, deciders=past.deciders + games)
    assert found in (white, black)
    return past


def play_knock_out(event: EventState, rng: random.Random, leave: float) -> EventState:
    out: set[int] = set()
    rounds = format_for("knock_out").rounds_total(event)
    for number in range(1, rounds + 1):
        event = some_leave(event, rng, leave)
        plan = run("knock_out", event, number, seed=number)
        played = []
        for index, match in enumerate(plan.matches):
            third = plan.reasons["names"][index] == "third_place"
            assert third or not out & {match.white_no, match.black_no}, "who lost is out"
            assert all(event.entries[no - 1].active for no in match.games[0]), "nobody is paired with who has gone"
            played.append(knock_out_match(event, plan, index, rng))
        played += [PastMatch(number, bye.no, None, 0, kind=bye.kind) for bye in plan.byes]
        event = replace(event, history=event.history + tuple(played))
        for past in played:
            if past.black_no is not None:
                out.update({past.white_no, past.black_no} - {advances(past, event)})
    return event


def chance_settings(rng: random.Random) -> FormatSettings:
    return FormatSettings(
        best_of=tuple(rng.randint(1, 9) for _round in range(rng.randint(1, 3))),
        third_place=rng.random() < 0.5,
        drawn_match=rng.choice(list(DrawnMatch)),
        decider_games=rng.choice((2, 4)),
        lot_seed=rng.randrange(1000),
        white_first=rng.random() < 0.5,
    )


def test_knock_outs_come_to_a_champion_whoever_leaves():
    champions = 0
    for seed in range(80):
        rng = random.Random(seed)
        size = rng.randint(2, 40)
        entries = tuple(Entry(no, 2000 - no) for no in range(1, size + 1))
        leave = rng.choice((0, 0, 0.05, 0.2))
        event = play_knock_out(EventState(entries, chance_settings(rng)), rng, leave)
        tree = bracket(event)
        assert tree.rounds[-1][0].result.settled
        ranks = [no for row in places(tree) for no in row]
        assert len(ranks) == len(set(ranks)) <= size
        if tree.champion is not None:
            champions += 1
            assert ranks[0] == tree.champion
            lost = [one for one in event.history if one.black_no and tree.champion in (one.white_no, one.black_no)]
            assert all(advances(one, event) == tree.champion for one in lost)
        if not leave and all(len(one.forfeited_by) < 2 for one in event.history):
            assert len(ranks) == size
            assert len(event.history) == sum(len(tree.in_round(no)) for no in range(1, len(tree.rounds) + 1))
    assert champions > 60


def play_group(members: list[int], rng: random.Random, settings: FormatSettings) -> dict[int, tuple[int, int]]:
    """A round robin; for each member its points and matches."""
    event = EventState(tuple(Entry(no, 0) for no in range(1, len(members) + 1)), settings)
    score = dict.fromkeys(members, 0)
    matches = Counter()
    for number in range(1, format_for("round_robin").rounds_total(event) + 1):
        for match in run("round_robin", event, number, seed=0).matches:
            for white, black in match.games:
                points = rng.choice((0, 1, 2))
                score[members[white - 1]] += points
                score[members[black - 1]] += 2 - points
            matches.update(members[no - 1] for no in match.games[0])
    return {index: (score[index], matches[index]) for index in members}


def test_groups_lead_to_a_knock_out_whoever_leaves_between_the_stages():
    for seed in range(30):
        rng = random.Random(seed)
        count = rng.randint(6, 40)
        groups = snake_groups([rng.choice(("", "A", "B")) for _entrant in range(count)], rng.randint(2, count // 3))
        settings = FormatSettings(rng.choice((1, 2, 4)), cycles=rng.choice((1, 2)))
        gone = {index for index in range(count) if rng.random() < 0.1}
        results = []
        for number, members in enumerate(groups, start=1):
            found = play_group(members, rng, settings)
            order = sorted(members, key=lambda index: (-found[index][0], index))
            results += [
                GroupResult(index, number, rank, *found[index], seed=index + 1, available=index not in gone)
                for rank, index in enumerate(order, start=1)
            ]
        per_group, next_best = rng.choice(((1, 0), (1, 1), (2, 0), (2, 2)))
        going_on = promotion(results, per_group=per_group, next_best=next_best)
        here = Counter(one.group for one in results if one.available)
        assert len(going_on) == min(sum(here.values()), sum(min(per_group, size) for size in here.values()) + next_best)
        assert [one.seed for one in going_on] == list(range(1, len(going_on) + 1))
        assert not gone & {one.id for one in going_on}
        if len(going_on) > 1:
            entries = tuple(Entry(one.seed, 0) for one in going_on)
            end = play_knock_out(EventState(entries, chance_settings(rng)), rng, 0.05)
            assert bracket(end).rounds[-1][0].result.settled


def swiss_match(plan: RoundPlan, white: int, black: int, games: int, rng: random.Random) -> PastMatch:
    if rng.random() < 0.08:
        out = frozenset(rng.sample((white, black), rng.choice((1, 1, 2))))
        won = {no: 0 if no in out else 2 * games for no in (white, black)}
        return PastMatch(plan.number, white, black, won[white], won[black], played=False, forfeited_by=out)
    points = rng.randint(0, 2 * games)
    return PastMatch(plan.number, white, black, points, 2 * games - points)


def check_swiss(event: EventState, plan: RoundPlan, round_no: int) -> None:
    """What was set aside is what is broken, and nothing else is."""
    aside = {rule["rule"]: {frozenset(pair) for pair in rule["pairs"]} for rule in plan.reasons["set_aside"]}
    clubs = {one.no: one.group for one in event.entries}
    met = {
        frozenset((one.white_no, one.black_no))
        for one in event.history
        if one.black_no is not None and one.played and not one.forfeited_by
    }
    pairs = {frozenset(match.games[0]) for match in plan.matches}
    assert pairs & met == aside.get("rematches", set())
    assert pairs & event.settings.forbidden == aside.get("forbidden_pairs", set())
    club_mates = {pair for pair in pairs if len({clubs[no] for no in pair}) == 1 and clubs[min(pair)]}
    assert club_mates == aside.get("groups", set())
    had = {
        one.white_no for one in event.history if one.black_no is None and one.kind in (ByeKind.PAIRING, ByeKind.FULL)
    }
    taker = {bye.no for bye in plan.byes if bye.kind is ByeKind.PAIRING}
    if not aside.get("second_bye"):
        assert not taker & had
    seated = {no for pair in pairs for no in pair} | taker
    asked = {bye.no for bye in plan.byes} - taker
    assert seated | asked == {one.no for one in event.entries if one.active}
    assert asked == {
        one.no
        for one in event.entries
        if one.active and ((one.late_from or 1) > round_no or round_no in one.requested_byes)
    }


def chance_swiss(rng: random.Random) -> tuple[str, EventState]:
    size, rounds = rng.randint(4, 24), rng.randint(2, 7)
    games = rng.choice((1, 2))
    settings = FormatSettings(
        games_per_pairing=games,
        rounds=rounds,
        forbidden=frozenset(frozenset(rng.sample(range(1, size + 1), 2)) for _ in range(rng.choice((0, 0, 3)))),
        score_by=rng.choice(list(ScoreBy)),
        half_byes=rng.choice((0, 1, 2)),
        late_bye=rng.choice((ByeKind.HALF, ByeKind.ZERO)),
        accelerated=rng.random() < 0.3,
        white_first=rng.random() < 0.5,
    )
    entries = tuple(
        Entry(
            no,
            2000 - no,
            late_from=rng.choice((None, None, None, None, 1, 2, 3)) if rounds > 2 else None,
            requested_byes=frozenset(number for number in range(1, rounds + 1) if rng.random() < 0.05),
            group=rng.choice(("", "", "A", "B", "C")),
        )
        for no in range(1, size + 1)
    )
    return ("dutch" if games == 1 else "double_swiss"), EventState(entries, settings)


def ways_out_of(code: str, event: EventState, round_no: int) -> tuple[Relaxation, ...] | None:
    """What has to be set aside, mostly nothing; None when nothing helps."""
    try:
        format_for(code).plan_round(event, round_no, rng=random.Random(0))
    except FormatError as refusal:
        return refusal.ways_out[-1] if refusal.ways_out else None
    return ()


def test_swiss_events_with_everything_break_a_rule_only_where_it_was_set_aside():
    rounds, relaxed, groups = 0, 0, 0
    for seed in range(50):
        rng = random.Random(seed)
        code, event = chance_swiss(rng)
        for number in range(1, (event.settings.rounds or 0) + 1):
            event = some_leave(event, rng, 0.03)
            ways_out = ways_out_of(code, event, number)
            if ways_out is None:
                break
            plan = run(code, event, number, seed, relax=ways_out)
            assert {rule["rule"] for rule in plan.reasons["set_aside"]} - {"groups"} == set(ways_out)
            relaxed += bool(ways_out)
            check_swiss(event, plan, number)
            groups += any(rule["rule"] == "groups" for rule in plan.reasons["set_aside"])
            games = event.settings.games_per_pairing
            played = [swiss_match(plan, match.white_no, match.black_no, games, rng) for match in plan.matches]
            played += [
                PastMatch(number, bye.no, None, bye_worth(bye.kind, event.settings)[0], kind=bye.kind)
                for bye in plan.byes
            ]
            event = replace(event, history=event.history + tuple(played))
            rounds += 1
    assert (rounds > 150, relaxed > 5, groups > 10) == (True, True, True), (rounds, relaxed, groups)
