#!/bin/sh
# The page that runs scenarios in Chromium: tests/browser/play.cjs. `make test-play` builds what it needs; screenshots stay in $BUILD/browser/screenshots.
# shellcheck disable=SC2154
. "$(dirname "$0")/../library.sh"

modules=$BUILD/browser/node_modules
NODE_PATH=$modules${NODE_PATH:+:$NODE_PATH}
export NODE_PATH
browser=$(command -v "${CHROMIUM:-chromium}" || command -v chromium-browser || command -v google-chrome)
lacking=
command -v node > /dev/null || lacking="node is not installed"
[ -n "$browser" ] || lacking="Chromium is not installed"
[ -e "$BUILD/play/.sources" ] || lacking="emscripten or the source packages of its libraries cannot be had (scripts/setup.sh play, scripts/play/sources.sh)"
[ -x "$BUILD/winnow-play" ] || lacking="there is no winnow-play (make test-play)"
for module in playwright-core axe-core; do
  [ -n "$lacking" ] || node -e "require.resolve('$module')" 2> /dev/null || lacking="npm cannot fetch $module (tests/browser/package.json)"
done
if [ -n "$lacking" ]; then
  skip "play in a browser" "$lacking"
  exit 0
fi
mkdir -p "$BUILD/browser/screenshots"
cp "$BUILD/play/index.html" . # nothing beside it
node "$ROOT/tests/browser/play.cjs" "$PWD/index.html" "$BUILD/winnow-play" "$BUILD/browser/screenshots" "$browser"
