"""The players as the crash tests know them: what each was told and asked, and what they may do next."""

import itertools
import random
from dataclasses import dataclass, field
from typing import Any

import orjson

Message = dict[str, Any]

_aids = itertools.count(1)


def bare(view: Message) -> bytes:
    """A view without its clocks, and without who is idle, which a restart forgives (B12.7, B12.8)."""
    room = {**view["room"], "members": [{**one, "left_ms": None} for one in view["room"]["members"]]}
    game = view["game"]
    if game is not None:
        game = {**game, "clocks": None, "seats": [{**seat, "idle": False} for seat in game["seats"]]}
    return orjson.dumps({"room": room, "game": game}, option=orjson.OPT_SORT_KEYS)


@dataclass(frozen=True, slots=True)
class Heard:
    """One frame: what was told of which version."""

    version: int
    facts: list[Message]
    view: bytes


@dataclass(eq=False)
class Person:
    """One player. `wrong` are things that no server should have said."""

    id: str
    name: str
    token: str
    version: int | None = None
    view: Message = field(default_factory=dict)
    heard: list[Heard] = field(default_factory=list)
    pending: dict[str, Message] = field(default_factory=dict)
    acked: dict[str, Message] = field(default_factory=dict)
    dups: set[str] = field(default_factory=set)
    refused: set[str] = field(default_factory=set)
    wrong: list[str] = field(default_factory=list)
    told_ready: bool = False
    """Whether they were told that they are ready, since the last inspection."""
    fresh: bool = True
    """Whether their socket has shown them nothing yet."""
    _last: tuple[str, Message] | None = None

    # What they hear.

    def arrives(self) -> None:
        """A new socket of theirs has said hello."""
        self.fresh = True

    def hears(self, text: str) -> None:
        """Takes in one message."""
        message = orjson.loads(text)
        match message["type"]:
            case "frame":
                self._sees(message)
                if (ack := message.get("ack")) is not None:
                    self._is_acked(ack)
            case "refused":
                self._is_refused(message["aid"])
                if "frame" in message:
                    self._sees(message["frame"])
            case "error":
                self.wrong.append(f"{self.name} was told {message['code']}")

    def _sees(self, frame: Message) -> None:
        version, facts = frame["version"], frame["facts"]
        if not self.fresh and self.version is not None and version - len(facts) != self.version:
            self.wrong.append(f"{self.name}: {len(facts)} facts from version {self.version} to {version}")
        if self.version is not None and version < self.version:
            self.wrong.append(f"{self.name}: back from version {self.version} to {version}")
        self.fresh = False
        self.version, self.view = version, frame["view"]
        self.heard.append(Heard(version, facts, bare(frame["view"])))

    def _is_acked(self, ack: Message) -> None:
        aid = ack["aid"]
        if aid in self.refused:
            self.wrong.append(f"{self.name}: {aid} was refused and then acked")
        if aid in self.acked and not ack["dup"]:
            self.wrong.append(f"{self.name}: {aid} was acked twice as new")
        if ack["dup"]:
            self.dups.add(aid)
        if aid in self.pending:
            self.acked[aid] = self.pending.pop(aid)
            self._last = self.view["game"]["id"], self.acked[aid]

    def _is_refused(self, aid: str) -> None:
        if aid in self.acked:
            self.wrong.append(f"{self.name}: {aid} was acked and then refused")
        self.pending.pop(aid, None)
        self.refused.add(aid)

    def is_ready(self) -> None:
        """REST has said so."""
        self.told_ready = True

    # What they want.

    @property
    def game(self) -> Message | None:
        """The game that is on, as they see it."""
        game = self.view.get("game")
        return game if game is not None and game["over"] is None else None

    @property
    def seat(self) -> int | None:
        """Their chair in the room."""
        return next((one["seat"] for one in self.view["room"]["members"] if one["id"] == self.id), None)

    @property
    def ready(self) -> bool:
        return any(one["ready"] for one in self.view["room"]["members"] if one["id"] == self.id)

    def chooses(self, chance: random.Random) -> Message | None:
        """Something that they may do now, as a message with an aid of its own; None when there is nothing."""
        options = self._options()
        if not options:
            return None
        message = chance.choices(options, [_weight(one) for one in options])[0]
        return {**message, "aid": f"a{next(_aids)}"}

    def errs(self) -> Message:
        """An action for a moment that never was."""
        assert self.game is not None, "a game is on"
        return {"type": "play", "hand": self.game["hand"], "ply": 999, "card": "1e", "aid": f"a{next(_aids)}"}

    def repeats(self) -> str | None:
        """The text of their last action of the game that is on, which was acked."""
        game = self.game
        if game is None or self._last is None or self._last[0] != game["id"]:
            return None
        return orjson.dumps(self._last[1]).decode()

    def option(self, kind: str, word: str | None = None) -> Message | None:
        """What they may do of this kind, the first."""
        for one in self._options():
            if one["type"] == kind and word in (None, one.get("word")):
                return {**one, "aid": f"a{next(_aids)}"}
        return None

    def may(self, message: Message) -> bool:
        """Whether a message is still meant for this moment, and allowed in it."""
        return {name: value for name, value in message.items() if name != "aid"} in self._options()

    def acts(self, message: Message) -> str:
        """Notes that a message goes out; its text."""
        if message["aid"] not in self.acked:
            self.pending[message["aid"]] = message
        return orjson.dumps(message).decode()

    def _options(self) -> list[Message]:
        game = self.game
        if game is None or game["seat"] is None:
            return []
        hand = game["hand"]
        if game["result"] is not None:
            open_to = game["seat"] not in game["continued"]
            return [{"type": "continue", "hand": hand}] if open_to else []
        question = game["question"]
        said = question["votes"].get(str(game["seat"])) if question else None
        options: list[Message] = []
        for one in game["legal"]:
            what = {name: one[name] for name in ("word", "card") if name in one}
            if one["do"] != "vote":
                options.append({"type": one["do"], "hand": hand, "ply": game["ply"], **what})
            elif one["word"] != said:
                options.append({"type": "vote", "hand": hand, "question": question["id"], **what})
        return options


def _weight(message: Message) -> float:
    """How likely one is to do something: mostly cards, so that hands go on, and seldom the mazo."""
    match message["type"]:
        case "play" | "continue":
            return 4.0
        case "vote":
            return {"quiero": 4.0, "no-quiero": 2.0}.get(message["word"], 0.7)
        case "call":
            return 0.7
        case _:
            return 0.25
