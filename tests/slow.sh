#!/usr/bin/env bash
# The slow tier, on a finished build: far more random programs than tests/run.sh and all quarters of them, every program
# under every disturbance, with each option that must not change a result, and compiled without precompiled headers;
# programs that people use; a clean clone built and installed; and the style of all sources. It takes some hours on two
# cores. Arguments go to ctest.
set -euo pipefail
cd "$(dirname "$0")/.."

export REVISIT_FUZZ_COUNT=${REVISIT_FUZZ_COUNT:-20000} REVISIT_ROTATION=all
ctest --test-dir build --parallel "$(nproc)" --output-on-failure --timeout 7200 --tests-regex 'Fuzz|BruteForce' "$@"
ctest --test-dir build --label-regex slow --output-on-failure
for option in --by-items --no-merge --check-merges --fresh-runs '--workers 2 --spread' '--workers 4 --spread'; do
  python3 tests/programs/same.py build/bin/revisit "--with=$option"
done
for option in '--workers 1' '--workers 2 --spread'; do
  python3 tests/programs/same.py build/bin/revisit "--with=$option" --ranks 4 || [ $? -eq 77 ]
done
python3 tests/app/distributed.py build/bin/revisit --rounds 20 || [ $? -eq 77 ]
python3 tests/programs/same.py build/bin/revisit --with=--equivalence=reduced --classes
python3 tests/app/checkpoint.py build/bin/revisit --rounds 20
python3 tests/app/precompiled.py build
for example in kv_server mpmc_queue thread_pool; do
  python3 tests/app/examples.py build/bin "examples/$example"
done
for program in mcs_lock.cpp peterson.cpp seqlock.cpp spsc_ring.cpp treiber_stack.cpp; do
  python3 tests/app/orders.py build/bin/revisit "tests/programs/orders/$program"
done
python3 tests/bench/estimates.py build/bin/revisit --quick
python3 tests/programs/shrink.py build/bin/revisit --count 60
python3 tests/programs/stress.py build/bin/revisit
python3 tests/programs/memory_fuzz.py build/bin/revisit --count 100 --cases 30 --seed 1000
python3 tests/programs/memory_fuzz.py build/bin/revisit --count 100 --cases 30 --seed 1000 --copies
python3 tests/programs/recycling_fuzz.py build/bin/revisit --count 500 --seed 1000
python3 tests/programs/epoll_fuzz.py build/bin/revisit --count 5000 --seed 1000
python3 tests/programs/reality.py build/bin/revisit --runs 1000 --seconds 60 tests/programs/world/*/expected.tsv
python3 tests/programs/owned.py build/bin/revisit || [ $? -eq 77 ]
python3 tests/programs/flow_fuzz.py build/bin/revisit --count 10000 --seed 1000 --strict
python3 tests/programs/merging_fuzz.py build/bin/revisit --count 20000 --seed 1000
for table in tests/programs/*/expected.tsv tests/programs/*/*/expected.tsv; do
  python3 tests/programs/run.py build/bin/revisit "$table" --no-precompiled --jobs "$(nproc)"
done
tests/from_nothing.sh
python3 tests/project/places.py build ObjectOp::SemGet ModelKind::Sra LabelKind::Enumerate
tests/style.sh
