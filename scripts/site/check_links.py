#!/usr/bin/env python3
"""Checks that every link leads somewhere: check_links.py [--list] FOLDER|FILE.md...

Of the HTML files of a folder: balanced tags, unique ids, described pictures, one h1, files and #anchors that links name, nothing that is
loaded from elsewhere, no absolute path, no script but that of the page of `make play`. Of Markdown files: links to files and to headings, as GitHub shows them. Links to other
sites are not followed; --list prints them. Exit status 1 and a line for each fault."""
import os
import re
import sys
import urllib.parse
from html.parser import HTMLParser

PLAY = "play/index.html"  # the one page with a script: make test-play tests it, and what follows # in a link are its parameters


def is_play(link):
    return ("/" + link.partition("#")[0]).endswith("/" + PLAY)


VOID = {"meta", "link", "br", "img", "hr", "wbr", "col", "input"}
LOADED = {"src", "srcset", "data", "poster", "xlink:href", "background", "action"}


class Page(HTMLParser):
    def __init__(self, path):
        super().__init__(convert_charrefs=True)
        self.path, self.open, self.ids, self.links, self.faults, self.headings = path, [], [], [], [], []
        with open(path, encoding="utf-8") as file:
            self.feed(file.read())
        self.close()
        self.faults += ["<%s> is not closed" % tag for tag in self.open]
        self.faults += ["id %s is there twice" % name for name in sorted({name for name in self.ids if self.ids.count(name) > 1})]
        if self.headings.count(1) != 1:
            self.faults.append("%d headings of the first level" % self.headings.count(1))

    def fault(self, text):
        self.faults.append("line %d: %s" % (self.getpos()[0], text))

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        if len(found) != len(attributes):
            self.fault("<%s> says an attribute twice" % tag)
        if "id" in found:
            self.ids.append(found["id"])
        for name, value in attributes:
            if name == "href":
                self.links.append((value or "", tag == "a"))
            elif name in LOADED:
                self.links.append((value or "", False))
            elif name.startswith("on") or name == "style":
                self.fault("attribute %s" % name)
        if tag in ("script", "object", "embed", "base") or (tag == "iframe" and not is_play(found.get("src") or "")):
            self.fault("<%s>" % tag)
        if tag == "img" and not found.get("alt"):
            self.fault("a picture without description: %s" % found.get("src"))
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if tag in VOID:
            return
        if not self.open or self.open[-1] != tag:
            self.fault("</%s> within <%s>" % (tag, ">, <".join(self.open[-2:])))
        if tag in self.open:
            while self.open.pop() != tag:
                pass


class Style:
    def __init__(self, path):
        self.path, self.ids, self.links = path, [], []
        with open(path, encoding="utf-8") as file:
            self.faults = ["loads something"] if re.search(r"url\(|@import", file.read()) else []


class Markdown:
    def __init__(self, path):
        self.path, self.faults, self.ids, self.links = path, [], [], []
        with open(path, encoding="utf-8") as file:
            text = re.sub(r"^```.*?^```|^    .*?$", "", file.read(), flags=re.M | re.S)
        seen = {}
        for heading in re.findall(r"^#+ (.*)$", text, re.M):
            name = re.sub(r"[^\w\- ]", "", re.sub(r"\[(.*?)\]\(.*?\)", r"\1", heading).strip().lower()).replace(" ", "-")
            seen[name] = seen.get(name, -1) + 1
            self.ids.append(name + ("-%d" % seen[name] if seen[name] else ""))
        text = re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "", text, flags=re.S)
        self.links = [(link, True) for link in re.findall(r"\]\(\s*([^)\s]+)[^)]*\)", text)]


READERS = {".md": Markdown, ".html": Page, ".css": Style}


def read(path, known):
    if path not in known:
        reader = READERS.get(os.path.splitext(path)[1])
        known[path] = reader and reader(path)
    return known[path]


def check(page, known, root, others):
    """root: no link leads out of it."""
    for link, followed in page.links:
        parts = urllib.parse.urlsplit(link)
        if parts.scheme or parts.netloc:
            if parts.scheme in ("http", "https", "mailto") and followed:
                others.add(link)
            else:
                page.faults.append("%s: loaded from elsewhere" % link)
            continue
        if parts.path.startswith("/") or "\\" in link:
            page.faults.append("%s: not a relative link" % link)
            continue
        path = os.path.normpath(os.path.join(os.path.dirname(page.path), urllib.parse.unquote(parts.path))) if parts.path else page.path
        if not os.path.exists(path) or (os.path.isdir(path) and path.endswith(".html")):
            page.faults.append("%s: there is no such file" % link)
        elif os.path.relpath(path, root).startswith(".."):
            page.faults.append("%s: out of the folder" % link)
        elif os.path.isdir(path) and isinstance(page, Page):
            page.faults.append("%s: a folder" % link)
        elif parts.fragment and not is_play(link):
            target = read(path, known)
            if target is None or urllib.parse.unquote(parts.fragment) not in target.ids:
                page.faults.append("%s: there is no such place" % link)


def main(arguments):
    listing = "--list" in arguments
    known, others, checked = {}, set(), []
    for argument in [argument for argument in arguments if argument != "--list"]:
        files, root = [argument], os.path.curdir
        if os.path.isdir(argument):
            root = argument
            files = [os.path.join(path, name) for path, _, names in os.walk(argument) for name in names
                     if name.endswith((".html", ".css")) and not is_play(os.path.join(path, name))]
        for path in sorted(files):
            page = read(os.path.normpath(path), known)
            check(page, known, root, others)
            checked.append(page)
    faults = ["%s: %s" % (page.path, fault) for page in checked for fault in page.faults]
    print("\n".join(faults + (sorted(others) if listing else [])), end="\n" if faults or (listing and others) else "")
    print("%d files, %d links, %d of them to other sites; %d faults" % (
        len(checked), sum(len(page.links) for page in checked), len(others), len(faults)))
    return 1 if faults or not checked else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
