"""The wall clock, as the store writes it down."""

import time


def now_ms() -> int:
    """Milliseconds since 1970 (UTC)."""
    return time.time_ns() // 1_000_000
