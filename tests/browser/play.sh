#!/bin/sh
# The page that runs scenarios in Chromium: tests/browser/play.cjs. `make test-play` builds what it needs; screenshots stay in $BUILD/browser/screenshots.
# shellcheck disable=SC2154
. "$(dirname "$0")/../library.sh"

lacking=
[ -e "$BUILD/play/.sources" ] || lacking="emscripten or the source packages of its libraries cannot be had (scripts/setup.sh play, scripts/play/sources.sh)"
[ -x "$BUILD/winnow-play" ] || lacking="there is no winnow-play (make test-play)"
needs_browser "play in a browser" "$lacking" "make test-play"
mkdir -p "$BUILD/browser/screenshots"
cp "$BUILD/play/index.html" . # nothing beside it
node "$ROOT/tests/browser/play.cjs" "$PWD/index.html" "$BUILD/winnow-play" "$BUILD/browser/screenshots" "$browser"
