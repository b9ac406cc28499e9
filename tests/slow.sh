#!/usr/bin/env bash
# The slow tier, on a finished build: ten times as many random programs as tests/run.sh, every program under every
# disturbance, and with each option that must not change a result. It takes some hours on two cores. Arguments go to ctest.
set -euo pipefail
cd "$(dirname "$0")/.."

export REVISIT_FUZZ_COUNT=${REVISIT_FUZZ_COUNT:-20000}
ctest --test-dir build --parallel "$(nproc)" --output-on-failure --timeout 7200 --tests-regex 'Fuzz|BruteForce' "$@"
for option in --by-items --no-merge --check-merges --fresh-runs; do
  python3 tests/programs/same.py build/bin/revisit --with=$option
done
python3 tests/programs/stress.py build/bin/revisit
