"""The numbers and words both ends of a socket agree on."""

from enum import IntEnum
from typing import Final, Literal

PROTOCOL: Final = 1
"""The version of the protocol that a client names in its hello."""

MAX_MESSAGE: Final = 4096
"""Bytes that one message from a client may have."""

BAD_MESSAGES: Final = 3
"""The bad message that closes the socket."""

ErrorCode = Literal["bad_message", "throttled", "table_error", "unavailable"]
"""What an error message may say."""


class Close(IntEnum):
    """Why the server closed a socket.

    After 1011, 4001, 4002 and 4003 a client comes back by itself (after 4001 and 4003 with jitter); after any
    other of these it does not.
    """

    NORMAL = 1000
    POLICY = 1008
    TOO_BIG = 1009
    INTERNAL = 1011
    MOVED = 4001
    SLOW = 4002
    RESTART = 4003
    NOT_FOUND = 4404
    REPLACED = 4500
    BAD_TOKEN = 4501
    PROTOCOL = 4502
    ABUSE = 4503
