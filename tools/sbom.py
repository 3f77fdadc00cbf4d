#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What is inside, as SPDX 2.3 in JSON: sbom.py > FILE. The same tree on the same system gives the same bytes."""

import json
import os
import re
import subprocess
import sys

TREE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
#: what the program is linked with: Debian's packages, and their licences
LIBRARIES = {
    "libuv1-dev": "MIT", "libssl-dev": "Apache-2.0", "libsqlite3-dev": "blessing", "libsodium-dev": "ISC", "libjansson-dev": "MIT",
    "libutf8proc-dev": "MIT", "libfribidi-dev": "LGPL-2.1-or-later", "libncurses-dev": "X11-distribute-modifications-variant", "libpq-dev": "PostgreSQL",
    "zlib1g-dev": "Zlib", "libc6-dev": "LGPL-2.1-or-later",
}
#: of npm's packages those whose code is in the page; the others only build and test it
IN_PAGE = {"svelte": "MIT", "@fontsource-variable/vazirmatn": "OFL-1.1"}


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
    for package, licence in LIBRARIES.items():
        source = installed(package)
        if source:
            yield entry("debian", source[0], source[1], licence, f"pkg:deb/debian/{source[0]}@{source[1]}"), "DYNAMIC_LINK"


def of_page():
    for path, about in sorted(json.loads(read("web/package-lock.json"))["packages"].items()):
        name = path.rpartition("node_modules/")[2]
        if name and about.get("version"):
            licence = IN_PAGE.get(name) or about.get("license", "NOASSERTION")
            licence = licence if re.fullmatch(r"[A-Za-z0-9.+-]+", licence) else "NOASSERTION"
            made = entry("npm", path, about["version"], licence, f"pkg:npm/{name.replace('@', '%40')}@{about['version']}")
            made["name"] = name
            yield made, "STATIC_LINK" if name in IN_PAGE and path == f"node_modules/{name}" else "BUILD_TOOL_OF"


def main():
    version = read("VERSION").strip()
    takht = entry("takht", "takht", version, "MIT", f"pkg:generic/takht@{version}")
    parts = list(of_system()) + list(of_page())
    relations = [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": takht["SPDXID"]}]
    for part, relation in parts:
        ends = (part, takht) if relation.endswith("_OF") else (takht, part)
        relations.append({"spdxElementId": ends[0]["SPDXID"], "relationshipType": relation, "relatedSpdxElement": ends[1]["SPDXID"]})
    epoch = subprocess.run(["git", "-C", TREE, "log", "-1", "--format=%cd", "--date=format-local:%Y-%m-%dT%H:%M:%SZ"], env=dict(os.environ, TZ="UTC"),
                           capture_output=True, text=True).stdout.strip()
    json.dump({"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"takht-{version}",
               "documentNamespace": f"urn:takht:sbom:{version}", "creationInfo": {"created": epoch or "1970-01-01T00:00:00Z", "creators": ["Tool: tools/sbom.py"]},
               "packages": [takht] + [part for part, _ in parts], "relationships": relations}, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
