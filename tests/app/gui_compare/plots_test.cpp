// The plots of a real exploration.
#include "model/exploration/plot_tables.h"
#include "view/panes/plots_pane.h"
#include "view/widgets/plot_chart.h"
#include "window_test.h"

#include <QLabel>
#include <QTabWidget>
#include <QValueAxis>

namespace revisit::gui::test::plots_test {
namespace {

class PlotsTest : public WindowTest {
protected:
  PlotsPane& plots() { return static_cast<PlotsPane&>(pane("plots")); }
  void explore(const char* source) {
    window().explore(MainWindow::requestFor({QString::fromLatin1(source)}));
    ASSERT_TRUE(waitFor([&] { return window().exploration().state() == ExplorationState::Ended; }));
  }
  QString summary() { return find<QLabel>("plotSummary").text(); }
  QString lastOf(const char* table, int column) {
    const QAbstractItemModel& model = *find<QTableView>(table).model();
    return model.index(model.rowCount() - 1, column).data().toString();
  }
};

TEST_F(PlotsTest, SaysWhatToDoWhileNothingIsExplored) {
  openFile(QString::fromStdString(longWitness(inFolder({}).toStdString(), 30)));
  raise("plots");
  EXPECT_TRUE(plots().notice().contains(QStringLiteral("Nothing was explored yet"))) << plots().notice().toStdString();
}

TEST_F(PlotsTest, ShowsAnExploration) {
  explore(SOURCES "/examples/lost_update/lost_update.c");
  raise("plots");
  ASSERT_TRUE(waitFor([&] { return summary().contains(QStringLiteral("4 executions")); })) << summary().toStdString();
  EXPECT_EQ(plots().notice(), QString());
  EXPECT_TRUE(summary().contains(QStringLiteral("2 erroneous"))) << summary().toStdString();
  EXPECT_TRUE(summary().contains(QStringLiteral("everything was explored"))) << summary().toStdString();
  EXPECT_EQ(lastOf("samples table", SamplesTable::Executions), QStringLiteral("4"));
  EXPECT_EQ(lastOf("samples table", SamplesTable::Erroneous), QStringLiteral("2"));
  const QList<QPointF> all = find<PlotChart>("executionsPlot").line(0);
  EXPECT_EQ(all.front(), QPointF(0, 0));
  EXPECT_EQ(all.back().y(), 4);
}

TEST_F(PlotsTest, CountsTheAlternativesOfTheLog) {
  explore(SOURCES "/examples/sensor/sensor.c");
  raise("plots");
  const LogPointer log = window().exploration().log();
  Branching expected;
  expected.setLog(log);
  expected.read(log->stepCount());
  const BranchingCounts& objects = expected.counts()[static_cast<std::size_t>(EventKind::Object)];
  ASSERT_GT(objects.considered, 0u);
  const QAbstractItemModel& model = *find<QTableView>("branching table").model();
  const auto cell = [&](int column) {
    return model.index(static_cast<int>(EventKind::Object), column).data().toString();
  };
  EXPECT_TRUE(waitFor([&] { return cell(BranchingTable::Considered) == QString::number(objects.considered); }));
  EXPECT_EQ(cell(BranchingTable::Kept), QString::number(objects.kept));
  EXPECT_EQ(cell(BranchingTable::RefusedLater), QString::number(objects.refusedLater));
  EXPECT_EQ(cell(BranchingTable::Kind), QStringLiteral("L object"));
}

TEST_F(PlotsTest, AnotherExplorationBeginsAnew) {
  explore(SOURCES "/examples/sensor/sensor.c");
  explore(SOURCES "/examples/lost_update/lost_update.c");
  ASSERT_FALSE(plots().samples().isEmpty());
  EXPECT_EQ(plots().samples().spans().back().end.executions, 4u);
  raise("plots");
  ASSERT_TRUE(waitFor([&] { return summary().contains(QStringLiteral("4 executions")); })) << summary().toStdString();
}

TEST_F(PlotsTest, TheNumbersAreATabAway) {
  explore(SOURCES "/examples/lost_update/lost_update.c");
  raise("plots");
  EXPECT_EQ(plots().notice(), QString());
  auto& views = find<QTabWidget>("plotViews");
  views.setCurrentIndex(1);
  QApplication::processEvents();
  EXPECT_TRUE(find<QTableView>("samples table").isVisible());
  EXPECT_TRUE(find<QTableView>("branching table").isVisible());
}

TEST_F(PlotsTest, AxesReachALittleFurtherThanWhatTheyShow) {
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
TEST_F(PlotsTest, IsPaintedInBothThemes) {
  explore(SOURCES "/examples/lost_update/lost_update.c");
  raise("plots");
  ASSERT_TRUE(waitFor([&] { return summary().contains(QStringLiteral("4 executions")); }));
  for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark}) {
    window().setTheme(kind);
    QApplication::processEvents();
    const QImage image = find<PlotChart>("executionsPlot").grab().toImage();
    EXPECT_EQ(image.pixelColor(1, image.height() - 2), themeOf(kind).canvas);
    int drawn = 0;
    for (int x = 0; x < image.width(); x++)
      for (int y = 0; y < image.height(); y++)
        drawn += image.pixelColor(x, y) == plotPen(0, 1).color();
    EXPECT_GT(drawn, 20) << "the line of all executions";
  }
}

} // namespace
} // namespace revisit::gui::test::plots_test
