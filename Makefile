# Takht: the two commands are `make run` and `make test`. `make` alone lists what there is.
.DEFAULT_GOAL := help
SHELL := /bin/bash
JOBS ?= $(shell nproc)

ADDRESS ?= 127.0.0.1:8080
DATA ?= takht.db

.PHONY: help setup setup-test build run play test browser seventh screenshots bench format lint tables manual soak fuzz clean install

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup:
	@tools/setup.sh run
setup-test:
	@tools/setup.sh test

build: setup ## build the page and the command with it; it is then build/takht
	@tools/page.sh
	@cmake --preset release >/dev/null
	@cmake --build build -j $(JOBS) --target takht

run: build ## set up, build, and open tables at http://127.0.0.1:8080 (ADDRESS=…, DATA=takht.db)
	@exec build/takht serve --quiet --listen $(ADDRESS) --data $(DATA)

play: build ## set up, build, and play in the terminal
	@build/takht play splendor

test: setup-test ## set up, build and pass every test
	@tests/run.sh $(JOBS)

browser: setup-test build ## the tests in a browser only (ONLY=name of a file, e.g. ONLY=splendor)
	@cd web && npm run --silent browser -- $(ONLY)

seventh: setup-test ## put docs/example-game among the games of a scratch tree and test it there, also in a browser
	@tests/seventh.sh $(JOBS) rules page browser

screenshots: setup-test build ## pictures of every page and board in build/screenshots (ONLY=shell, ONLY=splendor …)
	@cd web && ONLY=$(ONLY) npm run --silent screenshots

bench: build ## measure the speed of the rules
	@build/takht bench

format: setup-test ## format the C sources
	@tools/sources.sh | xargs clang-format-14 -i

lint: setup-test ## check format and run clang-tidy
	@tests/lint.sh $(JOBS)

tables: setup-test ## make the C tables from CSV files and word lists, and the types of views, anew
	@cmake --preset release >/dev/null
	@cmake --build build -j $(JOBS) --target tables words
	@tools/generate.sh build/tools
	@cmake --build build -j $(JOBS) --target views
	@tools/view-types.sh build/tools

manual: build ## make the manual page from the table of options anew
	@build/takht manual > docs/takht.1

soak: build ## kill a busy server a thousand times and look for lost moves
	@cmake --build build -j $(JOBS) --target server_kill
	@build/tests/server_kill 1000 20

fuzz: setup-test ## fuzz every parser for a minute each
	@tests/fuzz.sh $(JOBS) 60

install: build ## install the command, its manual and completions (PREFIX=/usr/local)
	@cmake --install build --prefix $(or $(PREFIX),/usr/local)

clean: ## remove everything that was built
	@rm -rf build web/dist
