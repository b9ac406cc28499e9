#!/usr/bin/env bash
# Installs what is missing, builds everything into build/ and runs all tests. Arguments go to ctest.
set -euo pipefail
cd "$(dirname "$0")/.."

./resources/build.sh
# One more than processors: many tests wait for what they started.
ctest --test-dir build --parallel $(($(nproc) + 1)) --output-on-failure "$@"
