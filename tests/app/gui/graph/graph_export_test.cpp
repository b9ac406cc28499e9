// The drawing as a file.
#include "view/graph/graph_export.h"
#include "view/graph/graph_pane.h"
#include "window_test.h"

#include <QDir>
#include <QFile>
#include <QImage>
#include <QSvgRenderer>

namespace revisit::gui::test {
namespace {

class GraphExportTest : public WindowTest {
protected:
  void SetUp() override { open(Example::Queue); }
  GraphScene& scene() { return static_cast<GraphPane&>(pane("graph")).scene(); }
  QString written(const char* name) {
    const QString path = inFolder(QLatin1String(name));
    const Status status = exportGraph(scene(), path);
    EXPECT_TRUE(status.ok()) << status.error().what;
    return path;
  }
  QString textOf(const QString& path) {
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly));
    return QString::fromUtf8(file.readAll());
  }
};

TEST_F(GraphExportTest, AnSvgHasEveryTextAndTheSizeOfTheDrawing) {
  const QString path = written("graph.svg");
  QSvgRenderer renderer(path);
  ASSERT_TRUE(renderer.isValid());
  EXPECT_EQ(renderer.viewBoxF().size().toSize(), scene().sceneRect().size().toSize());
  const QString svg = textOf(path);
  for (const QString& text : scene().state().texts)
    EXPECT_TRUE(svg.contains(text.toHtmlEscaped()) || svg.contains(text)) << text.toStdString();
}

TEST_F(GraphExportTest, APngIsPainted) {
  const QImage picture(written("graph.PNG"));
  EXPECT_EQ(picture.size(), (scene().sceneRect().size() * 2).toSize());
  std::set<QRgb> colours;
  for (int y = 0; y < picture.height(); y += 3)
    for (int x = 0; x < picture.width(); x += 3)
      colours.insert(picture.pixel(x, y));
  EXPECT_GT(colours.size(), 20u);
}

TEST_F(GraphExportTest, DotHasTheRelationsThatAreShown) {
  const auto count = [&] { return textOf(written("graph.dot")).count(QStringLiteral("label=\"rf\"")); };
  const auto& edges = selection().execution()->graph().edges();
  const auto readsFrom = std::ranges::count(edges, Relation::ReadsFrom, &EventEdge::relation);
  ASSERT_GT(readsFrom, 0);
  EXPECT_EQ(count(), readsFrom);
  scene().setShown(Relation::ReadsFrom, false);
  EXPECT_EQ(count(), 0);
}

TEST_F(GraphExportTest, WhatCannotBeWrittenIsSaidWithWhatToDo) {
  EXPECT_EQ(exportGraph(scene(), inFolder(QStringLiteral("graph.bmp"))).error().code, ErrorCode::BadUsage);
  const Status nowhere = exportGraph(scene(), QStringLiteral("/nowhere/at/all.svg"));
  ASSERT_FALSE(nowhere.ok());
  EXPECT_NE(nowhere.error().what.find("choose another place"), std::string::npos) << nowhere.error().what;
}

TEST_F(GraphExportTest, TheMenuOffersItWhileThereIsADrawing) {
  EXPECT_TRUE(action(QStringLiteral("Export the graph…")).isEnabled());
  action(QStringLiteral("Close the execution")).trigger();
  EXPECT_FALSE(action(QStringLiteral("Export the graph…")).isEnabled());
}

} // namespace
} // namespace revisit::gui::test
