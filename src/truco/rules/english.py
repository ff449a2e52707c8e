"""The sentences of ``truco replay``, in English. Players read those of the client instead."""

from typing import Final

from truco.rules.reasons import Why

_REFUSALS: Final = {
    "already_voted": "this is the seat's vote already (B9.4)",
    "away": "the seat is not connected (B12)",
    "call_open": "a call waits for its answer (B6.2)",
    "folded": "the seat has folded (B10.3)",
    "game_over": "the game is over (B11.3)",
    "hand_over": "the hand is over (B5.6)",
    "no_call": "no call is open (B9.3)",
    "not_asked": "the seat is not asked for a vote (B9.1)",
    "not_away": "the seat is connected (B12.2)",
    "not_open": "the word is not open at this moment (B6.3)",
    "not_your_card": "the seat does not hold this card (B4.1)",
    "not_your_turn": "the seat is not on turn (B6.1)",
    "paused": "a chair is empty and the table waits (B12.3)",
}

_REASONS: Final = {
    "highest": "the highest card",
    "partners_tied": "the highest step, by both partners",
    "parda": "the highest step was played by both sides",
    "two_rounds": "two rounds won",
    "first_parda": "first round parda, so the second decides",
    "third_round": "two pardas, so the third round decides",
    "second_parda": "first round won, second parda",
    "third_parda": "one round each, third parda: the winner of the first",
    "three_pardas": "three pardas: the mano's side",
    "folded": "the other side has folded",
    "folded_extra": "the other side has folded while the envido could still be opened",
    "higher": "the highest tanto",
    "nearer_mano": "equal tantos: the nearer to the mano",
    "refused": "no quiero",
}


def refusal(code: str) -> str:
    """Why a move was refused, for a person to read."""
    return _REFUSALS[code]


def reason(why: Why) -> str:
    """A reason with its rule, for a person to read."""
    return f"{_REASONS[why.code]} ({why.rule})"
