#!/usr/bin/env python3
"""Measures all texts of svg pictures in Chromium: picture_boxes.py CHROMIUM PICTURE...

Prints a line for each text that lies on another one, on a line or beyond its page, and how many texts were measured."""

import html
import os
import re
import subprocess
import sys
import tempfile

browser, *pictures = sys.argv[1:]
script = open(os.path.join(os.path.dirname(__file__), "../browser/pictures.js"), encoding="utf-8").read()


def inline(path):
    """The picture at its own size, as a part of the page."""
    text = open(path, encoding="utf-8").read()
    text = text[text.index("<svg"):]
    width, height = re.search(r'viewBox="0 0 (\d+) (\d+)"', text).groups()
    text = text.replace("<svg", f'<svg width="{width}" height="{height}"', 1)
    text = re.sub(r'(<svg width="\d+" height="\d+"[^>]*?) width="\d+" height="\d+"', r"\1", text, count=1)
    return f'<div id="{html.escape(path)}">{text}</div>'


with tempfile.TemporaryDirectory() as folder:
    page = os.path.join(folder, "page.html")
    with open(page, "w", encoding="utf-8") as file:
        file.write('<!DOCTYPE html><meta charset="utf-8"><body>' + "\n".join(map(inline, pictures)))
        file.write(f'<pre id="result"></pre><script>{script}</script>')
    command = [browser, "--headless", "--disable-gpu", f"--user-data-dir={folder}/profile", "--dump-dom"]
    if os.geteuid() == 0:
        command.append("--no-sandbox")  # Chromium's own does not work as root
    done = subprocess.run(command + ["file://" + page], capture_output=True, text=True, timeout=600)
    found = re.search(r'<pre id="result">(.*?)</pre>', done.stdout, re.S)
    sys.exit(f"Chromium measured nothing: {done.stderr[-500:]}") if found is None else print(html.unescape(found.group(1)))
