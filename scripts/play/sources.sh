#!/bin/sh
# The source packages of the libraries that are compiled for browsers: sources.sh FOLDER unpacks gsl, lua, cjson, xxhash and libmd there. Does nothing
# where they are. The list of packages is private: the system's own are read, never changed.
set -eu
folder=$1
mkdir -p "$folder/.apt/lists/partial" "$folder/.apt/archives/partial"
folder=$(cd "$folder" && pwd)
if [ -e "$folder/.complete" ]; then exit 0; fi
if ! command -v apt-get > /dev/null 2>&1 || ! command -v dpkg-source > /dev/null 2>&1; then
  echo 'sources.sh: the sources of gsl, lua5.4, cjson, xxhash and libmd come from apt-get source, which is not here' >&2
  exit 1
fi
# Where the system's binary packages come from, as source packages.
apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' | sort -u |
  sed 's/^/deb-src /' > "$folder/.apt/sources.list"
source_apt() {
  apt-get -qq -o Dir::Etc::SourceList="$folder/.apt/sources.list" -o Dir::Etc::SourceParts=/dev/null \
    -o Dir::State::Lists="$folder/.apt/lists" -o Dir::Cache="$folder/.apt" -o APT::Sandbox::User=root "$@"
}
source_apt update
for package in gsl lua5.4 cjson xxhash libmd; do
  name=${package%5.4}
  rm -rf "${folder:?}/$name" "$folder/.apt/source"
  mkdir "$folder/.apt/source"
  (cd "$folder/.apt/source" && source_apt source "$package" > ../log 2>&1) || {
    tail -n 3 "$folder/.apt/log" >&2
    echo "sources.sh: no source package $package" >&2
    exit 1
  }
  mv "$folder/.apt/source/$package"-*/ "$folder/$name"
done
rm -rf "$folder/.apt"
touch "$folder/.complete"
