// Two executions side by side: what a library does alike in both is one row of the table and one box of each drawing.
#include "model/tables/compared_rows_model.h"
#include "witness_builder.h"

#include <gtest/gtest.h>

namespace revisit::gui::test::compared_folding_test {
namespace {

// main: push_back (1-3), write x (4), push_back (5-6), of which the last event writes `end`.
ExecutionPointer withContainer(const std::string& path, std::uint64_t end) {
  WitnessBuilder builder;
  const auto push = [&](unsigned line, const std::vector<std::string>& names, std::uint64_t value) {
    for (const std::string& name : names) {
      const EventNumber number =
          name == "source" ? builder.read(0, name) : builder.write(0, name, name == names.back() ? value : line);
      builder.witness().schedule[number - 1].calls = {
          {"/usr/lib/llvm-19/include/c++/v1/vector", 99, 0, "std::__1::vector<int>::push_back(int&&)"},
          {"/src/pool.cpp", line, 0, "main"}};
    }
  };
  builder.at("/src/pool.cpp", 10);
  push(24, {"jobs.begin", "jobs.cap", "jobs.end"}, 24);
  builder.at("/src/pool.cpp", 11).write(0, "x", end);
  push(25, {"jobs.begin", "jobs.end"}, end);
  builder.at("/src/pool.cpp", 30).branch(0, "n < 3", "", end == 1);
  return std::make_shared<const Execution>(path, Timeline::make(builder.witness()).value());
}

class ComparedFolding : public testing::Test {
protected:
  ComparedFolding()
      : compared(
            std::make_shared<const ComparedExecution>(withContainer("a.revisit", 1), withContainer("b.revisit", 2))) {
    model.setCompared(compared);
  }
  QString cell(int row, int column) { return model.index(row, column).data().toString(); }

  ComparedPointer compared;
  ComparedRowsModel model;
};

TEST_F(ComparedFolding, ACallThatIsCommonIsOneRow) {
  ASSERT_LT(model.rowCount(), static_cast<int>(compared->lines().size()));
  EXPECT_EQ(cell(0, ComparedRowsModel::NumberA), QStringLiteral("1-3"));
  EXPECT_EQ(cell(0, ComparedRowsModel::EventA), QStringLiteral("▸ jobs.push_back(...): 3 events  pool.cpp:24"));
  EXPECT_EQ(cell(0, ComparedRowsModel::EventB), cell(0, ComparedRowsModel::EventA));
  EXPECT_EQ(cell(0, ComparedRowsModel::Same), QStringLiteral("common"));
  EXPECT_EQ(cell(1, ComparedRowsModel::NumberA), QStringLiteral("4"));
}

TEST_F(ComparedFolding, RowsAndLinesBelongTogether) {
  for (std::size_t line = 0; line < compared->lines().size(); line++) {
    const std::size_t row = model.rowOf(line);
    EXPECT_LE(model.lineOf(row), line);
    EXPECT_TRUE(row + 1 == static_cast<std::size_t>(model.rowCount()) || model.lineOf(row + 1) > line);
  }
}

TEST_F(ComparedFolding, ARowOpens) {
  const int before = model.rowCount();
  model.open(0);
  EXPECT_EQ(model.rowCount(), before + 2);
  EXPECT_EQ(cell(1, ComparedRowsModel::NumberA), QStringLiteral("2"));
  model.setShowsLibraries(true);
  EXPECT_EQ(model.rowCount(), static_cast<int>(compared->lines().size()));
  model.setShowsLibraries(false);
  EXPECT_EQ(model.rowCount(), before) << "what was opened is closed again";
}

TEST_F(ComparedFolding, TheFirstDifferenceStandsForItself) {
  ASSERT_FALSE(compared->differences().empty());
  const ComparedLine& first = compared->lines()[compared->differences().front()];
  for (const Side side : bothSides) {
    const Folding& folding = compared->marked(side)->folding();
    EXPECT_FALSE(folding.folds().empty());
    const auto event = first.events[indexOf(side)];
    EXPECT_TRUE(!event || folding.of(*event) == nullptr);
  }
}

// A mark of one of its events opens a fold; a mark of all does not.
TEST(MarkedFolding, AMarkedEventStandsForItself) {
  const ExecutionPointer plain = withContainer("a.revisit", 1);
  ASSERT_EQ(plain->folding().folds().size(), 2u);
  const auto foldsWith = [&](const GraphMarks& marks) {
    return Execution("a.revisit", plain->timeline(), {}, marks).folding().folds().size();
  };
  GraphMarks marks;
  marks.nodes.assign(plain->graph().size(), NodeMark::Deleted);
  EXPECT_EQ(foldsWith(marks), 2u);
  marks.nodes[nodeOf(2)] = NodeMark::None;
  EXPECT_EQ(foldsWith(marks), 1u) << "only some of its events are deleted";
  marks.nodes.assign(plain->graph().size(), NodeMark::None);
  marks.nodes[nodeOf(6)] = NodeMark::Added;
  EXPECT_EQ(foldsWith(marks), 1u);
  marks.nodes[nodeOf(6)] = NodeMark::None;
  marks.arrows.push_back({nodeOf(4), nodeOf(3), "revisits", false});
  EXPECT_EQ(foldsWith(marks), 1u) << "an arrow leads into it";
}

} // namespace
} // namespace revisit::gui::test::compared_folding_test
