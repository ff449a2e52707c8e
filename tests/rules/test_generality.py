"""Nothing assumes four seats, thirty points or an envido: throw-away rule sets, played to the end."""

import json
import random
from dataclasses import replace

import pytest

from tests.builders import hand
from truco.rules import engine, observe
from truco.rules.cards import Card, deck, number, suit
from truco.rules.events import Dealt, Event
from truco.rules.evolution import evolve
from truco.rules.falta import leader
from truco.rules.game import Game
from truco.rules.ladders import Ladder, Rung, Stake, adding, climbing
from truco.rules.legal import legal_actions
from truco.rules.record import from_json, write
from truco.rules.replay import replay, report
from truco.rules.rulesets import BARAJAMOS, RULESETS, Ruleset
from truco.rules.seats import Seat, Sides
from truco.rules.strength import argentine
from truco.rules.tanto import Tanto
from truco.rules.telling import tell


def beaten_by_the_turned_suit(card: Card, turned: Card | None = None) -> int:
    """A card of the turned suit beats all others."""
    assert turned is not None
    return argentine(card) + (20 if suit(card) == suit(turned) else 0)


def one_against_the_rest(mano: Seat, seats: int) -> Sides:
    return tuple(0 if seat == mano else 1 for seat in range(seats))


def two_seats() -> Ruleset:
    return replace(BARAJAMOS, name="two", seats=2)


def six_seats() -> Ruleset:
    return replace(BARAJAMOS, name="six", seats=6)


def three_seats() -> Ruleset:
    return replace(BARAJAMOS, name="three", seats=3, sides=one_against_the_rest)


def no_envido() -> Ruleset:
    """As some Brazilian games: a turned card, other worths, three pardas for nobody, no envido."""
    return replace(
        BARAJAMOS,
        name="no-envido",
        target=12,
        half=None,
        turns_card=True,
        strength=beaten_by_the_turned_suit,
        envido=Ladder("envido", {}),
        truco=climbing("truco", 1, (("truco", 3), ("seis", 6), ("doze", 12))),
        fold_extra=0,
        three_pardas=lambda sides, mano: None,
    )


def no_truco() -> Ruleset:
    """Only an envido, of other words; the hand is worth 2, and four cards are dealt of a short deck."""
    envido = adding("envido", (Rung("a", 1, times=3), Rung("b", 4), Rung("all", leader)))
    return replace(
        BARAJAMOS,
        name="no-truco",
        target=18,
        half=9,
        deck=deck((1, 2, 3, 4, 5, 6)),
        dealt=4,
        envido=envido,
        truco=Ladder("truco", {}),
        base=2,
    )


SETS = [two_seats, six_seats, three_seats, no_envido, no_truco]


def played_to_the_end(rules: Ruleset, chance: random.Random) -> list[Event]:
    """The facts of a game of random legal actions, drops, backs and clocks."""
    game, log = Game(rules, rules.opening_score), list[Event]()
    while not game.over:
        event = something(game, chance)
        game, facts = engine.play(game, event)
        log += facts
        for seat in (None, *range(rules.seats)):
            json.dumps(observe.view(game, seat))
    assert game.winner is not None
    assert game.score[game.winner] == rules.target
    return log


def something(game: Game, chance: random.Random) -> Event:
    """A legal action mostly; now and then a drop or the clock, and whoever is away comes back."""
    seats = range(game.rules.seats)
    options = [(seat, action) for seat in seats for action in legal_actions(game, seat)]
    if game.away and (not options or chance.random() < 0.3):
        return engine.come_back(game, chance.choice(sorted(game.away)))
    if game.between_hands:
        following = engine.next_dealer(game)
        dealer = chance.choice(seats) if following is None else following
        return engine.deal(game, dealer, chance.sample(game.rules.deck, len(game.rules.deck)))
    happens = chance.random()
    if happens < 0.05 and len(game.away) < len(seats):
        return engine.drop(game, chance.choice([seat for seat in seats if seat not in game.away]))
    if happens < 0.1 and game.hand and game.hand.question:
        return engine.lapse(game)
    return engine.act(game, *chance.choice(options))


@pytest.mark.parametrize("make", SETS)
def test_a_game_of_other_rules_comes_to_an_end_and_its_record_says_how(
    make: object, monkeypatch: pytest.MonkeyPatch
):
    assert callable(make)
    rules = make()
    assert isinstance(rules, Ruleset)
    assert isinstance(RULESETS, dict)
    monkeypatch.setitem(RULESETS, rules.name, rules)
    for seed in range(12):
        log = played_to_the_end(rules, random.Random(seed))
        names = [f"player {seat}" for seat in range(rules.seats)]
        written = json.loads(json.dumps(write(rules, names, [(at, fact) for at, fact in enumerate(log)])))
        again = replay(from_json(written))
        assert (again.events, again.refused) == (log, [])
        game = Game(rules, rules.opening_score)
        for fact in log:
            game = evolve(game, fact)
        assert again.game == game
        assert report(again)["score"] == list(game.score)
        assert len(report(again)["legal"]) == rules.seats
        assert f"player {rules.seats - 1}" in next(iter(tell(again)))


def test_in_a_game_of_two_one_vote_settles_and_one_fold_ends():
    """A4.2, A4.3 of the family"""
    table = hand("7e 6e 2c / 1b 4c 12c", dealer=1, rules=two_seats())
    accepted = table.moves("0 call truco, 1 vote quiero")
    assert (accepted.hand.worth, accepted.turn) == (2, 0)
    assert table.moves("0 fold").truco == {"side": 1, "points": 2, "by": "fold"}
    assert table.moves("0 play 7e, 1 play 1b").turn == 1
    assert table.moves("0 call envido, 1 vote quiero").score == (2, 0)


SIX = "7e 6e 2c / 1b 4c 12c / 3o 10o 5b / 11e 12b 7c / 3e 4e 4b / 2e 1c 4o"


def test_in_a_game_of_six_two_equal_votes_decide_at_the_end_of_the_clock():
    """A5.2 of the family"""
    table = hand(SIX, dealer=5, rules=six_seats()).moves("0 call truco")
    assert table.voters == (1, 3, 5)
    waiting = table.moves("1 vote quiero, 3 vote quiero")
    assert waiting.call == "truco"
    assert waiting.moves("clock").hand.worth == 2
    assert waiting.moves("5 vote quiero").hand.worth == 2
    assert table.moves("1 vote retruco, 5 vote retruco, 3 vote quiero, clock").voters == (0, 2, 4)
    assert table.moves("1 vote quiero, 3 vote retruco, 5 vote no-quiero, clock").over
    assert table.moves("1 vote quiero, clock").over


def test_in_a_game_of_six_two_absent_voters_are_two_votes():
    """A5.2, B9.6"""
    table = hand(SIX, dealer=5, rules=six_seats()).moves("0 call truco, 1+3 drop")
    assert not table.over
    assert table.moves("5 vote quiero, clock").truco == {"side": 0, "points": 1, "by": "refused"}
    assert table.moves("5 vote no-quiero").over


def test_a_raise_that_the_clock_decided_counts_for_the_pair():
    """A5.2: nobody is named, and the first voter stands for the side."""
    table = hand(SIX, dealer=5, rules=six_seats()).moves("0 call envido, 3+5 vote real-envido, clock")
    assert (table.call, table.voters) == ("real-envido", (0, 2, 4))
    assert table.hand.question is not None
    assert table.hand.question.caller == 1
    assert table.moves("0+2+4 vote no-quiero").score == (0, 2)


def test_in_a_game_of_six_a_side_is_out_when_all_three_have_folded():
    """A5.3"""
    table = hand(SIX, dealer=5, rules=six_seats()).moves("0 fold, 1 play 4c, 2 fold, 3 play 7c")
    assert not table.over
    assert table.moves("4 fold").truco == {"side": 1, "points": 2, "by": "fold"}


def test_three_pardas_may_be_nobodys():
    """As the paulista has it: P4 of the other trucos."""
    cards = "3e 12c 4o / 3b 12o 4c / 6b 5o 7c / 6e 5e 5b"
    even = replace(no_envido(), strength=lambda card, turned: 1)
    table = hand(cards, rules=even, turned="7b").moves(
        "0 play 3e, 1 play 3b, 2 play 6b, 3 play 6e",
        "0 play 12c, 1 play 12o, 2 play 5o, 3 play 5e",
        "0 play 4o, 1 play 4c, 2 play 7c, 3 play 5b",
    )
    assert table.truco == {"side": None, "points": 0, "by": "rounds"}
    assert table.score == (0, 0)
    result = table.view(0)["result"]
    assert result is not None
    assert (result["side"], result["points"]) == (None, 0)
    assert table.deal(cards).turn == 1


def test_a_turned_card_changes_what_beats_what():
    cards = "1e 12c 4o / 4b 12o 4c / 6e 5o 7c / 6o 5e 5b"
    moves = "0 play 1e, 1 play 4b, 2 play 6e, 3 play 6o"
    assert hand(cards, rules=no_envido(), turned="7b").moves(moves).rounds == [(1, 1)]
    assert hand(cards, rules=no_envido(), turned="7o").moves(moves).rounds == [(1, 3)]
    assert hand(cards, rules=no_envido(), turned="2c").moves(moves).rounds == [(0, 0)]


def test_a_turned_card_changes_the_tanto():
    def of_the_turned_suit(cards: tuple[Card, ...], turned: Card | None) -> Tanto:
        own = tuple(card for card in cards if turned is not None and suit(card) == suit(turned))
        return Tanto(len(own), own)

    rules = replace(BARAJAMOS, turns_card=True, tanto=of_the_turned_suit)
    table = hand(rules=rules, turned="4e")
    assert [table.view(seat)["tanto"] for seat in range(4)] == [2, 0, 0, 1]
    over = table.moves("0 call envido, 1+3 vote quiero, 0 fold, 1 fold, 2 fold")
    assert over.envido is not None
    assert over.envido["declared"] == [[0, 2], [1, "son buenas"], [2, 0], [3, "son buenas"]]
    assert over.envido["shown"] == ["7e", "6e"]


def test_the_turned_card_is_the_next_of_the_deck_and_stands_in_the_record():
    rules = no_envido()
    dealt = engine.deal(Game(rules, (0, 0)), 3, rules.deck)
    assert dealt.turned == rules.deck[12]
    written = write(rules, ["a", "b", "c", "d"], [(0, dealt)])
    assert written["hands"][0]["turned"] == rules.deck[12]


def test_a_record_of_a_game_that_turns_a_card_needs_it(monkeypatch: pytest.MonkeyPatch):
    rules = no_envido()
    assert isinstance(RULESETS, dict)
    monkeypatch.setitem(RULESETS, rules.name, rules)
    cards = [["1e", "12c", "4o"], ["4b", "12o", "4c"], ["6e", "5o", "7c"], ["6o", "5e", "5b"]]
    whole = {"dealer": 3, "cards": cards, "moves": [], "turned": "7b"}
    assert from_json({"rules": rules.name, "hands": [whole]}).hands[0].turned == "7b"
    for broken, error in (
        ({key: whole[key] for key in ("dealer", "cards", "moves")}, "hands[0]: 'turned' is missing"),
        ({**whole, "turned": "1e"}, "hands[0].cards: 1e is dealt twice"),
        ({**whole, "turned": "8e"}, "hands[0].turned: no such card: '8e'"),
        ({**whole, "moves": ["0 call envido"]}, "hands[0].moves[0]: no such move: 'call envido'"),
    ):
        with pytest.raises(ValueError, match=r".") as raised:
            from_json({"rules": rules.name, "hands": [broken]})
        assert str(raised.value) == error


def test_without_an_envido_there_is_no_tanto_and_nothing_to_open():
    table = hand(rules=no_envido(), turned="2b")
    assert table.view(0)["tanto"] is None
    assert table.calls(0) == ["truco"]
    assert table.moves("0 call truco").calls(1) == []
    assert table.moves("0 fold, 1 fold, 2 fold").truco == {"side": 1, "points": 1, "by": "fold"}


def test_without_a_truco_nothing_of_it_is_offered():
    cards = "1e 6c 4o 2o / 4b 2b 4c 1c / 6e 5o 3c 1o / 6o 5e 5b 1b"
    table = hand(cards, rules=no_truco())
    assert table.calls(0) == ["a", "all", "b"]
    assert table.view(None)["truco"] == {"chain": (), "side": None, "ladder": []}
    assert table.moves("0 call a, 1+3 vote a, 0+2 vote a, 1+3 vote b, 0+2 vote no-quiero").score == (0, 3)


def test_a_truco_may_be_worth_what_the_score_says():
    all_of_it = Ladder("truco", {("truco",): Stake(leader, 3)})
    table = hand(rules=replace(BARAJAMOS, truco=all_of_it), score=(4, 21)).moves("0 call truco")
    assert table.moves("1+3 vote quiero").hand.worth == 9
    assert table.moves("1+3 vote no-quiero").score == (7, 21)


def test_sides_may_change_with_the_mano():
    """As in the gallo: the mano alone against the rest."""
    cards = "7e 6e 2c / 1b 4c 12c / 3o 10o 5b"
    table = hand(cards, dealer=2, rules=three_seats())
    assert table.hand.deal.sides == (0, 1, 1)
    assert table.moves("0 call truco").voters == (1, 2)
    over = table.moves("0 fold")
    assert over.truco == {"side": 1, "points": 2, "by": "fold"}
    following = over.deal("7e 6e 2c / 1b 4c 12c / 3o 10o 5b")
    assert following.hand.deal.sides == (1, 0, 1)
    assert following.moves("1 call truco").voters == (2, 0)


def test_hands_dealt_know_how_many_cards_there_are():
    rules = no_truco()
    dealt = engine.deal(Game(rules, (0, 0)), 0, rules.deck)
    assert [len(own) for own in dealt.cards] == [4, 4, 4, 4]
    assert isinstance(dealt, Dealt)
    assert {number(card) for own in dealt.cards for card in own} <= set(range(1, 7))
