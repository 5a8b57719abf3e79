"""Audit of all locked dependencies of the program, with an online database of known vulnerabilities.

When no such database can be reached, pip-audit says that it found nothing and lists every package as skipped. This script
reports that case as skipped, not as a success; the minimum versions of check_floors.py still hold.
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
        return _report(
            f"audit: skipped, no database of known vulnerabilities can be reached ({_last_line(done.stderr)})",
            0,
        )
    return judge(packages)


def judge(packages: list[dict[str, object]]) -> int:
    """Print a sentence and return the exit code."""
    skipped = [f"{p['name']}" for p in packages if "skip_reason" in p]
    holes = [f"{p['name']} {p.get('version')}: {p['vulns']}" for p in packages if p.get("vulns")]
    if holes:
        return _report("audit: known vulnerabilities\n  " + "\n  ".join(holes), 1)
    if len(skipped) == len(packages):
        return _report(
            f"audit: skipped, no database of known vulnerabilities can be reached for {len(skipped)} packages",
            0,
        )
    if skipped:
        return _report(f"audit: could not be looked up: {', '.join(skipped)}", 1)
    return _report(f"audit: no known vulnerabilities in {len(packages)} packages", 0)


def _report(sentence: str, code: int) -> int:
    sys.stderr.write(f"{sentence}\n")
    return code


def _last_line(text: str) -> str:
    return (text.strip().splitlines() or ["no answer"])[-1][:200]


if __name__ == "__main__":
    sys.exit(main())
