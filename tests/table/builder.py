"""A table for tests, spoken to in record notation: ``table.does("0 call truco")``.

Time is a number that the test moves: ``table.wait(9.9)``. Decks and the first dealer are chosen.
"""

from collections.abc import Sequence

from truco.rules.actions import FOLD, MakeCall, PlayCard, Vote
from truco.rules.cards import SPANISH_40, Card
from truco.rules.fair import SECRET_BYTES, Key
from truco.rules.seats import Seat
from truco.table.clocks import Times
from truco.table.events import DealKeyed, DealPromised, Fact, RoomOpened, SecretDrawn
from truco.table.refused import Refused
from truco.table.table import Chance, Row, Step, Table
from truco.table.wishes import Ballot, Continue, Join, Play, SetReady, Wish

NAMES = ("Ana", "Beto", "Caro", "Dani")
OPENED = RoomOpened("room", "La de los jueves", True, "open", "barajamos", "0000-0000-00000")

# Ana has 33 of envido, Beto 29, Caro 26, Dani 5.
HANDS = ("1e 7e 6e", "4b 5b 12o", "2c 4c 11o", "1b 5c 10o")


def deck(hands: Sequence[str], dealer: Seat) -> list[Card]:
    """A deck that deals these hands, by seat, when ``dealer`` deals."""
    cards = [hand.split() for hand in hands]
    seats = len(cards)
    first = [Card(cards[(dealer + 1 + at) % seats][turn]) for turn in range(3) for at in range(seats)]
    return first + [card for card in SPANISH_40 if card not in first]


OF_THE_DEAL = (SecretDrawn, DealPromised, DealKeyed)


class Arranged:
    """Chance that is no chance: the first dealer and the decks are given, the last one for ever."""

    def __init__(self, hands: Sequence[Sequence[str]] = (HANDS,), dealer: Seat = 3) -> None:
        self.hands = list(hands)
        self.first_dealer = dealer
        self.dealt = 0

    def secret(self) -> str:
        return "5e" * SECRET_BYTES

    def shuffle(self, cards: Sequence[Card], key: Key | None, hand: int) -> Sequence[Card]:
        hands = self.hands[min(self.dealt, len(self.hands) - 1)]
        dealer = (self.first_dealer + self.dealt) % 4
        self.dealt += 1
        return deck(hands, dealer)

    def dealer(self, seats: int, key: Key | None) -> Seat:
        self.dealt = 0
        return self.first_dealer


class At:
    """A table at a moment of the test's own time, with the journal of all it did."""

    def __init__(self, times: Times | None = None, chance: Chance | None = None) -> None:
        self.now = 1000.0
        self.times = times or Times()
        self.chance: Chance = chance or Arranged()
        self.table, step = Table.open(OPENED, self.times, self.chance)
        self.rows = [Row(None, None, None, step.facts)]

    def took(self, step: Step) -> tuple[Fact, ...]:
        """Keep a step as the journal would; what it brought, but for the preparation of deals."""
        if step.facts:
            self.rows.append(Row(self.table.game_number, step.guest, step.aid, step.facts))
        return tuple(fact for fact in step.facts if not isinstance(fact, OF_THE_DEAL))

    def wait(self, seconds: float) -> tuple[Fact, ...]:
        """Let time pass; what ran out happens at its own moment."""
        until = self.now + seconds
        happened: list[Fact] = []
        while (due := self.table.next_deadline) is not None and due <= until:
            self.now = max(due, self.now)
            happened += self.took(self.table.tick(self.now))
        self.now = until
        return tuple(happened)

    def wish(self, who: str, wish: Wish, aid: str | None = None) -> tuple[Fact, ...]:
        return self.took(self.table.request(who, wish, self.now, aid))

    def refuses(self, who: str, wish: Wish) -> str:
        """The code of a refusal, which must change nothing."""
        before, version = self.table.state, self.table.version(who)
        try:
            self.table.request(who, wish, self.now)
        except Refused as refusal:
            assert self.table.state == before
            assert self.table.version(who) == version
            return refusal.code
        raise AssertionError(f"{wish} was accepted")

    def play(self, move: str) -> tuple[str, Wish]:
        """A move of the record, meant for this very moment, and the name of who makes it."""
        seat, verb, *rest = move.split(" ")
        hand = self.hand
        if verb == "vote":
            question = hand.question.number if hand.question else 0
            return NAMES[int(seat)], Ballot(Vote(rest[0]), hand.deal.number, question)
        action = {
            "play": lambda: PlayCard(Card(rest[0])),
            "call": lambda: MakeCall(rest[0]),
            "fold": lambda: FOLD,
        }[verb]()
        return NAMES[int(seat)], Play(action, hand.deal.number, hand.ply)

    def does(self, *moves: str) -> tuple[Fact, ...]:
        """Moves of the record, each accepted; all their facts."""
        return tuple(fact for move in moves for fact in self.wish(*self.play(move)))

    def refuses_move(self, move: str) -> str:
        return self.refuses(*self.play(move))

    def drop(self, *who: str) -> tuple[Fact, ...]:
        return tuple(f for one in who for f in self.took(self.table.disconnected(one, self.now)))

    def back(self, *who: str) -> tuple[Fact, ...]:
        return tuple(f for one in who for f in self.took(self.table.connected(one, self.now)))

    def restart(self) -> tuple[Fact, ...]:
        """The process dies; another finds the journal. Nobody is connected to it yet."""
        self.table = Table.recover(self.rows, self.times, self.chance)
        return self.took(self.table.reopen(self.now))

    def view(self, who: str | None) -> dict:
        return self.table.frame(who, self.now, [])["view"]

    def game(self, who: str | None) -> dict:
        return self.view(who)["game"]

    @property
    def hand(self):
        hand = self.table.state.hand
        assert hand is not None
        return hand

    @property
    def score(self) -> tuple[int, ...]:
        game = self.table.state.game
        assert game is not None
        return game.score


def joined(times: Times | None = None, chance: Arranged | None = None) -> At:
    """Four members on the four chairs, all connected."""
    at = At(times, chance)
    for name in NAMES:
        at.wish(name, Join(name, name.lower(), sit=True))
        at.back(name)
    return at


def playing(times: Times | None = None, *hands: Sequence[str], dealer: Seat = 3) -> At:
    """A game has begun: Dani dealt, Ana (seat 0) is mano."""
    at = joined(times, Arranged(hands or (HANDS,), dealer))
    for name in NAMES:
        at.wish(name, SetReady(True))
    return at


def go_on(at: At, *names: str) -> tuple[Fact, ...]:
    """Players say that they want the next hand."""
    return tuple(f for name in names or NAMES for f in at.wish(name, Continue(at.hand.deal.number)))
