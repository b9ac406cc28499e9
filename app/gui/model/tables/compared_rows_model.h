// Two compared executions as a table with a row for each place of each thread: the content of the two graphs, for
// reading by rows, by keyboard and by screen readers. Row i is line i of the ComparedExecution. Thread rule: the
// window's thread.
#pragma once

#include "core/compared_execution.h"
#include "model/roles.h"

#include <QAbstractTableModel>

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
