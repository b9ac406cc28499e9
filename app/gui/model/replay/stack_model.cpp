#include "stack_model.h"

#include "base/file_name.h"
#include "model/text.h"

#include <algorithm>

namespace revisit::gui {
namespace {

// The internal id of an index: 0 for a thread, its thread's row from 1 for a frame.
constexpr quintptr threadId = 0;

QString placeText(const std::optional<SourceLine>& line, bool isWhole) {
  if (!line)
    return {};
  return fromText(isWhole ? line->file : fileName(line->file)) + u':' + QString::number(line->line);
}

const ReplayFrame* usersFrame(const ReplayThread& thread) {
  const auto users = std::ranges::find(thread.frames, true, &ReplayFrame::isUsers);
  return users != thread.frames.end() ? &*users : thread.frames.empty() ? nullptr : &thread.frames.front();
}

} // namespace

StackModel::StackModel(Replay& replay, QObject* parent) : QAbstractItemModel(parent), m_replay(replay) {
  connect(&replay, &Replay::snapshotChanged, this, &StackModel::refresh);
}

void StackModel::refresh() {
  if (m_replay.snapshot().threads == m_threads)
    return;
  beginResetModel();
  m_threads = m_replay.snapshot().threads;
  endResetModel();
}

QModelIndex StackModel::index(int row, int column, const QModelIndex& parent) const {
  if (!hasIndex(row, column, parent))
    return {};
  return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : threadId);
}

QModelIndex StackModel::parent(const QModelIndex& index) const {
  if (!index.isValid() || index.internalId() == threadId)
    return {};
  return createIndex(static_cast<int>(index.internalId()) - 1, 0, threadId);
}

int StackModel::rowCount(const QModelIndex& parent) const {
  if (!parent.isValid())
    return static_cast<int>(m_threads.size());
  const ReplayThread* thread = parent.column() == 0 ? threadAt(parent) : nullptr;
  return thread ? static_cast<int>(thread->frames.size()) : 0;
}

int StackModel::columnCount(const QModelIndex&) const {
  return columns;
}

const ReplayThread* StackModel::threadAt(const QModelIndex& index) const {
  return index.internalId() == threadId ? &m_threads[static_cast<std::size_t>(index.row())] : nullptr;
}

const ReplayFrame* StackModel::frameAt(const QModelIndex& index) const {
  if (index.internalId() == threadId)
    return nullptr;
  return &m_threads[index.internalId() - 1].frames[static_cast<std::size_t>(index.row())];
}

QString StackModel::textOf(const QModelIndex& index, bool isWhole) const {
  if (const ReplayFrame* frame = frameAt(index))
    return index.column() == Function ? fromText(frame->function) : placeText(frame->line, isWhole);
  const ReplayThread& thread = *threadAt(index);
  if (index.column() == Function)
    return fromText(thread.title);
  const ReplayFrame* frame = usersFrame(thread);
  return frame ? placeText(frame->line, isWhole) : tr("not in the program's own code");
}

QVariant StackModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid))
    return {};
  switch (role) {
  case Qt::DisplayRole:
    return textOf(index, false);
  case Qt::ToolTipRole:
    return textOf(index, true);
  case StressedRole:
    return frameAt(index) ? frameAt(index)->isUsers : threadAt(index)->isFocus;
  default:
    return {};
  }
}

QVariant StackModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
    return {};
  return section == Function ? tr("Thread, function") : tr("Line");
}

std::optional<ReplayPlace> StackModel::placeAt(const QModelIndex& index) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid))
    return std::nullopt;
  const ReplayThread& thread = index.internalId() == threadId ? *threadAt(index) : m_threads[index.internalId() - 1];
  const ReplayFrame* frame = index.internalId() == threadId ? usersFrame(thread) : frameAt(index);
  return frame ? std::optional(ReplayPlace{thread.id, frame->index}) : std::nullopt;
}

QModelIndex StackModel::indexOf(const ReplayPlace& place) const {
  for (std::size_t row = 0; row < m_threads.size(); row++) {
    const std::vector<ReplayFrame>& frames = m_threads[row].frames;
    const auto found = std::ranges::find(frames, place.frame, &ReplayFrame::index);
    if (m_threads[row].id == place.thread && found != frames.end())
      return index(static_cast<int>(found - frames.begin()), 0, index(static_cast<int>(row), 0));
  }
  return {};
}

} // namespace revisit::gui
