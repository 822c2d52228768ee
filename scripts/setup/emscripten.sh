#!/usr/bin/env bash
# Emscripten in a folder of its own, from Debian's packages, which are unpacked and never installed: nothing of the
# machine changes, and it may be older than the packages, since their loader and libraries come along.
#
#   emscripten.sh <folder> <suite> <mirror>     <folder> exists and is empty; its path is baked in
#
# Leaves <folder>/env.sh, which puts emcc on PATH. Downloads are kept in <folder>.downloads until all is unpacked, so
# that an interrupted run loses none.
set -euo pipefail
folder=$1 suite=$2 mirror=$3
downloads=$folder.downloads
source "$(dirname "${BASH_SOURCE[0]}")/private-apt.sh"

say() { printf '%s\n' "$*"; }

# ---- which packages -------------------------------------------------------------------------------------------------

say "reading the lists of Debian $suite"
private_apt "$mirror" "$suite" deb
clang=$(apt_cache show emscripten | sed -n 's/^Depends:.*\bclang-\([0-9]\+\).*/\1/p' | head -1)
[ -n "$clang" ] || { say "Debian $suite at $mirror has no emscripten" >&2; exit 1; }

# Everything the programs link against, by apt's own solver on an empty system, without what only an installed system
# needs (python, data, configuration) …
apt_get install -y --print-uris binaryen "lld-$clang" "llvm-$clang" "libclang-cpp$clang" |
  sed -n "s/^'[^']*' \([^_]*\)_.*/\1/p" |
  grep -vE '^(debconf|tzdata|python3.*|libpython3.*|media-types|netbase|.*-data|.*-common|libc-gconv.*|readline.*|openssl-provider.*)$' \
  >"$apt_folder/names"
# … and these alone, without their dependencies: host compilers, python and node, which the machine has or has no need of.
printf '%s\n' emscripten node-acorn "clang-$clang" "libclang-common-$clang-dev" patchelf >>"$apt_folder/names"
mapfile -t names < <(sort -u "$apt_folder/names")

# ---- fetch and unpack -----------------------------------------------------------------------------------------------

mapfile -t files < <(apt_get download --print-uris "${names[@]}" | sed -n "s/^'[^']*' \(\S*\) .*/\1/p")
bytes=$(apt_get download --print-uris "${names[@]}" | awk '{ sum += $3 } END { print int(sum / 1e6) }')
say "fetching ${#files[@]} packages, $bytes MB"
mkdir -p "$downloads"
# A dozen at a time: those that are there already and have the right hash cost nothing.
for ((first = 0; first < ${#names[@]}; first += 12)); do
  (cd "$downloads" && apt_get download "${names[@]:first:12}")
  say "fetched $((first + 12 < ${#names[@]} ? first + 12 : ${#names[@]})) of ${#names[@]}"
done

say "unpacking into $folder"
for file in "${files[@]}"; do
  dpkg-deb --fsys-tarfile "$downloads/$file" | tar -x -C "$folder" --no-same-owner \
    --exclude=./usr/share/{doc,man,lintian,locale} --exclude='./usr/lib/*/gconv'
done
(cd "$downloads" && sha256sum "${files[@]}") >"$folder/packages.sha256"

# ---- make it stand on its own ---------------------------------------------------------------------------------------

libraries=$folder/usr/lib/x86_64-linux-gnu
llvm=$folder/usr/lib/llvm-$clang/bin
emscripten=$folder/usr/share/emscripten
loader=$libraries/ld-linux-x86-64.so.2
[ -e "$loader" ] || loader=$folder/lib64/ld-linux-x86-64.so.2

ln -sfn x86_64-linux-gnu "$folder/usr/lib/lib"       # libLLVM looks for its own libraries in $ORIGIN/../lib

# Of LLVM's programs only those that Emscripten calls.
for program in "$llvm"/*; do
  case ${program##*/} in
    clang*|lld|wasm-ld|llvm-ar|llvm-ranlib|llvm-nm|llvm-objcopy|llvm-strip|llvm-cxxfilt|llvm-dwarfdump|llvm-dwp|\
    llvm-objdump|llvm-size|llvm-symbolizer|llvm-addr2line|llvm-readobj|llvm-readelf|llvm-mc|opt|llc|llvm-dis|llvm-link) ;;
    *) rm -f "$program" ;;
  esac
done
find "$folder/usr/bin" -xtype l -delete

# Each program gets the folder's loader and libraries, by path, instead of the machine's.
say "binding the programs to the folder's own loader and libraries"
for program in "$llvm"/* "$folder"/usr/bin/wasm*; do
  [ ! -L "$program" ] && [ "$(head -c 4 "$program" | tail -c 3)" = ELF ] || continue
  "$loader" --library-path "$libraries" "$folder/usr/bin/patchelf" \
    --set-interpreter "$loader" --force-rpath --set-rpath "$libraries" "$program"
done

# Debian's node searches /usr/share/nodejs, others do not. Moved and not linked: node resolves links before it searches.
mkdir -p "$emscripten/node_modules"
for module in acorn acorn-import-phases; do
  [ ! -d "$folder/usr/share/nodejs/$module" ] || mv "$folder/usr/share/nodejs/$module" "$emscripten/node_modules/"
done

# ---- configuration --------------------------------------------------------------------------------------------------

cache="'$folder/cache'"
# trixie's package brings every system library ready made, and must not try to make them; forky's makes each at first use.
[ ! -d "$emscripten/cache/sysroot" ] || cache="'$emscripten/cache'; FROZEN_CACHE = True"
cat >"$emscripten/.emscripten" <<END
LLVM_ROOT = '$llvm'
BINARYEN_ROOT = '$folder/usr'
NODE_JS = 'node'
CACHE = $cache
END
cat >"$folder/env.sh" <<END
export EMSCRIPTEN_ROOT="$emscripten" EM_CONFIG="$emscripten/.emscripten"
export PATH="$emscripten:\$PATH"
END

# ---- no library may come from the machine ---------------------------------------------------------------------------

for program in "$llvm"/{clang,lld,llvm-ar,llvm-nm} "$folder/usr/bin/wasm-opt"; do
  # A line is "name => path (address)" or names the loader itself; the loader and vdso have no arrow.
  if "$loader" --list "$program" | grep '=>' | grep -vF "=> $folder/"; then
    say "$program would use the libraries above, which are not the folder's own" >&2
    exit 1
  fi
done
rm -rf "$downloads"
