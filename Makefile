# make run    open the house: HOST=0.0.0.0 PORT=8000 WORKERS=1 DATABASE_URL=... may be added
# make test   all checks and tests
# make check  lint, format and types
# make bench  figures of speed, as JSON
# make fuzz   100,000 requests that no page of ours would send, and what came of them
# make soak   a server under 200 tables of bots for an hour: nothing may grow
# make faults a house under 1,000 faults: ROUNDS=1000 SEED=faults may be added
# make pins   requirements*.txt anew from requirements*.in
# make words  translations/*.po anew from code and templates

.PHONY: run test check bench fuzz soak faults pins words
PYTEST := .venv/bin/python -m pytest

run:
	@tools/environment run
	@exec .venv/bin/conclave serve

# browser tests come in a call of their own: playwright's event loop stops asyncio tests after it
test: check
	@tools/chromium
	@tools/caddy
	$(PYTEST) -n 2 --ignore=tests/browser
	$(PYTEST) -n 2 tests/browser

check:
	@tools/environment test
	.venv/bin/ruff check
	.venv/bin/ruff format --check
	.venv/bin/mypy

bench:
	@tools/environment run
	@.venv/bin/conclave bench --json

fuzz:
	@tools/environment test
	@nice -n 10 .venv/bin/python -m tests.fuzz

soak:
	@tools/environment test
	.venv/bin/python -m tests.soak

faults: ROUNDS := 1000
faults: SEED := faults
faults:
	@tools/environment test
	.venv/bin/python -m tests.faults --rounds $(ROUNDS) --seed $(SEED)

pins: export UV_CUSTOM_COMPILE_COMMAND = make pins
pins:
	@tools/environment test
	for name in requirements requirements-dev; do \
	    .venv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	        --no-emit-find-links $$name.in --output-file $$name.txt || exit 1; \
	done

words:
	@tools/environment run
	@found=$$(mktemp) && .venv/bin/pybabel -q extract --mapping-file translations/sources.cfg --keywords later \
	    --add-location file --output-file $$found . && \
	for file in translations/*.po; do \
	    .venv/bin/pybabel -q update --omit-header --no-wrap --no-fuzzy-matching --ignore-obsolete \
	        --input-file $$found --output-file $$file --locale $$(basename $$file .po) || exit 1; \
	done; rm -f $$found
