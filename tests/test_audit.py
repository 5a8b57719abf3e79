"""Tests of the audit of dependencies: a database that cannot be reached is not reported as a success."""

import pytest

from scripts import audit


@pytest.mark.parametrize(
    ("packages", "code", "sentence"),
    [
        ([{"name": "a", "version": "1", "vulns": []}], 0, "no known vulnerabilities in 1"),
        ([{"name": "a", "version": "1", "vulns": [{"id": "X-1"}]}], 1, "known vulnerabilities\n  a 1"),
        ([{"name": "a", "skip_reason": "out of reach"}], 0, "skipped"),
        (
            [{"name": "a", "version": "1", "vulns": []}, {"name": "b", "skip_reason": "?"}],
            1,
            "not be looked up: b",
        ),
    ],
)
def test_each_outcome_has_its_own_sentence(
    packages: list[dict[str, object]], code: int, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert audit.judge(packages) == code
    assert sentence in capsys.readouterr().err
