#include "message_text.h"

#include <QAbstractTextDocumentLayout>
#include <QTextBlock>

#include <algorithm>
#include <cmath>

namespace revisit::gui {
namespace {

constexpr int leastWidth = 50, usualWidth = 100;

void setUp(QAbstractScrollArea& text) {
  text.setFrameShape(QFrame::NoFrame);
  text.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  text.setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

// `isAll`: the whole text fits, so no scroll bar is needed, whatever margins the view adds.
void setHeight(QAbstractScrollArea& text, int height, bool isAll) {
  text.setVerticalScrollBarPolicy(isAll ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded);
  if (height != text.maximumHeight())
    text.setFixedHeight(height);
}

} // namespace

void setColours(QAbstractScrollArea& text, const QColor& background, const QColor& foreground) {
  QPalette colours = text.palette();
  colours.setColor(QPalette::Base, background);
  colours.setColor(QPalette::Text, foreground);
  text.setPalette(colours);
}

MessageText::MessageText(int maxLines, QWidget* parent) : QPlainTextEdit(parent), m_mostLines(maxLines) {
  setUp(*this);
  setReadOnly(true);
  setUndoRedoEnabled(false);
  setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
  document()->setDocumentMargin(2);
  fit();
}

void MessageText::setText(const QString& text) {
  setPlainText(text);
  fit();
}

// Only as many lines as are visible are laid out.
void MessageText::fit() {
  int lines = 0;
  for (QTextBlock block = document()->begin(); block.isValid() && lines < m_mostLines; block = block.next()) {
    document()->documentLayout()->blockBoundingRect(block);
    lines += block.lineCount();
  }
  const int margins = 2 * static_cast<int>(document()->documentMargin());
  setHeight(*this, std::clamp(lines, 1, m_mostLines) * fontMetrics().lineSpacing() + margins, lines < m_mostLines);
}

void MessageText::resizeEvent(QResizeEvent* event) {
  QPlainTextEdit::resizeEvent(event);
  fit();
}

QSize MessageText::sizeHint() const {
  return {usualWidth, maximumHeight()};
}

QSize MessageText::minimumSizeHint() const {
  return {leastWidth, fontMetrics().lineSpacing()};
}

LinkedText::LinkedText(int maxLines, QWidget* parent) : QTextBrowser(parent), m_mostLines(maxLines) {
  setUp(*this);
  setOpenLinks(false);
  setUndoRedoEnabled(false);
  setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
  document()->setDocumentMargin(2);
  connect(document()->documentLayout(), &QAbstractTextDocumentLayout::documentSizeChanged, this, &LinkedText::fit);
  hide();
}

void LinkedText::setText(const QString& html) {
  m_html = html;
  setHtml(html);
  fit();
  setVisible(!html.isEmpty());
}

void LinkedText::fit() {
  const int wanted = static_cast<int>(std::ceil(document()->size().height())) + 1;
  const int most = m_mostLines * fontMetrics().lineSpacing();
  setHeight(*this, std::clamp(wanted, 1, most), wanted <= most);
}

void LinkedText::resizeEvent(QResizeEvent* event) {
  QTextBrowser::resizeEvent(event);
  fit();
}

QSize LinkedText::sizeHint() const {
  return {usualWidth, maximumHeight()};
}

QSize LinkedText::minimumSizeHint() const {
  return {leastWidth, fontMetrics().lineSpacing()};
}

} // namespace revisit::gui
