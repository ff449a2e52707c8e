"""The state of a game as immutable values. No behaviour beyond small questions.

They are named tuples because a fact replaces three or four of them: a copy with one field
changed takes a third of a frozen dataclass's time.
"""

from typing import NamedTuple

from truco.rules.cards import Card
from truco.rules.events import By, EnvidoSettled
from truco.rules.falta import Score
from truco.rules.ladders import Chain, Ladder, Stake, Word
from truco.rules.rounds import EMPTY, Round, Verdict
from truco.rules.rulesets import Ruleset
from truco.rules.seats import Seat, Side, Sides


class Deal(NamedTuple):
    """What does not change while a hand lasts.

    ``seats`` are those who play it, in order from the mano; ``sides`` and ``cards`` go by seat.
    """

    number: int
    dealer: Seat
    seats: tuple[Seat, ...]
    sides: Sides
    cards: tuple[tuple[Card, ...], ...]
    turned: Card | None

    @property
    def mano(self) -> Seat:
        """The seat after the dealer (B1.4)."""
        return self.seats[0]


class Question(NamedTuple):
    """A call that waits for its answer.

    ``number`` names the question within its hand. ``chain`` has all the words of the bet so
    far; ``side`` is asked, and its ``voters`` are those who have not folded, from the mano.
    ``votes`` are the voters' own, also of those who are away just now (B9.6). ``answer`` stands
    from the answer until what it settles has been settled.
    """

    number: int
    ladder: Ladder
    chain: Chain
    caller: Seat
    side: Side
    voters: tuple[Seat, ...]
    lapsed: bool = False
    answer: Word | None = None
    votes: tuple[tuple[Seat, Word], ...] = ()

    def with_votes(self, votes: tuple[tuple[Seat, Word], ...]) -> "Question":
        """The question with its votes changed: the last field, so a short copy."""
        return Question(*self[:-1], votes)

    @property
    def stake(self) -> Stake:
        """What the chain is worth and what may be said to it."""
        return self.ladder.stakes[self.chain]

    def own_vote(self, seat: Seat) -> Word | None:
        """The vote that a seat itself gave last, if any."""
        for voter, word in self.votes:
            if voter == seat:
                return word
        return None


class Bets(NamedTuple):
    """What was called in a hand: the chains of both bets, and who may raise the truco (B8.3)."""

    envido: Chain = ()
    truco: Chain = ()
    raiser: Side | None = None


class Outcome(NamedTuple):
    """How a hand ended. ``verdict`` is there when the rounds decided it."""

    side: Side | None
    points: int
    by: By
    extra: int
    verdict: Verdict | None


class Hand(NamedTuple):
    """What is played with one deal.

    ``held`` are the cards not played yet and ``played`` those that were, by seat; ``done`` the
    complete rounds and ``round`` the one under way. ``turn`` is the seat on turn, also while a call
    interrupts it. ``ply`` counts cards and folds, ``asked`` the questions. ``behind`` is the call
    that waits while the envido comes first (B7.3); ``worth`` what the hand is worth by the truco,
    in points.
    """

    deal: Deal
    held: tuple[tuple[Card, ...], ...]
    played: tuple[tuple[Card, ...], ...]
    turn: Seat
    worth: int
    done: tuple[Round, ...] = ()
    round: Round = EMPTY
    folded: tuple[Seat, ...] = ()
    ply: int = 0
    bets: Bets = Bets()
    behind: Question | None = None
    asked: int = 0
    envido: EnvidoSettled | None = None
    shown: tuple[Card, ...] = ()
    outcome: Outcome | None = None
    question: Question | None = None

    def with_question(self, question: Question) -> "Hand":
        """The hand with its open call changed, as each vote does: the last field, so a short copy."""
        return Hand(*self[:-1], question)

    def players(self, side: Side) -> tuple[Seat, ...]:
        """The seats of a side that have not folded, from the mano."""
        sides, folded = self.deal.sides, self.folded
        return tuple(s for s in self.deal.seats if sides[s] == side and s not in folded)

    @property
    def envido_is_open(self) -> bool:
        """In the first round, with neither envido nor truco called (B7.2, B7.4, B10.2)."""
        return not self.done and not self.bets.envido and not self.bets.truco


class Game(NamedTuple):
    """The whole play to the target. ``away`` are the seats without a connection (B12)."""

    rules: Ruleset
    score: Score
    hand: Hand | None = None
    away: frozenset[Seat] = frozenset()
    winner: Side | None = None

    def with_hand(self, hand: Hand) -> "Game":
        """The game with its hand changed: what nearly every fact does."""
        return Game(self.rules, self.score, hand, self.away, self.winner)

    @property
    def over(self) -> bool:
        """A side has reached the target."""
        return self.winner is not None

    @property
    def paused(self) -> bool:
        """A chair is empty: nobody plays, calls or folds (B12.3)."""
        return bool(self.away)

    @property
    def between_hands(self) -> bool:
        """No hand is under way: before the first deal, after a hand, after the game."""
        return self.hand is None or self.hand.outcome is not None or self.over
