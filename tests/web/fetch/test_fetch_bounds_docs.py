"""Every setting of the fetching is documented, with its default."""

from pathlib import Path

import msgspec
import pytest

from watchd.web.settings import FetchBounds

PAGE = Path(__file__).parents[3] / "docs" / "reference" / "fetch-bounds.md"
DEFAULTS = msgspec.to_builtins(FetchBounds())


@pytest.mark.parametrize("name", DEFAULTS)
def test_the_reference_names_the_setting_and_its_default(name: str) -> None:
    row = next(line for line in PAGE.read_text().splitlines() if line.startswith(f"| `{name}` "))
    default = row.split("|")[3].strip().strip("`")
    written = f'"{DEFAULTS[name]}"' if isinstance(DEFAULTS[name], str) else str(DEFAULTS[name])
    assert default == written
    assert row.split("|")[4].strip()
