"""A seventh strategy needs one file and one line: the test runs the example of the documentation."""

import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.core.paper_web import PaperWeb, crawl, populated
from watchd.core.population import strategies
from watchd.core.population.events import Visited
from watchd.core.population.strategies import StrategyEntry
from watchd.errors import FieldErrors

HOW_TO = Path(__file__).parents[4] / "docs/how-to/add-a-strategy.md"


@pytest.fixture
def seventh(monkeypatch: pytest.MonkeyPatch) -> str:
    """The documented file as a module, and its line in the registry."""
    page = HOW_TO.read_text(encoding="utf-8")
    module = ModuleType("random_walk")
    monkeypatch.setitem(sys.modules, "random_walk", module)
    code = re.search(r"```python\n(.*?)```", page, re.DOTALL)
    line = re.search(r'```text\n"(\w+)": (StrategyEntry\(.*\)),\n```', page)
    assert code is not None
    assert line is not None
    exec(code[1], module.__dict__)
    entry = eval(line[2], {"StrategyEntry": StrategyEntry, "random_walk": module})
    monkeypatch.setitem(strategies.STRATEGIES, line[1], entry)
    return line[1]


def test_the_documented_strategy_runs_without_any_other_change(seventh: str) -> None:
    web = PaperWeb()
    population = populated(strategies.make(seventh, {"patience": 5}), web)
    visits = [e for e in crawl(population, web) if isinstance(e, Visited)]
    assert len(visits) == 50
    again = populated(strategies.make(seventh, {"patience": 5}), web)
    assert [e.url for e in crawl(again, web) if isinstance(e, Visited)] == [e.url for e in visits]


def test_its_parameters_are_validated_like_those_of_the_others(seventh: str) -> None:
    with pytest.raises(FieldErrors, match="patience"):
        strategies.check_params(seventh, {"patience": 0})
