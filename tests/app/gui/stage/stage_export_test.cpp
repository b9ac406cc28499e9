// The drawing as a file.
#include "view/stage/stage_export.h"
#include "window_test.h"

#include <QDir>
#include <QFile>
#include <QImage>
#include <QSvgRenderer>

namespace revisit::gui::test {
namespace {

class StageExportTest : public WindowTest {
protected:
  void SetUp() override { open(Example::Queue); }
  ExecutionStage& drawn() { return stage().stage(); }
  Status save(const QString& path) { return exportStage(drawn(), themeOf(ThemeKind::Light), path); }
  QString written(const char* name) {
    const QString path = inFolder(QLatin1String(name));
    const Status status = save(path);
    EXPECT_TRUE(status.ok()) << status.error().what;
    return path;
  }
  QString textOf(const QString& path) {
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly));
    return QString::fromUtf8(file.readAll());
  }
};

TEST_F(StageExportTest, AnSvgHasEveryTextWhole) {
  const QString path = written("graph.svg");
  QSvgRenderer renderer(path);
  ASSERT_TRUE(renderer.isValid());
  EXPECT_GE(renderer.viewBoxF().height(), 24.0 * static_cast<double>(drawn().rowCount()));
  const QString svg = textOf(path);
  for (std::size_t row = 0; row < drawn().rowCount(); row++) {
    const QString text = drawn().lineAt(row).items.front().text;
    EXPECT_TRUE(svg.contains(text.toHtmlEscaped()) || svg.contains(text)) << text.toStdString();
  }
  for (const QString& head : drawn().heads())
    EXPECT_TRUE(svg.contains(head.toHtmlEscaped()) || svg.contains(head)) << head.toStdString();
}

TEST_F(StageExportTest, APngIsPainted) {
  const QImage picture(written("graph.PNG"));
  EXPECT_GE(picture.height(), static_cast<int>(48 * drawn().rowCount())) << "twice as fine";
  std::set<QRgb> colours;
  for (int y = 0; y < picture.height(); y += 3)
    for (int x = 0; x < picture.width(); x += 3)
      colours.insert(picture.pixel(x, y));
  EXPECT_GT(colours.size(), 20u);
}

TEST_F(StageExportTest, DotHasTheRelationsThatAreShown) {
  const auto count = [&] { return textOf(written("graph.dot")).count(QStringLiteral("label=\"rf\"")); };
  const auto& edges = selection().execution()->graph().edges();
  const auto readsFrom = std::ranges::count(edges, Relation::ReadsFrom, &EventEdge::relation);
  ASSERT_GT(readsFrom, 0);
  EXPECT_EQ(count(), readsFrom);
  drawn().setShown(Relation::ReadsFrom, false);
  EXPECT_EQ(count(), 0);
}

TEST_F(StageExportTest, WhatCannotBeWrittenIsSaidWithWhatToDo) {
  EXPECT_EQ(save(inFolder(QStringLiteral("graph.bmp"))).error().code, ErrorCode::BadUsage);
  const Status nowhere = save(QStringLiteral("/nowhere/at/all.svg"));
  ASSERT_FALSE(nowhere.ok());
  EXPECT_NE(nowhere.error().what.find("choose another place"), std::string::npos) << nowhere.error().what;
}

TEST_F(StageExportTest, TheMenuOffersItWhileThereIsADrawing) {
  EXPECT_TRUE(action(QStringLiteral("Export the graph…")).isEnabled());
  action(QStringLiteral("Close the execution")).trigger();
  EXPECT_FALSE(action(QStringLiteral("Export the graph…")).isEnabled());
}

} // namespace
} // namespace revisit::gui::test
