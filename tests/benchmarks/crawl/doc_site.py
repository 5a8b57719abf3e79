"""Local web site of real documentation: Debian packages, served by Debian's nginx on loopback.

Everything is stored in ~/.cache/watchd-bench once: packages are downloaded and unpacked there (not installed),
and nginx is installed only when it is missing.
"""

import contextlib
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

CACHE = Path.home() / ".cache" / "watchd-bench"
PACKAGES = ("python3.11-doc", "postgresql-doc-15", "sqlite3-doc", "gimp-help-en")
MAX_PAGE_BYTES = 600 * 1024  # the few larger pages are indexes of everything
CONFIG = """
worker_processes 1; daemon off; pid {folder}/pid; error_log {folder}/errors;
events {{ worker_connections 1024; }}
http {{
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; types {{ text/html html; }}
  default_type text/plain; client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path
  {folder}; uwsgi_temp_path {folder}; scgi_temp_path {folder}; server {{ listen 127.0.0.1:{port}; root {root};
  }}
}}
"""


def unpacked(package: str) -> Path:
    """Return the folder of a package; download and unpack it when it is missing."""
    folder = CACHE / package
    if not folder.is_dir():
        downloads = CACHE / "debs"
        downloads.mkdir(parents=True, exist_ok=True)
        subprocess.run(["apt-get", "download", package], cwd=downloads, check=True, capture_output=True)
        archive = next(downloads.glob(f"{package}_*.deb"))
        subprocess.run(["dpkg", "-x", archive, folder], check=True)
    return folder


def pages() -> list[Path]:
    """Return all pages of the site, the packages mixed, always in the same order."""
    found = [
        path
        for package in PACKAGES
        for path in sorted(unpacked(package).rglob("*.html"))
        if path.is_file() and path.resolve().is_relative_to(CACHE) and path.stat().st_size <= MAX_PAGE_BYTES
    ]
    return sorted(found, key=lambda path: (path.name, str(path)))


def urls(port: int) -> list[str]:
    return [f"http://127.0.0.1:{port}/{path.relative_to(CACHE)}" for path in pages()]


@contextlib.contextmanager
def nginx() -> Iterator[int]:
    """Run a server for the cache folder and yield its port."""
    program = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if program is None:
        subprocess.run(
            ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "nginx-light"], check=True
        )
        program = "/usr/sbin/nginx"
    port = _free_port()
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        config = Path(folder) / "nginx.conf"
        config.write_text(_user() + CONFIG.format(folder=folder, port=port, root=CACHE))
        server = subprocess.Popen([program, "-c", config], stderr=subprocess.DEVNULL)
        try:
            _await(port)
            yield port
        finally:
            server.terminate()
            server.wait(10)


def _user() -> str:
    """Return the line that keeps nginx as root: its usual user may not read the home folder."""
    return "user root;" if os.getuid() == 0 else ""


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def _await(port: int) -> None:
    for _ in range(100):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 0.2):
            return
        time.sleep(0.05)
    raise RuntimeError("nginx did not start")
