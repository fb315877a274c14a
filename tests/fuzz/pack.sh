#!/bin/sh
# Packs the inputs that long runs of `make fuzz` found, build/fuzz/found/TARGET/*, into tests/fuzz/found.tar.gz. Same inputs, same bytes.
set -eu
cd "$(dirname "$0")/../.."
tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX -C "${BUILD:-build}/fuzz/found" -cf - . |
  gzip -9n > tests/fuzz/found.tar.gz.new
mv tests/fuzz/found.tar.gz.new tests/fuzz/found.tar.gz
