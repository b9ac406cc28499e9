#include "budget_option.h"

#include "exploration_options.h"

#include <fmt/format.h>

#include <array>
#include <map>

namespace revisit::cli {
namespace {

constexpr const char* budgetName = "--budget";

struct Contradiction {
  const char* option;
  const char* why;
};

constexpr std::array contradictions = {
    Contradiction{"--algorithm", "it goes through several algorithms by itself"},
    Contradiction{"--timeout", "its time is the bound on the whole check"},
    Contradiction{"--max-executions", "its time is the bound"},
    Contradiction{"--preemptions", "it tries more and more preemptions by itself"},
    Contradiction{"--only", "several strategies would look for the same execution"},
    Contradiction{"--distributed", "its strategies are those of one machine"},
    Contradiction{"--by-items", "such an exploration cannot go on where it stopped"},
    Contradiction{"--model-diff", "it checks one memory model"},
    Contradiction{"--order", "none of its strategies searches states"},
    Contradiction{"--summaries", "none of its strategies searches states"},
    Contradiction{"--sleep-sets", "none of its strategies searches states"},
    Contradiction{"--slicing", "none of its strategies searches states"},
    Contradiction{"--read-symbols", "none of its strategies searches states"},
};

} // namespace

void addBudget(CLI::App& command, double& seconds) {
  command
      .add_option(budgetName, seconds,
                  "a time such as 60s, 5m or 1.5h, for several strategies one after the other: every execution once, "
                  "few preemptions first, samples, every execution again from where that stopped. The report says what "
                  "each of them covered")
      ->transform(CLI::AsNumberWithUnit(std::map<std::string, double>{{"s", 1}, {"m", 60}, {"h", 3600}},
                                        CLI::AsNumberWithUnit::DEFAULT, "TIME"))
      ->check(positive())
      ->group(boundGroup);
}

Status checkBudget(const CLI::App& command) {
  if (command.count(budgetName) == 0)
    return Done{};
  for (const auto& [option, why] : contradictions)
    if (command.count(option) != 0)
      return Error{ErrorCode::BadUsage, fmt::format("{} with {}", budgetName, option),
                   fmt::format("{}: leave one of the two out", why)};
  return Done{};
}

} // namespace revisit::cli
