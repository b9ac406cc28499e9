// Every model of the window, while it is filled and cleared and while the execution and the replay change. A new model
// is one more line in testedModels().
#include "examples.h"
#include "model/replay/breakpoints_model.h"
#include "model/replay/replay_link.h"
#include "model/replay/stack_model.h"
#include "model/replay/values_model.h"
#include "model/tables/events_model.h"
#include "model/tables/rows_model.h"
#include "model/text.h"
#include "query/timeline/event_text.h"
#include "window_test.h"

#include <QAbstractItemModelTester>

#include <filesystem>
#include <functional>

namespace revisit::gui::test {
namespace {

// What models are made of.
struct Bench {
  SelectionModel selection;
  Replay replay;
  ReplayLink link{selection, replay};
};

using ModelPointer = std::unique_ptr<QAbstractItemModel>;

// A model of rows that are made anew whenever the selection changes.
template <class Rows> ModelPointer rowsModel(Bench& bench, const std::vector<std::string>& headings, Rows rows) {
  auto model = std::make_unique<RowsModel>(bench.selection, headings);
  const auto refresh = [&bench, rows, raw = model.get()] {
    const Selection& now = bench.selection.current();
    raw->setRows(now.execution ? rows(now) : std::vector<TableRow>());
  };
  for (const auto signal :
       {&SelectionModel::executionChanged, &SelectionModel::positionChanged, &SelectionModel::eventChanged})
    QObject::connect(&bench.selection, signal, model.get(), refresh);
  return model;
}

ModelPointer eventsModel(Bench& bench) {
  return std::make_unique<EventsModel>(*new ExecutionStage(bench.selection, nullptr, &bench.selection));
}

enum class FilledBy : std::uint8_t { Execution, Replay };

struct TestedModel {
  const char* name;
  FilledBy filledBy;
  std::function<ModelPointer(Bench&)> make;
  friend void PrintTo(const TestedModel& model, std::ostream* out) { *out << model.name; }
};

std::vector<TestedModel> testedModels() {
  constexpr auto execution = FilledBy::Execution, replay = FilledBy::Replay;
  const auto threads = [](const Selection& now) {
    return threadRows(now.execution->timeline(), now.execution->graph().waits(), now.position);
  };
  const auto history = [](const Selection& now) {
    return now.event ? historyRows(now.execution->timeline(), *now.event, now.position) : std::vector<TableRow>();
  };
  const auto conditions = [](const Selection& now) { return conditionRows(now.execution->timeline(), now.position); };
  const auto inputs = [](const Selection& now) {
    return inputRows(now.execution->timeline(), inputValues(now.execution->witness().inputs));
  };
  return {
      {"Events", execution, eventsModel},
      {"Threads", execution, [=](Bench& b) { return rowsModel(b, threadHeadings, threads); }},
      {"History", execution, [=](Bench& b) { return rowsModel(b, historyHeadings, history); }},
      {"Conditions", execution, [=](Bench& b) { return rowsModel(b, conditionHeadings, conditions); }},
      {"Inputs", execution, [=](Bench& b) { return rowsModel(b, inputHeadings, inputs); }},
      {"Stack", replay, [](Bench& b) { return std::make_unique<StackModel>(b.replay); }},
      {"Locals", replay, [](Bench& b) { return std::make_unique<ValuesModel>(b.replay, &ReplaySnapshot::locals); }},
      {"Watches", replay, [](Bench& b) { return std::make_unique<ValuesModel>(b.replay, &ReplaySnapshot::watches); }},
      {"Breakpoints", replay, [](Bench& b) { return std::make_unique<BreakpointsModel>(b.replay); }},
  };
}

// Asks the model for everything, as a view and a screen reader may. Opens what is closed.
int readAll(QAbstractItemModel& model, const QModelIndex& parent = {}) {
  if (model.canFetchMore(parent))
    model.fetchMore(parent);
  int cells = 0;
  for (int row = 0; row < model.rowCount(parent); row++)
    for (int column = 0; column < model.columnCount(parent); column++) {
      const QModelIndex index = model.index(row, column, parent);
      for (int role = 0; role < Qt::UserRole + 8; role++)
        model.data(index, role);
      cells += 1 + (column == 0 ? readAll(model, index) : 0);
    }
  for (int column = 0; column < model.columnCount(parent); column++) {
    EXPECT_FALSE(model.headerData(column, Qt::Horizontal).toString().isEmpty()) << "column " << column;
    model.headerData(column, Qt::Vertical);
  }
  return cells;
}

class Models : public testing::TestWithParam<TestedModel> {
protected:
  Models() : m_model(GetParam().make(m_bench)) {
    new QAbstractItemModelTester(m_model.get(), QAbstractItemModelTester::FailureReportingMode::Warning, m_model.get());
  }

  // Everything that the selection model offers, the model being read after each change.
  void lookAround(Example example) {
    SelectionModel& selection = m_bench.selection;
    selection.open(executionOf(example));
    const EventNumber size = selection.execution()->timeline().size();
    for (EventNumber event = 1; event <= size; event++) {
      selection.selectEvent(event);
      m_cells = std::max(m_cells, readAll(*m_model));
    }
    selection.selectPosition(0);
    readAll(*m_model);
    for (const QString& filter :
         {QStringLiteral("T1"), QStringLiteral("nothing like this"), QStringLiteral("1"), QString()}) {
      selection.setFilter(filter);
      readAll(*m_model);
    }
    selection.light({1, size});
    readAll(*m_model);
    selection.light({});
    while (selection.canGoBack())
      selection.goBack();
  }

  Bench m_bench;
  ModelPointer m_model;
  int m_cells = 0; // read at once, at most
};

TEST_P(Models, HoldWhileTheExecutionChanges) {
  readAll(*m_model);
  for (const Example example : {Example::LostUpdate, Example::Sensor, Example::Queue, Example::LostUpdate})
    lookAround(example);
  m_bench.selection.open({});
  EXPECT_EQ(readAll(*m_model), 0) << "what is closed is still shown";
  if (GetParam().filledBy == FilledBy::Execution) {
    EXPECT_GT(m_cells, 0) << "it was never filled";
  }
}

TEST_P(Models, HoldWhileTheReplayMoves) {
  if (!std::filesystem::exists(REVISIT_LLDB_SERVER))
    GTEST_SKIP() << "lldb-server is missing: install lldb-19";
  Replay& replay = m_bench.replay;
  m_bench.selection.open(executionOf(Example::Sensor));
  const SourceLine line = *m_bench.selection.current().line;
  EventFilter filter;
  filter.number = 2;
  const auto read = [&] {
    ASSERT_TRUE(waitFor([&] { return !replay.isBusy(); }));
    m_cells = std::max(m_cells, readAll(*m_model));
    QTest::qWait(30); // for children
    m_cells = std::max(m_cells, readAll(*m_model));
  };
  const std::vector<std::function<void()>> moves = {[&] { replay.watch("window.count"); },
                                                    [&] { replay.toggleLine(line); },
                                                    [&] { replay.breakAtEvents(filter, "event 2"); },
                                                    [&] { replay.move(ReplayMove::Bug); },
                                                    [&] { replay.move(ReplayMove::Back); },
                                                    [&] { replay.move(ReplayMove::Step); },
                                                    [&] { replay.toggleLine(line); },
                                                    [&] { replay.unwatch("window.count"); },
                                                    [&] { replay.watch("no such thing"); },
                                                    [&] { replay.endProgram(); }};
  for (const auto& move : moves) {
    move();
    read();
  }
  EXPECT_GT(m_cells, 0) << "it was never filled";
  replay.move(ReplayMove::Bug);
  ASSERT_TRUE(waitFor([&] { return !replay.isBusy(); }));
  EXPECT_EQ(replay.snapshot().trouble.sentence, "");
  m_bench.selection.open(executionOf(Example::LostUpdate)); // while the program runs
  readAll(*m_model);
  m_bench.selection.open({});
  EXPECT_EQ(readAll(*m_model), 0) << "what is closed is still shown";
}

INSTANTIATE_TEST_SUITE_P(All, Models, testing::ValuesIn(testedModels()),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(EventsModelTest, IsTheGraphAsATable) {
  SelectionModel selection;
  ExecutionStage stage(selection);
  const EventsModel model(stage);
  selection.setShowsLibraries(true);
  selection.open(executionOf(Example::Queue));
  const Timeline& timeline = selection.execution()->timeline();
  ASSERT_EQ(static_cast<std::size_t>(model.rowCount()), timeline.size());
  for (EventNumber event = 1; event <= timeline.size(); event++) {
    const int row = static_cast<int>(event) - 1;
    EXPECT_EQ(model.index(row, EventsModel::Text).data().toString(), fromText(eventText(timeline, event)));
    EXPECT_EQ(model.index(row, EventsModel::Number).data().toInt(), row + 1);
    const auto source = timeline.readsFrom(event);
    const QString from = model.index(row, EventsModel::Source).data().toString();
    EXPECT_TRUE(!source || from.startsWith(QString::number(*source))) << from.toStdString();
    EXPECT_EQ(model.index(row, 0).data(EventsModel::DoneRole).toBool(), event <= timeline.bug());
  }
}

TEST(SelectionModelTest, TheHistoryHoldsTheNewestOfLargeExecutions) {
  SelectionModel selection;
  std::weak_ptr<const Execution> first;
  for (int i = 0; i < 10; i++) {
    selection.open(longExecution(30000));
    if (i == 0)
      first = selection.execution();
  }
  EXPECT_TRUE(first.expired());
  int places = 1;
  for (; selection.canGoBack(); places++)
    selection.goBack();
  EXPECT_EQ(places, 6) << "of 200,000 events at most";
  EXPECT_NE(selection.execution(), nullptr);
}

} // namespace
} // namespace revisit::gui::test
