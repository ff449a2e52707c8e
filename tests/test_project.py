"""What the project promises about itself as a whole."""

import ast
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
RULES = ROOT / "src" / "truco" / "rules"

LINK = re.compile(r"""(?:\]\(|<(?:img|a|source)\b[^>]*?\s(?:src|href)=")([^)"\s]+)""")
"""Where a page of Markdown leads: links and pictures of both its ways to write them."""

RUN = "python3 -m venv .venv && .venv/bin/pip install . && .venv/bin/truco serve"
TEST = "python3 -m venv .venv && .venv/bin/pip install -e '.[test]' && .venv/bin/python tests/run.py"


@pytest.mark.parametrize("command", [RUN, TEST])
def test_the_readme_gives_each_command_in_one_line(command: str):
    assert command in (ROOT / "README.md").read_text(encoding="utf-8").splitlines()


def test_ci_runs_the_test_command_of_the_readme():
    assert TEST in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize(
    "page",
    sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("tests/*/*.md")]),
    ids=lambda page: str(page.relative_to(ROOT)),
)
def test_the_links_of_a_page_lead_somewhere(page: Path):
    for link in LINK.findall(page.read_text(encoding="utf-8")):
        if "://" in link:
            continue
        path, _, heading = link.partition("#")
        target = page.parent / path if path else page
        assert target.exists(), link
        assert not heading or heading in _headings(target), link


def _headings(page: Path) -> set[str]:
    """The headings of a page as links name them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("module", sorted(RULES.glob("**/*.py")), ids=lambda path: path.stem)
def test_the_rules_need_the_standard_library_only(module: Path):
    imported = {name.split(".")[0] for name in _imports(ast.parse(module.read_text(encoding="utf-8")))}
    assert imported - {"truco"} <= sys.stdlib_module_names


def _imports(tree: ast.Module) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            names.add(node.module or "")
    return names


@pytest.mark.parametrize("lock", ["requirements/run.txt", "requirements/dev.txt", "package-lock.json"])
def test_the_locks_name_no_host(lock: str):
    assert "://" not in (ROOT / lock).read_text(encoding="utf-8")
