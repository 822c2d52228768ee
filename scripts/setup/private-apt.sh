# An apt of our own: sources, lists, cache and an empty package database in a temporary folder. Nothing of the machine's
# apt is read but its network settings, nothing of it is changed, and no root is needed. Source this file, then:
#
#   private_apt <mirror> <suite> <deb|deb-src>    reads the suite's lists, signed by Debian
#   apt_get … , apt_cache …                       work on them
#   $apt_folder                                   is removed when the script ends

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
    -o APT::Sandbox::User="$(id -un)"    # as root, apt would become _apt, who cannot write here
    -o Acquire::Languages=none -o Acquire::Retries=3
    -o Debug::NoLocking=1                # the lock that matters is set-up's own
    # A mirror frozen in time has lists past their date. They are signed by Debian all the same, and what is fetched
    # compiles our own code here and serves nobody.
    -o Acquire::Check-Valid-Until=false
    -o APT::Update::Error-Mode=any       # a list that cannot be read is an error, not a warning
  )
  apt_get update
}

apt_get() { apt-get "${apt_options[@]}" "$@"; }
apt_cache() { apt-cache "${apt_options[@]}" "$@"; }
