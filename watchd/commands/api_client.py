"""REST client of the commands: the options that name a daemon, the client built from them, and its errors as sentences."""

import os
import ssl
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import click
import httpx
import msgspec

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
    token, origin = _token(token_file, settings)
    if server:
        return Client(server, token, token_origin=origin)
    return Client(settings.address, token, token_origin=origin, name=settings.certified_name)


def _settings(config_file: Path | None) -> Settings:
    """Read the settings. A client works without a valid configuration, unless the user named one."""
    try:
        return config.load_local(config_file)
    except ConfigError:
        if config_file is not None:
            raise
        return Settings()


class TokenOrigin(NamedTuple):
    """The place of a token, as a sentence about a refused one names it, and the way to another."""

    refusal: str
    way_out: str


USE_ANOTHER = "Give a valid token; `watchd token create NAME` makes one on the machine of the daemon."
NAME_THE_FOLDER = (
    "If the daemon has another state folder, name it with WATCHD_STATE__DIR or --config (its log names it when it "
    "starts), or give a token with --token-file or WATCHD_TOKEN."
)


def _token(token_file: Path | None, settings: Settings) -> tuple[str | None, TokenOrigin]:
    """Return the token from the named file, from WATCHD_TOKEN, or from the state folder, in this order."""
    if token_file is not None:
        try:
            text = token_file.read_text(encoding="utf-8").strip()
            return text, TokenOrigin(f"refused the token in {token_file}", USE_ANOTHER)
        except (OSError, UnicodeDecodeError) as cause:
            reason = cause.strerror if isinstance(cause, OSError) else "it is not UTF-8 text"
            raise click.ClickException(f"--token-file cannot be read: {token_file}: {reason}.") from cause
    if given := os.environ.get("WATCHD_TOKEN"):
        return given.strip(), TokenOrigin("refused the token in WATCHD_TOKEN", USE_ANOTHER)
    file = settings.state_dir / ADMIN_TOKEN_NAME
    try:
        text = file.read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        # The daemon may need none, such as for a public portal. Else it answers that it needs one.
        return None, TokenOrigin(f"needs a token, and there is no {file}", NAME_THE_FOLDER)
    except (OSError, UnicodeDecodeError) as cause:
        reason = cause.strerror if isinstance(cause, OSError) else "it is not UTF-8 text"
        refusal = f"needs a token, and {file} cannot be read ({reason})"
        return None, TokenOrigin(
            refusal, f"Run the command as the user that may read it, or as root. {NAME_THE_FOLDER}"
        )
    return text, TokenOrigin(f"refused the token in {file}", NAME_THE_FOLDER)


class CallFailed(WatchdError):
    """Raised when the daemon cannot be reached or refuses; the message is for people."""


class NoAnswer(CallFailed):
    """Raised when the daemon cannot be reached."""

    def __init__(self, server: str, reason: str) -> None:
        super().__init__(
            f"No answer from {server}: {reason}. Start the daemon with `watchd serve`, or name another one with --server."
        )
        self.reason = reason


class CallRefused(CallFailed):
    """Raised when the daemon answers with an error, which `status` and `faults` describe for programs."""

    def __init__(self, sentence: str, status: int, faults: list[dict[str, str]]) -> None:
        super().__init__(sentence)
        self.status, self.faults = status, faults


class Client:
    """Client of one daemon. `name` is the name in its certificate when it differs from the address."""

    def __init__(
        self,
        server: str,
        token: str | None,
        *,
        token_origin: TokenOrigin | None = None,
        name: str | None = None,
    ) -> None:
        self._server, self._token_origin = server, token_origin
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
        if "json" in arguments:  # may hold dates from a TOML file
            arguments["content"] = msgspec.json.encode(arguments.pop("json"))
            arguments["headers"] = {"Content-Type": "application/json", **arguments.get("headers", {})}
        try:
            response = self._http.request(method, path, extensions=self._extensions, **arguments)
        except (httpx.HTTPError, httpx.InvalidURL) as cause:
            raise NoAnswer(self._server, str(cause)) from cause
        if response.is_error:
            raise self._refusal(response, listing)
        return response

    def _refusal(self, response: httpx.Response, listing: str) -> CallRefused:
        sentence, faults = _problem(response)
        status = response.status_code
        if status == httpx.codes.UNAUTHORIZED and self._token_origin is not None:
            refusal, way_out = self._token_origin
            sentence = f"The daemon at {self._server} {refusal}. {way_out}"
        elif listing and status == httpx.codes.NOT_FOUND and sentence.startswith("There is no "):
            sentence = f"{sentence.rstrip('.')}; `{listing}` shows them."
        return CallRefused(sentence, status, faults)

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


def _problem(response: httpx.Response) -> tuple[str, list[dict[str, str]]]:
    """Return the sentence of an error, with a line for each wrong field, and these fields."""
    try:
        problem = response.json()
        detail, faults = problem["detail"], problem.get("errors", [])
        shown = [fault for fault in faults if fault["message"] != detail]
        lines = [detail, *(f"  {fault['field']}: {fault['message']}" for fault in shown)]
    except (ValueError, KeyError, TypeError):
        return f"The daemon answered with status {response.status_code} and no message.", []
    return "\n".join(lines), faults
