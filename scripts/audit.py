"""Ask a database of known holes about every locked dependency that the program runs with.

Without such a database in reach, pip-audit says that nothing was found and lists every package as skipped. That is no good
news, and it is not taken for some: here it is told as what it is, and the floors of check_floors.py remain.
"""

import json
import subprocess
import sys
from pathlib import Path

LOCK = Path(__file__).parent.parent / "requirements" / "run.txt"
COMMAND = (
    "-m",
    "pip_audit",
    "--format",
    "json",
    "--progress-spinner",
    "off",
    "--require-hashes",
    "--disable-pip",
)


def main() -> int:
    done = subprocess.run(  # noqa: S603 (our own words)
        [sys.executable, *COMMAND, "-r", str(LOCK)], capture_output=True, text=True, check=False
    )
    try:
        packages = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        return _told(f"audit: skipped, no database of known holes is in reach ({_last_line(done.stderr)})", 0)
    return judged(packages)


def judged(packages: list[dict[str, object]]) -> int:
    """The exit code, with a sentence for people."""
    skipped = [f"{p['name']}" for p in packages if "skip_reason" in p]
    holes = [f"{p['name']} {p.get('version')}: {p['vulns']}" for p in packages if p.get("vulns")]
    if holes:
        return _told("audit: known holes\n  " + "\n  ".join(holes), 1)
    if len(skipped) == len(packages):
        return _told(f"audit: skipped, no database of known holes is in reach for {len(skipped)} packages", 0)
    if skipped:
        return _told(f"audit: could not be looked up: {', '.join(skipped)}", 1)
    return _told(f"audit: no known holes in {len(packages)} packages", 0)


def _told(sentence: str, code: int) -> int:
    sys.stderr.write(f"{sentence}\n")
    return code


def _last_line(text: str) -> str:
    return (text.strip().splitlines() or ["no answer"])[-1][:200]


if __name__ == "__main__":
    sys.exit(main())
