#!/bin/sh
# Installs the program, the library and the files that belong to them into the folders that the environment names, or removes exactly
# these files. `make install` and `make uninstall` call it and set the environment.
# shellcheck disable=SC2154 # variables of the environment
set -eu
cd "$(dirname "$0")/.."
LC_ALL=C
export LC_ALL
umask 022
share=$datadir/winnow-lab
tab=$(printf '\t')

# rows: "mode <tab> source <tab> destination" for each file; in mode "link" the source is the target of the link.
row() { printf '%s\t%s\t%s\n' "$1" "$2" "$3"; }
rows() {
  row 755 "$BUILD/winnow" "$bindir/winnow"
  row 644 src/winnow.h "$includedir/winnow.h"
  row 644 "$BUILD/libwinnow.a" "$libdir/libwinnow.a"
  row 644 "$BUILD/libwinnow.so.$VERSION" "$libdir/libwinnow.so.$VERSION"
  row link "libwinnow.so.$VERSION" "$libdir/$SONAME"
  row link "$SONAME" "$libdir/libwinnow.so"
  row 644 "$BUILD/winnow.pc" "$pkgconfigdir/winnow.pc"
  row 644 scripts/completion/winnow.bash "$bashcompletiondir/winnow"
  row 644 scripts/completion/_winnow "$zshcompletiondir/_winnow"
  for template in docs/man/*.in; do
    page=$(basename "$template" .in)
    row 644 "$BUILD/man/$page" "$mandir/man${page##*.}/$page"
  done
  { find scenarios examples -type f; find scripts/slurm -type f 2> /dev/null || true; } | sort | while read -r file; do
    mode=644
    [ ! -x "$file" ] || mode=755
    row "$mode" "$file" "$share/$file"
  done
}

# shown FOLDER: as winnow.pc names it. What lies below the prefix is relative to that, so that an installation can be moved; blanks are escaped.
shown() {
  case $1 in
  "$prefix"/*) printf '$%s%s' '{prefix}' "${1#"$prefix"}" ;;
  *) printf '%s' "$1" ;;
  esac | sed "s/[[:blank:]\"']/\\\\&/g"
}

# The prefix, relative to winnow.pc; as it is where that lies elsewhere, and for a distribution's /usr, which pkg-config knows by name.
shown_prefix() {
  case $prefix:$pkgconfigdir in
  /usr:*) echo /usr ;;
  "$prefix:$prefix"/*) printf '$%s%s' '{pcfiledir}' "$(printf '%s\n' "${pkgconfigdir#"$prefix"}" | sed 's|//*[^/][^/]*|/..|g')" ;;
  *) shown "$prefix" ;;
  esac
}

write_pkg_config() {
  cat << END
prefix=$(shown_prefix)
libdir=$(shown "$libdir")
includedir=$(shown "$includedir")

Name: winnow
Description: Online matrix learning: Winnow, Matrix Winnow, exponentiated gradient and relatives
Version: $VERSION
Libs: -L\${libdir} -lwinnow
Libs.private: $STATIC_LIBS
Cflags: -I\${includedir}
END
}

install_rows() {
  write_pkg_config > "$BUILD/winnow.pc"
  rows | while IFS=$tab read -r mode source destination; do
    mkdir -p "$DESTDIR$(dirname "$destination")"
    if [ "$mode" = link ]; then
      ln -sf "$source" "$DESTDIR$destination"
    elif [ -e "$source" ] || [ "${source#"$BUILD/man/"}" = "$source" ]; then # there are pages only for existing commands
      install -m "$mode" "$source" "$DESTDIR$destination"
    fi
  done
}

# Libraries that earlier versions with this soname left, too. Removes folders that are empty afterwards, up to the prefix itself.
uninstall_rows() {
  {
    rows
    for library in "$DESTDIR$libdir/$SONAME".*; do row - - "${library#"$DESTDIR"}"; done
  } | while IFS=$tab read -r mode source destination; do
    rm -f "$DESTDIR$destination"
    folder=$(dirname "$destination")
    while [ "$folder" != / ] && [ "$folder" != . ] && rmdir "$DESTDIR$folder" 2> /dev/null; do
      [ "$folder" != "$prefix" ] || break
      folder=$(dirname "$folder")
    done
  done
}

case ${1:-} in
install) install_rows ;;
uninstall) uninstall_rows ;;
*)
  echo 'usage: make install, make uninstall' >&2
  exit 2
  ;;
esac
