#include "finding_row.h"

#include "model/exploration/findings_model.h"
#include "model/text.h"

#include <QAbstractItemView>
#include <QPainter>

#include <algorithm>

namespace revisit::gui {
namespace {

constexpr int rowPadding = 8, numberWidth = 20, lineGap = 2, mostTitleLines = 3;

const Listed& listedAt(const QModelIndex& index) {
  return static_cast<const FindingsModel*>(index.model())->rowAt(index.row()).listed;
}

// Text in a line, cut at its end, and what stands at the right end of the line in full.
void drawLine(QPainter& painter, const QRect& line, const QString& text, const QString& right) {
  const QFontMetrics metrics = painter.fontMetrics();
  const int rightWidth = right.isEmpty() ? 0 : metrics.horizontalAdvance(right) + rowPadding;
  painter.drawText(line, Qt::AlignVCenter | Qt::AlignRight, right);
  const QRect rest = line.adjusted(0, 0, -rightWidth, 0);
  painter.drawText(rest, Qt::AlignVCenter | Qt::AlignLeft, metrics.elidedText(text, Qt::ElideRight, rest.width()));
}

int countWidth(const QModelIndex& index, const QFontMetrics& metrics) {
  const std::string& count = listedAt(index).count;
  return count.empty() ? 0 : metrics.horizontalAdvance(fromText(count)) + rowPadding;
}

// How many lines the title gets: as many as it needs, but not too many.
int titleLines(const QModelIndex& index, const QFontMetrics& metrics, int width) {
  const QRect room(0, 0, std::max(width, 1), metrics.lineSpacing() * mostTitleLines * 2);
  const int height = metrics.boundingRect(room, Qt::TextWordWrap, fromText(listedAt(index).title)).height();
  return std::clamp((height + metrics.lineSpacing() / 2) / metrics.lineSpacing(), 1, mostTitleLines);
}

} // namespace

void FindingDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const Listed& listed = listedAt(index);
  painter->save();
  if (option.state & QStyle::State_Selected)
    painter->fillRect(option.rect, option.palette.color(QPalette::Highlight));
  const int height = option.fontMetrics.height();
  QRect line(option.rect.left() + rowPadding, option.rect.top() + rowPadding / 2, option.rect.width() - 2 * rowPadding,
             height);
  painter->setFont(option.font);
  if (const int heading = index.data(FindingsModel::HeadingRole).toInt(); heading != 0) {
    painter->setPen(m_theme->faintText);
    const QString mark = heading == 2 ? QStringLiteral("▸ ") : QStringLiteral("▾ ");
    drawLine(*painter, line, mark + fromText(listed.title), fromText(listed.count));
    return painter->restore();
  }
  if (listed.kind == FindingKind::Bug) {
    QFont bold = option.font;
    bold.setBold(true);
    painter->setFont(bold);
    painter->setPen(listed.isKnown ? m_theme->faintText : m_theme->bug);
    painter->drawText(line, Qt::AlignVCenter | Qt::AlignLeft, QString::number(listed.number));
    painter->setFont(option.font);
  }
  line.setLeft(line.left() + numberWidth);
  painter->setPen(m_theme->text);
  const int right = countWidth(index, option.fontMetrics);
  painter->drawText(line, Qt::AlignVCenter | Qt::AlignRight, fromText(listed.count));
  const int lines = titleLines(index, option.fontMetrics, line.width() - right);
  painter->drawText(QRect(line.left(), line.top(), line.width() - right, lines * option.fontMetrics.lineSpacing()),
                    Qt::TextWordWrap, fromText(listed.title));
  line.translate(0, lines * option.fontMetrics.lineSpacing() + lineGap);
  painter->setPen(m_theme->faintText);
  drawLine(*painter, line, fromText(listed.detail), fromText(listed.remark));
  painter->restore();
}

QSize FindingDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const QFontMetrics& metrics = option.fontMetrics;
  if (index.data(FindingsModel::HeadingRole).toInt() != 0)
    return {0, metrics.height() + rowPadding};
  const auto* list = qobject_cast<const QAbstractItemView*>(option.widget);
  const int width = (list ? list->viewport()->width() : 0) - 2 * rowPadding - numberWidth - countWidth(index, metrics);
  return {0, titleLines(index, metrics, width) * metrics.lineSpacing() + lineGap + metrics.height() + rowPadding};
}

} // namespace revisit::gui
