// Creates the window's panes. A new pane is one more line in panes.cpp.
#pragma once

#include "model/exploration/litmus_states.h"
#include "model/source_files.h"
#include "pane_area.h"
#include "view/widgets/exploration_actions.h"
#include "view/widgets/replay_actions.h"
#include "view/widgets/step_actions.h"

namespace revisit::gui {

// The objects that panes show and change; the panes keep references to them.
struct PaneParts {
  SelectionModel& selection;
  SourceFiles& files;
  ReplayActions& replay;
  ExplorationActions& exploration;
  LitmusStates& litmus;
  StepActions& steps;
};

void addPanes(PaneArea& area, const PaneParts& parts);

} // namespace revisit::gui
