# On a fresh machine with python3 (3.11 or newer), its venv module and make: `make build`, `make test`.
# The tests count every law with torch, so they also need the extra `checks`; building booklets does not.
# Set-up happens once, and again when the versions change. Another Python: make build PYTHON=python3.13

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
CHECKS := $(VENV)/.checks
SEEDS  := 1 7 42

.PHONY: build test lint format bench golden catalogue clean

build: $(READY)
	$(BIN)/exgen build --seed 7

test: lint $(CHECKS)
	$(BIN)/python -m pytest

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(CHECKS)
	$(BIN)/python -m tests.benchmarks

# The committed keys, after values were changed on purpose: look at the difference before committing.
golden: $(READY)
	rm -f answer_keys/workshop-*.json
	for seed in $(SEEDS); do $(BIN)/exgen build --seed $$seed || exit 1; done
	git add --force answer_keys/workshop-*.json

# The pages under docs/ that show every template, after templates were changed.
catalogue: $(READY)
	rm -rf docs/catalogue
	$(BIN)/exgen catalogue --map docs/coverage.toml -o docs

clean:
	rm -rf $(VENV) out build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): setup.sh pyproject.toml requirements.lock
	@sh setup.sh "$(PYTHON)" "$(VENV)" test
	@touch $@

$(CHECKS): $(READY)
	@sh setup.sh "$(PYTHON)" "$(VENV)" test,checks
	@touch $@
