"""Playing a game record through the engine: ``truco replay`` (``docs/record.md``)."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from truco.rules import engine, voting
from truco.rules.actions import text
from truco.rules.engine import Refused
from truco.rules.english import refusal
from truco.rules.events import Dealt, EnvidoSettled, Event
from truco.rules.game import Game, Hand, Question
from truco.rules.legal import legal_actions
from truco.rules.record import Move, NotARecord, Record, RecordedHand
from truco.rules.rounds import Round


@dataclass(slots=True)
class Replay:
    """A record played to its end: each hand as it was left, all facts, and what was refused."""

    record: Record
    game: Game
    hands: list[tuple[Hand, tuple[int, ...]]] = field(default_factory=list[tuple[Hand, tuple[int, ...]]])
    events: list[Event] = field(default_factory=list[Event])
    refused: list[tuple[int, int, str]] = field(default_factory=list[tuple[int, int, str]])


def replay(record: Record) -> Replay:
    """Play a record. Raises :class:`NotARecord` when a hand begins that cannot begin."""
    played = Replay(record, Game(record.rules, record.score))
    for at, hand in enumerate(record.hands):
        _begin(played, at, hand)
        for number, move in enumerate(hand.moves):
            try:
                _apply(played, cause(played.game, move))
            except Refused as refusal:
                played.refused.append((at, number, refusal.reason))
        assert played.game.hand is not None
        played.hands.append((played.game.hand, played.game.score))
    return played


def _begin(played: Replay, at: int, hand: RecordedHand) -> None:
    """Deal a recorded hand, if it may be dealt (B1.3, B11.3, B12.3)."""
    game, place = played.game, f"hands[{at}]"
    if game.over:
        raise NotARecord(f"{place}: the game is over")
    if not game.between_hands:
        raise NotARecord(f"{place}: the hand before it is not over")
    if game.paused:
        raise NotARecord(f"{place}: a chair is empty")
    dealer = engine.next_dealer(game)
    if dealer not in (None, hand.dealer):
        raise NotARecord(f"{place}.dealer: seat {dealer} is the next to deal")
    _apply(played, Dealt(at + 1, hand.dealer, hand.cards, hand.turned))


def cause(game: Game, move: Move) -> Event:
    """The fact that a recorded move is now. Raises :class:`Refused`."""
    if move == "clock":
        return engine.lapse(game)
    seat, wish = move
    if wish == "drop":
        return engine.drop(game, seat)
    if wish == "back":
        return engine.come_back(game, seat)
    return engine.act(game, seat, wish)


def _apply(played: Replay, event: Event) -> None:
    played.game, events = engine.play(played.game, event)
    played.events += events


# The report of `truco replay --json`.


def report(played: Replay) -> dict[str, Any]:
    """What ``truco replay --json`` prints for a record, as a JSON value."""
    game = played.game
    hand = game.hand
    idle = hand is None or game.between_hands or game.paused or hand.question is not None
    return {
        "score": list(game.score),
        "winner": game.winner,
        "hands": [_hand(left, score) for left, score in played.hands],
        "turn": None if hand is None or idle else hand.turn,
        "answer": _answer(game, hand, hand.question) if hand and hand.question else None,
        "legal": {
            str(seat): sorted(text(action) for action in legal_actions(game, seat))
            for seat in range(game.rules.seats)
        },
        "refused": [[hand_at, move_at, refusal(reason)] for hand_at, move_at, reason in played.refused],
    }


def results(played: Replay) -> list[dict[str, Any]]:
    """What came of each hand: the envido, the truco and the score, in the words of the report."""
    return [_result(left, score) for left, score in played.hands]


def _hand(hand: Hand, score: Sequence[int]) -> dict[str, Any]:
    rounds = (*hand.done, hand.round) if hand.round.cards else hand.done
    result = _result(hand, score)
    return {
        "dealer": hand.deal.dealer,
        "envido": result["envido"],
        "rounds": [_round(round_) for round_ in rounds],
        "truco": result["truco"],
        "score": result["score"],
    }


def _result(hand: Hand, score: Sequence[int]) -> dict[str, Any]:
    outcome = hand.outcome
    truco = None if outcome is None else {"side": outcome.side, "points": outcome.points, "by": outcome.by}
    return {
        "envido": _envido(hand, hand.envido) if hand.envido else None,
        "truco": truco,
        "score": list(score),
    }


def _envido(hand: Hand, settled: EnvidoSettled) -> dict[str, Any]:
    return {
        "chain": list(settled.chain),
        "accepted": settled.accepted,
        "side": settled.side,
        "points": settled.points,
        "seat": settled.seat,
        "declared": [list(said) for said in settled.declared],
        "shown": list(hand.shown),
    }


def _round(round_: Round) -> dict[str, Any]:
    return {
        "cards": [list(card) for card in round_.cards],
        "side": round_.side,
        "seat": round_.seat,
        "done": round_.done,
    }


def _answer(game: Game, hand: Hand, question: Question) -> dict[str, Any]:
    return {
        "call": question.chain[-1],
        "chain": list(question.chain),
        "behind": hand.behind.chain[-1] if hand.behind else None,
        "seats": sorted(question.voters),
        "votes": {str(seat): word for seat, word in voting.standing(question, game.away).items()},
    }


def split(content: str) -> Iterator[str]:
    """The records in a file: the whole of it when that is one JSON value, else one a line."""
    lines = [line for line in re.split(r"[\r\n]", content) if line.strip()]
    if len(lines) > 1 and (_is_json(content) or _is_one_in_pieces(lines)):
        yield content
    else:
        yield from lines


def _is_one_in_pieces(lines: Sequence[str]) -> bool:
    """One broken record printed over many lines: one error is to be told, and not many."""
    return lines[0].strip() == "{" and not any(line.startswith("{") for line in lines[1:])


def _is_json(content: str) -> bool:
    try:
        json.loads(content)
    except (ValueError, RecursionError):
        return False
    return True
