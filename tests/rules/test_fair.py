"""`docs/fair-deal.md`, held against a second reading of it that shares no code."""

import hashlib
import hmac
from collections import Counter
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from truco.rules.cards import SPANISH_40
from truco.rules.fair import Key, commitment

SECRETS = st.binary(min_size=32, max_size=32)
NONCES = st.lists(st.binary(min_size=16, max_size=16).map(bytes.hex) | st.just(""), min_size=2, max_size=6)


class Numbers:
    """The document's section "Numbers", word for word."""

    def __init__(self, secret: bytes, nonces: list[str], draw: int) -> None:
        self.secret, self.nonces, self.draw = secret, nonces, draw
        self.block, self.left = 0, b""

    def byte(self) -> int:
        if not self.left:
            text = "fosforo-deal-1\n"
            for nonce in self.nonces:
                text += nonce + "\n"
            text += f"{self.draw}\n{self.block}"
            self.left = hmac.new(self.secret, text.encode("ascii"), hashlib.sha256).digest()
            self.block += 1
        first, self.left = self.left[0], self.left[1:]
        return first

    def below(self, n: int) -> int:
        while True:
            byte = self.byte()
            if byte < 256 - 256 % n:
                return byte % n


@given(SECRETS, NONCES, st.integers(1, 10_000))
def test_a_deck_is_what_the_document_says(secret: bytes, nonces: list[str], hand: int) -> None:
    numbers = Numbers(secret, nonces, hand)
    deck = [f"{number}{suit}" for suit in "eboc" for number in (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)]
    for i in reversed(range(1, 40)):
        j = numbers.below(i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    assert Key(secret.hex(), tuple(nonces)).shuffled(SPANISH_40, hand) == deck


@given(SECRETS, NONCES, st.integers(2, 6))
def test_the_first_dealer_is_draw_0(secret: bytes, nonces: list[str], seats: int) -> None:
    assert Key(secret.hex(), tuple(nonces)).dealer(seats) == Numbers(secret, nonces, 0).below(seats)


def test_the_promise_is_the_sha_256_of_the_secret() -> None:
    assert commitment("00" * 32) == hashlib.sha256(bytes(32)).hexdigest()


def test_whatever_goes_in_changes_what_comes_out() -> None:
    key = Key("ab" * 32, ("1" * 32, "", "2" * 32, ""))
    others = [
        Key("ac" * 32, key.nonces),
        Key(key.secret, ("1" * 31 + "0", *key.nonces[1:])),
        Key(key.secret, ("", "1" * 32, "2" * 32, "")),
        Key(key.secret, key.nonces[:3]),
    ]
    decks = [tuple(one.shuffled(SPANISH_40, 1)) for one in (key, *others)]
    assert len({*decks, tuple(key.shuffled(SPANISH_40, 2))}) == 6


def test_each_order_is_as_likely() -> None:
    """All orders of four cards in 24,000 shuffles: chi-square with 23 degrees of freedom, 49.7 at 0.1 %."""
    key = Key("5e" * 32, ("", "", "", ""))
    seen = Counter(tuple(key.shuffled("abcd", hand)) for hand in range(24_000))
    assert set(seen) == set(permutations("abcd"))
    assert sum((count - 1000) ** 2 / 1000 for count in seen.values()) < 49.7


def test_a_key_shows_no_secret_in_a_log() -> None:
    assert "5e5e" not in repr(Key("5e" * 32, ("", "")))
