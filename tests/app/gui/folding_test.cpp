// What a library does is one row of the events and one box of the graph until the user opens it.
#include "model/tables/events_model.h"
#include "view/graph/graph_pane.h"
#include "window_test.h"
#include "witness_builder.h"

#include <QAction>
#include <QTableView>

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
  GraphPane& graph() { return static_cast<GraphPane&>(raise("graph")); }
  const GraphState& drawn() { return graph().scene().state(); }
  std::size_t boxes() {
    std::size_t count = 0;
    for (const QGraphicsItem* item : graph().scene().items())
      count += qgraphicsitem_cast<const BoxItem*>(item) != nullptr;
    return count;
  }
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
  raise("events");
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

TEST_F(FoldingTest, ACallIsOneBoxOfTheGraph) {
  EXPECT_EQ(boxes(), 4u);
  EXPECT_EQ(drawn().texts[1], QStringLiteral("▸ jobs.push_back(...): 4 events"));
  EXPECT_EQ(drawn().layout.boxes[1], drawn().layout.boxes[4]);
  selection().selectEvent(4);
  EXPECT_EQ(graph().scene().selectedNode(), NodeIndex{1});
  QTest::keyClick(&graph().view(), Qt::Key_Down);
  EXPECT_EQ(selection().current().event, EventNumber{6}) << "the arrows go from box to box";
  graph().scene().toggleFold(1);
  EXPECT_EQ(boxes(), 7u);
  EXPECT_EQ(rows(), 7) << "the table shows the same";
  graph().scene().toggleFold(3);
  EXPECT_EQ(boxes(), 4u);
}

TEST_F(FoldingTest, AFilterShowsWhatItNames) {
  selection().setFilter(QStringLiteral("jobs.begin"));
  EXPECT_EQ(rows(), 3);
  EXPECT_EQ(boxes(), 8u);
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
  EXPECT_EQ(boxes(), 8u);
  restart();
  EXPECT_TRUE(find<QAction>("librariesAction").isChecked());
  selection().open(withContainer());
  EXPECT_EQ(rows(), 8);
}

} // namespace
} // namespace revisit::gui::test
