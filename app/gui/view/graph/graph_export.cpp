#include "graph_export.h"

#include "core/graph_dot.h"

#include <QBuffer>
#include <QFileInfo>
#include <QImage>
#include <QPainter>
#include <QSaveFile>
#include <QSvgGenerator>

#include <algorithm>

namespace revisit::gui {
namespace {

constexpr qreal longestSide = 16000; // pixels; larger pictures are scaled down

void paint(GraphScene& scene, QPaintDevice& device, const QRectF& target) {
  QPainter painter(&device);
  painter.setRenderHint(QPainter::Antialiasing);
  scene.render(&painter, target, scene.sceneRect());
}

QByteArray svgOf(GraphScene& scene) {
  QBuffer buffer;
  QSvgGenerator generator;
  const QRectF target(QPointF(), scene.sceneRect().size());
  generator.setOutputDevice(&buffer);
  generator.setSize(target.size().toSize());
  generator.setViewBox(target);
  generator.setResolution(96); // as in browsers: one unit is one pixel
  generator.setTitle(QStringLiteral("Revisit"));
  paint(scene, generator, target);
  return buffer.data();
}

QByteArray pngOf(GraphScene& scene) {
  const QSizeF size = scene.sceneRect().size();
  const qreal scale = std::min(2.0, longestSide / std::max(size.width(), size.height()));
  QImage picture((size * scale).toSize(), QImage::Format_RGB32);
  paint(scene, picture, picture.rect());
  QBuffer buffer;
  picture.save(&buffer, "PNG");
  return buffer.data();
}

} // namespace

Status exportGraph(GraphScene& scene, const QString& path) {
  const QString ending = QFileInfo(path).suffix().toLower();
  QByteArray content;
  if (ending == QLatin1String("svg"))
    content = svgOf(scene);
  else if (ending == QLatin1String("png"))
    content = pngOf(scene);
  else if (ending == QLatin1String("dot"))
    content = QByteArray::fromStdString(graphDot(*scene.execution(), scene.state().shown));
  else
    return Error{ErrorCode::BadUsage, path.toStdString(), "let the name end in .svg, .png or .dot"};
  QSaveFile file(path);
  if (file.open(QIODevice::WriteOnly) && file.write(content) == content.size() && file.commit())
    return Done{};
  return Error{ErrorCode::NotFound, path.toStdString(), file.errorString().toStdString() + "; choose another place"};
}

} // namespace revisit::gui
