"""Whole games of anything that may happen, against the rules written down a second time.

The profile is chosen by ``HYPOTHESIS_PROFILE``: ``small`` (for mutation tests), ``normal`` (the default)
or ``thorough``.
"""

import json
import os
import random
from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.rules.reference import Paper
from truco.rules import engine, observe
from truco.rules.actions import FOLD, Action, MakeCall, PlayCard, Vote, text
from truco.rules.cards import SPANISH_40, Card
from truco.rules.engine import Refused
from truco.rules.events import Event, GameWon, HandEnded
from truco.rules.evolution import evolve
from truco.rules.game import Game
from truco.rules.legal import legal_actions
from truco.rules.record import Record, from_json, write
from truco.rules.replay import Replay, replay, report
from truco.rules.rulesets import BARAJAMOS

_QUIET = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
_FAST = (Phase.explicit, Phase.generate)
settings.register_profile(
    "small",
    max_examples=5,
    stateful_step_count=40,
    deadline=None,
    derandomize=True,
    database=None,
    phases=_FAST,
)
settings.register_profile(
    "normal", max_examples=100, stateful_step_count=60, deadline=None, suppress_health_check=_QUIET
)
settings.register_profile(
    "thorough", max_examples=2_000, stateful_step_count=150, deadline=None, suppress_health_check=_QUIET
)
PROFILE = settings.get_profile(os.environ.get("HYPOTHESIS_PROFILE", "normal"))

CALLS = ["envido", "real-envido", "falta-envido", "truco", "retruco", "vale-cuatro"]
VOTES = ["quiero", "no-quiero", *(word for word in CALLS if word != "truco")]

# What a record can say, and then words that a stranger may send.
ACTIONS: list[Action] = [*map(PlayCard, SPANISH_40), *map(MakeCall, CALLS), *map(Vote, VOTES), FOLD]
STRANGE: list[Action] = [
    Vote("truco"),
    Vote("flor"),
    Vote(""),
    MakeCall("quiero"),
    MakeCall("flor"),
    MakeCall(""),
]

NAMES = ["Ana", "Beto", "Caro", "Dani"]

# Points from which a game is soon over, or half over, or at its beginning.
SCORES = st.tuples(*[st.sampled_from([0, 0, 13, 14, 15, 24, 27, 28, 29])] * 2)


def dealt(chance: random.Random) -> list[list[str]]:
    """Twelve cards; half of the time of few ranks, so that pardas and equal tantos come about."""
    deck: list[str] = list(SPANISH_40)
    chance.shuffle(deck)
    if chance.random() < 0.5:
        deck.sort(key=lambda card: int(card[:-1]))
        start = chance.randrange(29)
        deck = deck[start : start + 12]
        chance.shuffle(deck)
    return [deck[3 * seat : 3 * seat + 3] for seat in range(4)]


def tried(cause: Callable[[], Event]) -> Event | None:
    """The fact that something is, None where it is refused."""
    try:
        return cause()
    except Refused as refused:
        if not refused.reason:
            raise
        return None


class Games(RuleBasedStateMachine):
    """A game on the engine and the same game on paper."""

    def __init__(self) -> None:
        super().__init__()
        self.log: list[Event] = []
        self.hands: list[dict[str, Any]] = []
        self.before: tuple[int, ...] = (0, 0)

    @initialize(score=SCORES, dealer=st.integers(0, 3), seed=st.integers(0, 2**32))
    def begin(self, score: tuple[int, int], dealer: int, seed: int) -> None:
        self.chance = random.Random(seed)
        self.opening = self.game = Game(BARAJAMOS, score)
        self.paper = Paper(score)
        self.before = score
        self.hand_over: dict[int, tuple[Any, tuple[int, ...]]] = {}
        self._deal(dealer)

    def _deal(self, dealer: int) -> None:
        cards = dealt(self.chance)
        held = {seat: list(own) for seat, own in enumerate(cards)}
        order = [held[(dealer + 1 + at) % 4].pop(0) for at in range(4)]
        order += [held[(dealer + 1 + at) % 4].pop(0) for at in range(4)]
        order += [held[(dealer + 1 + at) % 4].pop(0) for at in range(4)]
        deck = [*order, *(card for card in SPANISH_40 if card not in order)]
        self._play(engine.deal(self.game, dealer, [Card(card) for card in deck]))
        self.paper.deal(dealer, cards)
        self.hands.append({"dealer": dealer, "cards": cards, "moves": []})

    def _play(self, event: Event) -> None:
        self.game, events = engine.play(self.game, event)
        self.log += events

    def _both(self, move: str, cause: Callable[[], Event]) -> None:
        """A move on the engine and on paper; both take it or neither."""
        self.hands[-1]["moves"].append(move)
        before = self.game
        event = tried(cause)
        assert self.paper.move(move) == (event is not None), move
        assert self.game is before
        if event is not None:
            self._play(event)

    # What may happen.

    @precondition(lambda self: not self.game.between_hands)
    @rule(choice=st.integers(0, 2**16), shy=st.booleans())
    def something_legal(self, choice: int, shy: bool) -> None:
        """A legal action of any seat; the shy one does not fold."""
        options = [(seat, action) for seat in range(4) for action in legal_actions(self.game, seat)]
        if shy:
            options = [option for option in options if option[1] is not FOLD]
        if options:
            seat, action = options[choice % len(options)]
            self._act(seat, action)

    @precondition(lambda self: self.game.hand.question is not None)
    @rule(word=st.sampled_from(["quiero", "quiero", "no-quiero", "envido", "falta-envido", "retruco"]))
    def both_say(self, word: str) -> None:
        """The pair that is asked agrees, as pairs mostly do."""
        assert self.game.hand is not None
        question = self.game.hand.question
        for seat in question.voters if question else ():
            self._act(seat, Vote(word))

    @rule(seat=st.integers(0, 3), action=st.sampled_from(ACTIONS))
    def anything(self, seat: int, action: Action) -> None:
        self._act(seat, action)

    def _act(self, seat: int, action: Action) -> None:
        self._both(f"{seat} {text(action)}", lambda: engine.act(self.game, seat, action))

    @rule(seat=st.integers(0, 3))
    def drop(self, seat: int) -> None:
        self._both(f"{seat} drop", lambda: engine.drop(self.game, seat))

    @rule(seat=st.integers(0, 3))
    def back(self, seat: int) -> None:
        self._both(f"{seat} back", lambda: engine.come_back(self.game, seat))

    @precondition(lambda self: self.game.away)
    @rule()
    def all_back(self) -> None:
        for seat in sorted(self.game.away):
            self.back(seat)

    @rule()
    def clock(self) -> None:
        self._both("clock", lambda: engine.lapse(self.game))

    @precondition(lambda self: self.game.between_hands and not self.game.over and not self.game.away)
    @rule()
    def deal(self) -> None:
        dealer = engine.next_dealer(self.game)
        assert dealer is not None
        assert self.game.hand is not None
        self.hand_over[len(self.hands) - 1] = (self.game.hand, self.game.score)
        self._deal(dealer)

    # What always holds.

    @invariant()
    def the_paper_says_the_same(self) -> None:
        """All that a replay prints, legal moves and refusals included, but for the wordings."""
        hand = self.game.hand
        assert hand is not None
        hands = [*self.hand_over.values(), (hand, self.game.score)]
        paper = Record(BARAJAMOS, self.opening.score, (), ())
        printed = report(Replay(paper, self.game, hands))
        assert printed == {**self.paper.report(), "refused": []}

    @invariant()
    def exactly_what_is_listed_is_accepted(self) -> None:
        for seat in range(4):
            listed = legal_actions(self.game, seat)
            assert len(set(listed)) == len(listed)
            accepted = {action for action in (*ACTIONS, *STRANGE) if self._accepts(seat, action)}
            assert accepted == set(listed)

    def _accepts(self, seat: int, action: Action) -> bool:
        return tried(lambda: engine.act(self.game, seat, action)) is not None

    @invariant()
    def every_card_is_in_one_place(self) -> None:
        hand = self.game.hand
        assert hand is not None
        for seat in range(4):
            assert sorted(hand.held[seat] + hand.played[seat]) == sorted(hand.deal.cards[seat])
        on_the_table = [card for round_ in (*hand.done, hand.round) for _, card in round_.cards]
        assert sorted(on_the_table) == sorted(card for played in hand.played for card in played)
        seen = [card for own in (*hand.held, *hand.played) for card in own]
        undealt = [card for card in SPANISH_40 if card not in seen]
        assert len(set(seen)) == 12
        assert sorted(seen + undealt) == sorted(SPANISH_40)

    @invariant()
    def scores_only_grow_and_stop_at_the_target(self) -> None:
        score = self.game.score
        assert all(old <= new <= 30 for old, new in zip(self.before, score, strict=True))
        assert (self.game.winner is not None) == (30 in score)
        if self.game.winner is not None:
            assert score[self.game.winner] == 30
            assert score[1 - self.game.winner] < 30
        self.before = score

    @invariant()
    def each_hand_ends_once_and_the_game_once(self) -> None:
        ends = [fact for fact in self.log if isinstance(fact, HandEnded)]
        over = self.game.hand is not None and self.game.hand.outcome is not None
        assert len(ends) == len(self.hand_over) + over
        assert all(end.side in (0, 1) and end.points >= 1 for end in ends)
        assert sum(isinstance(fact, GameWon) for fact in self.log) == self.game.over

    @invariant()
    def somebody_can_always_go_on(self) -> None:
        """While no chair is empty and no hand is over, there is a legal action."""
        if not self.game.between_hands and not self.game.away:
            assert any(legal_actions(self.game, seat) for seat in range(4))

    @invariant()
    def the_log_replayed_is_the_game(self) -> None:
        game = self.opening
        for fact in self.log:
            game = evolve(game, fact)
        assert game == self.game

    @invariant()
    def nobody_sees_what_they_may_not_know(self) -> None:
        """A view is the same to the byte when the cards that its seat may not know are others."""
        for seat in (None, *range(4)):
            swapped = _with_other_hidden_cards(self.game, seat, self.chance)
            assert _seen(swapped, seat) == _seen(self.game, seat)

    def teardown(self) -> None:
        """The record of the game, written, read and replayed, is the game; so is what was tried."""
        if not self.hands:
            return
        written = write(BARAJAMOS, NAMES, [(7 * at, fact) for at, fact in enumerate(self.log)])
        again = replay(from_json(json.loads(json.dumps({**written, "score": self.opening.score}))))
        assert (again.game, again.events, again.refused) == (self.game, self.log, [])
        tried = from_json({"rules": "barajamos", "score": list(self.opening.score), "hands": self.hands})
        printed = report(replay(tried))
        for refused in printed["refused"]:
            refused[2] = ""
        assert printed == self.paper.report()


def _seen(game: Game, seat: int | None) -> str:
    return json.dumps(observe.view(game, seat))


def _with_other_hidden_cards(game: Game, seat: int | None, chance: random.Random) -> Game:
    """The game if those cards that a seat has not seen had been dealt otherwise.

    They may be exchanged with those that nobody was dealt. What was declared and shown stays as it is.
    """
    hand = game.hand
    assert hand is not None
    hidden = [card for own in range(4) if own != seat for card in hand.held[own]]
    dealt_cards = [card for own in hand.deal.cards for card in own]
    pool = hidden + [card for card in SPANISH_40 if card not in dealt_cards]
    chance.shuffle(pool)
    other = dict(zip(hidden, pool, strict=False))
    held = tuple(
        own if at == seat else tuple(other[card] for card in own) for at, own in enumerate(hand.held)
    )
    cards = tuple(
        own if at == seat else tuple(other.get(card, card) for card in own)
        for at, own in enumerate(hand.deal.cards)
    )
    deal = hand.deal._replace(cards=cards)
    return game.with_hand(hand._replace(held=held, deal=deal))


Games.TestCase.settings = PROFILE
TestGames = Games.TestCase


@settings(PROFILE)
@given(seed=st.integers(0, 2**32), score=SCORES)
def test_a_whole_game_by_legal_actions_ends_with_one_winner(seed: int, score: tuple[int, int]):
    chance = random.Random(seed)
    game = Game(BARAJAMOS, score)
    dealer, winners = chance.randrange(4), 0
    while not game.over:
        if game.between_hands:
            deck = list(SPANISH_40)
            chance.shuffle(deck)
            following = engine.next_dealer(game)
            event: Event = engine.deal(game, dealer if following is None else following, deck)
        else:
            options = [(seat, action) for seat in range(4) for action in legal_actions(game, seat)]
            event = engine.act(game, *chance.choice(options))
        game, facts = engine.play(game, event)
        winners += sum(isinstance(fact, GameWon) for fact in facts)
    assert winners == 1
    assert max(game.score) == 30 > min(game.score)
