"""Builds what one seat may see of a game, by adding what is public and then its own."""

from collections.abc import Set
from functools import cache, lru_cache
from typing import Final

from truco.rules import reasons, voting
from truco.rules.actions import MakeCall, PlayCard, Vote
from truco.rules.cards import Card
from truco.rules.events import EnvidoSettled
from truco.rules.falta import Score
from truco.rules.game import Game, Hand, Question
from truco.rules.ladders import NO_QUIERO, QUIERO, Chain, Ladder, Word
from truco.rules.legal import legal_actions
from truco.rules.reasons import Why
from truco.rules.rounds import Round
from truco.rules.seats import Seat, in_order
from truco.rules.view import (
    EnvidoView,
    HandView,
    LegalView,
    QuestionView,
    ResultView,
    RoundView,
    RungView,
    SeatView,
    WhyView,
)


def view(game: Game, seat: Seat | None) -> HandView:
    """What a seat sees, or anybody (``None``). A hand must have been dealt."""
    return own(game, seat, public(game))


def public(game: Game) -> HandView:
    """What everybody may see: no card that was not played or shown, no vote."""
    hand, rules = _hand(game), game.rules
    deal, question, away = hand.deal, hand.question, game.away
    rounds = (*hand.done, hand.round) if hand.round.cards else hand.done
    over = hand.outcome is not None or game.winner is not None
    return {
        "seat": None,
        "side": None,
        "hand": deal.number,
        "ply": hand.ply,
        "dealer": deal.dealer,
        "mano": deal.seats[0],
        "turn": None if over or away or question else hand.turn,
        "score": game.score,
        "target": rules.target,
        "half": rules.half,
        "worth": hand.worth,
        "paused": bool(away),
        "winner": game.winner,
        "seats": _seats(hand, away),
        "rounds": [_round(round_) for round_ in rounds],
        "envido": _envido(rules.envido, hand, hand.envido) if hand.envido else None,
        "truco": {"chain": hand.bets.truco, "side": hand.bets.raiser, "ladder": _rungs(rules.truco)},
        "question": _question(game, hand, question) if question else None,
        "result": _result(hand) if over else None,
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
        question = question.copy()
        question["votes"] = {str(voter): word for voter, word in voting.standing(asked, game.away).items()}
    seen = common.copy()
    seen["seat"] = seat
    seen["side"] = side
    seen["question"] = question
    seen["cards"] = dealt
    seen["held"] = hand.held[seat]
    seen["tanto"] = game.rules.tanto(dealt, hand.deal.turned).points if game.rules.envido.stakes else None
    seen["legal"] = _legal(game, hand, seat)
    return seen


def _seats(hand: Hand, away: Set[Seat]) -> list[SeatView]:
    sides, held, played, folded = hand.deal.sides, hand.held, hand.played, hand.folded
    return [
        {
            "seat": seat,
            "side": sides[seat],
            "left": len(held[seat]),
            "played": played[seat],
            "folded": seat in folded,
            "away": seat in away,
        }
        for seat in in_order(hand.deal.seats)
    ]


def _round(round_: Round) -> RoundView:
    return {
        "cards": list(round_.cards),
        "best": round_.best,
        "done": round_.done,
        "side": round_.side,
        "seat": round_.seat,
        "why": _reason(reasons.of_round(round_)) if round_.done else None,
    }


def _envido(ladder: Ladder, hand: Hand, settled: EnvidoSettled) -> EnvidoView:
    price = reasons.of_price(ladder.stakes[settled.chain]) if settled.accepted else None
    return {
        "chain": settled.chain,
        "accepted": settled.accepted,
        "side": settled.side,
        "points": settled.points,
        "seat": settled.seat,
        "declared": settled.declared,
        "shown": hand.shown,
        "why": _reason(reasons.of_envido(settled)),
        "price": _reason(price) if price else None,
    }


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


def _result(hand: Hand) -> ResultView | None:
    """How a hand ended; an envido that ended the game ended the hand too."""
    outcome, settled = hand.outcome, hand.envido
    if outcome is not None:
        side, points, by, extra = outcome.side, outcome.points, outcome.by, outcome.extra
        why = reasons.of_hand(outcome)
    elif settled is not None:
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


def _legal(game: Game, hand: Hand, seat: Seat) -> list[LegalView]:
    """The seat's legal actions, each word with what it is worth now."""
    score, target, question = game.score, game.rules.target, hand.question
    votes = _votes(question.ladder, question.chain, score, target) if question else {}
    offered: list[LegalView] = []
    for action in legal_actions(game, seat):
        if isinstance(action, Vote):
            offered.append(votes[action.word])
        elif isinstance(action, PlayCard):
            offered.append(_play(action.card))
        elif isinstance(action, MakeCall):
            ladder = game.rules.ladders[action.word]
            called = hand.bets.truco if ladder is game.rules.truco else hand.bets.envido
            offered.append(_calls(ladder, called, score, target)[action.word])
        else:
            offered.append(_FOLD)
    return offered


# The entries of legal lists are few and built often; views share them and change none.

_FOLD: Final[LegalView] = {"do": "fold"}


@cache
def _play(card: Card) -> LegalView:
    return {"do": "play", "card": card}


@lru_cache(maxsize=8192)
def _calls(ladder: Ladder, chain: Chain, score: Score, target: int) -> dict[Word, LegalView]:
    """The calls that may follow a chain, each with its worth accepted and refused."""
    worths = _worths(ladder, chain, score, target)
    return {
        word: {"do": "call", "word": word, "accepted": accepted, "refused": refused}
        for word, (accepted, refused) in worths.items()
    }


@lru_cache(maxsize=8192)
def _votes(ladder: Ladder, chain: Chain, score: Score, target: int) -> dict[Word, LegalView]:
    """The votes on a chain: points at stake, points given, or both for a raise."""
    stake = ladder.stakes[chain]
    worths: dict[Word, tuple[int | None, int | None]] = {
        QUIERO: (stake.worth(score, target), None),
        NO_QUIERO: (None, stake.refused),
        **_worths(ladder, chain, score, target),
    }
    return {
        word: {"do": "vote", "word": word, "accepted": accepted, "refused": refused}
        for word, (accepted, refused) in worths.items()
    }


def _worths(ladder: Ladder, chain: Chain, score: Score, target: int) -> dict[Word, tuple[int, int]]:
    """What each word that may follow a chain is worth accepted and refused, in points."""
    stakes = {word: ladder.stakes[(*chain, word)] for word in ladder.following(chain)}
    return {word: (stake.worth(score, target), stake.refused) for word, stake in stakes.items()}


def _reason(why: Why) -> WhyView:
    return {"code": why.code, "rule": why.rule}


def _hand(game: Game) -> Hand:
    assert game.hand is not None, "there is nothing to see before the first deal"
    return game.hand
