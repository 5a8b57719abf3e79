"""Files that a child process may read: code, certificates, and what a name lookup needs.

The state folder is never among them, even if it is inside the folder of an installation: of a folder that holds more than
installed packages, only the package of watchd counts.
"""

import os
import sys
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).absolute().parents[1]
_FOLDERS_OF_PACKAGES = ("site-packages", "dist-packages")
# Shared libraries: name lookup loads some of them when it needs them.
_LIBRARIES = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache")
# Not /etc/ssl and /etc/pki as a whole: they also hold private keys.
_CERTIFICATES = (
    "/etc/ssl/certs",
    "/etc/ssl/cert.pem",
    "/etc/ssl/openssl.cnf",
    "/etc/pki/tls/certs",
    "/etc/pki/ca-trust/extracted",
    "/usr/share/ca-certificates",
    "/usr/local/share/ca-certificates",
)
_LOOKUP = (
    "/etc/resolv.conf",
    "/etc/hosts",
    "/etc/nsswitch.conf",
    "/etc/host.conf",
    "/etc/gai.conf",
    "/etc/services",
    "/etc/protocols",
)
_OTHER = ("/etc/mime.types", "/etc/localtime", "/usr/share/zoneinfo", os.devnull, "/dev/urandom")


@cache
def code_folders() -> tuple[Path, ...]:
    """Return the folders that Python loads code from."""
    library = Path(os.__file__).absolute().parent
    installed = {Path(entry).absolute() for entry in sys.path if Path(entry).name in _FOLDERS_OF_PACKAGES}
    return (_PACKAGE, library, library / "lib-dynload", *sorted(installed))


def readable_paths() -> tuple[Path, ...]:
    """Return all files and folders that a child process which sends messages may read, but for its own certificates."""
    return (*code_folders(), *(Path(name) for name in (*_LIBRARIES, *_CERTIFICATES, *_LOOKUP, *_OTHER)))
