"""Every reason and every rule has its words for players, in each language."""

import re
from pathlib import Path

import pytest

from truco.rules import reasons

SCRIPTS = Path(__file__).parents[2] / "static" / "js"


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
