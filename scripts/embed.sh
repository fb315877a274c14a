#!/bin/sh
# Prints C source with the contents of files as arrays of characters, each ending with a 0 byte.
#
#   scripts/embed.sh NAME=FILE...
set -eu
echo '/* Made by scripts/embed.sh. */'
for item; do
  name=${item%%=*}
  file=${item#*=}
  test -r "$file" || { echo "embed: $file: cannot be read" >&2; exit 1; }
  printf 'extern const char %s[];\nconst char %s[] = {\n' "$name" "$name"
  # As signed numbers: char may be signed.
  LC_ALL=C od -An -v -td1 "$file" | sed 's/  *\(-*[0-9][0-9]*\)/\1,/g'
  echo '0};'
done
