"""Conformance to robots.txt: the allow and deny cases of the reference parser's own tests.

`python -m tests.benchmarks.robots_conformance FILE`: FILE is robots_test.cc of google/robotstxt on GitHub.
The cases are read from its text: string variables, and the expected results of IsUserAgentAllowed(text, robot, url).
"""

import codecs
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from protego import Protego

from watchd.web.fetch.robots import Rules

STRINGS = r'(?:"(?:[^"\\]|\\.)*"\s*)+'
TEST = re.compile(r"TEST\(RobotsUnittest, (\w+)\) \{(.*?)\n\}\n", re.DOTALL)
STATEMENT = re.compile(
    rf"(?:std::string|absl::string_view) (?P<name>\w+)\s*=\s*(?P<text>{STRINGS});"
    r"|EXPECT_(?P<expected>TRUE|FALSE)\(\s*IsUserAgentAllowed\(\s*(?P<arguments>.*?)\)\);",
    re.DOTALL,
)
ARGUMENT = re.compile(rf"{STRINGS}|[\w.:]+(?:\([^)]*\))?")


def cases(source: str) -> Iterator[tuple[str, str, str, str, bool]]:
    """Test case: name, robots.txt, robot, URL and whether it is allowed."""
    for name, body in TEST.findall(re.sub(r"^\s*//.*$", "", source, flags=re.MULTILINE)):
        known: dict[str, str] = {}
        for found in STATEMENT.finditer(body):
            if found["name"]:
                known[found["name"]] = _text(found["text"])
                continue
            words = [word.strip() for word in ARGUMENT.findall(found["arguments"])]
            values = [_text(word) if word.startswith('"') else known.get(word) for word in words]
            if len(values) == 3 and None not in values:
                yield name, str(values[0]), str(values[1]), str(values[2]), found["expected"] == "TRUE"


def _text(literals: str) -> str:
    raw = "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', literals))
    unescaped: bytes = codecs.escape_decode(raw.encode())[0]
    return unescaped.decode("utf-8", "replace")


def main(path: str) -> list[dict[str, Any]]:
    total = ours = protegos = 0
    for name, text, robot, url, expected in cases(Path(path).read_text()):
        total += 1
        protegos += Protego.parse(text).can_fetch(url, robot) == expected
        if Rules(text, robot).allows(url) == expected:
            ours += 1
        else:
            print(f"differs: {name}: {url} should be {'allowed' if expected else 'forbidden'}")
    print(f"watchd {ours} of {total}, protego alone {protegos}")
    return [{"cases": total, "watchd": ours, "protego": protegos}]


if __name__ == "__main__":
    main(sys.argv[1])
