// A read-only view of a source file: C++ colours, the threads' positions, and the events at lines. Knows no execution.
#pragma once

#include "theme.h"

#include <Qsci/qsciscintilla.h>
#include <Qsci/qscistyle.h>

#include <map>
#include <set>
#include <vector>

class QsciLexerCPP;

namespace revisit::gui {

// A text below a line. Parts after the position are fainter; an error has the colour of errors.
struct LineNote {
  struct Part {
    QString text;
    bool isDone = true;
    bool isError = false;
  };
  std::vector<Part> parts;
};

class SourceEditor : public QsciScintilla {
  Q_OBJECT

public:
  explicit SourceEditor(QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void showText(const QString& text);
  // Lines are counted from 1.
  void setNotes(const std::map<unsigned, LineNote>& notes);
  void setThreads(const std::map<unsigned, QString>& threads);
  void setLit(const std::set<unsigned>& lines);
  void setBreakpoints(const std::set<unsigned>& lines);
  // Highlights the line and scrolls to it; 0: none.
  void setCurrentLine(unsigned line);

signals:
  // The line was clicked, or Return was pressed while the cursor is there.
  void lineChosen(unsigned line);
  // The breakpoint margin was clicked at the line, or F9 was pressed while the cursor is there.
  void breakpointAsked(unsigned line);
  // The pointer rests on the name, at that place of the screen.
  void nameHovered(const QString& name, const QPoint& place);

protected:
  bool viewportEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;

private:
  void setStyle(QsciStyle& style, const QColor& text, const QColor& paper);
  void markLines(int marker, const std::set<unsigned>& lines);
  int linesAbove() const;
  void bringInSight();
  bool hasLine(unsigned line) const { return line >= 1 && line <= static_cast<unsigned>(lines()); }

  QsciLexerCPP* m_lexer;
  int m_row = 0; // the current one
  // Created once: there are 256 style numbers, and each new style takes one for ever.
  QsciStyle m_done, m_ahead, m_error, m_thread;
  const Theme* m_theme;
  std::map<unsigned, LineNote> m_notes;
  std::map<unsigned, QString> m_threads;
  QString m_widestThreads = QStringLiteral("T0"); // of this file so far
};

} // namespace revisit::gui
