# make run    plays every scenario on the emulated bench and writes out/
# make test   checks the style, the types and the import directions, then runs the project's tests
# make slow   runs the tests that take minutes each
# make mutation  changes the engine and the comparison in thousands of ways: which do the tests notice?
# PYTHON=python3.12 make run    chooses the interpreter (3.11 or newer)

PYTHON ?= python3
BIN = .venv/bin

.PHONY: run test slow mutation lint format lock clean

run: .venv/.installed
	$(BIN)/burncard run -n 2

test: lint
	$(BIN)/pytest tests -n 2 --dist loadfile --timeout=300

slow: .venv/.installed
	$(BIN)/pytest tests --timeout=3600 -m slow

# mutmut is not in the lock: nothing else needs it. See docs/mutation.md.
mutation: .venv/.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check mutmut==3.8.0
	$(BIN)/python -m benchmarks.mutation

lint: .venv/.installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: .venv/.installed
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# The JSON Schemas of settle, from the types. A test fails while they are stale.
schemas: .venv/.installed
	$(BIN)/python -m reference_engine.schema

# Two stamps: a change of pyproject.toml alone needs no download.
.venv/.locked: requirements.lock
	@$(PYTHON) -c 'import sys; v = sys.version_info; sys.exit("Burncard needs Python 3.11 or newer; $(PYTHON) is %d.%d: run make PYTHON=python3.11" % v[:2] if v < (3, 11) else 0)'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	touch .venv/.locked

.venv/.installed: .venv/.locked pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch .venv/.installed

# Needs pip-tools in the environment: .venv/bin/python -m pip install pip-tools
lock:
	$(BIN)/python -m piptools compile --quiet --all-extras --generate-hashes --allow-unsafe \
		--strip-extras --no-header --no-annotate --no-emit-index-url --no-emit-trusted-host \
		--no-emit-find-links --output-file requirements.lock pyproject.toml
	@{ echo "# Every package of the environment, by hash. Made by make lock, never edited."; cat requirements.lock; } > requirements.tmp
	@mv requirements.tmp requirements.lock

clean:
	rm -rf .venv out allure-results build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
