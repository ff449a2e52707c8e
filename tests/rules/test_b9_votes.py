"""B9: the pair answers. With B12.3: the vote goes on while a chair is empty."""

from collections.abc import Iterator
from itertools import product

import pytest

from tests.builders import Table, hand
from truco.rules import voting
from truco.rules.events import Answered, HandEnded, VoteCast, VotesLapsed
from truco.rules.game import Question
from truco.rules.rulesets import TRUCO


def asked() -> Table:
    """Seats 1 and 3 are asked for their answer to a truco."""
    return hand().moves("0 call truco")


def answer(table: Table) -> str | None:
    """The word with which the opening truco was answered, None while it waits."""
    return next((fact.word for fact in table.log if isinstance(fact, Answered)), None)


# B9.1, B9.2


@pytest.mark.parametrize("word", ["quiero", "no-quiero", "retruco"])
@pytest.mark.parametrize("order", ["13", "31"])
def test_two_equal_votes_settle_at_once(order: str, word: str):
    """B9.2"""
    table = asked().moves(f"{order[0]} vote {word}")
    assert answer(table) is None
    table = table.moves(f"{order[1]} vote {word}")
    assert answer(table) == word


def test_one_vote_alone_settles_nothing():
    """B9.2"""
    table = asked().moves("3 vote no-quiero")
    assert (table.facts, answer(table)) == ((VoteCast(3, "no-quiero"),), None)
    assert table.votes == {"3": "no-quiero"}


def test_votes_that_differ_settle_nothing():
    """B9.2"""
    for one, other in product(("quiero", "no-quiero", "retruco"), repeat=2):
        table = asked().moves(f"1 vote {one}", f"3 vote {other}")
        assert answer(table) == (one if one == other else None)


def test_the_pair_that_called_has_no_vote():
    """B9.1"""
    table = asked()
    assert [table.refusal(f"{seat} vote quiero") for seat in (0, 2)] == ["not_asked"] * 2


def test_a_vote_without_a_call():
    """B9.1"""
    assert [hand().refusal(f"{seat} vote quiero") for seat in range(4)] == ["not_asked"] * 4


@pytest.mark.parametrize("word", ["vale-cuatro", "envido", "real-envido", "falta-envido", "truco"])
def test_a_word_that_is_not_open_is_no_vote_on_a_truco(word: str):
    """B9.1"""
    assert asked().refusal(f"1 vote {word}") == "not_open"


@pytest.mark.parametrize("word", ["retruco", "vale-cuatro", "truco"])
def test_a_word_of_the_truco_is_no_vote_on_an_envido(word: str):
    """B9.1"""
    assert hand().moves("0 call envido").refusal(f"3 vote {word}") == "not_open"


@pytest.mark.parametrize("word", ["quiero", "no-quiero", "retruco"])
def test_one_voter_left_settles_alone(word: str):
    """B9.2"""
    table = hand().moves("0 play 2c", "1 fold", "2 call truco", f"3 vote {word}")
    assert answer(table) == word
    assert Answered(1, word, 3) in table.facts


def test_one_voter_left_who_is_away_waits_for_the_clock():
    """B9.6"""
    table = hand().moves("0 play 2c", "1 fold", "2 call truco", "3 drop")
    assert (answer(table), table.votes) == (None, {"3": "no-quiero"})
    assert answer(table.moves("3 back")) is None
    assert answer(table.moves("3 back", "3 vote quiero")) == "quiero"
    ended = table.moves("clock")
    assert ended.truco == {"side": 0, "points": 1, "by": "refused"}
    assert Answered(1, "no-quiero", None) in ended.facts


def test_one_voter_left_while_other_chairs_are_empty():
    """B9.2, B12.3"""
    table = hand().moves("0 play 2c", "1 fold", "2 call truco", "0 drop", "2 drop", "1 drop")
    assert answer(table.moves("3 vote quiero")) == "quiero"


# B9.3 The clock.


@pytest.mark.parametrize(
    "votes", [(), ("1 vote quiero",), ("3 vote retruco",), ("1 vote quiero", "3 vote retruco")]
)
def test_without_two_equal_votes_the_clock_says_no_quiero(votes: tuple[str, ...]):
    """B9.3"""
    table = asked().moves(*votes, "clock")
    assert table.facts == (VotesLapsed(), Answered(1, "no-quiero", None), HandEnded(0, 1, "refused"))


def test_the_clock_names_no_voter():
    """B9.5: who voted no quiero when the clock ran out stays among partners."""
    table = asked().moves("1 vote no-quiero", "3 vote quiero", "clock")
    assert Answered(1, "no-quiero", None) in table.facts


def test_there_is_no_clock_without_a_call():
    """B9.3"""
    assert hand().refusal("clock") == "no_call"
    assert asked().moves("1+3 vote quiero").refusal("clock") == "no_call"
    assert asked().moves("1+3 vote no-quiero").refusal("clock") == "no_call"


def test_a_vote_after_the_clock_is_too_late():
    """B9.3"""
    table = hand().moves("0 call envido", "1 vote quiero", "clock")
    assert table.refusal("3 vote quiero") == "not_asked"
    assert asked().moves("clock").refusal("3 vote quiero") == "hand_over"


def test_a_raise_has_a_clock_of_its_own():
    """B9.3"""
    table = asked().moves("1+3 vote retruco", "clock")
    assert table.truco == {"side": 1, "points": 2, "by": "refused"}


def test_a_raise_is_a_question_of_its_own():
    """B9.3: with no votes yet, also not those of the pair that raised."""
    table = asked().moves("1+3 vote retruco")
    assert (table.votes, table.voters) == ({}, (0, 2))
    question = table.view(0)["question"]
    assert question is not None
    assert question["id"] == 2


# B9.4 Changing one's vote.


def test_a_vote_may_be_changed_until_it_is_settled():
    """B9.4"""
    table = asked().moves("1 vote quiero", "1 vote no-quiero", "1 vote retruco", "1 vote quiero")
    assert table.votes == {"1": "quiero"}
    assert answer(table.moves("3 vote retruco", "3 vote quiero")) == "quiero"


def test_the_same_vote_again_is_refused():
    """B9.4"""
    table = asked().moves("1 vote quiero")
    assert table.refusal("1 vote quiero") == "already_voted"
    assert table.ballots(1) == ["no-quiero", "retruco"]
    changed = table.moves("1 vote retruco")
    assert changed.refusal("1 vote retruco") == "already_voted"
    assert changed.ballots(1) == ["no-quiero", "quiero"]


def test_the_partners_vote_may_of_course_be_the_same():
    """B9.4"""
    assert asked().moves("1 vote quiero").ballots(3) == ["no-quiero", "quiero", "retruco"]


def test_the_same_vote_again_is_refused_also_after_coming_back():
    """B9.4, B9.6"""
    table = asked().moves("1 vote quiero", "1 drop", "1 back")
    assert table.refusal("1 vote quiero") == "already_voted"


def test_no_quiero_of_ones_own_is_open_to_one_who_was_counted_so_while_away():
    """B9.4, B9.6: absence was no vote of one's own."""
    table = asked().moves("1 drop", "1 back")
    assert table.votes == {}
    assert table.ballots(1) == ["no-quiero", "quiero", "retruco"]


# B9.5 Who sees the votes.


def test_votes_are_shown_to_the_voters_partner_only():
    """B9.5"""
    table = asked().moves("1 vote retruco")
    seen = {seat: table.view(seat)["question"] for seat in (0, 1, 2, 3, None)}
    assert {seat: question and question["votes"] for seat, question in seen.items()} == {
        0: {},
        1: {"1": "retruco"},
        2: {},
        3: {"1": "retruco"},
        None: {},
    }


# B9.6 Absent voters.


def test_an_absent_voter_counts_as_no_quiero_at_once():
    """B9.6"""
    table = asked().moves("3 vote no-quiero")
    assert answer(table.moves("1 drop")) == "no-quiero"
    assert Answered(1, "no-quiero", 3) in table.moves("1 drop").facts


def test_one_who_was_away_when_the_call_was_asked_counts_so_too():
    """B9.6: the drop came before the truco was asked again."""
    table = hand().moves("0 call truco", "3 call envido", "1 drop", "0+2 vote quiero")
    assert (table.call, table.votes) == ("truco", {"1": "no-quiero"})
    assert answer(table) == "quiero"  # the envido's
    assert table.moves("3 vote no-quiero").truco == {"side": 0, "points": 1, "by": "refused"}


def test_one_who_was_away_when_a_raise_was_made():
    """B9.6"""
    table = asked().moves("0 drop", "1+3 vote retruco")
    assert (table.call, table.votes, table.legal(0)) == ("retruco", {"0": "no-quiero"}, [])
    assert table.moves("2 vote no-quiero").truco == {"side": 1, "points": 2, "by": "refused"}


def test_an_earlier_quiero_does_not_count_while_away():
    """B9.6"""
    table = asked().moves("1 vote quiero", "1 drop")
    assert table.votes == {"1": "no-quiero"}
    table = table.moves("3 vote quiero")
    assert (answer(table), table.votes) == (None, {"1": "no-quiero", "3": "quiero"})


def test_coming_back_the_earlier_vote_stands_and_may_settle_at_once():
    """B9.6"""
    table = asked().moves("1 vote quiero", "1 drop", "3 vote quiero", "1 back")
    assert answer(table) == "quiero"
    raised = asked().moves("1 vote retruco", "1 drop", "3 vote retruco", "1 back")
    assert (answer(raised), raised.call) == ("retruco", "retruco")


def test_coming_back_one_may_vote_otherwise():
    """B9.6"""
    table = asked().moves("1 vote quiero", "1 drop", "3 vote retruco", "1 back", "1 vote retruco")
    assert table.call == "retruco"


def test_both_away_the_clock_decides():
    """B9.6"""
    for votes in ((), ("1 vote no-quiero",), ("1 vote quiero",)):
        table = asked().moves(*votes, "1 drop", "3 drop")
        assert (answer(table), table.votes) == (None, {"1": "no-quiero", "3": "no-quiero"})
        assert table.moves("clock").truco == {"side": 0, "points": 1, "by": "refused"}


def test_both_away_and_back_with_votes_that_agree_now():
    """B9.6"""
    table = asked().moves("1 vote quiero", "1 drop", "3 vote quiero", "3 drop", "3 back")
    assert answer(table) is None
    assert answer(table.moves("1 back")) == "quiero"


def test_both_away_one_comes_back_to_a_no_quiero_of_their_own():
    """B9.6: now one of the voters is connected and has voted."""
    table = asked().moves("1 vote no-quiero", "1 drop", "3 drop")
    assert answer(table) is None
    assert answer(table.moves("3 back")) is None
    assert answer(table.moves("1 back")) == "no-quiero"


def test_an_absent_players_vote_is_refused():
    """B9.6"""
    assert asked().moves("1 drop").refusal("1 vote quiero") == "away"


def test_a_drop_of_one_who_does_not_vote_settles_nothing():
    """B9.6"""
    table = asked().moves("3 vote no-quiero", "0 drop", "2 drop")
    assert answer(table) is None


def test_a_drop_that_makes_two_quieros_differ_waits():
    """B9.6"""
    table = asked().moves("3 vote quiero", "1 drop")
    assert answer(table) is None
    assert answer(table.moves("3 vote no-quiero")) == "no-quiero"


def test_the_clock_counts_the_absent_as_no_quiero():
    """B9.3, B9.6"""
    table = asked().moves("1 vote quiero", "1 drop", "3 vote quiero", "clock")
    assert table.truco == {"side": 0, "points": 1, "by": "refused"}


# The truth table: all that can be said and happen, in every order, against the text.


WORDS = ("quiero", "no-quiero", "retruco")


def by_the_text(
    votes: dict[int, str], away: frozenset[int], voters: tuple[int, ...], *, clock: bool
) -> str | None:
    """B9.2, B9.3 and B9.6 read aloud."""
    counted = {seat: "no-quiero" if seat in away else votes.get(seat) for seat in voters}
    same = counted[voters[0]] if len(set(counted.values())) == 1 else None
    if clock:
        return same if same and len(voters) == 2 else "no-quiero"
    here_and_voted = [seat for seat in voters if seat not in away and seat in votes]
    return same if here_and_voted else None


@pytest.mark.parametrize("voters", [(1, 3), (3,)])
@pytest.mark.parametrize("clock", [False, True])
def test_every_state_of_a_vote_is_answered_as_the_text_says(voters: tuple[int, ...], clock: bool):
    """B9.2, B9.3, B9.6"""
    for words in product((None, *WORDS), repeat=len(voters)):
        votes = {seat: word for seat, word in zip(voters, words, strict=True) if word}
        for away in map(frozenset[int], [(), (0,), (1,), (3,), (1, 3), (0, 1, 2, 3)]):
            question = Question(1, TRUCO, ("truco",), 0, 1, voters, votes=tuple(votes.items()), lapsed=clock)
            expected = by_the_text(votes, away, voters, clock=clock)
            assert voting.answer(question, away) == expected, (votes, away)


def happenings(depth: int) -> Iterator[tuple[str, ...]]:
    moves = [f"{seat} vote {word}" for seat in (1, 3) for word in WORDS]
    moves += [f"{seat} {wire}" for seat in (1, 3) for wire in ("drop", "back")]
    return product([*moves, "clock"], repeat=depth)


def test_every_order_of_votes_drops_and_clock_goes_as_the_text_says():
    """B9.2 to B9.6"""
    states: dict[tuple[str, ...], tuple[Table, dict[int, str], frozenset[int]]] = {
        (): (asked(), {}, frozenset())
    }
    for depth in range(1, 5):
        for moves in happenings(depth):
            before = states.get(moves[:-1])
            if before is None:
                continue
            table, votes, away = before
            move = moves[-1]
            seat, _, wish = move.partition(" ")
            if not possible(move, votes, away):
                assert table.refusal(move), moves
                continue
            table = table.moves(move)
            if wish.startswith("vote"):
                votes = {**votes, int(seat): wish.removeprefix("vote ")}
            elif wish:
                away = away ^ {int(seat)}
            expected = by_the_text(votes, away, (1, 3), clock=move == "clock")
            assert answer(table) == expected, moves
            if expected is None:
                states[moves] = (table, votes, away)


def possible(move: str, votes: dict[int, str], away: frozenset[int]) -> bool:
    if move == "clock":
        return True
    seat, verb, *word = move.split(" ")
    if verb in ("drop", "back"):
        return (int(seat) in away) == (verb == "back")
    return int(seat) not in away and votes.get(int(seat)) != word[0]


# Three voters, as six at a table have them.


def test_of_three_voters_two_equal_ones_decide_when_the_clock_is_over():
    """B9.3, and A5 of the family"""
    for words in product((None, *WORDS), repeat=3):
        votes = tuple((seat, word) for seat, word in zip((1, 3, 5), words, strict=True) if word)
        question = Question(1, TRUCO, ("truco",), 0, 1, (1, 3, 5), votes=votes)
        said = [word for word in words if word]
        at_once = said[0] if len(said) == 3 and len(set(said)) == 1 else None
        assert voting.answer(question, frozenset()) == at_once
        agreed = [word for word in WORDS if said.count(word) >= 2]
        ended = question._replace(lapsed=True)
        assert voting.answer(ended, frozenset()) == (agreed[0] if agreed else "no-quiero")


def test_who_says_the_answer_is_the_connected_voter_nearest_the_mano():
    question = Question(1, TRUCO, ("truco",), 0, 1, (3, 1), votes=((1, "quiero"), (3, "quiero")))
    assert voting.speaker(question, "quiero", frozenset()) == 3
    assert voting.speaker(question, "quiero", {3}) == 1
    assert voting.speaker(question, "quiero", {1, 3}) is None
    assert voting.speaker(question, "retruco", frozenset()) is None
    assert voting.speaker(question._replace(lapsed=True), "quiero", frozenset()) is None
