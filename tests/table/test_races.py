"""Random interleavings of drops, returns, votes, cards and time: what must hold in all of them."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.table.builder import NAMES, go_on, joined, playing
from truco.rules.events import Answered, CardPlayed, VotesLapsed
from truco.table.events import GameEnded, Seated
from truco.table.table import Table
from truco.table.wishes import Join, Leave

TIMES = st.floats(min_value=0.01, max_value=70, allow_nan=False)


@given(st.floats(min_value=59, max_value=61))
@settings(max_examples=300, deadline=None)
def test_a_return_and_the_minutes_end_exactly_one_of_the_two_happens(seconds):
    """Scenario 8"""
    at = playing()
    at.drop("Beto")
    at.wait(seconds)
    at.back("Beto")
    cancelled = any(isinstance(fact, GameEnded) for row in at.rows for fact in row.facts)
    assert cancelled == (seconds >= 60)
    assert at.table.room.playing != cancelled


@given(st.lists(st.tuples(st.sampled_from(NAMES), st.booleans(), TIMES), max_size=25))
@settings(max_examples=300, deadline=None)
def test_a_game_is_cancelled_once_and_by_the_first_minute_that_runs_out(comings):
    """Scenarios 8 and 9: under any order of drops and returns."""
    at = playing()
    dropped: dict[str, float] = {}
    for who, goes, seconds in comings:
        if not at.table.room.playing:
            break
        if goes and who not in dropped:
            at.drop(who)
            dropped[who] = at.now
        elif not goes and who in dropped:
            at.back(who)
            del dropped[who]
        first = min(dropped, key=lambda name: dropped[name]) if dropped else None
        facts = at.wait(seconds)
        ended = [fact for fact in facts if isinstance(fact, GameEnded)]
        if first is not None and at.now >= dropped[first] + 60:
            assert ended == [GameEnded("cancelled", seat=NAMES.index(first))]
        elif ended:
            assert ended[0].why == "cancelled"
            assert not dropped
    ends = [fact for row in at.rows for fact in row.facts if isinstance(fact, GameEnded)]
    assert len(ends) <= 1


@given(
    st.lists(
        st.tuples(
            st.sampled_from((1, 3)), st.sampled_from(("quiero", "no-quiero", "retruco")), st.floats(0, 4)
        ),
        max_size=12,
    )
)
@settings(max_examples=300, deadline=None)
def test_a_call_has_one_outcome_and_no_later_than_ten_seconds(votes):
    """Scenarios 15 and 16: votes and the clock pass through one queue, their order decides."""
    at = playing()
    at.does("0 call truco")
    asked, own = at.now, {}
    for seat, word, seconds in votes:
        open_ = at.hand.question is not None and at.hand.question.number == 1
        if open_ and own.get(seat) != word:
            assert at.now < asked + 10
            at.does(f"{seat} vote {word}")
            own[seat] = word
        at.wait(seconds)
    at.wait(max(asked + 10 - at.now, 0))
    facts = [fact for row in at.rows for fact in row.facts]
    first = next(fact for fact in facts if isinstance(fact, Answered))
    lapsed = facts.index(VotesLapsed()) < facts.index(first) if VotesLapsed() in facts else False
    assert lapsed == (first.seat is None)
    assert first.word == "no-quiero" or set(own.values()) == {first.word}


@given(st.permutations(["Eva", "Fede", "Gabi", "Hugo"]), st.integers(min_value=0, max_value=3))
@settings(max_examples=60, deadline=None)
def test_for_the_last_chairs_as_many_sit_as_there_are_chairs(comers, free):
    """Scenario 11"""
    at = joined()
    for name in NAMES[:free]:
        at.wish(name, Leave())
    for name in comers[:free]:
        assert any(isinstance(fact, Seated) for fact in at.wish(name, Join(name, name.lower(), sit=True)))
    for name in comers[free:]:
        assert at.refuses(name, Join(name, name.lower(), sit=True)) == "room_full"
    chairs = [chair for chair in at.table.room.chairs if chair]
    assert len(chairs) == len(set(chairs)) == 4


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_a_journal_cut_anywhere_tells_the_same_table(data):
    """Scenario 24: whatever happened, the fold of the rows is the live state."""
    at = playing()
    for _ in range(data.draw(st.integers(0, 30))):
        if not at.table.room.playing:
            break
        kind = data.draw(st.sampled_from(("play", "drop", "back", "wait")))
        who = data.draw(st.sampled_from(NAMES))
        if kind == "wait":
            at.wait(data.draw(TIMES))
        elif kind == "play":
            legal = at.game(who)["legal"]
            if legal:
                one = data.draw(st.sampled_from(legal))
                words = [one["do"], *([one[key] for key in ("card", "word") if key in one])]
                at.does(f"{NAMES.index(who)} {' '.join(words)}")
            elif at.game(who)["result"] and NAMES.index(who) not in at.game(who)["continued"]:
                go_on(at, who)
        else:
            at.drop(who) if kind == "drop" else at.back(who)
    live = at.table
    told = Table.recover(at.rows, at.times, at.chance)
    assert told.state == live.state
    assert told.seq == live.seq == len(at.rows)
    assert [told.version(name) for name in NAMES] == [live.version(name) for name in NAMES]
    played = [fact for row in at.rows for fact in row.facts if isinstance(fact, CardPlayed)]
    hands = live.state.hand.deal.number if live.state.hand else 0
    assert len(played) <= 12 * hands
