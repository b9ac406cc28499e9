#include "bookmarks.h"

#include "model/text.h"
#include "query/timeline/event_text.h"

#include <QFileInfo>

namespace revisit::gui {
namespace {

const QString nameKey = QStringLiteral("name"), executionKey = QStringLiteral("execution"),
              fileKey = QStringLiteral("file"), threadKey = QStringLiteral("thread"),
              indexKey = QStringLiteral("index"), eventKey = QStringLiteral("event"), noteKey = QStringLiteral("note");

} // namespace

Bookmarks::Bookmarks(SelectionModel& selection, QObject* parent) : QObject(parent), m_selection(selection) {
  connect(&selection, &SelectionModel::executionChanged, this, &Bookmarks::refresh);
}

void Bookmarks::setAll(std::vector<Bookmark> bookmarks) {
  m_bookmarks = std::move(bookmarks);
  refresh();
}

bool Bookmarks::isOpen(const Bookmark& bookmark) const {
  return m_selection.execution() && m_selection.execution()->witness().executionId == bookmark.execution.toStdString();
}

std::optional<EventNumber> Bookmarks::numberOf(const Bookmark& bookmark) const {
  return isOpen(bookmark) ? m_selection.execution()->timeline().numberOf(bookmark.thread, bookmark.index)
                          : std::nullopt;
}

void Bookmarks::refresh() {
  std::vector<EventNumber> events;
  for (const Bookmark& bookmark : m_bookmarks)
    if (const auto event = numberOf(bookmark))
      events.push_back(*event);
  m_selection.bookmark(std::move(events));
}

QString Bookmarks::whyNot() const {
  if (!m_selection.execution())
    return tr("No execution is open. Open one, and choose the event to be marked.");
  if (!m_selection.current().event)
    return tr("No event is selected. Choose the event to be marked.");
  if (m_selection.execution()->witness().executionId.empty())
    return tr("What is shown is a graph on the way to an execution, which cannot be found again. Choose a finished "
              "execution.");
  return {};
}

std::optional<std::size_t> Bookmarks::selected() const {
  for (std::size_t i = 0; i < m_bookmarks.size(); i++)
    if (const auto event = numberOf(m_bookmarks[i]); event && event == m_selection.current().event)
      return i;
  return std::nullopt;
}

void Bookmarks::toggle() {
  if (!whyNot().isEmpty())
    return;
  if (const auto bookmark = selected())
    remove(*bookmark);
  else
    add();
}

void Bookmarks::add() {
  const Execution& execution = *m_selection.execution();
  const EventNumber number = *m_selection.current().event;
  const WitnessEvent& event = execution.timeline().event(number);
  const std::string place = placeText(event);
  Bookmark bookmark;
  bookmark.execution = fromText(execution.witness().executionId);
  if (execution.isFile())
    bookmark.file = QFileInfo(fromText(execution.path())).absoluteFilePath();
  bookmark.thread = event.thread;
  bookmark.index = event.index;
  bookmark.event = fromText(threadText(event.thread) + " " + eventText(execution.timeline(), number) +
                            (place.empty() ? "" : "  " + place));
  bookmark.name = fromText(shortText(execution.timeline(), number));
  m_bookmarks.push_back(std::move(bookmark));
  refresh();
  emit changed();
}

void Bookmarks::remove(std::size_t bookmark) {
  m_bookmarks.erase(m_bookmarks.begin() + static_cast<std::ptrdiff_t>(bookmark));
  refresh();
  emit changed();
}

void Bookmarks::rename(std::size_t bookmark, const QString& name) {
  if (name.trimmed().isEmpty())
    return;
  m_bookmarks[bookmark].name = name.trimmed();
  emit changed();
}

bool Bookmarks::goTo(const Bookmark& bookmark) {
  const auto event = numberOf(bookmark);
  if (event)
    m_selection.selectEvent(*event);
  return event.has_value();
}

QVariantList toVariant(const std::vector<Bookmark>& bookmarks) {
  QVariantList list;
  for (const Bookmark& bookmark : bookmarks)
    list.push_back(QVariantMap{{nameKey, bookmark.name},
                               {executionKey, bookmark.execution},
                               {fileKey, bookmark.file},
                               {threadKey, bookmark.thread},
                               {indexKey, bookmark.index},
                               {eventKey, bookmark.event}});
  return list;
}

std::vector<Bookmark> bookmarksFrom(const QVariantList& list) {
  std::vector<Bookmark> bookmarks;
  for (const QVariant& entry : list) {
    const QVariantMap map = entry.toMap();
    bool hasThread = false, hasIndex = false;
    const unsigned thread = map.value(threadKey).toUInt(&hasThread), index = map.value(indexKey).toUInt(&hasIndex);
    const QString name = map.value(nameKey).toString(), execution = map.value(executionKey).toString();
    const QString note = map.value(noteKey).toString();
    if (hasThread && hasIndex && !name.isEmpty() && !execution.isEmpty())
      bookmarks.push_back({note.isEmpty() ? name : name + QStringLiteral(": ") + note, execution,
                           map.value(fileKey).toString(), thread, index, map.value(eventKey).toString()});
  }
  return bookmarks;
}

} // namespace revisit::gui
