#include "tree_row.h"

#include "model/exploration/exploration_tree.h"

#include <QApplication>
#include <QPainter>

#include <algorithm>

namespace revisit::gui {
namespace {

constexpr int widestStep = 10, narrowestStep = 3, markWidth = 14, margin = 4;
// Deeper nodes are not indented further.
constexpr int deepest = 14;

NodeOutcome outcomeOf(const QModelIndex& index) {
  return static_cast<NodeOutcome>(index.data(ExplorationTree::OutcomeRole).toInt());
}

} // namespace

QChar signOf(NodeOutcome outcome) {
  switch (outcome) {
  case NodeOutcome::Complete:
    return u'✓';
  case NodeOutcome::Erroneous:
    return u'✗';
  case NodeOutcome::Deadlocked:
    return u'∞';
  case NodeOutcome::Blocked:
    return u'■';
  case NodeOutcome::Cut:
    return u'✂';
  case NodeOutcome::Refused:
    return u'⊘';
  case NodeOutcome::Abandoned:
    return u'∅';
  case NodeOutcome::Open:
    break;
  }
  return u'…';
}

QColor colourOf(NodeOutcome outcome, const Theme& theme) {
  switch (outcome) {
  case NodeOutcome::Erroneous:
  case NodeOutcome::Deadlocked:
    return theme.error;
  case NodeOutcome::Complete:
    return theme.link;
  case NodeOutcome::Refused:
  case NodeOutcome::Abandoned:
  case NodeOutcome::Open:
    return theme.faintText;
  case NodeOutcome::Blocked:
  case NodeOutcome::Cut:
    break;
  }
  return theme.text;
}

void TreeRowDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
  QStyledItemDelegate::initStyleOption(option, index);
  option->state &= ~QStyle::State_HasFocus; // the whole row has the focus
  const NodeOutcome outcome = outcomeOf(index);
  const bool isRefused = outcome == NodeOutcome::Refused || outcome == NodeOutcome::Abandoned;
  if (index.column() == ExplorationTree::WhatColumn && isRefused)
    option->palette.setColor(QPalette::Text, m_theme->faintText);
}

void TreeRowDelegate::paint(QPainter* painter, const QStyleOptionViewItem& given, const QModelIndex& index) const {
  if (index.column() != ExplorationTree::OutcomeColumn)
    return QStyledItemDelegate::paint(painter, given, index);
  QStyleOptionViewItem option = given;
  initStyleOption(&option, index);
  const QString text = std::exchange(option.text, QString());
  const QStyle* style = option.widget ? option.widget->style() : QApplication::style();
  style->drawControl(QStyle::CE_ItemViewItem, &option, painter, option.widget);
  painter->save();
  const QRect cell = option.rect;
  const int left = cell.left() + indentOf(index);
  painter->setPen(QPen(m_theme->boxBorder, 1, Qt::DotLine));
  for (int x = cell.left() + margin + m_step / 2; x < left; x += m_step)
    painter->drawLine(x, cell.top(), x, cell.bottom());
  painter->setFont(option.font);
  painter->setPen(m_theme->text);
  if (const int fold = index.data(ExplorationTree::FoldRole).toInt(); fold != 0)
    painter->drawText(QRect(left, cell.top(), markWidth, cell.height()), Qt::AlignCenter,
                      fold == 2 ? QStringLiteral("▸") : QStringLiteral("▾"));
  const NodeOutcome outcome = outcomeOf(index);
  painter->setPen(colourOf(outcome, *m_theme));
  const QRect rest = cell.adjusted(left - cell.left() + markWidth, 0, 0, 0);
  const QString words = signOf(outcome) + u' ' + text;
  const bool isWhole = option.fontMetrics.horizontalAdvance(words) <= rest.width();
  const QString inShort = signOf(outcome) + u' ' + text.section(u' ', 0, 0); // the sign says how it ends
  painter->drawText(rest, Qt::AlignVCenter | Qt::AlignLeft,
                    option.fontMetrics.elidedText(isWhole ? words : inShort, Qt::ElideRight, rest.width()));
  painter->restore();
}

int TreeRowDelegate::indentOf(const QModelIndex& index) const {
  return margin + m_step * std::min(deepest, index.data(ExplorationTree::DepthRole).toInt());
}

int TreeRowDelegate::fit(const QString& outcome, unsigned depth, const QFontMetrics& font, int width) {
  const int levels = static_cast<int>(std::min<unsigned>(depth, deepest));
  const int rest = margin + markWidth + font.horizontalAdvance(QStringLiteral("✗ ") + outcome) + margin;
  m_step = std::clamp((width - rest) / std::max(levels, 1), narrowestStep, widestStep);
  return rest + widestStep * levels;
}

bool TreeRowDelegate::isFoldMark(const QModelIndex& index, const QRect& cell, const QPoint& place) const {
  const int left = cell.left() + indentOf(index);
  return index.column() == ExplorationTree::OutcomeColumn && index.data(ExplorationTree::FoldRole).toInt() != 0 &&
         place.x() >= left && place.x() < left + markWidth;
}

} // namespace revisit::gui
