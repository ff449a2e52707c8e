"""What is allowed. The single source of legality: buttons, bots and refusals are this list."""

from functools import cache
from typing import Literal

from truco.rules.actions import FOLD, Action, Fold, MakeCall, PlayCard, Vote, play_card
from truco.rules.game import Game, Hand, Question
from truco.rules.ladders import Word
from truco.rules.rulesets import Ruleset
from truco.rules.seats import Seat

Reason = Literal[
    "already_voted",
    "away",
    "call_open",
    "folded",
    "game_over",
    "hand_over",
    "not_asked",
    "not_open",
    "not_your_card",
    "not_your_turn",
    "paused",
]
"""Why an action is refused (B6.3)."""


def legal_actions(game: Game, seat: Seat) -> tuple[Action, ...]:
    """All that a seat may do now; empty for one who may do nothing or is away."""
    hand = game.hand
    if hand is None or hand.outcome is not None or game.winner is not None or seat in game.away:
        return ()
    if hand.question is not None:
        return _answers(game, hand, hand.question, seat)
    if game.away or seat != hand.turn:
        return ()
    return (*map(play_card, hand.held[seat]), *_calls(game.rules, hand, seat), FOLD)


def _answers(game: Game, hand: Hand, question: Question, seat: Seat) -> tuple[Action, ...]:
    """Votes other than the seat's own (B9.1, B9.4), and the envido that comes first (B7.3)."""
    if seat not in question.voters:
        return ()
    votes = _ballots(question.stake.answers, question.own_vote(seat))
    if game.away or not _may_put_envido_first(game.rules, hand, question, seat):
        return votes
    return (*votes, *_as_calls(game.rules.envido.openings))


def _may_put_envido_first(rules: Ruleset, hand: Hand, question: Question, seat: Seat) -> bool:
    """B7.3: the opening truco waits in the first round and the asked player has not played."""
    return (
        question.ladder is rules.truco
        and len(question.chain) == 1
        and not hand.done
        and not hand.bets.envido
        and len(hand.held[seat]) == len(hand.deal.cards[seat])
    )


def _calls(rules: Ruleset, hand: Hand, seat: Seat) -> tuple[Action, ...]:
    """The calls open to the player on turn (B7.2, B8.2, B8.3)."""
    bets = hand.bets
    envido = rules.envido.openings if hand.envido_is_open else ()
    raises = not bets.truco or bets.raiser == hand.deal.sides[seat]
    truco = rules.truco.following(bets.truco) if raises else ()
    return (*_as_calls(envido), *_as_calls(truco))


@cache
def _ballots(answers: tuple[Word, ...], own: Word | None) -> tuple[Action, ...]:
    """A vote for each answer but the seat's own."""
    return tuple(Vote(word) for word in answers if word != own)


@cache
def _as_calls(words: tuple[Word, ...]) -> tuple[Action, ...]:
    return tuple(MakeCall(word) for word in words)


def why_not(game: Game, seat: Seat, action: Action) -> Reason:
    """The reason for refusing an action that is not legal, the most general one first."""
    hand = game.hand
    if game.over:
        return "game_over"
    if hand is None or hand.outcome is not None:
        return "hand_over"
    if seat in game.away:
        return "away"
    if seat in hand.folded:
        return "folded"
    if isinstance(action, Vote):
        return _why_no_vote(hand.question, seat, action)
    return _why_no_move(game, hand, seat, action)


def _why_no_vote(question: Question | None, seat: Seat, action: Vote) -> Reason:
    if question is None or seat not in question.voters:
        return "not_asked"
    return "already_voted" if question.own_vote(seat) == action.word else "not_open"


def _why_no_move(game: Game, hand: Hand, seat: Seat, action: PlayCard | MakeCall | Fold) -> Reason:
    if game.paused:
        return "paused"
    if hand.question is not None:
        return "call_open"
    if seat != hand.turn:
        return "not_your_turn"
    return "not_your_card" if isinstance(action, PlayCard) else "not_open"
