"""Simulator of the live web: its folder, its libraries, and the manuals that its worlds are made of.

Both are installed into build/, and only if they are missing.
"""

import os
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path

from msgspec import Struct

from tests.support import ROOT

DEFAULT = ROOT.parent / "shared" / "webworld"
TOOLS = ROOT / "build" / "webworld-tools"
CORPORA = ROOT / "build" / "webworld-corpora"


class Simulator(Struct, frozen=True):
    """A simulator that is ready to run."""

    folder: Path
    python: str
    environ: dict[str, str]

    def run(self, *arguments: str, capture: bool = False) -> subprocess.CompletedProcess[str]:
        """Run one of its commands; its output is shown unless it is captured."""
        return subprocess.run(
            [self.python, "-m", "webworld", *arguments],
            cwd=self.folder,
            env=self.environ,
            stdout=subprocess.PIPE if capture else None,
            text=True,
            check=False,
        )


def prepared(corpora: Iterable[str]) -> Simulator:
    """Find the simulator and install what it needs; raise SystemExit with the way out if this is not possible."""
    folder = _folder()
    environ = {name: value for name, value in os.environ.items() if not name.startswith("WATCHD_")}
    environ |= {"PYTHONDONTWRITEBYTECODE": "1", "WEBWORLD_ROOT": _root(folder, corpora)}
    return Simulator(folder, _python(folder), environ)


def _folder() -> Path:
    given = os.environ.get("WEBWORLD")
    folder = Path(given).expanduser().resolve() if given else DEFAULT
    if (folder / "webworld" / "series.py").is_file():
        return folder
    raise SystemExit(
        f"WEBWORLD must name the folder of the simulator webworld, which has webworld/series.py; {folder} does not. "
        "Get the simulator, then run `make bench ONLY=worlds WEBWORLD=FOLDER`."
    )


def _python(folder: Path) -> str:
    """Return a Python with the libraries of the simulator, in an environment of its own."""
    python, wanted = TOOLS / "bin" / "python", (folder / "requirements.txt").read_text()
    mark = TOOLS / "installed.txt"
    if mark.exists() and mark.read_text() == wanted:
        return str(python)
    print(f"Installing the libraries of the simulator into {TOOLS.relative_to(ROOT)}.", flush=True)
    subprocess.run([sys.executable, "-m", "venv", str(TOOLS)], check=True)
    done = subprocess.run(
        [str(python), "-m", "pip", "install", "-q", "-r", str(folder / "requirements.txt")], check=False
    )
    if done.returncode:
        raise SystemExit(
            f"The libraries in {folder / 'requirements.txt'} must be installed; pip ended with {done.returncode}. "
            f"Check the network, or install them yourself: {python} -m pip install -r {folder / 'requirements.txt'}"
        )
    mark.write_text(wanted)
    return str(python)


def _root(folder: Path, corpora: Iterable[str]) -> str:
    """Return the folder below which the manuals are: empty if Debian has installed them, else the one in build/."""
    given, chosen = os.environ.get("WEBWORLD_ROOT"), list(corpora)
    if given is not None:
        return _complete(folder, given, chosen)
    if not missing(folder, "", chosen):
        return ""
    if missing(folder, str(CORPORA), chosen):
        print(
            f"Unpacking Debian's manuals into {CORPORA.relative_to(ROOT)} (about 330 MB to load).", flush=True
        )
        subprocess.run([str(folder / "install.sh"), "--all", "--extract", str(CORPORA)], check=False)
    return _complete(folder, str(CORPORA), chosen)


def _complete(folder: Path, root: str, corpora: list[str]) -> str:
    """Return the folder if it has all manuals; raise SystemExit with the way out if it has not."""
    if lost := missing(folder, root, corpora):
        there = ",".join(sorted(set(corpora or _registry(folder)) - set(lost)))
        only = f"draw from the others with CORPORA={there}" if there else "run `apt-get update` first"
        raise SystemExit(
            f"These manuals must be below {root or '/'}: {', '.join(lost)}; install their Debian packages with "
            f"{folder / 'install.sh'} --all, or {only}."
        )
    return root


def missing(folder: Path, root: str, corpora: list[str]) -> list[str]:
    """Return the corpora that are not below a folder: of the chosen ones, or of all."""
    known = _registry(folder)
    if unknown := sorted(set(corpora) - known.keys()):
        raise SystemExit(
            f"CORPORA must have names such as {', '.join(sorted(known)[:3])}; got {', '.join(unknown)}; "
            f"{folder / 'webworld' / 'corpora.toml'} lists all."
        )
    return [name for name in corpora or sorted(known) if not Path(f"{root}{known[name]}").is_dir()]


def _registry(folder: Path) -> dict[str, str]:
    """Return the folder of each corpus."""
    file = folder / "webworld" / "corpora.toml"
    return {name: entry["root"] for name, entry in tomllib.loads(file.read_text()).items()}
