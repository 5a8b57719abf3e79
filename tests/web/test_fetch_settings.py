"""The [fetch] section: defaults, names and what cannot be set."""

import msgspec
import pytest

from watchd.model.duration import seconds
from watchd.web.settings import FetchSettings


def test_the_names_that_programs_rely_on_have_their_defaults() -> None:
    settings = FetchSettings()
    assert (settings.allow_networks, settings.min_delay, settings.contact) == ([], "1s", "")


def test_the_robot_names_itself_and_its_contact() -> None:
    assert FetchSettings(contact="mailto:ops@example.org").robot_name == "watchd/0.1 (+mailto:ops@example.org)"
    assert FetchSettings().robot_name == "watchd/0.1"


@pytest.mark.parametrize(
    "wrong",
    [
        {"allow_networks": ["everything"]},
        {"deny_networks": ["10.0.0.1/8"]},
        {"contact": "mailto:ops@example.org\r\nX-Evil: 1"},
        {"contact": "mailto:büro@example.org"},
        {"robot": "watchd/2.0"},
        {"robot": ""},
        {"per_host": 0},
        {"max_connections": -1},
        {"slow_factor": -1.0},
        {"ports": [0]},
    ],
)
def test_what_could_never_work_is_said_at_the_start(wrong: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(wrong, FetchSettings)


def test_unknown_settings_are_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="allow_everything"):
        msgspec.convert({"allow_everything": True}, FetchSettings)


@pytest.mark.parametrize("value", ["1", "fast", "-1s", "1 s", ""])
def test_durations_need_a_unit(value: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"min_delay": value}, FetchSettings)
    with pytest.raises(ValueError, match="90s"):
        seconds(value)
