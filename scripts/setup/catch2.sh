#!/usr/bin/env bash
# Fetches Catch2's two amalgamated files and its licence from Debian's source package.
#
#   catch2.sh <folder> <version> <suite> <mirror>
set -euo pipefail
folder=$1 version=$2 suite=$3 mirror=$4
source "$(dirname "${BASH_SOURCE[0]}")/private-apt.sh"

echo "reading the source lists of Debian $suite"
private_apt "$mirror" "$suite" deb-src
mkdir "$apt_folder/source"
cd "$apt_folder/source"
apt_get source --download-only catch2
archive=catch2_$version.orig.tar.gz
[ -e "$archive" ] || { echo "Debian $suite has $(echo catch2_*.orig.tar.*), and $archive is needed" >&2; exit 1; }
tar -x -f "$archive" -C "$folder" --strip-components=2 --no-same-owner --wildcards \
  '*/extras/catch_amalgamated.hpp' '*/extras/catch_amalgamated.cpp'
tar -x -f "$archive" -C "$folder" --strip-components=1 --no-same-owner --wildcards '*/LICENSE.txt'
