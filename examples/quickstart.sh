#!/usr/bin/env bash
# Installs what is missing, builds Revisit, explores the flagship example and shows the bug that it finds.
set -euo pipefail
cd "$(dirname "$0")/.."

./resources/build.sh

say() { printf '\n$ %s\n' "$*"; }
witnesses=build/quickstart
rm -rf "$witnesses"

say build/bin/revisit check --witness "$witnesses" examples/sensor/sensor.c
status=0
build/bin/revisit check --witness "$witnesses" examples/sensor/sensor.c || status=$?
if [ "$status" -ne 1 ]; then
  echo "quickstart: expected a bug (exit status 1), got exit status $status" >&2
  exit 2
fi

witness=$(ls "$witnesses"/*.revisit | head -n 1)
say build/bin/revisit show "$witness"
build/bin/revisit show "$witness"

say build/bin/revisit replay --plain "$witness"
build/bin/revisit replay --plain "$witness"
