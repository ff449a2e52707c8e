"""The ladders of bets as tables: B7.5 to B7.8 and B8.1 to B8.5, and ladders of other games."""

from truco.rules import falta
from truco.rules.ladders import Ladder, Rung, Stake, adding, climbing
from truco.rules.rulesets import BARAJAMOS, ENVIDO, TRUCO

E, R, F = "envido", "real-envido", "falta-envido"


def test_the_envido_has_the_eleven_chains_and_their_worths():
    """B7.5, B7.6, B7.8"""
    price = falta.leader
    assert ENVIDO.name == "envido"
    assert dict(ENVIDO.stakes) == {
        (E,): Stake(2, 1, (E, R, F)),
        (E, E): Stake(4, 2, (R, F)),
        (R,): Stake(3, 1, (F,)),
        (E, R): Stake(5, 2, (F,)),
        (E, E, R): Stake(7, 4, (F,)),
        (F,): Stake(price, 1),
        (E, F): Stake(price, 2),
        (E, E, F): Stake(price, 4),
        (R, F): Stake(price, 3),
        (E, R, F): Stake(price, 5),
        (E, E, R, F): Stake(price, 7),
    }


def test_the_truco_has_three_words():
    """B8.1, B8.4, B8.5"""
    assert TRUCO.name == "truco"
    assert dict(TRUCO.stakes) == {
        ("truco",): Stake(2, 1, ("retruco",)),
        ("truco", "retruco"): Stake(3, 2, ("vale-cuatro",)),
        ("truco", "retruco", "vale-cuatro"): Stake(4, 3),
    }


def test_what_opens_and_what_follows():
    assert ENVIDO.openings == (E, R, F)
    assert ENVIDO.following(()) == (E, R, F)
    assert ENVIDO.following((E, E)) == (R, F)
    assert ENVIDO.following((F,)) == ()
    assert (TRUCO.openings, TRUCO.following(("truco",))) == (("truco",), ("retruco",))


def test_every_word_is_known_once():
    assert ENVIDO.words == (E, R, F)
    assert TRUCO.words == ("truco", "retruco", "vale-cuatro")
    assert dict(BARAJAMOS.ladders) == dict.fromkeys((E, R, F), ENVIDO) | dict.fromkeys(TRUCO.words, TRUCO)
    assert BARAJAMOS.raises == {E, R, F, "retruco", "vale-cuatro"}


def test_what_may_be_answered():
    """B9.1"""
    assert ENVIDO.stakes[(R,)].answers == ("quiero", "no-quiero", F)
    assert TRUCO.stakes["truco", "retruco", "vale-cuatro"].answers == ("quiero", "no-quiero")
    assert {stake.silence for stake in (*ENVIDO.stakes.values(), *TRUCO.stakes.values())} == {"no-quiero"}


def test_a_stake_is_worth_a_number_or_what_the_score_says():
    """B7.6, B7.7"""
    assert ENVIDO.stakes[(E,)].worth((29, 0), 30) == 2
    assert ENVIDO.stakes[(F,)].worth((22, 10), 30) == 8
    assert falta.leader((3, 7), 15) == 8


def test_a_ladder_without_chains_is_a_game_without_that_bet():
    none = Ladder("envido", {})
    assert (none.openings, none.words, none.following(())) == ((), (), ())


def test_other_ladders_that_add_up():
    """A word that may come three times, one that closes by its price, nothing that goes down."""
    ladder = adding("bet", (Rung("a", 1, times=3), Rung("b", 10), Rung("c", falta.leader)))
    assert {
        "".join(chain): (stake.refused, "".join(stake.raises)) for chain, stake in ladder.stakes.items()
    } == {
        "a": (1, "abc"),
        "aa": (1, "abc"),
        "aaa": (2, "bc"),
        "aaab": (3, "c"),
        "aaabc": (13, ""),
        "aaac": (3, ""),
        "aab": (2, "c"),
        "aabc": (12, ""),
        "aac": (2, ""),
        "ab": (1, "c"),
        "abc": (11, ""),
        "ac": (1, ""),
        "b": (1, "c"),
        "bc": (10, ""),
        "c": (1, ""),
    }
    assert ladder.name == "bet"
    worths = {chain: stake.worth((0, 4), 24) for chain, stake in ladder.stakes.items()}
    assert (worths["a", "a", "a", "b"], worths["a", "a", "b", "c"]) == (13, 20)


def test_a_price_closes_the_ladder_also_below_other_rungs():
    ladder = adding("bet", (Rung("all", falta.leader), Rung("more", 2)))
    assert ladder.stakes[("all",)].raises == ()
    assert list(ladder.stakes) == [("all",), ("more",)]


def test_other_ladders_that_climb():
    ladder = climbing("truco", 1, (("truco", 3), ("seis", 6), ("nove", 9), ("doze", 12)))
    assert [(stake.accepted, stake.refused) for stake in ladder.stakes.values()] == [
        (3, 1),
        (6, 3),
        (9, 6),
        (12, 9),
    ]
    assert [stake.raises for stake in ladder.stakes.values()] == [("seis",), ("nove",), ("doze",), ()]
    assert ladder.name == "truco"
    assert climbing("truco", 2, (("truco", 4),)).stakes[("truco",)].refused == 2
