"""Counts all the ways a hand can go for a number of actions: a fingerprint of the rules."""

from truco.rules import engine
from truco.rules.game import Game
from truco.rules.legal import legal_actions


def perft(game: Game, depth: int) -> int:
    """The number of different sequences of ``depth`` legal actions from here.

    A hand that ends earlier counts once for each of its ends.
    """
    if depth == 0 or game.between_hands:
        return 1
    return sum(
        perft(engine.play(game, engine.fact(seat, action))[0], depth - 1)
        for seat in range(game.rules.seats)
        for action in legal_actions(game, seat)
    )
