"""Records drawn from fixed seeds, replayed by the engine and by the rules written down a second time."""

import json
import random
from typing import Any

import pytest

from tests.rules.reference import Paper
from truco.rules.cards import SPANISH_40
from truco.rules.record import from_json
from truco.rules.replay import replay, report

CALLS = ["envido", "real-envido", "falta-envido", "truco", "retruco", "vale-cuatro"]
VOTES = ["quiero", "no-quiero", *(word for word in CALLS if word != "truco")]
RECORDS = 2_000
CHUNK = 200


class Draft:
    """A record under way and the habits of those who play it."""

    def __init__(self, seed: int) -> None:
        self.chance = chance = random.Random(seed)
        score = chance.choice(
            [(0, 0), (29, 29), (28, 27), (14, 15), (chance.randrange(30), chance.randrange(30))]
        )
        self.paper = Paper(score)
        self.record: dict[str, Any] = {"rules": "barajamos", "score": list(score), "hands": []}
        self.drops = chance.choice([0, 0.02, 0.1])
        self.nonsense = chance.choice([0, 0.1, 0.3])
        self.folds = chance.choice([0, 0.05, 0.6])

    def write(self) -> None:
        dealer = self.chance.randrange(4)
        for _ in range(self.chance.choice([1, 1, 2, 4])):
            cards = self._cards()
            self.moves: list[str] = []
            self.record["hands"].append({"dealer": dealer, "cards": cards, "moves": self.moves})
            self.paper.deal(dealer, cards)
            dealer = (dealer + 1) % 4
            self._play_a_hand()
            if not self.paper.may_deal():
                return

    def _cards(self) -> list[list[str]]:
        """From the whole deck, or from a few neighbouring ranks."""
        deck: list[str] = list(SPANISH_40)
        self.chance.shuffle(deck)
        if self.chance.random() < 0.5:
            deck.sort(key=lambda card: int(card[:-1]))
            start = self.chance.randrange(29)
            deck = self.chance.sample(deck[start : start + 12], 12)
        return [deck[3 * seat : 3 * seat + 3] for seat in range(4)]

    def _play_a_hand(self) -> None:
        for _ in range(self.chance.choice([3, 10, 40, 80])):
            if self.paper.sheets[-1].result and self.chance.random() < 0.6:
                break
            self._move(self._something())
        for seat in sorted(self.paper.away):
            self._move(f"{seat} back")

    def _move(self, move: str) -> None:
        self.moves.append(move)
        self.paper.move(move)

    def _something(self) -> str:
        chance, seat = self.chance, self.chance.randrange(4)
        options = [f"{seat} {wish}" for seat in range(4) for wish in self.paper.legal(seat)]
        if chance.random() < self.drops:
            return f"{seat} {chance.choice(['drop', 'back'])}"
        if self.paper.away and chance.random() < 0.3:
            return f"{chance.choice(sorted(self.paper.away))} back"
        if not options or chance.random() < self.nonsense:
            return self._anything(seat)
        folds = [option for option in options if option.endswith("fold")]
        if folds and chance.random() < self.folds:
            return folds[0]
        return "clock" if chance.random() < 0.02 else chance.choice(options)

    def _anything(self, seat: int) -> str:
        chance = self.chance
        wishes = [
            f"play {chance.choice(SPANISH_40)}",
            f"call {chance.choice(CALLS)}",
            f"vote {chance.choice(VOTES)}",
            "fold",
        ]
        return chance.choice(["clock", *(f"{seat} {wish}" for wish in wishes)])


@pytest.mark.parametrize("start", range(0, RECORDS, CHUNK))
def test_both_readings_of_the_rules_replay_a_record_alike(start: int):
    for seed in range(start, start + CHUNK):
        draft = Draft(seed)
        draft.write()
        printed = json.loads(json.dumps(report(replay(from_json(draft.record)))))
        for refused in printed["refused"]:
            assert refused[2]
            refused[2] = ""
        assert printed == json.loads(json.dumps(draft.paper.report())), draft.record
