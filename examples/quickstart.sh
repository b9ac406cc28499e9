#!/usr/bin/env bash
# Installs what is missing, builds Revisit, explores the flagship example and shows the bug that it finds.
set -euo pipefail
cd "$(dirname "$0")/.."

./resources/build.sh revisit revisit_lldb

witnesses=build/quickstart
rm -rf "$witnesses"

# Runs a command, shown first, that must end with the given exit status.
must_exit() {
  local expected=$1 status=0
  shift
  printf '\n$ %s\n' "$*"
  "$@" || status=$?
  if [ "$status" -ne "$expected" ]; then
    echo "quickstart: expected exit status $expected, got $status" >&2
    exit 2
  fi
}

must_exit 1 build/bin/revisit check --witness "$witnesses" examples/sensor/sensor.c
must_exit 0 build/bin/revisit show "$witnesses/sensor.revisit"
must_exit 1 build/bin/revisit replay --plain "$witnesses/sensor.revisit"
# In LLDB, without staying in it; `revisit replay` alone opens it.
must_exit 0 build/bin/revisit replay "$witnesses/sensor.revisit" -- --batch -o "revisit why" -o "revisit back"
