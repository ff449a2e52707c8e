"""Builds what one seat may see of a game, by adding what is public and then its own."""

from functools import cache, lru_cache
from typing import Final, cast

from truco.rules import reasons, voting
from truco.rules.actions import Action, Fold, MakeCall, PlayCard, Vote
from truco.rules.cards import Card
from truco.rules.events import EnvidoSettled
from truco.rules.falta import Score
from truco.rules.game import Game, Hand, Question
from truco.rules.ladders import NO_QUIERO, QUIERO, Chain, Ladder, Word
from truco.rules.legal import legal_actions
from truco.rules.reasons import Why
from truco.rules.rounds import Round
from truco.rules.rulesets import Ruleset
from truco.rules.seats import Seat
from truco.rules.view import (
    EnvidoView,
    HandView,
    LegalView,
    QuestionView,
    ResultView,
    RoundView,
    RungView,
    SeatView,
    TrucoView,
    WhyView,
)


def view(game: Game, seat: Seat | None) -> HandView:
    """What a seat sees, or anybody (``None``). A hand must have been dealt."""
    return own(game, seat, public(game))


def public(game: Game) -> HandView:
    """What everybody may see: no card that was not played or shown, no vote."""
    hand = _hand(game)
    deal = hand.deal
    asked = hand.question
    rounds = (*hand.done, hand.round) if hand.round.cards else hand.done
    waits = asked is not None or game.paused or game.between_hands
    return {
        "seat": None,
        "side": None,
        "hand": deal.number,
        "ply": hand.ply,
        "dealer": deal.dealer,
        "mano": deal.mano,
        "turn": None if waits else hand.turn,
        "score": game.score,
        "target": game.rules.target,
        "half": game.rules.half,
        "worth": hand.worth,
        "paused": game.paused,
        "winner": game.winner,
        "seats": _seats(game, hand),
        "rounds": [_round(round_) for round_ in rounds],
        "envido": _envido(hand, hand.envido) if hand.envido else None,
        "truco": _truco(game.rules, hand),
        "question": _question(game, hand, asked) if asked else None,
        "result": _result(game, hand),
        "cards": (),
        "held": (),
        "tanto": None,
        "legal": [],
    }


def own(game: Game, seat: Seat | None, common: HandView) -> HandView:
    """The public view with what is the seat's own added; ``common`` is left as it is."""
    hand = _hand(game)
    if seat is None or seat not in hand.deal.seats:
        return common
    side = hand.deal.sides[seat]
    dealt = hand.deal.cards[seat]
    asked, question = hand.question, common["question"]
    if asked and question and asked.side == side:
        votes = {str(voter): word for voter, word in voting.standing(asked, game.away).items()}
        question = cast(QuestionView, {**question, "votes": votes})
    return cast(
        HandView,
        {
            **common,
            "seat": seat,
            "side": side,
            "question": question,
            "cards": dealt,
            "held": hand.held[seat],
            "tanto": game.rules.tanto(dealt, hand.deal.turned).points if game.rules.envido.stakes else None,
            "legal": [_legal(game, hand, action) for action in legal_actions(game, seat)],
        },
    )


def _seats(game: Game, hand: Hand) -> list[SeatView]:
    played: dict[Seat, list[Card]] = {seat: [] for seat in sorted(hand.deal.seats)}
    for round_ in (*hand.done, hand.round):
        for seat, card in round_.cards:
            played[seat].append(card)
    sides, held, folded, away = hand.deal.sides, hand.held, hand.folded, game.away
    return [
        {
            "seat": seat,
            "side": sides[seat],
            "left": len(held[seat]),
            "played": cards,
            "folded": seat in folded,
            "away": seat in away,
        }
        for seat, cards in played.items()
    ]


def _round(round_: Round) -> RoundView:
    return {
        "cards": list(round_.cards),
        "best": round_.best,
        "done": round_.done,
        "side": round_.side,
        "seat": round_.seat,
        "why": _why(reasons.of_round(round_)),
    }


def _envido(hand: Hand, settled: EnvidoSettled) -> EnvidoView:
    return {
        "chain": settled.chain,
        "accepted": settled.accepted,
        "side": settled.side,
        "points": settled.points,
        "seat": settled.seat,
        "declared": settled.declared,
        "shown": hand.shown,
        "why": _reason(reasons.of_envido(settled)),
    }


def _truco(rules: Ruleset, hand: Hand) -> TrucoView:
    return {"chain": hand.bets.truco, "side": hand.bets.raiser, "ladder": _rungs(rules.truco)}


@cache
def _rungs(ladder: Ladder) -> list[RungView]:
    """The rungs of a climbing ladder, each word with its worth."""
    return [
        {"word": chain[-1], "worth": stake.accepted}
        for chain, stake in ladder.stakes.items()
        if isinstance(stake.accepted, int)
    ]


def _question(game: Game, hand: Hand, question: Question) -> QuestionView:
    stake = question.stake
    return {
        "id": question.number,
        "ladder": question.ladder.name,
        "call": question.chain[-1],
        "chain": question.chain,
        "behind": hand.behind.chain[-1] if hand.behind else None,
        "caller": question.caller,
        "side": question.side,
        "seats": question.voters,
        "votes": {},
        "accepted": stake.worth(game.score, game.rules.target),
        "refused": stake.refused,
    }


def _result(game: Game, hand: Hand) -> ResultView | None:
    outcome, settled = hand.outcome, hand.envido
    if outcome is not None:
        side, points, by, extra = outcome.side, outcome.points, outcome.by, outcome.extra
        why = reasons.of_hand(outcome)
    elif game.over and settled is not None:
        side, points, by, extra = settled.side, settled.points, "envido", 0
        why = reasons.GAME_BY_ENVIDO
    else:
        return None
    shown = settled.seat if settled and hand.shown else None
    return {
        "side": side,
        "points": points,
        "by": by,
        "extra": extra,
        "why": _reason(why),
        "shown": [] if shown is None else [{"seat": shown, "cards": hand.shown}],
    }


def _legal(game: Game, hand: Hand, action: Action) -> LegalView:
    match action:
        case PlayCard(card):
            return _play(card)
        case MakeCall(word):
            ladder = game.rules.ladders[word]
            called = hand.bets.truco if ladder is game.rules.truco else hand.bets.envido
            return _call(ladder, (*called, word), game.score, game.rules.target)
        case Vote(word):
            question = hand.question
            assert question is not None, "a vote needs an open call"
            return _vote(question.ladder, question.chain, word, game.score, game.rules.target)
        case Fold():
            return _FOLD


# The entries of legal lists are few and built often; views share them and change none.

_FOLD: Final[LegalView] = {"do": "fold"}


@cache
def _play(card: Card) -> LegalView:
    return {"do": "play", "card": card}


@lru_cache(maxsize=8192)
def _call(ladder: Ladder, chain: Chain, score: Score, target: int) -> LegalView:
    """A call, and what its chain would be worth accepted and refused."""
    stake = ladder.stakes[chain]
    worth = stake.worth(score, target)
    return {"do": "call", "word": chain[-1], "accepted": worth, "refused": stake.refused}


@lru_cache(maxsize=8192)
def _vote(ladder: Ladder, chain: Chain, word: Word, score: Score, target: int) -> LegalView:
    """A vote, and what it would settle: points at stake, points given, or both after a raise."""
    stake = ladder.stakes[chain]
    if word == QUIERO:
        return {"do": "vote", "word": word, "accepted": stake.worth(score, target), "refused": None}
    if word == NO_QUIERO:
        return {"do": "vote", "word": word, "accepted": None, "refused": stake.refused}
    raised = ladder.stakes[(*chain, word)]
    return {"do": "vote", "word": word, "accepted": raised.worth(score, target), "refused": raised.refused}


def _why(why: Why | None) -> WhyView | None:
    return None if why is None else _reason(why)


def _reason(why: Why) -> WhyView:
    return {"code": why.code, "rule": why.rule}


def _hand(game: Game) -> Hand:
    assert game.hand is not None, "there is nothing to see before the first deal"
    return game.hand
