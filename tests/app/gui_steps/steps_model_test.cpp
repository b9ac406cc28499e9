// The table of steps.
#include "steps_fixture.h"

#include "log/step_text.h"
#include "model/tables/steps_model.h"

#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QTableView>

namespace revisit::gui::test {

TEST(StepsModel, HasEveryStepInItsWords) {
  StepsModel model;
  const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Warning);
  EXPECT_EQ(model.rowCount(), 0);
  Lab lab(twoWritersAndALock());
  lab.explore();
  model.setLog(lab.recorder.log());
  ASSERT_EQ(model.rowCount(), static_cast<int>(lab.log().stepCount()));
  for (const Step& step : lab.log().steps(1, lab.log().stepCount())) {
    const QModelIndex row = model.indexOfStep(step.number);
    EXPECT_EQ(row.data(StepsModel::StepRole).toULongLong(), step.number);
    EXPECT_EQ(row.siblingAtColumn(StepsModel::Number).data().toString(), QString::number(step.number));
    const std::vector<ExecutionSummary> finished = lab.log().executions(step.execution, 1);
    const bool isEnd = step.kind == ActionKind::Finished;
    EXPECT_EQ(row.siblingAtColumn(StepsModel::Sentence).data().toString().toStdString(),
              stepText(step, lab.log().threadNames(), isEnd ? &finished.front() : nullptr));
  }
  model.setLog({});
  EXPECT_EQ(model.rowCount(), 0);
}

namespace {

// Reads the model on after each action.
class ReadingOn final : public Recorder {
public:
  ReadingOn(ExplorationRecorder& recorder, StepsModel& model) : m_recorder(recorder), m_model(model) {}
  void consider(const Candidate& candidate, const ExecutionGraph& graph) override {
    m_recorder.consider(candidate, graph);
  }
  void record(const Action& action, const ExecutionGraph& graph) override {
    m_recorder.record(action, graph);
    m_model.setLog(m_recorder.log());
    ASSERT_EQ(m_model.rowCount(), static_cast<int>(m_recorder.log()->stepCount()));
    if (m_model.rowCount() > 0) {
      EXPECT_FALSE(m_model.index(m_model.rowCount() - 1, StepsModel::Sentence).data().toString().isEmpty());
    }
  }

private:
  ExplorationRecorder& m_recorder;
  StepsModel& m_model;
};

} // namespace

TEST(StepsModel, GrowsWithTheLog) {
  StepsModel model;
  const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Warning);
  Lab lab(twoWritersAndALock());
  ReadingOn reading(lab.recorder, model);
  lab.explore(&reading);
  EXPECT_GT(model.rowCount(), 64); // more than is read at once
}

// A view on a long log asks only for what it shows.
TEST(StepsModel, IsFastWithManySteps) {
  const auto increment = [](std::uint32_t) -> std::vector<Instruction> {
    return {{.op = Instruction::Op::Rmw, .a = Operand::constant(1)}};
  };
  Lab lab(parallelScript(8, increment));
  lab.options.maxExecutions = 0;
  lab.explore();
  ASSERT_GT(lab.log().stepCount(), 400'000u);
  QElapsedTimer timer;
  timer.start();
  StepsModel model;
  model.setLog(lab.recorder.log());
  QTableView view;
  view.setModel(&model);
  view.resize(500, 300);
  view.show();
  view.scrollToBottom();
  EXPECT_FALSE(view.grab().isNull());
  view.scrollTo(model.indexOfStep(123'456));
  EXPECT_FALSE(view.grab().isNull());
  RecordProperty("steps", std::to_string(model.rowCount()));
  RecordProperty("milliseconds", std::to_string(timer.elapsed()));
  EXPECT_LT(timer.elapsed(), 3000);
}

} // namespace revisit::gui::test
