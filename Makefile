# Two commands: `make demo` and `make test`. Both set up everything they need inside this folder.
# While you write a game: `make check KEY=its_key`.
# Cargo is always asked for the whole workspace: for one package alone the features of what it depends on are others,
# and everything from CaDiCaL up would be built once more.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
NATIVE := $(shell find crates -name '*.rs' -o -name Cargo.toml) Cargo.toml Cargo.lock
JOBS ?= 2
# Workers begin with a half of the tests each, in order, so that what a system's tests share is made once.
PYTEST := $(BIN)/python -m pytest
PARALLEL := -n $(JOBS) --dist worksteal

# Tests are compiled once and kept, wherever they run: otherwise each worker spends seconds on it before it begins.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo serve docs wheel check test test-full atlas bench bench-pencil bench-peers bench-values lint lint-page format clean

demo: $(VENV)/built
	$(BIN)/python -m perfectplay.demo

# The page in a browser, at http://127.0.0.1:8080/
serve: $(VENV)/built
	$(BIN)/perfectplay serve

# All that is known about one system: conformance, tables, boards, theorems, examples.
check: $(VENV)/built
	$(if $(KEY),,$(error make check needs the key of a system, such as KEY=domineering))
	$(PYTEST) --system=$(KEY)

test: $(VENV)/built lint
	cargo test --release --quiet --workspace
	$(PYTEST) $(PARALLEL)

test-full: $(VENV)/built lint
	cargo test --release --quiet --workspace -- --include-ignored
	$(PYTEST) $(PARALLEL) --full

lint: $(VENV)/built lint-page
	cargo fmt --check
	cargo clippy --release --quiet --all-targets -- -D warnings
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

# The types of the page's scripts. Nobody needs a JavaScript tool chain to use the page, nor to run the other checks.
NPM := $(shell command -v npm)
lint-page: $(if $(NPM),tests/web/node_modules)
	$(if $(NPM),tests/web/node_modules/.bin/tsc --project tests/web,@echo "no npm: the scripts of the page are not checked")

tests/web/node_modules: tests/web/package.json
	npm --prefix tests/web install --silent
	touch $@

format: $(VENV)/tools
	cargo fmt
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

# The page about complexity, which is made from the records; a test fails when it is out of date.
atlas: $(VENV)/built
	$(BIN)/python -m perfectplay.atlas.page docs/atlas.md

# The documentation as a site, in site/: reference, guides, catalogue. A broken link is an error.
docs: $(VENV)/built $(VENV)/docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict

# A wheel for this machine, in dist/. Those for all platforms are built by .github/workflows/wheels.yml.
wheel: $(VENV)/tools
	PATH=$(abspath $(BIN)):$$PATH maturin build --release --out dist

bench: $(VENV)/built
	$(BIN)/python benchmarks/run.py

# Pencil puzzles, beside python-sat and CP-SAT, which are installed into a folder of their own.
bench-pencil: $(VENV)/built
	$(BIN)/python benchmarks/pencil.py --output benchmarks/pencil.md

# Beside cgt-py, which is installed into .venv-peers; without it, or without a network, the table has our column only.
bench-values: $(VENV)/built
	$(BIN)/python benchmarks/values.py --output benchmarks/values.md

# Beside programs whose sources are given by path, as in `make bench-peers OBSEQUI=~/obsequi MCGS=~/MCGS ARGS=--long`; the
# variables are named by `benchmarks/peers.py --help`. A peer that is not given is reported as not run.
bench-peers: $(VENV)/built
	$(BIN)/python benchmarks/peers.py --output benchmarks/peers.md $(ARGS)

# The tools are installed at the versions of requirements-dev.txt; the package itself is built in place, in release mode.
$(VENV)/tools: requirements-dev.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --requirement requirements-dev.txt
	touch $@

$(VENV)/docs: $(VENV)/tools requirements-docs.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --requirement requirements-docs.txt
	touch $@

$(VENV)/built: $(VENV)/tools $(NATIVE) pyproject.toml
	PIP_QUIET=1 VIRTUAL_ENV=$(abspath $(VENV)) PATH=$(abspath $(BIN)):$$PATH maturin develop --release --quiet
	touch $@

clean:
	rm -rf $(VENV) .venv-peers target site dist tests/web/node_modules python/perfectplay/_native*.so
