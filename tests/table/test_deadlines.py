"""The one mechanism of waiting."""

import pytest

from truco.table.deadlines import Deadlines, Wanted


@pytest.fixture
def clocks() -> Deadlines:
    return Deadlines()


def test_a_clock_that_is_wanted_runs_out_after_its_time(clocks):
    clocks.follow({("vote", 1): Wanted(10)}, 100)
    assert clocks.next == (110, ("vote", 1))
    assert clocks.left(("vote", 1), 104) == 6
    assert clocks.left(("vote", 1), 200) == 0


def test_a_clock_that_is_still_wanted_is_not_prolonged(clocks):
    clocks.follow({("vote", 1): Wanted(10)}, 100)
    clocks.follow({("vote", 1): Wanted(10)}, 105)
    assert clocks.next == (110, ("vote", 1))


def test_another_name_is_another_clock(clocks):
    clocks.follow({("vote", 1): Wanted(10)}, 100)
    clocks.follow({("vote", 2): Wanted(10)}, 105)
    assert clocks.next == (115, ("vote", 2))
    assert clocks.left(("vote", 1), 105) is None


def test_a_clock_that_stands_still_keeps_what_is_left(clocks):
    clocks.follow({("idle",): Wanted(90)}, 0)
    clocks.follow({("idle",): Wanted(90, runs=False)}, 30)
    assert clocks.next is None
    assert clocks.left(("idle",), 500) == 60
    clocks.follow({("idle",): Wanted(90)}, 500)
    assert clocks.next == (560, ("idle",))


def test_a_clock_may_begin_standing_still(clocks):
    clocks.follow({("next",): Wanted(8, runs=False)}, 0)
    assert clocks.names("next") == [("next",)]
    clocks.follow({}, 5)
    assert clocks.names("next") == []


def test_the_first_to_run_out_is_next(clocks):
    clocks.follow({("chair", 1): Wanted(60)}, 0)
    clocks.follow({("chair", 1): Wanted(60), ("chair", 2): Wanted(50)}, 5)
    assert clocks.next == (55, ("chair", 2))
    assert clocks.names("chair") == [("chair", 2), ("chair", 1)]


def test_frozen_clocks_stand_still_and_run_on(clocks):
    clocks.follow({("vote",): Wanted(10)}, 0)
    clocks.freeze(4)
    clocks.freeze(6)
    assert clocks.frozen
    assert clocks.next is None
    assert clocks.left(("vote",), 1000) == 6
    clocks.thaw(1000)
    clocks.thaw(2000)
    assert clocks.next == (1006, ("vote",))


def test_a_clock_wanted_in_the_frost_begins_when_it_thaws(clocks):
    clocks.freeze(100)
    clocks.follow({("vote",): Wanted(10)}, 150)
    clocks.thaw(200)
    assert clocks.next == (210, ("vote",))
