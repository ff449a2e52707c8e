"""The game record: a game on paper, one JSON object (``docs/record.md``).

:func:`parse` reads and checks one; :func:`write` makes one from the facts of a game. What only
the play can tell (whether a move is legal, whether the next hand may begin) is left to
:mod:`truco.rules.replay`.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from reprlib import repr as short
from typing import Any, Final, Literal, cast

from truco.rules.actions import FOLD, Action, MakeCall, PlayCard, Vote, text
from truco.rules.cards import Card
from truco.rules.events import (
    Called,
    CardPlayed,
    Dealt,
    Dropped,
    Event,
    Folded,
    Returned,
    VoteCast,
    VotesLapsed,
)
from truco.rules.falta import Score
from truco.rules.ladders import NO_QUIERO, QUIERO
from truco.rules.rulesets import RULESETS, Ruleset
from truco.rules.seats import Seat

FORMAT: Final = "truco-record/1"

CLOCK: Final = "clock"
"""The move of time: the open call's ten seconds are over."""

Wire = Literal["drop", "back"]
"""The moves of the network: a seat's connection is lost, or is back."""

Move = tuple[Seat, Action | Wire] | Literal["clock"]


class NotARecord(ValueError):
    """It is no record; the message names the place."""


@dataclass(frozen=True, slots=True)
class RecordedHand:
    """One hand on paper: cards by seat, and the moves in the order in which they took effect."""

    dealer: Seat
    cards: tuple[tuple[Card, ...], ...]
    turned: Card | None
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """One game on paper. ``score`` is what stood before its first hand, in points by side."""

    rules: Ruleset
    score: Score
    names: tuple[str, ...]
    hands: tuple[RecordedHand, ...]


def parse(line: str) -> Record:
    """Read a record from JSON text. Raises :class:`NotARecord` when it is none."""
    return from_json(from_text(line))


def from_text(line: str) -> object:
    """The JSON value of a text. Raises :class:`NotARecord` when it is none."""
    try:
        return json.loads(line, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise NotARecord(f"not JSON: {error}") from None


def from_json(data: object) -> Record:
    """Read a record from a JSON value. Raises :class:`NotARecord` when it is none."""
    record = _object(data, "the record")
    if record.get("format", FORMAT) != FORMAT:
        raise NotARecord(f"format: not {FORMAT!r}")
    rules = _ruleset(_key(record, "rules", "the record"))
    if "end" in record:
        _check_end(record["end"], rules)
    hands = _list(_key(record, "hands", "the record"), "hands")
    return Record(
        rules,
        _score(record.get("score", list(rules.opening_score)), rules),
        _names(record["names"], rules) if "names" in record else _seat_names(rules),
        tuple(_hand(hand, f"hands[{at}]", rules) for at, hand in enumerate(hands)),
    )


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is no JSON number")


def _object(value: object, place: str) -> dict[str, object]:
    if not isinstance(value, dict):
        raise NotARecord(f"{place}: not an object")
    return cast(dict[str, object], value)


def _list(value: object, place: str, length: int | None = None) -> list[object]:
    if not isinstance(value, list):
        raise NotARecord(f"{place}: not a list")
    items = cast(list[object], value)
    if length is not None and len(items) != length:
        raise NotARecord(f"{place}: {len(items)} entries where there must be {length}")
    return items


def _key(value: Mapping[str, object], key: str, place: str) -> object:
    if key not in value:
        raise NotARecord(f"{place}: {key!r} is missing")
    return value[key]


def _integer(value: object, place: str, below: int) -> int:
    """A whole number from 0 to ``below - 1``; True and 1.0 are none."""
    if type(value) is not int or not 0 <= value < below:
        raise NotARecord(f"{place}: {short(value)} is not a whole number from 0 to {below - 1}")
    return value


def _ruleset(value: object) -> Ruleset:
    options: dict[str, object] = {}
    name = value
    if isinstance(value, dict):
        options = cast(dict[str, object], value)
        name = _key(options, "name", "rules")
    if not isinstance(name, str):
        raise NotARecord("rules: not a name")
    if name not in RULESETS:
        raise NotARecord(f"rules: unknown rule set {short(name)}")
    for option in options:
        if option != "name":
            raise NotARecord(f"rules: unknown option {short(option)}")
    return RULESETS[name]


def _score(value: object, rules: Ruleset) -> Score:
    points = _list(value, "score", len(rules.opening_score))
    return tuple(_integer(point, f"score[{at}]", rules.target) for at, point in enumerate(points))


def _seat_names(rules: Ruleset) -> tuple[str, ...]:
    return tuple(f"seat {seat}" for seat in range(rules.seats))


def _names(value: object, rules: Ruleset) -> tuple[str, ...]:
    names = _list(value, "names", rules.seats)
    for at, name in enumerate(names):
        if not isinstance(name, str):
            raise NotARecord(f"names[{at}]: not a text")
    return tuple(cast(list[str], names))


def _hand(value: object, place: str, rules: Ruleset) -> RecordedHand:
    hand = _object(value, place)
    dealer = _integer(_key(hand, "dealer", place), f"{place}.dealer", rules.seats)
    seats = _list(_key(hand, "cards", place), f"{place}.cards", rules.seats)
    cards = tuple(_cards(own, f"{place}.cards[{seat}]", rules) for seat, own in enumerate(seats))
    turned = _card(_key(hand, "turned", place), f"{place}.turned", rules) if rules.turns_card else None
    _dealt_once([*(card for own in cards for card in own), *([turned] if turned else [])], place)
    moves = _list(_key(hand, "moves", place), f"{place}.moves")
    if "at" in hand:
        _check_times(hand["at"], f"{place}.at")
    return RecordedHand(
        dealer,
        cards,
        turned,
        tuple(_move(move, f"{place}.moves[{at}]", rules) for at, move in enumerate(moves)),
    )


def _check_times(value: object, place: str) -> None:
    """The times of an export: numbers, not used in a replay."""
    for at, time in enumerate(_list(value, place)):
        if isinstance(time, bool) or not isinstance(time, int | float):
            raise NotARecord(f"{place}[{at}]: not a number")


def _check_end(value: object, rules: Ruleset) -> None:
    """The end of an export: why, and a seat where one left; not used in a replay."""
    end = _object(value, "end")
    if not isinstance(_key(end, "why", "end"), str):
        raise NotARecord("end.why: not a text")
    if "seat" in end:
        _integer(end["seat"], "end.seat", rules.seats)


def _cards(value: object, place: str, rules: Ruleset) -> tuple[Card, ...]:
    return tuple(_card(card, place, rules) for card in _list(value, place, rules.dealt))


def _dealt_once(cards: Sequence[Card], place: str) -> None:
    for at, card in enumerate(cards):
        if card in cards[:at]:
            raise NotARecord(f"{place}.cards: {card} is dealt twice")


def _card(value: object, place: str, rules: Ruleset) -> Card:
    if not isinstance(value, str) or value not in rules.deck:
        raise NotARecord(f"{place}: no such card: {short(value)}")
    return Card(value)


def _move(value: object, place: str, rules: Ruleset) -> Move:
    """A move from its words, as the table in ``docs/record.md`` has them."""
    if not isinstance(value, str):
        raise NotARecord(f"{place}: not a text")
    if value == CLOCK:
        return CLOCK
    seat, *words = value.split(" ")
    if seat not in map(str, range(rules.seats)):
        raise NotARecord(f"{place}: no such seat: {short(seat)}")
    return int(seat), _wish(words, place, rules)


def _wish(words: Sequence[str], place: str, rules: Ruleset) -> Action | Wire:
    match words:
        case ["play", card]:
            return PlayCard(_card(card, place, rules))
        case ["call", word] if word in rules.ladders:
            return MakeCall(word)
        case ["vote", word] if word in (QUIERO, NO_QUIERO, *rules.raises):
            return Vote(word)
        case ["fold"]:
            return FOLD
        case ["drop" | "back" as wire]:
            return wire
        case _:
            raise NotARecord(f"{place}: no such move: {short(' '.join(words))}")


def write(
    rules: Ruleset,
    names: Sequence[str],
    happened: Iterable[tuple[int, Event]],
    end: Mapping[str, Any] | None = None,
    deal: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The record of a game from its facts.

    ``happened`` has each fact and when it happened, in milliseconds of any one clock; ``end`` is how
    the game ended, ``deal`` what its deals followed from (``docs/record.md``, ``docs/fair-deal.md``).
    """
    hands: list[dict[str, Any]] = []
    dealt_at = 0
    for at, event in happened:
        if isinstance(event, Dealt):
            dealt_at = at
            hands.append(_written_hand(event))
        elif (move := _written(event)) is not None:
            hands[-1]["moves"].append(move)
            hands[-1]["at"].append(at - dealt_at)
    record: dict[str, Any] = {"format": FORMAT, "rules": rules.name, "names": list(names), "hands": hands}
    for key, value in (("end", end), ("deal", deal)):
        if value is not None:
            record[key] = dict(value)
    return record


def _written_hand(dealt: Dealt) -> dict[str, Any]:
    turned = {} if dealt.turned is None else {"turned": dealt.turned}
    cards = [list(own) for own in dealt.cards]
    return {"dealer": dealt.dealer, "cards": cards, **turned, "moves": [], "at": []}


def _written(event: Event) -> str | None:
    """The move that a fact is, None for one that only follows."""
    match event:
        case CardPlayed(seat, card):
            return f"{seat} {text(PlayCard(card))}"
        case Called(seat, word):
            return f"{seat} {text(MakeCall(word))}"
        case VoteCast(seat, word):
            return f"{seat} {text(Vote(word))}"
        case Folded(seat):
            return f"{seat} {text(FOLD)}"
        case Dropped(seat):
            return f"{seat} drop"
        case Returned(seat):
            return f"{seat} back"
        case VotesLapsed():
            return CLOCK
        case _:
            return None
