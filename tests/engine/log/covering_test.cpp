// What a refused revisit would have led to is part of another execution, which the log finds.
#include "lab.h"

#include "log/steps/covering.h"

#include <map>

namespace revisit::test {
namespace {

// The execution that the step is on the way to does not have it, or else the refusal would be wrong.
void verify(const ExplorationLog& log, const Step& step, std::uint64_t execution) {
  const LoggedGraph graph = log.graphAfter(log.stepOf(execution));
  const LogEvent& added = graph.threads.at(step.event->self.thread).at(step.event->self.index);
  EXPECT_EQ(added.shown->kind, step.event->shown->kind);
  EXPECT_NE(execution, step.execution);
  if (step.kind == ActionKind::RevisitRefused) {
    EXPECT_EQ(graph.threads.at(step.other->self.thread).at(step.other->self.index).readsFrom, step.event->self);
  }
}

} // namespace

// Of a revisit by a plain write, and of a displacement, nearly every one is found. What an update would have led to may
// be impossible for another reason, too: it may not store there, or not be atomic.
TEST(Covering, IsFoundForRefusals) {
  struct Count {
    unsigned found = 0, missing = 0;
  };
  std::map<bool, Count> counts; // by whether it is an update
  std::map<Refusal, unsigned> found;
  for (std::uint64_t seed = 1; seed <= 600 && !HasFailure(); seed++) {
    SCOPED_TRACE(seed);
    Lab lab(randomScript(seed, optionsOf(seed)));
    lab.options.maxExecutions = 3000;
    if (!lab.explore().incomplete.empty())
      continue;
    for (const Step& step : lab.log().steps(1, lab.log().stepCount())) {
      const std::optional<std::uint64_t> execution = coveringOf(lab.log(), step);
      EXPECT_TRUE(isCovered(step) || !execution);
      if (execution)
        verify(lab.log(), step, *execution);
      Count& count = counts[step.source.has_value()];
      count.found += execution.has_value();
      count.missing += isCovered(step) && !execution;
      found[step.refusal] += execution.has_value();
    }
  }
  EXPECT_GT(counts[false].found, 1500u);
  EXPECT_LT(counts[false].missing * 100, counts[false].found);
  EXPECT_GT(counts[true].found, 400u);
  for (const Refusal refusal : {Refusal::OldRead, Refusal::ReadsRevisitor, Refusal::WriteNotLatest,
                                Refusal::WriteIsRead, Refusal::OperationDisplaced, Refusal::FalseSide})
    EXPECT_GT(found[refusal], 0u) << static_cast<int>(refusal);
}

} // namespace revisit::test
