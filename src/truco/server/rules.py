"""REST: the rules of a game, asked of the engine that plays it. Nothing here changes anything."""

from typing import Annotated, Final

from fastapi import APIRouter, Path

from truco.rules import reasons
from truco.rules.cards import Card
from truco.rules.ladders import Chain, Ladder, Stake
from truco.rules.reasons import Why
from truco.rules.rounds import Verdict, verdict
from truco.rules.rulesets import RULESETS, Ruleset
from truco.rules.seats import Side
from truco.server import schemas
from truco.server.errors import Problem, answers
from truco.table.views import rules_of

RulesPath = Annotated[
    str, Path(max_length=40, description="Name of a rule set on offer.", examples=["barajamos"])
]

_SIDES: Final[dict[schemas.Pair, Side]] = {"us": 0, "them": 1}
_PAIRS: Final[dict[Side, schemas.Pair]] = {side: pair for pair, side in _SIDES.items()}


class RulesRoutes:
    """The routes under `/rules/{name}`: for those who learn, and for pages that teach."""

    def router(self) -> APIRouter:
        """The routes, to be put under `/api/v1`."""
        router = APIRouter(prefix="/rules/{name}", tags=["rules"])
        add = router.add_api_route
        add("", self.read, methods=["GET"], summary="One rule set", responses=answers(404, 422))
        add(
            "/rounds", self.rounds, methods=["POST"], summary="Who won the hand?", responses=answers(404, 422)
        )
        add(
            "/tanto",
            self.tanto,
            methods=["POST"],
            summary="What do these cards count?",
            responses=answers(404, 422),
        )
        return router

    async def read(self, name: RulesPath) -> schemas.RulesInFull:
        """The order of the cards, and every chain of every bet with what it is worth."""
        rules = _find(name)
        return schemas.RulesInFull.model_validate(
            {
                **rules_of(rules),
                "half": rules.half,
                "sides": rules.sides(0, rules.seats),
                "dealt": rules.dealt,
                "deck": rules.deck,
                "steps": _steps(rules),
                "base": rules.base,
                "ladders": [_ladder(ladder) for ladder in (rules.envido, rules.truco) if ladder.stakes],
            }
        )

    async def rounds(self, name: RulesPath, asked: schemas.RoundsAsked) -> schemas.RoundsDecided:
        """Who has the hand after these rounds, and by which rule (B5). Rounds after that do not count."""
        rules = _find(name)
        winners = [None if one == "parda" else _SIDES[one] for one in asked.rounds]
        sides = rules.sides(0, rules.seats)
        three_pardas = rules.three_pardas(sides, sides.index(_SIDES[asked.mano]))
        for played in range(1, len(winners) + 1):
            decided = verdict(winners[:played], three_pardas)
            if decided is not None:
                return _decided(decided, played)
        return schemas.RoundsDecided(decided=False, winner=None, played=len(winners), why=None)

    async def tanto(self, name: RulesPath, asked: schemas.TantoAsked) -> schemas.TantoCounted:
        """What the cards count for the envido, which of them make it, and the sum as one would say it."""
        rules = _find(name)
        if not rules.envido.stakes or rules.turns_card:
            raise Problem(404, "not_found")
        cards = tuple(map(Card, asked.cards))
        if len(cards) != rules.dealt or len(set(cards)) != len(cards) or not set(cards) <= set(rules.deck):
            raise Problem(422, "bad_cards", many=rules.dealt)
        tanto = rules.tanto(cards, None)
        counts = [rules.tanto((card,), None).points for card in tanto.cards]
        bonus = tanto.points - sum(counts)
        return schemas.TantoCounted(
            points=tanto.points,
            cards=list(tanto.cards),
            sum=[bonus, *counts] if bonus else counts,
            why=_why(reasons.of_tanto(tanto)),
        )


def _find(name: str) -> Ruleset:
    rules = RULESETS.get(name)
    if rules is None:
        raise Problem(404, "no_rules")
    return rules


def _steps(rules: Ruleset) -> list[list[Card]] | None:
    """The deck from its highest step to its lowest; None where a turned card decides that."""
    if rules.turns_card:
        return None
    steps: dict[int, list[Card]] = {}
    for card in rules.deck:
        steps.setdefault(rules.strength(card, None), []).append(card)
    return [steps[step] for step in sorted(steps, reverse=True)]


def _ladder(ladder: Ladder) -> schemas.Ladder:
    return schemas.Ladder(
        name=ladder.name, stakes=[_stake(chain, ladder.stakes[chain]) for chain in _by_length(ladder)]
    )


def _by_length(ladder: Ladder) -> list[Chain]:
    """Short chains first; of one length as the ladder has them."""
    return sorted(ladder.stakes, key=len)


def _stake(chain: Chain, stake: Stake) -> schemas.Stake:
    price = reasons.of_price(stake)
    return schemas.Stake(
        chain=list(chain),
        accepted=stake.accepted if isinstance(stake.accepted, int) else None,
        price=_why(price) if price else None,
        refused=stake.refused,
        raises=list(stake.raises),
    )


def _decided(decided: Verdict, played: int) -> schemas.RoundsDecided:
    winner = None if decided.side is None else _PAIRS[decided.side]
    return schemas.RoundsDecided(
        decided=True, winner=winner, played=played, why=_why(reasons.of_verdict(decided))
    )


def _why(why: Why) -> schemas.Why:
    return schemas.Why(code=why.code, rule=why.rule)
