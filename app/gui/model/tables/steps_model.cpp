#include "steps_model.h"

#include "log/state_step_text.h"
#include "log/steps/step_cursor.h"
#include "model/text.h"

#include <algorithm>
#include <limits>

namespace revisit::gui {
namespace {

constexpr int blockSize = 64, keptBlocks = 32;

QString actionName(std::string_view name) {
  return fromText(name).replace(u'-', u' ');
}

} // namespace

StepsModel::StepsModel(QObject* parent) : QAbstractTableModel(parent), m_blocks(keptBlocks) {}

void StepsModel::setLog(LogPointer log) {
  if (log == m_log) {
    readOn();
    return;
  }
  beginResetModel();
  m_log = std::move(log);
  m_states = m_log ? m_log->states() : nullptr;
  m_blocks.clear();
  m_rows = 0;
  endResetModel();
  readOn();
}

void StepsModel::readOn() {
  constexpr std::uint64_t most = std::numeric_limits<int>::max();
  if (m_log && !m_states)
    m_states = m_log->states();
  const std::uint64_t count = m_states ? m_states->stepCount() : m_log ? m_log->stepCount() : 0;
  const int rows = static_cast<int>(std::min(count, most));
  if (rows <= m_rows)
    return;
  m_blocks.remove(m_rows / blockSize); // it may have been read before it was full
  beginInsertRows({}, m_rows, rows - 1);
  m_rows = rows;
  endInsertRows();
}

QModelIndex StepsModel::indexOfStep(std::uint64_t step) const {
  return index(static_cast<int>(step) - 1, 0);
}

int StepsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : m_rows;
}

int StepsModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(columns);
}

StepsModel::Block StepsModel::stepsAt(int first) const {
  Block block;
  const ThreadNames threads = m_log->threadNames();
  for (const Step& step : m_log->steps(static_cast<std::uint64_t>(first), blockSize)) {
    const std::vector<ExecutionSummary> finished =
        step.kind == ActionKind::Finished ? m_log->executions(step.execution, 1) : std::vector<ExecutionSummary>();
    block.push_back({actionName(nameOf(step.kind)),
                     fromText(stepText(step, threads, finished.empty() ? nullptr : &finished.front())),
                     isRevisit(step.kind)});
  }
  return block;
}

StepsModel::Block StepsModel::statesAt(int first) const {
  Block block;
  const ThreadNames threads = m_states->threadNames();
  for (const StateStep& step : m_states->steps(static_cast<std::uint64_t>(first), blockSize)) {
    const std::vector<ExecutionSummary> shown =
        step.execution != 0 ? m_log->executions(step.execution, 1) : std::vector<ExecutionSummary>();
    const std::vector<LoggedState> state =
        step.state != noLogEntry ? m_states->states(step.state, 1) : std::vector<LoggedState>();
    block.push_back({actionName(nameOf(step.kind)),
                     fromText(stepText(step, threads, state.empty() ? nullptr : &state.front(),
                                       shown.empty() ? nullptr : &shown.front())),
                     isJudgement(step.kind)});
  }
  return block;
}

const StepsModel::Row* StepsModel::rowAt(int row) const {
  const int number = row / blockSize;
  const Block* block = m_blocks.object(number);
  if (!block) {
    auto* made = new Block(m_states ? statesAt(number * blockSize + 1) : stepsAt(number * blockSize + 1));
    m_blocks.insert(number, made); // the cache owns it
    block = made;
  }
  const auto place = static_cast<std::size_t>(row % blockSize);
  return place < block->size() ? &(*block)[place] : nullptr;
}

QVariant StepsModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
    return {};
  if (role == StepRole)
    return QVariant::fromValue<qulonglong>(static_cast<qulonglong>(index.row()) + 1);
  if (role == Qt::TextAlignmentRole)
    return QVariant::fromValue<int>((index.column() == Number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
  if (role != Qt::DisplayRole && role != Qt::ToolTipRole && role != RevisitRole)
    return {};
  if (role == Qt::DisplayRole && index.column() == Number)
    return QString::number(index.row() + 1);
  const Row* row = rowAt(index.row());
  if (!row)
    return {};
  if (role == RevisitRole)
    return row->isRevisit;
  return role == Qt::DisplayRole && index.column() == Action ? row->action : row->sentence;
}

QVariant StepsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0 || section >= columns)
    return {};
  return section == Number ? tr("Step") : section == Action ? tr("Action") : tr("What happens");
}

} // namespace revisit::gui
