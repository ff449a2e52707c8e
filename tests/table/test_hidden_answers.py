"""Scenario 32, for what is answered and not told: no refusal names or tells a hidden card."""

import random

from tests.table.builder import NAMES, Arranged, At, joined
from truco.rules.actions import FOLD, MakeCall, PlayCard, Vote
from truco.rules.cards import SPANISH_40
from truco.table.refused import Refused
from truco.table.wishes import Ballot, Continue, Play, SetReady, Wish

WORDS = ("envido", "real-envido", "falta-envido", "truco", "retruco", "vale-cuatro")


def _table(hands: tuple[str, ...]) -> At:
    at = joined(chance=Arranged((hands,)))
    for name in NAMES:
        at.wish(name, SetReady(True))
    return at


def _answers(at: At, who: str) -> list[tuple[str, str, dict[str, object]]]:
    """What is said to every wish that this player could have, of those that are refused."""
    wishes: list[Wish] = [
        *(Play(PlayCard(card), 1, at.hand.ply) for card in SPANISH_40),
        *(Play(MakeCall(word), 1, at.hand.ply) for word in WORDS),
        *(Ballot(Vote(word), 1, 1) for word in (*WORDS, "quiero", "no-quiero")),
        Play(FOLD, 1, at.hand.ply + 1),
        Continue(1),
    ]
    said: list[tuple[str, str, dict[str, object]]] = []
    for wish in wishes:
        before = at.table.state
        own = {one.get("card") or one.get("word") or one["do"] for one in at.game(who)["legal"]}
        if _named(wish) in own:
            continue
        try:
            at.table.request(who, wish, at.now)
        except Refused as refused:
            said.append((repr(wish), refused.code, dict(refused.params)))
            assert at.table.state == before
        else:
            raise AssertionError(f"{wish} is not legal, and was accepted")
    return said


def _named(wish: Wish) -> str:
    match wish:
        case Play(PlayCard(card)):
            return str(card)
        case Play(MakeCall(word)) | Ballot(Vote(word)):
            return word
        case _:
            return ""


def test_refusals_are_the_same_whatever_the_others_hold():
    """Scenario 32: a card that another holds, or nobody, is not yours in the same words."""
    chance = random.Random(32)
    for _ in range(60):
        seat = chance.randrange(4)
        own = chance.sample(SPANISH_40, 3)
        said = set()
        for _ in range(3):
            rest = [card for card in SPANISH_40 if card not in own]
            others = iter(chance.sample(rest, 9))
            hands = tuple(
                " ".join(own if at == seat else [next(others) for _ in range(3)]) for at in range(4)
            )
            at = _table(hands)
            first = [repr(_answers(at, NAMES[seat]))]
            at.does("0 call truco")
            said.add((*first, repr(_answers(at, NAMES[seat])), repr(at.view(NAMES[seat]))))
        assert len(said) == 1


def test_this_would_notice_a_difference():
    hands = ("1e 7e 6e", "4b 5b 12o", "2c 4c 11o", "1b 5c 10o")
    others = ("1e 7e 5e", *hands[1:])
    assert _answers(_table(hands), "Ana") != _answers(_table(others), "Ana")
    assert _table(hands).view("Ana") != _table(others).view("Ana")
