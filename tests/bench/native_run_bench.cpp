// One run of a compiled program of about 100 events: the run alone, and the run with what the engine makes of its
// trace. Compiles the program with revisit-cc first. Figures of the manual (speed): build/bin/revisit_native_run_bench
#include "target/native_oracle.h"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <unistd.h>

namespace revisit {

namespace {

std::string compile() {
  const std::string program =
      fmt::format("{}/revisit-bench-run-{}", std::filesystem::temp_directory_path().string(), getpid());
  const std::string command =
      fmt::format("{}/revisit-cc -w -DK=24 -o {} {}/bench/programs/rounds.c", REVISIT_BIN, program, REVISIT_TESTS);
  return std::system(command.c_str()) == 0 ? program : "";
}

// A program that knows what is shared; its run follows the schedule of its first run.
struct Runner {
  ExpressionPool pool;
  std::unique_ptr<NativeOracle> oracle;
  std::unique_ptr<Process> process; // a second one, for the same run without what the engine makes of it
  Plan plan;

  bool start(const NativeOptions& options) {
    const std::string program = compile();
    auto made = NativeOracle::create(pool, program, {}, options);
    auto launched = Process::launch({.program = program, .freshRuns = options.freshRuns});
    std::filesystem::remove(program);
    if (!made || !launched)
      return false;
    oracle = std::move(*made);
    process = std::move(*launched);
    for (int i = 0; i < 5; i++)
      if (Result<Recording> recording = oracle->run({}); !recording)
        return false;
      else if (!recording->locationsChanged)
        return follow(*recording);
    return false;
  }
  bool follow(const Recording& recording) {
    for (const RecordedStep& step : recording.steps)
      if (isScheduled(step.label.kind) && !step.pending && !step.label.awaits)
        plan.steps.push_back({step.thread, step.label.kind});
    if (!oracle->run(plan))
      return false;
    const RevisitChannel& from = oracle->lastTrace();
    RevisitChannel& to = process->channel();
    to.unroll = from.unroll;
    to.recursion = from.recursion;
    to.watchdogMs = from.watchdogMs;
    to.stepCount = from.stepCount;
    to.rangeCount = from.rangeCount;
    to.slotCount = from.slotCount;
    std::copy_n(from.steps, from.stepCount, to.steps);
    std::copy_n(from.ranges, from.rangeCount, to.ranges);
    std::copy_n(from.slots, from.slotCount, to.slots);
    return true;
  }
};

// On a busy machine the fastest and the middle run tell more than the mean.
template <class Run> void measure(benchmark::State& state, const NativeOptions& options, const Run& run) {
  using Clock = std::chrono::steady_clock;
  Runner runner;
  if (!runner.start(options)) {
    state.SkipWithError("the program does not run");
    return;
  }
  std::vector<double> times; // microseconds
  for (auto _ : state) {
    const Clock::time_point begin = Clock::now();
    if (!run(runner))
      state.SkipWithError("a run failed");
    times.push_back(std::chrono::duration<double, std::micro>(Clock::now() - begin).count());
  }
  std::sort(times.begin(), times.end());
  state.counters["events"] = static_cast<double>(runner.plan.steps.size());
  state.counters["fastest_us"] = times.front();
  state.counters["median_us"] = times[times.size() / 2];
}

void runAlone(benchmark::State& state, const NativeOptions& options) {
  measure(state, options, [](Runner& runner) {
    return runner.process->run().ok() && runner.process->channel().stepsTaken == runner.plan.steps.size();
  });
}

void runAndRead(benchmark::State& state, const NativeOptions& options) {
  measure(state, options, [](Runner& runner) { return runner.oracle->run(runner.plan).ok(); });
}

} // namespace

const NativeOptions nursery;
const NativeOptions fork{.freshRuns = true};
BENCHMARK_CAPTURE(runAlone, nursery, nursery)->Unit(benchmark::kMicrosecond)->UseRealTime();
BENCHMARK_CAPTURE(runAlone, fork, fork)->Unit(benchmark::kMicrosecond)->UseRealTime();
BENCHMARK_CAPTURE(runAndRead, nursery, nursery)->Unit(benchmark::kMicrosecond)->UseRealTime();
BENCHMARK_CAPTURE(runAndRead, fork, fork)->Unit(benchmark::kMicrosecond)->UseRealTime();

} // namespace revisit

BENCHMARK_MAIN();
