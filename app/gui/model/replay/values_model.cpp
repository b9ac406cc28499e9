#include "values_model.h"

#include "model/text.h"

#include <algorithm>

namespace revisit::gui {

struct ValuesModel::Node {
  ReplayValue value;
  Node* parent = nullptr;
  int row = 0;
  bool isAsked = false; // its children were requested
  bool isEmpty = false; // its children were requested and it has none
  std::vector<std::unique_ptr<Node>> children;
};

ValuesModel::ValuesModel(Replay& replay, Values values, QObject* parent)
    : QAbstractItemModel(parent), m_replay(replay), m_values(values) {
  connect(&replay, &Replay::snapshotChanged, this, &ValuesModel::refresh);
  connect(&replay, &Replay::childrenFetched, this, &ValuesModel::addChildren);
}

ValuesModel::~ValuesModel() = default;

void ValuesModel::refresh() {
  const std::vector<ReplayValue>& values = m_replay.snapshot().*m_values;
  const auto isShown = [](const ReplayValue& value, const std::unique_ptr<Node>& node) { return value == node->value; };
  if (std::ranges::equal(values, m_top, isShown))
    return;
  beginResetModel();
  m_nodes.clear();
  m_top = nodesOf(values, nullptr);
  endResetModel();
}

std::vector<std::unique_ptr<ValuesModel::Node>> ValuesModel::nodesOf(const std::vector<ReplayValue>& values,
                                                                     Node* parent) {
  std::vector<std::unique_ptr<Node>> nodes;
  for (const ReplayValue& value : values) {
    auto node = std::make_unique<Node>();
    node->value = value;
    node->parent = parent;
    node->row = static_cast<int>(nodes.size());
    if (value.id != 0)
      m_nodes.emplace(value.id, node.get());
    nodes.push_back(std::move(node));
  }
  return nodes;
}

void ValuesModel::addChildren(ValueId id, const std::vector<ReplayValue>& values) {
  const auto found = m_nodes.find(id);
  if (found == m_nodes.end() || !found->second->children.empty())
    return;
  Node* node = found->second;
  const QModelIndex parent = createIndex(node->row, 0, node);
  if (values.empty()) {
    node->isEmpty = true;
    emit dataChanged(parent, parent);
    return;
  }
  beginInsertRows(parent, 0, static_cast<int>(values.size()) - 1);
  node->children = nodesOf(values, node);
  endInsertRows();
}

const std::vector<std::unique_ptr<ValuesModel::Node>>& ValuesModel::childrenOf(const QModelIndex& parent) const {
  return parent.isValid() ? static_cast<const Node*>(parent.internalPointer())->children : m_top;
}

const ReplayValue* ValuesModel::valueAt(const QModelIndex& index) const {
  return index.isValid() ? &static_cast<const Node*>(index.internalPointer())->value : nullptr;
}

QModelIndex ValuesModel::index(int row, int column, const QModelIndex& parent) const {
  if (!hasIndex(row, column, parent))
    return {};
  return createIndex(row, column, childrenOf(parent)[static_cast<std::size_t>(row)].get());
}

QModelIndex ValuesModel::parent(const QModelIndex& index) const {
  Node* parent = index.isValid() ? static_cast<const Node*>(index.internalPointer())->parent : nullptr;
  return parent ? createIndex(parent->row, 0, parent) : QModelIndex();
}

int ValuesModel::rowCount(const QModelIndex& parent) const {
  return parent.column() > 0 ? 0 : static_cast<int>(childrenOf(parent).size());
}

int ValuesModel::columnCount(const QModelIndex&) const {
  return columns;
}

bool ValuesModel::hasChildren(const QModelIndex& parent) const {
  if (!parent.isValid())
    return !m_top.empty();
  const Node& node = *static_cast<const Node*>(parent.internalPointer());
  return parent.column() == 0 && node.value.hasChildren && !node.isEmpty;
}

bool ValuesModel::canFetchMore(const QModelIndex& parent) const {
  return hasChildren(parent) && parent.isValid() && !static_cast<const Node*>(parent.internalPointer())->isAsked;
}

void ValuesModel::fetchMore(const QModelIndex& parent) {
  if (!canFetchMore(parent))
    return;
  Node* node = static_cast<Node*>(parent.internalPointer());
  node->isAsked = true;
  m_replay.fetchChildren(node->value.id);
}

QVariant ValuesModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid))
    return {};
  const ReplayValue& value = *valueAt(index);
  switch (role) {
  case Qt::DisplayRole:
  case Qt::ToolTipRole:
    return fromText(index.column() == Name ? value.name : index.column() == Value ? value.text : value.type);
  case PathRole:
    return fromText(value.path);
  case ChangedRole:
    return value.isChanged;
  case ErrorRole:
    return value.isError;
  default:
    return {};
  }
}

QVariant ValuesModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
    return {};
  return section == Name ? tr("Name") : section == Value ? tr("Value") : tr("Type");
}

} // namespace revisit::gui
