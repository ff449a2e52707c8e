"""What an operator may set, from the environment: ``TRUCO_PORT=9000 truco serve``."""

import os
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import Field, ValidationError, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict
from redis.asyncio.connection import parse_url

PREFIX = "TRUCO_"

Seconds = Annotated[float, Field(ge=0, le=86_400)]


def data_folder() -> Path:
    """The folder of this user's data: ``$XDG_DATA_HOME/truco``, by default ``~/.local/share/truco``."""
    base = os.environ.get("XDG_DATA_HOME", "")
    return (Path(base) if base else Path.home() / ".local" / "share") / "truco"


def default_database() -> str:
    """The address of the database used when none is set: one SQLite file in the user's data folder."""
    return f"sqlite+aiosqlite:///{data_folder() / 'truco.db'}"


class WrongSetting(Exception):
    """A variable of the environment that is no value for its setting.

    The text is one line for the operator.
    """


class Settings(BaseSettings):
    """All settings, read once at start. Times are in seconds."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, frozen=True, extra="forbid")

    host: str = Field(
        "127.0.0.1", description="Address to listen on; `0.0.0.0` for every network of the machine."
    )
    port: int = Field(8000, ge=0, le=65_535, description="Port to listen on; 0 takes a free one.")
    database_url: str = Field(
        default_factory=default_database,
        description="SQLAlchemy address of the database. The default is a SQLite file in the user's data "
        "folder, `$XDG_DATA_HOME/truco/truco.db`, created and migrated at start.",
    )
    redis_url: str | None = Field(
        None,
        description="Redis through which several servers of one PostgreSQL database speak: "
        "`redis://redis:6379/0`. Without it there is one server, which owns all rooms.",
    )
    origins: Annotated[tuple[str, ...], NoDecode] = Field(
        (),
        description="Origins that may use this server besides its own host, with commas between: "
        "`https://truco.example`.",
    )
    trusted_proxies: str = Field(
        "127.0.0.1",
        description="Addresses of reverse proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are "
        "believed, with commas between; `*` for any.",
    )
    vote_seconds: Seconds = Field(10, gt=0, description="How long a call waits for its answer (B9.3).")
    chair_seconds: Seconds = Field(
        60, gt=0, description="How long a chair waits for a lost connection (B12.2)."
    )
    idle_seconds: Seconds = Field(
        90, description="How long a player may do nothing on turn (B12.7); 0 for ever."
    )
    summary_seconds: Seconds = Field(
        8, description="How long the summary of a hand stands before the next deal."
    )
    sockets_per_address: int = Field(
        200, ge=1, description="Open WebSockets and lobby feeds that one network address may have at a time."
    )
    guests_per_minute: int = Field(
        30, ge=1, description="Guests that one network address may create in a minute."
    )
    guesses_per_minute: int = Field(
        10, ge=1, description="Wrong invite or share codes that one network address may try in a minute."
    )
    requests_per_second: int = Field(
        50,
        ge=1,
        description="REST requests a second from one network address on average (bursts of four times).",
    )
    messages_per_second: int = Field(
        20,
        ge=1,
        description="Messages a second from one WebSocket on average (bursts of twice as many).",
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        "info", description="The least that is logged."
    )

    @field_validator("redis_url")
    @classmethod
    def _is_redis(cls, value: str | None, info: ValidationInfo) -> str | None:
        if not value:
            return None
        try:
            parse_url(value)
        except ValueError:
            raise ValueError("it is no address such as redis://redis:6379/0") from None
        if str(info.data.get("database_url", "")).startswith("sqlite"):
            raise ValueError("several servers need a PostgreSQL database (TRUCO_DATABASE_URL)")
        return value

    @field_validator("trusted_proxies")
    @classmethod
    def _are_addresses(cls, value: str) -> str:
        for name in value.split(","):
            if "/" in name:
                ip_network(name.strip(), strict=False)
        return value

    @field_validator("origins", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        if isinstance(value, str):
            return tuple(part.strip().rstrip("/").lower() for part in value.split(",") if part.strip())
        return value

    @field_validator("origins")
    @classmethod
    def _are_origins(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for origin in value:
            parts = urlsplit(origin)
            if parts.scheme not in ("http", "https") or not parts.hostname or parts.path or parts.query:
                raise ValueError(f"{origin!r} is no origin such as https://truco.example")
        return value


def load(**given: Any) -> Settings:
    """The settings of the environment, with those `given` (by the command line) before them.

    Raises:
        WrongSetting: a value does not fit; the text names the variable and what is wrong.
    """
    try:
        return Settings(**{name: value for name, value in given.items() if value is not None})
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        name = PREFIX + str(first["loc"][0]).upper() if first["loc"] else PREFIX.rstrip("_")
        secret = name in (PREFIX + "REDIS_URL", PREFIX + "DATABASE_URL")  # they may hold a password
        given_as = "" if secret else f" (it is {first['input']!r})"
        raise WrongSetting(f"{name}: {first['msg']}{given_as}") from None
