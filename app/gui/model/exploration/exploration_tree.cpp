#include "exploration_tree.h"

#include "log/state_step_text.h"
#include "model/text.h"

#include <QMimeData>

#include <algorithm>

namespace revisit::gui {
namespace {

constexpr std::uint32_t nodesAtOnce = 3000;
const QString executionType = QStringLiteral("application/x-revisit-execution");

} // namespace

void ExplorationTree::setLog(LogPointer log) {
  beginResetModel();
  m_log = std::move(log);
  m_nodes.clear();
  m_open.clear();
  m_folded.clear();
  m_rows.clear();
  m_considered = 0;
  m_deepest = 0;
  m_threadNames.clear();
  endResetModel();
}

bool ExplorationTree::follow() {
  if (!m_log)
    return true;
  m_threadNames = m_log->threadNames();
  const auto begin = nodeCount();
  const std::vector<TreeNode> nodes = m_log->nodes(begin, nodesAtOnce);
  for (std::size_t i = 0; i < nodes.size(); i++)
    take(begin + static_cast<std::uint32_t>(i), nodes[i]);
  listOn();
  refreshOpen();
  return nodes.size() < nodesAtOnce && m_considered == nodeCount();
}

// Lists some more nodes; making their texts takes time.
void ExplorationTree::listOn() {
  std::vector<std::uint32_t> rows;
  const std::uint32_t stop = m_considered + std::min(nodesAtOnce, nodeCount() - m_considered);
  for (; m_considered < stop; m_considered++)
    if (isListed(m_considered))
      rows.push_back(m_considered);
  if (!rows.empty()) {
    const int end = rowCount();
    beginInsertRows({}, end, end + static_cast<int>(rows.size()) - 1);
    m_rows.insert(m_rows.end(), rows.begin(), rows.end());
    endInsertRows();
  }
}

void ExplorationTree::take(std::uint32_t number, const TreeNode& node) {
  m_nodes.push_back({node.parent, node.depth, node.execution, node.outcome, false});
  m_deepest = std::max(m_deepest, node.depth);
  if (node.parent != noLogEntry)
    m_nodes[node.parent].hasChildren = true;
  if (node.outcome == NodeOutcome::Open)
    m_open.push_back(number);
}

// A node gets its outcome later. Lists the nodes for which the filter was waiting.
void ExplorationTree::refreshOpen() {
  std::vector<std::uint32_t> open;
  for (const std::uint32_t number : m_open) {
    const TreeNode node = m_log->nodes(number, 1).front();
    m_nodes[number].outcome = node.outcome;
    m_nodes[number].execution = node.execution;
    if (node.outcome == NodeOutcome::Open)
      open.push_back(number);
    if (number >= m_considered)
      continue;
    const auto place = std::ranges::lower_bound(m_rows, number);
    const int row = static_cast<int>(place - m_rows.begin());
    const bool wasListed = place != m_rows.end() && *place == number; // its text may have changed since
    const bool nowListed = isListed(number);
    if (nowListed && !wasListed) {
      beginInsertRows({}, row, row);
      m_rows.insert(place, number);
      endInsertRows();
    } else if (wasListed && !nowListed) {
      beginRemoveRows({}, row, row);
      m_rows.erase(place);
      endRemoveRows();
    } else if (nowListed && node.outcome != NodeOutcome::Open) {
      emit dataChanged(index(row, 0), index(row, columns - 1));
    }
  }
  m_open = std::move(open);
}

void ExplorationTree::setFilter(TreeFilter filter) {
  if (filter == m_filter)
    return;
  m_filter = std::move(filter);
  m_wanted.clear();
  m_unwanted.clear();
  for (const QString& word : m_filter.text.split(QLatin1Char(' '), Qt::SkipEmptyParts))
    if (word.size() > 1 && word.startsWith(QLatin1Char('-')))
      m_unwanted.append(word.mid(1));
    else
      m_wanted += (m_wanted.isEmpty() ? QString() : QStringLiteral(" ")) + word;
  refill();
}

void ExplorationTree::setFolded(std::uint32_t node, bool isFolded) {
  if (node >= nodeCount() || !m_nodes[node].hasChildren || m_folded.contains(node) == isFolded)
    return;
  if (isFolded)
    m_folded.insert(node);
  else
    m_folded.erase(node);
  refill();
}

void ExplorationTree::refill() {
  beginResetModel();
  m_rows.clear();
  m_considered = 0;
  if (m_filter.text.isEmpty())
    listAll();
  endResetModel();
}

void ExplorationTree::listAll() {
  std::uint32_t foldedDepth = ~0u; // deeper nodes are folded
  for (std::uint32_t node = 0; node < nodeCount(); node++) {
    if (m_nodes[node].depth > foldedDepth)
      continue;
    foldedDepth = m_folded.contains(node) ? m_nodes[node].depth : ~0u;
    if (m_filter.isEmpty() || isListed(node))
      m_rows.push_back(node);
  }
  m_considered = nodeCount();
}

bool ExplorationTree::isHidden(std::uint32_t node) const {
  if (m_folded.empty())
    return false;
  for (std::uint32_t above = m_nodes[node].parent; above != noLogEntry; above = m_nodes[above].parent)
    if (m_folded.contains(above))
      return true;
  return false;
}

bool ExplorationTree::isListed(std::uint32_t node) const {
  if (!m_filter.outcomes.empty() && !m_filter.outcomes.contains(m_nodes[node].outcome))
    return false;
  if (isHidden(node))
    return false;
  if (m_filter.text.isEmpty())
    return true;
  const QString what = whatText(node), outcome = outcomeText(node);
  const auto says = [&](const QString& part) {
    return what.contains(part, Qt::CaseInsensitive) || outcome.contains(part, Qt::CaseInsensitive);
  };
  return says(m_wanted) && std::ranges::none_of(m_unwanted, says);
}

int ExplorationTree::rowOf(std::uint32_t node) const {
  while (node < nodeCount()) {
    const auto found = std::ranges::lower_bound(m_rows, node);
    if (found != m_rows.end() && *found == node)
      return static_cast<int>(found - m_rows.begin());
    node = m_nodes[node].parent;
  }
  return -1;
}

int ExplorationTree::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ExplorationTree::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : columns;
}

QString ExplorationTree::outcomeText(std::uint32_t node) const {
  const Node& known = m_nodes[node];
  const QString outcome = QLatin1String(nameOf(known.outcome));
  return known.execution == 0 ? outcome : tr("#%1 %2").arg(known.execution).arg(outcome);
}

// Of an execution that a search over states showed: the state.
QString ExplorationTree::wayText(std::uint32_t node) const {
  const std::shared_ptr<const StateLog> states = m_log->states();
  const std::uint64_t number = states->stepOfExecution(m_nodes[node].execution);
  for (const StateStep& step : states->steps(number, number == 0 ? 0 : 1))
    return tr("the way to %1").arg(fromText(stateName(step.state)));
  return tr("the same as an execution that was shown before");
}

QString ExplorationTree::whatText(std::uint32_t node) const {
  const std::vector<TreeNode> found = m_log->nodes(node, 1);
  QString text = m_log->states() ? wayText(node)
                                 : fromText(nodeText(found.front(), eventsOf(*m_log, found.front()), m_threadNames));
  const std::vector<ExecutionSummary> summaries = m_log->executions(m_nodes[node].execution, 1);
  if (m_nodes[node].execution != 0 && !summaries.empty() && summaries.front().bug) {
    const BugPlace& bug = *summaries.front().bug;
    text += QStringLiteral("  –  ") + fromText(bug.message.empty() ? errorName(bug.kind) : bug.message);
  }
  return text;
}

QVariant ExplorationTree::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid))
    return {};
  const std::uint32_t node = nodeAt(index.row());
  switch (role) {
  case Qt::DisplayRole:
  case Qt::ToolTipRole:
  case Qt::AccessibleTextRole:
    return index.column() == OutcomeColumn ? outcomeText(node) : whatText(node);
  case NodeRole:
    return node;
  case ExecutionRole:
    return QVariant::fromValue<qulonglong>(m_nodes[node].execution);
  case OutcomeRole:
    return static_cast<int>(m_nodes[node].outcome);
  case DepthRole:
    return m_nodes[node].depth;
  case FoldRole:
    return !m_nodes[node].hasChildren ? 0 : m_folded.contains(node) ? 2 : 1;
  default:
    return {};
  }
}

QVariant ExplorationTree::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
    return {};
  return section == OutcomeColumn ? tr("Outcome") : tr("Alternative, or why it was refused");
}

Qt::ItemFlags ExplorationTree::flags(const QModelIndex& index) const {
  const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
  const bool isExecution = index.isValid() && m_nodes[nodeAt(index.row())].execution != 0;
  return isExecution ? flags | Qt::ItemIsDragEnabled : flags;
}

QStringList ExplorationTree::mimeTypes() const {
  return {executionType};
}

QMimeData* ExplorationTree::mimeData(const QModelIndexList& indexes) const {
  if (indexes.isEmpty())
    return nullptr;
  auto* data = new QMimeData;
  data->setData(executionType, QByteArray::number(indexes.front().data(ExecutionRole).toULongLong()));
  return data;
}

std::uint64_t draggedExecution(const QMimeData& data) {
  return data.data(executionType).toULongLong();
}

} // namespace revisit::gui
