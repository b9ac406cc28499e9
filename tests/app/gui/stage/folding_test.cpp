// What a library does, and a run of equal accesses, is one row of the stage and of its table until the user opens it.
#include "model/tables/events_model.h"
#include "query/interleaving/interleaving.h"
#include "window_test.h"
#include "witness_builder.h"

#include <QAction>
#include <QScrollBar>
#include <QTableView>

#include <set>

namespace revisit::gui::test {
namespace {

// main: write x (1), push_back (2-5), write x (6), push_back (7-8).
ExecutionPointer withContainer() {
  WitnessBuilder builder;
  builder.at("/src/pool.cpp", 10);
  builder.write(0, "x", 1);
  const auto push = [&](unsigned line, const std::vector<std::string>& names) {
    for (const std::string& name : names) {
      const EventNumber number = builder.write(0, name, line);
      builder.witness().schedule[number - 1].calls = {
          {"/usr/lib/llvm-19/include/c++/v1/vector", 99, 0, "std::__1::vector<int>::push_back(int&&)"},
          {"/src/pool.cpp", line, 0, "main"}};
    }
  };
  push(24, {"jobs.end", "jobs.begin", "jobs.end", "jobs.begin"});
  builder.write(0, "x", 2);
  push(25, {"jobs.end", "jobs.begin"});
  Result<Timeline> timeline = Timeline::make(builder.witness());
  return std::make_shared<const Execution>("pool.revisit", std::move(*timeline));
}

class FoldingTest : public WindowTest {
protected:
  FoldingTest() {
    settings().setShowsLibraries(false);
    restart();
    selection().open(withContainer());
  }

  QTableView& table() { return find<QTableView>("events table"); }
  QString cell(int row, int column) { return table().model()->index(row, column).data().toString(); }
  int rows() { return table().model()->rowCount(); }
  ExecutionStage& drawn() { return stage().stage(); }
  QString text(std::size_t row) { return drawn().lineAt(row).items.front().text; }
};

TEST_F(FoldingTest, ACallIsOneRowOfTheTable) {
  ASSERT_EQ(rows(), 4);
  EXPECT_EQ(cell(1, EventsModel::Number), QStringLiteral("2-5"));
  EXPECT_EQ(cell(1, EventsModel::Text), QStringLiteral("▸ jobs.push_back(...): 4 events"));
  EXPECT_EQ(cell(1, EventsModel::Place), QStringLiteral("pool.cpp:24"));
  EXPECT_EQ(cell(2, EventsModel::Text), QStringLiteral("write x = 2"));
  selection().selectEvent(4); // in there
  EXPECT_EQ(table().currentIndex().row(), 1);
}

TEST_F(FoldingTest, ARowOpensAndClosesByKeyAndByDoubleClick) {
  raiseTable();
  selection().selectEvent(2);
  QTest::keyClick(&table(), Qt::Key_Plus);
  EXPECT_EQ(rows(), 7);
  EXPECT_EQ(cell(1, EventsModel::Text), QStringLiteral("write jobs.end = 24"));
  QTest::keyClick(&table(), Qt::Key_Plus);
  EXPECT_EQ(rows(), 7) << "it is open";
  QTest::keyClick(&table(), Qt::Key_Minus);
  EXPECT_EQ(rows(), 4);
  emit table().doubleClicked(table().model() -> index(3, EventsModel::Text));
  EXPECT_EQ(rows(), 5);
}

TEST_F(FoldingTest, ACallIsOneRowOfTheStage) {
  raise("stage");
  EXPECT_EQ(drawn().rowCount(), 4u);
  EXPECT_EQ(text(1), QStringLiteral("jobs.push_back(...): 4 events"));
  EXPECT_TRUE(drawn().lineAt(1).items.front().isFold);
  selection().selectEvent(4);
  EXPECT_EQ(drawn().selectedRow(), std::size_t{1});
  QTest::keyClick(&stage().view(), Qt::Key_Down);
  EXPECT_EQ(selection().current().event, EventNumber{6}) << "the arrows go from row to row";
  QTest::keyClick(&stage().view(), Qt::Key_Up);
  QTest::keyClick(&stage().view(), Qt::Key_Plus);
  EXPECT_EQ(drawn().rowCount(), 7u);
  EXPECT_TRUE(drawn().lineAt(1).items.front().isOpened);
  EXPECT_EQ(rows(), 7) << "the table shows the same";
  QTest::keyClick(&stage().view(), Qt::Key_Minus);
  EXPECT_EQ(drawn().rowCount(), 4u);
  const QPoint fold = stage().view().rectOf(3).center().toPoint();
  QTest::mouseDClick(stage().view().viewport(), Qt::LeftButton, {}, fold);
  EXPECT_EQ(drawn().rowCount(), 5u);
}

TEST_F(FoldingTest, OpeningAFoldAboveLeavesTheSelectedRowInItsPlace) {
  WitnessBuilder builder;
  for (unsigned i = 0; i < 20; i++) // a run
    builder.at("/src/pool.cpp", 7).write(0, "data", i);
  for (unsigned line = 10; line < 90; line++)
    builder.at("/src/pool.cpp", line).write(0, "x", line);
  selection().open(std::make_shared<const Execution>("run.revisit", Timeline::make(builder.witness()).value()));
  raise("stage");
  QApplication::processEvents();
  ASSERT_EQ(drawn().rowCount(), 81u);
  selection().selectEvent(80);
  const qreal before = stage().view().rectOf(*drawn().selectedRow()).top();
  ASSERT_GT(stage().view().verticalScrollBar()->value(), 0);
  selection().toggleFold(1);
  EXPECT_EQ(drawn().rowCount(), 100u);
  EXPECT_EQ(stage().view().rectOf(*drawn().selectedRow()).top(), before);
  selection().toggleFold(1);
  EXPECT_EQ(stage().view().rectOf(*drawn().selectedRow()).top(), before);
}

// The rule of the command line: what `revisit show` shows as one step.
TEST_F(FoldingTest, TheRowsAreThoseOfTheCommandLine) {
  for (const Example example : {Example::LostUpdate, Example::Transfer, Example::Sensor, Example::Queue}) {
    selection().open(executionOf(example));
    const Witness& witness = selection().execution()->witness();
    std::set<std::pair<EventNumber, std::size_t>> expected, shown;
    for (const InterleavingRow& row : interleavingRows(witness, Folding(timeline())))
      if (row.events > 1)
        expected.emplace(row.number, row.events);
    for (const StageRow& row : drawn().rows().rows())
      if (row.isFold())
        shown.emplace(row.first, row.events);
    EXPECT_EQ(shown, expected);
  }
}

TEST_F(FoldingTest, ARunOfEqualAccessesIsOneRow) {
  WitnessBuilder builder;
  builder.at("/src/a.c", 7).variable("data");
  for (unsigned i = 0; i < 20; i++)
    builder.write(0, "data", i);
  builder.at("/src/a.c", 8).read(0, "data");
  selection().open(std::make_shared<const Execution>("run.revisit", Timeline::make(builder.witness()).value()));
  ASSERT_EQ(drawn().rowCount(), 2u);
  EXPECT_EQ(text(0), QStringLiteral("20 reads and writes"));
  EXPECT_EQ(cell(0, EventsModel::Number), QStringLiteral("1-20"));
}

TEST_F(FoldingTest, AFilterShowsWhatItNames) {
  selection().setFilter(QStringLiteral("jobs.begin"));
  EXPECT_EQ(rows(), 3);
  EXPECT_EQ(drawn().rowCount(), 8u);
  selection().setFilter(QStringLiteral("-jobs.begin"));
  EXPECT_EQ(rows(), 4);
  EXPECT_EQ(cell(1, EventsModel::Text), QStringLiteral("▸ jobs.push_back(...): 2 events"));
  EXPECT_EQ(cell(3, EventsModel::Text), QStringLiteral("write jobs.end = 25"));
  selection().setFilter({});
  EXPECT_EQ(rows(), 4);
}

TEST_F(FoldingTest, TheSettingShowsAllAndIsRemembered) {
  auto& libraries = find<QAction>("librariesAction");
  EXPECT_FALSE(libraries.isChecked());
  libraries.trigger();
  EXPECT_EQ(rows(), 8);
  EXPECT_EQ(drawn().rowCount(), 8u);
  restart();
  EXPECT_TRUE(find<QAction>("librariesAction").isChecked());
  selection().open(withContainer());
  EXPECT_EQ(rows(), 8);
}

} // namespace
} // namespace revisit::gui::test
