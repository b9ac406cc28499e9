// Texts of any length that take little room: each is as high as its lines, up to some of them, and scrolls then. None
// ever makes what it stands in wider or higher than that: a linker says thousands of lines, some of them very long.
#pragma once

#include <QPlainTextEdit>
#include <QTextBrowser>

namespace revisit::gui {

// Plain text, however much.
class MessageText : public QPlainTextEdit {
  Q_OBJECT

public:
  explicit MessageText(int mostLines, QWidget* parent = nullptr);

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

// Sentences with links, which are told and not followed. Without a text it is not there.
class LinkedText : public QTextBrowser {
  Q_OBJECT

public:
  explicit LinkedText(int mostLines, QWidget* parent = nullptr);

  void setText(const QString& html);
  // As it was given.
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

// The colours of a text that stands on a bar of its own.
void setColours(QAbstractScrollArea& text, const QColor& background, const QColor& foreground);

} // namespace revisit::gui
