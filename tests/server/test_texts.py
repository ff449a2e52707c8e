"""Every reason and every rule has its words for players, in each language."""

import ast
import re
from pathlib import Path
from typing import get_args

import pytest

from truco.rules import reasons
from truco.rules.legal import Reason

ROOT = Path(__file__).parents[2]
SCRIPTS = ROOT / "static" / "js"

TOLD_IN_GENERAL = {
    "bad_request": "the page keeps the limits itself; only one that is broken or much older asks so",
    "body_too_large": "as bad_request: no form of the page holds so much",
    "method_not_allowed": "as bad_request: the page asks what there is",
    "internal": "a bug of ours, of which nothing else can be said",
    "cannot_write": "/readyz alone answers it, and no page asks that",
    "no_rules": "how to play alone asks: it says itself that there is no answer, and asks again",
    "bad_cards": "as no_rules",
}
"""Codes that no sentence of their own tells, and why: they come to `problem.other`."""

TOLD_AS = {"not_found": "no_room", "room_closed": "no_room"}
"""Codes that are told like another: GONE in flows.js."""


def keys(path: str) -> set[str]:
    """The keys of a language's texts."""
    return set(re.findall(r'^\s*"?([\w.-]+)"?:', (SCRIPTS / "i18n" / path).read_text(), re.MULTILINE))


@pytest.mark.parametrize("language", ["es", "en", "pt"])
def test_every_reason_has_its_text(language: str) -> None:
    """The sentence of each reason, and the rule that it names, in words for players."""
    page = f"{language}.js" if (SCRIPTS / "i18n" / f"{language}.js").exists() else "es.js"
    said, rules_said = keys(page), keys(f"help/{language}.js")
    for why in reasons.HANDS:
        assert {f"why.{why.code}.us", f"why.{why.code}.them"} <= said, why
    for why in reasons.ENVIDOS:
        assert f"why.envido_{why.code}" in said or f"why.envido_{why.code}.us" in said, why
    for why in reasons.PRICES:
        assert f"why.{why.code}" in said and f"price.{why.code}" in rules_said, why
    for why in reasons._BY_VERDICT.values():
        assert f"decided.{why.code}" in rules_said, why
    for why in reasons.TANTOS:
        assert f"counted.{why.code}" in rules_said, why
    everything = (*reasons.ROUNDS, *reasons.ENVIDOS, *reasons.HANDS, *reasons.PRICES, *reasons.TANTOS)
    for why in everything:
        assert f"rule.{why.rule}" in rules_said, why


@pytest.mark.parametrize("language", ["es", "en", "pt"])
def test_every_rule_of_the_document_has_its_text(language: str) -> None:
    document = (SCRIPTS.parents[1] / "docs" / "rules" / "barajamos.md").read_text()
    numbers: set[str] = set()
    for section in re.split(r"^## ", document, flags=re.MULTILINE)[1:]:
        name = section.split()[0]
        points = re.findall(r"^(\d+)\. ", section, re.MULTILINE)
        numbers |= {f"rule.{name}.{point}" for point in points} or {f"rule.{name}"}
    assert len(numbers) == 61
    assert {key for key in keys(f"help/{language}.js") if key.startswith("rule.")} == numbers


def codes(*makers: str) -> set[str]:
    """The codes that the table and the server put into these."""
    found: set[str] = set()
    for module in [*ROOT.glob("src/truco/table/*.py"), *ROOT.glob("src/truco/server/*.py")]:
        for node in ast.walk(ast.parse(module.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in makers:
                inside = (part for argument in node.args for part in ast.walk(argument))
                found |= {
                    one.value
                    for one in inside
                    if isinstance(one, ast.Constant) and isinstance(one.value, str)
                }
    return found


REFUSALS = codes("Refused", "_require") | set(get_args(Reason))
PROBLEMS = codes("Problem", "BadName") | {"method_not_allowed"}


def family(name: str, language: str) -> set[str]:
    """The last parts of the keys that begin so and that no script names: codes choose them."""
    scripts = "\n".join(path.read_text() for path in SCRIPTS.glob("**/*.js") if path.parent.name != "i18n")
    mine = {key for key in keys(f"{language}.js") if key.startswith(f"{name}.")}
    return {key.removeprefix(f"{name}.") for key in mine if f'"{key}"' not in scripts}


def test_the_codes_are_found() -> None:
    assert {"late", "room_full", "not_your_turn"} <= REFUSALS
    assert {"no_room", "name_long", "stopping"} <= PROBLEMS


@pytest.mark.parametrize("language", ["es", "en", "pt"])
def test_every_refusal_and_every_problem_has_its_sentence(language: str) -> None:
    """One of its own, one that tells another code too, or for a written reason the general one."""
    said = keys(f"{language}.js")
    refusals = {code for code in REFUSALS if f"refusal.{code}" in said}
    problems = {code for code in PROBLEMS if f"problem.{code}" in said}
    assert REFUSALS - refusals == TOLD_AS.keys() & REFUSALS
    assert PROBLEMS - problems - TOLD_AS.keys() == TOLD_IN_GENERAL.keys()


@pytest.mark.parametrize("language", ["es", "en", "pt"])
def test_no_sentence_tells_a_code_that_nobody_says(language: str) -> None:
    assert family("refusal", language) <= REFUSALS
    assert family("problem", language) <= PROBLEMS


@pytest.mark.parametrize("language", ["es", "en", "pt"])
def test_no_sentence_tells_a_reason_that_there_is_not(language: str) -> None:
    whys = {f"{why.code}.{whose}" for why in reasons.HANDS for whose in ("us", "them", "named")}
    envidos = {f"envido_{why.code}" for why in reasons.ENVIDOS}
    assert family("why", language) <= whys | envidos | {why.code for why in reasons.PRICES} | {
        f"{one}.{whose}" for one in ("envido_refused", "target") for whose in ("us", "them", "named")
    }


def test_what_is_told_like_another_is_so_in_the_page() -> None:
    gone = re.search(r"GONE = new Set\(\[(.*?)\]\)", (SCRIPTS / "flows.js").read_text())
    assert gone and set(re.findall(r'"(\w+)"', gone[1])) == TOLD_AS.keys()
