#!/usr/bin/env bash
# Installs what is missing, builds everything into build/ and runs all tests. Arguments go to ctest.
set -euo pipefail
cd "$(dirname "$0")/.."

./resources/build.sh
# One more than there are processors, because many tests wait for processes that they started.
ctest --test-dir build --parallel $(($(nproc) + 1)) --output-on-failure "$@"
