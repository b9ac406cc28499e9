// The threads of the replayed program with their stacks, as a tree. Thread rule: the window's thread.
#pragma once

#include "model/roles.h"
#include "replay.h"

#include <QAbstractItemModel>

namespace revisit::gui {

class StackModel : public QAbstractItemModel {
  Q_OBJECT

public:
  enum Column { Function, Place, columns };
  // bool: emphasised rows: the thread of the last event, and each thread's frame in the user's own code.
  static constexpr int StressedRole = stackRoles;

  explicit StackModel(Replay& replay, QObject* parent = nullptr);

  // For a frame its place; for a thread the place of its frame in the user's own code, or nothing when it has no frame.
  std::optional<ReplayPlace> placeAt(const QModelIndex& index) const;
  // Invalid when the frame does not exist.
  QModelIndex indexOf(const ReplayPlace& place) const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& index) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
  void refresh();
  const ReplayThread* threadAt(const QModelIndex& index) const; // null: it is a frame
  const ReplayFrame* frameAt(const QModelIndex& index) const;   // null: it is a thread
  QString textOf(const QModelIndex& index, bool isWhole) const;

  Replay& m_replay;
  std::vector<ReplayThread> m_threads;
};

} // namespace revisit::gui
