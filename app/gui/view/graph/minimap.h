// The whole drawing in a narrow strip: the events, the visible part, the error and the selected event. Clicking and
// dragging moves the view.
#pragma once

#include "graph_view.h"

#include <QPixmap>

namespace revisit::gui {

class Minimap : public QWidget {
  Q_OBJECT

public:
  Minimap(GraphScene& scene, GraphView& view, QWidget* parent = nullptr);

  QSize sizeHint() const override;

protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

private:
  void forget();
  void paintEvents(QPainter& painter) const;
  QRectF placeOf(const QRectF& sceneRect) const;
  void centreAt(const QPointF& point);

  GraphScene& m_scene;
  GraphView& m_view;
  QPixmap m_events; // painted when needed; null: not yet
};

} // namespace revisit::gui
