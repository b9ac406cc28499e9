// Going through a log against looking at every step.
#include "lab.h"

#include "log/steps/step_cursor.h"

#include <algorithm>

namespace revisit::gui::test {

using namespace revisit::test;

namespace {

bool isTarget(const Step& step, StepMove move) {
  switch (move) {
  case StepMove::PreviousExecution:
  case StepMove::NextExecution:
    return step.kind == ActionKind::Finished;
  case StepMove::PreviousRevisit:
  case StepMove::NextRevisit:
    return step.kind == ActionKind::RevisitAllowed || step.kind == ActionKind::RevisitRefused ||
           step.kind == ActionKind::Revisited || step.kind == ActionKind::Displaced ||
           step.kind == ActionKind::DisplaceRefused;
  default:
    return true;
  }
}

bool isBackward(StepMove move) {
  return move == StepMove::First || move == StepMove::PreviousExecution || move == StepMove::PreviousRevisit ||
         move == StepMove::PreviousAction;
}

// Step by step, as the words of the moves say.
std::optional<std::uint64_t> scan(const std::vector<Step>& steps, std::uint64_t from, StepMove move) {
  const std::uint64_t count = steps.size();
  if (move == StepMove::First)
    return from != 1 ? std::optional<std::uint64_t>(1) : std::nullopt;
  if (move == StepMove::Last)
    return from != count ? std::optional(count) : std::nullopt;
  for (std::uint64_t step = from;;) {
    if (isBackward(move) ? step == 1 : step == count)
      return std::nullopt;
    step += isBackward(move) ? -1 : 1;
    if (isTarget(steps[step - 1], move))
      return step;
  }
}

std::uint64_t executionOf(const std::vector<Step>& steps, std::uint64_t from) {
  for (std::uint64_t step = from; step <= steps.size(); step++)
    if (steps[step - 1].kind == ActionKind::Finished)
      return steps[step - 1].execution;
  return 0;
}

void expectSame(StepCursor& cursor, const std::vector<Step>& steps) {
  for (const StepMove move : allStepMoves)
    EXPECT_EQ(cursor.target(move), scan(steps, cursor.step(), move))
        << "move " << static_cast<int>(move) << " from " << cursor.step() << " of " << steps.size();
  EXPECT_EQ(cursor.execution(), executionOf(steps, cursor.step()));
}

// As many threads that count.
Script counting(std::uint32_t threads) {
  Script script;
  script.threads.resize(1);
  for (std::uint32_t t = 1; t <= threads; t++) {
    script.threads[0].push_back({.op = Instruction::Op::Create, .child = t});
    script.threads.push_back({{.op = Instruction::Op::Rmw, .a = Operand::constant(1)}});
  }
  script.locationSizes = {1};
  script.initialValues = {0};
  return script;
}

} // namespace

TEST(StepCursor, GoesWhereAScanGoes) {
  std::uint64_t revisits = 0;
  for (std::uint64_t seed = 1; seed <= 60 && !HasFailure(); seed++) {
    SCOPED_TRACE(seed);
    Lab lab(randomScript(seed, optionsOf(seed)));
    lab.options.maxExecutions = 30;
    lab.explore();
    const std::vector<Step> steps = lab.log().steps(1, lab.log().stepCount());
    revisits += static_cast<std::uint64_t>(std::ranges::count_if(steps, isRevisit, &Step::kind));
    StepCursor cursor;
    for (std::uint64_t step = 1; step <= steps.size() && !HasFailure(); step++) {
      cursor.stand(lab.recorder.log(), step);
      expectSame(cursor, steps);
    }
  }
  EXPECT_GT(revisits, 400u);
}

namespace {

// Asks after each action, while the log grows.
class Asking final : public Recorder {
public:
  explicit Asking(ExplorationRecorder& recorder) : m_recorder(recorder) {}
  void consider(const Candidate& candidate, const ExecutionGraph& graph) override {
    m_recorder.consider(candidate, graph);
  }
  void record(const Action& action, const ExecutionGraph& graph) override {
    m_recorder.record(action, graph);
    const LogPointer log = m_recorder.log();
    const std::uint64_t count = log->stepCount();
    if (count == 0 || ::testing::Test::HasFailure())
      return;
    m_cursor.stand(log, 1 + (7 * count) % count);
    expectSame(m_cursor, log->steps(1, count));
    m_cursor.stand(log, count);
    expectSame(m_cursor, log->steps(1, count));
  }

private:
  ExplorationRecorder& m_recorder;
  StepCursor m_cursor;
};

} // namespace

TEST(StepCursor, FollowsALogThatGrows) {
  for (std::uint64_t seed = 1; seed <= 15 && !HasFailure(); seed++) {
    SCOPED_TRACE(seed);
    Lab lab(randomScript(seed, optionsOf(seed)));
    lab.options.maxExecutions = 8;
    Asking asking(lab.recorder);
    lab.explore(&asking);
  }
}

TEST(StepCursor, KnowsThatExecutionsBeyondTheLogHaveNoSteps) {
  Lab lab(counting(3), {.steps = true, .maxSteps = 40});
  lab.explore();
  ASSERT_GT(lab.log().stepsLeftOut(), 0u);
  const std::vector<Step> steps = lab.log().steps(1, 40);
  StepCursor cursor;
  for (std::uint64_t step = 1; step <= steps.size(); step++) {
    cursor.stand(lab.recorder.log(), step);
    expectSame(cursor, steps);
  }
}

TEST(StepCursor, IsNowhereWithoutALog) {
  StepCursor cursor;
  for (const StepMove move : allStepMoves)
    EXPECT_FALSE(cursor.target(move));
  cursor.stand({}, 5);
  EXPECT_FALSE(cursor.isSomewhere());
  EXPECT_EQ(cursor.stepCount(), 0u);
  EXPECT_EQ(cursor.execution(), 0u);
}

// A move is no scan: a hundred thousand of them in a long log take no longer than a few.
TEST(StepCursor, IsFastInALongLog) {
  Lab lab(counting(7));
  lab.options.maxExecutions = 0;
  lab.explore();
  const std::uint64_t count = lab.log().stepCount();
  ASSERT_GT(count, 50'000u);
  StepCursor cursor;
  const auto begin = std::chrono::steady_clock::now();
  for (std::uint64_t i = 0; i < 100'000; i++) {
    cursor.stand(lab.recorder.log(), 1 + (i * 7919) % count);
    cursor.target(StepMove::NextRevisit);
    cursor.target(StepMove::PreviousExecution);
  }
  const auto taken = std::chrono::steady_clock::now() - begin;
  RecordProperty("microseconds", std::to_string(taken / std::chrono::microseconds(1)));
  EXPECT_LT(taken, std::chrono::seconds(5)); // a scan would take minutes
}

} // namespace revisit::gui::test
