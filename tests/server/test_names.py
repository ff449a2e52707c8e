"""Names as people type them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from truco.server.names import PLAYER, BadName, clean, skeleton


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Ana", "Ana"),
        ("  Ana   María ", "Ana María"),
        ("Ana\u00a0\u3000B", "Ana B"),
        ("e\u0301" * PLAYER, "é" * PLAYER),
        ("Ñandú 🧉", "Ñandú 🧉"),
        ("李小龍", "李小龍"),
        ("محمد", "محمد"),
    ],
)
def test_a_name_is_composed_trimmed_and_has_single_blanks(typed: str, kept: str) -> None:
    assert clean(typed, PLAYER) == kept


@pytest.mark.parametrize(
    "typed",
    [
        "Ana\n",
        "A\tna",
        "A\x00na",
        "A\x7fna",
        "A\u200bna",  # zero width space
        "A\u200dna",  # zero width joiner
        "A\u00adna",  # soft hyphen
        "\u202eanA",  # right-to-left override
        "A\u2066na",  # bidi isolate
        "\ufeffAna",
        "A\ufe0fna",  # variation selector
        "A\U000e0061na",  # tag
        "A\U000e0100na",  # variation selector supplement
        "A\u3164na",  # hangul filler
        "\u2800",  # blank braille
        "A\ue000na",  # private use
        "A\u0378na",  # unassigned
        "A\u2028na",
        "\u0301Ana",  # begins with a mark
        "Z\u0335\u0334\u0322\u031ba",  # marks piled up
        "\ud800",
    ],
)
def test_control_invisible_and_unassigned_characters_are_refused(typed: str) -> None:
    with pytest.raises(BadName) as bad:
        clean(typed, PLAYER)
    assert bad.value.code == "name_characters"


@pytest.mark.parametrize("typed", ["", "   ", "\u3000"])
def test_a_name_is_not_empty(typed: str) -> None:
    with pytest.raises(BadName) as bad:
        clean(typed, PLAYER)
    assert bad.value.code == "name_empty"


def test_a_name_is_not_long() -> None:
    assert clean("x" * PLAYER, PLAYER) == "x" * PLAYER
    with pytest.raises(BadName) as bad:
        clean("x" * (PLAYER + 1), PLAYER)
    assert (bad.value.code, bad.value.params) == ("name_long", {"most": PLAYER})


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana", "ana"),
        ("Ana", "Ána"),
        ("Ana", "А\u0301na"),
        ("Ana", "Аnа"),  # Cyrillic
        ("Ana", "Ａｎａ"),  # full width
        ("Ana", "𝐀𝐧𝐚"),  # mathematical
        ("Ana", "A na"),
        ("Ana", "ᴀɴᴀ"),
        ("Nico", "Nιcο"),  # Greek
        ("Lola", "l0la"),
        ("Lili", "1iLI"),
        ("Mario", "Marlo"),
        ("Marnie", "Mamie"),
        ("Iñaki", "lnaki"),
        ("Łukasz", "lukasz"),
        ("D'Ana", "D’Ana"),
    ],
)
def test_names_that_look_alike_have_one_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Ana", "Anna"), ("Ana", "Ema"), ("Ana 1", "Ana 2"), ("李", "小")]
)
def test_names_that_differ_have_two(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


@given(st.text(max_size=40))
def test_cleaning_twice_changes_nothing_more(typed: str) -> None:
    try:
        kept = clean(typed, PLAYER)
    except BadName:
        return
    assert clean(kept, PLAYER) == kept
    assert skeleton(kept)
