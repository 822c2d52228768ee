#!/usr/bin/env bash
# Puts Emscripten into a folder, from Debian's packages. They are unpacked and never installed, so the machine does not
# change. It may be older than the packages, since their loader and libraries are unpacked as well.
#
#   emscripten.sh <folder> <suite> <mirror>     <folder> exists and is empty; the programs will contain its path
#
# Writes <folder>/env.sh, which puts emcc on PATH. Downloads stay in <folder>.downloads until everything is unpacked, so
# that an interrupted run does not lose them.
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

# First all libraries that the programs link against: apt resolves the dependencies on an empty system, and packages
# that only an installed system needs (python, data, configuration) are left out.
not_needed='debconf|tzdata|python3.*|libpython3.*|media-types|netbase|.*-data|.*-common'
not_needed+='|libc-gconv.*|readline.*|openssl-provider.*'
apt_get install -y --print-uris binaryen "lld-$clang" "llvm-$clang" "libclang-cpp$clang" |
  sed -n "s/^'[^']*' \([^_]*\)_.*/\1/p" |
  grep -vE "^($not_needed)\$" >"$apt_folder/names"
# Then the packages below without their dependencies, which are compilers for this machine, python and node.
printf '%s\n' emscripten node-acorn "clang-$clang" "libclang-common-$clang-dev" patchelf >>"$apt_folder/names"
mapfile -t names < <(sort -u "$apt_folder/names")

# ---- fetch and unpack -----------------------------------------------------------------------------------------------

mapfile -t files < <(apt_get download --print-uris "${names[@]}" | sed -n "s/^'[^']*' \(\S*\) .*/\1/p")
bytes=$(apt_get download --print-uris "${names[@]}" | awk '{ sum += $3 } END { print int(sum / 1e6) }')
say "fetching ${#files[@]} packages, $bytes MB"
mkdir -p "$downloads"
# Twelve at a time. apt skips files that are there already with the right hash.
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

# ---- make it independent of the machine -----------------------------------------------------------------------------

libraries=$folder/usr/lib/x86_64-linux-gnu
llvm=$folder/usr/lib/llvm-$clang/bin
emscripten=$folder/usr/share/emscripten
loader=$libraries/ld-linux-x86-64.so.2
[ -e "$loader" ] || loader=$folder/lib64/ld-linux-x86-64.so.2

ln -sfn x86_64-linux-gnu "$folder/usr/lib/lib"       # libLLVM searches its libraries in $ORIGIN/../lib

# Keep only those programs of LLVM that Emscripten calls.
for program in "$llvm"/*; do
  case ${program##*/} in
    clang*|lld|wasm-ld|llvm-ar|llvm-ranlib|llvm-nm|llvm-objcopy|llvm-strip|llvm-cxxfilt|llvm-dwarfdump|llvm-dwp|\
    llvm-objdump|llvm-size|llvm-symbolizer|llvm-addr2line|llvm-readobj|llvm-readelf|llvm-mc|\
    opt|llc|llvm-dis|llvm-link) ;;
    *) rm -f "$program" ;;
  esac
done
find "$folder/usr/bin" -xtype l -delete

# Each program uses the folder's loader and libraries instead of the machine's.
say "binding the programs to the folder's own loader and libraries"
for program in "$llvm"/* "$folder"/usr/bin/wasm*; do
  [ ! -L "$program" ] && [ "$(head -c 4 "$program" | tail -c 3)" = ELF ] || continue
  "$loader" --library-path "$libraries" "$folder/usr/bin/patchelf" \
    --set-interpreter "$loader" --force-rpath --set-rpath "$libraries" "$program"
done

# Debian's node searches modules in /usr/share/nodejs, others do not. The modules are moved, since links would not help:
# node resolves them before it searches.
mkdir -p "$emscripten/node_modules"
for module in acorn acorn-import-phases; do
  [ ! -d "$folder/usr/share/nodejs/$module" ] || mv "$folder/usr/share/nodejs/$module" "$emscripten/node_modules/"
done

# ---- configuration --------------------------------------------------------------------------------------------------

cache="'$folder/cache'"
# trixie's package holds all system libraries compiled and must not compile them again. forky's compiles each at its
# first use.
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

# ---- check that no library comes from the machine -------------------------------------------------------------------

for program in "$llvm"/{clang,lld,llvm-ar,llvm-nm} "$folder/usr/bin/wasm-opt"; do
  # A line is "name => path (address)". The loader and vdso have no arrow.
  if "$loader" --list "$program" | grep '=>' | grep -vF "=> $folder/"; then
    say "$program would use the libraries above, which are not the folder's own" >&2
    exit 1
  fi
done
rm -rf "$downloads"
