"""From an event's history to the players of the next round (C.04.3 Article 1)."""

from collections import Counter

from .colours import colour_difference, preference
from .state import Competitor, Float, Outcome, PastRound, Player, Strength, SwissEvent

LARGE_FIELD = 100


def prepare(event: SwissEvent, *, matches: bool = False) -> list[Player]:
    """Who is to be paired, highest score first, then by second score if there is one, then by pairing number (1.2).

    Pairing numbers run through all who take part or ever did, in start-number order.
    With ``matches`` of two games nobody has a claim to a colour, only meeting somebody of
    another score is a float (C.04.5 1.5), and the second score counts: it stands before the
    pairing number wherever C.04.5 orders players of one score.
    """
    known = sorted((one for one in event.competitors if one.known), key=lambda one: one.no)
    pairing_score = _pairing_scores(event)
    forbidden = _forbidden(event)
    groups = _groups(event)
    players = []
    second = {}
    for tpn, competitor in enumerate(known, start=1):
        if competitor.available:
            player = _player(competitor, tpn, event, pairing_score, forbidden.get(competitor.no, frozenset()))
            player.apart = groups.get(competitor.group, frozenset()) - {competitor.no}
            player.barred |= player.apart
            second[player.no] = competitor.second if matches else 0
            if matches:
                player.due, player.strength, player.repeated = None, Strength.NONE, None
                past = competitor.rounds[-1] if competitor.rounds else None
                if past and past.outcome is not Outcome.GAME:
                    player.floats = (Float.NONE, player.floats[1])
            players.append(player)
    for rank, player in enumerate(sorted(players, key=lambda player: (-second[player.no], player.tpn)), start=1):
        player.rank = rank
    return sorted(players, key=lambda player: (-player.score, player.rank))


def _groups(event: SwissEvent) -> dict[str, frozenset[int]]:
    """The members of each group who are to be paired and kept apart."""
    large = groups_too_large(event)
    members: dict[str, set[int]] = {}
    for one in event.competitors:
        if one.available and one.group and one.group not in large:
            members.setdefault(one.group, set()).add(one.no)
    return {name: frozenset(numbers) for name, numbers in members.items()}


def groups_too_large(event: SwissEvent) -> tuple[str, ...]:
    """Groups of more than a third of a large field.

    They are not kept apart: that would rule so many pairs out that a round takes minutes.
    """
    here = [one.group for one in event.competitors if one.available]
    if len(here) <= LARGE_FIELD:
        return ()
    return tuple(name for name, size in sorted(Counter(here).items()) if name and 3 * size > len(here))


def _forbidden(event: SwissEvent) -> dict[int, frozenset[int]]:
    """For each entrant named in a forbidden pair, whom it must not meet."""
    rivals: dict[int, set[int]] = {}
    for pair in event.forbidden:
        for no in pair:
            rivals.setdefault(no, set()).update(pair - {no})
    return {no: frozenset(others) for no, others in rivals.items()}


def _pairing_scores(event: SwissEvent) -> dict[tuple[int, int], int]:
    """What each (entrant, round) was, or is to be, paired with: points so far and virtual ones."""
    scores = {}
    for one in event.competitors:
        total = 0
        for number in range(1, event.round_no + 1):
            scores[one.no, number] = total + one.virtual_in(number)
            if number < event.round_no:
                total += one.rounds[number - 1].points
    return scores


def _player(
    competitor: Competitor,
    tpn: int,
    event: SwissEvent,
    pairing_score: dict[tuple[int, int], int],
    forbidden: frozenset[int],
) -> Player:
    rounds = competitor.rounds
    sides = tuple(past.side for past in rounds if past.outcome is Outcome.GAME and past.side is not None)
    met = frozenset(past.opponent for past in rounds if past.outcome is Outcome.GAME and past.opponent is not None)
    score = pairing_score[competitor.no, event.round_no]
    due, strength = preference(sides)
    return Player(
        no=competitor.no,
        tpn=tpn,
        score=score,
        standing=score - competitor.virtual_in(event.round_no),
        barred=met | forbidden,
        met=met,
        forbidden=forbidden,
        sides=sides,
        floats=(_float(competitor, 1, event, pairing_score), _float(competitor, 2, event, pairing_score)),
        bye_barred=_bye_barred(rounds, event),
        played=len(sides),
        top=event.last_round and 2 * score > (event.round_no - 1) * max(event.win, event.draw),
        due=due,
        strength=strength,
        difference=colour_difference(sides),
        repeated=due.other if due and strength is Strength.ABSOLUTE and sides[-2:] == (due.other,) * 2 else None,
    )


def _bye_barred(rounds: tuple[PastRound, ...], event: SwissEvent) -> str:
    """Why this entrant may not have the pairing-allocated bye (C2), "" when it may."""
    for number, past in enumerate(rounds, start=1):
        if past.outcome is Outcome.PAIRING_BYE:
            return f"had the bye of round {number}"
        if past.outcome is not Outcome.GAME and past.points >= event.win:
            return f"scored a win without play in round {number}"
    return ""


def _float(competitor: Competitor, back: int, event: SwissEvent, pairing_score: dict[tuple[int, int], int]) -> Float:
    """The float of the round ``back`` rounds ago, by the scores that round was paired with (1.4)."""
    number = event.round_no - back
    if number < 1:
        return Float.NONE
    past = competitor.rounds[number - 1]
    if past.outcome is not Outcome.GAME:
        return Float.DOWN if past.points > event.loss else Float.NONE
    if past.opponent is None:
        return Float.NONE
    own, other = pairing_score[competitor.no, number], pairing_score[past.opponent, number]
    if own == other:
        return Float.NONE
    return Float.DOWN if own > other else Float.UP
