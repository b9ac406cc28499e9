#!/usr/bin/env bash
# Installs what is missing and builds Revisit into build/, as tests/run.sh and examples/quickstart.sh require. Arguments
# are Ninja targets; the default is everything.
set -euo pipefail
cd "$(dirname "$0")/.."

./resources/setup.sh
launcher=$(command -v ccache || true)
log=$(mktemp)
trap 'rm -f "$log"' EXIT
cmake --preset dev -DCMAKE_C_COMPILER_LAUNCHER="$launcher" -DCMAKE_CXX_COMPILER_LAUNCHER="$launcher" >"$log" 2>&1 ||
  { cat "$log" >&2; exit 2; }
ninja -C build "$@"
