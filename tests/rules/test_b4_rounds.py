"""B4: rounds, who wins them and who leads."""

import pytest

from tests.builders import PARDAS, hand
from truco.rules.events import RoundEnded

# Threes at seats 0 and 2, and at 1; twos at 1 and 3: partners may tie.
PARTNERS = "3e 4b 5o / 2e 3b 6o / 3o 4e 5b / 2b 3c 6e"


def test_a_round_is_one_card_from_each():
    """B4.1"""
    table = hand().moves("0 play 7e", "1 play 4c", "2 play 3o")
    assert table.rounds == []
    assert table.moves("3 play 7c").rounds == [(0, 0)]


def test_any_card_may_be_played_to_any():
    """B4.1"""
    assert hand().legal(0)[-3:] == ["play 2c", "play 6e", "play 7e"]
    assert hand().moves("0 play 7e").legal(1)[-3:] == ["play 12c", "play 1b", "play 4c"]


def test_a_player_plays_once_in_a_round():
    """B4.1"""
    table = hand().moves("0 play 7e")
    assert table.refusal("0 play 6e") == "not_your_turn"


def test_only_cards_that_one_holds_are_played():
    """B4.1"""
    table = hand()
    assert table.refusal("0 play 1b") == "not_your_card"
    assert table.refusal("0 play 4e") == "not_your_card"
    later = table.moves("0 play 2c", "1 play 4c", "2 play 5b", "3 play 12b")
    assert later.refusal("0 play 2c") == "not_your_card"


def test_a_hand_has_at_most_three_rounds():
    """B4.1"""
    table = hand(PARDAS).moves("0 play 3e", "1 play 5c", "2 play 2e", "3 play 2b")
    table = table.moves("0 play 4o", "1 play 3b", "2 play 11c", "3 play 10c")
    table = table.moves("1 play 12o", "2 play 6o", "3 play 6c", "0 play 12c")
    assert (len(table.rounds), table.over) == (3, True)


@pytest.mark.parametrize("dealer", range(4))
def test_the_mano_leads_the_first_round(dealer: int):
    """B4.2"""
    table = hand(dealer=dealer)
    assert [seat for seat in range(4) if table.legal(seat)] == [(dealer + 1) % 4]


@pytest.mark.parametrize(
    ("cards", "won"),
    [
        (("7e", "4c", "3o", "12b"), (0, 0)),
        (("6e", "1b", "3o", "12b"), (1, 1)),
        (("6e", "4c", "3o", "12b"), (0, 2)),
        (("6e", "4c", "10o", "12b"), (1, 3)),
        (("6e", "12c", "5b", "12b"), (1, 1)),
    ],
)
def test_the_highest_card_wins_the_round_for_its_pair(cards: tuple[str, ...], won: tuple[int, int]):
    """B4.3"""
    table = hand().moves(*(f"{seat} play {card}" for seat, card in enumerate(cards)))
    assert table.rounds == [won]
    assert RoundEnded(1, *won) in table.facts


@pytest.mark.parametrize(
    ("cards", "opener"),
    [
        (("3e", "3b", "4e", "2b"), 0),
        (("4b", "3b", "3o", "2b"), 0),
        (("3e", "2e", "4e", "3c"), 0),
        (("3e", "3b", "3o", "6e"), 0),
        (("4b", "3b", "3o", "3c"), 0),
        (("3e", "3b", "3o", "3c"), 0),
    ],
)
def test_the_highest_step_on_both_sides_is_a_parda(cards: tuple[str, ...], opener: int):
    """B4.3, B4.5"""
    table = hand(PARTNERS).moves(*(f"{seat} play {card}" for seat, card in enumerate(cards)))
    assert table.rounds == [(None, None)]
    assert table.turn == opener


def test_a_tie_below_the_highest_card_is_nothing():
    """B4.3"""
    assert hand(PARTNERS).moves("0 play 4b", "1 play 6o", "2 play 4e", "3 play 3c").rounds == [(1, 3)]
    assert hand(PARTNERS).moves("0 play 3e", "1 play 2e", "2 play 4e", "3 play 2b").rounds == [(0, 0)]


@pytest.mark.parametrize(
    ("dealer", "order", "first"),
    [(3, "0123", 0), (1, "2301", 2), (0, "1230", 2), (2, "3012", 0)],
)
def test_of_two_partners_tied_the_first_to_play_leads(dealer: int, order: str, first: int):
    """B4.4"""
    cards = {"0": "3e", "1": "2e", "2": "3o", "3": "2b"}
    table = hand(PARTNERS, dealer=dealer).moves(*(f"{seat} play {cards[seat]}" for seat in order))
    assert table.rounds == [(0, first)]
    assert table.turn == first


def test_partners_tied_also_where_the_other_pair_opened():
    """B4.4"""
    table = hand(PARTNERS, dealer=0).moves("1 play 6o", "2 play 3o", "3 play 6e", "0 play 3e")
    assert (table.rounds, table.turn) == ([(0, 2)], 2)


@pytest.mark.parametrize("winner", range(4))
def test_the_winner_of_a_round_leads_the_next(winner: int):
    """B4.4"""
    high, low = ("7e", "1b", "3o", "11e"), ("6e", "4c", "5b", "7c")
    cards = [high[seat] if seat == winner else low[seat] for seat in range(4)]
    table = hand().moves(*(f"{seat} play {card}" for seat, card in enumerate(cards)))
    assert table.turn == winner


def test_after_a_parda_its_opener_leads_again_also_in_later_rounds():
    """B4.5"""
    table = hand(PARDAS, dealer=1).moves("2 play 2e", "3 play 2b", "0 play 12c", "1 play 5c")
    assert table.turn == 2
    assert table.moves("2 play 6o", "3 play 6c", "0 play 4o").rounds == [(None, None)]
    second = table.moves("2 play 11c", "3 play 10c", "0 play 3e", "1 play 3b")
    assert (second.rounds, second.turn) == ([(None, None)] * 2, 2)


def test_a_parda_in_the_second_round_leaves_the_lead_with_its_opener():
    """B4.5: the opener of the second round is the winner of the first, not the mano."""
    table = hand(PARDAS).moves("0 play 4o", "1 play 5c", "2 play 2e", "3 play 10c")
    assert table.turn == 2
    assert table.moves("2 play 11c", "3 play 6c", "0 play 3e").turn == 1


def test_when_the_mano_folds_before_the_first_card_the_next_seat_leads():
    """B4.6"""
    table = hand().moves("0 fold")
    assert table.turn == 1
    assert table.moves("1 play 4c", "2 play 3o").turn == 3


def test_when_the_leader_folds_the_next_seat_leads_and_opens_the_round():
    """B4.6, B4.5: after a parda that substitute leads again."""
    cards = "3e 4b 6o / 12e 4o 5e / 3b 12b 6e / 5o 4e 7c"
    table = hand(cards).moves("0 play 4b", "1 play 12e", "2 play 6e", "3 play 5o")
    assert table.turn == 1
    table = table.moves("1 fold")
    assert table.turn == 2
    table = table.moves("2 play 3b", "3 play 7c", "0 play 3e")
    assert (table.rounds[-1], table.turn) == ((0, 2), 2)


def test_a_parda_opened_by_a_substitute_is_led_by_the_substitute():
    """B4.5, B4.6"""
    table = hand(PARDAS, dealer=0).moves("1 fold")
    assert table.turn == 2
    table = table.moves("2 play 2e", "3 play 2b", "0 play 4o")
    assert (table.rounds, table.turn) == ([(None, None)], 2)


def test_the_opener_of_a_parda_folds_on_the_next_lead():
    """B4.5, B4.6"""
    table = hand(PARDAS).moves("0 play 3e", "1 play 3b", "2 play 2e", "3 play 2b", "0 fold")
    assert table.turn == 1
    table = table.moves("1 play 5c", "2 play 6o", "3 play 6c")
    assert (table.rounds, table.turn) == ([(None, None), (None, None)], 1)


def test_the_lead_passes_over_seats_that_folded_earlier():
    """B4.6"""
    table = hand().moves("0 play 2c", "1 fold", "2 play 3o", "3 play 7c")
    assert table.turn == 2
    assert table.moves("2 play 5b").turn == 3
    assert table.moves("2 play 5b", "3 play 11e", "0 play 6e").turn == 3


def test_the_lead_passes_over_two_folded_seats():
    """B4.6"""
    table = hand().moves("0 play 2c", "1 play 12c", "2 fold", "3 fold")
    assert (table.rounds, table.turn) == ([(0, 0)], 0)
    folded = table.moves("0 play 6e")
    assert folded.turn == 1


def test_when_the_leader_folds_and_the_next_seat_has_folded_the_one_after_leads():
    """B4.6"""
    table = hand().moves("0 play 2c", "1 fold", "2 play 5b", "3 play 11e")
    assert table.turn == 0
    table = table.moves("0 fold")
    assert table.turn == 2


def test_a_fold_as_the_last_of_the_round_completes_it():
    """B4.1, B10.1"""
    table = hand().moves("0 play 2c", "1 play 4c", "2 play 3o", "3 fold")
    assert (table.rounds, table.turn, table.over) == ([(0, 2)], 2, False)


def test_a_card_of_one_who_folds_later_still_wins_its_round():
    """B4.3, B10.1"""
    table = hand().moves("0 play 7e", "1 play 4c", "2 play 5b", "3 play 7c", "0 fold")
    assert (table.rounds, table.turn) == ([(0, 0)], 1)
    table = table.moves("1 play 12c", "2 play 3o", "3 play 12b")
    assert table.truco == {"side": 0, "points": 1, "by": "rounds"}


def test_rounds_among_two_players_left():
    """B4.1, B4.6"""
    table = hand().moves("0 fold", "1 fold", "2 play 5b", "3 play 7c")
    assert (table.rounds, table.turn) == ([(1, 3)], 3)
    table = table.moves("3 play 11e", "2 play 3o", "2 play 10o", "3 play 12b")
    assert table.truco == {"side": 1, "points": 1, "by": "rounds"}
