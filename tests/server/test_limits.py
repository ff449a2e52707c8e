"""How much one stranger may ask."""

import pytest

from truco.server.limits import Bucket, Buckets, Places, TooMany, network


def test_a_bucket_gives_its_burst_and_then_its_rate() -> None:
    bucket = Bucket(rate=2, burst=3, now=0)
    assert [bucket.take(0) for _ in range(4)] == [True, True, True, False]
    assert bucket.wait(0) == pytest.approx(0.5)
    assert [bucket.take(0.5), bucket.take(0.5)] == [True, False]
    assert [bucket.take(100) for _ in range(4)] == [True, True, True, False], (
        "it holds no more than its burst"
    )


def test_each_key_has_its_own_bucket_and_the_oldest_is_forgotten() -> None:
    buckets = Buckets(rate=1, burst=1, now=lambda: 0, most=2)
    assert buckets.wait("a") == 0
    assert [buckets.take("a"), buckets.take("a"), buckets.take("b")] == [True, False, True]
    assert buckets.wait("a") == 1
    assert buckets.take("c")
    assert buckets.take("a"), "not used for longest, forgotten"


def test_places_come_back_also_after_a_fault() -> None:
    places = Places(1)
    with places.one("a"), places.one("b"), pytest.raises(TooMany), places.one("a"):
        pass
    with pytest.raises(ValueError, match="x"), places.one("a"):
        raise ValueError("x")
    with places.one("a"):
        pass


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("", ""),
    ],
)
def test_of_ipv6_a_whole_network_is_one_stranger(host: str, counted: str) -> None:
    """Scenario 23: one customer has 2 to the 64 addresses."""
    assert network(host) == counted
