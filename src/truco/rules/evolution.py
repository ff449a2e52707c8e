"""How each fact changes the state: the only place where it does.

A game is the fold of :func:`evolve` over its facts, so a log replayed equals the live game. The
facts are taken as true: legality was checked when they were made.
"""

from collections.abc import Callable
from typing import Any

from truco.rules.events import (
    Answered,
    AskedAgain,
    Called,
    CardPlayed,
    Dealt,
    Dropped,
    EnvidoSettled,
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
from truco.rules.falta import Score
from truco.rules.game import Bets, Deal, Game, Hand, Outcome, Question
from truco.rules.ladders import NO_QUIERO, QUIERO, Chain, Ladder
from truco.rules.rounds import EMPTY, Verdict, verdict
from truco.rules.rulesets import Ruleset
from truco.rules.seats import Seat, Side, around, next_seat


def evolve(game: Game, event: Event) -> Game:
    """The game after one fact. The fact is taken as true: legality was checked before."""
    return _EVOLVE[type(event)](game, event)


def _dealt(game: Game, event: Dealt) -> Game:
    rules = game.rules
    mano = next_seat(event.dealer, rules.seats)
    sides = rules.sides(mano, rules.seats)
    order = around(mano, rules.seats)
    table = Deal(event.hand, event.dealer, order, sides, event.cards, event.turned)
    return game.with_hand(Hand(table, event.cards, ((),) * rules.seats, mano, rules.base))


def _card_played(game: Game, event: CardPlayed) -> Game:
    hand, seat, card = _hand(game), event.seat, event.card
    step = game.rules.strength(card, hand.deal.turned)
    held, played = list(hand.held), list(hand.played)
    held[seat] = tuple([own for own in held[seat] if own != card])
    played[seat] = (*played[seat], card)
    after = hand._replace(
        held=tuple(held),
        played=tuple(played),
        round=hand.round.with_card(seat, card, step),
        turn=_next_in(hand, seat),
        ply=hand.ply + 1,
    )
    return game.with_hand(after)


def _folded(game: Game, event: Folded) -> Game:
    hand = _hand(game)
    after = hand._replace(folded=(*hand.folded, event.seat), ply=hand.ply + 1)
    return game.with_hand(after._replace(turn=_next_in(after, event.seat)))


def _round_ended(game: Game, event: RoundEnded) -> Game:
    hand = _hand(game)
    done = hand.round._replace(done=True, side=event.side, seat=event.seat)
    leader = hand.round.opener if event.seat is None else event.seat
    return game.with_hand(hand._replace(done=(*hand.done, done), round=EMPTY, turn=leader))


def _next_in(hand: Hand, seat: Seat) -> Seat:
    """The next seat anticlockwise that has not folded (B4.6, B10.3); itself when alone."""
    order = hand.deal.seats
    at = order.index(seat)
    return next(other for other in (*order[at + 1 :], *order[: at + 1]) if other not in hand.folded)


def _called(game: Game, event: Called) -> Game:
    """A call opens a question; a truco that waits steps behind the envido (B7.3)."""
    hand = _hand(game)
    ladder = game.rules.ladders[event.word]
    chain = (*_chain(game.rules, hand.bets, ladder), event.word)
    waiting = hand.question._replace(votes=()) if hand.question else None
    side = 1 - hand.deal.sides[event.seat]
    return _ask(game, hand._replace(behind=waiting), ladder, chain, event.seat, side)


def _answered(game: Game, event: Answered) -> Game:
    """Accepted, refused, or raised: a raise is a call of the side that was asked (B9.3)."""
    hand = _hand(game)
    question = _question(hand)
    is_truco = question.ladder is game.rules.truco
    if event.word == NO_QUIERO or (event.word == QUIERO and not is_truco):
        return game.with_hand(hand.with_question(question._replace(answer=event.word)))
    if is_truco:
        worth = question.stake.worth(game.score, game.rules.target)
        hand = hand._replace(worth=worth, bets=hand.bets._replace(raiser=event.side), question=None)
    if event.word == QUIERO:
        return game.with_hand(hand)
    chain = (*question.chain, event.word)
    return _ask(game, hand, question.ladder, chain, question.voters[0], 1 - question.side)


def _ask(game: Game, hand: Hand, ladder: Ladder, chain: Chain, caller: Seat, side: Side) -> Game:
    """A new question to a side, with no votes yet."""
    bets = _with_chain(game.rules, hand.bets, ladder, chain)
    asked = hand.asked + 1
    question = Question(asked, ladder, chain, caller, side, hand.players(side))
    return game.with_hand(hand._replace(bets=bets, question=question, asked=asked))


def _chain(rules: Ruleset, bets: Bets, ladder: Ladder) -> Chain:
    return bets.truco if ladder is rules.truco else bets.envido


def _with_chain(rules: Ruleset, bets: Bets, ladder: Ladder, chain: Chain) -> Bets:
    if ladder is rules.truco:
        return bets._replace(truco=chain)
    return bets._replace(envido=chain)


def _vote_cast(game: Game, event: VoteCast) -> Game:
    hand = _hand(game)
    question = _question(hand)
    votes = (*[vote for vote in question.votes if vote[0] != event.seat], (event.seat, event.word))
    return game.with_hand(hand.with_question(question.with_votes(votes)))


def _votes_lapsed(game: Game, event: VotesLapsed) -> Game:
    hand = _hand(game)
    return game.with_hand(hand.with_question(_question(hand)._replace(lapsed=True)))


def _envido_settled(game: Game, event: EnvidoSettled) -> Game:
    hand = _hand(game)._replace(question=None, envido=event)
    return game._replace(hand=hand, score=_paid(game, event.side, event.points))


def _asked_again(game: Game, event: AskedAgain) -> Game:
    """The call that waited is asked anew: a fresh question, so a fresh clock (B7.3)."""
    hand = _hand(game)
    asked = hand.asked + 1
    question = hand.behind._replace(number=asked) if hand.behind else None
    return game.with_hand(hand._replace(question=question, behind=None, asked=asked))


def _tanto_shown(game: Game, event: TantoShown) -> Game:
    return game.with_hand(_hand(game)._replace(shown=event.cards))


def _hand_ended(game: Game, event: HandEnded) -> Game:
    hand = _hand(game)
    decided = rounds_verdict(game.rules, hand)
    outcome = Outcome(event.side, event.points, event.by, event.extra, decided)
    score = game.score if event.side is None else _paid(game, event.side, event.points)
    return game._replace(hand=hand._replace(question=None, outcome=outcome), score=score)


def _game_won(game: Game, event: GameWon) -> Game:
    return game._replace(winner=event.side)


def _dropped(game: Game, event: Dropped) -> Game:
    return game._replace(away=game.away | {event.seat})


def _returned(game: Game, event: Returned) -> Game:
    return game._replace(away=game.away - {event.seat})


def _paid(game: Game, side: Side, points: int) -> Score:
    """The score with points added, cut off at the target (B11.2)."""
    score = list(game.score)
    score[side] = min(score[side] + points, game.rules.target)
    return tuple(score)


def rounds_verdict(rules: Ruleset, hand: Hand) -> Verdict | None:
    """What the complete rounds of a hand decide (B5)."""
    deal = hand.deal
    pardas_to = rules.three_pardas(deal.sides, deal.mano)
    return verdict([one.side for one in hand.done], pardas_to)


def _hand(game: Game) -> Hand:
    assert game.hand is not None, "a fact of a hand needs a hand"
    return game.hand


def _question(hand: Hand) -> Question:
    assert hand.question is not None, "an answer needs an open call"
    return hand.question


_EVOLVE: dict[type[Event], Callable[[Game, Any], Game]] = {
    Dealt: _dealt,
    CardPlayed: _card_played,
    Called: _called,
    VoteCast: _vote_cast,
    VotesLapsed: _votes_lapsed,
    Answered: _answered,
    EnvidoSettled: _envido_settled,
    AskedAgain: _asked_again,
    RoundEnded: _round_ended,
    Folded: _folded,
    TantoShown: _tanto_shown,
    HandEnded: _hand_ended,
    GameWon: _game_won,
    Dropped: _dropped,
    Returned: _returned,
}
