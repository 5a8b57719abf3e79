# `make run` and `make test` do all the setup on a fresh Debian or Ubuntu machine.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.PHONY: help setup run demo test test-chaos test-install check bench docs lock install uninstall deb clean

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STATE ?= .state
PREFIX ?= /usr/local
DESTDIR ?=

help: ## show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup: $(VENV)/.dev ## create .venv with everything for running and testing

run: $(VENV)/.run ## start the daemon (state and settings in ./.state; .state/watchd.toml is yours to edit)
	@scripts/local_settings.sh "$${WATCHD_STATE__DIR:-$(STATE)}"
	@WATCHD_STATE__DIR="$${WATCHD_STATE__DIR:-$(STATE)}" $(BIN)/watchd serve

demo: $(VENV)/.run ## show what watchd does in under a minute, without internet (WAIT=0: do not wait for Ctrl-C)
	@$(BIN)/python -m demo $(if $(filter 0,$(WAIT)),--no-wait)

test: $(VENV)/.dev ## run all tests that must pass
	@scripts/test_tools.sh
	@scripts/test.sh $(BIN)/python

test-chaos: $(VENV)/.dev ## more kills, full disks, locks, damage and clock jumps than make test; 1,000 alerts over 200 kills
	CHAOS_ALERTS=1000 CHAOS_KILLS=200 $(BIN)/python -m pytest -q -s tests/acceptance/test_chaos.py
	WATCHD_KILLS=200 $(BIN)/python -m pytest -q tests/acceptance/test_runs.py -k kill
	$(BIN)/python -m pytest tests/chaos -m "long or not long"

test-install: $(VENV)/.dev ## build the package, install it in a clean Debian, start it there (root, network, minutes)
	@scripts/test_tools.sh debootstrap
	$(BIN)/python -m pytest tests/service -m long

check: $(VENV)/.dev ## format, lint, types, imports, minimum versions, known vulnerabilities
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/python scripts/check_prose.py
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/python scripts/check_floors.py
	$(BIN)/python scripts/audit.py

bench: $(VENV)/.dev ## measure, print tables and write build/bench.json
	$(BIN)/python -m tests.benchmarks $(ONLY)

docs: $(VENV)/.dev ## build the documentation into docs/site
	$(BIN)/sphinx-build -W --keep-going -q -b html docs docs/site
	@echo "docs/site/index.html"

lock: $(VENV)/.dev ## resolve pyproject.toml again into requirements/*.txt
	scripts/lock.sh

install: $(VENV)/.run ## install program, unit, settings, manual pages and completion (PREFIX=/usr/local, DESTDIR=)
	@scripts/install.sh "$(VENV)" "$(PYTHON)" "$(PREFIX)" "$(DESTDIR)"

uninstall: ## remove what install has installed; settings and state stay
	@scripts/uninstall.sh "$(PREFIX)" "$(DESTDIR)"

deb: $(VENV)/.run ## build a Debian package into dist/
	@scripts/deb.sh "$(VENV)"

clean: ## delete what the other targets made (not the state of the daemon)
	rm -rf $(VENV) build dist docs/site .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis .schemathesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/bin/python:
	scripts/make_venv.sh "$(PYTHON)" "$(VENV)"

# The lock files are complete. With --no-deps, an old pip cannot search for a newer release of a pinned package.
$(VENV)/.run: $(VENV)/bin/python requirements/run.txt pyproject.toml
	$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --require-hashes -r requirements/run.txt
	$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.dev: $(VENV)/.run requirements/dev.txt
	$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --require-hashes -r requirements/dev.txt
	@touch $@
