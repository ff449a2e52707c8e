"""The rules once more, naively: one mutable sheet of paper, written from the text alone.

It shares no code with the engine. The tests play the same moves on both and compare what a replay
would print. Slow and long-winded is fine here; clever is not.
"""

from typing import Any

STEPS = [  # B3
    ["1e"],
    ["1b"],
    ["7e"],
    ["7o"],
    ["3e", "3b", "3o", "3c"],
    ["2e", "2b", "2o", "2c"],
    ["1c", "1o"],
    ["12e", "12b", "12o", "12c"],
    ["11e", "11b", "11o", "11c"],
    ["10e", "10b", "10o", "10c"],
    ["7c", "7b"],
    ["6e", "6b", "6o", "6c"],
    ["5e", "5b", "5o", "5c"],
    ["4e", "4b", "4o", "4c"],
]

E, R, F = "envido", "real-envido", "falta-envido"

ENVIDO = {  # B7.5: chain -> (accepted B7.6, refused B7.8); None: the falta of B7.7
    (E,): (2, 1),
    (E, E): (4, 2),
    (R,): (3, 1),
    (E, R): (5, 2),
    (E, E, R): (7, 4),
    (F,): (None, 1),
    (E, F): (None, 2),
    (E, E, F): (None, 4),
    (R, F): (None, 3),
    (E, R, F): (None, 5),
    (E, E, R, F): (None, 7),
}

TRUCO = {  # B8.1, B8.4
    ("truco",): (2, 1),
    ("truco", "retruco"): (3, 2),
    ("truco", "retruco", "vale-cuatro"): (4, 3),
}


def place(card: str) -> int:
    """The card's step, 0 the highest."""
    return next(at for at, step in enumerate(STEPS) if card in step)


def count(card: str) -> int:
    number = int(card[:-1])
    return 0 if number >= 10 else number


def tanto(cards: list[str]) -> tuple[int, list[str]]:
    """B7.1, and the cards of B7.12."""
    best = -1
    makers: list[str] = []
    for i in range(3):
        for j in range(i + 1, 3):
            if cards[i][-1] == cards[j][-1]:
                points = 20 + count(cards[i]) + count(cards[j])
                if points > best:
                    best, makers = points, [cards[i], cards[j]]
    if best < 0:
        for card in cards:
            if count(card) > best:
                best, makers = count(card), [card]
    return best, makers


class Sheet:
    """One hand on paper."""

    def __init__(self, dealer: int, cards: list[list[str]]) -> None:
        self.dealer = dealer
        self.mano = (dealer + 1) % 4
        self.cards = cards
        self.held = [list(own) for own in cards]
        self.turn = self.mano
        self.folded: set[int] = set()
        self.rounds: list[dict[str, Any]] = []
        self.envido_said: tuple[str, ...] = ()
        self.truco_said: tuple[str, ...] = ()
        self.owner: int | None = None  # the pair that accepted the last bet of the truco
        self.worth = 1
        self.ask: dict[str, Any] | None = None
        self.truco_waits: int | None = None  # the pair that answers the truco behind the envido
        self.envido: dict[str, Any] | None = None
        self.makers: list[str] = []
        self.result: dict[str, Any] | None = None

    def order(self) -> list[int]:
        return [(self.mano + at) % 4 for at in range(4)]

    def inside(self, side: int) -> list[int]:
        return [seat for seat in range(4) if seat % 2 == side and seat not in self.folded]

    def current(self) -> dict[str, Any] | None:
        """The round under way, if it has a card."""
        return self.rounds[-1] if self.rounds and not self.rounds[-1]["done"] else None

    def first_round(self) -> bool:
        return not any(one["done"] for one in self.rounds)

    def has_played(self, seat: int) -> bool:
        return len(self.held[seat]) < 3


class Paper:
    """One game on paper."""

    def __init__(self, score: tuple[int, int] = (0, 0)) -> None:
        self.score = list(score)
        self.winner: int | None = None
        self.away: set[int] = set()
        self.sheets: list[Sheet] = []
        self.scores: list[list[int]] = []
        self.refused: list[list[Any]] = []
        self.done_in_hand = 0

    # Dealing.

    def may_deal(self) -> bool:
        idle = not self.sheets or self.sheets[-1].result is not None
        return idle and self.winner is None and not self.away

    def deal(self, dealer: int, cards: list[list[str]]) -> None:
        self.sheets.append(Sheet(dealer, cards))
        self.scores.append(list(self.score))
        self.done_in_hand = 0

    # What is open.

    def legal(self, seat: int) -> list[str]:
        sheet = self.sheets[-1] if self.sheets else None
        if sheet is None or sheet.result is not None or self.winner is not None or seat in self.away:
            return []
        if sheet.ask is not None:
            return sorted(self._answers(sheet, sheet.ask, seat))
        if self.away or seat != sheet.turn:
            return []
        open_now = [f"play {card}" for card in sheet.held[seat]] + ["fold"]
        if (
            sheet.first_round()
            and not sheet.has_played(seat)
            and not sheet.envido_said
            and not sheet.truco_said
        ):
            open_now += [f"call {word}" for word in (E, R, F)]
        if not sheet.truco_said:
            open_now.append("call truco")
        elif sheet.owner == seat % 2 and len(sheet.truco_said) < 3:
            open_now.append("call " + ("retruco", "vale-cuatro")[len(sheet.truco_said) - 1])
        return sorted(open_now)

    def _answers(self, sheet: Sheet, ask: dict[str, Any], seat: int) -> list[str]:
        if seat not in ask["voters"]:
            return []
        words = ["quiero", "no-quiero"]
        table = TRUCO if ask["truco"] else ENVIDO
        chain = sheet.truco_said if ask["truco"] else sheet.envido_said
        words += [longer[-1] for longer in table if longer[:-1] == chain]
        own = ask["votes"].get(seat)
        answers = [f"vote {word}" for word in words if word != own]
        if (
            chain == ("truco",)
            and sheet.first_round()
            and not sheet.envido_said
            and not sheet.has_played(seat)
            and not self.away
        ):
            answers += [f"call {word}" for word in (E, R, F)]
        return answers

    # Moves.

    def move(self, move: str) -> bool:
        """Do a move if it is open; otherwise note it as refused."""
        done = self._move(move)
        if not done:
            self.refused.append([len(self.sheets) - 1, self.done_in_hand, ""])
        self.done_in_hand += 1
        self.scores[-1] = list(self.score)
        return done

    def _move(self, move: str) -> bool:
        sheet = self.sheets[-1]
        if self.winner is not None:
            return False
        if move == "clock":
            if sheet.ask is None:
                return False
            self._settle(sheet, self._at_the_end(sheet.ask))
            return True
        name, verb, *rest = move.split(" ")
        seat = int(name)
        if verb in ("drop", "back"):
            if (seat in self.away) != (verb == "back"):
                return False
            self.away ^= {seat}
            self._count(sheet)
            return True
        if " ".join([verb, *rest]) not in self.legal(seat):
            return False
        if verb == "play":
            self._play(sheet, seat, rest[0])
        elif verb == "fold":
            self._fold(sheet, seat)
        elif verb == "vote":
            assert sheet.ask is not None
            sheet.ask["votes"].pop(seat, None)
            sheet.ask["votes"][seat] = rest[0]
            self._count(sheet)
        else:
            self._call(sheet, seat, rest[0])
        return True

    def _play(self, sheet: Sheet, seat: int, card: str) -> None:
        if sheet.current() is None:
            sheet.rounds.append({"cards": [], "side": None, "seat": None, "done": False})
        sheet.held[seat].remove(card)
        sheet.rounds[-1]["cards"].append([seat, card])
        self._go_on(sheet, seat)

    def _fold(self, sheet: Sheet, seat: int) -> None:
        could_envido = sheet.first_round() and not sheet.envido_said and not sheet.truco_said
        sheet.folded.add(seat)
        side = seat % 2
        if not sheet.inside(side):
            self._end(sheet, 1 - side, sheet.worth + (1 if could_envido else 0), "fold")
        else:
            self._go_on(sheet, seat)

    def _go_on(self, sheet: Sheet, seat: int) -> None:
        """The next seat's turn, or the end of the round."""
        now = sheet.current()
        played = [] if now is None else [who for who, _ in now["cards"]]
        if now is not None and all(one in played for one in range(4) if one not in sheet.folded):
            self._end_round(sheet, now)
            return
        seat = (seat + 1) % 4
        while seat in sheet.folded:
            seat = (seat + 1) % 4
        sheet.turn = seat

    def _end_round(self, sheet: Sheet, now: dict[str, Any]) -> None:
        now["done"] = True
        top = min(place(card) for _, card in now["cards"])
        best = [seat for seat, card in now["cards"] if place(card) == top]
        if {seat % 2 for seat in best} == {0, 1}:
            sheet.turn = now["cards"][0][0]
        else:
            now["side"], now["seat"] = best[0] % 2, best[0]
            sheet.turn = best[0]
        side = self._who_has_it([one["side"] for one in sheet.rounds], sheet.mano % 2)
        if side is not None:
            self._end(sheet, side, sheet.worth, "rounds")

    @staticmethod
    def _who_has_it(won: list[int | None], mano: int) -> int | None:
        """B5."""
        for side in (0, 1):
            if won.count(side) == 2:
                return side
        if len(won) == 1:
            return None
        if won[0] is None:
            if won[1] is not None:
                return won[1]
            if len(won) == 2:
                return None
            return mano if won[2] is None else won[2]
        if won[1] is None:
            return won[0]
        return won[0] if len(won) == 3 else None

    def _end(self, sheet: Sheet, side: int, points: int, by: str) -> None:
        sheet.result = {"side": side, "points": points, "by": by}
        sheet.ask = None
        self._pay(side, points)

    def _pay(self, side: int, points: int) -> None:
        self.score[side] = min(30, self.score[side] + points)
        if self.score[side] == 30:
            self.winner = side

    # Calls.

    def _call(self, sheet: Sheet, seat: int, word: str) -> None:
        if word in (E, R, F):
            if sheet.ask is not None:
                sheet.truco_waits = seat % 2
            sheet.envido_said = (word,)
            self._ask(sheet, 1 - seat % 2, truco=False)
        else:
            sheet.truco_said += (word,)
            self._ask(sheet, 1 - seat % 2, truco=True)

    def _ask(self, sheet: Sheet, side: int, *, truco: bool) -> None:
        sheet.ask = {"truco": truco, "side": side, "voters": sheet.inside(side), "votes": {}}

    def _standing(self, ask: dict[str, Any]) -> dict[int, str]:
        """B9.6."""
        votes = dict(ask["votes"])
        for seat in ask["voters"]:
            if seat in self.away:
                votes[seat] = "no-quiero"
        return votes

    def _count(self, sheet: Sheet) -> None:
        """Settle the open call if its votes do (B9.2, B9.6)."""
        ask = sheet.ask
        if ask is None:
            return
        votes = self._standing(ask)
        somebody = any(seat in ask["votes"] and seat not in self.away for seat in ask["voters"])
        if somebody and len(votes) == len(ask["voters"]) and len(set(votes.values())) == 1:
            self._settle(sheet, next(iter(votes.values())))

    def _at_the_end(self, ask: dict[str, Any]) -> str:
        """B9.3."""
        votes = list(self._standing(ask).values())
        return votes[0] if len(votes) == 2 and votes[0] == votes[1] else "no-quiero"

    def _settle(self, sheet: Sheet, word: str) -> None:
        ask = sheet.ask
        assert ask is not None
        sheet.ask = None
        answering, calling = ask["side"], 1 - ask["side"]
        if ask["truco"]:
            accepted, refused = TRUCO[sheet.truco_said]
            if word == "no-quiero":
                self._end(sheet, calling, refused, "refused")
                return
            sheet.worth, sheet.owner = accepted, answering
            if word != "quiero":
                sheet.truco_said += (word,)
                self._ask(sheet, calling, truco=True)
            return
        if word not in ("quiero", "no-quiero"):
            sheet.envido_said += (word,)
            self._ask(sheet, calling, truco=False)
            return
        self._settle_envido(sheet, word, calling)
        if sheet.truco_waits is not None and self.winner is None:
            self._ask(sheet, sheet.truco_waits, truco=True)
        sheet.truco_waits = None

    def _settle_envido(self, sheet: Sheet, word: str, calling: int) -> None:
        accepted, refused = ENVIDO[sheet.envido_said]
        settled: dict[str, Any] = {"chain": list(sheet.envido_said), "accepted": word == "quiero"}
        if word == "no-quiero":
            settled |= {"side": calling, "points": refused, "seat": None, "declared": []}
        else:
            said: list[list[Any]] = []
            best: int | None = None
            for seat in sheet.order():
                if seat in sheet.folded:
                    continue
                mine = tanto(sheet.cards[seat])[0]
                others = [points for who, points in said if who % 2 != seat % 2 and points != "son buenas"]
                said.append([seat, mine if not others or mine > max(others) else "son buenas"])
                if best is None or mine > tanto(sheet.cards[best])[0]:
                    best = seat
            assert best is not None
            points = 30 - max(self.score) if accepted is None else accepted
            settled |= {"side": best % 2, "points": points, "seat": best, "declared": said}
            sheet.makers = tanto(sheet.cards[best])[1]
        sheet.envido = settled
        self._pay(settled["side"], settled["points"])

    # The replay's line.

    def report(self) -> dict[str, Any]:
        sheet = self.sheets[-1] if self.sheets else None
        idle = sheet is None or sheet.result or sheet.ask or self.away or self.winner is not None
        answer = None
        if sheet is not None and sheet.ask is not None:
            chain = sheet.truco_said if sheet.ask["truco"] else sheet.envido_said
            answer = {
                "call": chain[-1],
                "chain": list(chain),
                "behind": None if sheet.truco_waits is None else "truco",
                "seats": sheet.ask["voters"],
                "votes": {str(seat): word for seat, word in self._standing(sheet.ask).items()},
            }
        return {
            "score": list(self.score),
            "winner": self.winner,
            "hands": [self._hand(one, score) for one, score in zip(self.sheets, self.scores, strict=True)],
            "turn": None if idle or sheet is None else sheet.turn,
            "answer": answer,
            "legal": {str(seat): self.legal(seat) for seat in range(4)},
            "refused": self.refused,
        }

    def _hand(self, sheet: Sheet, score: list[int]) -> dict[str, Any]:
        over = sheet.result is not None or (self.winner is not None and sheet is self.sheets[-1])
        envido = None if sheet.envido is None else {**sheet.envido, "shown": sheet.makers if over else []}
        return {
            "dealer": sheet.dealer,
            "envido": envido,
            "rounds": sheet.rounds,
            "truco": sheet.result,
            "score": score,
        }
