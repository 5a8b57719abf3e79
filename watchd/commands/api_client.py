"""REST client of the commands: the options that name a daemon, the client built from them, and its errors as sentences."""

import os
import ssl
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click
import httpx

from watchd.app import config
from watchd.app.config import Settings
from watchd.commands.options import config_option, json_option
from watchd.errors import ConfigError, WatchdError
from watchd.store.state_folder import ADMIN_TOKEN_NAME

TIMEOUT_SECONDS = 30.0

F = TypeVar("F", bound=Callable[..., Any])


def rest_options(command: F) -> F:
    """Add the options of all commands that use a running daemon."""
    for option in (
        json_option,
        config_option,
        click.option(
            "--token-file",
            type=click.Path(path_type=Path),
            help="File with the token (default: WATCHD_TOKEN, else the admin token).",
        ),
        click.option(
            "--server",
            envvar="WATCHD_SERVER",
            help="The daemon's address (default: WATCHD_SERVER, else as configured).",
        ),
    ):
        command = option(command)
    return command


def client(server: str | None, token_file: Path | None, config_file: Path | None) -> "Client":
    """Build a client from the options, the environment and the configuration."""
    settings = _settings(config_file)
    token = _token(token_file, settings)
    return Client(server, token) if server else Client(settings.address, token, name=settings.certified_name)


def _settings(config_file: Path | None) -> Settings:
    """Read the settings. A client works without a valid configuration, unless the user named one."""
    try:
        return config.load_local(config_file)
    except ConfigError:
        if config_file is not None:
            raise
        return Settings()


def _token(token_file: Path | None, settings: Settings) -> str | None:
    """Return the token from the named file, from WATCHD_TOKEN, or from the state folder, in this order."""
    if token_file is not None:
        try:
            return token_file.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as cause:
            reason = cause.strerror if isinstance(cause, OSError) else "it is not UTF-8 text"
            raise click.ClickException(f"--token-file cannot be read: {token_file}: {reason}.") from cause
    if text := os.environ.get("WATCHD_TOKEN"):
        return text.strip()
    try:
        return (settings.state_dir / ADMIN_TOKEN_NAME).read_text(encoding="utf-8").strip()
    except OSError:
        return None  # the daemon answers that it needs one


class CallFailed(WatchdError):
    """Raised when the daemon cannot be reached or refuses; the message is for people."""


class NoAnswer(CallFailed):
    """Raised when the daemon cannot be reached."""

    def __init__(self, server: str, reason: str) -> None:
        super().__init__(
            f"No answer from {server}: {reason}. Start the daemon with `watchd serve`, or name another one with --server."
        )
        self.reason = reason


class Client:
    """Client of one daemon. `name` is the name in its certificate when it differs from the address."""

    def __init__(self, server: str, token: str | None, *, name: str | None = None) -> None:
        self._server = server
        self._extensions = {"sni_hostname": name} if name else {}
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        if not server.lower().startswith(("http://", "https://")):
            raise CallFailed(f"--server must be an address such as http://127.0.0.1:8420; got {server}.")
        try:
            # Proxies in the environment are for the web, not for a daemon on this machine. The system and SSL_CERT_FILE
            # say which certificates to trust.
            self._http = httpx.Client(
                base_url=server,
                headers=headers,
                timeout=TIMEOUT_SECONDS,
                trust_env=False,
                verify=ssl.create_default_context() if server.startswith("https:") else False,
            )
        except httpx.InvalidURL as cause:
            raise CallFailed(
                f"--server must be an address such as http://127.0.0.1:8420; got {server}: {cause}."
            ) from cause
        except UnicodeError as cause:
            raise CallFailed(
                "The token has characters that cannot be in a token; check --token-file and WATCHD_TOKEN."
            ) from cause

    def call(self, method: str, path: str, *, listing: str = "", **arguments: Any) -> httpx.Response:
        """Send a request. If the named thing does not exist, the error names the command `listing`, which shows them."""
        try:
            response = self._http.request(method, path, extensions=self._extensions, **arguments)
        except (httpx.HTTPError, httpx.InvalidURL) as cause:
            raise NoAnswer(self._server, str(cause)) from cause
        if response.is_error:
            sentence = _sentence(response)
            if (
                listing
                and response.status_code == httpx.codes.NOT_FOUND
                and sentence.startswith("There is no ")
            ):
                sentence = f"{sentence.rstrip('.')}; `{listing}` shows them."
            raise CallFailed(sentence)
        return response

    def pages(self, path: str, **parameters: Any) -> list[dict[str, Any]]:
        """Return all items of a list, page by page."""
        items: list[dict[str, Any]] = []
        cursor: str | None = None
        while True:
            query = {**parameters, "limit": 200} | ({"cursor": cursor} if cursor else {})
            page = self.call("GET", path, params=query).json()
            items += page["items"]
            cursor = page["next"]
            if cursor is None:
                return items


def _sentence(response: httpx.Response) -> str:
    try:
        problem = response.json()
        detail = problem["detail"]
        faults = [error for error in problem.get("errors", []) if error["message"] != detail]
        lines = [detail, *(f"  {fault['field']}: {fault['message']}" for fault in faults)]
    except (ValueError, KeyError, TypeError):
        return f"The daemon answered with status {response.status_code} and no message."
    return "\n".join(lines)
