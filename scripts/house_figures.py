"""Figures about the structure of the code, for docs/explanation/house.md: `python scripts/house_figures.py [CHECKOUT]`."""

import ast
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import median

CONDUCTORS = ("flow/run/run.py", "flow/run.py")
Function = ast.FunctionDef | ast.AsyncFunctionDef


def main(root: Path) -> None:
    package = root / "watchd"
    trees = {path.relative_to(package): ast.parse(path.read_text()) for path in sorted(package.rglob("*.py"))}
    lines = {path: len((package / path).read_text().splitlines()) for path in trees}
    code = {path: count for path, count in lines.items() if not {"background", "data"} & {*path.parts}}
    functions = [node for tree in trees.values() for node in _functions(tree)]
    lengths = sorted(_length(function) for function in functions)
    per_folder = Counter(path.parent for path in trees)
    named = [node.name for tree in trees.values() for node in tree.body if isinstance(node, ast.ClassDef)]
    repeated = [name for name, count in Counter(named).items() if count > 1 and not name.startswith("_")]
    conductor = next(path for path in map(Path, CONDUCTORS) if path in trees)
    ports = [node for node in trees[Path("ports.py")].body if isinstance(node, ast.ClassDef)]
    figures = {
        "modules (with packages)": len(trees),
        "modules that are not a package's __init__": sum(path.name != "__init__.py" for path in trees),
        "folders": len(per_folder),
        "Python files in the fullest folder": max(per_folder.values()),
        "lines (without word tables)": sum(code.values()),
        "lines of the longest file (without word tables)": max(code.values()),
        "functions": len(lengths),
        "median function, lines": median(lengths),
        "longest function, lines": lengths[-1],
        "functions of at most 20 lines": f"{sum(n <= 20 for n in lengths) / len(lengths):.0%}",
        "lines of the conductor": lines[conductor],
        "modules of watchd that the conductor imports": len(_imported(trees[conductor])),
        "parameters of the largest constructor": max(map(_parameters, _constructors(trees.values()))),
        "protocols in ports.py": len(ports),
        "class names used for more than one class": len(repeated),
    }
    for name, value in figures.items():
        print(f"| {name} | {value} |")  # noqa: T201


def _functions(tree: ast.Module) -> Iterator[Function]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def _length(function: Function) -> int:
    assert function.end_lineno is not None
    return function.end_lineno - function.lineno + 1


def _constructors(trees: Iterable[ast.Module]) -> Iterator[ast.FunctionDef]:
    for tree in trees:
        for node in _functions(tree):
            if node.name == "__init__" and isinstance(node, ast.FunctionDef):
                yield node


def _parameters(function: ast.FunctionDef) -> int:
    arguments = function.args
    return len(arguments.posonlyargs) + len(arguments.args) + len(arguments.kwonlyargs) - 1


def _imported(tree: ast.Module) -> set[str]:
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module}
    return {module for module in modules if module.startswith("watchd")}


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent)
