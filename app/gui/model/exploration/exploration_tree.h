// The tree of an exploration as a list that grows: each node after its parent, indented by its depth, in the order of
// exploration. Nodes can be folded, and filtered by outcome and text. Texts are made when a row is shown. Thread rule:
// the window's thread.
#pragma once

#include "core/logged_execution.h"
#include "model/roles.h"

#include <QAbstractTableModel>
#include <QString>

#include <set>
#include <unordered_set>
#include <vector>

class QMimeData;

namespace revisit::gui {

// Which nodes are listed. An empty filter lists all.
struct TreeFilter {
  std::set<NodeOutcome> outcomes; // empty: all
  QString text;                   // part of the text of the node's row; -WORD: what is not in it
  bool isEmpty() const { return outcomes.empty() && text.isEmpty(); }
  friend bool operator==(const TreeFilter&, const TreeFilter&) = default;
};

class ExplorationTree : public QAbstractTableModel {
  Q_OBJECT

public:
  enum Column { OutcomeColumn, WhatColumn, columns };
  enum Role {
    NodeRole = nodeRoles, // its number in the log
    ExecutionRole,        // the number of the execution to which it leads; 0: none
    OutcomeRole,          // of NodeOutcome
    DepthRole,
    FoldRole, // whether it has children: 0 no, 1 unfolded, 2 folded
  };

  using QAbstractTableModel::QAbstractTableModel;

  // Null: no log. Its nodes are listed by follow().
  void setLog(LogPointer log);
  const LogPointer& log() const { return m_log; }
  // Takes over what was added to the log, but at most some milliseconds' work at a time. Whether that was everything.
  // O(nodes taken over or listed + open nodes).
  bool follow();

  const TreeFilter& filter() const { return m_filter; }
  // O(nodes). For a text filter, which takes longer, follow() lists the nodes some at a time.
  void setFilter(TreeFilter filter);
  // Cost as setFilter(). Ignored for a node without children.
  void setFolded(std::uint32_t node, bool isFolded);

  // The largest depth of the nodes taken over.
  std::uint32_t deepest() const { return m_deepest; }
  // The row of the node, or of its nearest listed ancestor; -1: none. O(log rows).
  int rowOf(std::uint32_t node) const;
  std::uint32_t nodeAt(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
  std::uint32_t nodeCount() const { return static_cast<std::uint32_t>(m_nodes.size()); }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
  // Rows that lead to an execution can be dragged; draggedExecution() reads the data.
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QStringList mimeTypes() const override;
  QMimeData* mimeData(const QModelIndexList& indexes) const override;

private:
  // The data of a node that are needed to list it.
  struct Node {
    std::uint32_t parent, depth, execution;
    NodeOutcome outcome;
    bool hasChildren;
  };

  void take(std::uint32_t number, const TreeNode& node);
  void listOn();
  void listAll();
  void refreshOpen();
  void refill();
  bool isListed(std::uint32_t node) const;
  bool isHidden(std::uint32_t node) const; // by a folded ancestor
  QString outcomeText(std::uint32_t node) const;
  QString wayText(std::uint32_t node) const;
  QString whatText(std::uint32_t node) const;

  LogPointer m_log;
  TreeFilter m_filter;
  QString m_wanted; // of its text
  QStringList m_unwanted;
  std::vector<Node> m_nodes;
  std::vector<std::uint32_t> m_open; // nodes whose outcome is not known yet
  std::unordered_set<std::uint32_t> m_folded;
  std::vector<std::uint32_t> m_rows; // nodes, ascending
  std::uint32_t m_deepest = 0;       // the largest depth
  std::uint32_t m_considered = 0;    // the number of nodes that were listed or filtered out
  std::vector<std::string> m_threadNames;
};

// The number of the execution whose row is dragged; 0: other data.
std::uint64_t draggedExecution(const QMimeData& data);

} // namespace revisit::gui
