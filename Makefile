# `make demo` and `make test` need only Python 3.11, make and the package registries.
SHELL := /bin/sh
PYTHON ?= python3
# Test processes; they share one server.
WORKERS ?= 2
# Number of inputs of `make fuzz`.
INPUTS ?= 1000000
# Folder of the report of `make reproduce`.
OUT ?= build/reproduce
# The extras of the adapters of kg.agent.adapters, which are locked and tested in one environment.
FRAMEWORKS := langgraph langchain llama-index openai-agents pydantic-ai crewai google-adk agent-framework
UV := $(shell command -v uv 2>/dev/null)
BIN := .venv/bin
STAMP := .venv/.ready

.PHONY: help demo test test-slow test-extras test-adapters test-frameworks browser check lint fuzz reproduce docs package release-check audit format lock clean
.DEFAULT_GOAL := help

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: $(STAMP) ## Set up, start a local Neo4j, seed a group chat and answer questions about it
	@$(BIN)/python -m kg demo

test: $(STAMP) ## Set up, check the code, run the fast tests on a real Neo4j
	@$(MAKE) --no-print-directory lint
	@$(BIN)/python -m pytest -m "unit or graph" -n $(WORKERS) --dist worksteal

test-slow: $(STAMP) ## Run the slow tests: those of over half a second, or with a server, browser or kernel of their own
	@$(BIN)/python -m pytest -m slow -n $(WORKERS) --dist worksteal

test-extras: $(STAMP) ## Install the heavy extras (torch, gliner, lightgbm, chroma, ray) into a separate venv and run their tests
	@$(MAKE) --no-print-directory .venv-extras/.ready
	@.venv-extras/bin/python -m pytest -m extras

test-adapters: $(STAMP) ## Install all agent frameworks into a separate venv, with MCP 1.x, and test the adapters and the MCP server there
	@$(MAKE) --no-print-directory .venv-adapters/.ready
	@.venv-adapters/bin/python -m pytest -m adapters tests/agent/adapters tests/agent/test_mcp_version_1.py

test-frameworks: $(STAMP) ## Install the wheel with each agent framework into an empty venv and run its example (needs the network)
	@$(BIN)/python -m tests.frameworks $(FRAMEWORKS)

browser: $(STAMP) ## Install a Chromium for the tests of web pages; without one they are skipped
	@command -v chromium >/dev/null || command -v chromium-headless-shell >/dev/null \
	  || $(BIN)/python -m playwright install --with-deps chromium-headless-shell \
	  || { apt-get -qq update && apt-get -qq install -y --no-install-recommends chromium-headless-shell fonts-dejavu-core; }

check: lint ## Check format, lint, types, import contract, and conventions that need no database
	@$(BIN)/python -m pytest -q -m unit -p no:cacheprovider tests/test_conventions.py tests/test_public.py tests/graph/test_statements.py

lint: $(STAMP)
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/lint-imports --no-logo >.venv/imports.log || { cat .venv/imports.log; exit 1; }

fuzz: $(STAMP) ## Fuzz every parser with a million texts and files (INPUTS=…)
	@$(BIN)/python -m tests.fuzz --inputs $(INPUTS)

reproduce: $(STAMP) ## Measure everything in one run and write one report (QUICK=1, LOCOMO=FILE, LONGMEMEVAL=FILE, OUT=build/reproduce)
	@$(BIN)/python -m kg models fetch
	@$(BIN)/python -m benchmarks reproduce --out $(OUT) $(if $(QUICK),--quick) $(if $(LOCOMO),--locomo $(LOCOMO)) $(if $(LONGMEMEVAL),--longmemeval $(LONGMEMEVAL))

docs: .venv-docs/.ready ## Build the documentation site into build/site, and check its links
	@NO_MKDOCS_2_WARNING=1 .venv-docs/bin/mkdocs build --strict --quiet
	@echo build/site/index.html

package: .venv-release/.ready ## Build the wheel and the source distribution into dist/, check both, and install the wheel elsewhere
	@rm -rf dist build/installed
	@.venv-release/bin/python -m build --outdir dist .
	@.venv-release/bin/twine check --strict dist/*
	@.venv-release/bin/check-wheel-contents dist/*.whl
	@$(PYTHON) -m venv build/installed
	@build/installed/bin/python -m pip install --quiet --disable-pip-version-check dist/*.whl
	@cd build && installed/bin/kg --version

release-check: $(STAMP) ## Check that TAG may be released: its version, and a date in CHANGELOG.md
	@$(BIN)/python -m tests.release_tag $(TAG)

audit: $(STAMP) ## Check licences, pins, and known vulnerabilities of locked packages (needs the network)
	@$(BIN)/python -m pytest -q -p no:cacheprovider tests/test_supply.py
	@$(MAKE) --no-print-directory .venv-audit/.ready
	@$(BIN)/python -m tests.supply

format: $(STAMP) ## Format the code and apply automatic fixes
	@$(BIN)/ruff format --quiet .
	@$(BIN)/ruff check --fix --quiet .

lock: ## Update the lock files from pyproject.toml (needs uv)
	uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-header --extra local --extra pictures --extra notebook --extra polars --extra mcp --extra ogm --extra otel --extra dev \
	  --python-version 3.11 pyproject.toml -o requirements.lock
	uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-header --extra local --extra pictures --extra notebook --extra polars --extra mcp --extra ogm --extra otel --extra dev \
	  --extra torch --extra train --extra gliner --extra chroma --extra ray \
	  --python-version 3.11 -c requirements.lock pyproject.toml -o requirements-extras.lock
	uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-header --extra mcp --extra otel --extra dev \
	  $(foreach framework,$(FRAMEWORKS),--extra $(framework)) --python-version 3.11 pyproject.toml -o requirements-adapters.lock
	uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-header --extra mcp --extra otel \
	  --python-version 3.11 -c requirements.lock pyproject.toml -o requirements-image.lock
	$(foreach group,audit release docs,uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-header \
	  --group pyproject.toml:$(group) --python-version 3.11 -o requirements-$(group).lock;)

clean: ## Remove the virtual environments and caches (the graph and downloads stay)
	rm -rf .venv .venv-extras .venv-adapters .venv-audit .venv-release .venv-docs .venv-peers .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist

$(STAMP): requirements.lock pyproject.toml
ifdef UV
	@test -x $(BIN)/python || uv venv --quiet --python 3.11 .venv
	@uv pip install --quiet --python $(BIN)/python --require-hashes -r requirements.lock
	@uv pip install --quiet --python $(BIN)/python --no-deps -e .
else
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -e .
endif
	@touch $@

.venv-extras/.ready: requirements-extras.lock pyproject.toml
ifdef UV
	@test -x .venv-extras/bin/python || uv venv --quiet --python 3.11 .venv-extras
	@uv pip install --quiet --python .venv-extras/bin/python --require-hashes -r requirements-extras.lock
	@uv pip install --quiet --python .venv-extras/bin/python --no-deps -e .
else
	@test -x .venv-extras/bin/python || $(PYTHON) -m venv .venv-extras
	@.venv-extras/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-extras.lock
	@.venv-extras/bin/python -m pip install --quiet --disable-pip-version-check --no-deps -e .
endif
	@touch $@

.venv-adapters/.ready: requirements-adapters.lock pyproject.toml
ifdef UV
	@test -x .venv-adapters/bin/python || uv venv --quiet --python 3.11 .venv-adapters
	@uv pip install --quiet --python .venv-adapters/bin/python --require-hashes -r requirements-adapters.lock
	@uv pip install --quiet --python .venv-adapters/bin/python --no-deps -e .
else
	@test -x .venv-adapters/bin/python || $(PYTHON) -m venv .venv-adapters
	@.venv-adapters/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-adapters.lock
	@.venv-adapters/bin/python -m pip install --quiet --disable-pip-version-check --no-deps -e .
endif
	@touch $@

# Tools that are no dependencies of kg: audit, release and docs.
.venv-%/.ready: requirements-%.lock
	@test -x .venv-$*/bin/python || $(PYTHON) -m venv .venv-$*
	@.venv-$*/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-$*.lock
	@touch $@
