// The history of the bytes that the selected event accesses, or of its object: all values with their writers, and the
// previous and next writers.
#pragma once

#include "view/widgets/pane.h"

class QLabel;
class QToolButton;

namespace revisit::gui {

class RowsTable;

class LocationPane : public Pane {
  Q_OBJECT

public:
  explicit LocationPane(SelectionModel& selection, QWidget* parent = nullptr);

protected:
  void themeChanged() override;

private:
  void refresh();
  // The neighbouring writer in coherence; for operations on an object the neighbour in the chain.
  std::optional<EventNumber> neighbour(Direction direction) const;
  void goTo(Direction direction);

  QLabel* m_title;
  QToolButton* m_previous;
  QToolButton* m_next;
  RowsTable* m_table;
};

} // namespace revisit::gui
