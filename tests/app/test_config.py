"""Tests of the configuration: file, environment and credentials; all mistakes at once; no secret shown."""

import tomllib
from pathlib import Path

import pytest
from msgspec.structs import fields

from tests.support import ROOT
from watchd.app import config
from watchd.app.config import Settings
from watchd.errors import ConfigError
from watchd.portal.settings import SinkSettings


def load(tmp_path: Path, text: str = "", mode: int = 0o600, **environ: str) -> Settings:
    file = tmp_path / "watchd.toml"
    file.write_text(text)
    file.chmod(mode)
    return config.load(file, environ)


def faults(tmp_path: Path, text: str = "", **environ: str) -> dict[str, str]:
    with pytest.raises(ConfigError) as caught:
        load(tmp_path, text, 0o600, **environ)
    assert caught.value.exit_code == 2
    return dict(caught.value.faults)


def test_nothing_set_means_the_documented_defaults(tmp_path: Path) -> None:
    settings = load(tmp_path)
    assert (settings.server.host, settings.server.port) == ("127.0.0.1", 8420)
    assert settings.state.dir == "/var/lib/watchd"
    assert settings.fetch.min_delay == "1s"
    assert settings.database.url == "sqlite"
    assert settings.extract.children == 0


def test_the_environment_wins_over_the_file(tmp_path: Path) -> None:
    text = '[server]\nport = 1\nhost = "::1"\n[fetch]\nallow_networks = ["10.0.0.0/8"]'
    settings = load(
        tmp_path, text, WATCHD_SERVER__PORT="2", WATCHD_FETCH__ALLOW_NETWORKS='["127.0.0.0/8", "::1/128"]'
    )
    assert (settings.server.port, settings.server.host) == (2, "::1")
    assert settings.fetch.allow_networks == ["127.0.0.0/8", "::1/128"]


def test_a_provider_can_be_set_by_file_and_environment(tmp_path: Path) -> None:
    text = '[providers.searxng]\nbase_url = "http://127.0.0.1:8888"\nenabled = true'
    settings = load(
        tmp_path, text, WATCHD_PROVIDERS__SEARXNG__ENABLED="false", WATCHD_PROVIDERS__BRAVE__API_KEY="k"
    )
    assert settings.providers["searxng"].base_url == "http://127.0.0.1:8888"
    assert not settings.providers["searxng"].enabled
    assert settings.providers["brave"].api_key == "k"


def test_every_mistake_is_reported_with_its_name_its_place_and_the_way_out(tmp_path: Path) -> None:
    found = faults(
        tmp_path,
        '[server]\nport = "many"\ncolour = "red"\n[fetch]\nmin_delay = "soon"\n[nonsense]\nx = 1\n',
        WATCHD_LOG__LEVEL="loud",
        WATCHD_TYPO__KEY="1",
    )
    assert set(found) == {"server.port", "server.colour", "fetch.min_delay", "nonsense", "log.level", "typo"}
    assert "watchd.toml" in found["server.port"]
    assert "WATCHD_LOG__LEVEL" in found["log.level"]
    assert "known fields" in found["server.colour"]
    assert found["fetch.min_delay"].startswith(
        "must be a duration such as 90s, 15m, 6h or 7d; got 'soon' (from "
    )
    assert found["server.port"].startswith("must be a whole number; got 'many' (from ")
    assert "(from WATCHD_TYPO__KEY)" in found["typo"]


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ('[server]\nhost = "0.0.0.0"', "server.host"),
        ('[server]\nhost = "0.0.0.0"\nbehind_proxy = true', "server.allowed_hosts"),
        ('[server]\ntls_cert = "a.pem"', "server.tls_cert"),
        ("[server]\nport = 70000", "server.port"),
        ('[fetch]\nallow_networks = ["everything"]', "fetch.allow_networks[0]"),
        ('[fetch]\nallow_networks = "127.0.0.0/8"', "fetch.allow_networks"),
        ('[database]\nurl = "mysql://x"', "database.url"),
        ('[state]\ndir = ""', "state.dir"),
        ('[providers.searxng]\nbase_url = "ftp://x"', "providers.searxng.base_url"),
        ('[log]\nformat = "xml"', "log.format"),
        ("server = 5", "server"),
    ],
)
def test_a_value_that_cannot_be_used_is_refused(tmp_path: Path, text: str, field: str) -> None:
    assert field in faults(tmp_path, text)


@pytest.mark.parametrize("text", ["[server", "= x", "\x00"])
def test_a_file_that_is_not_toml_is_a_clear_mistake(tmp_path: Path, text: str) -> None:
    [message] = faults(tmp_path, text).values()
    assert "valid TOML" in message


@pytest.mark.parametrize(
    ("environ", "field"),
    [
        ({"WATCHD_SERVER_PORT": "1"}, "WATCHD_SERVER_PORT"),
        ({"WATCHD_SERVER__PORT": ""}, "server.port"),
        ({"WATCHD_STATE__DIR": "~no-such-user/x"}, "state.dir"),
        ({"WATCHD_FETCH__ALLOW_NETWORKS": "[" * 20_000}, "fetch.allow_networks"),
        ({"WATCHD_PROVIDERS": "5"}, None),
    ],
)
def test_an_odd_environment_is_named_or_none_of_our_business(
    tmp_path: Path, environ: dict[str, str], field: str | None
) -> None:
    if field is None:
        assert load(tmp_path, "", 0o600, **environ)
        return
    found = faults(tmp_path, "[server]\n", **environ)
    assert field in found
    assert next(iter(environ)) in found[field] or field in environ


def test_providers_that_are_no_table_are_a_mistake(tmp_path: Path) -> None:
    assert "providers" in faults(tmp_path, "providers = 5")


def test_a_file_that_was_named_and_is_not_there_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"WATCHD_CONFIG.*does not exist"):
        config.load(tmp_path / "nowhere.toml", {})


def test_a_secret_can_come_from_a_file_or_a_credential(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("from-file\n")
    settings = load(tmp_path, WATCHD_PROVIDERS__BRAVE__API_KEY_FILE=str(tmp_path / "key"))
    assert settings.providers["brave"].api_key == "from-file"
    folder = tmp_path / "credentials"
    folder.mkdir()
    (folder / "providers.kagi.api_key").write_text("from-systemd")
    (folder / "watchd_providers.brave.api_key").write_text("from-a-folder")
    (folder / "something.else").write_text("ignored")
    providers = load(tmp_path, CREDENTIALS_DIRECTORY=str(folder)).providers
    assert (providers["kagi"].api_key, providers["brave"].api_key) == ("from-systemd", "from-a-folder")


def test_a_secret_file_that_cannot_be_read_is_a_mistake(tmp_path: Path) -> None:
    assert "providers.brave.api_key" in faults(tmp_path, WATCHD_PROVIDERS__BRAVE__API_KEY_FILE="/nowhere")


def test_a_secret_in_a_file_that_every_user_can_read_is_refused(tmp_path: Path) -> None:
    text = '[providers.brave]\napi_key = "s3cret"'
    assert load(tmp_path, text, mode=0o640).providers["brave"].api_key == "s3cret"
    with pytest.raises(ConfigError, match="every user can read") as caught:
        load(tmp_path, text, mode=0o644)
    assert "s3cret" not in str(caught.value)


def test_secrets_are_masked_when_settings_are_shown(tmp_path: Path) -> None:
    settings = load(
        tmp_path, '[providers.brave]\napi_key = "s3cret"\n[providers.searxng]\nbase_url = "http://x.example/"'
    )
    shown = config.masked_values(settings)
    assert shown["providers"]["brave"]["api_key"] == "***"
    assert shown["providers"]["searxng"]["api_key"] == ""
    assert "s3cret" not in str(shown)


def test_the_key_of_a_sink_is_a_secret_too(tmp_path: Path) -> None:
    text = '[portal.sinks.main]\nkind = "http"\nurl = "https://a.example/"\napi_key = "s3cret"\n'
    assert config.masked_values(load(tmp_path, text))["portal"]["sinks"]["main"]["api_key"] == "***"
    with pytest.raises(ConfigError, match="every user can read") as caught:
        load(tmp_path, text, mode=0o644)
    assert caught.value.faults[0].field == "portal.sinks.main.api_key"


def test_the_commented_file_lists_every_setting_with_its_true_default() -> None:
    lines = (ROOT / "config" / "watchd.toml").read_text().splitlines()
    uncommented = "\n".join(
        line.removeprefix("# ") if " = " in line or line.startswith("# [") else line
        for line in lines
        if is_code(line)
    )
    listed = tomllib.loads(uncommented)
    for section in fields(Settings):
        if section.name == "providers":
            assert set(listed["providers"]["searxng"]) == {"preset", "base_url", "api_key", "enabled"}
            continue
        if section.name == "portal":
            assert set(listed["portal"].pop("sinks")["main"]) == {f.encode_name for f in fields(SinkSettings)}
            assert listed["portal"] == {"public": Settings().portal.public}
            continue
        defaults = {
            f.encode_name: getattr(getattr(Settings(), section.name), f.name) for f in fields(section.type)
        }
        assert listed[section.name] == defaults


def is_code(line: str) -> bool:
    text = line.removeprefix("# ")
    return text.startswith("[") or (" = " in text and text.split(" = ")[0].isidentifier())


NEEDS_A_KEY = "[server]\nport = 9000\n[providers.brave]\n"


def test_who_needs_no_provider_is_not_asked_for_its_key(tmp_path: Path) -> None:
    assert "providers.brave.api_key" in faults(tmp_path, NEEDS_A_KEY)
    assert config.load_local(tmp_path / "watchd.toml", {}).server.port == 9000
    (tmp_path / "watchd.toml").write_text("[server]\nport = 'many'\n")
    with pytest.raises(ConfigError):
        config.load_local(tmp_path / "watchd.toml", {})


def test_a_key_is_looked_up_where_the_unit_takes_it_from(tmp_path: Path) -> None:
    file = tmp_path / "watchd.toml"
    file.write_text(NEEDS_A_KEY)
    assert [fault.field for fault in config.inspect(file, {}).faults] == ["providers.brave.api_key"]
    folder = tmp_path / "credentials"
    folder.mkdir()
    assert [fault.field for fault in config.inspect(file, {}).faults] == ["providers.brave.api_key"]
    (folder / "providers.brave.api_key").write_text("s3cret\n")
    settings, wrong, awaited = config.inspect(file, {})
    assert (settings.providers["brave"].api_key, wrong, awaited) == ("s3cret", [], [])


def test_a_key_that_only_the_service_may_see_is_awaited_and_no_mistake(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "watchd.toml"
    file.write_text(NEEDS_A_KEY)
    (tmp_path / "credentials").mkdir()
    monkeypatch.setattr("os.access", lambda path, mode: False)  # root may read everything
    _, wrong, [secret] = config.inspect(file, {})
    assert wrong == []
    assert "as a credential" in config.about_awaited(secret)


def test_one_mistake_does_not_hide_the_other_sections(tmp_path: Path) -> None:
    file = tmp_path / "watchd.toml"
    file.write_text('[server]\nport = "many"\nhost = "127.0.0.2"\n[state]\ndir = "/somewhere"\n')
    settings, wrong, _ = config.inspect(file, {})
    assert [fault.field for fault in wrong] == ["server.port"]
    assert (settings.state.dir, settings.server.host) == ("/somewhere", "127.0.0.1")


def test_the_file_in_the_named_state_folder_is_read_before_the_one_of_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So a daemon of `make run` and the commands beside it read the same file, also where a package is installed."""
    system, state = tmp_path / "etc" / "watchd.toml", tmp_path / "state"
    monkeypatch.setattr(config, "SYSTEM_FILE", system)
    environ = {"WATCHD_STATE__DIR": str(state)}
    assert config.find_file(environ) is None
    assert config.load(None, environ).server.port == 8420
    for folder, port in ((system.parent, 1), (state, 2)):
        folder.mkdir()
        (folder / "watchd.toml").write_text(f"[server]\nport = {port}\n")
        assert config.load(None, environ).server.port == port
    assert config.load(None, {}).server.port == 1
    assert config.load(system, environ).server.port == 1


def test_the_template_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(config, "SYSTEM_FILE", tmp_path / "none.toml")
    monkeypatch.chdir(ROOT)
    assert config.find_file({}) is None


def test_every_file_that_was_read_is_named(tmp_path: Path) -> None:
    file, key = tmp_path / "watchd.toml", tmp_path / "key"
    file.write_text('[providers.kagi]\n[providers.mine]\npreset = "own"\n')
    key.write_text("s3cret")
    for folder in ("credentials", "providers"):
        (tmp_path / folder).mkdir()
    (tmp_path / "credentials" / "providers.kagi.api_key").write_text("k")
    (tmp_path / "credentials" / "other").write_text("not a setting")
    (tmp_path / "providers" / "own.toml").write_text("")
    (tmp_path / "providers" / "unused.toml").write_text("")
    found = config.files_read(file, {"WATCHD_PROVIDERS__BRAVE__API_KEY_FILE": str(key)})
    assert found == [
        file,
        key,
        tmp_path / "credentials" / "providers.kagi.api_key",
        tmp_path / "providers" / "own.toml",
    ]
