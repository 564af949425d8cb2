# Two commands do all set-up on a machine with only Python 3.11 or later: `make book` and `make test`.
PYTHON ?= python3
BIN := .venv/bin
# Compiled modules are kept even where the machine says otherwise: the tests start Python some hundred times.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: book test thorough quick room slow bench mutants wheel release docs clean pages pictures studio browser

book: .venv/installed
	$(BIN)/bookmaker build examples/starter.yaml

# Kernels are compiled while the tools of the tests are installed and the types are checked. The package is taken from here, as
# its installation is renewed meanwhile.
test: .venv/installed
	$(BIN)/python -m bookmaker prepare & kernels=$$!; \
	  { [ .venv/tested -nt .venv/installed ] || { $(TOOLS); }; } && $(BIN)/ruff check bookmaker tests benchmarks docs && \
	  $(BIN)/ruff format --check bookmaker tests benchmarks docs && $(BIN)/mypy && wait $$kernels
	$(BIN)/pytest --numprocesses auto --dist worksteal

# All tests, in large samples: every two rules, every style and printer.
thorough: .venv/tested
	$(BIN)/pytest --numprocesses auto --dist worksteal --tier thorough

# All but the slow ones, on kernels that are compiled.
quick: .venv/tested
	$(BIN)/ruff check bookmaker tests benchmarks docs
	$(BIN)/pytest --numprocesses auto --dist worksteal --tier quick

# The tests of one door: `make room ROOM=puzzles`.
room: .venv/tested
	$(BIN)/ruff check bookmaker tests benchmarks docs
	$(BIN)/pytest --numprocesses auto --dist worksteal --room $(ROOM)

# Which tests `make quick` leaves out, and which cost most, in time of the processor.
slow: .venv/tested
	$(BIN)/pytest --numprocesses auto --dist worksteal --measure

bench: .venv/tested
	$(BIN)/python -m benchmarks

# Which planted changes the tests do not notice: a sample of each package.
mutants: .venv/tested
	$(BIN)/pip install --quiet --disable-pip-version-check "cosmic-ray>=8.3" "pytest-cov>=5"
	$(BIN)/python -m benchmarks.mutation

.venv/installed: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --editable ".[studio]"
	touch $@

TOOLS := $(BIN)/pip install --quiet --disable-pip-version-check --editable ".[test]" && touch .venv/tested

.venv/tested: .venv/installed
	$(TOOLS)

# A wheel that brings the machine code of all kernels: where a processor can run it, nothing is compiled at first use.
TARGET := $(if $(filter aarch64 arm64,$(shell uname -m)),generic,x86-64-v3)

wheel: .venv/installed
	rm -rf bookmaker/compiled
	NUMBA_CPU_NAME=$(TARGET) NUMBA_CPU_FEATURES= NUMBA_CACHE_DIR=$(CURDIR)/bookmaker/compiled/$(TARGET) $(BIN)/bookmaker prepare
	$(BIN)/pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist . ; \
	  done=$$?; rm -rf bookmaker/compiled; exit $$done

clean:
	rm -rf .venv build .mypy_cache .ruff_cache .pytest_cache

# The page of all kinds, from the declarations of the rules.
pages: .venv/tested
	$(BIN)/python -m benchmarks.kinds_page

# A wheel and a source archive in dist/, checked as the index does and by three jobs in an environment without this folder; and the
# notes of the release, from the changelog.
release: .venv/installed
	$(BIN)/pip install --quiet --disable-pip-version-check --editable ".[release]"
	rm -rf dist
	$(BIN)/python -m build --outdir dist .
	$(BIN)/python -m twine check --strict dist/*
	$(BIN)/python -m docs.site.release dist

# The manual as a site, build/manual/html, with a reference that is made from the program.
docs: .venv/documented
	$(BIN)/python -m docs.site

.venv/documented: .venv/installed
	$(BIN)/pip install --quiet --disable-pip-version-check --editable ".[docs]"
	touch $@

# The pictures of the README and of the examples, into examples/pages.
pictures: .venv/tested
	$(BIN)/python -m benchmarks.gallery
	$(BIN)/bookmaker cover examples/cover.yaml --compare examples/pages/covers.png
	$(BIN)/pip install --quiet --disable-pip-version-check --editable ".[studio,browser]"
	$(BIN)/python -m docs.site.screens

# The front end of the studio, from bookmaker/studio/web into bookmaker/studio/static: the same bytes on each machine.
WEB := bookmaker/studio/web

studio: $(WEB)/node_modules/.package-lock.json
	cd $(WEB) && npm run --silent check && npm run --silent build

$(WEB)/node_modules/.package-lock.json: $(WEB)/package-lock.json
	cd $(WEB) && npm ci --ignore-scripts --no-audit --no-fund --silent

# The studio in a real browser. Elsewhere than in CI it says what it lacks. A test that fails is tried once more, alone: on a busy
# machine a step may outlast its patience, while a fault fails twice.
browser: .venv/browser
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || \
	  { echo "make browser needs a chromium: apt-get install chromium"; exit 1; }
	$(BIN)/pytest tests/browser || { [ $$? = 1 ] && $(BIN)/pytest tests/browser --last-failed; }

.venv/browser: .venv/installed
	$(BIN)/pip install --quiet --disable-pip-version-check --editable ".[test,browser]"
	touch $@
