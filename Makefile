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

.PHONY: demo check test test-full atlas bench bench-pencil bench-values lint format clean

demo: $(VENV)/built
	$(BIN)/python -m perfectplay.demo

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

lint: $(VENV)/built
	cargo fmt --check
	cargo clippy --release --quiet --all-targets -- -D warnings
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

format: $(VENV)/tools
	cargo fmt
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

# The page about complexity, which is made from the records; a test fails when it is out of date.
atlas: $(VENV)/built
	$(BIN)/python -m perfectplay.atlas.page docs/atlas.md

bench: $(VENV)/built
	$(BIN)/python benchmarks/run.py

# Pencil puzzles, beside python-sat and CP-SAT, which are installed into a folder of their own.
bench-pencil: $(VENV)/built
	$(BIN)/python benchmarks/pencil.py --output benchmarks/pencil.md

# Beside cgt-py, which is installed into .venv-peers; without it, or without a network, the table has our column only.
bench-values: $(VENV)/built
	$(BIN)/python benchmarks/values.py --output benchmarks/values.md

# The tools are installed at the versions of requirements-dev.txt; the package itself is built in place, in release mode.
$(VENV)/tools: requirements-dev.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --requirement requirements-dev.txt
	touch $@

$(VENV)/built: $(VENV)/tools $(NATIVE) pyproject.toml
	VIRTUAL_ENV=$(abspath $(VENV)) PATH=$(abspath $(BIN)):$$PATH maturin develop --release --quiet
	touch $@

clean:
	rm -rf $(VENV) .venv-peers target python/perfectplay/_native*.so
