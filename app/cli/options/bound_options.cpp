#include "bound_options.h"

namespace revisit::cli {

void addBounds(CLI::App& command, ExplorationOptions& options) {
  CheckOptions& check = options.check;
  check.bounds.rising = {.unroll = true, .timeOuts = true, .watchdog = true};
  command
      .add_option(
          "--unroll", check.bounds.unroll,
          "rounds of a loop with shared reads before it is cut; unless it is given, the bound rises while there "
          "is time")
      ->check(positive())
      ->each([&check](const std::string&) { check.bounds.rising.unroll = false; })
      ->capture_default_str()
      ->group(boundGroup);
  command
      .add_option("--time-outs", check.bounds.timeOuts,
                  "waits of one thread that end by a time-out, while there are other threads, before it is cut; 0: any "
                  "number; unless it is given, the bound rises from 2 to 32 while there are at most 100 executions")
      ->each([&check](const std::string&) { check.bounds.rising.timeOuts = false; })
      ->type_name("UINT")
      ->group(boundGroup);
  command.add_option("--max-executions", check.explore.maxExecutions, "stop after this many executions")
      ->check(positive())
      ->group(boundGroup);
  command.add_option("--timeout", check.explore.timeoutSeconds, "stop after this many seconds")
      ->check(positive())
      ->group(boundGroup);
  command
      .add_option("--memory", check.bounds.memoryMiB,
                  "stop when the exploration and the program that it runs use this many MiB of memory")
      ->check(CLI::Range(std::uint64_t{64}, std::uint64_t{1} << 24))
      ->group(boundGroup);
  command
      .add_option("--recursion", check.bounds.recursion,
                  "nested calls of one function before the thread is cut, in programs with unknown inputs")
      ->check(CLI::Range(1u, 100'000'000u))
      ->capture_default_str()
      ->group(boundGroup);
  command
      .add_option(
          "--run-steps", check.bounds.runSteps,
          "steps of one run before a thread is cut: shared accesses, allocations; in programs with unknown inputs "
          "every access and branch")
      ->check(CLI::Range(10'000u, 60'000'000u))
      ->capture_default_str()
      ->group(boundGroup);
  command
      .add_option("--watchdog", options.watchdogSeconds,
                  "seconds of computation without an event before a thread is cut; 0: never")
      ->check(CLI::Range(0.0, 1e6))
      ->each([&check](const std::string&) { check.bounds.rising.watchdog = false; })
      ->capture_default_str()
      ->group(boundGroup);
}

} // namespace revisit::cli
