// The executions that were gone to from one another until the open one was reached, as a line of links. There is none
// while the open one was not gone to. After going back those that lie ahead stay in it.
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
