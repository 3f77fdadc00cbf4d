#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The documents as pages that need nothing but a browser: docs.py OUT. A link that leads nowhere is an error, and so is a page to which
none leads.

README.md becomes index.html; every other Markdown file of the project keeps its place, with .html for .md.
"""

import html
import os
import re
import shutil
import subprocess
import sys

import markdown

TREE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PARTS = [
    ("Begin", ["README.md", "CHANGELOG.md", "docs/compatibility.md", "docs/takht.1"]),
    ("Host", ["docs/operating.md", "docs/scaling.md", "docs/protocol.md", "SECURITY.md"]),
    ("Study", ["docs/research.md", "docs/arena.md", "docs/library.md", "docs/bot-protocol.md", "docs/strength.md", "docs/strength-diary.md", "docs/training.md"]),
    ("Build", ["CONTRIBUTING.md", "CODE_OF_CONDUCT.md", "docs/architecture.md", "docs/adding-a-game.md", "docs/page.md", "docs/fuzzing.md", "docs/releasing.md"]),
]
STYLE = """
:root{color-scheme:light dark;--ink:#22201c;--paper:#fbf8f1;--soft:#6b6455;--line:#ddd5c3;--act:#7a3b12}
@media (prefers-color-scheme:dark){:root{--ink:#ece6d8;--paper:#1b1a17;--soft:#a79f8d;--line:#3a362d;--act:#e0a060}}
body{margin:0;font:17px/1.6 Georgia,serif;color:var(--ink);background:var(--paper);display:grid;grid-template-columns:15rem minmax(0,46rem);gap:2rem;justify-content:center}
nav{padding:2rem 0 2rem 1rem;font:15px/1.9 system-ui,sans-serif}nav a{display:block;color:inherit;text-decoration:none}nav a:hover,nav [aria-current]{color:var(--act)}
nav h2{font-size:12px;letter-spacing:.08em;text-transform:uppercase;color:var(--soft);margin:1.2em 0 .2em}
main{padding:1rem 1rem 4rem;min-width:0}a{color:var(--act)}img{max-width:100%;height:auto}h1,h2,h3{line-height:1.25}
table{border-collapse:collapse;font-size:15px;display:block;overflow-x:auto}td,th{border-top:1px solid var(--line);padding:.35em .7em .35em 0;text-align:start;vertical-align:top}
pre{overflow-x:auto;padding:.8em 1em;border:1px solid var(--line);border-radius:6px;font-size:14px;line-height:1.45}code{font-size:.88em}:not(pre)>code{overflow-wrap:break-word}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:.5rem}
@media (max-width:50rem){body{display:flex;flex-direction:column;gap:0}nav{order:1;padding:1rem;columns:2;border-top:1px solid var(--line)}nav h2{break-after:avoid}
.skip,.skip:focus{order:-1;position:static;padding:.9rem 1rem 0;font:15px system-ui,sans-serif}main{box-sizing:border-box;width:100%;padding-bottom:2rem}
nav a{padding:.35rem 0;line-height:1.5}h1,td code{overflow-wrap:anywhere}table{font-size:14px}td,th{padding-inline-end:.5em}}
@media print{nav,.skip{display:none}body{display:block}}
"""


def tracked():
    done = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=TREE, capture_output=True, text=True)
    if done.returncode == 0:
        return done.stdout.split("\n")
    return [os.path.relpath(os.path.join(at, name), TREE) for at, _, names in os.walk(TREE) for name in names]


def place(path):
    """Where a document goes."""
    return "index.html" if path == "README.md" else re.sub(r"\.(md|1)$", ".html", path)


def title_of(path, text):
    if path.endswith(".1"):
        return "Manual"
    heading = re.search(r"^# (.*)$", text, re.M)
    return re.sub(r"[`*]", "", heading.group(1)) if heading else path


def manual(path):
    """The manual as a reader sees it."""
    env = dict(os.environ, MANWIDTH="100", LC_ALL="C.UTF-8")
    plain = subprocess.run(["man", "-P", "cat", "-l", path], cwd=TREE, env=env, capture_output=True, text=True, check=True).stdout
    return f"<h1>takht(1)</h1><pre>{html.escape(re.sub('.' + chr(8), '', plain))}</pre>"


def navigation(path, titles):
    up = "../" * place(path).count("/")
    rows = []
    for part, paths in PARTS:
        rows.append(f"<h2>{part}</h2>")
        for other in (other for other in paths if other in titles):
            here = ' aria-current="page"' if other == path else ""
            rows.append(f'<a href="{up}{place(other)}"{here}>{html.escape(titles[other])}</a>')
    return "".join(rows)


def mentions(path, body, known):
    """Documents that are named without a link get one; what is a link already, and what is typed, stays."""
    def one(match):
        name = match.group(2)
        there = name if name in known and name != path else None
        return match.group(0) if match.group(1) or there is None else f'<a href="{os.path.relpath(there, os.path.dirname(path) or ".")}">{name}</a>'
    return re.sub(r"(<a\b.*?</a>|<pre.*?</pre>|<code.*?</code>|<[^>]*>)|(\b[\w./-]+\.md\b)", one, body, flags=re.S)


def breakable(body):
    """Paths and names in tables may be broken behind / and _, so that the words beside them have room."""
    def code(match):
        return f"<code>{re.sub('(?<=[/_])', '<wbr>', match.group(1))}</code>"
    return re.sub(r"<td.*?</td>", lambda cell: re.sub(r"<code>([^<]*)</code>", code, cell.group(0)), body, flags=re.S)


def follow(path, body, known, files, out, lost, linked):
    """Links between documents, to places in them too; pictures and files that are linked are copied along."""
    def one(match):
        attribute, target = match.group(1), html.unescape(match.group(2))
        if re.match(r"[a-z]+:", target):
            if attribute == "src":
                lost.append(f"{path}: {target} is asked of another host")
            return match.group(0)
        name, _, anchor = target.partition("#")
        if name == "":
            if f'id="{anchor}"' not in known[path]:
                lost.append(f"{path}: {target} leads nowhere")
            return match.group(0)
        there = os.path.normpath(os.path.join(os.path.dirname(path), name))
        if there in known:
            linked.add(there)
            if anchor and f'id="{anchor}"' not in known[there]:
                lost.append(f"{path}: {target} leads nowhere")
            name = os.path.relpath(place(there), os.path.dirname(place(path)) or ".")
        elif there in files:
            os.makedirs(os.path.dirname(os.path.join(out, there)), exist_ok=True)
            shutil.copyfile(os.path.join(TREE, there), os.path.join(out, there))
        elif os.path.isdir(os.path.join(TREE, there)):
            return "data-folder"
        else:
            lost.append(f"{path}: {target} leads nowhere")
        return f'{attribute}="{html.escape(name + ("#" + anchor if anchor else ""))}"'
    return re.sub(r'(href|src)="([^"]*)"', one, body)


def main(out):
    files = set(tracked())
    texts = {}
    for path in sorted(files):
        if path.endswith((".md", "docs/takht.1")) and not path.startswith((".git", "web/", "build/", "bind/", "debian/")):
            with open(os.path.join(TREE, path), encoding="utf-8") as file:
                texts[path] = file.read()
    titles = {path: title_of(path, text) for path, text in texts.items()}
    lost = []
    linked = {path for _, paths in PARTS for path in paths}
    bodies = {path: manual(path) if path.endswith(".1") else markdown.markdown(text, extensions=["tables", "fenced_code", "toc", "sane_lists"])
              for path, text in texts.items()}
    for path in texts:
        body = follow(path, mentions(path, bodies[path], bodies), bodies, files, out, lost, linked)
        page = (f'<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
                f"<title>{html.escape(titles[path])} · Takht</title><style>{STYLE}</style></head>"
                f'<body><a class="skip" href="#pages">All pages</a><nav id="pages" aria-label="All pages">{navigation(path, titles)}</nav><main>{breakable(body)}</main></body></html>\n')
        at = os.path.join(out, place(path))
        os.makedirs(os.path.dirname(at), exist_ok=True)
        with open(at, "w", encoding="utf-8") as file:
            file.write(page)
    lost += [f"{path}: no page leads there" for path in sorted(set(texts) - linked)]
    for sentence in lost:
        print(f"docs: {sentence}", file=sys.stderr)
    print(f"docs: {len(texts)} pages in {out}/index.html")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
