// The states of a search as a graph, and the sets of one state: backtrack, done, current, the safe set, what each
// thread does next, and what is shared. It shows the search as far as it had come at the step that the algorithm's pane
// shows.
#pragma once

#include "state_view.h"
#include "view/widgets/pane.h"
#include "view/widgets/step_actions.h"

class QAction;
class QLabel;
class QTextBrowser;
class QUrl;

namespace revisit::gui {

class StatePane : public Pane {
  Q_OBJECT

public:
  StatePane(SelectionModel& selection, StepActions& steps, QWidget* parent = nullptr);

  // Of the selected state; nothing before one is selected.
  std::optional<std::uint32_t> selected() const { return m_selected; }

protected:
  void themeChanged() override;
  void inSightChanged() override;

private:
  QWidget* makeTools();
  void follow();
  void select(std::uint32_t state);
  void goTo(std::uint32_t state);
  void refresh();
  void draw(std::uint32_t centre);
  void showTexts();

  StepActions& m_steps;
  StateScene* m_scene;
  StateView* m_view;
  QLabel* m_size;
  QAction* m_around = nullptr;
  QTextBrowser* m_text;
  StatesPointer m_drawn;          // whose graph is drawn
  std::uint64_t m_drawnSteps = 0; // of it
  std::uint64_t m_step = 0;       // that was followed
  std::optional<std::uint32_t> m_selected;
};

} // namespace revisit::gui
