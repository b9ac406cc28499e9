// The rows of the stage as a table: for reading by rows, by keyboard and by screen readers. A filter leaves out the
// rows that do not match. Thread rule: the window's thread.
#pragma once

#include "model/roles.h"
#include "model/stage/execution_stage.h"

#include <QAbstractTableModel>

namespace revisit::gui {

class EventsModel : public QAbstractTableModel {
  Q_OBJECT

public:
  enum Column { Number, Cause, Id, Thread, Text, Source, Place, columns };
  // In addition to Qt's roles.
  enum Role {
    EventRole = eventRoles, // the event's number, of a fold the first one that matches; invalid for a thread that waits
    LitRole,                // bool: the event is part of an answer
    DoneRole,               // bool: the event is done at the position
    BookmarkRole            // bool: the user has marked it
  };

  // Keeps a reference.
  explicit EventsModel(ExecutionStage& stage, QObject* parent = nullptr);

  // The row of an event, or of the fold that it is in; invalid when it is filtered out.
  QModelIndex indexOfEvent(EventNumber event) const;
  // The stage's row that is selected; invalid when it is filtered out, or none is.
  QModelIndex selectedIndex() const;
  // The row of the stage that a row shows.
  std::size_t stageRow(int row) const { return m_rows[static_cast<std::size_t>(row)]; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
  QModelIndex indexOfRow(std::size_t row) const;
  void makeRows();
  void changeLooks();
  FoldedRow matchingOf(std::size_t row) const;
  QString textOf(std::size_t row, int column) const;
  QString foldTextOf(std::size_t row, int column) const;
  QString waitTextOf(std::size_t row, int column) const;

  ExecutionStage& m_stage;
  ExecutionPointer m_execution;    // of the rows
  std::vector<std::size_t> m_rows; // of the stage, those that match
};

} // namespace revisit::gui
