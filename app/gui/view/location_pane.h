// What happened to the bytes that the event looked at accesses, or to its object: every value, who wrote it, and the
// writers before and after.
#pragma once

#include "pane.h"

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
  // The writers next to the event in coherence; for operations on an object the ones next to it in the chain.
  std::optional<EventNumber> neighbour(Direction direction) const;
  void goTo(Direction direction);

  QLabel* m_title;
  QToolButton* m_previous;
  QToolButton* m_next;
  RowsTable* m_table;
};

} // namespace revisit::gui
