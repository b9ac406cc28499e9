#!/usr/bin/env bash
# Builds the engine and the command line under AddressSanitizer and UndefinedBehaviorSanitizer into build-asan/ and runs
# their tests. Arguments go to ctest. It takes about an hour on two cores, so tests/run.sh leaves it out. The random
# programs are fewer than there: REVISIT_FUZZ_COUNT sets how many each test runs.
set -euo pipefail
cd "$(dirname "$0")/.."

./resources/setup.sh
launcher=$(command -v ccache || true)
cmake --preset asan -DCMAKE_C_COMPILER_LAUNCHER="$launcher" -DCMAKE_CXX_COMPILER_LAUNCHER="$launcher"
ninja -C build-asan revisit cli_test revisit_explore_tests expression_test solver_test path_test graph_test memory_test \
  revisit_instrument_tests revisit_native_tests revisit_whole_tests witness_test query_test whatif_test race_rules_test \
  log_test
export REVISIT_FUZZ_COUNT=${REVISIT_FUZZ_COUNT:-300}
# Left out: the window and the debugger, whose libraries are not built in this way; programs without sanitizers, which
# cannot load sanitised libraries; tests with ulimit -v, which leaves no room for the sanitizer's shadow memory; and one
# row that takes too long.
left_out='^(gui|replay|project|Mishaps|Moves|Rerun|Wrapper)|_NOT_BUILT|^Image\.(Lists|Names)|^Accesses\.ProgramsCompute'
left_out+='|^Assembly\.Computes|^Cxx\.Containers|^Loops\.Rounds|^Path\.(One|Exceptions)|app\.standard_input'
left_out+='|app\.limited_memory|programs\.stress|paper\.lp_queue'
ctest --test-dir build-asan --parallel 2 --output-on-failure --exclude-regex "$left_out" "$@"
