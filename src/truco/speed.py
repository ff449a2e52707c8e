"""How fast the rules are: ``python -m truco.speed [SECONDS]``.

Plays whole random games on one core and prints actions a second of processor time, where an
action is all of: the legal list of the seat to act, the fact, what follows from it, that seat's
view. Decks and choices are drawn beforehand, so that chance is not what is measured.
"""

import gc
import random
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import cycle
from typing import Final

from truco.rules import engine, observe
from truco.rules.cards import Card
from truco.rules.game import Game
from truco.rules.legal import legal_actions
from truco.rules.rulesets import BARAJAMOS

SECONDS: Final = 3.0


def main(seconds: float = SECONDS) -> None:
    """Measure for about so many seconds and print the figures."""
    chance = random.Random(1)  # noqa: S311 - the same games every time
    decks: Iterator[Sequence[Card]] = cycle([chance.sample(BARAJAMOS.deck, 40) for _ in range(499)])
    choices = cycle([chance.randrange(1 << 20) for _ in range(9973)])
    gc.set_threshold(50_000, 50, 1000)  # as the server runs
    games = actions = 0
    begin = time.process_time()
    while time.process_time() - begin < seconds:
        actions += play_game(decks, choices)
        games += 1
    spent = time.process_time() - begin
    print(f"{actions / spent:,.0f} actions/s, {spent / actions * 1e6:.1f} µs each ({games} games)")


def play_game(decks: Iterator[Sequence[Card]], choices: Iterator[int]) -> int:
    """One whole game by random legal actions; the number of actions."""
    game = Game(BARAJAMOS, BARAJAMOS.opening_score)
    actions = 0
    while game.winner is None:
        hand = game.hand
        if hand is None or hand.outcome is not None:
            game, _ = engine.play(game, engine.deal(game, engine.next_dealer(game) or 0, next(decks)))
            continue
        voters = hand.question.voters if hand.question else (hand.turn,)
        choice = next(choices)
        seat = voters[choice % len(voters)]
        legal = legal_actions(game, seat)
        game, _ = engine.play(game, engine.fact(seat, legal[(choice >> 8) % len(legal)]))
        observe.view(game, seat)
        actions += 1
    return actions


if __name__ == "__main__":
    main(*map(float, sys.argv[1:2]))
