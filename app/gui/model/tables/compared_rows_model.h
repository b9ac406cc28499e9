// Two compared executions as a table with a row for each place of each thread: the content of the two graphs, for
// reading by rows, by keyboard and by screen readers. A row is a line of the ComparedExecution; what a library does in
// both alike shares one. Thread rule: the window's thread.
#pragma once

#include "core/compared_execution.h"
#include "model/roles.h"

#include <QAbstractTableModel>

#include <set>

namespace revisit::gui {

class ComparedRowsModel : public QAbstractTableModel {
  Q_OBJECT

public:
  enum Column { Thread, NumberA, EventA, NumberB, EventB, Same, columns };
  // In addition to Qt's roles.
  enum Role {
    CommonRole = comparedRoles, // bool: the event is common
    DifferenceRole              // bool: the first difference of a thread
  };

  using QAbstractTableModel::QAbstractTableModel;

  // Null empties the table.
  void setCompared(ComparedPointer compared);
  // Whether what a library does is shown line by line. Closes what was opened.
  void setShowsLibraries(bool shows);
  // Gives each line of the row a row of its own. Does nothing where it has one line.
  void open(std::size_t row);

  // The row's first line, and the row that a line is in.
  std::size_t lineOf(std::size_t row) const { return m_rows[row].first; }
  std::size_t rowOf(std::size_t line) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
  struct Row {
    std::size_t first = 0, lines = 1; // of the ComparedExecution
  };
  void makeRows();
  // The number of lines from there on that share a row.
  std::size_t linesTogether(std::size_t line) const;
  const Fold* foldOf(std::size_t line, Side side) const;
  QString numberOf(const Row& row, Side side) const;
  QString foldTextOf(const Row& row, Side side) const;
  bool isDifference(std::size_t line) const;
  QString textOf(const Row& row, int column) const;
  QString threadOf(const ComparedLine& line) const;
  QString eventOf(const ComparedLine& line, Side side) const;
  QString sameness(std::size_t line) const;

  ComparedPointer m_compared;
  std::vector<Row> m_rows;
  std::set<std::size_t> m_opened; // by the first line
  bool m_showsLibraries = false;
};

} // namespace revisit::gui
