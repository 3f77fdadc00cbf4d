# SPDX-License-Identifier: MIT
# Takht: the two commands are `make run` and `make test`. `make` alone lists what there is.
.DEFAULT_GOAL := help
SHELL := /bin/bash
JOBS ?= $(shell nproc)

ADDRESS ?= 127.0.0.1:8080
DATA ?= takht.db

# Every target of this file; none is a file.
.PHONY: $(shell sed -nE 's/^([a-z0-9-]+):.*/\1/p' $(firstword $(MAKEFILE_LIST)))

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

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

sizes: setup-test build ## many positions of every game at every size, in both languages (LOOKS=20 for each table)
	@cd web && LOOKS=$(or $(LOOKS),20) npm run --silent browser -- sizes

firefox: setup-test build ## every game once more in Firefox
	@tools/setup.sh firefox
	@cd web && npm run --silent firefox

seventh: setup-test ## put docs/example-game among the games of a scratch tree and test it there, also in a browser
	@tests/seventh.sh $(JOBS) rules page browser

screenshots: setup-test build ## pictures of every page and board in build/screenshots (ONLY=shell, ONLY=splendor …)
	@cd web && ONLY=$(ONLY) npm run --silent screenshots

bench: build ## measure the speed of the rules
	@build/takht bench

format: setup-test ## format the C sources
	@tools/sources.sh | xargs clang-format-14 -i

lint: setup-test ## check format, run clang-tidy, eslint and shellcheck
	@tests/lint.sh $(JOBS)

tables: setup-test ## make the C tables from CSV files and word lists, and the types of views, anew
	@cmake --preset release >/dev/null
	@cmake --build build -j $(JOBS) --target tables words
	@tools/generate.sh build/tools
	@cmake --build build -j $(JOBS) --target views protocol
	@tools/types.sh build/tools

wasm: setup-test ## rules and bots for WebAssembly: build/wasm/rules.wasm and takht.wasm
	@cmake --preset release >/dev/null
	@bind/wasm/build.sh build

wasm-speed: wasm ## how fast the bots are as WebAssembly, beside the native program
	@cmake --build build -j $(JOBS) --target bind_speed
	@node bind/wasm/speed.mjs build

npm: wasm ## the npm package: build/takht-VERSION.tgz
	@bind/npm/pack.sh build

manual: build ## make the manual page from the table of options anew
	@build/takht manual > docs/takht.1

screen-test: build ## whole games on real screens in both languages, against the pictures in tests/screens (UPDATE=1 makes them anew)
	@tests/walk.sh $(CURDIR)/build/takht

soak: build ## kill a busy server a thousand times and look for lost moves
	@cmake --build build -j $(JOBS) --target server_kill
	@build/tests/server_kill 1000 20

cluster: build ## a cluster here: PostgreSQL in a folder of its own, three nodes, two workers, one address (ADDRESS=…, CLUSTER=folder)
	@tools/setup.sh cluster
	@tools/cluster.sh build/takht $(ADDRESS) $(or $(CLUSTER),takht-cluster)

cluster-test: setup-test build ## the tests of the server on PostgreSQL, a standby that takes over, 300 kills of nodes, workers and the database, 30 cuts of the network (as root)
	@tools/setup.sh cluster
	@cmake --build build -j $(JOBS)
	@tests/stores.sh build
	@tests/standby.sh build 20 12
	@tests/cluster.sh build 300 60 30
	@tests/cut.sh build 30 24 6

service: build ## start the shipped unit under a real systemd in namespaces of its own (as root)
	@tools/setup.sh service
	@tests/service.sh build/takht

proxy: build ## run the examples of packaging/ for nginx and HAProxy before a server
	@tools/setup.sh proxy
	@tests/proxy.sh build/takht

fuzz: setup-test ## fuzz every parser, and the rules against golden traces, for a minute each (SECONDS_EACH=60)
	@tests/fuzz.sh $(JOBS) $(or $(SECONDS_EACH),60)

arm64-test: setup-test build ## the rules and bots on 64-bit ARM under qemu: the same games and moves as here
	@tools/setup.sh arm64
	@JOBS=$(JOBS) tests/arm64.sh build

wasm-test: setup-test build ## the bots as WebAssembly under node: the same moves as here
	@tools/setup.sh wasm
	@JOBS=$(JOBS) tests/thoughts-wasm.sh build

install: build ## install the command, its manual and completions, and libtakht (PREFIX=/usr/local)
	@cmake --build build -j $(JOBS) --target library
	@cmake --install build --prefix $(or $(PREFIX),/usr/local)
	@[ "$$(id -u)" != 0 ] || [ -n "$(DESTDIR)" ] || /sbin/ldconfig # so that programs find the library at once

dist: setup ## the source with the built page: build/takht-VERSION.tar.xz, the same bytes everywhere
	@tools/dist.sh build

static: setup ## one file for every Linux, with page and bots inside and no library needed: build/static/takht
	@tools/setup.sh static
	@tools/page.sh
	@cmake -S . -B build/static -G Ninja -DCMAKE_BUILD_TYPE=Release -DTAKHT_STATIC=ON -DTAKHT_POSTGRES=OFF -DBUILD_TESTING=OFF \
		-DCMAKE_EXE_LINKER_FLAGS=-Wl,--strip-all >/dev/null 2>&1
	@cmake --build build/static -j $(JOBS) --target takht 2>&1 | grep -vE 'warning: Using|in function' | tail -n 1
	@/usr/bin/python3 -B tools/notices.py program >build/static/THIRD-PARTY
	@tests/static.sh build/static/takht

deb: dist ## Debian packages of command and server, library, headers, Python: build/deb/*.deb
	@tools/setup.sh package
	@tools/deb.sh build

package-test: setup-test deb ## install, play, upgrade, remove and purge the packages in a fresh Debian with its own systemd (as root)
	@tests/package.sh build

dist-test: setup-test ## make the tarball twice, build it without network and node, and serve
	@tests/dist.sh build $(JOBS)

container: static ## an image with the static binary alone, built without a registry and tried (as root): build/container/takht.tar.xz
	@tools/setup.sh container
	@tests/container.sh build

sbom: setup ## what is inside, as SPDX: build/takht-VERSION.spdx.json
	@mkdir -p build && /usr/bin/python3 tools/sbom.py >build/takht-$$(cat VERSION).spdx.json
	@echo "build/takht-$$(cat VERSION).spdx.json"

docs: ## the documents as pages: build/docs/index.html; a link that leads nowhere, or a page to which none leads, is an error
	@tools/setup.sh docs
	@/usr/bin/python3 tools/docs.py build/docs

coverage: setup-test ## lines and branches of core and games that tests reach: build/coverage/index.html
	@tools/setup.sh coverage
	@tests/coverage.sh $(JOBS)

python-asan: setup-test ## the Python package over a library under sanitizers, also misused at random
	@tests/python-asan.sh $(JOBS)

compilers: setup-test ## gcc 12, clang 14 and 16: no warning, the same rules
	@tools/setup.sh compilers
	@tests/compilers.sh $(JOBS)

test-all: ## every test, also the long ones (as root; hours)
	@tests/all.sh

clean: ## remove everything that was built
	@rm -rf build
	@[ -e web/dist/.packed/prebuilt ] || rm -rf web/dist # a tarball's page cannot be made anew everywhere
