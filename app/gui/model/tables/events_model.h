// The events of an execution as a table: the content of the graph, for reading by rows, by keyboard and by screen
// readers. Thread rule: the window's thread.
#pragma once

#include "model/roles.h"
#include "model/selection_model.h"

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>

namespace revisit::gui {

class EventsModel : public QAbstractTableModel {
  Q_OBJECT

public:
  enum Column { Number, Id, Thread, Text, Source, Place, columns };
  // In addition to Qt's roles.
  enum Role {
    EventRole = eventRoles, // the event's number
    LitRole,                // bool: the event is part of an answer
    DoneRole,               // bool: the event is done at the position
    BookmarkRole            // bool: the user has marked it
  };

  explicit EventsModel(SelectionModel& selection, QObject* parent = nullptr);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
  QString textOf(EventNumber event, int column) const;
  QString foldTextOf(const FoldedRow& row, int column) const;
  void changeAll(const QList<int>& roles);

  SelectionModel& m_selection;
  ExecutionPointer m_execution; // the execution of the rows
};

// The rows that match the selection model's filter; of a closed fold the first of them, which stands for all.
class MatchingEventsModel : public QSortFilterProxyModel {
  Q_OBJECT

public:
  explicit MatchingEventsModel(SelectionModel& selection, QObject* parent = nullptr);

  // The row of an event in this model, or of the fold that it is in; nothing when it is filtered out.
  QModelIndex indexOfEvent(EventNumber event) const;

protected:
  bool filterAcceptsRow(int sourceRow, const QModelIndex& sourceParent) const override;

private:
  SelectionModel& m_selection;
};

} // namespace revisit::gui
