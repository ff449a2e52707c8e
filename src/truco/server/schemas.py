"""What REST takes and gives. Every model here is in the OpenAPI document, with an example."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from truco.rules.fair import NONCE_DIGITS

ROOM: dict[str, Any] = {
    "id": "Gq3vYb0t1kZsW9xA",
    "name": "La de los jueves",
    "public": True,
    "records": "open",
    "rules": {"name": "barajamos", "seats": 4, "target": 30, "halves": True},
    "host": "p5Wm2cX8hT0aLr7d",
    "code": "7K3M-QX0D-9T4RZ",
    "chairs": [{"id": "p5Wm2cX8hT0aLr7d", "name": "Ana", "ready": True, "connected": True}, None, None, None],
    "playing": False,
    "score": None,
    "hand": None,
    "waiting_seconds": 12,
    "you": True,
}

Records = Literal["open", "closed"]
GuestId = Annotated[str, Field(description="Public id of a guest.", examples=["p5Wm2cX8hT0aLr7d"])]
RoomId = Annotated[str, Field(description="Id of a room.", examples=["Gq3vYb0t1kZsW9xA"])]
GameId = Annotated[str, Field(description="Id of a game.", examples=["n0Jx4uQe2VbK6rTf"])]
PlayerName = Annotated[
    str,
    Field(
        max_length=200,
        description="1 to 16 characters after trimming; no control, invisible or unassigned ones.",
        examples=["Ana"],
    ),
]
RoomName = Annotated[
    str,
    Field(
        max_length=200,
        description="1 to 24 characters, cleaned like a player's.",
        examples=["La de los jueves"],
    ),
]
Code = Annotated[
    str,
    Field(
        max_length=40,
        description="13 characters as 4-4-5. Small letters, no hyphens, O for 0, I or L for 1 are read.",
        examples=["7K3M-QX0D-9T4RZ"],
    ),
]


class Asked(BaseModel):
    """A body of a request: fields that are not named are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NewGuest(Asked):
    """A person who comes in."""

    name: PlayerName


class NewRoom(Asked):
    """A room to open."""

    name: RoomName
    public: bool = Field(
        True, description="Listed in the lobby; a private room is reached by its invite only."
    )
    records: Records = Field("open", description="`closed`: nobody gets a record of the games played here.")
    rules: str = Field("barajamos", max_length=40, description="A rule set on offer.", examples=["barajamos"])


class RoomOptions(Asked):
    """What the host may change while no game is on. What is left out, or null, stays."""

    name: RoomName | None = None
    public: bool | None = None
    records: Records | None = None


class Invite(Asked):
    """An invite by its code alone."""

    code: Code


class Join(Asked):
    """How one joins a room: with its code when it is private."""

    code: Code | None = None


class ChairWish(Asked):
    """The chair one would like; null to stand up."""

    seat: int | None = Field(ge=0, le=15, examples=[2])


class Ready(Asked):
    """Whether one is ready. The game starts when every chair is taken and ready.

    The nonce is one's part of what the game's deals follow from (`docs/fair-deal.md`).
    """

    ready: bool
    nonce: Annotated[
        str,
        Field(
            pattern=f"^([0-9a-f]{{{NONCE_DIGITS}}})?$",
            description="Hexadecimal digits, drawn by chance; none may be given.",
        ),
    ] = ""


class Guest(BaseModel):
    """A guest, as everyone may see them."""

    id: GuestId
    name: PlayerName


class GuestWithToken(Guest):
    """A new guest, with the secret by which they come back.

    It is told this once; the server keeps its hash only.
    """

    token: str = Field(
        description="256 bits. Browsers have it as a cookie too; programs send `Authorization: Bearer …`.",
        examples=["4Yc0v0l9mW6N1u5s3yq1kqk7pE0o2Qh8r5b3t9a1ZxM"],
    )


class Chair(BaseModel):
    """Who sits in a chair."""

    id: GuestId
    name: PlayerName
    ready: bool
    connected: bool


class Rules(BaseModel):
    """A rule set on offer."""

    name: str = Field(examples=["barajamos"])
    seats: int = Field(description="Players at the table.", examples=[4])
    target: int = Field(description="Points that end a game.", examples=[30])
    halves: bool = Field(description="Whether the points are counted as malas and buenas.")


class Room(BaseModel):
    """A room, as the one who asks may see it."""

    model_config = ConfigDict(json_schema_extra={"examples": [ROOM]})

    id: RoomId
    name: RoomName
    public: bool
    records: Records
    rules: Rules
    host: GuestId | None
    code: Code | None = Field(None, description="The invite, for members; null for others.")
    chairs: list[Chair | None] = Field(description="By seat, anticlockwise; null for a free one.")
    playing: bool
    score: list[int] | None = Field(description="Points by side, while a game is on.", examples=[[12, 9]])
    hand: int | None = Field(description="The hand under way, counted from 1, while a game is on.")
    waiting_seconds: int = Field(description="How long the room has been waiting for its next game.")
    you: bool = Field(description="Whether the one who asks is a member.")


class Rooms(BaseModel):
    """The public rooms."""

    rooms: list[Room]


class WhereAmI(BaseModel):
    """The room one is in."""

    room: RoomId | None


class RuleSets(BaseModel):
    """The rule sets on offer."""

    rulesets: list[Rules]


class Why(BaseModel):
    """A reason, and the number of the rule that says so."""

    code: str = Field(examples=["second_parda"])
    rule: str = Field(examples=["B5.3"])


class Stake(BaseModel):
    """The words of one bet in the order called, and what they are worth together."""

    chain: list[str] = Field(examples=[["envido", "real-envido"]])
    accepted: int | None = Field(
        description="Points when it is accepted; null where the score decides.", examples=[5]
    )
    price: Why | None = Field(description="Where the score decides: how.")
    refused: int = Field(description="Points for the side that called last.", examples=[2])
    raises: list[str] = Field(description="Words that may follow.", examples=[["falta-envido"]])


class Ladder(BaseModel):
    """A bet: every chain of words that it may be."""

    name: str = Field(examples=["envido"])
    stakes: list[Stake] = Field(description="Short chains first.")


class RulesInFull(Rules):
    """A rule set with its order of cards and its bets."""

    half: int | None = Field(description="Points of the malas.", examples=[15])
    sides: list[int] = Field(
        description="The side of each seat when seat 0 is mano.", examples=[[0, 1, 0, 1]]
    )
    dealt: int = Field(description="Cards for each player.", examples=[3])
    deck: list[str] = Field(description="Every card.", examples=[["1e", "7o"]])
    steps: list[list[str]] | None = Field(
        description="The cards from the highest step to the lowest, equal ones together; "
        "null where a turned card decides.",
        examples=[[["1e"], ["1b"], ["7e"], ["7o"]]],
    )
    base: int = Field(description="What a hand is worth without a call.", examples=[1])
    ladders: list[Ladder]


Pair = Literal["us", "them"]


class RoundsAsked(Asked):
    """How the rounds of a hand went, in the order played."""

    rounds: list[Literal["us", "parda", "them"]] = Field(
        min_length=1, max_length=3, examples=[["us", "parda"]]
    )
    mano: Pair = Field("us", description="Whose the mano is: three pardas ask for it.")


class RoundsDecided(BaseModel):
    """Who has the hand, and why."""

    decided: bool = Field(description="Whether these rounds decide the hand.")
    winner: Pair | None = Field(description="Null while it is open, or where nobody has it.", examples=["us"])
    played: int = Field(
        description="How many of the rounds count; the hand was over after them.", examples=[2]
    )
    why: Why | None


class TantoAsked(Asked):
    """The cards of one player, all different."""

    cards: list[Annotated[str, Field(max_length=4)]] = Field(max_length=8, examples=[["7o", "6o", "1b"]])


class TantoCounted(BaseModel):
    """What the cards count for the envido."""

    points: int = Field(examples=[33])
    cards: list[str] = Field(description="The cards that make it.", examples=[["7o", "6o"]])
    sum: list[int] = Field(description="What adds up to the points.", examples=[[20, 7, 6]])
    why: Why


class Game(BaseModel):
    """A game that one has played, or plays."""

    id: GameId
    room: RoomId
    rules: str = Field(examples=["barajamos"])
    records: Records
    names: list[str] = Field(description="By seat.", examples=[["Ana", "Beto", "Caro", "Dani"]])
    players: list[str] = Field(description="Guest ids by seat.")
    seat: int = Field(description="One's own.", examples=[0])
    started_at: int = Field(description="Milliseconds since 1970 (UTC).", examples=[1796040000000])
    ended_at: int | None = None
    why: Literal["won", "cancelled", "left", "stopped"] | None = Field(None, description="How it ended.")
    side: int | None = Field(None, description="The side that won.")
    score: list[int] | None = Field(None, examples=[[30, 22]])
    record: bool = Field(description="Whether one may have its record now.")


class Games(BaseModel):
    """One's games, the newest first."""

    games: list[Game]


class Share(BaseModel):
    """A code that opens one game's record to whoever has it.

    The page reads it from `/#/s/CODE`. Told this once.
    """

    code: Code


class Problem(BaseModel):
    """An error (RFC 9457).

    Programs read `code` and `params`; `title` and `detail` are for people who read logs.
    """

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "type": "about:blank",
                    "title": "You are in another room already",
                    "status": 409,
                    "detail": "You are in another room already.",
                    "code": "elsewhere",
                    "params": {"room": "Gq3vYb0t1kZsW9xA"},
                }
            ]
        }
    )

    type: str
    title: str
    status: int
    detail: str
    code: str
    params: dict[str, Any]
