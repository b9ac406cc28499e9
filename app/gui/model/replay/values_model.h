// Variables or watched expressions of the replayed program, as a tree whose inner parts are fetched when they are
// opened. Thread rule: the window's thread.
#pragma once

#include "model/roles.h"
#include "replay.h"

#include <QAbstractItemModel>

#include <unordered_map>

namespace revisit::gui {

class ValuesModel : public QAbstractItemModel {
  Q_OBJECT

public:
  enum Column { Name, Value, Type, columns };
  enum Role {
    PathRole = valueRoles, // QString: the same at every stop
    ChangedRole,           // bool: another value than at the stop before
    ErrorRole              // bool: the text says why there is no value
  };
  // Selects the locals or the watches of a snapshot.
  using Values = std::vector<ReplayValue> ReplaySnapshot::*;

  ValuesModel(Replay& replay, Values values, QObject* parent = nullptr);
  ~ValuesModel() override;

  // Null for an invalid index.
  const ReplayValue* valueAt(const QModelIndex& index) const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& index) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  bool hasChildren(const QModelIndex& parent = {}) const override;
  bool canFetchMore(const QModelIndex& parent) const override;
  void fetchMore(const QModelIndex& parent) override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
  struct Node;
  void refresh();
  void addChildren(ValueId id, const std::vector<ReplayValue>& values);
  std::vector<std::unique_ptr<Node>> nodesOf(const std::vector<ReplayValue>& values, Node* parent);
  const std::vector<std::unique_ptr<Node>>& childrenOf(const QModelIndex& parent) const;

  Replay& m_replay;
  Values m_values;
  std::vector<std::unique_ptr<Node>> m_top;
  std::unordered_map<ValueId, Node*> m_nodes;
};

} // namespace revisit::gui
