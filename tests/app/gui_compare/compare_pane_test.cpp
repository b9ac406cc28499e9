// Comparing in the window, by clicks and keys.
#include "pairs.h"
#include "view/panes/compare_pane.h"
#include "view/panes/compared_side.h"
#include "view/panes/compared_table.h"
#include "window_test.h"

#include "witness/witness.h"

#include <QLabel>
#include <QScrollBar>
#include <QToolButton>

namespace revisit::gui::test::compare_pane_test {
namespace {

class ComparePaneTest : public testing::Test {
protected:
  ComparePaneTest() {
    m_pane.resize(1000, 700);
    m_pane.setTheme(themeOf(ThemeKind::Light));
    m_pane.show();
    m_pane.activateWindow();
    QObject::connect(&m_pane, &Pane::failed, [this](const QString& text) { m_failure = text; });
  }

  void compare(const ExecutionPointer& a, const ExecutionPointer& b) {
    m_selection.open(a);
    m_pane.compareWith(b);
    ASSERT_TRUE(waitFor([&] { return m_pane.compared() != nullptr; }));
    QApplication::processEvents();
  }
  // With another execution, which is written there.
  void compareWithFile(const QString& path) {
    ASSERT_TRUE(writeWitness(writesInOrder(true)->witness(), path.toStdString()).ok());
    m_selection.open(writesInOrder(false));
    m_pane.compareWithFile(path);
    ASSERT_TRUE(waitFor([&] { return m_pane.compared() != nullptr; }));
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
  ComparedSide& side(Side which) { return find<ComparedSide>(which == Side::A ? "sideA" : "sideB"); }
  ComparedTable& table() { return find<ComparedTable>("compared table"); }
  QString sentence() { return find<QLabel>("sentence").text(); }
  std::optional<EventNumber> selected(Side which) { return side(which).selection().current().event; }

  void click(Side which, EventNumber event) {
    GraphView& view = side(which).view();
    view.ensureVisible(nodeOf(event));
    const QPointF box = rectOf(side(which).scene().state().layout.boxes[nodeOf(event)]).center();
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.mapFromScene(box));
    QApplication::processEvents();
  }
  // A twin that is not common, in the pair's order.
  std::pair<EventNumber, EventNumber> differingTwins() {
    for (const ComparedLine& line : m_pane.compared()->lines())
      if (!line.isCommon && line.events[0] && line.events[1])
        return {*line.events[0], *line.events[1]};
    ADD_FAILURE() << "no twins differ";
    return {1, 1};
  }

  SelectionModel m_selection;
  ComparePane m_pane{m_selection};
  QString m_failure;
};

TEST_F(ComparePaneTest, SaysWhatToDoUntilThereIsSomethingToCompare) {
  EXPECT_EQ(m_pane.notice(), QStringLiteral("No execution is open."));
  m_selection.open(writesInOrder(false));
  EXPECT_EQ(m_pane.notice(), QString());
  EXPECT_TRUE(sentence().contains(QStringLiteral("Compare with"))) << sentence().toStdString();
  EXPECT_FALSE(table().isVisible());
  EXPECT_FALSE(action("nextDifference").isEnabled());
  EXPECT_FALSE(action("swap").isEnabled());
}

TEST_F(ComparePaneTest, ShowsWhereTheyPart) {
  comparePair(DifferenceKind::ReadsFrom);
  const ComparedExecution& compared = *m_pane.compared();
  EXPECT_TRUE(sentence().startsWith(QString::fromStdString(compared.summary()))) << sentence().toStdString();
  const ComparedLine& first = compared.lines()[compared.differences().front()];
  for (const Side which : bothSides) {
    EXPECT_EQ(side(which).scene().execution(), compared.marked(which));
    EXPECT_EQ(selected(which), first.events[indexOf(which)]);
    const QRectF box = rectOf(side(which).scene().state().layout.boxes[*compared.marked(which)->marks().focus]);
    EXPECT_TRUE(side(which).view().visibleRect().contains(box)) << "the first difference is in sight";
  }
  EXPECT_EQ(table().currentIndex().row(), static_cast<int>(compared.differences().front()));
  EXPECT_EQ(table().model()->rowCount(), static_cast<int>(compared.lines().size()));
}

TEST_F(ComparePaneTest, TheDifferingEdgeIsBold) {
  comparePair(DifferenceKind::ReadsFrom);
  for (const Side which : bothSides) {
    // Bold wins over the edge itself: hiding the relation leaves it.
    const std::size_t edge = *m_pane.compared()->differingEdge(which);
    const std::vector<LayoutPoint>& route = side(which).scene().state().layout.routes[edge];
    side(which).scene().setShown(Relation::ReadsFrom, false);
    const QColor wanted = colourOf(Relation::ReadsFrom, themeOf(ThemeKind::Light));
    QImage image(400, 400, QImage::Format_RGB32);
    QPainter painter(&image);
    const QPointF middle((route[0].x + route[1].x) / 2, (route[0].y + route[1].y) / 2);
    side(which).scene().render(&painter, image.rect(), QRectF(middle - QPointF(20, 20), QSizeF(40, 40)));
    bool isThere = false;
    for (int y = 0; y < image.height(); y++)
      for (int x = 0; x < image.width(); x++)
        isThere = isThere || image.pixelColor(x, y) == wanted;
    EXPECT_TRUE(isThere);
  }
}

TEST_F(ComparePaneTest, ClickingSelectsTheTwinAndTheWindowsEvent) {
  comparePair(DifferenceKind::Chain);
  const auto [a, b] = differingTwins();
  click(Side::A, a);
  EXPECT_EQ(m_selection.current().event, a);
  EXPECT_EQ(selected(Side::B), b);
  EXPECT_EQ(table().currentIndex().row(), static_cast<int>(m_pane.compared()->lineOf(Side::A, a)));
  click(Side::B, 1);
  EXPECT_EQ(selected(Side::A), 1u);
  EXPECT_EQ(m_selection.current().event, 1u) << "B is not open: its twin in A is selected";
  EXPECT_EQ(m_selection.execution(), m_pane.compared()->original(Side::A)) << "and stays open";
}

TEST_F(ComparePaneTest, FollowsTheWindowsSelection) {
  comparePair(DifferenceKind::Chain);
  const auto [a, b] = differingTwins();
  m_selection.selectEvent(1);
  m_selection.selectEvent(a);
  EXPECT_EQ(selected(Side::A), a);
  EXPECT_EQ(selected(Side::B), b);
}

TEST_F(ComparePaneTest, AnEventWithoutATwinLeavesTheOtherSideUnselected) {
  ComparedPointer found;
  forPairs(60, [&](const ExecutionPointer& a, const ExecutionPointer& b) {
    auto compared = std::make_shared<const ComparedExecution>(a, b);
    const auto isAlone = [](const ComparedLine& line) { return line.events[0] && !line.events[1]; };
    if (!found && std::ranges::any_of(compared->lines(), isAlone))
      found = compared;
  });
  ASSERT_TRUE(found);
  compare(found->original(Side::A), found->original(Side::B));
  const auto line =
      std::ranges::find_if(found->lines(), [](const auto& each) { return each.events[0] && !each.events[1]; });
  m_selection.selectEvent(*line->events[0]);
  EXPECT_EQ(selected(Side::A), line->events[0]);
  EXPECT_EQ(selected(Side::B), std::nullopt);
}

TEST_F(ComparePaneTest, KeysGoThroughTheDifferences) {
  comparePair(DifferenceKind::Chain);
  const std::vector<std::size_t>& differences = m_pane.compared()->differences();
  ASSERT_GE(differences.size(), 2u);
  side(Side::A).view().setFocus();
  QTest::keyClick(&side(Side::A).view(), Qt::Key_N);
  EXPECT_EQ(table().currentIndex().row(), static_cast<int>(differences[1]));
  EXPECT_EQ(find<QLabel>("differencePlace").text(), QStringLiteral("difference 2 of %1").arg(differences.size()));
  QTest::keyClick(&side(Side::A).view(), Qt::Key_P);
  EXPECT_EQ(table().currentIndex().row(), static_cast<int>(differences[0]));
  QTest::keyClick(&side(Side::A).view(), Qt::Key_P);
  EXPECT_EQ(table().currentIndex().row(), static_cast<int>(differences.back())) << "round and round";
}

TEST_F(ComparePaneTest, TheTableIsGoneThroughByKeyboard) {
  comparePair(DifferenceKind::Chain);
  table().setFocus();
  QTest::keyClick(&table(), Qt::Key_Home, Qt::ControlModifier);
  EXPECT_EQ(selected(Side::A), m_pane.compared()->lines()[0].events[0]);
  QTest::keyClick(&table(), Qt::Key_Down);
  EXPECT_EQ(selected(Side::A), m_pane.compared()->lines()[1].events[0]);
  EXPECT_EQ(m_selection.current().event, m_pane.compared()->lines()[1].events[0]);
}

TEST_F(ComparePaneTest, SwappingPutsTheOpenOneOnTheOtherSide) {
  comparePair(DifferenceKind::Chain);
  const ExecutionPointer a = m_pane.compared()->original(Side::A), b = m_pane.compared()->original(Side::B);
  side(Side::A).view().setFocus();
  QTest::keyClick(&side(Side::A).view(), Qt::Key_X);
  ASSERT_TRUE(waitFor([&] { return m_pane.compared() != nullptr; }));
  EXPECT_EQ(m_pane.compared()->original(Side::A), b);
  EXPECT_EQ(m_pane.compared()->original(Side::B), a);
  click(Side::B, 2);
  EXPECT_EQ(m_selection.execution(), a);
  EXPECT_EQ(m_selection.current().event, 2u) << "the open one is B now";
}

TEST_F(ComparePaneTest, ScrollsAndZoomsBothTogether) {
  m_pane.resize(700, 420);
  ComparedPointer found; // that parts at different heights
  forPairs(60, [&](const ExecutionPointer& a, const ExecutionPointer& b) {
    auto compared = std::make_shared<const ComparedExecution>(a, b);
    const auto& first = compared->comparison().first;
    if (!found && first && first->a && first->b && *first->a >= 5 && *first->b >= *first->a + 2 &&
        *first->b + 4 <= b->timeline().size())
      found = compared;
  });
  ASSERT_TRUE(found);
  compare(found->original(Side::A), found->original(Side::B));
  GraphView &a = side(Side::A).view(), &b = side(Side::B).view();
  a.zoomBy(3);
  EXPECT_DOUBLE_EQ(a.transform().m11(), b.transform().m11());
  QScrollBar &ofA = *a.verticalScrollBar(), &ofB = *b.verticalScrollBar();
  ofA.setValue((ofA.minimum() + ofA.maximum()) / 2);
  const int beforeA = ofA.value(), beforeB = ofB.value();
  ASSERT_NE(beforeA, beforeB) << "the twins stand at the same height";
  ASSERT_GT(ofA.maximum() - beforeA, 20);
  ASSERT_GT(ofB.maximum() - beforeB, 20);
  ofB.setValue(beforeB + 15);
  EXPECT_EQ(ofA.value(), beforeA + 15);
  ofA.setValue(beforeA);
  EXPECT_EQ(ofB.value(), beforeB) << "and back, without drifting";
  b.zoomBy(0.5);
  EXPECT_DOUBLE_EQ(a.transform().m11(), b.transform().m11());
}

TEST_F(ComparePaneTest, RelationsAreShownInBoth) {
  comparePair(DifferenceKind::Chain);
  const bool was = side(Side::A).scene().isShown(Relation::Coherence);
  action("show-co").trigger();
  EXPECT_NE(side(Side::A).scene().isShown(Relation::Coherence), was);
  EXPECT_NE(side(Side::B).scene().isShown(Relation::Coherence), was);
}

TEST_F(ComparePaneTest, OffersTheOneThatWasOpenBefore) {
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
  ASSERT_TRUE(waitFor([&] { return m_pane.compared() != nullptr; }));
  EXPECT_EQ(m_pane.compared()->original(Side::A), swapped);
  EXPECT_EQ(m_pane.compared()->original(Side::B), plain);
}

TEST_F(ComparePaneTest, OpeningTheOtherOneKeepsThePair) {
  const ExecutionPointer plain = writesInOrder(false), swapped = writesInOrder(true), third = writesInOrder(false);
  compare(plain, swapped);
  const ComparedPointer compared = m_pane.compared();
  m_selection.open(swapped);
  EXPECT_EQ(m_pane.compared(), compared);
  click(Side::B, 3);
  EXPECT_EQ(m_selection.current().event, 3u);
  EXPECT_EQ(m_selection.execution(), swapped);
  m_selection.open(third);
  ASSERT_TRUE(waitFor([&] { return m_pane.compared() && m_pane.compared() != compared; }));
  EXPECT_EQ(m_pane.compared()->original(Side::A), plain);
  EXPECT_EQ(m_pane.compared()->original(Side::B), third);
}

TEST_F(ComparePaneTest, ComparesOnlyInSight) {
  m_pane.hide();
  m_selection.open(writesInOrder(false));
  m_pane.compareWith(writesInOrder(true));
  EXPECT_FALSE(m_pane.isBusy());
  EXPECT_EQ(m_pane.compared(), nullptr);
  m_pane.show();
  EXPECT_TRUE(waitFor([&] { return m_pane.compared() != nullptr; }));
}

TEST_F(ComparePaneTest, InputsAndOtherBuildsAreSaid) {
  compare(writesInOrder(false, "aa"), writesInOrder(true, "bb"));
  EXPECT_TRUE(sentence().contains(QStringLiteral("Input n: in A 2, in B 1."))) << sentence().toStdString();
  EXPECT_TRUE(find<QLabel>("warning").isVisible());
  EXPECT_TRUE(find<QLabel>("warning").text().contains(QStringLiteral("not the same build")));
  m_pane.compareWith(writesInOrder(true, "aa"));
  ASSERT_TRUE(waitFor([&] { return m_pane.compared() != nullptr; }));
  EXPECT_FALSE(find<QLabel>("warning").isVisible());
}

TEST_F(ComparePaneTest, AnExecutionWithItselfHasNoDifference) {
  const ExecutionPointer plain = writesInOrder(false);
  compare(plain, plain);
  EXPECT_TRUE(sentence().contains(QStringLiteral("They are the same execution."))) << sentence().toStdString();
  EXPECT_FALSE(action("nextDifference").isEnabled());
  EXPECT_TRUE(action("swap").isEnabled());
  QTest::keyClick(&side(Side::A).view(), Qt::Key_N); // nothing to go to
}

TEST_F(ComparePaneTest, AFileIsComparedAndAWrongOneSaysWhy) {
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("other.revisit"));
  compareWithFile(path);
  const ComparedPointer compared = m_pane.compared();
  m_pane.compareWithFile(folder.filePath(QStringLiteral("missing.revisit")));
  ASSERT_TRUE(waitFor([&] { return !m_failure.isEmpty(); }));
  EXPECT_TRUE(m_failure.contains(QStringLiteral("missing.revisit"))) << m_failure.toStdString();
  EXPECT_EQ(m_pane.compared(), compared) << "what was compared stays";
}

TEST_F(ComparePaneTest, TheFilterHoldsInBoth) {
  comparePair(DifferenceKind::Chain);
  m_selection.setFilter(QStringLiteral("T1"));
  for (const Side which : bothSides)
    EXPECT_FALSE(side(which).selection().matchingEvents().empty());
}

TEST_F(ComparePaneTest, TheSessionHasTheFileAndTheSide) {
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("other.revisit"));
  compareWithFile(path);
  m_pane.swap();
  const QVariantMap session = m_pane.session();
  ComparePane another(m_selection);
  another.show();
  another.restore(session);
  ASSERT_TRUE(waitFor([&] { return another.compared() != nullptr; }));
  EXPECT_EQ(another.compared()->original(Side::B), m_selection.execution());
  EXPECT_EQ(another.session(), session);
  another.restore({{QStringLiteral("unknown"), 1}}); // of another version
}

// In the window: executions of a real exploration.
class CompareWindowTest : public WindowTest {};

TEST_F(CompareWindowTest, ExecutionsOfAnExplorationByNumber) {
  window().explore(MainWindow::requestFor({QStringLiteral(SOURCES "/examples/lost_update/lost_update.c")}));
  ASSERT_TRUE(waitFor([&] { return window().exploration().state() == ExplorationState::Ended; }));
  const LogPointer log = window().exploration().log();
  ASSERT_GE(log->executionCount(), 2u);
  const Result<ExecutionPointer> first = gui::executionOf(log, 1), second = gui::executionOf(log, 2);
  ASSERT_TRUE(first.ok() && second.ok());
  selection().open(second.value());
  auto& pane = static_cast<ComparePane&>(raise("compare"));
  pane.compareWith(first.value());
  ASSERT_TRUE(waitFor([&] { return pane.compared() != nullptr; }));
  const auto& difference = pane.compared()->comparison().first;
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->kind, DifferenceKind::ReadsFrom);
  EXPECT_EQ(pane.compared()->warning(), "");
}

} // namespace
} // namespace revisit::gui::test::compare_pane_test
