"""How a side answers a call by the votes of its players (B9)."""

from collections import Counter
from collections.abc import Set

from truco.rules.game import Question
from truco.rules.ladders import Word
from truco.rules.seats import Seat


def standing(question: Question, away: Set[Seat]) -> dict[Seat, Word]:
    """The votes as they count now: one's own, or the word that absence stands for (B9.6)."""
    votes = dict(question.votes)
    for seat in away:
        if seat in question.voters:
            votes[seat] = question.stake.silence
    return votes


def answer(question: Question, away: Set[Seat]) -> Word | None:
    """The word the votes settle on, or None while the call still waits.

    Equal votes of all voters settle it at once, if one of them is connected and has voted
    (B9.2, B9.6). When the clock has run out two equal votes decide, and otherwise the word that
    silence stands for (B9.3).
    """
    votes = standing(question, away)
    if question.lapsed:
        return _at_the_end(votes) or question.stake.silence
    words = set(votes.values())
    if len(words) != 1 or len(votes) < len(question.voters):
        return None
    if all(seat in away for seat, _ in question.votes):
        return None
    return words.pop()


def _at_the_end(votes: dict[Seat, Word]) -> Word | None:
    """The word that two of the votes agree on, if any."""
    for word, count in Counter(votes.values()).most_common(1):
        if count >= 2:
            return word
    return None


def speaker(question: Question, word: Word, away: Set[Seat]) -> Seat | None:
    """Who says the answer for the side: the connected voter of that word nearest the mano.

    Nobody when the clock answered: to name one would tell a vote that may not be known (B9.5).
    """
    if question.lapsed:
        return None
    for seat in question.voters:
        if seat not in away and question.own_vote(seat) == word:
            return seat
    return None
