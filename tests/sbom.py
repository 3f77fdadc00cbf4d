# SPDX-License-Identifier: MIT
"""The bill of materials is true: what the program is linked with and what the page holds stand in it, and whose work it is goes along.

    sbom.py TAKHT
"""

import json
import os
import re
import shutil
import subprocess
import sys

TREE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(TREE, "tools"))
import notices  # noqa: E402
from sbom import IN_ENGINE, IN_PAGE  # noqa: E402

#: what a compiler adds by itself, under terms that ask for nothing
COMPILERS = ("gcc-", "llvm-toolchain-")


def told_by(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def source_of(library):
    """The source package of a shared library: dpkg knows it under /usr or without."""
    path = os.path.realpath(library)
    for name in (path, path.removeprefix("/usr"), "/usr" + path):
        found = subprocess.run(["dpkg", "-S", name], capture_output=True, text=True).stdout
        if found:
            return told_by("dpkg-query", "-W", "-f", "${source:Package}", found.partition(": ")[0]).strip()
    return None


def libraries_of(program):
    needed = re.findall(r"\(NEEDED\).*\[(.*)\]", told_by("readelf", "-d", program))
    found = dict(re.findall(r"(\S+) => (/\S+)", told_by("ldd", program)))
    return {source_of(found[name]) for name in needed if name in found}


def check_form(bill):
    assert bill["documentNamespace"].startswith("urn:uuid:"), bill["documentNamespace"]
    ids = [package["SPDXID"] for package in bill["packages"]]
    assert len(ids) == len(set(ids)), "two packages have one name"
    for relation in bill["relationships"]:
        for end in ("spdxElementId", "relatedSpdxElement"):
            assert relation[end] in [*ids, "SPDXRef-DOCUMENT"], relation


def linked(bill, *kinds):
    ids = {relation["relatedSpdxElement"] for relation in bill["relationships"] if relation["relationshipType"] in kinds}
    return {package["name"] for package in bill["packages"] if package["SPDXID"] in ids}


def check_program(bill, program):
    forgotten = {name for name in libraries_of(program) - linked(bill, "DYNAMIC_LINK") if name and not name.startswith(COMPILERS)}
    assert not forgotten, f"linked, and not in the bill: {sorted(forgotten)}"


def check_page(bill):
    path = os.path.join(TREE, "web/dist/.weigh.json")
    if not os.path.exists(path):
        return
    with open(path, encoding="utf-8") as file:
        held = set(json.load(file)["packages"])
    assert "svelte" in held, "the page is said to have nothing of svelte in it"
    assert held <= set(IN_PAGE), f"in the page, and not in the bill: {sorted(held - set(IN_PAGE))}"
    assert set(IN_PAGE) <= linked(bill, "STATIC_LINK")


def check_notices(which, wanted):
    told = notices.text(which)
    for name in wanted:
        assert f"==== {name} ====" in told, f"{which}: nothing is said of {name}"


def main(program):
    told = told_by(sys.executable, "-B", os.path.join(TREE, "tools/sbom.py"))
    assert told == told_by(sys.executable, "-B", os.path.join(TREE, "tools/sbom.py")), "it is another each time"
    bill = json.loads(told)
    check_form(bill)
    if shutil.which("dpkg") and shutil.which("readelf"):
        check_program(bill, program)
        check_notices("engine", ["wasi-libc"])
        check_notices("program", ["wasi-libc", "libc6", "libfribidi", "svelte" if os.path.isdir(os.path.join(TREE, "web/node_modules")) else "the page"])
        assert set(IN_ENGINE) <= linked(bill, "STATIC_LINK"), IN_ENGINE
    check_page(bill)
    print("sbom: what is linked and what the page holds stand in it")


if __name__ == "__main__":
    main(sys.argv[1])
