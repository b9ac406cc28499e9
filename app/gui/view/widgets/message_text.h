// Widgets for texts of any length that use little space: each grows with its lines up to a limit, and then scrolls. It
// never widens or enlarges its parent beyond that: a linker may print thousands of long lines.
#pragma once

#include <QPlainTextEdit>
#include <QTextBrowser>

namespace revisit::gui {

// Plain text of any length.
class MessageText : public QPlainTextEdit {
  Q_OBJECT

public:
  explicit MessageText(int maxLines, QWidget* parent = nullptr);

  void setText(const QString& text);
  QString text() const { return toPlainText(); }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

protected:
  void resizeEvent(QResizeEvent* event) override;

private:
  void fit();

  int m_mostLines;
};

// Sentences with links, which are reported but not followed. Hidden while the text is empty.
class LinkedText : public QTextBrowser {
  Q_OBJECT

public:
  explicit LinkedText(int maxLines, QWidget* parent = nullptr);

  void setText(const QString& html);
  // The text as it was set.
  const QString& text() const { return m_html; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

protected:
  void resizeEvent(QResizeEvent* event) override;

private:
  void fit();

  QString m_html;
  int m_mostLines;
};

// Sets the colours of a text on a separate bar.
void setColours(QAbstractScrollArea& text, const QColor& background, const QColor& foreground);

} // namespace revisit::gui
