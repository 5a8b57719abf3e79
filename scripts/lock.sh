#!/usr/bin/env bash
# Resolve pyproject.toml into lock files with hashes, for every Python from 3.11 on.
set -eu
cd "$(dirname "$0")/.."
uv=${UV:-.venv/bin/uv}
[ -x "$uv" ] || .venv/bin/python -m pip install -q --disable-pip-version-check uv
flags=(--universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url --no-annotate -q)
"$uv" pip compile "${flags[@]}" pyproject.toml requirements/build.in -o requirements/run.txt "$@"
"$uv" pip compile "${flags[@]}" --group dev -c requirements/run.txt -o requirements/dev.txt "$@"
