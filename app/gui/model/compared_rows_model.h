// Two executions as a table, a row for each place of each thread: what the two graphs beside each other show, for
// reading by rows, by keyboard and aloud. Row i is line i of the ComparedExecution.
// Thread rule: the window's thread.
#pragma once

#include "compared_execution.h"
#include "roles.h"

#include <QAbstractTableModel>

namespace revisit::gui {

class ComparedRowsModel : public QAbstractTableModel {
  Q_OBJECT

public:
  enum Column { Thread, NumberA, EventA, NumberB, EventB, Same, columns };
  // Beside Qt's roles.
  enum Role {
    CommonRole = comparedRoles, // bool: the same in both
    DifferenceRole              // bool: here the thread parts from its twin
  };

  using QAbstractTableModel::QAbstractTableModel;

  // Null empties the table.
  void setCompared(ComparedPointer compared);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
  bool isDifference(std::size_t line) const;
  QString textOf(std::size_t line, int column) const;
  QString threadOf(const ComparedLine& line) const;
  QString eventOf(const ComparedLine& line, Side side) const;
  QString sameness(std::size_t line) const;

  ComparedPointer m_compared;
};

} // namespace revisit::gui
