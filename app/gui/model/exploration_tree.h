// The tree of an exploration as a list that grows: each node behind its parent, indented by its depth, as the nodes are
// met. A node can be folded, and nodes can be filtered by outcome and text. Texts are made when a row is shown.
// Thread rule: the window's thread.
#pragma once

#include "logged_execution.h"
#include "roles.h"

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
  QString text;                   // part of what the node's rows say
  bool isEmpty() const { return outcomes.empty() && text.isEmpty(); }
  friend bool operator==(const TreeFilter&, const TreeFilter&) = default;
};

class ExplorationTree : public QAbstractTableModel {
  Q_OBJECT

public:
  enum Column { OutcomeColumn, WhatColumn, columns };
  enum Role {
    NodeRole = nodeRoles, // its number in the log
    ExecutionRole,        // the number of the execution that it leads to; 0: none
    OutcomeRole,          // of NodeOutcome
    DepthRole,
    FoldRole, // whether it has children: 0 no, 1 unfolded, 2 folded
  };

  using QAbstractTableModel::QAbstractTableModel;

  // Null: there is none. Its nodes come with follow().
  void setLog(LogPointer log);
  const LogPointer& log() const { return m_log; }
  // Takes over what the log has got since, but not more than some milliseconds' work at a time: whether that was all.
  // O(nodes taken or listed + nodes that are open).
  bool follow();

  const TreeFilter& filter() const { return m_filter; }
  // O(nodes). With a text, which takes longer, follow() lists the nodes, some at a time.
  void setFilter(TreeFilter filter);
  // As setFilter(). Nothing for a node without children.
  void setFolded(std::uint32_t node, bool isFolded);

  // The depth of the deepest node that was taken over.
  std::uint32_t deepest() const { return m_deepest; }
  // The row of the node, or of the nearest one above it that is listed; -1: none. O(log rows).
  int rowOf(std::uint32_t node) const;
  std::uint32_t nodeAt(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
  std::uint32_t nodeCount() const { return static_cast<std::uint32_t>(m_nodes.size()); }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
  // Rows that lead to an execution can be dragged: it is what draggedExecution() reads.
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QStringList mimeTypes() const override;
  QMimeData* mimeData(const QModelIndexList& indexes) const override;

private:
  // What has to be known of every node to list it.
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
  bool isHidden(std::uint32_t node) const; // by a folded one above it
  QString outcomeText(std::uint32_t node) const;
  QString whatText(std::uint32_t node) const;

  LogPointer m_log;
  TreeFilter m_filter;
  std::vector<Node> m_nodes;
  std::vector<std::uint32_t> m_open; // nodes whose outcome is not settled
  std::unordered_set<std::uint32_t> m_folded;
  std::vector<std::uint32_t> m_rows; // nodes, ascending
  std::uint32_t m_deepest = 0;       // of the depths
  std::uint32_t m_considered = 0;    // so many nodes are listed or left out
  std::vector<std::string> m_threadNames;
};

// The number of the execution whose row is dragged; 0: it is something else.
std::uint64_t draggedExecution(const QMimeData& data);

} // namespace revisit::gui
