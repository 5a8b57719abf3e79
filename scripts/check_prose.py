"""Prose linter: the words and sentence forms that CONTRIBUTING.md asks writers to avoid.

It reads Markdown, comments, docstrings and string literals. It skips code inside Markdown fences and `inline code`, and
identifiers, except constants whose names hide that they are limits. Run it with files or folders to check only those.
"""

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("watchd", "demo", "scripts", "tests", "docs", "config", "systemd")
FILES = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "Makefile")
SUFFIXES = {".py", ".md", ".toml", ".service", ".html", ".sh"}
SKIPPED = (
    "docs/site/",
    "watchd/api/assets/",
    "demo/sites/",
    "scripts/check_prose.py",
    "watchd/core/relevance/data/",
    "tests/first_report/webs/",  # pages of invented sites, and so are the held-out ones
    "tests/first_report/held_out/",
    "tests/core/changes/test_signature.py",  # its texts are data with known hashes
)

# What is wrong, and what to write instead.
PHRASES = {
    r"\b(?:nobody|somebody|anybody|everybody|whoever|whomever)\b": "name the subject: the daemon, a client, a person",
    r"\banew\b": "again",
    r"(?<!there )\b(?:is|are|was|were) no (?!longer\b|more\b|less\b|fewer\b|better\b|worse\b|faster\b|slower\b)": (
        "is not a, has no, there is no"
    ),
    r"\b(?:tells?|told|telling)\b": "report, notify, say, show, distinguish",
    r"\btaken? to heart\b": "apply",
    r"\bformer life\b": "previous process",
    r"\blooks? (?:after|for itself)\b": "check, maintain",
    r"\blets? go of\b": "delete, release",
    r"\bon the spot\b": "immediately, in place",
    r"\bnow and then\b": "periodically, from time to time",
    r"\bso many\b(?! that)": "a number of, at most N",
    r"\bstrangers?\b": "untrusted, from outside, another person",
    r"\berrands?\b": "request",
    r"\bkeeps? company\b": "has neighbours",
    r"\bwhereof\b|\bwherein\b|\bthereof\b|\bhereby\b|\blikewise\b": "a plain word",
}
LIMIT_NAME = re.compile(
    r"^_?(?:MOST|FEWEST|LONGEST|SHORTEST|LARGEST|PATIENCE|ROOM|TOGETHER|LOOK_EVERY|FEW)(?:_|$)"
)
QUESTION = re.compile(r"^(?:What|Who|Whom|Whose|How|Which|Where|Why|When|Whether)\b.*|.*\?$")
# A function's docstring begins with a verb; these words show that it does not.
NOT_A_VERB = re.compile(
    r"^(?:The|A|An|It|Its|This|That|These|Those|They|What|Who|Whom|Whose|How|Which|Where|Why|Whether|When|While|If|"
    r"Everything|Everyone|Nothing|None|True|False|All|Each|Every|One|Two|So|No|Not|Never|Only|Some|Any|Both|"
    r"For|From|In|Into|On|At|With|Without|As|By|Of|To|Until|After|Before|Beside|Between|Also|Once|Now|Here|There|"
    r"Such|Same|Other|Another|More|Most|Many|Few|Almost|And|Or|But|Because|Since|Seconds|Bytes|Number)\b"
)
LITERAL = "# prose: a literal"  # marks a line whose words are data
Found = tuple[int, str, str]


def main(names: list[str]) -> int:
    files = [file for name in names for file in _files_at(Path(name).resolve())] or list(_all_files())
    count = 0
    for file in sorted(files):
        where = file.relative_to(ROOT)
        for line, text, advice in _check(file):
            count += 1
            print(f"{where}:{line}: {text!r}: {advice}")  # noqa: T201
    print(f"prose: {count} to mend in {len(files)} files")  # noqa: T201
    return 1 if count else 0


def _all_files() -> Iterator[Path]:
    for name in (*FOLDERS, *FILES):
        yield from _files_at(ROOT / name)


def _files_at(path: Path) -> Iterator[Path]:
    if path.is_file():
        yield path
    for file in path.rglob("*"):
        name = file.relative_to(ROOT).as_posix()
        if file.is_file() and file.suffix in SUFFIXES and not name.startswith(SKIPPED):
            yield file


def _check(file: Path) -> Iterator[Found]:
    text = file.read_text()
    if file.suffix != ".py":
        yield from _phrases(_markdown_prose(text) if file.suffix == ".md" else text)
        return
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if LITERAL in token.line:
            continue
        if token.type in (tokenize.COMMENT, tokenize.STRING):
            yield from _phrases(token.string, token.start[0] - 1)
        elif token.type == tokenize.NAME and LIMIT_NAME.match(token.string):
            yield token.start[0], token.string, "MAX_ or MIN_ and the unit"
    if file.is_relative_to(ROOT / "tests"):
        return  # names of tests are claims already
    yield from _docstrings(ast.parse(text))


def _phrases(text: str, before: int = 0) -> Iterator[Found]:
    for number, line in enumerate(text.splitlines(), 1 + before):
        for pattern, advice in PHRASES.items():
            for match in re.finditer(pattern, line, re.IGNORECASE):
                yield number, match.group(), advice


def _markdown_prose(text: str) -> str:
    """Blank out code, so that line numbers stay."""
    text = re.sub(r"^```.*?^```", lambda m: "\n" * m.group().count("\n"), text, flags=re.DOTALL | re.MULTILINE)
    return re.sub(r"`[^`\n]+`", "", text)


def _docstrings(tree: ast.Module) -> Iterator[Found]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        docstring = ast.get_docstring(node)
        if not docstring:
            continue
        first = docstring.splitlines()[0]
        line = node.body[0].lineno
        is_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not _is_property(node)
        if QUESTION.match(first):
            yield line, first, "a docstring is not a riddle: name the thing, or begin with a verb"
        elif is_function and NOT_A_VERB.match(first):
            yield line, first, "a function's docstring begins with a verb (Return …, Apply …)"


def _is_property(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any(ast.unparse(decorator).endswith("property") for decorator in node.decorator_list)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
