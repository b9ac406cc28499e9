#!/usr/bin/env bash
# Installs what is missing, builds everything into build/ and runs all tests; of random programs and samples a quarter,
# which tests/rotation.sh chooses. Arguments go to ctest.
set -euo pipefail
cd "$(dirname "$0")/.."

REVISIT_ROTATION=$(tests/rotation.sh)
export REVISIT_ROTATION
./resources/build.sh
if [ "$REVISIT_ROTATION" = all ]; then
  echo "tests: all random programs"
else
  echo "tests: quarter $REVISIT_ROTATION (of 0 to 3) of the random programs; REVISIT_ROTATION=all runs all of them"
fi
# One more than there are processors, because many tests wait for processes that they started.
ctest --test-dir build --parallel $(($(nproc) + 1)) --label-exclude "$(tests/rotation.sh --left-out)" --output-on-failure "$@"
