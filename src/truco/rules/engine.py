"""The verbs that move a game: deal, act, lapse, drop, come_back; settle, play.

The first five turn a cause (chance, a wish, time, the network) into a fact, or raise
:class:`Refused`. ``settle`` names the next fact that follows by itself; ``play`` applies a fact
and all that follows (:mod:`truco.rules.evolution`) to a fixed point.
"""

from collections.abc import Sequence

from truco.rules import envido, voting
from truco.rules.actions import Action, MakeCall, PlayCard, Vote
from truco.rules.cards import Card
from truco.rules.events import (
    Answered,
    AskedAgain,
    Called,
    CardPlayed,
    Dealt,
    Dropped,
    Event,
    Folded,
    GameWon,
    HandEnded,
    Returned,
    RoundEnded,
    TantoShown,
    VoteCast,
    VotesLapsed,
)
from truco.rules.evolution import evolve, rounds_verdict
from truco.rules.game import Game, Hand, Question
from truco.rules.legal import legal_actions, why_not
from truco.rules.seats import Seat, around, next_seat


class Refused(Exception):
    """The rules refuse it and nothing has changed; ``reason`` is a code."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


# Causes: what may happen becomes a fact.


def deal(game: Game, dealer: Seat, cards: Sequence[Card]) -> Dealt:
    """Deal the first cards of a shuffled deck, one at a time from the mano (B2.3).

    Raises :class:`Refused` when no hand may be dealt now.
    """
    _require(not game.over, "game_over")
    _require(game.between_hands, "hand_open")
    _require(not game.paused, "paused")
    rules = game.rules
    order = around(next_seat(dealer, rules.seats), rules.seats)
    dealt = rules.dealt * rules.seats
    by_seat = {seat: tuple(cards[at : dealt : rules.seats]) for at, seat in enumerate(order)}
    turned = cards[dealt] if rules.turns_card else None
    number = game.hand.deal.number + 1 if game.hand else 1
    return Dealt(number, dealer, tuple(by_seat[seat] for seat in range(rules.seats)), turned)


def next_dealer(game: Game) -> Seat | None:
    """The seat that deals next (B1.3), None while it has to be drawn for the first hand."""
    return next_seat(game.hand.deal.dealer, game.rules.seats) if game.hand else None


def act(game: Game, seat: Seat, action: Action) -> Event:
    """The fact that a legal action is. Raises :class:`Refused` with the reason otherwise (B6.3)."""
    if action not in legal_actions(game, seat):
        raise Refused(why_not(game, seat, action))
    return fact(seat, action)


def fact(seat: Seat, action: Action) -> Event:
    """The fact that a seat's action is, if it is taken from its list of legal actions."""
    if isinstance(action, PlayCard):
        return CardPlayed(seat, action.card)
    if isinstance(action, Vote):
        return VoteCast(seat, action.word)
    return Called(seat, action.word) if isinstance(action, MakeCall) else Folded(seat)


def lapse(game: Game) -> VotesLapsed:
    """The open call's clock is over (B9.3). Raises :class:`Refused` when no call is open."""
    _require(not game.over, "game_over")
    _require(game.hand is not None and game.hand.question is not None, "no_call")
    return VotesLapsed()


def drop(game: Game, seat: Seat) -> Dropped:
    """A seat loses its connection (B12.2). Raises :class:`Refused` when it is away already."""
    _require(not game.over, "game_over")
    _require(seat not in game.away, "away")
    return Dropped(seat)


def come_back(game: Game, seat: Seat) -> Returned:
    """A seat is connected again (B12.2). Raises :class:`Refused` when it was not away."""
    _require(not game.over, "game_over")
    _require(seat in game.away, "not_away")
    return Returned(seat)


def _require(condition: bool, reason: str) -> None:
    if not condition:
        raise Refused(reason)


# What follows by itself.


def play(game: Game, event: Event) -> tuple[Game, tuple[Event, ...]]:
    """The game after a fact and all that follows from it, and those facts in order."""
    events: list[Event] = []
    following: Event | None = event
    while following is not None:
        events.append(following)
        game = evolve(game, following)
        following = settle(game)
    return game, tuple(events)


def settle(game: Game) -> Event | None:
    """The next fact that follows from the state alone, or None when it waits for a cause."""
    hand = game.hand
    if hand is None or game.winner is not None:
        return None
    if game.rules.target in game.score:
        return _show_tanto(game, hand) or GameWon(game.score.index(game.rules.target))
    if hand.outcome is not None:
        return None
    if hand.question is not None:
        return _settle_question(game, hand, hand.question)
    if hand.behind is not None:
        return AskedAgain(hand.behind.chain[-1])
    return _settle_play(game, hand)


def _settle_question(game: Game, hand: Hand, question: Question) -> Event | None:
    """The answer once the votes give one; then what an answered call brings (B7.8, B8.4)."""
    if question.answer is None:
        word = voting.answer(question, game.away)
        if word is None:
            return None
        return Answered(question.side, word, voting.speaker(question, word, game.away))
    if question.ladder is game.rules.envido:
        return envido.settled(game.rules, game.score, hand, question)
    caller = hand.deal.sides[question.caller]
    return _end(game, hand, HandEnded(caller, question.stake.refused, "refused"))


def _settle_play(game: Game, hand: Hand) -> Event | None:
    """A side that has folded (B10.2), a round that is complete, rounds that decide (B5)."""
    for side in (0, 1) if hand.folded else ():
        if not hand.players(side):
            extra = game.rules.fold_extra if hand.envido_is_open else 0
            return _end(game, hand, HandEnded(1 - side, hand.worth + extra, "fold", extra))
    if len(hand.round.cards) + len(hand.folded) == len(hand.deal.seats):
        side, seat = hand.round.winner(hand.deal.sides)
        return RoundEnded(len(hand.done) + 1, side, seat)
    decided = rounds_verdict(game.rules, hand) if not hand.round.cards else None
    if decided is None:
        return None
    points = hand.worth if decided.side is not None else 0
    return _end(game, hand, HandEnded(decided.side, points, "rounds"))


def _end(game: Game, hand: Hand, ended: HandEnded) -> Event:
    """The end of the hand, with the cards of B7.12 shown just before it."""
    return _show_tanto(game, hand) or ended


def _show_tanto(game: Game, hand: Hand) -> TantoShown | None:
    """The cards of an accepted envido's winner, once the hand or the game is over (B7.12)."""
    won = hand.envido
    if won is None or won.seat is None or hand.shown:
        return None
    deal = hand.deal
    return TantoShown(won.seat, game.rules.tanto(deal.cards[won.seat], deal.turned).cards)
