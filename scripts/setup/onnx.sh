#!/usr/bin/env bash
# Fetches ONNX's own tests of the operators Attention, RotaryEmbedding and TensorScatter from Debian's package of them.
#
#   onnx.sh <folder> <version> <suite> <mirror>     a test is a folder in <folder>: model.onnx, and its tensors
set -euo pipefail
folder=$1 version=$2 suite=$3 mirror=$4
source "$(dirname "${BASH_SOURCE[0]}")/private-apt.sh"

echo "reading the lists of Debian $suite"
private_apt "$mirror" "$suite" deb
mkdir "$apt_folder/package"
cd "$apt_folder/package"
apt_get download libonnx-testdata
package=$(echo libonnx-testdata_*.deb)
case $package in
  "libonnx-testdata_$version-"*) ;;
  *) echo "Debian $suite has $package, and version $version is needed" >&2; exit 1 ;;
esac
# The tests named _expanded have the same tensors.
dpkg-deb --fsys-tarfile "$package" | tar -x -C "$folder" --strip-components=6 --no-same-owner --wildcards \
  --exclude='*_expanded' ./usr/share/libonnx-testdata/data/node/test_{attention,rotary_embedding,tensorscatter}'*'
