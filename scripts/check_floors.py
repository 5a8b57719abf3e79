"""Check of locked dependencies against minimum versions; it fails when one has a known vulnerability.

An online audit cannot run everywhere, but this list can. Each minimum is the first release without the vulnerability.
"""

import re
import sys
from pathlib import Path

from packaging.version import Version

ROOT = Path(__file__).parent.parent
PIN = re.compile(r"^([A-Za-z0-9_.-]+)==([^ ;\\]+)")


def locked() -> dict[str, list[Version]]:
    versions: dict[str, list[Version]] = {}
    for name in ("run.txt", "dev.txt"):
        for line in (ROOT / "requirements" / name).read_text().splitlines():
            if pin := PIN.match(line):
                versions.setdefault(pin[1].lower(), []).append(Version(pin[2]))
    return versions


def main() -> int:
    versions = locked()
    failures = []
    for line in (ROOT / "requirements" / "floors.txt").read_text().splitlines():
        rule = line.split("#")[0].strip()
        if not rule:
            continue
        name, floor = rule.split(">=")
        failures += [f"{name} {v} is below {floor}" for v in versions.get(name, []) if v < Version(floor)]
    for failure in failures:
        sys.stderr.write(f"floors: {failure}\n")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
