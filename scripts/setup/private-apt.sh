# A private apt: its sources, lists, cache and empty package database are in a temporary folder. It reads only the
# network settings of the machine's apt, changes nothing, and needs no root. Source this file, then use:
#
#   private_apt <mirror> <suite> <deb|deb-src>    reads the suite's lists, which are signed by Debian
#   apt_get … , apt_cache …                       work with these lists
#   $apt_folder                                   the temporary folder; it is removed when the script ends

debian_keyring=/usr/share/keyrings/debian-archive-keyring.gpg
apt_folder=$(mktemp -d)
trap 'rm -rf "$apt_folder"' EXIT

private_apt() {
  mkdir -p "$apt_folder"/{lists,cache/archives}/partial
  : >"$apt_folder/status"
  echo "$3 [signed-by=$debian_keyring] $1 $2 main" >"$apt_folder/sources.list"
  apt_options=(
    -qq
    -o Dir::Etc::SourceList="$apt_folder/sources.list" -o Dir::Etc::SourceParts=/dev/null
    -o Dir::Etc::Preferences=/dev/null -o Dir::Etc::PreferencesParts=/dev/null
    -o Dir::State="$apt_folder" -o Dir::State::Lists="$apt_folder/lists" -o Dir::State::status="$apt_folder/status"
    -o Dir::Cache="$apt_folder/cache"
    -o APT::Architecture=amd64 -o APT::Architectures=amd64
    -o APT::Install-Recommends=false
    -o APT::Sandbox::User="$(id -un)"    # as root, apt would become _apt, which cannot write here
    -o Acquire::Languages=none -o Acquire::Retries=3
    -o Debug::NoLocking=1                # set-up has a lock of its own
    # A snapshot mirror has lists past their date. They are still signed by Debian, and the packages only compile heed.
    -o Acquire::Check-Valid-Until=false
    -o APT::Update::Error-Mode=any       # a list that cannot be read is an error, not a warning
  )
  apt_get update
}

apt_get() { apt-get "${apt_options[@]}" "$@"; }
apt_cache() { apt-cache "${apt_options[@]}" "$@"; }
