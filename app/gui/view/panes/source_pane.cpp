#include "source_pane.h"

#include "model/replay/hover_values.h"
#include "model/text.h"
#include "query/timeline/event_text.h"
#include "view/widgets/source_editor.h"

#include <QComboBox>
#include <QCursor>
#include <QDateTime>
#include <QFileInfo>
#include <QLabel>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>

namespace revisit::gui {
namespace {

constexpr std::size_t eventsInANote = 4;

LineNote noteOf(const Execution& execution, const std::vector<EventNumber>& events, SchedulePosition position) {
  LineNote note;
  const Timeline& timeline = execution.timeline();
  for (std::size_t i = 0; i < events.size() && i < eventsInANote; i++) {
    const QString text = fromText(threadText(timeline.event(events[i]).thread) + " " + eventText(timeline, events[i]));
    note.parts.push_back({(i == 0 ? QString() : QStringLiteral("   ")) + text, events[i] <= position});
  }
  if (events.size() > eventsInANote)
    note.parts.push_back({QObject::tr("   and %1 more").arg(events.size() - eventsInANote), false});
  return note;
}

// Whether the file is newer than the program that was executed; false when that is unknown.
bool isNewer(const QString& path, const Execution& execution) {
  const QFileInfo program(fromText(execution.witness().program.path));
  return program.isFile() && QFileInfo(path).lastModified() > program.lastModified();
}

// The events shown at each line of the file, by number.
std::map<unsigned, std::vector<EventNumber>> eventsByLine(const Execution& execution, const std::string& file) {
  std::map<unsigned, std::vector<EventNumber>> lines;
  for (EventNumber event = 1; event <= execution.timeline().size(); event++)
    if (const auto line = execution.lineOf(event); line && line->file == file)
      lines[line->line].push_back(event);
  return lines;
}

// By thread: the line of its last done event, in any file; nothing where it has none.
std::vector<std::optional<SourceLine>> threadLines(const Execution& execution, SchedulePosition position) {
  std::vector<std::optional<SourceLine>> lines;
  for (unsigned thread = 0; thread < execution.witness().threads.size(); thread++) {
    const auto last = execution.timeline().lastOf(thread, position);
    lines.push_back(last ? execution.lineOf(*last) : std::nullopt);
  }
  return lines;
}

} // namespace

SourcePane::SourcePane(SelectionModel& selection, SourceFiles& files, Replay& replay, QWidget* parent)
    : Pane({QStringLiteral("source"), tr("Source"), QKeySequence(tr("Alt+3"))}, selection, parent), m_files(files),
      m_replay(replay), m_choice(new QComboBox), m_editor(new SourceEditor), m_message(new QLabel),
      m_warning(new QLabel) {
  auto* content = new QWidget;
  auto* rows = new QVBoxLayout(content);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(m_choice);
  rows->addWidget(m_warning);
  rows->addWidget(m_editor, 1);
  rows->addWidget(m_message, 1);
  m_choice->setObjectName(QStringLiteral("sourceChoice"));
  m_choice->setAccessibleName(tr("Source file"));
  m_choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  m_message->setObjectName(QStringLiteral("sourceMessage"));
  m_message->setWordWrap(true);
  m_message->setMargin(16);
  m_message->setAlignment(Qt::AlignCenter);
  m_message->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
  m_warning->setObjectName(QStringLiteral("sourceWarning"));
  m_warning->setWordWrap(true);
  m_warning->setContentsMargins(8, 3, 8, 3);
  m_warning->setText(tr("This file was changed after the program was built: events may stand at other lines. Explore "
                        "again (Ctrl+R) to see it as it is now."));
  setContent(content);
  setFocusProxy(m_editor);
  connect(m_choice, &QComboBox::activated, this, &SourcePane::fileChosen);
  connect(m_editor, &SourceEditor::lineChosen, this,
          [this](unsigned line) { this->selection().selectLine({m_file, line}); });
  connect(m_editor, &SourceEditor::breakpointAsked, this,
          [this](unsigned line) { m_replay.toggleLine({m_file, line}); });
  auto* values = new HoverValues(selection, this);
  connect(m_editor, &SourceEditor::nameHovered, values, [this, values](const QString& name, const QPoint& place) {
    m_hovered = place;
    values->ask(name);
  });
  connect(values, &HoverValues::found, this, [this](const QString& words) {
    constexpr int nearby = 8; // pixels: the pointer still rests there
    if ((QCursor::pos() - m_hovered).manhattanLength() <= nearby)
      QToolTip::showText(m_hovered, words, m_editor);
  });
  connect(&replay, &Replay::snapshotChanged, this, &SourcePane::showBreakpoints);
  connect(&selection, &SelectionModel::executionChanged, this, &SourcePane::executionChanged);
  connect(&selection, &SelectionModel::lineChanged, this, &SourcePane::lineChanged);
  connect(&selection, &SelectionModel::positionChanged, this, &SourcePane::positionChanged);
  connect(&selection, &SelectionModel::litChanged, this, &SourcePane::litChanged);
  connect(&selection, &SelectionModel::messagesChanged, this, &SourcePane::messagesChanged);
  executionChanged();
}

void SourcePane::themeChanged() {
  m_editor->setTheme(theme());
}

// A file that the previous execution had too keeps its scroll position, so that stepping does not jump.
void SourcePane::executionChanged() {
  const std::string before = std::exchange(m_file, std::string());
  m_files.clear();
  m_choice->clear();
  if (execution())
    for (const std::string& file : execution()->files())
      m_choice->addItem(fromText(file), QVariant::fromValue(fromText(file)));
  for (const CompilerMessage& message : selection().messages())
    if (const QString file = fromText(message.place.file); m_choice->findData(file) < 0)
      m_choice->addItem(file, file);
  setNotice(m_choice->count() != 0 ? QString()
            : !execution()
                ? nothing()
                : tr("No event here has a source line. Was the program built without -g? Build it with -g then."));
  if (m_choice->findData(fromText(before)) >= 0)
    showFile(before);
  else if (m_choice->count() != 0)
    showFile(m_choice->itemData(0).toString().toStdString());
  lineChanged();
}

// After a failed compilation, shows the first error.
void SourcePane::messagesChanged() {
  executionChanged();
  const std::vector<CompilerMessage>& messages = selection().messages();
  const auto first = std::ranges::find_if(messages, &CompilerMessage::isError);
  if (first == messages.end())
    return;
  showLine(first->place);
}

void SourcePane::showLine(const SourceLine& line) {
  showFile(line.file);
  m_editor->setCurrentLine(line.line);
}

SourceLine SourcePane::place() const {
  int line = 0, column = 0;
  m_editor->getCursorPosition(&line, &column);
  return {m_file, static_cast<unsigned>(line) + 1};
}

void SourcePane::lineChanged() {
  const auto& line = selection().current().line;
  if (line && !line->file.empty() && line->file != m_file)
    showFile(line->file);
  m_editor->setCurrentLine(line && line->file == m_file ? line->line : 0);
}

void SourcePane::fileChosen(int index) {
  showFile(m_choice->itemData(index).toString().toStdString());
  lineChanged();
}

void SourcePane::showFile(const std::string& file) {
  m_file = file;
  const QString path = fromText(file);
  if (m_choice->findData(path) < 0)
    m_choice->addItem(path, path);
  m_choice->setCurrentIndex(m_choice->findData(path));
  m_choice->setToolTip(path);
  const SourceFile& source = m_files.file(path);
  m_editor->setVisible(source.error.isEmpty());
  m_message->setVisible(!source.error.isEmpty());
  m_message->setText(tr("%1 cannot be shown: %2.\nPut the file back where it was when the witness was made; "
                        "everything else works without it.")
                         .arg(path, source.error));
  m_warning->setVisible(source.error.isEmpty() && execution() && isNewer(path, *execution()));
  m_editor->showText(source.lines.join(u'\n'));
  showNotes();
  litChanged();
  showBreakpoints();
}

void SourcePane::positionChanged() {
  if (execution())
    showNotes();
}

void SourcePane::showNotes() {
  const SchedulePosition position = selection().current().position;
  std::map<unsigned, LineNote> notes;
  for (const CompilerMessage& message : selection().messages())
    if (message.place.file == m_file)
      notes[message.place.line].parts.push_back(
          {fromText(message.text) + QStringLiteral("   "), true, message.isError});
  if (execution())
    for (const auto& [line, events] : eventsByLine(*execution(), m_file))
      std::ranges::move(noteOf(*execution(), events, position).parts, std::back_inserter(notes[line].parts));
  m_editor->setNotes(notes);
  if (!execution())
    return m_editor->setThreads({});
  std::map<unsigned, QString> threads;
  const std::vector<std::optional<SourceLine>> lines = threadLines(*execution(), position);
  for (unsigned thread = 0; thread < lines.size(); thread++)
    if (lines[thread] && lines[thread]->file == m_file) {
      QString& text = threads[lines[thread]->line];
      text += (text.isEmpty() ? QString() : QStringLiteral(" ")) + fromText(threadText(thread));
    }
  m_editor->setThreads(threads);
}

void SourcePane::showBreakpoints() {
  std::set<unsigned> lines;
  for (const ReplayBreakpoint& breakpoint : m_replay.snapshot().breakpoints)
    if (breakpoint.line && breakpoint.line->file == m_file && breakpoint.isEnabled)
      lines.insert(breakpoint.line->line);
  m_editor->setBreakpoints(lines);
}

void SourcePane::litChanged() {
  std::set<unsigned> lines;
  if (execution())
    for (const EventNumber event : selection().litEvents())
      if (const auto line = execution()->lineOf(event); line && line->file == m_file)
        lines.insert(line->line);
  m_editor->setLit(lines);
}

} // namespace revisit::gui
