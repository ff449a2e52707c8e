"""What the server says: the shapes of its messages, as types. What is sent are plain values of these shapes.

The view is made by the table (``truco.table.views``) out of the rules' own (``truco.rules.view``); a
test holds every message that is sent against these types.
"""

from typing import Any, Literal, NotRequired, TypedDict

from truco.protocol.codes import ErrorCode
from truco.rules.seats import Seat, Side
from truco.rules.view import HandView, SeatView
from truco.table.events import Ending
from truco.table.wishes import Records


class RulesView(TypedDict):
    """The rule set of a room: players, points that end a game, whether they are malas and buenas."""

    name: str
    seats: int
    target: int
    halves: bool


class MemberView(TypedDict):
    """A member; ``left_ms`` until the chair of one who is away is freed, while no game is on."""

    id: str
    name: str
    seat: Seat | None
    ready: bool
    connected: bool
    left_ms: int | None


class LastView(TypedDict):
    """How the last game ended; ``name`` and ``seat`` of who left or did not come back."""

    game: str
    why: Ending
    side: Side | None
    seat: Seat | None
    name: str | None
    score: tuple[int, ...]


class RoomView(TypedDict):
    """The room; ``you`` and ``code`` for its members only.

    ``promised`` is the SHA-256 of the secret that the coming game's deals follow from; None while one is on.
    """

    id: str
    name: str
    public: bool
    records: Records
    rules: RulesView
    host: str | None
    you: str | None
    code: str | None
    chairs: tuple[str | None, ...]
    members: list[MemberView]
    playing: bool
    promised: str | None
    last: LastView | None


class PlayerView(SeatView):
    """A seat and who plays it; ``idle`` while the minute of one who does nothing runs (B12.7)."""

    name: str
    idle: bool


class OverView(TypedDict):
    """How the game ended: which side won it, or which seat left or did not come back."""

    why: Ending
    side: Side | None
    seat: Seat | None


class ChairClock(TypedDict):
    """How long a chair waits; ``idle`` when its player is connected and does nothing."""

    seat: Seat
    ms: int
    idle: bool


class ClocksView(TypedDict):
    """Milliseconds left when the frame was made; None for a clock that there is not.

    ``question`` of the open call, ``turn`` of the player on turn, ``next`` until the next deal.
    ``stopped``: all stand still, since the server cannot write, or cannot reach all who are at the table.
    """

    question: int | None
    turn: int | None
    next: int | None
    chairs: list[ChairClock]
    stopped: bool


class DealView(TypedDict):
    """What the deals of the game follow from: the SHA-256 of its secret, and the nonces by seat."""

    commitment: str
    nonces: tuple[str, ...]


class GameView(HandView):
    """The game on the table; it stays, with ``over`` set, until the next one starts."""

    id: str
    seats: list[PlayerView]  # pyright: ignore[reportIncompatibleVariableOverride]
    over: OverView | None
    continued: list[Seat]
    deal: DealView | None
    clocks: ClocksView


class View(TypedDict):
    """All that one viewer may see now."""

    room: RoomView
    game: GameView | None


class Fact(TypedDict):
    """Something that happened; which other keys it has depends on ``fact``."""

    fact: str


class Snapshot(TypedDict):
    """A version, its view, and the facts that led to it."""

    version: int
    view: View
    facts: list[Fact]


class Ack(TypedDict):
    """The action ``aid`` is durable; ``dup`` when it was so before."""

    aid: str
    dup: bool


class Frame(Snapshot):
    """How things stand now."""

    type: Literal["frame"]
    ack: NotRequired[Ack]


class Refused(TypedDict):
    """The action ``aid`` was refused and nothing has changed; with the frame for one who was behind."""

    type: Literal["refused"]
    aid: str
    code: str
    params: dict[str, Any]
    frame: NotRequired[Snapshot]


class Error(TypedDict):
    """Something that belongs to no action went wrong."""

    type: Literal["error"]
    code: ErrorCode
    params: dict[str, str]


class Pong(TypedDict):
    """The answer to a ping, with its ``t``."""

    type: Literal["pong"]
    t: int


Outbound = Frame | Refused | Error | Pong
