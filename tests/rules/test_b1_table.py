"""B1: the table, who deals and who is mano."""

import pytest

from tests.builders import PARDAS, hand
from truco.rules import engine
from truco.rules.cards import SPANISH_40
from truco.rules.game import Game
from truco.rules.rulesets import BARAJAMOS
from truco.rules.seats import alternating, around


def test_partners_sit_opposite():
    """B1.1"""
    assert hand().hand.deal.sides == (0, 1, 0, 1)


@pytest.mark.parametrize("mano", range(4))
def test_the_pairs_stay_whoever_is_mano(mano: int):
    """B1.1"""
    assert alternating(mano, 4) == (0, 1, 0, 1)


def test_places_are_counted_anticlockwise():
    """B1.2"""
    assert [around(start, 4) for start in range(4)] == [
        (0, 1, 2, 3),
        (1, 2, 3, 0),
        (2, 3, 0, 1),
        (3, 0, 1, 2),
    ]


def test_the_turn_passes_to_the_right_and_round_the_table():
    """B1.2"""
    table = hand(dealer=1)
    turns = [table.turn]
    for move in ("2 play 10o", "3 play 12b", "0 play 6e"):
        table = table.moves(move)
        turns.append(table.turn)
    assert turns == [2, 3, 0, 1]


@pytest.mark.parametrize(("dealer", "mano"), [(0, 1), (1, 2), (2, 3), (3, 0)])
def test_the_mano_sits_after_the_dealer_and_begins(dealer: int, mano: int):
    """B1.4"""
    table = hand(dealer=dealer)
    assert (table.hand.deal.mano, table.turn) == (mano, mano)
    assert table.hand.deal.seats[-1] == dealer


def test_the_deal_passes_to_the_next_seat_hand_after_hand():
    """B1.3"""
    table = hand(dealer=2).moves("3 call truco", "0+2 vote no-quiero").deal(PARDAS)
    assert (table.hand.deal.dealer, table.turn, table.hand.deal.number) == (3, 0, 2)
    table = table.moves("0 call truco", "1+3 vote no-quiero").deal()
    assert (table.hand.deal.dealer, table.turn, table.hand.deal.number) == (0, 1, 3)


def test_the_deal_passes_the_same_whoever_won_the_hand():
    """B1.3"""
    for folds in (
        ("0 fold", "1 fold", "2 fold"),
        ("0 fold", "1 play 4c", "2 play 3o", "3 fold", "2 play 5b", "1 fold"),
    ):
        assert engine.next_dealer(hand(dealer=3).moves(*folds).game) == 0


def test_the_first_dealer_is_left_to_chance():
    """B1.3"""
    assert engine.next_dealer(Game(BARAJAMOS, (0, 0))) is None


@pytest.mark.parametrize("dealer", range(4))
def test_cards_are_dealt_one_at_a_time_from_the_mano(dealer: int):
    """B2.3"""
    dealt = engine.deal(Game(BARAJAMOS, (0, 0)), dealer, SPANISH_40)
    for turn, seat in enumerate(around(dealer + 1, 4)):
        assert dealt.cards[seat] == (SPANISH_40[turn], SPANISH_40[turn + 4], SPANISH_40[turn + 8])
    assert (dealt.hand, dealt.dealer, dealt.turned) == (1, dealer, None)


def test_hands_are_numbered_from_one():
    game = hand().moves("0 fold", "1 fold", "2 fold").game
    assert engine.deal(game, 0, SPANISH_40).hand == 2


def test_no_hand_is_dealt_into_a_hand():
    with pytest.raises(engine.Refused, match=r"^hand_open$"):
        engine.deal(hand().game, 0, SPANISH_40)


def test_no_hand_is_dealt_while_a_chair_is_empty():
    """B12.3"""
    table = hand().moves("0 fold", "1 fold", "2 fold", "1 drop")
    with pytest.raises(engine.Refused, match=r"^paused$"):
        engine.deal(table.game, 0, SPANISH_40)


def test_no_hand_is_dealt_after_the_game():
    """B11.3"""
    table = hand(score=(0, 29)).moves("0 fold", "1 fold", "2 fold")
    with pytest.raises(engine.Refused, match=r"^game_over$"):
        engine.deal(table.game, 0, SPANISH_40)
