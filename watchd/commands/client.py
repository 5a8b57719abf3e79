"""The command line's side of the REST API: one call, and a problem becomes a sentence.

How a command reaches a running daemon: its options, and the client that they mean.
"""

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


class CallFailed(WatchdError):
    """Raised when the daemon cannot be reached or says no; the message is for people."""


class NoAnswer(CallFailed):
    """Raised when the daemon cannot be reached."""

    def __init__(self, server: str, reason: str) -> None:
        super().__init__(
            f"No answer from {server}: {reason}. Is the daemon running? Start it with `watchd serve`, "
            "or name another one with --server."
        )
        self.reason = reason


class Client:
    """Talks to one daemon. `name`: whose certificate it has, when that is not the address under which it is asked."""

    def __init__(self, server: str, token: str | None, *, name: str | None = None) -> None:
        self._server = server
        self._extensions = {"sni_hostname": name} if name else {}
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        try:
            # The environment's proxies are for the web, not for a daemon on this machine. Whom to trust is the system's
            # business, and that of SSL_CERT_FILE.
            self._http = httpx.Client(
                base_url=server,
                headers=headers,
                timeout=TIMEOUT_SECONDS,
                trust_env=False,
                verify=ssl.create_default_context() if server.startswith("https:") else False,
            )
        except httpx.InvalidURL as cause:
            raise CallFailed(
                f"{server} is no address of a daemon: {cause}. Write it like http://127.0.0.1:8420."
            ) from cause
        except UnicodeError as cause:
            raise CallFailed("The token has characters that no token has; is it the right file?") from cause

    def call(self, method: str, path: str, **arguments: Any) -> httpx.Response:
        try:
            response = self._http.request(method, path, extensions=self._extensions, **arguments)
        except (httpx.HTTPError, httpx.InvalidURL) as cause:
            raise NoAnswer(self._server, str(cause)) from cause
        if response.is_error:
            raise CallFailed(_sentence(response))
        return response

    def pages(self, path: str, **parameters: Any) -> list[dict[str, Any]]:
        """All items of a list, page by page."""
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
        return f"The daemon answered {response.status_code} and nothing else."
    return "\n".join(lines)


F = TypeVar("F", bound=Callable[..., Any])


def rest_options(command: F) -> F:
    """Where the daemon is, who asks, and how to print."""
    for option in (
        json_option,
        config_option,
        click.option(
            "--token-file",
            type=click.Path(path_type=Path),
            help="File with the token (default: the admin token).",
        ),
        click.option("--server", envvar="WATCHD_SERVER", help="The daemon's address (default: as configured)."),
    ):
        command = option(command)
    return command


def client(server: str | None, token_file: Path | None, config_file: Path | None) -> Client:
    """A client from these options, the environment, and what the configuration says."""
    settings = _settings(config_file)
    token = _token(token_file, settings)
    return Client(server, token) if server else Client(settings.address, token, name=settings.certified_name)


def _settings(config_file: Path | None) -> Settings:
    """A client does not need a valid configuration unless one was named."""
    try:
        return config.load_local(config_file)
    except ConfigError:
        if config_file is not None:
            raise
        return Settings()


def _token(token_file: Path | None, settings: Settings) -> str | None:
    """From the file that was named, from WATCHD_TOKEN, or from the state folder, in this order."""
    if token_file is not None:
        try:
            return token_file.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as cause:
            raise click.ClickException(f"{token_file} cannot be read as a token: {cause}.") from cause
    if text := os.environ.get("WATCHD_TOKEN"):
        return text.strip()
    try:
        return (settings.state_dir / ADMIN_TOKEN_NAME).read_text(encoding="utf-8").strip()
    except OSError:
        return None  # the daemon will say that it wants one
