#!/usr/bin/env bash
# Installs what is missing, builds everything into build/ and runs all tests. Arguments go to ctest.
set -euo pipefail
cd "$(dirname "$0")/.."

./resources/build.sh
ctest --test-dir build --parallel 2 --output-on-failure "$@"
