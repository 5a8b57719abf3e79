"""Every parameter of every strategy is documented with its default."""

import re
from pathlib import Path

import pytest
from msgspec import structs

from watchd.core.population.strategies import STRATEGIES

REFERENCE = Path(__file__).parents[4] / "docs/reference/strategies.md"


@pytest.mark.parametrize("name", sorted(STRATEGIES))
def test_the_reference_lists_all_parameters_with_their_defaults(name: str) -> None:
    sections = re.split(r"^## ", REFERENCE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    (section,) = [s for s in sections if s.split()[0] == name]
    listed = dict(re.findall(r"^\| `(\w+)` \| `?([^|`]+?)`? \|", section, flags=re.MULTILINE))
    defaults = {f.name: str(f.default).lower() for f in structs.fields(STRATEGIES[name].params)}
    assert listed == defaults
