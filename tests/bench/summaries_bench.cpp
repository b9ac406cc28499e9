// Searches with summaries over native programs, from start to end: the work that they do (states, predicates, questions
// to the solver) and their speed. Each program also without slicing, and without symbols for what threads have read.
// Compiles each program with revisit-cc first.
#include "check/check.h"

#include <benchmark/benchmark.h>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <unistd.h>

#include <fmt/format.h>

namespace revisit {

namespace {

struct Program {
  const char* name;
  const char* source; // below tests/programs
  const char* defines;
};

constexpr Program programs[] = {
    {"transfers_8", "summaries/transfers.c", "-DN=8"}, // most decisions do not matter
    {"packets", "summaries/packets.c", ""},
    {"pools", "summaries/pools.c", ""},                          // nothing that threads share matters
    {"OptList_3", "paper/optimistic_list.c", "-DINS=3 -DREM=0"}, // all decisions matter
    {"OptList_4", "paper/optimistic_list.c", "-DINS=4 -DREM=0"},
};

enum class Kind : std::uint8_t { WithoutSummaries, WithoutSymbols, WithoutSlicing, Whole };
constexpr std::string_view kindNames[] = {"dl_s_por", "no_read_symbols", "no_slicing", "ag"};

std::string compile(const Program& program) {
  const std::string made =
      fmt::format("{}/revisit-bench-{}", std::filesystem::temp_directory_path().string(), getpid());
  const std::string command = fmt::format("{}/revisit-cc -w {} -o {} {}/programs/{}", REVISIT_BIN, program.defines,
                                          made, REVISIT_TESTS, program.source);
  return std::system(command.c_str()) == 0 ? made : "";
}

void explore(benchmark::State& state, const Program& program, Kind kind) {
  const std::string compiled = compile(program);
  if (compiled.empty()) {
    state.SkipWithError("does not compile");
    return;
  }
  for (auto _ : state) {
    CheckOptions options;
    options.program.path = compiled;
    options.explore.keepGoing = true;
    options.search.algorithm = kind == Kind::WithoutSummaries ? Algorithm::DlSPor : Algorithm::Ag;
    options.search.readSymbols = kind != Kind::WithoutSymbols;
    if (kind == Kind::WithoutSlicing)
      options.search.slicing = false;
    const Result<CheckReport> report = runCheck(options, {});
    if (!report) {
      state.SkipWithError(report.error().what.c_str());
      break;
    }
    const Exploration& done = report.value().exploration;
    const auto count = [&](const char* name, std::uint64_t value) {
      state.counters[name] = static_cast<double>(value);
    };
    count("states", done.space->states);
    count("steps", done.space->steps);
    count("left_out", done.space->leftOut);
    count("summaries", done.space->summaries);
    count("predicates", done.space->predicates);
    count("omitted", done.space->omitted);
    count("queries", report.value().solver.queries);
    count("Z3", report.value().solver.queries - report.value().solver.cacheHits);
    count("native_runs", report.value().nativeRuns);
    state.counters["steps/s"] = static_cast<double>(done.space->steps) / done.seconds;
  }
  std::filesystem::remove(compiled);
}

void addBenchmarks() {
  for (const Program& program : programs)
    for (const Kind kind : {Kind::WithoutSummaries, Kind::WithoutSymbols, Kind::WithoutSlicing, Kind::Whole})
      benchmark::RegisterBenchmark(
          fmt::format("{}/{}", program.name, kindNames[static_cast<std::size_t>(kind)]).c_str(),
          [&program, kind](benchmark::State& state) { explore(state, program, kind); })
          ->Unit(benchmark::kMillisecond)
          ->Iterations(1);
}

} // namespace
} // namespace revisit

int main(int argc, char** argv) {
  revisit::addBenchmarks();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
