#include "stage_export.h"

#include "query/relations/graph_dot.h"
#include "stage_painter.h"

#include <QBuffer>
#include <QFileInfo>
#include <QImage>
#include <QPainter>
#include <QSaveFile>
#include <QSvgGenerator>

#include <algorithm>

namespace revisit::gui {
namespace {

constexpr qreal longestSide = 16000;       // pixels; larger pictures are scaled down
constexpr qreal wide = 4000, margin = 160; // room for any text, and for the words behind it

// Of all rows, with the width that their texts need.
StageWindow wholeOf(const ExecutionStage& stage, StageStyle& style) {
  layOut(style, shapeOf(stage, QString::number(stage.rowCount() * 10)), wide);
  const StagePainter painter(stage, style, {{wide, style.row}, 0, 0});
  qreal right = style.columns.empty() ? 0 : style.columns.back() + margin;
  for (std::size_t row = 0; row < stage.rowCount(); row++)
    if (const StageLine line = stage.lineAt(row); !line.items.empty())
      right = std::max(right, painter.textRect(row, line, 0).right());
  return {{std::min(wide, right + margin), style.headHeight + style.row * static_cast<qreal>(stage.rowCount())}, 0, 0};
}

QByteArray svgOf(const ExecutionStage& stage, StageStyle& style) {
  const StageWindow window = wholeOf(stage, style);
  QBuffer buffer;
  QSvgGenerator generator;
  generator.setOutputDevice(&buffer);
  generator.setSize(window.size.toSize());
  generator.setViewBox(QRectF({}, window.size));
  generator.setResolution(96); // as in browsers: one unit is one pixel
  generator.setTitle(QStringLiteral("Revisit"));
  QPainter painter(&generator);
  StagePainter(stage, style, window).paint(painter);
  painter.end();
  return buffer.data();
}

QByteArray pngOf(const ExecutionStage& stage, StageStyle& style) {
  const StageWindow window = wholeOf(stage, style);
  const qreal scale = std::min(2.0, longestSide / std::max(window.size.width(), window.size.height()));
  QImage picture((window.size * scale).toSize(), QImage::Format_RGB32);
  QPainter painter(&picture);
  painter.scale(scale, scale);
  StagePainter(stage, style, window).paint(painter);
  painter.end();
  QBuffer buffer;
  picture.save(&buffer, "PNG");
  return buffer.data();
}

std::array<bool, relationCount> shownIn(const ExecutionStage& stage) {
  std::array<bool, relationCount> shown{};
  for (const Relation relation : allRelations)
    shown[indexOf(relation)] = stage.isShown(relation);
  return shown;
}

} // namespace

Status exportStage(const ExecutionStage& stage, const Theme& theme, const QString& path) {
  const QString ending = QFileInfo(path).suffix().toLower();
  StageStyle style;
  style.theme = &theme;
  QByteArray content;
  if (ending == QLatin1String("svg"))
    content = svgOf(stage, style);
  else if (ending == QLatin1String("png"))
    content = pngOf(stage, style);
  else if (ending == QLatin1String("dot"))
    content =
        QByteArray::fromStdString(graphDot(stage.execution()->timeline(), stage.execution()->graph(), shownIn(stage)));
  else
    return Error{ErrorCode::BadUsage, path.toStdString(), "let the name end in .svg, .png or .dot"};
  QSaveFile file(path);
  if (file.open(QIODevice::WriteOnly) && file.write(content) == content.size() && file.commit())
    return Done{};
  return Error{ErrorCode::NotFound, path.toStdString(), file.errorString().toStdString() + "; choose another place"};
}

} // namespace revisit::gui
