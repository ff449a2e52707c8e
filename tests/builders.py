"""Hands of truco in record notation.

``hand().moves("0 call truco, 1+3 vote quiero")`` deals a hand and plays those moves: ``1+3`` is
first seat 1 and then seat 3. A move of the arrangement must be accepted; :meth:`Table.refusal`
is for one that must not.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from truco.rules import engine, observe, record
from truco.rules.actions import FOLD, MakeCall, PlayCard, Vote, text
from truco.rules.cards import Card
from truco.rules.engine import Refused
from truco.rules.events import Dealt, Event
from truco.rules.game import Game, Hand
from truco.rules.legal import legal_actions
from truco.rules.replay import Replay, cause, report
from truco.rules.rulesets import BARAJAMOS, Ruleset
from truco.rules.view import HandView

# Tantos 33, 24, 23, 7: no card is on a step with another, but for 12c and 12b.
PLAIN = "7e 6e 2c / 1b 4c 12c / 3o 10o 5b / 11e 12b 7c"

# Three rounds can be pardas: threes (0, 1) or twos (2, 3); kings (0, 1); sixes (2, 3). Tantos 4, 5, 6, 26.
PARDAS = "3e 12c 4o / 3b 12o 5c / 2e 11c 6o / 2b 10c 6c"


@dataclass(frozen=True)
class Table:
    """A game at some moment: ``facts`` are those of its last move, ``log`` all of them."""

    game: Game
    log: tuple[Event, ...] = ()
    facts: tuple[Event, ...] = ()
    hands: tuple[tuple[Hand, tuple[int, ...]], ...] = ()

    def moves(self, *moves: str) -> "Table":
        """After these moves, each of which must be accepted."""
        table = self
        for move in moves:
            for single in _each(move):
                try:
                    table = table._with(cause(table.game, _move(single)))
                except Refused as refused:
                    raise AssertionError(f"{single!r} was refused: {refused.reason}") from None
        return table

    def refusal(self, move: str) -> str:
        """The reason for which a move is refused; it must be."""
        try:
            accepted = cause(self.game, _move(move))
        except Refused as refused:
            return refused.reason
        raise AssertionError(f"{move!r} was accepted: {accepted}")

    def refuses(self, *moves: str) -> bool:
        """Whether each of these moves is refused."""
        return all(self.refusal(single) for move in moves for single in _each(move))

    def deal(self, cards: str = PLAIN) -> "Table":
        """The next hand, dealt by the next seat."""
        hand, dealer = self.hand, engine.next_dealer(self.game)
        assert dealer is not None
        held = (*self.hands, (hand, self.game.score))
        return replace(self, hands=held)._with(Dealt(hand.deal.number + 1, dealer, _cards(cards)))

    def _with(self, event: Event) -> "Table":
        game, facts = engine.play(self.game, event)
        return replace(self, game=game, log=self.log + facts, facts=facts)

    # What a test asks.

    @property
    def hand(self) -> Hand:
        assert self.game.hand is not None
        return self.game.hand

    @property
    def score(self) -> tuple[int, ...]:
        return self.game.score

    @property
    def winner(self) -> int | None:
        return self.game.winner

    @property
    def turn(self) -> int | None:
        """The seat on turn; None while nobody is."""
        return self.report["turn"]

    @property
    def over(self) -> bool:
        """Whether the hand is over."""
        return self.hand.outcome is not None

    @property
    def voters(self) -> tuple[int, ...] | None:
        """Who may vote on the open call; None when none is open."""
        return self.hand.question.voters if self.hand.question else None

    @property
    def call(self) -> str | None:
        """The last word of the open call; None when none is open."""
        return self.hand.question.chain[-1] if self.hand.question else None

    @property
    def votes(self) -> dict[str, str]:
        """The votes that stand on the open call."""
        return self.report["answer"]["votes"]

    @property
    def envido(self) -> dict[str, Any] | None:
        """The settled envido as a replay reports it."""
        return self.report["hands"][-1]["envido"]

    @property
    def truco(self) -> dict[str, Any] | None:
        """How the hand ended, as a replay reports it."""
        return self.report["hands"][-1]["truco"]

    @property
    def rounds(self) -> list[tuple[int | None, int | None]]:
        """Side and seat that won each complete round."""
        return [(one.side, one.seat) for one in self.hand.done]

    @property
    def report(self) -> dict[str, Any]:
        """What ``truco replay --json`` says of this moment."""
        paper = record.Record(self.game.rules, self.game.score, (), ())
        return report(Replay(paper, self.game, [*self.hands, (self.hand, self.game.score)]))

    def legal(self, seat: int) -> list[str]:
        """What is open to a seat, in words, sorted."""
        return sorted(text(action) for action in legal_actions(self.game, seat))

    def calls(self, seat: int) -> list[str]:
        """The words that a seat may call, sorted."""
        return [said.removeprefix("call ") for said in self.legal(seat) if said.startswith("call ")]

    def ballots(self, seat: int) -> list[str]:
        """The words that a seat may vote, sorted."""
        return [said.removeprefix("vote ") for said in self.legal(seat) if said.startswith("vote ")]

    def view(self, seat: int | None) -> HandView:
        return observe.view(self.game, seat)


def hand(
    cards: str = PLAIN,
    *,
    dealer: int = 3,
    score: tuple[int, ...] = (0, 0),
    rules: Ruleset = BARAJAMOS,
    turned: str | None = None,
) -> Table:
    """A hand dealt: the cards of seats 0, 1, … between slashes. Seat 0 is mano unless said otherwise."""
    dealt = Dealt(1, dealer, _cards(cards), None if turned is None else Card(turned))
    return Table(Game(rules, score))._with(dealt)


def paper(*moves: str, cards: str = PLAIN, dealer: int = 3, **more: Any) -> dict[str, Any]:
    """A record of one hand as a JSON value; ``more`` sets keys of the record."""
    return {"rules": "barajamos", "hands": [paper_hand(*moves, cards=cards, dealer=dealer)], **more}


def paper_hand(*moves: str, cards: str = PLAIN, dealer: int = 3, **more: Any) -> dict[str, Any]:
    """A hand of a record as a JSON value; ``more`` sets keys of the hand."""
    dealt = [list(own) for own in _cards(cards)]
    written = [single for move in moves for single in _each(move)]
    return {"dealer": dealer, "cards": dealt, "moves": written, **more}


def _cards(cards: str) -> tuple[tuple[Card, ...], ...]:
    return tuple(tuple(Card(card) for card in own.split()) for own in cards.split("/"))


def _move(move: str) -> record.Move:
    if move == "clock":
        return "clock"
    match move.split(" "):
        case [seat, "play", card]:
            return int(seat), PlayCard(Card(card))
        case [seat, "call", word]:
            return int(seat), MakeCall(word)
        case [seat, "vote", word]:
            return int(seat), Vote(word)
        case [seat, "fold"]:
            return int(seat), FOLD
        case [seat, "drop" | "back" as wire]:
            return int(seat), wire
        case _:
            raise ValueError(f"no move: {move!r}")


def _each(moves: str) -> Sequence[str]:
    """The moves between commas, one for each of the seats they name: ``0 call truco, 1+3 vote quiero``."""
    parts = [part.partition(" ") for part in moves.split(", ")]
    return [f"{seat}{space}{words}" for seats, space, words in parts for seat in seats.split("+")]
