#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Who made what lies in a program beside our own, and under which terms; it goes wherever the program goes.

    notices.py program > FILE     the static binary, with the page inside
    notices.py engine > FILE      the engine as WebAssembly (npm)
"""

import os
import sys

from sbom import IN_ENGINE, IN_PAGE, LIBRARIES, TREE

#: of the libraries that tools/sbom.py knows, this one is never linked statically
APART = {"libpq-dev"}
#: what Debian's files of copyright refer to instead of telling it
COMMON = {"program": ["Apache-2.0", "LGPL-2.1", "CC0-1.0"], "engine": ["CC0-1.0"]}


def read(path):
    """What stands there; a bundler goes on with those whose code lies in itself alone."""
    with open(path, encoding="utf-8") as file:
        return file.read().partition("\n# Licenses of bundled dependencies")[0].strip() + "\n"


def licence_of(name):
    folder = os.path.join(TREE, "web/node_modules", name)
    return os.path.join(folder, next(file for file in sorted(os.listdir(folder)) if file.lower().startswith("license")))


def debian(packages):
    for package in packages:
        yield package.removesuffix("-dev"), f"/usr/share/doc/{package}/copyright"


def page():
    # A tarball brings its page along without the packages that it was made with.
    if os.path.isdir(os.path.join(TREE, "web/node_modules")):
        for name in IN_PAGE:
            yield name, licence_of(name)
    else:
        yield "the page", os.path.join(TREE, "debian/copyright")


def parts(which):
    if which == "program":
        yield from debian(package for package in LIBRARIES if package not in APART)
        yield from page()
    yield from debian(IN_ENGINE)
    for name in COMMON[which]:
        yield name, f"/usr/share/common-licenses/{name}"


def text(which):
    return "Takht is under the terms of LICENSE. What else lies in the program:\n" + "".join(
        f"\n==== {name} ====\n\n{read(path)}" for name, path in parts(which))


if __name__ == "__main__":
    if sys.argv[1:] not in [[which] for which in COMMON]:
        sys.exit(__doc__)
    print(text(sys.argv[1]), end="")
