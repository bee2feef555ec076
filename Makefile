# Each target sets up what it needs by itself; nothing is installed twice.
#
#   PYTHON=…      the interpreter to build .venv with (3.11 or newer)
#   PIP_ARGS=…    passed to pip, e.g. to choose where torch comes from
#   CHROMIUM=…    the browser of the browser tests, if it is not found by itself
#   LIVE_ARGS=…   passed to `headlight export --live`: --model NAME, --app URL
#   SHUFFLE=7     the tests of `make check` in another order, that of this number
#   INSTALL=1     let `make check` install that browser with the package manager

.DEFAULT_GOAL := help
.PHONY: help app serve live check static-types on-default on-avx2 travel image next audit format fuzz load faults train record bench
ifndef AT_ONCE
.NOTPARALLEL:
endif

PYTHON ?=
PIP_ARGS ?=
APP_ARGS ?=

run := .venv/bin/python -m
hash = $(shell cat $(1) | cksum | cut -d ' ' -f 1)
app_ready := .venv/.app-$(call hash,requirements.txt)
dev_ready := .venv/.dev-$(call hash,requirements.txt requirements-image.txt requirements-dev.txt)
bench_ready := .venv/.bench-$(call hash,$(wildcard requirements*.txt))

# a browser page opens by itself where there is a screen
screen := $(DISPLAY)$(WAYLAND_DISPLAY)$(filter Darwin,$(shell uname -s))
headless := $(if $(screen),false,true)

help: ## this list
	@grep -hE '^[a-z]+:.*## ' Makefile | sed -E 's/:.*## /\t/' | expand -t 10

app: $(app_ready) ## the app in the browser
	$(run) streamlit run app.py --server.headless=$(headless) \
	  --server.showEmailPrompt=false $(APP_ARGS)

# SHUFFLE=7: the tests in another order, the same for the same number
shuffled = $(if $(SHUFFLE),-p randomly --randomly-seed=$(SHUFFLE))

# Tests that hold stored numbers against computed ones, on processors with less.
stored = $(shell grep -rlE '^from tests.stored import' tests)
each_alone := $(if $(filter output-sync,$(.FEATURES)),--output-sync)

# Dozens of processes begin: each reads what the first of them compiled.
check: export PYTHONDONTWRITEBYTECODE =
check: $(dev_ready) ## format, lint, types, all tests
	$(run) ruff format --check .
	$(run) ruff check .
	@.venv/bin/python tests/browser/chromium.py
	@$(MAKE) --no-print-directory AT_ONCE=1 -j 3 $(each_alone) static-types on-default on-avx2
	$(run) pytest -n 2 --dist loadgroup $(shuffled)

static-types: $(dev_ready)
	$(run) basedpyright

on-default: isa = SSE41
on-avx2: isa = AVX2
on-default on-avx2: on-%: $(dev_ready)
	ATEN_CPU_CAPABILITY=$* DNNL_MAX_CPU_ISA=$(isa) $(run) pytest -q -n 0 $(stored)

audit: $(app_ready) ## known holes in what the image installs, if they can be asked
	@.venv/bin/python .ci/audit.py

travel: $(dev_ready) ## the wheel in empty environments, on every Python found here
	@PIP_ARGS='$(PIP_ARGS)' .venv/bin/python .ci/travel.py $(TRAVEL_ARGS)

image: ## the image, built and tried, where a builder is installed
	@$(if $(wildcard .venv/bin/python),.venv/bin/python,python3) .ci/image.py

next: $(dev_ready) ## what would break with the newest Streamlit
	@PIP_ARGS='$(PIP_ARGS)' .venv/bin/python .ci/next.py

serve: $(app_ready) ## the app for strangers: with the guard, on port 8501
	$(run) server $(APP_ARGS)

live: $(app_ready) ## a page that translates by itself: live/class.html, live/site/
	@mkdir -p live
	$(run) headlight export --live -o live/class.html --site live/site $(LIVE_ARGS)

format: $(dev_ready) ## lay the code out and mend what lint can mend
	$(run) ruff check --fix .
	$(run) ruff format .

# The writer of captions comes before the one that learns to see with it.
small_recipes := $(addprefix recipes/,captions-none.toml captions-soft.toml captions-hard.toml \
  captions-writer.toml captions-seeing.toml) \
  $(wildcard $(addprefix recipes/,film*.toml gates*.toml memory-*.toml patches-*.toml pointer*.toml twins*.toml))

train: $(dev_ready) ## how the shipped models are trained
	@echo "How models are trained; recipes/README.md says more, a card what made its model."
	@echo "A run that is killed goes on where it was. On two cores each takes hours."
	@echo
	@echo "  $(run) core.training.templates recipes/pairs/frames.toml runs/templates.tsv"
	@for recipe in recipes/*-en-fr.toml; do name=$$(basename $$recipe .toml); echo; \
	  echo "  $(run) core train $$recipe --out runs/$$name \\"; \
	  echo "    --pairs TATOEBA:3 HANSARDS:0.3 recipes/pairs:8 runs/templates.tsv:4 \\"; \
	  echo "    --valid HELD-OUT --apart recipes/kept-apart.txt \\"; \
	  echo "    --tokenizer assets/models/$$name/tokenizer.json"; done
	@echo; echo "  $(run) core train recipes/transformer-without-source-order.toml \\"; \
	  echo "    --from assets/models/transformer-en-fr --out runs/without-source-order \\"; \
	  echo "    --pairs TATOEBA recipes/pairs --valid HELD-OUT --apart recipes/kept-apart.txt"; \
	  echo "  $(run) core.training.difference runs/without-source-order \\"; \
	  echo "    assets/models/transformer-en-fr without-source-order"
	@echo; echo "  $(run) core.training.never_looks   # after new weights of bahdanau-en-fr"
	@echo; echo "Small models make their examples up; each takes five minutes to an hour."; echo
	@for recipe in $(small_recipes); do \
	  name=$$(basename $$recipe .toml); \
	  echo "  $(run) core train $$recipe --out runs/$$name"; done

# Of translators of words the pairs and links are your own; small worlds bring theirs.
translators := transformer-en-fr bahdanau-en-fr rnn-en-fr
small := $(notdir $(patsubst %/,%,$(dir $(wildcard assets/worlds/*/manifest.json))))

record: $(dev_ready) ## every stored figure that hangs on weights, measured anew; hours
	@$(if $(PAIRS),,echo "make record PAIRS='valid.tsv.gz …' ALIGNMENTS='links.jsonl …'" \
	  "(recipes/README.md says which)"; exit 2)
	@set -e; for name in $(translators); do $(run) core record --model $$name \
	  --pairs $(PAIRS) --limit 2000 --held-out recipes/held-out \
	  --alignments $(or $(ALIGNMENTS),assets/alignments.jsonl); done
	@set -e; for name in $(small); do $(run) core record --model $$name; done
	$(run) core measure edges
	$(run) core measure heads
	$(run) core.training.never_looks
	$(run) viz.payload
	$(run) bench.picture

fuzz: $(dev_ready) ## ten thousand hostile addresses and sentences; half an hour
	FUZZ=10000 $(run) pytest -n 0 tests/server/test_fuzz.py

load: $(dev_ready) ## how many readers one process bears, measured here
	$(run) bench.load $(LOAD_ARGS)
	$(run) bench.classes

faults: $(dev_ready) ## replicas killed, files damaged, disks full, hostile visitors
	$(run) pytest -n 0 -m fault tests/server

bench: $(bench_ready) ## the figures of the README, measured here
	$(run) bench

$(app_ready): | .venv/bin/pip
	$(run) pip install $(PIP_ARGS) -r requirements.txt
	@touch $@

$(dev_ready): | .venv/bin/pip
	$(run) pip install $(PIP_ARGS) -r requirements-dev.txt
	@touch $@ $(app_ready)

$(bench_ready): | .venv/bin/pip
	$(run) pip install $(PIP_ARGS) -r requirements-bench.txt
	@touch $@ $(dev_ready) $(app_ready)

.venv/bin/pip:
	@for python in $(or $(PYTHON),python3.13 python3.12 python3.11 python3 python); do \
	  if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; \
	  then echo "$$python -m venv .venv"; exec $$python -m venv .venv; fi; done; \
	echo "Headlight needs Python 3.11 or newer, and found none as" \
	  "$(or $(PYTHON),python3.13 python3.12 python3.11 python3 python)."; \
	echo "Install one, or name it: make PYTHON=/path/to/python3.11 $(MAKECMDGOALS)"; \
	exit 1
