#include "linked_views.h"

#include <QScrollBar>

namespace revisit::gui {
namespace {

QPoint scrolled(const GraphView& view) {
  return {view.horizontalScrollBar()->value(), view.verticalScrollBar()->value()};
}

void scrollTo(GraphView& view, const QPoint& place) {
  view.horizontalScrollBar()->setValue(place.x());
  view.verticalScrollBar()->setValue(place.y());
}

int heightOf(const GraphView& view, NodeIndex node) {
  const auto* scene = static_cast<const GraphScene*>(view.scene());
  return view.mapFromScene(rectOf(scene->state().layout.boxes[node]).center()).y();
}

} // namespace

LinkedViews::LinkedViews(GraphView& first, GraphView& second, QObject* parent)
    : QObject(parent), m_first(first), m_second(second) {
  connect(&first, &GraphView::visibleRectChanged, this, [this] { follow(m_first, m_second, m_apart); });
  connect(&second, &GraphView::visibleRectChanged, this, [this] { follow(m_second, m_first, -m_apart); });
}

void LinkedViews::follow(GraphView& moved, GraphView& other, const QPoint& apart) {
  if (m_isFollowing)
    return;
  m_isFollowing = true;
  if (const qreal zoom = moved.transform().m11() / other.transform().m11(); zoom != 1) {
    other.zoomBy(zoom);
    m_apart *= zoom;
    scrollTo(other, scrolled(moved) + apart * zoom);
  } else {
    scrollTo(other, scrolled(moved) + apart);
  }
  m_isFollowing = false;
}

void LinkedViews::measure() {
  m_apart = scrolled(m_second) - scrolled(m_first);
}

void LinkedViews::bring(GraphView& view, NodeIndex node) {
  m_isFollowing = true;
  view.ensureVisible(node);
  m_isFollowing = false;
  measure();
}

void LinkedViews::align(std::optional<NodeIndex> first, std::optional<NodeIndex> second) {
  m_isFollowing = true;
  if (first)
    m_first.ensureVisible(*first);
  if (second)
    m_second.ensureVisible(*second);
  if (first && second) {
    QScrollBar* bar = m_second.verticalScrollBar();
    bar->setValue(bar->value() + heightOf(m_second, *second) - heightOf(m_first, *first));
    bar = m_first.verticalScrollBar(); // if the second view cannot scroll further
    bar->setValue(bar->value() + heightOf(m_first, *first) - heightOf(m_second, *second));
    m_second.ensureVisible(*second);
    m_first.ensureVisible(*first);
  }
  m_isFollowing = false;
  measure();
}

} // namespace revisit::gui
