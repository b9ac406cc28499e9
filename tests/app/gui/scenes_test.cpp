// The main scenes as they are painted, in both themes and at two sizes: nothing empty, nothing cut.
#include "scenes.h"
#include "view/lanes/time_line.h"
#include "window_test.h"

#include <QComboBox>
#include <QFontDatabase>
#include <QLabel>
#include <QScrollBar>
#include <QToolBar>

#include <map>
#include <set>

namespace revisit::gui::test {
namespace {

// How many colours a picture has, and the part of it that has the most frequent one.
struct Colours {
  std::size_t count = 0;
  double mostFrequent = 0;
};

Colours coloursOf(const QImage& picture) {
  std::map<QRgb, int> counts;
  int all = 0;
  for (int y = 0; y < picture.height(); y += 2)
    for (int x = 0; x < picture.width(); x += 2, all++)
      counts[picture.pixel(x, y)]++;
  int most = 0;
  for (const auto& [colour, count] : counts)
    most = std::max(most, count);
  return {counts.size(), all == 0 ? 1 : double(most) / all};
}

bool isInSight(const Pane& pane) {
  const QWidget* there = pane.window()->childAt(pane.mapTo(pane.window(), pane.rect().center()));
  return pane.isVisible() && (there == &pane || pane.isAncestorOf(there));
}

// What fits in sight of a label that does not wrap.
void expectWhole(const QLabel& label) {
  EXPECT_GE(label.width(), label.fontMetrics().horizontalAdvance(label.text())) << label.text().toStdString();
}

// What is looked at is in sight, and no text of the stage that is in sight is cut.
void expectTextsWhole(StagePane& pane) {
  const StageView& view = pane.view();
  const auto rows = view.wholeRows();
  ASSERT_TRUE(rows);
  const QFont mono = [] {
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPixelSize(12);
    return font;
  }();
  for (std::size_t row = rows->first; row <= rows->second; row++) {
    const StageLine line = pane.stage().lineAt(row);
    EXPECT_GE(view.textRectOf(row).width(), QFontMetricsF(mono).horizontalAdvance(line.items.front().text))
        << line.items.front().text.toStdString();
  }
  const auto selected = pane.stage().selectedRow();
  ASSERT_TRUE(selected);
  EXPECT_TRUE(*selected >= rows->first && *selected <= rows->second) << "what is looked at is out of sight";
}

// Bars whose buttons have no room put some away behind an arrow.
void expectNoBarCut(const QWidget& parent) {
  for (const QToolBar* bar : parent.findChildren<QToolBar*>())
    for (QAction* action : bar->actions()) {
      const QWidget* button = bar->widgetForAction(action);
      if (bar->isVisible() && action->isVisible() && button && !action->isSeparator()) {
        EXPECT_TRUE(button->isVisible() && bar->rect().contains(button->geometry()))
            << bar->objectName().toStdString() << " has no room for " << action->text().toStdString() << ": it is "
            << bar->width() << " wide and wants " << bar->sizeHint().width();
      }
    }
}

void expectPaneWhole(Pane& pane) {
  SCOPED_TRACE(pane.info().id.toStdString());
  EXPECT_GE(pane.width(), 200);
  EXPECT_GE(pane.height(), pane.info().id == QStringLiteral("timeline") ? 64 : 80); // a head and three lanes
  const QImage picture = pane.grab().toImage();
  const Colours colours = coloursOf(picture);
  EXPECT_GE(colours.count, 8u) << "nothing is painted";
  EXPECT_LT(colours.mostFrequent, 0.998) << "nearly nothing is painted";
  expectNoBarCut(pane);
}

struct Size {
  const char* title;
  int width, height;
  friend void PrintTo(const Size& size, std::ostream* out) { *out << size.title; }
};

class ScenesTest : public testing::TestWithParam<Size> {
protected:
  // All that must hold of any scene.
  static void check(MainWindow& window) {
    std::size_t inSight = 0;
    for (Pane* pane : window.panes().panes()) {
      if (!isInSight(*pane))
        continue;
      inSight++;
      expectPaneWhole(*pane);
      // There was no exploration, so its pane says so. All others have something to show.
      EXPECT_TRUE(pane->notice().isEmpty() || pane->info().id == QLatin1String("tree"))
          << pane->info().id.toStdString() << ": " << pane->notice().toStdString();
      if (auto* stage = qobject_cast<StagePane*>(pane); stage && stage->view().isVisible())
        expectTextsWhole(*stage);
    }
    EXPECT_GE(inSight, 1u);
    EXPECT_EQ(window.message(), QString());
    expectWhole(*window.findChild<QLabel*>(QStringLiteral("positionText")));
    expectWhole(*window.findChild<QLabel*>(QStringLiteral("positionEvent")));
    expectPaneWhole(*window.findChild<TimeLine*>());
  }
};

TEST_P(ScenesTest, AreFullAndWholeInBothThemes) {
  std::map<QString, std::set<ThemeKind>> seen;
  const QSize size(GetParam().width, GetParam().height);
  const Status visited = visitScenes({{QString::fromStdString(witnessOf(Example::Sensor))}, {}, size},
                                     [&](MainWindow& window, const QString& scene, ThemeKind theme) -> Status {
                                       SCOPED_TRACE(scene.toStdString() + (theme == ThemeKind::Dark ? ", dark" : ""));
                                       EXPECT_EQ(window.width(), size.width()) << "something needs more room";
                                       EXPECT_EQ(window.height(), size.height()) << "something needs more room";
                                       EXPECT_TRUE(seen[scene].insert(theme).second);
                                       check(window);
                                       return Done{};
                                     });
  EXPECT_TRUE(visited.ok());
  EXPECT_GE(seen.size(), 6u);
  for (const auto& [scene, themes] : seen)
    EXPECT_EQ(themes.size(), 2u) << scene.toStdString();
}

INSTANTIATE_TEST_SUITE_P(All, ScenesTest, testing::Values(Size{"Small", 1280, 800}, Size{"Large", 2560, 1440}),
                         [](const auto& info) { return std::string(info.param.title); });

TEST(ScenesOrderTest, AWitnessThatIsNoneIsAnError) {
  const Status visited = visitScenes({{QStringLiteral("/nowhere.revisit")}, {}, {1280, 800}},
                                     [](MainWindow&, const QString&, ThemeKind) -> Status {
                                       ADD_FAILURE() << "there is nothing to see";
                                       return Done{};
                                     });
  ASSERT_FALSE(visited.ok());
  EXPECT_NE(visited.error().what.find("/nowhere.revisit"), std::string::npos) << visited.error().what;
}

} // namespace
} // namespace revisit::gui::test
