#include "pairs.h"

#include "lab.h"
#include "witness_builder.h"

#include <fmt/format.h>

namespace revisit::gui::test {

LogPointer logOf(std::uint64_t seed) {
  revisit::test::Lab lab(revisit::test::randomScript(seed, revisit::test::optionsOf(seed)));
  lab.options.maxExecutions = 20;
  lab.explore();
  return lab.recorder.log();
}

std::vector<ExecutionPointer> executionsOf(const LogPointer& log, std::uint64_t count) {
  std::vector<ExecutionPointer> found;
  for (std::uint64_t number = 1; number <= std::min(count, log->executionCount()); number++) {
    const Result<ExecutionPointer> execution = gui::executionOf(log, number);
    EXPECT_TRUE(execution.ok());
    found.push_back(execution.value());
  }
  return found;
}

void forPairs(unsigned seeds, const std::function<void(const ExecutionPointer&, const ExecutionPointer&)>& check) {
  for (std::uint64_t seed = 1; seed <= seeds && !testing::Test::HasFailure(); seed++) {
    const std::vector<ExecutionPointer> found = executionsOf(logOf(seed), 4);
    for (std::size_t i = 0; i < found.size(); i++)
      for (std::size_t j = 0; j < found.size() && !testing::Test::HasFailure(); j++) {
        SCOPED_TRACE(fmt::format("seed {}, executions {} and {}", seed, i + 1, j + 1));
        check(found[i], found[j]);
      }
  }
}

ComparedPointer pairWith(DifferenceKind kind) {
  for (std::uint64_t seed = 1; seed < 200; seed++) {
    const std::vector<ExecutionPointer> found = executionsOf(logOf(seed), 4);
    for (const ExecutionPointer& a : found)
      for (const ExecutionPointer& b : found) {
        auto compared = std::make_shared<const ComparedExecution>(a, b);
        const auto& first = compared->comparison().first;
        if (first && first->kind == kind && first->otherA && first->otherB)
          return compared;
      }
  }
  ADD_FAILURE() << "no such pair";
  return nullptr;
}

ExecutionPointer writesInOrder(bool isSwapped, const std::string& buildId) {
  WitnessBuilder builder;
  builder.variable("x");
  builder.at("a.c", 1).create(0, "left");
  builder.create(0, "right");
  builder.input(0, "n", 32, isSwapped ? 1 : 2);
  const auto left = [&] { builder.at("a.c", 2).write(1, "x", 1); };
  const auto right = [&] { builder.at("a.c", 3).write(2, "x", 2); };
  if (isSwapped) {
    right();
    left();
  } else {
    left();
    right();
  }
  builder.witness().program.path = "/nowhere/program";
  builder.witness().program.buildId = buildId;
  builder.witness().executionId = isSwapped ? "0123456789abcdef" : "fedcba9876543210";
  Result<Timeline> timeline = Timeline::make(builder.witness());
  EXPECT_TRUE(timeline.ok());
  return std::make_shared<const Execution>(isSwapped ? "swapped.revisit" : "plain.revisit", std::move(*timeline));
}

} // namespace revisit::gui::test
