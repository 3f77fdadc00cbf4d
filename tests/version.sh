#!/bin/bash
# SPDX-License-Identifier: MIT
# VERSION is the one place that says it: everything else tells the same. So do the lists of targets.  version.sh TAKHT [LIBTAKHT]
set -euo pipefail
takht=$(realpath "$1")
library=${2:+$(realpath "$2")}
cd "$(dirname "$0")/.."
version=$(cat VERSION)

fail() { echo "version: $1" >&2; exit 1; }

[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || fail "VERSION holds '$version', which is no MAJOR.MINOR.PATCH"
told=$("$takht" --version)
head -n 1 <<<"$told" | grep -qE "^takht ${version//./\\.} \(([0-9a-f]{7,} [0-9-]{10}(, changed since)?|unknown)\)$" ||
    fail "the command says: $told"
for word in page games nets libraries build; do
    grep -q "^$word: ." <<<"$told" || fail "takht --version does not tell of $word"
done
cmp -s <("$takht" manual) docs/takht.1 || fail "docs/takht.1 is not what takht manual prints (make manual)"
grep -q "\"takht $version\"" docs/takht.1 || fail "the manual is of another version"
grep -qE "^## (Unreleased \()?${version%.0}" CHANGELOG.md || fail "CHANGELOG.md has no part for $version"
odd=$(grep -E '^## ' CHANGELOG.md | grep -vE '^## (Unreleased \([0-9.]+\)|[0-9]+\.[0-9]+\.[0-9]+ \([0-9]{4}-[0-9]{2}-[0-9]{2}\))$' || true)
[ -z "$odd" ] || fail "a release in CHANGELOG.md has a version and a date, as '## 0.3.0 (2027-02-01)', not: $odd"
grep -qF "takht_${version}_amd64.deb" README.md || fail "README.md installs the package of another version"
grep -qF "version = {$version}" docs/research.md || fail "docs/research.md cites another version"
grep -qF "find_package(takht ${version%.*} " docs/library.md || fail "docs/library.md finds another version"
head -n 1 debian/changelog | grep -qF "takht ($version)" || fail "debian/changelog begins with another version"
released=$(sed -nE "s/^## ${version//./\\.} \\((.*)\\)\$/\\1/p" CHANGELOG.md)
[ -z "$released" ] || [ "$(date -u -d "$(sed -nE '/^ -- /{s/.*>  //p;q}' debian/changelog)" +%F)" = "$released" ] || fail "debian/changelog has another date than CHANGELOG.md"
grep -rnE '"version": "[0-9]' bind/npm/package.json | grep -qv '0\.0\.0' && fail "bind/npm/package.json has a version of its own"
# The lists of what runs at night are one list, and every name on it is a target.
if [ -e .gitlab-ci.yml ]; then
    for file in .github/workflows/ci.yml .gitlab-ci.yml; do
        diff <(tests/all.sh list) <(grep -oE '\[lint, [^]]*' "$file" | tr -d '[ ' | tr ',' '\n') >&2 || fail "$file runs others at night than tests/all.sh"
    done
    # What somebody else may change under its name runs nowhere.
    grep -hE 'uses:' .github/workflows/*.yml | grep -vE '@[0-9a-f]{40} # v[0-9.]+$' >&2 && fail "an action is named by a tag, not by its commit"
    for target in $(tests/all.sh list); do grep -qE "^$target:" Makefile || fail "make $target is no target"; done
fi
[ -z "$library" ] && exit 0

grep -qxF "$version" <<<"$(strings -n 5 "$library")" || fail "libtakht is of another version"
names() { sed -nE 's/^ (tk_[a-z_]+@TAKHT_0) .*/\1/p' debian/libtakht0.symbols | sort; }
shown() { nm -D --defined-only "$library" | awk '{print $3}' | sed 's/@@/@/' | grep '^tk_' | sort; }
diff <(names) <(shown) >&2 || fail "libtakht shows other names than debian/libtakht0.symbols: names are added there, and never taken away"
