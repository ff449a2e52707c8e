"""`docs/fair-deal.md`, as a table does it: promised, keyed, kept secret, written down before it is used."""

import json
import random
from collections.abc import Iterable, Iterator, Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.table.builder import NAMES, OF_THE_DEAL, At
from truco.rules.cards import Card
from truco.rules.events import Dealt
from truco.rules.fair import Key, commitment
from truco.rules.seats import Seat
from truco.table.clocks import Times
from truco.table.events import DealKeyed, DealPromised, Fact, GameStarted, ReadySet, SecretDrawn
from truco.table.table import Table
from truco.table.wishes import Continue, Join, Leave, SetReady

NONCES = ("0" * 32, "1" * 32, "", "f" * 32)


class Fair:
    """Secrets by a seed; all else follows from them, as in production."""

    def __init__(self, seed: int = 1) -> None:
        self._random = random.Random(seed)

    def secret(self) -> str:
        return self._random.randbytes(32).hex()

    def shuffle(self, cards: Sequence[Card], key: Key | None, hand: int) -> Sequence[Card]:
        return self._random.sample(cards, len(cards)) if key is None else key.shuffled(cards, hand)

    def dealer(self, seats: int, key: Key | None) -> Seat:
        return 3 if key is None else key.dealer(seats)


def fair(seed: int = 1) -> At:
    """Four on their chairs, none of them ready."""
    at = At(chance=Fair(seed))
    for name in NAMES:
        at.wish(name, Join(name, name.lower(), sit=True))
        at.back(name)
    return at


def started(at: At, nonces: Sequence[str] = NONCES) -> At:
    for name, nonce in zip(NAMES, nonces, strict=True):
        at.wish(name, SetReady(True, nonce))
    return at


def everything(at: At) -> list[Fact]:
    return [fact for row in at.rows for fact in row.facts]


def acts(at: At, chance: random.Random) -> None:
    """Somebody does something that is legal, or all want the next hand."""
    name = chance.choice(NAMES)
    game = at.game(name)
    if game["over"]:
        return
    if game["result"]:
        if NAMES.index(name) not in game["continued"]:
            at.wish(name, Continue(game["hand"]))
    elif game["legal"]:
        one = chance.choice(game["legal"])
        at.does(
            " ".join([str(NAMES.index(name)), *(one[key] for key in ("do", "card", "word") if key in one)])
        )


def test_the_promise_stands_before_anybody_can_be_ready() -> None:
    at = At(chance=Fair())
    at.wish("Ana", Join("Ana", "ana", sit=True))
    (secret,) = (fact.secret for fact in everything(at) if isinstance(fact, SecretDrawn))
    assert at.view("Ana")["room"]["promised"] == at.view(None)["room"]["promised"] == commitment(secret)
    kinds = [type(fact) for fact in everything(started(fair()))]
    assert kinds.index(SecretDrawn) < kinds.index(DealPromised) < kinds.index(ReadySet)
    assert kinds.index(GameStarted) < kinds.index(DealKeyed) < kinds.index(Dealt)


def test_dealer_and_decks_follow_from_secret_and_nonces() -> None:
    at = started(fair())
    secret = next(fact.secret for fact in everything(at) if isinstance(fact, DealKeyed))
    key, (dealt,) = Key(secret, NONCES), (fact for fact in everything(at) if isinstance(fact, Dealt))
    assert dealt.dealer == key.dealer(4)
    deck = key.shuffled([Card(f"{n}{s}") for s in "eboc" for n in (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)], 1)
    mano = (dealt.dealer + 1) % 4
    for turn in range(4):
        assert list(dealt.cards[(mano + turn) % 4]) == deck[turn:12:4]
    assert at.game("Ana")["deal"] == {"commitment": commitment(secret), "nonces": NONCES}
    assert at.view("Ana")["room"]["promised"] is None


def test_a_nonce_is_ones_own_while_one_is_ready() -> None:
    at = fair()
    at.wish("Ana", SetReady(True, "a" * 32))
    at.wish("Ana", SetReady(False, "b" * 32))
    assert [one.nonce for one in at.table.room.members] == [""] * 4
    at.wish("Ana", SetReady(True, "c" * 32))
    started(at, ("d" * 32, *NONCES[1:]))  # she is ready already
    assert at.game("Ana")["deal"]["nonces"][0] == "c" * 32


def test_each_game_has_a_secret_of_its_own() -> None:
    at = started(fair())
    first = at.game("Ana")["deal"]
    at.drop("Beto")
    at.wait(60)
    promised = at.view("Ana")["room"]["promised"]
    assert promised not in (None, first["commitment"])
    assert at.game("Ana")["deal"] == first, "the last game's stays to be seen until the next begins"


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 10_000))
def test_nobody_is_told_a_secret(seed: int) -> None:
    """No frame to anybody holds it, however the game goes; nor do frames tell that one was drawn."""
    at, chance = started(fair(seed)), random.Random(seed)
    told = ""
    for _ in range(60):
        version = {name: at.table.version(name) for name in NAMES}
        acts(at, chance)
        for name in (*NAMES, None):
            told += json.dumps(at.table.frame(name, at.now, []))
            told += json.dumps(at.table.since(name, version.get(name or "", 0), at.now))
    told += json.dumps([at.table.frame(name, at.now, everything(at)) for name in (*NAMES, None)])
    secrets = [fact.secret for fact in everything(at) if isinstance(fact, SecretDrawn)]
    assert secrets
    assert not any(secret in told for secret in secrets)
    assert not any(tag in told for tag in ("secret_drawn", "deal_keyed"))


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 10_000))
def test_whoever_takes_the_table_up_deals_on_as_was_promised(seed: int) -> None:
    """The secret is in the journal before it is used: another process deals the same cards."""
    at, chance = started(fair(seed)), random.Random(seed)
    for _ in range(40):
        acts(at, chance)
    at.chance = Fair(seed + 1)
    at.restart()
    at.back(*NAMES)
    for _ in range(80):
        acts(at, chance)
    deals = [fact for fact in everything(at) if isinstance(fact, Dealt)]
    key = at.table.room.key
    assert key is not None
    for deal in deals:
        deck = key.shuffled(at.table.room.rules.deck, deal.hand)
        assert [deck[at] for at in range(4)] == [deal.cards[(deal.dealer + 1 + at) % 4][0] for at in range(4)]


def test_a_game_that_an_older_release_began_goes_on() -> None:
    """Its log knows of no secret; the next game is promised."""
    at, chance = started(fair()), random.Random(1)
    old = [row._replace(facts=tuple(_as_it_was(row.facts))) for row in at.rows]
    at.table = Table.recover(old, Times(), Fair(2))
    at.table.reopen(at.now)
    assert at.game("Ana")["deal"] is None
    while at.hand.deal.number == 1:
        acts(at, chance)
    assert at.game("Ana")["deal"] is None
    at.wish("Ana", Leave())
    assert at.view("Beto")["room"]["promised"] is not None


def _as_it_was(facts: Iterable[Fact]) -> Iterator[Fact]:
    for fact in facts:
        if isinstance(fact, GameStarted):
            yield GameStarted(fact.number, fact.members, fact.names)
        elif not isinstance(fact, OF_THE_DEAL):
            yield fact
