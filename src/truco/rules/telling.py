"""A game told in English for a person to read: ``truco replay`` without ``--json``."""

from collections.abc import Iterator, Sequence

from truco.rules import events, reasons
from truco.rules.english import reason, refusal
from truco.rules.evolution import evolve
from truco.rules.game import Game, Hand
from truco.rules.ladders import Word
from truco.rules.replay import Replay
from truco.rules.seats import Seat, Side


def tell(played: Replay) -> Iterator[str]:
    """The lines of a replayed record, each result with its reason."""
    record = played.record
    game = Game(record.rules, record.score)
    names = tuple(map(_printable, record.names))
    yield f"{record.rules.name}, to {record.rules.target}: {', '.join(names)}"
    for event in played.events:
        game = evolve(game, event)
        yield _line(game, event, names)
    for hand, move, code in played.refused:
        yield f"refused: move {move} of hand {hand + 1}: {refusal(code)}"
    if not game.over:
        yield f"The game is open at {_score(game)}."


def _printable(name: str) -> str:
    """A name as one may print it: what would steer a terminal, or end the line, is written out."""
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in name)


def _line(game: Game, event: events.Event, names: Sequence[str]) -> str:  # noqa: C901, PLR0912 - one case a fact
    hand = game.hand
    assert hand is not None, "every fact of a record belongs to a hand"
    match event:
        case events.Dealt(number, dealer, cards):
            dealt = "; ".join(f"{names[seat]} {' '.join(own)}" for seat, own in enumerate(cards))
            return f"\nHand {number}, {_score(game)}. {names[dealer]} deals. {dealt}."
        case events.CardPlayed(seat, card):
            return f"  {names[seat]} plays {card}."
        case events.Called(seat, word):
            return f"  {names[seat]} calls {_words(word)}."
        case events.VoteCast(seat, word):
            return f"    {names[seat]} votes {_words(word)}."
        case events.VotesLapsed():
            return "    The clock is over."
        case events.Answered(side, word):
            return f"  {_side(hand, side, names)}: {_words(word)}."
        case events.AskedAgain(word):
            return f"  {_words(word).capitalize()} is asked again."
        case events.EnvidoSettled():
            return _envido(hand, event, names)
        case events.RoundEnded(number, side):
            return (
                f"  Round {number}: {_whose(hand, side, names)}; {reason(reasons.of_round(hand.done[-1]))}."
            )
        case events.Folded(seat):
            return f"  {names[seat]} folds."
        case events.Dropped(seat):
            return f"    {names[seat]} loses the connection."
        case events.Returned(seat):
            return f"    {names[seat]} is back."
        case events.TantoShown(seat, cards):
            return f"  {names[seat]} shows {' '.join(cards)} (B7.12)."
        case events.HandEnded():
            return _hand_ended(game, hand, event, names)
        case _:
            return f"\n{_side(hand, event.side, names)} win the game, {_score(game)}."


def _envido(hand: Hand, settled: events.EnvidoSettled, names: Sequence[str]) -> str:
    said = "".join(f"  {names[seat]}: {tanto}.\n" for seat, tanto in settled.declared)
    why = reason(reasons.of_envido(settled))
    chain = ", ".join(map(_words, settled.chain))
    return f"{said}  {chain}: {_points(settled.points)} to {_side(hand, settled.side, names)}; {why}."


def _hand_ended(game: Game, hand: Hand, ended: events.HandEnded, names: Sequence[str]) -> str:
    assert hand.outcome is not None, "an ended hand has an outcome"
    whose, why = _whose(hand, ended.side, names), reason(reasons.of_hand(hand.outcome))
    return f"  Hand: {_points(ended.points)} to {whose}; {why}. Now {_score(game)}."


def _whose(hand: Hand, side: Side | None, names: Sequence[str]) -> str:
    return "nobody" if side is None else _side(hand, side, names)


def _side(hand: Hand, side: Side, names: Sequence[str]) -> str:
    """The names of a side's players, joined."""
    seats: list[Seat] = [seat for seat in range(len(names)) if hand.deal.sides[seat] == side]
    return " and ".join(names[seat] for seat in seats)


def _score(game: Game) -> str:
    return " to ".join(map(str, game.score))


def _points(points: int) -> str:
    return "1 point" if points == 1 else f"{points} points"


def _words(word: Word) -> str:
    return word.replace("-", " ")
