// The steps of an exploration as a table. A row is read from the log when it is painted, so a log of a million steps
// costs no more than the visible rows. Thread rule: the window's thread.
#pragma once

#include "core/logged_execution.h"
#include "model/roles.h"

#include <QAbstractTableModel>
#include <QCache>
#include <QStringList>

namespace revisit::gui {

class StepsModel : public QAbstractTableModel {
  Q_OBJECT

public:
  enum Column { Number, Action, Sentence, columns };
  enum Role {
    StepRole = stepRoles, // the step's number
    RevisitRole           // bool: the step concerns a revisit or displacement
  };

  explicit StepsModel(QObject* parent = nullptr);

  // Null: no rows.
  void setLog(LogPointer log);
  const LogPointer& log() const { return m_log; }
  // Takes over what was added to the log. Existing rows never change.
  void readOn();
  // Requires 1..rowCount().
  QModelIndex indexOfStep(std::uint64_t step) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
  struct Row {
    QString action, sentence;
    bool isRevisit = false;
  };
  using Block = std::vector<Row>; // of neighbouring steps

  const Row* rowAt(int row) const;
  Block stepsAt(int first) const;
  Block statesAt(int first) const;

  LogPointer m_log;
  std::shared_ptr<const StateLog> m_states; // of a search over states: the rows are its steps
  int m_rows = 0;
  mutable QCache<int, Block> m_blocks; // the visible ones and some more
};

} // namespace revisit::gui
