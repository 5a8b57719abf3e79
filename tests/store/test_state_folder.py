"""The state folder is private and has one owner."""

import errno
import os
import stat
from pathlib import Path

import pytest

from watchd.errors import ConfigError, StateInUse, Unavailable
from watchd.store.state_folder import StateFolder, write_private


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("umask", [0o000, 0o077, 0o027])
def test_folder_and_files_are_private_with_every_umask(tmp_path: Path, umask: int) -> None:
    former = os.umask(umask)
    try:
        with StateFolder(tmp_path / "a" / "state") as folder:
            file = folder.write_admin_token("secret")
    finally:
        os.umask(former)
    assert mode(folder.path) == 0o700
    assert mode(file) == 0o600
    assert mode(folder.path / "watchd.lock") == 0o600
    assert file.read_text() == "secret\n"


def test_a_folder_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    state = tmp_path / "state"
    state.mkdir(mode=0o755)
    with StateFolder(state):
        assert mode(state) == 0o700


def test_a_folder_that_others_use_too_is_not_closed_to_them(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    (shared / "theirs").write_text("x")
    with StateFolder(shared) as folder:
        assert mode(shared) == 0o1777
        assert mode(folder.write_admin_token("secret")) == 0o600


def test_a_second_owner_is_refused_until_the_first_releases_the_folder(tmp_path: Path) -> None:
    with (
        StateFolder(tmp_path),
        pytest.raises(StateInUse, match=f"process {os.getpid()}"),
        StateFolder(tmp_path),
    ):
        pass
    with StateFolder(tmp_path):
        pass


def test_a_path_that_is_a_file_is_a_clear_configuration_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(ConfigError, match=r"state\.dir"), StateFolder(tmp_path / "file"):
        pass


@pytest.mark.parametrize("number", [errno.EROFS, errno.ENOSPC])
def test_a_disk_that_cannot_be_written_now_is_not_a_configuration_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def refused(*_: object) -> int:
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as harm:
        harm.setattr("os.open", refused)
        with pytest.raises(Unavailable, match="cannot be used now") as caught, StateFolder(tmp_path):
            pass
    assert caught.value.exit_code == 1
    with StateFolder(tmp_path):
        pass


@pytest.mark.parametrize("content", ["", "00", "not hexadecimal" * 10, "ü" * 64])
def test_an_invalid_key_is_refused_with_the_way_out(tmp_path: Path, content: str) -> None:
    """Links that are signed with an empty key could be signed by any sender."""
    with StateFolder(tmp_path) as folder:
        key = folder.links_key(lambda: 7)
        assert len(key) == 32
        assert folder.links_key(lambda: 8) == key
        (tmp_path / "links.key").write_text(content)
        with pytest.raises(ConfigError, match="delete it"):
            folder.links_key(lambda: 9)


def test_a_private_file_replaces_a_public_one(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text("old")
    file.chmod(0o644)
    write_private(file, "new")
    assert mode(file) == 0o600
