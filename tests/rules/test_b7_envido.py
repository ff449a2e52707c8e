"""B7.2 to B7.12: opening the envido, the chain, its worth, who wins, what is said and shown."""

import pytest

from tests.builders import PARDAS, Table, hand
from truco.rules.events import AskedAgain, Called, EnvidoSettled, GameWon, HandEnded, TantoShown

ENVIDOS = ["envido", "falta-envido", "real-envido"]

E, R, F = "envido", "real-envido", "falta-envido"
# B7.5, B7.6, B7.8: every chain, what it pays accepted (None: the falta) and refused.
CHAINS = [
    ((E,), 2, 1),
    ((E, E), 4, 2),
    ((R,), 3, 1),
    ((E, R), 5, 2),
    ((E, E, R), 7, 4),
    ((F,), None, 1),
    ((E, F), None, 2),
    ((E, E, F), None, 4),
    ((R, F), None, 3),
    ((E, R, F), None, 5),
    ((E, E, R, F), None, 7),
]


def chained(table: Table, chain: tuple[str, ...]) -> Table:
    """The mano (seat 0) opens the chain and the pairs raise it in turn."""
    table = table.moves(f"0 call {chain[0]}")
    for word in chain[1:]:
        table = table.moves(*(f"{seat} vote {word}" for seat in table.voters or ()))
    return table


def answered(table: Table, word: str) -> Table:
    return table.moves(*(f"{seat} vote {word}" for seat in table.voters or ()))


def settled(table: Table) -> EnvidoSettled:
    (fact,) = [fact for fact in table.log if isinstance(fact, EnvidoSettled)]
    return fact


# B7.2 Opening.


def test_whoever_is_on_turn_in_the_first_round_may_open_the_envido():
    """B7.2"""
    table = hand()
    for move in ("0 play 2c", "1 play 4c", "2 play 3o", "3 play 7c"):
        assert table.turn is not None
        assert table.calls(table.turn) == [*ENVIDOS, "truco"]
        table = table.moves(move)
    assert table.calls(2) == ["truco"]


@pytest.mark.parametrize("word", ENVIDOS)
def test_each_word_may_open(word: str):
    """B7.2"""
    table = hand().moves(f"0 call {word}")
    assert (table.call, table.voters, table.turn) == (word, (1, 3), None)


def test_the_envido_is_opened_once():
    """B7.2"""
    for answer in ("quiero", "no-quiero"):
        table = answered(hand().moves("0 call envido"), answer)
        assert table.calls(0) == ["truco"]
        assert table.moves("0 play 2c").calls(1) == ["truco"]


def test_no_envido_once_the_truco_was_called_on_turn():
    """B7.2, B7.4"""
    table = hand().moves("0 call truco", "1+3 vote quiero")
    assert table.refuses("0 call envido", "0 call real-envido", "0 call falta-envido")
    assert table.moves("0 play 2c").calls(1) == ["retruco"]
    assert table.moves("0 play 2c", "1 play 4c", "2 play 3o").calls(3) == ["retruco"]


def test_after_a_fold_the_next_player_may_open():
    """B7.2"""
    assert hand().moves("0 fold").calls(1) == [*ENVIDOS, "truco"]
    assert hand().moves("0 fold", "1 play 4c").calls(2) == [*ENVIDOS, "truco"]
    assert hand().moves("0 fold", "1 fold").calls(2) == [*ENVIDOS, "truco"]


# B7.3 The envido comes first.


def test_either_of_the_asked_pair_puts_the_envido_first():
    """B7.3"""
    table = hand().moves("0 call truco")
    for seat in (1, 3):
        assert table.calls(seat) == ENVIDOS
    assert [table.calls(seat) for seat in (0, 2)] == [[], []]


@pytest.mark.parametrize("word", ENVIDOS)
@pytest.mark.parametrize("seat", [1, 3])
def test_one_players_word_is_enough_to_put_it_first(seat: int, word: str):
    """B7.3"""
    table = hand().moves("0 call truco", f"{seat} call {word}")
    assert (table.call, table.voters) == (word, (0, 2))
    assert table.report["answer"] == {
        "call": word,
        "chain": [word],
        "behind": "truco",
        "seats": [0, 2],
        "votes": {},
    }
    assert table.facts == (Called(seat, word),)


def test_one_who_voted_on_the_truco_may_still_put_the_envido_first():
    """B7.3: the votes are wiped, the own one too."""
    table = hand().moves("0 call truco", "1 vote quiero", "1 call envido", "0+2 vote no-quiero")
    assert (table.call, table.votes) == ("truco", {})
    assert table.ballots(1) == ["no-quiero", "quiero", "retruco"]
    assert table.moves("3 vote quiero").call == "truco"


def test_who_has_played_may_not_put_it_first_but_the_partner_may():
    """B7.3"""
    table = hand().moves("0 play 2c", "1 play 4c", "2 call truco")
    assert (table.calls(1), table.calls(3)) == ([], ENVIDOS)
    table = hand().moves("0 play 2c", "1 call truco")
    assert (table.calls(0), table.calls(2)) == ([], ENVIDOS)


def test_when_both_asked_have_played_nobody_puts_it_first():
    """B7.3"""
    table = hand().moves("0 play 2c", "1 play 4c", "2 play 3o", "3 call truco")
    assert [table.calls(seat) for seat in range(4)] == [[], [], [], []]


def test_who_has_folded_may_not_put_it_first_but_the_partner_may():
    """B7.3, B10.3"""
    table = hand().moves("0 fold", "1 call truco")
    assert (table.calls(0), table.calls(2), table.voters) == ([], ENVIDOS, (2,))
    table = table.moves("2 call envido")
    assert table.voters == (1, 3)
    table = table.moves("1+3 vote quiero")
    assert (table.call, table.voters) == ("truco", (2,))
    assert table.moves("2 vote quiero").turn == 1


def test_no_envido_before_a_retruco():
    """B7.3: not retruco or vale cuatro."""
    table = hand().moves("0 call truco", "1+3 vote retruco")
    assert [table.calls(seat) for seat in range(4)] == [[], [], [], []]
    table = hand().moves("0 call truco", "1+3 vote quiero", "0 play 2c", "1 call retruco")
    assert table.refusal("2 call envido") == "call_open"


def test_no_envido_before_a_truco_of_the_second_round():
    """B7.3, B7.4"""
    table = hand().moves("0 play 2c", "1 play 4c", "2 play 3o", "3 play 7c", "2 call truco")
    assert [table.calls(seat) for seat in range(4)] == [[], [], [], []]


@pytest.mark.parametrize("answer", ["quiero", "no-quiero"])
def test_no_second_envido_before_the_truco(answer: str):
    """B7.2, B7.3"""
    table = answered(hand().moves("0 call envido"), answer).moves("0 call truco")
    assert [table.calls(seat) for seat in (1, 3)] == [[], []]
    again = answered(hand().moves("0 call truco", "3 call envido"), answer)
    assert (again.call, again.calls(1), again.calls(3)) == ("truco", [], [])


def test_the_truco_is_asked_again_afresh():
    """B7.3"""
    table = hand().moves("0 call truco", "1 vote retruco", "3 call envido", "0+2 vote quiero")
    assert table.facts[-1] == AskedAgain("truco")
    assert (table.call, table.voters, table.votes, table.turn) == ("truco", (1, 3), {}, None)
    assert table.report["answer"]["behind"] is None
    assert table.moves("1+3 vote quiero").turn == 0


def test_the_question_asked_again_is_a_new_one():
    """B7.3: a fresh clock needs a question of its own."""
    table = hand().moves("0 call truco", "3 call envido")
    numbers = [table.view(0)["question"], table.moves("0+2 vote quiero").view(0)["question"]]
    assert [question and question["id"] for question in numbers] == [2, 3]
    raised = table.moves("0+2 vote quiero, 1+3 vote retruco").view(0)["question"]
    assert raised is not None
    assert raised["id"] == 4


def test_the_envido_put_first_may_be_raised_up_and_down_the_table():
    """B7.3, B7.5"""
    table = hand().moves("0 call truco", "3 call envido", "0+2 vote envido", "1+3 vote real-envido")
    assert (table.call, table.voters, table.report["answer"]["behind"]) == ("real-envido", (0, 2), "truco")
    table = table.moves("0+2 vote quiero")
    assert (settled(table).points, table.call, table.voters) == (7, "truco", (1, 3))


def test_the_clock_of_the_envido_put_first_refuses_the_envido_only():
    """B7.3, B9.3"""
    table = hand().moves("0 call truco", "1 call real-envido", "clock")
    assert (settled(table).side, settled(table).points, table.call) == (1, 1, "truco")
    assert table.moves("clock").truco == {"side": 0, "points": 1, "by": "refused"}


def test_the_truco_refused_after_the_envido_pays_both():
    """B7.3, B8.4"""
    table = hand().moves("0 call truco", "1 call envido", "0+2 vote quiero", "1+3 vote no-quiero")
    assert table.score == (3, 0)
    assert table.envido is not None
    assert table.envido["shown"] == ["7e", "6e"]


def test_the_partner_of_the_player_on_turn_may_be_the_one_who_puts_it_first():
    """B7.3: seat 3, the dealer, before seat 1."""
    table = hand().moves("0 play 2c, 1 play 4c, 2 call truco, 3 call falta-envido, 0+2 vote no-quiero")
    assert (table.score, table.call, table.voters) == ((0, 1), "truco", (1, 3))


@pytest.mark.parametrize("word", ["quiero", "no-quiero"])
def test_an_envido_that_ends_the_game_leaves_the_truco_unasked(word: str):
    """B7.3, B7.11"""
    table = hand(score=(29, 29)).moves("0 call truco", "1 call falta-envido")
    table = answered(table, word)
    assert table.winner == (0 if word == "quiero" else 1)
    assert (table.report["answer"], table.truco, table.turn) == (None, None, None)
    assert [table.legal(seat) for seat in range(4)] == [[]] * 4


# B7.4


def test_no_envido_after_the_first_round():
    """B7.4"""
    table = hand().moves("0 play 2c", "1 play 4c", "2 play 3o", "3 play 7c")
    assert table.refuses("2 call envido", "2 call real-envido", "2 call falta-envido")
    assert table.moves("2 play 10o").calls(3) == ["truco"]


def test_no_envido_after_a_first_round_that_folds_cut_short():
    """B7.4"""
    table = hand().moves("0 fold", "1 play 4c", "2 play 3o", "3 fold")
    assert table.calls(2) == ["truco"]


# B7.5 to B7.8 The chain and its worth.


@pytest.mark.parametrize(("chain", "accepted", "refused"), CHAINS)
def test_each_chain_is_open_to_the_pair_that_was_asked(
    chain: tuple[str, ...], accepted: int | None, refused: int
):
    """B7.5"""
    table = chained(hand(), chain)
    asked = (1, 3) if len(chain) % 2 else (0, 2)
    longer = [other[-1] for other, _, _ in CHAINS if other[:-1] == chain]
    assert (table.voters, table.report["answer"]["chain"]) == (asked, list(chain))
    for seat in range(4):
        assert table.ballots(seat) == (sorted(["quiero", "no-quiero", *longer]) if seat in asked else [])


@pytest.mark.parametrize(("chain", "accepted", "refused"), CHAINS)
def test_what_each_chain_pays_accepted(chain: tuple[str, ...], accepted: int | None, refused: int):
    """B7.6, B7.7"""
    table = answered(chained(hand(score=(10, 17)), chain), "quiero")
    points = 13 if accepted is None else accepted
    assert table.score == (10 + points, 17)
    assert settled(table) == EnvidoSettled(
        chain, True, 0, points, 0, ((0, 33), (1, "son buenas"), (2, 23), (3, "son buenas"))
    )


@pytest.mark.parametrize(("chain", "accepted", "refused"), CHAINS)
def test_what_each_chain_pays_refused(chain: tuple[str, ...], accepted: int | None, refused: int):
    """B7.8"""
    table = answered(chained(hand(), chain), "no-quiero")
    caller = 0 if len(chain) % 2 else 1
    assert settled(table) == EnvidoSettled(chain, False, caller, refused, None, ())
    assert table.score[caller] == refused
    assert table.envido is not None
    assert table.envido["seat"] is None


@pytest.mark.parametrize(
    ("score", "points"),
    [
        ((0, 0), 30),
        ((29, 29), 1),
        ((29, 0), 1),
        ((0, 29), 1),
        ((22, 10), 8),
        ((10, 22), 8),
        ((15, 14), 15),
        ((14, 15), 15),
        ((14, 14), 16),
        ((15, 15), 15),
        ((3, 1), 27),
    ],
)
def test_the_falta_is_what_the_leading_pair_needs(score: tuple[int, int], points: int):
    """B7.7"""
    table = hand(score=score).moves("0 call falta-envido", "1+3 vote quiero")
    assert settled(table).points == points
    assert table.score == (min(30, score[0] + points), score[1])


def test_the_falta_won_by_those_behind_does_not_end_the_game():
    """B7.7"""
    table = hand(score=(10, 22)).moves("0 call falta-envido", "1+3 vote quiero")
    assert (table.score, table.winner, table.turn) == ((18, 22), None, 0)


def test_the_falta_counts_the_score_when_it_is_accepted():
    """B7.7: with the points of the envido before it in the chain not added."""
    table = chained(hand(score=(20, 20)), (E, E, F))
    assert answered(table, "quiero").score == (30, 20)


# B7.9 Who wins.


def test_the_highest_tanto_wins():
    """B7.9"""
    table = hand(PARDAS).moves("0 call envido", "1+3 vote quiero")
    assert (settled(table).side, settled(table).seat, table.score) == (1, 3, (0, 2))


# 27 at seats 1 and 2 (7b 10b, 7o 11o), less at 0 and 3.
EQUAL = "1e 4b 5o / 7b 10b 2c / 7o 11o 3c / 6e 5b 4o"


@pytest.mark.parametrize(("dealer", "winner"), [(3, 1), (0, 1), (1, 2), (2, 1)])
def test_equal_tantos_go_to_the_player_nearer_the_mano(dealer: int, winner: int):
    """B7.9: who sits first from the mano on, not who is of the mano's pair."""
    table = hand(EQUAL, dealer=dealer)
    opener = (dealer + 1) % 4
    table = answered(table.moves(f"{opener} call envido"), "quiero")
    assert settled(table).seat == winner
    assert settled(table).side == winner % 2


def test_equal_tantos_of_partners_are_the_first_ones_too():
    """B7.9, B7.12"""
    cards = "7e 10e 2c / 1b 4c 12o / 7o 11o 3c / 6e 5b 4o"
    table = hand(cards).moves("0 call envido", "1+3 vote quiero", "0 fold", "1 fold", "2 fold")
    assert (settled(table).seat, table.envido and table.envido["shown"]) == (0, ["7e", "10e"])


def test_all_four_with_nothing():
    """B7.1, B7.9: tanto 0 wins for the mano, and is said."""
    cards = "10e 11b 12o / 10b 11o 12c / 10o 11c 12e / 10c 11e 12b"
    table = hand(cards, dealer=1).moves("2 call envido", "1+3 vote quiero")
    assert settled(table).seat == 2
    assert settled(table).declared == (
        (2, 0),
        (3, "son buenas"),
        (0, 0),
        (1, "son buenas"),
    )


def test_who_has_folded_takes_no_part():
    """B7.9, B10.3"""
    table = hand().moves("0 fold", "1 call envido")
    assert table.voters == (2,)
    table = table.moves("2 vote quiero")
    # Anything beats nothing said: seat 2 has not said a number, so seat 3 says its 7.
    assert settled(table) == EnvidoSettled((E,), True, 1, 2, 1, ((1, 24), (2, "son buenas"), (3, 7)))


def test_only_two_left_take_part():
    """B7.9"""
    table = hand().moves("0 fold", "1 fold", "2 call envido", "3 vote quiero")
    assert settled(table).declared == ((2, 23), (3, "son buenas"))


# B7.10 What is said.


@pytest.mark.parametrize(
    ("cards", "declared"),
    [
        # Each one higher than all before.
        ("10e 4b 5o / 1b 10b 2c / 2o 11o 3c / 3e 12e 4o", [(0, 5), (1, 21), (2, 22), (3, 23)]),
        # One is more than nothing, and so is nothing than nothing said.
        ("10e 11b 12o / 1b 10o 12c / 2o 11e 10c / 11o 12b 12e", [(0, 0), (1, 1), (2, 2), (3, "son buenas")]),
        # The mano has the best of all.
        (
            "7e 6e 2c / 1b 4c 12c / 3o 10o 5b / 11e 12b 7c",
            [(0, 33), (1, "son buenas"), (2, 23), (3, "son buenas")],
        ),
        # Seat 2 beats what pair 1 said (21), though not its partner's 27.
        (
            "7e 10e 5o / 1b 10b 2c / 2o 11o 3c / 3e 12b 4o",
            [(0, 27), (1, "son buenas"), (2, 22), (3, "son buenas")],
        ),
        ("4e 5b 5o / 7b 10b 2c / 2o 11o 3c / 3e 12e 4o", [(0, 5), (1, 27), (2, "son buenas"), (3, 23)]),
        # Equal is not more.
        (
            "7e 10e 5o / 7b 10b 2c / 2o 4c 3c / 7o 12o 4b",
            [(0, 27), (1, "son buenas"), (2, 27), (3, "son buenas")],
        ),
    ],
)
def test_what_is_said_in_turn(cards: str, declared: list[tuple[int, int | str]]):
    """B7.10"""
    table = hand(cards).moves("0 call envido", "1+3 vote quiero")
    assert settled(table).declared == tuple(declared)


def test_what_is_said_begins_with_the_mano_whoever_called():
    """B7.10"""
    table = hand(dealer=1).moves("2 play 5b", "3 call envido", "0+2 vote quiero")
    assert settled(table).declared == ((2, 23), (3, "son buenas"), (0, 33), (1, "son buenas"))


def test_nothing_is_said_after_a_refusal():
    """B7.10, B7.12"""
    table = hand().moves("0 call envido", "1+3 vote no-quiero")
    assert settled(table).declared == ()


def test_cards_played_count_too():
    """B7.1"""
    table = hand().moves("0 play 7e", "1 play 4c", "2 call envido", "1+3 vote quiero")
    assert settled(table).declared[0] == (0, 33)


# B7.11 Points at once.


def test_points_are_added_at_once():
    """B7.11"""
    assert hand().moves("0 call envido", "1+3 vote quiero").score == (2, 0)


def test_at_the_target_the_game_ends_there():
    """B7.11"""
    table = hand(score=(28, 5)).moves("0 call envido", "1+3 vote quiero")
    assert table.facts[-2:] == (TantoShown(0, ("7e", "6e")), GameWon(0))  # type: ignore[arg-type]
    assert (table.score, table.winner, table.truco, table.turn) == ((30, 5), 0, None, None)
    assert table.refusal("0 play 7e") == "game_over"


def test_a_refused_envido_at_29_wins():
    """B7.8, B7.11"""
    table = hand(score=(29, 29)).moves("0 call envido", "1+3 vote no-quiero")
    assert (table.score, table.winner) == ((30, 29), 0)
    assert table.envido is not None
    assert table.envido["shown"] == []


# B7.12 What is shown.


def test_the_cards_are_shown_at_the_end_of_the_hand_not_before():
    """B7.12"""
    table = hand().moves("0 call envido", "1+3 vote quiero")
    assert table.envido is not None
    assert table.envido["shown"] == []
    over = table.moves("0 call truco", "1+3 vote no-quiero")
    assert over.facts[-2:] == (TantoShown(0, ("7e", "6e")), HandEnded(0, 1, "refused"))  # type: ignore[arg-type]
    assert over.envido is not None
    assert over.envido["shown"] == ["7e", "6e"]


@pytest.mark.parametrize(
    "ending",
    [
        ("0 fold", "1 play 4c", "2 fold"),
        ("0 fold", "1 fold", "2 play 5b", "3 fold"),
        ("0 call truco", "1+3 vote no-quiero"),
        ("0 call truco", "clock"),
        (
            "0 fold, 1 play 1b, 2 play 5b, 3 play 7c",
            "1 play 4c, 2 play 3o, 3 play 12b",
            "2 play 10o, 3 play 11e, 1 play 12c",
        ),
    ],
)
def test_they_are_shown_however_the_hand_ends_and_also_after_a_fold(ending: tuple[str, ...]):
    """B7.12"""
    table = hand().moves("0 call envido", "1+3 vote quiero", *ending)
    assert table.over
    assert table.envido is not None
    assert table.envido["shown"] == ["7e", "6e"]


def test_one_card_is_shown_when_one_makes_the_tanto():
    """B7.12"""
    cards = "7e 6b 5o / 1b 4c 12o / 3o 10e 5b / 11e 12b 4o"
    table = hand(cards).moves("0 call envido", "1+3 vote quiero", "0 fold", "1 fold", "2 fold")
    assert table.envido is not None
    assert table.envido["shown"] == ["7e"]


def test_the_worth_is_told_in_full_where_the_score_is_cut():
    """B11.2"""
    table = answered(chained(hand(score=(29, 3)), (E, E, R)), "quiero")
    assert (settled(table).points, table.score) == (7, (30, 3))
