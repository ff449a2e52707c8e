"""A player without a page, who does what the test says: for the chairs that a test does not look at."""

import itertools
import threading
from collections.abc import Callable
from contextlib import ExitStack, suppress
from typing import Any, Self

import httpx
import orjson
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.browser.people import Person

PATIENCE = 15
"""Real seconds that a friend waits until a move is open."""


class Friend:
    """Sits down by REST, plays over a socket: ``friend.does("call truco")``, when that is open.

    With a token it is that guest, who may have a page too. Alone it may think for some seconds before each
    move, and call a word as soon as a round has been played.
    """

    def __init__(
        self,
        url: str,
        name: str,
        room: str | None = None,
        *,
        token: str | None = None,
        thinks: float = 0,
        calls: str | None = None,
    ) -> None:
        self._api = httpx.Client(base_url=f"{url}/api/v1")
        token = token or self._api.post("/guests", json={"name": name}).raise_for_status().json()["token"]
        self._api.headers["authorization"] = f"Bearer {token}"
        self._url = url.replace("http", "ws", 1)
        self._aids = itertools.count()
        self._thinks, self._calls = thinks, calls
        self.view: dict[str, Any] = {}
        self._news = threading.Condition()
        self._pongs = 0
        self._alone = False
        self._line = ExitStack()
        way = f"/rooms/{room}/join" if room else "/rooms/quick"
        self.room: str = self._api.post(way, json={}).raise_for_status().json()["id"]
        self.arrive()

    def arrive(self) -> Self:
        """Opens the line to the table, or opens it again."""
        self._line.close()
        address = f"{self._url}/api/v1/rooms/{self.room}/socket"
        headers = {"authorization": self._api.headers["authorization"]}
        self._socket = self._line.enter_context(connect(address, additional_headers=headers))
        self._socket.send('{"type":"hello","protocol":1,"version":null}')
        threading.Thread(target=self._listen, args=(self._socket,), daemon=True).start()
        return self

    def _listen(self, socket: Any) -> None:
        """Notes what comes; who plays alone answers a view when it has thought and no newer one has come."""
        unanswered = False
        with suppress(ConnectionClosed):
            while True:
                try:
                    message = orjson.loads(socket.recv(self._thinks if unanswered else None))
                except TimeoutError:
                    unanswered = False
                    with self._news:
                        self._go_on()
                    continue
                view = message.get("view") or (message.get("frame") or {}).get("view")
                with self._news:
                    self.view = view or self.view
                    self._pongs += message["type"] == "pong"
                    self._news.notify_all()
                unanswered = unanswered or view is not None

    def ping(self) -> None:
        """Says that the line lives, as one does who lets much time pass."""
        with self._news:
            self._pongs = 0
            self._socket.send('{"type":"ping","t":0}')
            assert self._news.wait_for(lambda: self._pongs > 0, PATIENCE), "no pong"

    def drop(self) -> None:
        """The line breaks; the chair waits."""
        self._line.close()

    def sit(self, seat: int) -> Self:
        """Changes to that chair."""
        self._api.put(f"/rooms/{self.room}/chair", json={"seat": seat}).raise_for_status()
        return self

    def ready(self) -> Self:
        self._api.put(f"/rooms/{self.room}/ready", json={"ready": True}).raise_for_status()
        return self

    def does(self, *moves: str) -> Self:
        """Plays, calls, votes, folds or goes on; waits until the table lets it."""
        for move in moves:
            verb, _, what = move.partition(" ")
            with self._news:
                assert self._news.wait_for(lambda v=verb, w=what: self._open(v, w), PATIENCE), move
                self._send(verb, what)
                assert self._news.wait_for(lambda v=verb, w=what: not self._open(v, w), PATIENCE), move
        return self

    def alone(self, yes: bool = True) -> Self:
        """From now on plays by itself: wants all that is called, and plays the first card that it may."""
        with self._news:
            self._alone = yes
            self._go_on()
        return self

    def _go_on(self) -> None:
        """Makes the move that is open, if there is one and the test has left it to the friend."""
        game = self.view.get("game")
        if not self._alone or not game:
            return
        card = next((one["card"] for one in game["legal"] if one["do"] == "play"), None)
        if self._open("vote", "quiero"):
            self._send("vote", "quiero")
        elif self._calls and self._open("call", self._calls) and len(game["rounds"]) > 1:
            self._send("call", self._calls)
        elif card:
            self._send("play", card)
        elif game["over"]:
            self._again()
        elif self._open("continue", ""):
            self._send("continue", "")

    def _again(self) -> None:
        """Wants a rematch, if that was not said yet."""
        room = self.view["room"]
        if not next(one["ready"] for one in room["members"] if one["id"] == room["you"]):
            self.ready()

    def _open(self, verb: str, what: str) -> bool:
        game = self.view.get("game")
        if not game:
            return False
        if verb == "continue":
            return game["result"] is not None and game["seat"] not in game["continued"]
        return any(
            one["do"] == verb and what in (one.get("card"), one.get("word"), "") for one in game["legal"]
        )

    def _send(self, verb: str, what: str) -> None:
        game = self.view["game"]
        wish: dict[str, Any] = {"type": verb, "aid": f"f{next(self._aids)}", "hand": game["hand"]}
        if verb == "vote":
            wish |= {"question": game["question"]["id"], "word": what}
        elif verb != "continue":
            wish |= {"ply": game["ply"]}
        if verb in ("call", "play"):
            wish |= {"word" if verb == "call" else "card": what}
        self._socket.send(orjson.dumps(wish).decode())

    def quit(self) -> None:
        """Leaves the room, which cancels a game."""
        self._api.post(f"/rooms/{self.room}/leave").raise_for_status()

    def leave(self) -> None:
        self._line.close()
        self._api.close()


Befriend = Callable[..., Friend]
Table = Callable[..., tuple[list[Person], list[Friend]]]
