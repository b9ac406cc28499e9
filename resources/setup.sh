#!/usr/bin/env bash
# Installs, with apt, the Debian packages that building and testing Revisit needs. Only what is missing is installed;
# when nothing is, it needs no privileges and no network. Written for Debian 12 (bookworm), whose own archive has LLVM 19.
set -euo pipefail

packages=(
  g++ make cmake ninja-build ccache pkg-config python3
  clang-19 llvm-19-dev lld-19 lldb-19 liblldb-19-dev libc++-19-dev libc++abi-19-dev
  libboost-context1.74-dev libxxhash-dev nlohmann-json3-dev libcli11-dev libfmt-dev libz3-dev
  libgtest-dev libbenchmark-dev
  dpkg-dev file # the Debian package
  # For the desktop window and its tests: fonts, and a virtual screen.
  qt6-base-dev qt6-svg-dev qt6-charts-dev libqt6opengl6-dev libqscintilla2-qt6-dev fonts-dejavu-core xvfb xauth xdotool
  openbox
)

fail() {
  echo "setup: $*" >&2
  exit 2
}

command -v dpkg-query >/dev/null || fail "this script knows Debian's apt only; install: ${packages[*]}"

missing=()
for package in "${packages[@]}"; do
  state=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) || state=
  [ "$state" = installed ] || missing+=("$package")
done
# What only some can use: the build is complete without it. That it cannot be installed is no failure.
optional=(
  libopenmpi-dev openmpi-bin   # revisit check --distributed
  clang-format-19 clang-tidy-19 # tests/style.sh
)
wanted=()
for package in "${optional[@]}"; do
  state=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) || state=
  [ "$state" = installed ] || wanted+=("$package")
done
if [ ${#missing[@]} -eq 0 ] && [ ${#wanted[@]} -eq 0 ]; then
  echo "setup: everything is installed"
  exit 0
fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    [ ${#missing[@]} -eq 0 ] || fail "run this as root, or install sudo; missing: ${missing[*]}"
    echo "setup: everything but ${wanted[*]} is installed, which only 'revisit check --distributed' and style need"
    exit 0
  fi
  as_root=(sudo)
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y "$@" >"$log" 2>&1
}

echo "setup: installing ${missing[*]} ${wanted[*]}"
# An index that is older than the archive refers to files that no longer exist, so it is always updated. A failure here
# is not fatal: an unreachable third-party source does not affect Debian's own.
"${as_root[@]}" apt-get -q update >"$log" 2>&1 || echo "setup: 'apt-get update' failed in part; going on" >&2
if [ ${#missing[@]} -ne 0 ]; then
  apt install --no-install-recommends "${missing[@]}" ||
    { tail -n 20 "$log" >&2; fail "'apt-get install' failed (above); missing: ${missing[*]}"; }
fi
if [ ${#wanted[@]} -ne 0 ]; then
  apt install --no-install-recommends "${wanted[@]}" ||
    echo "setup: ${wanted[*]} cannot be installed; only 'revisit check --distributed' and style need them" >&2
fi
echo "setup: done"
