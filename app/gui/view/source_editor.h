// A source file to look at: C++ colours, which threads stand where, what happened at which line. Knows no execution.
#pragma once

#include "theme.h"

#include <Qsci/qsciscintilla.h>
#include <Qsci/qscistyle.h>

#include <map>
#include <set>
#include <vector>

class QsciLexerCPP;

namespace revisit::gui {

// A text below a line. Parts that are ahead of the position are fainter; an error is in the colour of errors.
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
  // Stresses the line and scrolls to it; 0: none.
  void setCurrentLine(unsigned line);

signals:
  // A click on it, or Return while the cursor is there.
  void lineChosen(unsigned line);
  // A click beside it in the margin of breakpoints, or F9 while the cursor is there.
  void breakpointAsked(unsigned line);

protected:
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
  // Made once: there are 256 numbers for styles, and each new one takes another for good.
  QsciStyle m_done, m_ahead, m_error, m_thread;
  const Theme* m_theme;
  std::map<unsigned, LineNote> m_notes;
  std::map<unsigned, QString> m_threads;
  QString m_widestThreads = QStringLiteral("T0"); // of this file so far
};

} // namespace revisit::gui
