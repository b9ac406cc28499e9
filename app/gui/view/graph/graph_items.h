// The items of the drawing of an execution. Items only paint: the layout places them, the scene refreshes them, and the
// view handles the mouse.
#pragma once

#include "graph_state.h"
#include "mark_style.h"

#include <QGraphicsItem>

namespace revisit::gui {

// The stacking order.
enum Layer { edgeLayer = 1, labelLayer, raisedEdgeLayer, boxLayer, arrowLayer, badgeLayer, raisedLabelLayer };

// Below this zoom text is not readable: only boxes and lines are drawn.
bool isLegible(const QStyleOptionGraphicsItem* option, const QPainter* painter);

inline constexpr qreal steppedBack = 0.25; // opacity of faded items

inline QRectF rectOf(const LayoutRect& rect) {
  return {rect.left, rect.top, rect.width, rect.height};
}

// An event, or a thread that waits at the end.
class BoxItem : public QGraphicsItem {
public:
  enum { Type = UserType + 1 };
  BoxItem(const GraphState& state, NodeIndex node);

  int type() const override { return Type; }
  NodeIndex node() const { return m_node; }
  QRectF boundingRect() const override;
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
  struct Look {
    QColor fill, border, text;
  };
  Look look() const;
  MarkStyle markStyle() const;
  bool isMarked() const { return m_state.marks.of(m_node) != NodeMark::None; }
  // Selected or part of an answer: filled with a colour, whatever its mark.
  bool isStressed() const { return m_state.selected == m_node || m_state.lit[m_node]; }
  void paintOutline(QPainter& painter, const Look& look, const MarkStyle& mark) const;
  void paintText(QPainter& painter, const Look& look, const MarkStyle& mark) const;

  const GraphState& m_state;
  NodeIndex m_node;
};

class EdgeItem : public QGraphicsItem {
public:
  enum { Type = UserType + 2 };
  EdgeItem(const GraphState& state, const EventEdge& edge, std::size_t index);

  int type() const override { return Type; }
  const EventEdge& edge() const { return m_edge; }
  // Called after a change: hides the item, or brings it to the front.
  void refresh();
  QRectF boundingRect() const override;
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
  const GraphState& m_state;
  EventEdge m_edge;
  std::size_t m_index;
};

// The relation's name at the end of its edges.
class LabelItem : public QGraphicsItem {
public:
  enum { Type = UserType + 3 };
  LabelItem(const GraphState& state, std::size_t index);

  int type() const override { return Type; }
  void refresh();
  QRectF boundingRect() const override;
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
  const GraphLayout::Label& label() const { return m_state.layout.labels[m_index]; }

  const GraphState& m_state;
  std::size_t m_index;
};

// A thread's name, and the line from it to its first event.
class TitleItem : public QGraphicsItem {
public:
  enum { Type = UserType + 4 };
  TitleItem(const GraphState& state, unsigned thread);

  int type() const override { return Type; }
  QRectF boundingRect() const override;
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
  const GraphState& m_state;
  unsigned m_thread;
};

// The row numbers, on the left.
class RulerItem : public QGraphicsItem {
public:
  enum { Type = UserType + 5 };
  explicit RulerItem(const GraphState& state);

  int type() const override { return Type; }
  QRectF boundingRect() const override;
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
  const GraphState& m_state;
};

// Paints a thread's name, for items and for the view's heading.
void paintTitle(QPainter& painter, const GraphState& state, unsigned thread, const QRectF& rect);

} // namespace revisit::gui
