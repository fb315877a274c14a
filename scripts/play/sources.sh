#!/bin/sh
# The source packages of the libraries that are compiled for browsers: sources.sh FOLDER unpacks gsl, lua, cjson, xxhash and libmd there. Does nothing
# where they are. The list of packages is private: the system's own are read, never changed.
set -eu
folder=$1
if [ -e "$folder/.complete" ]; then exit 0; fi
if ! command -v apt-get > /dev/null 2>&1 || ! command -v dpkg-source > /dev/null 2>&1; then
  echo 'sources.sh: the sources of gsl, lua5.4, cjson, xxhash and libmd come from apt-get source, which is not here' >&2
  exit 1
fi
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
apt=$folder/.apt
rm -rf "$apt"
mkdir -p "$apt/lists/partial" "$apt/archives/partial" "$apt/parts" "$apt/source"
# Where the system's binary packages come from, with their keys, as source packages.
list=
parts=
eval "$(apt-config shell list Dir::Etc::sourcelist/f parts Dir::Etc::sourceparts/d)"
for file in "$list" "${parts%/}"/*.list "${parts%/}"/*.sources; do
  case $file in
    *.sources) filter='s/^Types:.*/Types: deb-src/' ;;
    *) filter='/^deb[[:blank:]]/!d; s/^deb/deb-src/' ;;
  esac
  if [ -f "$file" ]; then sed "$filter" "$file" > "$apt/parts/$(basename "$file")"; fi
done
source_apt() {
  apt-get -qq -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts="$apt/parts" -o Dir::State::Lists="$apt/lists" -o Dir::Cache="$apt" \
    -o APT::Sandbox::User=root -o Acquire::Retries=3 "$@" >> "$apt/log" 2>&1 < /dev/null
}
source_apt update || true # a place without sources is none of ours: what is missing is named below
for package in gsl lua5.4 cjson xxhash libmd; do
  name=${package%5.4}
  (cd "$apt/source" && source_apt source "$package") || {
    tail -n 3 "$apt/log" >&2
    echo "sources.sh: no source package $package" >&2
    exit 1
  }
  rm -rf "${folder:?}/$name"
  mv "$apt/source/$package"-*/ "$folder/$name"
done
rm -rf "$apt"
touch "$folder/.complete"
