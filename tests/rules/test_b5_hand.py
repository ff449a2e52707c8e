"""B5: who wins the hand."""

from itertools import product

import pytest

from tests.builders import PARDAS, Table, hand
from truco.rules import reasons
from truco.rules.events import HandEnded
from truco.rules.rounds import verdict

PARDA = None


def by_the_text(rounds: tuple[int | None, ...], mano: int) -> tuple[int, str] | None:
    """B5.1 to B5.5 read aloud: who has the hand after these rounds, and by which rule."""
    first, second, third = (*rounds, "-", "-", "-")[:3]
    if PARDA not in rounds and 2 in (rounds.count(0), rounds.count(1)):
        return (0 if rounds.count(0) == 2 else 1), "B5.1"
    if first == PARDA and second in (0, 1):
        return second, "B5.2"
    if first == PARDA and second == PARDA and third in (0, 1):
        return third, "B5.2"
    if first in (0, 1) and second == PARDA:
        return first, "B5.3"
    if first in (0, 1) and second in (0, 1) and first != second and third == PARDA:
        return first, "B5.4"
    if (first, second, third) == (PARDA, PARDA, PARDA):
        return mano, "B5.5"
    return None


@pytest.mark.parametrize("mano", [0, 1])
@pytest.mark.parametrize("length", [0, 1, 2, 3])
def test_every_run_of_rounds_decides_as_the_text_says(length: int, mano: int):
    """B5: a run that goes on after the hand was decided does not come about."""
    for rounds in product((0, 1, PARDA), repeat=length):
        if any(by_the_text(rounds[:at], mano) for at in range(length)):
            continue
        said, decided = by_the_text(rounds, mano), verdict(rounds, mano)
        assert (decided is None) == (said is None), rounds
        if decided and said:
            rule = reasons.of_verdict(decided).rule
            assert (decided.side, rule) == said, rounds


def test_a_game_may_leave_three_pardas_to_nobody():
    decided = verdict((PARDA, PARDA, PARDA), None)
    assert decided is not None
    assert decided == (None, "three_pardas")


def after_two_pardas() -> Table:
    table = hand(PARDAS).moves("0 play 3e", "1 play 3b", "2 play 2e", "3 play 2b")
    return table.moves("0 play 12c", "1 play 12o", "2 play 11c", "3 play 10c")


def test_two_rounds_won_by_different_partners_are_the_pairs():
    """B5.1"""
    table = hand().moves("0 play 7e", "1 play 4c", "2 play 5b", "3 play 7c")
    table = table.moves("0 play 2c", "1 play 12c", "2 play 3o", "3 play 12b")
    assert table.facts[-1] == HandEnded(0, 1, "rounds")


def test_first_parda_and_the_second_round_decides():
    """B5.2"""
    table = hand(PARDAS).moves("0 play 3e", "1 play 3b", "2 play 2e", "3 play 2b")
    assert not table.over
    table = table.moves("0 play 4o", "1 play 12o", "2 play 11c", "3 play 10c")
    assert (table.truco, table.rounds) == ({"side": 1, "points": 1, "by": "rounds"}, [(None, None), (1, 1)])


def test_two_pardas_and_the_third_round_decides():
    """B5.2"""
    table = after_two_pardas().moves("0 play 4o", "1 fold", "2 play 6o")
    assert not table.over
    assert table.moves("3 fold").truco == {"side": 0, "points": 1, "by": "fold"}
    played = after_two_pardas().moves("0 fold", "1 play 5c", "2 fold")
    assert played.truco == {"side": 1, "points": 1, "by": "fold"}
    alone = after_two_pardas().moves("0 play 4o", "1 play 5c", "2 fold", "3 play 6c")
    assert alone.truco == {"side": 1, "points": 1, "by": "rounds"}


def test_first_won_second_parda_ends_the_hand():
    """B5.3, B5.6"""
    table = hand(PARDAS).moves("0 play 3e", "1 play 5c", "2 play 2e", "3 play 2b")
    table = table.moves("0 play 12c", "1 play 12o", "2 play 11c", "3 play 10c")
    assert table.truco == {"side": 0, "points": 1, "by": "rounds"}
    assert table.refuses("0 play 4o", "0 fold", "0 call truco")


@pytest.mark.parametrize("dealer", [3, 0, 1, 2])
def test_three_pardas_are_the_manos(dealer: int):
    """B5.5"""
    mano = (dealer + 1) % 4
    order = [(mano + at) % 4 for at in range(4)]
    table = hand(PARDAS, dealer=dealer)
    for cards in (("3e", "3b", "2e", "2b"), ("12c", "12o", "11c", "10c"), ("4o", "5c", "6o", "6c")):
        table = table.moves(*(f"{seat} play {cards[seat]}" for seat in order))
    assert table.rounds == [(None, None)] * 3
    assert table.truco == {"side": mano % 2, "points": 1, "by": "rounds"}


def test_three_pardas_are_the_manos_pair_also_when_the_mano_has_folded():
    """B5.5"""
    # Partners cannot make a parda, so seat 2 ties with the other pair three times.
    table = hand("4c 4b 5o / 2b 10c 6c / 2e 10o 6o / 4e 5e 5b").moves(
        "0 fold, 1 play 2b, 2 play 2e, 3 play 4e"
    )
    assert table.rounds == [(None, None)]
    table = table.moves("1 play 10c", "2 play 10o", "3 play 5e", "1 play 6c", "2 play 6o", "3 play 5b")
    assert table.rounds == [(None, None)] * 3
    assert table.truco == {"side": 0, "points": 1, "by": "rounds"}


def test_three_pardas_are_the_manos_pair_also_when_the_mano_folds_in_the_last_round():
    """B5.5"""
    cards = "3e 12c 4o / 3b 12o 6c / 4c 4b 6o / 4e 5e 5b"
    table = hand(cards).moves("0 play 3e", "1 play 3b", "2 play 4c", "3 play 4e")
    table = table.moves("0 play 12c", "1 play 12o", "2 play 4b", "3 play 5e")
    table = table.moves("0 fold", "1 play 6c", "2 play 6o", "3 play 5b")
    assert table.rounds == [(None, None)] * 3
    assert table.truco == {"side": 0, "points": 1, "by": "rounds"}


def test_three_pardas_of_the_dealers_partner_folded_change_nothing():
    """B5.5"""
    cards = "3e 12c 4o / 3b 12o 4c / 4b 5o 7c / 4e 5e 5b"
    table = hand(cards, dealer=0).moves("1 play 3b", "2 fold", "3 fold", "0 play 3e")
    table = table.moves("1 play 12o", "0 play 12c", "1 play 4c", "0 play 4o")
    assert table.rounds == [(None, None)] * 3
    assert table.truco == {"side": 1, "points": 1, "by": "rounds"}


def test_one_round_each_and_third_parda_is_the_first_winners():
    """B5.4"""
    table = hand(PARDAS).moves("0 play 4o", "1 play 3b", "2 play 11c", "3 play 10c")
    table = table.moves("1 play 5c", "2 play 2e", "3 play 2b", "0 play 3e")
    table = table.moves("0 play 12c", "1 play 12o", "2 play 6o", "3 play 6c")
    assert table.rounds == [(1, 1), (0, 0), (None, None)]
    assert table.truco == {"side": 1, "points": 1, "by": "rounds"}


def test_the_hand_ends_with_the_deciding_round_and_shows_no_card_left():
    """B5.6"""
    table = hand().moves("0 play 7e", "1 play 4c", "2 play 5b", "3 play 7c")
    table = table.moves("0 play 2c", "1 play 12c", "2 play 3o", "3 play 12b")
    assert [len(held) for held in table.hand.held] == [1, 1, 1, 1]
    for seat in (None, 0):
        view = table.view(seat)
        others = [own["played"] for own in view["seats"] if own["seat"] != seat]
        assert all(len(played) == 2 for played in others)


def test_the_deciding_round_must_be_complete():
    """B5.6: the hand goes on until the last card of the round, also when nothing can change it."""
    table = hand().moves("0 play 7e, 1 play 4c, 2 play 5b, 3 play 7c, 0 play 2c, 1 play 12c, 2 play 3o")
    assert not table.over
    assert table.legal(3) == ["call truco", "fold", "play 11e", "play 12b"]
