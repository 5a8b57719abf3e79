"""Durations are read as people write them."""

import pytest

from watchd.model.values import duration_seconds


@pytest.mark.parametrize(
    ("text", "expected"),
    [("90s", 90), ("15m", 900), ("6h", 21600), ("7d", 604800), ("1.5s", 1.5), ("50ms", 0.05), ("0s", 0)],
)
def test_a_number_and_a_unit_are_a_duration(text: str, expected: float) -> None:
    assert duration_seconds(text) == pytest.approx(expected)


@pytest.mark.parametrize(
    "text", ["", "6", "h", "6 h", "-6h", "6H", "6hours", "1e3s", "6h\n", "٦h", "6h7m", "9999999999s"]
)
def test_anything_else_is_refused_with_the_way_out(text: str) -> None:
    with pytest.raises(ValueError, match="such as 90s, 15m, 6h or 7d"):
        duration_seconds(text)
