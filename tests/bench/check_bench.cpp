// Whole checks of native programs: executions and events per second, native runs, the solver's share and the peak
// memory. Compiles each program with revisit-cc first. Figures of the manual (speed): build/bin/revisit_check_bench
#include "check/check.h"

#include <benchmark/benchmark.h>
#include <cstdlib>
#include <filesystem>
#include <sys/resource.h>
#include <unistd.h>

#include <fmt/format.h>

namespace revisit {

namespace {

std::string compile(const std::string& source, const std::string& defines) {
  const std::string program =
      fmt::format("{}/revisit-bench-{}", std::filesystem::temp_directory_path().string(), getpid());
  if (std::system(fmt::format("{}/revisit-cc -w {} -o {} {}/{}", REVISIT_BIN, defines, program, REVISIT_TESTS, source)
                      .c_str()) != 0)
    return "";
  return program;
}

void check(benchmark::State& state, const std::string& source, const std::string& defines,
           std::uint64_t maxExecutions = 0) {
  const std::string program = compile(source, defines);
  if (program.empty()) {
    state.SkipWithError("does not compile");
    return;
  }
  for (auto _ : state) {
    CheckOptions options;
    options.program.path = program;
    options.explore.keepGoing = true;
    options.explore.maxExecutions = maxExecutions;
    const Result<CheckReport> report = runCheck(options, {});
    if (!report) {
      state.SkipWithError(report.error().what.c_str());
      return;
    }
    const Exploration& done = report.value().exploration;
    const auto executions = static_cast<double>(done.counts.total());
    state.counters["executions"] = executions;
    state.counters["executions/s"] = executions / done.seconds;
    state.counters["events/s"] = static_cast<double>(done.work.eventsAdded) / done.seconds;
    state.counters["native_runs"] = static_cast<double>(report.value().nativeRuns);
    state.counters["solver_share"] = report.value().solver.seconds / done.seconds;
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  state.counters["peak_MiB"] = static_cast<double>(usage.ru_maxrss) / 1024;
  std::filesystem::remove(program);
}

} // namespace

BENCHMARK_CAPTURE(check, lockers_8, std::string("bench/programs/lockers.c"), std::string("-DN=8"))
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);
BENCHMARK_CAPTURE(check, increments_8, std::string("bench/programs/increments.c"), std::string("-DN=8"))
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);
BENCHMARK_CAPTURE(check, writers_readers_4, std::string("bench/programs/writers_readers.c"), std::string("-DN=4"))
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);
BENCHMARK_CAPTURE(check, CoarseList_5, std::string("programs/paper/coarse_list.c"), std::string("-DINS=5 -DREM=0"))
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);
BENCHMARK_CAPTURE(check, Counter1_5, std::string("programs/paper/counter1.c"), std::string("-DN=5"))
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);
BENCHMARK_CAPTURE(check, TreiStack_3_2_wrapped, std::string("programs/paper/treiber_stack.c"),
                  std::string("-DWRAPPED=1 -DINS=3 -DREM=2"))
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);
// The same number of executions in longer and longer programs: events per second should not decrease.
BENCHMARK_CAPTURE(check, rounds_20, std::string("bench/programs/rounds.c"), std::string("-DK=20"), 2000)
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);
BENCHMARK_CAPTURE(check, rounds_80, std::string("bench/programs/rounds.c"), std::string("-DK=80"), 2000)
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);
BENCHMARK_CAPTURE(check, rounds_320, std::string("bench/programs/rounds.c"), std::string("-DK=320"), 2000)
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);

} // namespace revisit

BENCHMARK_MAIN();
