// Comparing in the window, by clicks and keys.
#include "pairs.h"
#include "window_test.h"
#include "witness_builder.h"

#include "witness/witness.h"

#include <QLabel>
#include <QScrollBar>
#include <QToolButton>

namespace revisit::gui::test::comparison_test {
namespace {

class ComparisonTest : public testing::Test {
protected:
  ComparisonTest() {
    m_pane.resize(1000, 700);
    m_pane.setTheme(themeOf(ThemeKind::Light));
    m_pane.show();
    m_pane.activateWindow();
    m_pane.showComparison(true);
    QObject::connect(&m_pane, &Pane::failed, [this](const QString& text) { m_failure = text; });
  }

  void compare(const ExecutionPointer& a, const ExecutionPointer& b) {
    m_selection.open(a);
    m_pane.compareWith(b);
    ASSERT_TRUE(waitFor([&] { return shown() != nullptr; }));
    QApplication::processEvents();
  }
  // With another execution, which is written there.
  void compareWithFile(const QString& path) {
    ASSERT_TRUE(writeWitness(writesInOrder(true)->witness(), path.toStdString()).ok());
    m_selection.open(writesInOrder(false));
    m_pane.comparer().compareWithFile(path);
    ASSERT_TRUE(waitFor([&] { return shown() != nullptr; }));
  }
  void comparePair(DifferenceKind kind) {
    const ComparedPointer pair = pairWith(kind);
    ASSERT_TRUE(pair);
    compare(pair->original(Side::A), pair->original(Side::B));
  }

  template <class Widget> Widget& find(const char* name) {
    auto* found = m_pane.findChild<Widget*>(QLatin1String(name));
    if (!found)
      throw std::logic_error(std::string("the pane has no ") + name);
    return *found;
  }
  QAction& action(const char* name) { return find<QAction>(name); }
  const ComparedPointer& shown() { return m_pane.comparer().compared(); }
  ComparisonStage& rows() { return m_pane.comparison(); }
  StageView& view() { return m_pane.comparisonView(); }
  QString sentence() { return find<QLabel>("sentence").text(); }
  void key(Qt::Key which) { QTest::keyClick(&view(), which); }

  // The rows below the rule that have an item on that side.
  std::vector<std::size_t> partedRows(Side side) {
    std::vector<std::size_t> found;
    for (std::size_t row = *rows().parting() + 2; row < rows().rowCount(); row++)
      for (const StageItem& item : rows().lineAt(row).items)
        if (item.half == (side == Side::A ? Half::Left : Half::Right))
          found.push_back(row);
    return found;
  }
  // A twin that is not common, in the pair's order.
  std::pair<EventNumber, EventNumber> differingTwins() {
    for (const ComparedLine& line : shown()->lines())
      if (!line.isCommon && line.events[0] && line.events[1])
        return {*line.events[0], *line.events[1]};
    ADD_FAILURE() << "no twins differ";
    return {1, 1};
  }

  SelectionModel m_selection;
  SourceFiles m_files;
  StagePane m_pane{m_selection, m_files};
  QString m_failure;
};

TEST_F(ComparisonTest, SaysWhatToDoUntilThereIsSomethingToCompare) {
  EXPECT_EQ(m_pane.notice(), QStringLiteral("No execution is open. Choose one from the findings, at the left."));
  m_selection.open(writesInOrder(false));
  EXPECT_EQ(m_pane.notice(), QString());
  EXPECT_TRUE(sentence().contains(QStringLiteral("Compare with"))) << sentence().toStdString();
  EXPECT_EQ(rows().rowCount(), 0u);
  EXPECT_FALSE(action("nextDifference").isEnabled());
  key(Qt::Key_Down); // nothing to go to
}

TEST_F(ComparisonTest, OpensWhereTheyPart) {
  comparePair(DifferenceKind::ReadsFrom);
  EXPECT_TRUE(sentence().contains(QString::fromStdString(shown()->summary()))) << sentence().toStdString();
  const ComparedLine& first = shown()->lines()[shown()->differences().front()];
  for (const Side side : bothSides)
    EXPECT_EQ(rows().selectedEvent(side), first.events[indexOf(side)]);
  ASSERT_TRUE(rows().parting());
  EXPECT_GT(*rows().selectedRow(), *rows().parting()) << "not a row that is common";
  EXPECT_TRUE(rows().lineAt(*rows().parting()).rule.startsWith(QStringLiteral("Here they part.")));
  const auto inSight = view().wholeRows();
  ASSERT_TRUE(inSight);
  EXPECT_LE(inSight->first, *rows().parting());
  EXPECT_GE(inSight->second, *rows().selectedRow());
}

// Common events once, in one row; the others each on its side, in the order of its own schedule.
TEST_F(ComparisonTest, HasEveryEventInItsPlace) {
  forPairs(25, [&](const ExecutionPointer& a, const ExecutionPointer& b) {
    m_selection.setShowsLibraries(true);
    compare(a, b);
    if (!rows().parting())
      return;
    std::size_t common = 0;
    for (const ComparedLine& line : shown()->lines())
      common += line.isCommon;
    EXPECT_EQ(*rows().parting(), common == 0 ? 0u : 1u);
    for (const Side side : bothSides) {
      std::size_t parted = 0;
      for (std::size_t line = 0; line < shown()->lines().size(); line++)
        parted += shown()->isParted(line) && shown()->lines()[line].events[indexOf(side)];
      for (const Wait& wait : shown()->original(side)->graph().waits())
        parted += !shown()->isCommonWait(side, wait);
      EXPECT_EQ(partedRows(side).size(), parted);
      EventNumber before = 0;
      for (const std::size_t row : partedRows(side)) {
        rows().select(row, side == Side::A ? Half::Left : Half::Right);
        const auto event = rows().selectedEvent(side);
        EXPECT_TRUE(!event || *event > before) << row;
        before = event.value_or(before);
      }
    }
  });
}

TEST_F(ComparisonTest, WhatIsCommonOpensAndCloses) {
  comparePair(DifferenceKind::ReadsFrom);
  const std::size_t before = rows().rowCount();
  const StageItem folded = rows().lineAt(0).items.front();
  EXPECT_TRUE(folded.isFold);
  EXPECT_EQ(folded.text, QStringLiteral("%1 events in common").arg(shown()->comparison().common));
  const auto selected = rows().selectedEvent(Side::A);
  rows().select(0, Half::Whole);
  key(Qt::Key_Plus);
  EXPECT_EQ(rows().rowCount(), before + shown()->comparison().common);
  EXPECT_TRUE(rows().lineAt(0).items.front().isOpened);
  key(Qt::Key_Minus);
  EXPECT_EQ(rows().rowCount(), before);
  m_selection.selectEvent(*selected);
  QTest::mouseDClick(view().viewport(), Qt::LeftButton, {}, view().rectOf(0).center().toPoint());
  EXPECT_GT(rows().rowCount(), before);
  EXPECT_EQ(rows().selectedEvent(Side::A), selected) << "what is selected stays so";
}

TEST_F(ComparisonTest, TheDifferingEdgesAreDrawn) {
  comparePair(DifferenceKind::ReadsFrom);
  std::set<Half> halves;
  for (const StageArrow& arrow : rows().arrows(0, rows().rowCount() - 1))
    if (arrow.isOfSelected && arrow.relation == Relation::ReadsFrom)
      halves.insert(arrow.to.half);
  EXPECT_TRUE(halves.contains(Half::Left) && halves.contains(Half::Right));
}

TEST_F(ComparisonTest, SelectingSelectsTheTwinAndTheWindowsEvent) {
  comparePair(DifferenceKind::Chain);
  const auto [a, b] = differingTwins();
  m_selection.selectEvent(1);
  m_selection.selectEvent(a);
  EXPECT_EQ(rows().selectedEvent(Side::A), a);
  EXPECT_EQ(rows().selectedEvent(Side::B), b);
  EXPECT_EQ(rows().selectedHalf(), Half::Left);
  const ExecutionPointer open = m_selection.execution();
  const std::size_t row = partedRows(Side::B).front();
  rows().select(row, Half::Right);
  EXPECT_EQ(rows().selectedHalf(), Half::Right);
  const EventNumber right = *rows().selectedEvent(Side::B);
  EXPECT_EQ(m_selection.execution(), open) << "B is not open: its twin in A is selected";
  if (const auto twin = shown()->counterpart(Side::B, right)) {
    EXPECT_EQ(m_selection.current().event, twin);
  }
}

TEST_F(ComparisonTest, ClicksAndKeysGoFromSideToSide) {
  comparePair(DifferenceKind::Chain);
  std::size_t both = 0; // a row with an item on each side
  for (std::size_t row = *rows().parting() + 2; row < rows().rowCount() && both == 0; row++)
    both = rows().lineAt(row).items.size() == 2 ? row : 0;
  ASSERT_NE(both, 0u);
  view().ensureVisible(both);
  const QPoint left = view().textRectOf(both).center().toPoint();
  const StageLine line = rows().lineAt(both);
  QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, left);
  EXPECT_EQ(rows().selectedRow(), both);
  const Half first = rows().selectedHalf();
  rows().select(both, Half::Left);
  key(Qt::Key_Right);
  EXPECT_EQ(rows().selectedHalf(), Half::Right);
  EXPECT_EQ(rows().selectedRow(), both);
  key(Qt::Key_Left);
  EXPECT_EQ(rows().selectedHalf(), Half::Left);
  EXPECT_TRUE(first == Half::Left || line.items.front().column >= line.items.back().column);
}

TEST_F(ComparisonTest, KeysGoThroughTheDifferences) {
  comparePair(DifferenceKind::Chain);
  const std::vector<std::size_t>& differences = shown()->differences();
  ASSERT_GE(differences.size(), 2u);
  const auto isAt = [&](std::size_t which) {
    const ComparedLine& line = shown()->lines()[differences[which]];
    const Side side = line.events[0] ? Side::A : Side::B;
    return rows().selectedEvent(side) == line.events[indexOf(side)];
  };
  view().setFocus();
  key(Qt::Key_N);
  EXPECT_TRUE(isAt(1));
  EXPECT_EQ(find<QLabel>("differencePlace").text(), QStringLiteral("difference 2 of %1").arg(differences.size()));
  key(Qt::Key_P);
  EXPECT_TRUE(isAt(0));
  key(Qt::Key_P);
  EXPECT_TRUE(isAt(differences.size() - 1)) << "round and round";
}

TEST_F(ComparisonTest, IsGoneThroughByKeyboardAcrossTheRule) {
  comparePair(DifferenceKind::Chain);
  view().setFocus();
  key(Qt::Key_Home);
  EXPECT_EQ(rows().selectedRow(), std::size_t{0});
  key(Qt::Key_Down);
  EXPECT_EQ(rows().selectedRow(), *rows().parting() + 2) << "over the rule";
  key(Qt::Key_Up);
  EXPECT_EQ(rows().selectedRow(), std::size_t{0});
  key(Qt::Key_End);
  EXPECT_EQ(rows().selectedRow(), rows().rowCount() - 1);
}

TEST_F(ComparisonTest, OffersTheOneThatWasOpenBefore) {
  const ExecutionPointer plain = writesInOrder(false), swapped = writesInOrder(true);
  m_selection.open(plain);
  QMenu& menu = *find<QToolButton>("compareWith").menu();
  emit menu.aboutToShow();
  EXPECT_FALSE(menu.findChild<QAction*>(QStringLiteral("withBefore"))->isEnabled());
  EXPECT_FALSE(menu.findChild<QAction*>(QStringLiteral("withBefore"))->toolTip().isEmpty()) << "and says why";
  EXPECT_FALSE(menu.findChild<QAction*>(QStringLiteral("withNumber"))->isEnabled());
  m_selection.open(swapped);
  emit menu.aboutToShow();
  auto* before = menu.findChild<QAction*>(QStringLiteral("withBefore"));
  EXPECT_TRUE(before->text().startsWith(QStringLiteral("plain.revisit"))) << before->text().toStdString();
  before->trigger();
  ASSERT_TRUE(waitFor([&] { return shown() != nullptr; }));
  EXPECT_EQ(shown()->original(Side::A), swapped);
  EXPECT_EQ(shown()->original(Side::B), plain);
}

TEST_F(ComparisonTest, OpeningTheOtherOneKeepsThePair) {
  const ExecutionPointer plain = writesInOrder(false), swapped = writesInOrder(true), third = writesInOrder(false);
  compare(plain, swapped);
  m_selection.open(swapped);
  ASSERT_TRUE(waitFor([&] { return shown() && shown()->original(Side::A) == swapped; }));
  EXPECT_EQ(shown()->original(Side::B), plain);
  m_selection.open(third);
  ASSERT_TRUE(waitFor([&] { return shown() && shown()->original(Side::A) == third; }));
  EXPECT_EQ(shown()->original(Side::B), plain) << "what the user chose stays";
}

TEST_F(ComparisonTest, ComparesOnlyInSight) {
  m_pane.hide();
  m_selection.open(writesInOrder(false));
  m_pane.compareWith(writesInOrder(true));
  EXPECT_FALSE(m_pane.comparer().isBusy());
  EXPECT_EQ(shown(), nullptr);
  m_pane.show();
  EXPECT_TRUE(waitFor([&] { return shown() != nullptr; }));
}

TEST_F(ComparisonTest, InputsAndOtherBuildsAreSaid) {
  compare(writesInOrder(false, "aa"), writesInOrder(true, "bb"));
  EXPECT_TRUE(sentence().contains(QStringLiteral("Input n: in A 2, in B 1."))) << sentence().toStdString();
  EXPECT_TRUE(sentence().contains(QStringLiteral("not the same build")));
  m_pane.compareWith(writesInOrder(true, "aa"));
  ASSERT_TRUE(waitFor([&] { return shown() != nullptr; }));
  EXPECT_FALSE(sentence().contains(QStringLiteral("not the same build")));
}

TEST_F(ComparisonTest, AnExecutionWithItselfHasNoDifference) {
  const ExecutionPointer plain = writesInOrder(false);
  compare(plain, plain);
  EXPECT_TRUE(sentence().contains(QStringLiteral("They are the same execution."))) << sentence().toStdString();
  EXPECT_FALSE(action("nextDifference").isEnabled());
  EXPECT_FALSE(rows().parting());
  EXPECT_EQ(rows().marker(), QString());
  key(Qt::Key_N); // nothing to go to
}

TEST_F(ComparisonTest, AFileIsComparedAndAWrongOneSaysWhy) {
  const QTemporaryDir folder;
  compareWithFile(folder.filePath(QStringLiteral("other.revisit")));
  const ComparedPointer compared = shown();
  m_pane.comparer().compareWithFile(folder.filePath(QStringLiteral("missing.revisit")));
  ASSERT_TRUE(waitFor([&] { return !m_failure.isEmpty(); }));
  EXPECT_TRUE(m_failure.contains(QStringLiteral("missing.revisit"))) << m_failure.toStdString();
  EXPECT_EQ(shown(), compared) << "what was compared stays";
}

TEST_F(ComparisonTest, TheSessionHasTheFile) {
  const QTemporaryDir folder;
  compareWithFile(folder.filePath(QStringLiteral("other.revisit")));
  const QVariantMap session = m_pane.session();
  StagePane another(m_selection, m_files);
  another.show();
  another.showComparison(true);
  another.restore(session);
  ASSERT_TRUE(waitFor([&] { return another.comparer().compared() != nullptr; }));
  EXPECT_EQ(another.session(), session);
  another.restore({{QStringLiteral("unknown"), 1}}); // of another version
}

// In the window: executions of a real exploration.
class ComparisonWindowTest : public WindowTest {
protected:
  void explore() {
    window().explore(MainWindow::requestFor({QStringLiteral(SOURCES "/examples/lost_update/lost_update.c")}));
    ASSERT_TRUE(waitFor([&] { return window().exploration().state() == ExplorationState::Ended; }));
  }
};

TEST_F(ComparisonWindowTest, ExecutionsOfAnExplorationByNumber) {
  explore();
  const LogPointer log = window().exploration().log();
  ASSERT_GE(log->executionCount(), 2u);
  const Result<ExecutionPointer> first = gui::executionOf(log, 1), second = gui::executionOf(log, 2);
  ASSERT_TRUE(first.ok() && second.ok());
  selection().open(second.value());
  raise("stage");
  stage().compareWith(first.value());
  ASSERT_TRUE(waitFor([&] { return stage().comparer().compared() != nullptr; }));
  const auto& difference = stage().comparer().compared()->comparison().first;
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->kind, DifferenceKind::ReadsFrom);
  EXPECT_EQ(stage().comparer().compared()->warning(), "");
}

// What would be right is said above the stage of every error, and leads to the comparison.
TEST_F(ComparisonWindowTest, WhatWouldBeRightIsAlwaysSaid) {
  explore();
  raise("stage");
  auto& marker = find<QToolButton>("marker");
  ASSERT_TRUE(waitFor([&] { return marker.isVisible(); }));
  EXPECT_TRUE(marker.text().startsWith(QStringLiteral("right in #"))) << marker.text().toStdString();
  const auto right = stage().comparer().other()->origin().execution;
  EXPECT_FALSE(window().exploration().log()->execution(right)->bug);
  QTest::mouseClick(&marker, Qt::LeftButton);
  EXPECT_TRUE(stage().comparisonView().isVisible());
  const ComparisonStage& rows = stage().comparison();
  ASSERT_TRUE(rows.parting());
  EXPECT_TRUE(rows.lineAt(*rows.parting()).rule.contains(marker.text()));
  const StageLine labels = rows.lineAt(*rows.parting() + 1);
  EXPECT_EQ(labels.items[0].text, QStringLiteral("wrong"));
  EXPECT_EQ(labels.items[1].text, QStringLiteral("right"));
}

// A mark of one of its events opens a fold; a mark of all does not.
TEST(MarkedFolding, AMarkedEventStandsForItself) {
  WitnessBuilder builder;
  const auto push = [&](unsigned line, const std::vector<std::string>& names) {
    for (const std::string& name : names) {
      const EventNumber number = builder.write(0, name, line);
      builder.witness().schedule[number - 1].calls = {
          {"/usr/lib/llvm-19/include/c++/v1/vector", 99, 0, "std::__1::vector<int>::push_back(int&&)"},
          {"/src/pool.cpp", line, 0, "main"}};
    }
  };
  builder.at("/src/pool.cpp", 10);
  push(24, {"jobs.begin", "jobs.cap", "jobs.end"});
  builder.at("/src/pool.cpp", 11).write(0, "x", 1);
  push(25, {"jobs.begin", "jobs.end"});
  const Execution plain("a.revisit", Timeline::make(builder.witness()).value());
  ASSERT_EQ(plain.folding().folds().size(), 2u);
  const auto foldsWith = [&](const GraphMarks& marks) {
    return Execution("a.revisit", plain.timeline(), {}, marks).folding().folds().size();
  };
  GraphMarks marks;
  marks.nodes.assign(plain.graph().size(), NodeMark::Deleted);
  EXPECT_EQ(foldsWith(marks), 2u);
  marks.nodes[nodeOf(2)] = NodeMark::None;
  EXPECT_EQ(foldsWith(marks), 1u) << "only some of its events are deleted";
  marks.nodes.assign(plain.graph().size(), NodeMark::None);
  marks.nodes[nodeOf(6)] = NodeMark::Added;
  EXPECT_EQ(foldsWith(marks), 1u);
  marks.nodes[nodeOf(6)] = NodeMark::None;
  marks.arrows.push_back({nodeOf(4), nodeOf(3), "revisits", false});
  EXPECT_EQ(foldsWith(marks), 1u) << "an arrow leads into it";
}

} // namespace
} // namespace revisit::gui::test::comparison_test
