#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What is inside, as SPDX 2.3 in JSON: sbom.py > FILE. The same tree on the same system gives the same bytes."""

import json
import os
import re
import subprocess
import sys
import urllib.parse
import uuid

TREE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
#: what the program is linked with: Debian's packages, and their licences
LIBRARIES = {
    "libuv1-dev": "MIT", "libssl-dev": "Apache-2.0", "libsqlite3-dev": "blessing", "libsodium-dev": "ISC", "libjansson-dev": "MIT",
    "libutf8proc-dev": "MIT", "libfribidi-dev": "LGPL-2.1-or-later", "libncurses-dev": "X11-distribute-modifications-variant", "libpq-dev": "PostgreSQL",
    "zlib1g-dev": "Zlib", "libc6-dev": "LGPL-2.1-or-later",
}
#: what lies in the engine for browsers (takht.wasm, rules.wasm), and so in the page, in every program that has it, and in the npm package
IN_ENGINE = {"wasi-libc": "MIT AND BSD-2-Clause AND CC0-1.0"}
#: of npm's packages those whose code is in the page; the others only build and test it
IN_PAGE = {"svelte": "MIT", "clsx": "MIT", "esm-env": "MIT", "vite": "MIT", "@fontsource-variable/vazirmatn": "OFL-1.1"}


def read(name):
    with open(os.path.join(TREE, name), encoding="utf-8") as file:
        return file.read()


def installed(package):
    done = subprocess.run(["dpkg-query", "-W", "-f", "${source:Package} ${source:Version}", package], capture_output=True, text=True)
    return done.stdout.split() if done.returncode == 0 and done.stdout else None


def entry(kind, name, version, licence, locator):
    return {"SPDXID": "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", f"{kind}-{name}"), "name": name, "versionInfo": version, "licenseConcluded": licence,
            "licenseDeclared": licence, "downloadLocation": "NOASSERTION", "filesAnalyzed": False, "copyrightText": "NOASSERTION",
            "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": locator}]}


def of_system():
    for packages, relation in ((LIBRARIES, "DYNAMIC_LINK"), (IN_ENGINE, "STATIC_LINK")):
        for package, licence in packages.items():
            source = installed(package)
            if source:
                name, version = source
                yield entry("debian", name, version, licence, f"pkg:deb/debian/{name}@{urllib.parse.quote(version, safe='')}?arch=source"), relation


def of_page():
    for path, about in sorted(json.loads(read("web/package-lock.json"))["packages"].items()):
        name = path.rpartition("node_modules/")[2]
        if name and about.get("version"):
            licence = IN_PAGE.get(name) or about.get("license", "NOASSERTION")
            licence = licence if re.fullmatch(r"[A-Za-z0-9.+-]+", licence) else "NOASSERTION"
            made = entry("npm", path, about["version"], licence, f"pkg:npm/{name.replace('@', '%40')}@{about['version']}")
            made["name"] = name
            yield made, "STATIC_LINK" if name in IN_PAGE and path == f"node_modules/{name}" else "BUILD_TOOL_OF"


def when():
    """The time of the commit; a tarball knows its day (.commit, which git archive fills in)."""
    done = subprocess.run(["git", "-C", TREE, "log", "-1", "--format=%cd", "--date=format-local:%Y-%m-%dT%H:%M:%SZ"], env=dict(os.environ, TZ="UTC"),
                          capture_output=True, text=True)
    day = re.search(r"\d{4}-\d\d-\d\d", read(".commit"))
    return done.stdout.strip() or f"{day.group(0) if day else '1970-01-01'}T00:00:00Z"


def main():
    version = read("VERSION").strip()
    takht = entry("takht", "takht", version, "MIT", f"pkg:generic/takht@{version}")
    parts = list(of_system()) + list(of_page())
    relations = [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": takht["SPDXID"]}]
    for part, relation in parts:
        ends = (part, takht) if relation.endswith("_OF") else (takht, part)
        relations.append({"spdxElementId": ends[0]["SPDXID"], "relationshipType": relation, "relatedSpdxElement": ends[1]["SPDXID"]})
    bill = {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"takht-{version}",
            "creationInfo": {"created": when(), "creators": ["Tool: tools/sbom.py"]}, "packages": [takht] + [part for part, _ in parts], "relationships": relations}
    # SPDX wants one name for one document: bills that differ in anything have different ones.
    bill["documentNamespace"] = f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(bill))}"
    json.dump(bill, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
