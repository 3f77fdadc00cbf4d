#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Who made what lies in the static binary beside our own, and under which terms: notices.py > FILE. It goes wherever the binary goes."""

import os
import sys

from sbom import IN_PAGE, LIBRARIES, TREE

#: of the libraries that tools/sbom.py knows, this one is never linked statically
APART = {"libpq-dev"}
#: what Debian's files of copyright refer to instead of telling it
COMMON = ["Apache-2.0", "LGPL-2.1"]


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read().strip() + "\n"


def licence_of(name):
    folder = os.path.join(TREE, "web/node_modules", name)
    return os.path.join(folder, next(file for file in sorted(os.listdir(folder)) if file.startswith("LICENSE")))


def parts():
    for package in LIBRARIES:
        if package not in APART:
            yield package.removesuffix("-dev"), f"/usr/share/doc/{package}/copyright"
    # A tarball brings its page along without the packages that it was made with: Svelte's terms are those of LICENSE.
    if os.path.isdir(os.path.join(TREE, "web/node_modules")):
        for name in IN_PAGE:
            yield name, licence_of(name)
    else:
        yield "Vazirmatn", os.path.join(TREE, "LICENSES/OFL-1.1.txt")
    for name in COMMON:
        yield name, f"/usr/share/common-licenses/{name}"


def main():
    print("Takht is under the terms of LICENSE. What else lies in the program:")
    for name, path in parts():
        print(f"\n==== {name} ====\n\n{read(path)}", end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
