"""Whether a record was dealt as was promised, by the secret that it shows (``docs/fair-deal.md``)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from truco.rules import engine, fair
from truco.rules.game import Game
from truco.rules.record import NotARecord, Record, from_json


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is as it was promised: the secret, the first dealer, and the cards of each hand."""

    promise: bool
    dealer: bool
    hands: tuple[bool, ...]

    @property
    def fair(self) -> bool:
        """All of it."""
        return self.promise and self.dealer and all(self.hands)


def deal_of(key: fair.Key) -> dict[str, Any]:
    """What a record says of its deals, under ``deal``, once the game is over."""
    return {
        "scheme": fair.SCHEME,
        "commitment": fair.commitment(key.secret),
        "secret": key.secret,
        "nonces": list(key.nonces),
    }


def verify(data: object) -> Verdict:
    """Deals a record's hands anew. Raises :class:`NotARecord` when it is none, or shows no secret."""
    record = from_json(data)
    commitment, key = _deal(cast(dict[str, object], data).get("deal"), record.rules.seats)
    hands = record.hands
    return Verdict(
        promise=fair.commitment(key.secret) == commitment,
        dealer=not hands or hands[0].dealer == key.dealer(record.rules.seats),
        hands=tuple(_as_dealt(record, key, at) for at in range(len(hands))),
    )


def _as_dealt(record: Record, key: fair.Key, at: int) -> bool:
    hand = record.hands[at]
    deck = key.shuffled(record.rules.deck, at + 1)
    dealt = engine.deal(Game(record.rules, record.rules.opening_score), hand.dealer, deck)
    return (dealt.cards, dealt.turned) == (hand.cards, hand.turned)


def _deal(value: object, seats: int) -> tuple[str, fair.Key]:
    """The commitment, and the key."""
    if not isinstance(value, Mapping):
        raise NotARecord("deal: the record shows no secret")
    deal = cast(Mapping[str, object], value)
    if deal.get("scheme") != fair.SCHEME:
        raise NotARecord(f"deal.scheme: not {fair.SCHEME!r}")
    nonces = deal.get("nonces")
    if not isinstance(nonces, list) or len(cast(list[object], nonces)) != seats:
        raise NotARecord(f"deal.nonces: not {seats} of them")
    given = tuple(_hexadecimal(nonce, "deal.nonces") for nonce in cast(list[object], nonces))
    secret = _hexadecimal(deal.get("secret"), "deal.secret")
    if len(secret) != 2 * fair.SECRET_BYTES:
        raise NotARecord(f"deal.secret: not {fair.SECRET_BYTES} bytes")
    return _hexadecimal(deal.get("commitment"), "deal.commitment"), fair.Key(secret, given)


def _hexadecimal(value: object, place: str) -> str:
    if not isinstance(value, str) or set(value) - set("0123456789abcdef"):
        raise NotARecord(f"{place}: not lower-case hexadecimal digits")
    return value
