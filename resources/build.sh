#!/usr/bin/env bash
# Installs what is missing and builds Revisit into build/, as tests/run.sh and examples/quickstart.sh require. Arguments
# are Ninja targets; the default is everything.
set -euo pipefail
cd "$(dirname "$0")/.."

# Runs one part of the work, and notes its name and its seconds.
parts=
timed() {
  local name=$1 start=$SECONDS
  shift
  "$@"
  parts+="${parts:+, }$name $((SECONDS - start)) s"
}

timed setup ./resources/setup.sh
launcher=$(command -v ccache || true)
log=$(mktemp)
trap 'rm -f "$log"' EXIT
timed configuration cmake --preset dev -DCMAKE_C_COMPILER_LAUNCHER="$launcher" \
  -DCMAKE_CXX_COMPILER_LAUNCHER="$launcher" >"$log" 2>&1 || { cat "$log" >&2; exit 2; }
timed build ninja -C build "$@"
echo "times: $parts"
