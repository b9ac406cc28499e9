// The items for a drawing's marks: words at the boxes, and arrows. They move nothing and cover no text.
#pragma once

#include "graph_items.h"

#include <QPainterPath>

namespace revisit::gui {

// A mark's word, on the upper edge of its box, where there is no other text.
class BadgeItem : public QGraphicsItem {
public:
  enum { Type = UserType + 7 };
  // Requires a node with a mark that has a word.
  BadgeItem(const GraphState& state, NodeIndex node);

  int type() const override { return Type; }
  QRectF boundingRect() const override;
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
  MarkStyle style() const;

  const GraphState& m_state;
  NodeIndex m_node;
};

// An arrow of the marks, with its text.
class ArrowItem : public QGraphicsItem {
public:
  enum { Type = UserType + 6 };
  ArrowItem(const GraphState& state, std::size_t index);

  int type() const override { return Type; }
  QRectF boundingRect() const override;
  QPainterPath shape() const override;
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
  const ArrowLayout::Arrow& place() const { return m_state.arrows.arrows[m_index]; }

  const GraphState& m_state;
  std::size_t m_index;
};

} // namespace revisit::gui
