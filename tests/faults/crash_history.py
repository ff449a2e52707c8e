"""Histories of tables, each cut at a step; the next begins with what the one before left on the disk."""

import asyncio
import random
import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson

from tests.faults.crash_house import CrashHouse
from tests.faults.crash_life import Cut, Life, Step, factory
from tests.faults.crash_people import Message, Person
from tests.faults.crash_witness import Witness

_NAME = "truco.db"

STEPS = 9
"""What happens at each table in one life, beside coming back and asking again."""


WAITS = (0.25, 5.0, 8.125, 10.125, 61.0)
"""Seconds that may pass at a time: sums of powers of two, so that no moment is rounded."""


@contextmanager
def mortal_tasks() -> Iterator[None]:
    """Tasks of the server that begin in here die with their life."""
    loop = asyncio.get_running_loop()
    before = loop.get_task_factory()
    loop.set_task_factory(factory)
    try:
        yield
    finally:
        loop.set_task_factory(before)


class Pipe:
    """One socket of a person; the network is this test."""

    def __init__(self, house: CrashHouse, room: str, person: Person) -> None:
        self._life, self._person = house.life, person
        self._incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._incoming.put_nowait({"type": "websocket.connect"})
        self._reads = asyncio.Event()
        self._reads.set()
        self.closed: int | None = None
        self.left = False
        """Whether the person has another socket by now, and listens to that one only."""
        self.task = house.life.spawn(house.socket(room, person.token, self._receive, self._send))

    def say(self, text: str) -> None:
        self._incoming.put_nowait({"type": "websocket.receive", "text": text})

    def drop(self) -> None:
        """The connection breaks."""
        self.closed = 1006
        self._reads.set()
        self._incoming.put_nowait({"type": "websocket.disconnect", "code": 1006})

    def halt(self) -> None:
        """From now on the person reads nothing."""
        self._reads.clear()

    def go_on(self) -> None:
        self._reads.set()

    @property
    def reads(self) -> bool:
        return self._reads.is_set()

    async def _receive(self) -> dict[str, Any]:
        return await self._incoming.get()

    async def _send(self, message: Any) -> None:
        self._life.sending("send")
        if not self._reads.is_set():
            await self._reads.wait()
        if self.closed is not None:
            if message["type"] == "websocket.send":
                raise OSError("the socket is gone")
            return
        if message["type"] == "websocket.send" and not self.left:
            self._person.hears(message["text"])
        elif message["type"] == "websocket.close":
            self.closed = message["code"]
            self._incoming.put_nowait({"type": "websocket.disconnect", "code": self.closed})
        self._life.sending("sent")


@dataclass
class Tally:
    """What many histories came to."""

    lives: int = 0
    at_rest: int = 0
    seen: set[Step] = field(default_factory=set)
    cuts: Counter[Step] = field(default_factory=Counter)

    @property
    def lines(self) -> set[tuple[str, int]]:
        """The lines of the server that were under way at some cut."""
        return {(line.file, line.line) for step in self.cuts for line in step.lines}

    def add(self, life: Life) -> None:
        """Counts one life."""
        self.lives += 1
        self.seen |= life.seen
        if life.last is None:
            self.at_rest += 1
        else:
            self.cuts[life.last] += 1


class Table:
    """One room with its four players, through all lives of its server."""

    def __init__(self, room: str, people: list[Person]) -> None:
        self.room, self.people = room, people
        self.witness = Witness(room, people)
        self._pipes: dict[str, Pipe] = {}
        self._house: CrashHouse | None = None

    async def come_back(self, house: CrashHouse, chance: random.Random) -> None:
        """All four return, and see what the journal says; an open call begins again (B12.8)."""
        self._house = house
        self._pipes.clear()
        for person in chance.sample(self.people, 4):
            self._connect(person, chance)
            await house.life.settle()
            if house.life.dead:
                return
            assert person.view["room"]["id"] == self.room
            clock = person.view["game"] and person.view["game"]["clocks"]["question"]
            assert clock in (None, 10_000), f"an open call begins again with ten seconds, not {clock} ms"

    async def ask_again(self, life: Life) -> None:
        """What nobody answered is sent again with the same aid: it happens once in all."""
        for person in self.people:
            for aid, message in list(person.pending.items()):
                done, allowed = self.witness.holds(person, aid), person.may(message)
                self._pipes[person.id].say(person.acts(message))
                await life.settle()
                if life.dead:
                    return
                self.witness.checked[_answered(person, message, done=done, allowed=allowed)] += 1

    def something(self, chance: random.Random) -> None:
        """One thing that people or their lines do."""
        here = [person for person in self.people if self._pipes[person.id].closed is None]
        gone = [person for person in self.people if self._pipes[person.id].closed is not None]
        if gone and chance.random() < 0.5:
            self._return(chance.choice(gone), chance)
        elif here:
            someone, dice = chance.choice(here), chance.random()
            if dice < 0.2:
                self._mishap(someone, dice, chance)
            elif any(person.game for person in here):
                self._actions(here, chance)
            else:
                self._get_ready(here)

    def read_on(self) -> None:
        """Everyone takes in what waits for them."""
        for pipe in self._pipes.values():
            pipe.go_on()

    def _mishap(self, someone: Person, dice: float, chance: random.Random) -> None:
        """A line breaks, is replaced or stands still, or something is said that was better not."""
        pipe = self._pipes[someone.id]
        if dice < 0.04:
            pipe.drop()
        elif dice < 0.07:
            self._return(someone, chance)
        elif dice < 0.11:
            pipe.halt() if pipe.reads else pipe.go_on()
        elif dice < 0.16 and (again := someone.repeats()) is not None:
            pipe.say(again)
        elif someone.game:
            self._act(someone, someone.errs())

    def _actions(self, here: list[Person], chance: random.Random) -> None:
        """One who may does something; now and then others at the same time."""
        able = [(person, message) for person in here if (message := person.chooses(chance))]
        for person, message in chance.sample(able, min(len(able), chance.choice((1, 1, 1, 2, 4)))):
            self._act(person, message)

    def _act(self, person: Person, message: Message) -> None:
        self._pipes[person.id].say(person.acts(message))

    def _return(self, person: Person, chance: random.Random) -> None:
        """On a new socket, and what nobody answered is sent again."""
        self._connect(person, chance)
        for message in list(person.pending.values()):
            self._act(person, message)

    def _connect(self, person: Person, chance: random.Random) -> None:
        assert self._house is not None, "a server lives"
        if person.id in self._pipes:
            self._pipes[person.id].left = True
        person.arrives()
        pipe = self._pipes[person.id] = Pipe(self._house, self.room, person)
        version = None if chance.random() < 0.1 else person.version
        pipe.say(orjson.dumps({"type": "hello", "protocol": 1, "version": version}).decode())

    def _get_ready(self, here: list[Person]) -> None:
        assert self._house is not None, "a server lives"
        for person in here:
            if person.seat is None:
                free = [seat for seat, member in enumerate(person.view["room"]["chairs"]) if member is None]
                if free:
                    self._house.life.spawn(self._house.sit(self.room, person.id, free[0]))
            elif not person.ready:
                self._house.life.spawn(self._house.set_ready(self.room, person.id, person.is_ready))


def _answered(person: Person, message: Message, *, done: bool, allowed: bool) -> str:
    """How an action that was sent again was answered. Fails when that is not as it has to be."""
    aid = message["aid"]
    if done:
        assert aid in person.dups, f"{person.name}: {message} was done, and its ack should say so"
        return "dup"
    if allowed:
        assert aid in person.acked and aid not in person.dups, f"{person.name}: {message} is not done"
        return "fresh"
    assert aid in person.refused, f"{person.name}: {message} is not refused"
    return "refused"


class World:
    """Tables in one database that is handed from life to life of their server."""

    def __init__(self, folder: Path, template: Path, tables: list[Table], seed: int) -> None:
        self.tables = tables
        self.lives = 0
        self._root, self._chance = folder, random.Random(seed)
        self._database = self._folder() / _NAME
        shutil.copyfile(template, self._database)
        self._inspect()

    @property
    def database(self) -> Path:
        """What the last life left."""
        return self._database

    async def live(self, cut: Cut, kind: type[CrashHouse] = CrashHouse) -> Life:
        """A history of each table: the server starts on what is there, people play, and it dies."""
        self.lives += 1
        life = Life(cut)
        house = kind(life, f"sqlite+aiosqlite:///{self._database}", self._chance.randrange(2**32))
        try:
            opening = life.spawn(house.open())
            await life.settle()
            if not life.dead:
                opening.result()
                await self._play(house)
        except BaseException:
            life.kill()
            await life.bury(house.close())
            raise
        life.kill()
        await self._die(house)
        return life

    async def _play(self, house: CrashHouse) -> None:
        for table in self.tables:
            if not house.life.dead:
                await table.come_back(house, self._chance)
        for table in self.tables:
            if not house.life.dead:
                await table.ask_again(house.life)
        for _ in range(STEPS):
            if house.life.dead:
                return
            for table in self.tables:
                table.something(self._chance)
            if self._chance.random() < 0.1:
                await house.clock.advance(self._chance.choice(WAITS))
            if self._chance.random() < 0.8:
                await house.life.settle()
        for table in self.tables:
            table.read_on()
        await house.life.settle()

    async def _die(self, house: CrashHouse) -> None:
        """Takes what is on the disk away from the dead process, and looks at it."""
        left = self._database
        self._database = self._folder() / _NAME
        for end in ("", "-wal"):
            if (file := left.with_name(_NAME + end)).exists():
                shutil.copyfile(file, self._database.with_name(_NAME + end))
        faults = await house.life.bury(house.close())
        shutil.rmtree(left.parent)
        assert not faults, faults
        self._inspect()

    def _inspect(self) -> None:
        for table in self.tables:
            table.witness.inspect(self._database)

    def _folder(self) -> Path:
        folder = self._root / str(self.lives)
        folder.mkdir(parents=True)
        return folder
