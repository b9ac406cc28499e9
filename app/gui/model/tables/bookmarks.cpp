#include "bookmarks.h"

#include "model/text.h"
#include "query/timeline/event_text.h"

#include <QFileInfo>

#include <algorithm>

namespace revisit::gui {
namespace {

const QString nameKey = QStringLiteral("name"), executionKey = QStringLiteral("execution"),
              fileKey = QStringLiteral("file"), threadKey = QStringLiteral("thread"),
              indexKey = QStringLiteral("index"), eventKey = QStringLiteral("event"), noteKey = QStringLiteral("note");

constexpr int shortId = 12; // digits

} // namespace

Bookmarks::Bookmarks(SelectionModel& selection, QObject* parent) : QAbstractTableModel(parent), m_selection(selection) {
  connect(&selection, &SelectionModel::executionChanged, this, &Bookmarks::refresh);
}

void Bookmarks::setAll(std::vector<Bookmark> bookmarks) {
  beginResetModel();
  m_bookmarks = std::move(bookmarks);
  endResetModel();
  refresh();
}

bool Bookmarks::isOpen(const Bookmark& bookmark) const {
  return m_selection.execution() && m_selection.execution()->witness().executionId == bookmark.execution.toStdString();
}

std::optional<EventNumber> Bookmarks::numberOf(const Bookmark& bookmark) const {
  return isOpen(bookmark) ? m_selection.execution()->timeline().numberOf(bookmark.thread, bookmark.index)
                          : std::nullopt;
}

// Updates which rows belong to the open execution, and which events the other tables show as marked.
void Bookmarks::refresh() {
  std::vector<EventNumber> events;
  for (const Bookmark& bookmark : m_bookmarks)
    if (const auto event = numberOf(bookmark))
      events.push_back(*event);
  m_selection.bookmark(std::move(events));
  if (!m_bookmarks.empty())
    emit dataChanged(index(0, 0), index(rowCount() - 1, columns - 1));
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

void Bookmarks::toggle() {
  if (!whyNot().isEmpty())
    return;
  const auto found = std::ranges::find_if(
      m_bookmarks, [&](const Bookmark& bookmark) { return numberOf(bookmark) == m_selection.current().event; });
  if (found != m_bookmarks.end())
    remove(static_cast<int>(found - m_bookmarks.begin()));
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
  beginInsertRows({}, rowCount(), rowCount());
  m_bookmarks.push_back(std::move(bookmark));
  endInsertRows();
  refresh();
  emit changed();
}

void Bookmarks::remove(int row) {
  if (row < 0 || row >= rowCount())
    return;
  beginRemoveRows({}, row, row);
  m_bookmarks.erase(m_bookmarks.begin() + row);
  endRemoveRows();
  refresh();
  emit changed();
}

bool Bookmarks::goTo(int row) {
  if (row < 0 || row >= rowCount())
    return false;
  const auto event = numberOf(m_bookmarks[static_cast<std::size_t>(row)]);
  if (event)
    m_selection.selectEvent(*event);
  return event.has_value();
}

int Bookmarks::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_bookmarks.size());
}

int Bookmarks::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(columns);
}

QVariant Bookmarks::data(const QModelIndex& index, int role) const {
  const bool isText = role == Qt::DisplayRole || role == Qt::EditRole || role == Qt::ToolTipRole;
  if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid) || !isText)
    return {};
  const Bookmark& bookmark = m_bookmarks[static_cast<std::size_t>(index.row())];
  switch (index.column()) {
  case Name:
    return bookmark.name;
  case Event:
    return bookmark.event;
  case ExecutionId:
    if (role == Qt::ToolTipRole)
      return bookmark.file.isEmpty() ? bookmark.execution : bookmark.execution + u'\n' + bookmark.file;
    return isOpen(bookmark) ? tr("%1, open").arg(bookmark.execution.left(shortId))
                            : tr("%1, not open").arg(bookmark.execution.left(shortId));
  case Note:
    return bookmark.note;
  default:
    return {};
  }
}

bool Bookmarks::setData(const QModelIndex& index, const QVariant& value, int role) {
  const bool isHere = checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid);
  if (!isHere || role != Qt::EditRole || (index.column() != Name && index.column() != Note))
    return false;
  Bookmark& bookmark = m_bookmarks[static_cast<std::size_t>(index.row())];
  const QString text = value.toString().trimmed();
  if (index.column() == Name && text.isEmpty())
    return false; // otherwise the row would have nothing to click
  (index.column() == Name ? bookmark.name : bookmark.note) = text;
  emit dataChanged(index, index);
  emit changed();
  return true;
}

Qt::ItemFlags Bookmarks::flags(const QModelIndex& index) const {
  const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
  return index.isValid() && (index.column() == Name || index.column() == Note) ? flags | Qt::ItemIsEditable : flags;
}

QVariant Bookmarks::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
    return {};
  switch (section) {
  case Name:
    return tr("Bookmark");
  case Event:
    return tr("Event");
  case ExecutionId:
    return tr("Execution");
  case Note:
    return tr("Note");
  default:
    return {};
  }
}

QVariantList toVariant(const std::vector<Bookmark>& bookmarks) {
  QVariantList list;
  for (const Bookmark& bookmark : bookmarks)
    list.push_back(QVariantMap{{nameKey, bookmark.name},
                               {executionKey, bookmark.execution},
                               {fileKey, bookmark.file},
                               {threadKey, bookmark.thread},
                               {indexKey, bookmark.index},
                               {eventKey, bookmark.event},
                               {noteKey, bookmark.note}});
  return list;
}

std::vector<Bookmark> bookmarksFrom(const QVariantList& list) {
  std::vector<Bookmark> bookmarks;
  for (const QVariant& entry : list) {
    const QVariantMap map = entry.toMap();
    bool hasThread = false, hasIndex = false;
    const unsigned thread = map.value(threadKey).toUInt(&hasThread), index = map.value(indexKey).toUInt(&hasIndex);
    const QString name = map.value(nameKey).toString(), execution = map.value(executionKey).toString();
    if (hasThread && hasIndex && !name.isEmpty() && !execution.isEmpty())
      bookmarks.push_back({name, execution, map.value(fileKey).toString(), thread, index,
                           map.value(eventKey).toString(), map.value(noteKey).toString()});
  }
  return bookmarks;
}

} // namespace revisit::gui
