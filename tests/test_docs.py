"""Tests that the documentation is complete: every setting, endpoint, metric, command, field and error is in it."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args

import pytest
from msgspec.structs import fields

from tests.support import ROOT
from tests.test_cli import commands
from watchd import metrics
from watchd.api.app import framework
from watchd.api.resources import later
from watchd.api.services import Services
from watchd.app.config import Settings
from watchd.cli import watchd
from watchd.core.explain.explain_input import ExplainVerdict, StepName
from watchd.core.population.events import Event
from watchd.core.population.strategies import STRATEGIES
from watchd.model.profile import ProfileSpec
from watchd.model.run import RunCounts, SelfCheck, StopReason
from watchd.validation import _struct_in
from watchd.web.providers import preset_files
from watchd.web.providers.definition import Definition, ErrorRule
from watchd.web.providers.settings import ProviderSettings

REFERENCE = ROOT / "docs" / "reference"
HOW_TO = ROOT / "docs" / "how-to"


def listed(page: str, folder: Path = REFERENCE) -> set[str]:
    """Return what is in backticks in the first columns of the tables of a page."""
    rows = [line for line in (folder / page).read_text().splitlines() if line.startswith("|")]
    return {word for row in rows for cell in row.split("|")[1:3] for word in re.findall(r"`([^`]+)`", cell)}


def leaves(kind: Any, path: str = "") -> set[str]:
    found: set[str] = set()
    for field in fields(kind):
        name = f"{path}{field.encode_name}"
        inner = _struct_in(field.type)
        deeper = inner is not None and inner.__name__ not in ("Adaptive", "QuietHours")
        found |= leaves(inner, f"{name}.") if deeper else {name}
    return found


def test_every_setting_is_documented() -> None:
    settings = {name for name in leaves(Settings) if name != "providers"}
    settings |= {f"providers.NAME.{field.encode_name}" for field in fields(ProviderSettings)}
    assert settings <= listed("config.md")


def test_every_field_of_a_profile_is_documented() -> None:
    assert leaves(ProfileSpec) <= listed("profile.md")


def test_every_parameter_of_a_strategy_is_documented() -> None:
    names = {field.encode_name for entry in STRATEGIES.values() for field in fields(entry.params)}
    assert names <= listed("strategies.md")


def test_every_preset_and_every_key_of_a_definition_is_documented() -> None:
    names = {name for name in leaves(Definition) if name != "errors"}
    names |= {f"errors.{field.encode_name}" for field in fields(ErrorRule)}
    assert names | set(preset_files.preset_names()) <= listed("providers.md")


def test_each_provider_that_needs_a_key_says_where_to_get_it() -> None:
    wanting = {name for name in preset_files.preset_names() if preset_files.definition(name).key == "required"}
    assert len(wanting) > 5
    assert wanting <= listed("add-a-search-engine.md", HOW_TO)
    guide = (HOW_TO / "add-a-search-engine.md").read_text()
    assert all(preset_files.definition(name).homepage in guide for name in wanting)


def test_everything_that_a_run_says_of_itself_is_explained() -> None:
    said = listed("read-a-run.md", HOW_TO)
    events = {kind.__struct_config__.tag for kind in get_args(Event)} | {"population", "done"}
    assert {*get_args(StopReason), *events} <= said
    counts = {field.name for field in fields(RunCounts)} - {"bytes"}
    assert counts <= {name.removeprefix("counts.") for name in said}
    views = {field.name for field in fields(SelfCheck)} | {"sources", "harvest_rate", "stop_reason"}
    assert views <= said


def test_every_verdict_and_step_of_an_explanation_is_explained() -> None:
    assert {*get_args(ExplainVerdict), *get_args(StepName)} <= listed("why-did-i-miss-this.md", HOW_TO)


def test_every_metric_is_documented() -> None:
    ours = {family.name for family in metrics.REGISTRY.collect() if family.name.startswith("watchd_")}
    documented = {name.removesuffix("_total") for name in listed("metrics.md")}
    assert ours <= documented


def test_every_command_is_documented() -> None:
    documented = " ".join(listed("cli.md"))
    for path, command in commands(watchd):
        if path and not hasattr(command, "commands"):
            assert f"watchd {' '.join(path)}" in documented


def test_every_endpoint_that_works_is_documented(services: Services) -> None:
    unfinished = {(method.value, f"/api/v1{re.sub(r':str', '', path)}") for method, path, _ in later.ENDPOINTS}
    documented = {re.sub(r"\{[^}]*\}", "{}", entry) for entry in listed("api.md")}
    for route in framework(services).routes:
        for handler in getattr(route, "route_handlers", []):
            for method in handler.http_methods - {"OPTIONS"}:
                path = route.path_format
                if path.startswith(("/api/v1", "/health", "/metrics")) and (method, path) not in unfinished:
                    assert re.sub(r"\{[^}]*\}", "{}", f"{method} {path.removeprefix('/api/v1')}") in documented


def test_every_error_is_documented() -> None:
    sources = "\n".join(path.read_text() for path in (ROOT / "watchd" / "api").rglob("*.py"))
    codes = set(re.findall(r"""(?:ProblemError|problem)\(\s*\d{3},\s*"([a-z-]+)\"""", sources))
    assert len(codes) > 10
    assert codes <= listed("errors.md")


def test_relative_links_of_the_readme_lead_somewhere() -> None:
    for file in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md"):
        for target in re.findall(r"\]\((?!http)([^)#]+)", file.read_text()):
            assert (ROOT / target).exists(), (file.name, target)


@pytest.mark.parametrize(
    "page",
    sorted([*(ROOT / "docs").rglob("*.md"), ROOT / "CONTRIBUTING.md", ROOT / "README.md"]),
    ids=lambda p: p.name,
)
def test_source_files_that_the_docs_name_exist(page: Path) -> None:
    """Pages name files below the root, below watchd/ or below tests/."""
    named = set(re.findall(r"(?<![\w/.-])(?:\w+/)+\w+\.py\b", page.read_text()))
    assert {
        name for name in named if not any((ROOT / base / name).exists() for base in ("", "watchd", "tests"))
    } == set()


def test_the_documentation_builds_without_a_warning(tmp_path: Path) -> None:
    """Sphinx also finds broken links, and pages to which nothing links."""
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html", "docs", str(tmp_path / "site")],
        cwd=ROOT, capture_output=True, text=True, timeout=110, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "site" / "index.html").read_text()
    assert not re.search(r'(?:src|href)="https?://[^"]+\.(?:js|css|woff2?)"', page)


@pytest.mark.parametrize(
    "name", ["README.md", "CHANGELOG.md", "LICENSE", "CONTRIBUTING.md", "SECURITY.md", ".ci/run", "Makefile"]
)
def test_a_new_reader_finds_the_usual_files(name: str) -> None:
    assert (ROOT / name).stat().st_size > 100
