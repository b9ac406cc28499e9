// The trail as a line of links: the executions from the one that was opened up to the present one, each reached from
// the one before it by a move. It is hidden if there was no move. After going back, the executions ahead stay in it.
#pragma once

#include "model/selection_model.h"

#include <QLabel>

namespace revisit::gui {

class TrailBar : public QLabel {
  Q_OBJECT

public:
  // Keeps a reference.
  explicit TrailBar(SelectionModel& selection, QWidget* parent = nullptr);

private:
  void refresh();
  void goTo(std::size_t place);

  SelectionModel& m_selection;
  std::vector<ExecutionPointer> m_trail;
};

} // namespace revisit::gui
