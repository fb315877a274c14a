#!/bin/sh
# sh tests/pack.sh FOLDER ARCHIVE: packs the files of a folder into ARCHIVE, a .tar.gz. Same files, same bytes.
set -eu
tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --format=gnu -C "$1" -cf - . | gzip -9n > "$2.new"
mv "$2.new" "$2"
