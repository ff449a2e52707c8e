"""What a client may say: one frozen value for each message, read from its text in one step.

Types are strict, unknown fields are refused, and every string and number has a limit, so a value that leaves
this module is well formed. Whether it is legal is the table's to say.
"""

from dataclasses import dataclass, fields
from typing import Annotated, ClassVar, Final, Literal

from pydantic import ConfigDict, Discriminator, Field, TypeAdapter, ValidationError

from truco.rules.actions import FOLD, MakeCall, Vote, play_card
from truco.table.wishes import Ballot, Continue, Play

Aid = Annotated[
    str, Field(pattern=r"^[A-Za-z0-9_-]{1,36}$", description="Names this action; never used twice.")
]
CardCode = Annotated[
    str, Field(pattern=r"^(?:[1-9]|1[0-2])[ebco]$", description="Number and suit letter: `7o`.")
]
BetWord = Annotated[str, Field(pattern=r"^[a-z][a-z-]{1,23}$", description="A word of a bet: `real-envido`.")]
HandNumber = Annotated[int, Field(ge=1, le=9999, description="The hand meant, from `view.game.hand`.")]
PlyNumber = Annotated[int, Field(ge=0, le=9999, description="The turn meant, from `view.game.ply`.")]
QuestionNumber = Annotated[
    int, Field(ge=0, le=9999, description="The question meant, from `view.game.question.id`.")
]
Whole = Annotated[int, Field(ge=-(2**53) + 1, le=2**53 - 1)]

_STRICT = ConfigDict(extra="forbid", strict=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hello:
    """The first message of a socket: the protocol spoken, and the last version seen (null for none)."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT
    type: Literal["hello"]
    protocol: Annotated[int, Field(ge=0, le=9999)]
    version: Annotated[int, Field(ge=0, le=2**53 - 1)] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayMessage:
    """Play a card."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT
    type: Literal["play"]
    aid: Aid
    hand: HandNumber
    ply: PlyNumber
    card: CardCode


@dataclass(frozen=True, slots=True, kw_only=True)
class CallMessage:
    """Open or raise a bet on turn, or put the envido first."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT
    type: Literal["call"]
    aid: Aid
    hand: HandNumber
    ply: PlyNumber
    word: BetWord


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldMessage:
    """Go to the mazo."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT
    type: Literal["fold"]
    aid: Aid
    hand: HandNumber
    ply: PlyNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class VoteMessage:
    """Vote on the open question: quiero, no-quiero or a raise."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT
    type: Literal["vote"]
    aid: Aid
    hand: HandNumber
    question: QuestionNumber
    word: BetWord


@dataclass(frozen=True, slots=True, kw_only=True)
class ContinueMessage:
    """Done with the summary of a hand: deal the next one as soon as all have said so."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT
    type: Literal["continue"]
    aid: Aid
    hand: HandNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class Ping:
    """A sign of life; the answer repeats `t`."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT
    type: Literal["ping"]
    t: Whole


Wished = PlayMessage | CallMessage | FoldMessage | VoteMessage | ContinueMessage
Inbound = Hello | Wished | Ping

INBOUND: Final[TypeAdapter[Inbound]] = TypeAdapter(Annotated[Inbound, Discriminator("type")])

_FIELDS: Final = frozenset(
    field.name
    for message in (Hello, PlayMessage, CallMessage, FoldMessage, VoteMessage, ContinueMessage, Ping)
    for field in fields(message)
)


class BadMessage(Exception):
    """A text that is no message of this protocol.

    `params` say where and why, without repeating what was sent.
    """

    def __init__(self, **params: str) -> None:
        super().__init__(params)
        self.params = params


def decode(text: str) -> Inbound:
    """The message that `text` holds.

    Raises:
        BadMessage: it is no JSON object of a known type with exactly the fields of that type.
    """
    try:
        return INBOUND.validate_json(text)
    except ValidationError as error:
        raise _bad(error) from None


def wish(message: Wished) -> Play | Ballot | Continue:
    """What the message asks of the table.

    Words are not looked up in a cache: a stranger may invent as many as they like.
    """
    match message:
        case PlayMessage():
            return Play(play_card(message.card), message.hand, message.ply)
        case CallMessage():
            return Play(MakeCall(message.word), message.hand, message.ply)
        case FoldMessage():
            return Play(FOLD, message.hand, message.ply)
        case VoteMessage():
            return Ballot(Vote(message.word), message.hand, message.question)
        case _:
            return Continue(message.hand)


def _bad(error: ValidationError) -> BadMessage:
    """The first fault, by the name of a field of ours and pydantic's name of the fault.

    Nothing of the sender's.
    """
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    where = str(first["loc"][1]) if len(first["loc"]) > 1 else ""
    why = "unknown_field" if first["type"] == "unexpected_keyword_argument" else first["type"]
    return BadMessage(at=where if where in _FIELDS else "", why=why)
