// The tab of runs: a row for each exploration, curves of two over each other, and the table as CSV.
#include "view/panes/runs_pane.h"
#include "view/widgets/plot_chart.h"
#include "window_test.h"

#include <QComboBox>
#include <QTableView>
#include <QValueAxis>

namespace revisit::gui::test::runs_test {
namespace {

class RunsTest : public WindowTest {
protected:
  RunsPane& runs() { return static_cast<RunsPane&>(pane("runs")); }
  QTableView& table() { return find<QTableView>("runs table"); }
  QString cell(int row, int column) { return runs().history().index(row, column).data().toString(); }
  QList<QPointF> line(std::size_t which) { return find<PlotChart>("runsPlot").line(which); }
  void explore(const char* source) {
    window().explore(MainWindow::requestFor({QString::fromLatin1(source)}));
    ASSERT_TRUE(waitFor([&] { return window().exploration().state() == ExplorationState::Ended; }));
  }
  void exploreBoth() {
    explore(SOURCES "/examples/sensor/sensor.c");
    explore(SOURCES "/examples/lost_update/lost_update.c");
  }
};

TEST_F(RunsTest, SaysWhatToDoWhileNothingIsExplored) {
  openFile(QString::fromStdString(longWitness(inFolder({}).toStdString(), 30)));
  raise("runs");
  EXPECT_TRUE(runs().notice().contains(QStringLiteral("Nothing was explored yet"))) << runs().notice().toStdString();
}

TEST_F(RunsTest, EachExplorationIsARow) {
  exploreBoth();
  raise("runs");
  EXPECT_EQ(runs().notice(), QString());
  ASSERT_EQ(runs().history().rowCount(), 2);
  EXPECT_EQ(cell(0, RunHistory::Program), QStringLiteral("sensor.c"));
  EXPECT_EQ(cell(0, RunHistory::Executions), QStringLiteral("8"));
  EXPECT_EQ(cell(1, RunHistory::Program), QStringLiteral("lost_update.c"));
  EXPECT_EQ(cell(1, RunHistory::Model), QStringLiteral("sc"));
  EXPECT_EQ(cell(1, RunHistory::AlgorithmColumn), QStringLiteral("condpor"));
  EXPECT_EQ(cell(1, RunHistory::Result), QStringLiteral("Bug"));
  EXPECT_EQ(cell(1, RunHistory::Executions), QStringLiteral("4"));
  EXPECT_EQ(cell(1, RunHistory::Bugs), QStringLiteral("1"));
  EXPECT_EQ(cell(1, RunHistory::States), QString()) << "it is no search over states";
  const ExplorationWork& work = window().exploration().status().work;
  EXPECT_EQ(cell(1, RunHistory::Events), QString::number(work.eventsAdded));
}

TEST_F(RunsTest, TwoAreDrawnOverEachOther) {
  exploreBoth();
  raise("runs");
  EXPECT_EQ(line(0).front(), QPointF(0, 0));
  EXPECT_EQ(line(0).back().y(), 4) << "the newest is selected";
  EXPECT_TRUE(line(1).isEmpty());
  table().selectAll();
  EXPECT_EQ(line(0).back().y(), 8);
  EXPECT_EQ(line(1).back().y(), 4);
  find<QComboBox>("measure").setCurrentText(nameOf(Measure::Bugs));
  EXPECT_EQ(line(1).back().y(), 2);
}

TEST_F(RunsTest, TheTableIsCommaSeparated) {
  exploreBoth();
  const QStringList lines = runs().history().csv().split(u'\n');
  ASSERT_EQ(lines.size(), 4) << "the last one is empty";
  for (const int row : {1, 2}) // a heading is quoted
    EXPECT_EQ(lines[row].count(u','), RunHistory::columns - 1);
  EXPECT_TRUE(lines[0].contains(QStringLiteral(",\"Time, s\"")));
  EXPECT_TRUE(lines[0].startsWith(QStringLiteral("Program,Model,Algorithm,Result,Executions")));
  EXPECT_TRUE(lines[2].startsWith(QStringLiteral("lost_update.c,sc,condpor,Bug,4,1,,")));
}

TEST_F(RunsTest, AxesReachALittleFurtherThanWhatTheyShow) {
  QValueAxis axis;
  for (const double top : {0.001, 0.0123, 1.0, 1.0001, 3.0, 97.0, 100.0, 40320.0, 1.5e9}) {
    setRoundRange(axis, top);
    EXPECT_GE(axis.max(), top * 0.999) << top;
    EXPECT_LE(axis.max(), top * 1.8) << top;
    EXPECT_EQ(axis.min(), 0);
    EXPECT_GE(axis.tickCount(), 3) << top;
    EXPECT_LE(axis.tickCount(), 7) << top;
  }
}

// Both themes: the canvas is that of the theme, and what is drawn stands out from it.
TEST_F(RunsTest, IsPaintedInBothThemes) {
  explore(SOURCES "/examples/lost_update/lost_update.c");
  raise("runs");
  for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark}) {
    window().setTheme(kind);
    QApplication::processEvents();
    const QImage image = find<PlotChart>("runsPlot").grab().toImage();
    EXPECT_EQ(image.pixelColor(1, image.height() - 2), themeOf(kind).canvas);
    int drawn = 0;
    for (int x = 0; x < image.width(); x++)
      for (int y = 0; y < image.height(); y++)
        drawn += image.pixelColor(x, y) == plotPen(0, 1).color();
    EXPECT_GT(drawn, 20) << "the line of all executions";
  }
}

} // namespace
} // namespace revisit::gui::test::runs_test
