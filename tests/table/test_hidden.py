"""Scenario 32: what a viewer may not know changes no byte that the viewer gets.

Whole random games are played twice at once. In the second, the cards that a viewer does not get
to see in a hand are dealt otherwise among the other seats and the rest of the deck; every frame
for that viewer must be the same, byte for byte, as long as the rules do not show them.
"""

import json
import os
import random
from itertools import permutations

import pytest

from tests.table.builder import NAMES, OPENED
from truco.rules.actions import FOLD, MakeCall, PlayCard, Vote
from truco.rules.cards import SPANISH_40, Card
from truco.rules.events import CardPlayed, Dealt, EnvidoSettled, TantoShown
from truco.rules.tanto import argentine as tanto
from truco.table.clocks import Times
from truco.table.table import Row, Table
from truco.table.views import listing
from truco.table.wishes import Ballot, Continue, Join, Play, SetReady

GAMES = int(os.environ.get("TRUCO_HIDDEN_GAMES", "1000"))
SHARES = 8


class Chance:
    def __init__(self, chance: random.Random) -> None:
        self.chance = chance

    def secret(self):
        return self.chance.randbytes(32).hex()

    def shuffle(self, cards, key, hand):
        return self.chance.sample(cards, len(cards))

    def dealer(self, seats, key):
        return self.chance.randrange(seats)


def a_game(chance: random.Random) -> list[Row]:
    """The journal of a whole random game: votes, folds, drops, lapses and all."""
    table, opening = Table.open(OPENED, Times(), Chance(chance))
    rows = [Row(None, None, None, opening.facts)]

    def took(step):
        if step.facts:
            rows.append(Row(table.game_number, step.guest, step.aid, step.facts))

    for name in NAMES:
        took(table.request(name, Join(name, name.lower(), sit=True), 0.0))
        took(table.connected(name, 0.0))
    for name in NAMES:
        took(table.request(name, SetReady(True), 0.0))
    now = 0.0
    while table.room.playing:
        now += chance.choice((0.1, 1.0, 5.0))
        while (due := table.next_deadline) is not None and due <= now:
            took(table.tick(due))
        if table.room.playing:
            something_happens(table, chance, now, took)
    return rows


def something_happens(table: Table, chance: random.Random, now: float, took) -> None:
    away = [member.id for member in table.room.members if not member.connected]
    if away:
        took(table.connected(away[0], now))
        return
    if chance.random() < 0.01:
        took(table.disconnected(chance.choice(NAMES), now))
        return
    name = chance.choice(NAMES)
    game = table.frame(name, now, [])["view"]["game"]
    if game["result"] and NAMES.index(name) not in game["continued"]:
        took(table.request(name, Continue(game["hand"]), now))
    elif game["legal"]:
        took(table.request(name, wish(chance.choice(game["legal"]), game), now))


def wish(legal: dict, game: dict):
    if legal["do"] == "vote":
        return Ballot(Vote(legal["word"]), game["hand"], game["question"]["id"])
    if legal["do"] == "play":
        return Play(PlayCard(legal["card"]), game["hand"], game["ply"])
    return Play(MakeCall(legal["word"]) if legal["do"] == "call" else FOLD, game["hand"], game["ply"])


def hands_of(rows: list[Row]) -> list[list[int]]:
    """The indices of the rows of each hand, from its deal to before the next."""
    hands: list[list[int]] = []
    for at, row in enumerate(rows):
        if any(isinstance(fact, Dealt) for fact in row.facts):
            hands.append([])
        if hands:
            hands[-1].append(at)
    return hands


def shown_in(rows: list[Row], upto: list[int]) -> tuple[set[Card], bool]:
    """The cards that rows put on the table or show, and whether tantos were declared."""
    cards: set[Card] = set()
    declared = False
    for fact in (fact for at in upto for fact in rows[at].facts):
        match fact:
            case CardPlayed(_, card):
                cards.add(card)
            case TantoShown(_, shown):
                cards |= set(shown)
            case EnvidoSettled(accepted=True):
                declared = True
            case _:
                pass
    return cards, declared


def dealt_otherwise(
    deal: Dealt, seat: int | None, shown: set[Card], declared: bool, chance: random.Random
) -> Dealt | None:
    """The same deal for all that is shown, another for what the viewer does not see."""
    rest = [card for card in SPANISH_40 if not any(card in own for own in deal.cards)]
    hidden = [card for at, own in enumerate(deal.cards) if at != seat for card in own if card not in shown]
    for _ in range(30):
        pool = hidden + rest
        chance.shuffle(pool)
        other = iter(pool)
        cards = tuple(
            own if at == seat else tuple(card if card in shown else next(other) for card in own)
            for at, own in enumerate(deal.cards)
        )
        same = all(tanto(a).points == tanto(b).points for a, b in zip(cards, deal.cards, strict=True))
        if cards != deal.cards and (same or not declared):
            return Dealt(deal.hand, deal.dealer, cards, deal.turned)
    return None


def frames(rows: list[Row], upto: list[int], viewer: str | None) -> list[bytes]:
    """Every frame that the rows send to a viewer, and what one who comes back would get."""
    table, _ = Table.open(OPENED, Times(), Chance(random.Random(0)))
    sent: list[bytes] = []
    first, last = upto[0], upto[-1]
    for at, row in enumerate(rows[1 : last + 1], start=1):
        seen = table.version(viewer)
        facts = [fact for fact in row.facts if table.sees(viewer, fact)]
        for fact in row.facts:
            table._happen(fact)
        if at >= first and facts:
            sent.append(json.dumps(table.frame(viewer, 0.0, facts)).encode())
            sent.append(json.dumps(table.since(viewer, seen, 0.0)).encode())
            sent.append(json.dumps(listing(table.state)).encode())
    return sent


def with_deal(rows: list[Row], at: int, deal: Dealt) -> list[Row]:
    facts = tuple(deal if isinstance(fact, Dealt) else fact for fact in rows[at].facts)
    row = rows[at]
    return [*rows[:at], Row(row.game, row.guest, row.aid, facts), *rows[at + 1 :]]


@pytest.mark.parametrize("share", range(SHARES))
def test_cards_that_a_viewer_may_not_know_change_no_byte(share):
    changed = 0
    for seed in range(share, GAMES, SHARES):
        chance = random.Random(seed)
        rows = a_game(chance)
        hand = chance.choice(hands_of(rows))
        upto = hand[: chance.randint(1, len(hand))]
        viewer = chance.choice((*NAMES, "Eva", None))
        seat = NAMES.index(viewer) if viewer in NAMES else None
        shown, declared = shown_in(rows, upto)
        deal = next(fact for fact in rows[hand[0]].facts if isinstance(fact, Dealt))
        other = dealt_otherwise(deal, seat, shown, declared, chance)
        if other is None:
            continue
        changed += 1
        assert frames(rows, upto, viewer) == frames(with_deal(rows, hand[0], other), upto, viewer), seed
    assert changed >= GAMES // SHARES * 0.6


def test_the_test_would_notice_a_leak():
    """The same comparison finds a difference for the seat whose cards were changed."""
    chance = random.Random(1)
    rows = a_game(chance)
    hand = hands_of(rows)[0]
    deal = next(fact for fact in rows[hand[0]].facts if isinstance(fact, Dealt))
    other = dealt_otherwise(deal, 0, set(), False, chance)
    assert other is not None
    upto = hand[:1]
    assert frames(rows, upto, "Ana") == frames(with_deal(rows, hand[0], other), upto, "Ana")
    assert frames(rows, upto, "Beto") != frames(with_deal(rows, hand[0], other), upto, "Beto")


def test_all_the_orders_of_a_hidden_hand_look_the_same():
    """The order in which another's cards were dealt is hidden too."""
    chance = random.Random(2)
    rows = a_game(chance)
    hand = hands_of(rows)[0]
    deal = next(fact for fact in rows[hand[0]].facts if isinstance(fact, Dealt))
    seen = set()
    for order in permutations(deal.cards[1]):
        cards = (deal.cards[0], order, *deal.cards[2:])
        seen.add(
            tuple(frames(with_deal(rows, hand[0], Dealt(deal.hand, deal.dealer, cards)), hand[:1], "Ana"))
        )
    assert len(seen) == 1
