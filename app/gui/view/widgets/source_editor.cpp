#include "source_editor.h"

#include <Qsci/qscilexercpp.h>
#include <Qsci/qscistyle.h>
#include <Qsci/qscistyledtext.h>

#include <QFontDatabase>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QResizeEvent>

#include <algorithm>

namespace revisit::gui {
namespace {

enum Margin { numberMargin = 0, threadMargin = 1, breakpointMargin = 2 };
enum Marker { currentMarker = 0, litMarker = 1, breakpointMarker = 2 };
constexpr int breakpointWidth = 16;

QFont codeFont(int pixels) {
  QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
  // QScintilla accepts sizes in points only.
  font.setPointSizeF(pixels * 0.75);
  return font;
}

void colourLexer(QsciLexerCPP& lexer, const Theme& theme) {
  lexer.setDefaultPaper(theme.canvas);
  lexer.setDefaultColor(theme.text);
  lexer.setPaper(theme.canvas, -1);
  lexer.setColor(theme.text, -1);
  lexer.setFont(codeFont(12), -1);
  using Style = QsciLexerCPP;
  for (const int style : {Style::Comment, Style::CommentLine, Style::CommentDoc, Style::CommentLineDoc})
    lexer.setColor(theme.comment, style);
  for (const int style : {Style::Keyword, Style::KeywordSet2})
    lexer.setColor(theme.keyword, style);
  for (const int style : {Style::Number, Style::DoubleQuotedString, Style::SingleQuotedString, Style::RawString})
    lexer.setColor(theme.literal, style);
  lexer.setColor(theme.preprocessor, Style::PreProcessor);
}

} // namespace

SourceEditor::SourceEditor(QWidget* parent)
    : QsciScintilla(parent), m_lexer(new QsciLexerCPP(this)), m_theme(&themeOf(ThemeKind::Light)) {
  setObjectName(QStringLiteral("sourceEditor"));
  setAccessibleName(tr("Source"));
  setUtf8(true);
  setReadOnly(true);
  setLexer(m_lexer);
  setFrameShape(NoFrame);
  setCaretLineVisible(false);
  setTabWidth(4);
  setMarginType(numberMargin, NumberMargin);
  setMarginType(threadMargin, TextMarginRightJustified);
  setMarginType(breakpointMargin, SymbolMargin);
  setMarginWidth(breakpointMargin, breakpointWidth);
  setMarginMarkerMask(breakpointMargin, 1 << breakpointMarker);
  setMarginSensitivity(breakpointMargin, true);
  setAnnotationDisplay(AnnotationIndented);
  markerDefine(Background, currentMarker);
  markerDefine(Background, litMarker);
  markerDefine(Circle, breakpointMarker);
  SendScintilla(SCI_SETSCROLLWIDTHTRACKING, 1UL);
  SendScintilla(SCI_SETSCROLLWIDTH, 1UL);
  connect(this, &QsciScintilla::marginClicked, this, [this](int margin, int line) {
    if (margin == breakpointMargin)
      emit breakpointAsked(static_cast<unsigned>(line) + 1);
    else
      emit lineChosen(static_cast<unsigned>(line) + 1);
  });
  setMarginSensitivity(numberMargin, true);
  setMarginSensitivity(threadMargin, true);
}

void SourceEditor::setTheme(const Theme& theme) {
  m_theme = &theme;
  colourLexer(*m_lexer, theme);
  setPaper(theme.canvas);
  setColor(theme.text);
  setMarginsFont(codeFont(11));
  setMarginsBackgroundColor(theme.palette.color(QPalette::Window));
  setMarginsForegroundColor(theme.faintText);
  setMarkerBackgroundColor(theme.currentLine, currentMarker);
  setMarkerBackgroundColor(theme.litLine, litMarker);
  setMarkerBackgroundColor(theme.error, breakpointMarker);
  setMarkerForegroundColor(theme.error, breakpointMarker);
  setSelectionBackgroundColor(theme.palette.color(QPalette::Highlight));
  setSelectionForegroundColor(theme.palette.color(QPalette::HighlightedText));
  setCaretForegroundColor(theme.text);
  const QColor paper = theme.palette.color(QPalette::AlternateBase);
  setStyle(m_done, theme.text, paper);
  setStyle(m_ahead, theme.faintText, paper);
  setStyle(m_error, theme.errorText, theme.error);
  setStyle(m_thread, theme.selectedText, theme.selected);
  setNotes(m_notes);
  setThreads(m_threads);
}

void SourceEditor::setStyle(QsciStyle& style, const QColor& text, const QColor& paper) {
  QFont font = codeFont(11);
  font.setBold(&style == &m_thread);
  style.setFont(font);
  style.setColor(text);
  style.setPaper(paper);
  style.apply(this); // texts refer to it by number, because QsciStyledText never frees a style that it receives
}

void SourceEditor::showText(const QString& text) {
  setText(text);
  m_notes.clear();
  m_threads.clear();
  m_widestThreads = QStringLiteral("T0");
  setMarginWidth(numberMargin, QStringLiteral("0") + QString::number(lines()));
}

void SourceEditor::setNotes(const std::map<unsigned, LineNote>& notes) {
  m_notes = notes;
  // Without its annotations the text is shorter, which would scroll it.
  const auto first = SendScintilla(SCI_GETFIRSTVISIBLELINE);
  const auto top = SendScintilla(SCI_DOCLINEFROMVISIBLE, static_cast<unsigned long>(first));
  const auto below = first - SendScintilla(SCI_VISIBLEFROMDOCLINE, static_cast<unsigned long>(top));
  clearAnnotations();
  for (const auto& [line, note] : m_notes) {
    QList<QsciStyledText> texts;
    for (const LineNote::Part& part : note.parts)
      texts.push_back({part.text, (part.isError ? m_error : part.isDone ? m_done : m_ahead).style()});
    if (hasLine(line) && !texts.isEmpty())
      annotate(static_cast<int>(line) - 1, texts);
  }
  const auto now = SendScintilla(SCI_VISIBLEFROMDOCLINE, static_cast<unsigned long>(top));
  SendScintilla(SCI_SETFIRSTVISIBLELINE, static_cast<unsigned long>(now + below));
}

void SourceEditor::setThreads(const std::map<unsigned, QString>& threads) {
  m_threads = threads;
  clearMarginText();
  for (const auto& [line, text] : m_threads) {
    if (hasLine(line))
      setMarginText(static_cast<int>(line) - 1, text, m_thread);
    if (text.size() > m_widestThreads.size())
      m_widestThreads = text; // it never gets narrower, so that going from event to event does not move the text
  }
  setMarginWidth(threadMargin, m_widestThreads + QStringLiteral(" "));
}

void SourceEditor::markLines(int marker, const std::set<unsigned>& lines) {
  markerDeleteAll(marker);
  for (const unsigned line : lines)
    if (hasLine(line))
      markerAdd(static_cast<int>(line) - 1, marker);
}

void SourceEditor::setLit(const std::set<unsigned>& lines) {
  markLines(litMarker, lines);
}

void SourceEditor::setBreakpoints(const std::set<unsigned>& lines) {
  markLines(breakpointMarker, lines);
}

void SourceEditor::setCurrentLine(unsigned line) {
  markLines(currentMarker, {line});
  if (!hasLine(line))
    return;
  m_row = static_cast<int>(line) - 1;
  setCursorPosition(m_row, 0);
  bringInSight();
}

// The number of lines between the first visible one and the current one.
int SourceEditor::linesAbove() const {
  const auto visible = SendScintilla(SCI_VISIBLEFROMDOCLINE, static_cast<unsigned long>(m_row));
  return static_cast<int>(visible - SendScintilla(SCI_GETFIRSTVISIBLELINE));
}

// Scrolls the line to the middle if it is not visible; otherwise nothing moves.
void SourceEditor::bringInSight() {
  const auto shown = static_cast<int>(SendScintilla(SCI_LINESONSCREEN));
  const int above = linesAbove();
  if (above >= 1 && above <= shown - 3)
    return;
  const auto first = static_cast<int>(SendScintilla(SCI_GETFIRSTVISIBLELINE)) + above - shown / 2;
  SendScintilla(SCI_SETFIRSTVISIBLELINE, static_cast<unsigned long>(std::max(0, first)));
}

// The current line keeps its part of the height: in the middle of a small editor, it is in the middle of a large one.
// If it was scrolled out of sight by the user, it stays there.
void SourceEditor::resizeEvent(QResizeEvent* event) {
  QsciScintilla::resizeEvent(event);
  const int before = event->oldSize().height() / std::max(1, textHeight(0)), above = linesAbove();
  if (above < 0 || above >= before)
    return;
  const auto shown = static_cast<int>(SendScintilla(SCI_LINESONSCREEN));
  const auto first = static_cast<int>(SendScintilla(SCI_GETFIRSTVISIBLELINE)) + above - above * shown / before;
  SendScintilla(SCI_SETFIRSTVISIBLELINE, static_cast<unsigned long>(std::max(0, first)));
  bringInSight();
}

bool SourceEditor::viewportEvent(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    if (const QString name = wordAtPoint(help->pos()); !name.isEmpty() && !name.front().isDigit())
      emit nameHovered(name, help->globalPos());
  }
  return QsciScintilla::viewportEvent(event);
}

void SourceEditor::keyPressEvent(QKeyEvent* event) {
  int line = 0, column = 0;
  getCursorPosition(&line, &column);
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
    emit lineChosen(static_cast<unsigned>(line) + 1);
  else if (event->key() == Qt::Key_F9)
    emit breakpointAsked(static_cast<unsigned>(line) + 1);
  else
    QsciScintilla::keyPressEvent(event);
}

void SourceEditor::mouseReleaseEvent(QMouseEvent* event) {
  QsciScintilla::mouseReleaseEvent(event); // called first, because it ends the selection that began with the press
  const QPoint point = event->position().toPoint();
  int textAt = 0; // to the left of it are margins, which report their clicks themselves
  for (int margin = 0; margin < margins(); margin++)
    textAt += marginWidth(margin);
  const int line = lineAt(point);
  if (event->button() == Qt::LeftButton && point.x() >= textAt && line >= 0 && !hasSelectedText())
    emit lineChosen(static_cast<unsigned>(line) + 1);
}

} // namespace revisit::gui
