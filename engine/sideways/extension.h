// Whether an event can be added to a graph with a given choice, under the memory model, the states of objects and the
// conditions on the inputs, and if not, why. Thread rule: as ExplorationState.
#pragma once

#include "explore/graph_step.h"
#include "sideways/outcome.h"

#include <vector>

namespace revisit {

struct Fit {
  Sat sat = Sat::Yes;
  Obstacle obstacle = Obstacle::None;
  bool fits() const { return sat == Sat::Yes; }
};

// The write of the location that has so many newer ones in coherence; the first one if there are fewer. O(back).
EventId writeBefore(ExecutionGraph& graph, LocationId location, unsigned back);
// Whether a step with this label stores if it happens in this way.
bool storesIn(const Label& label, const Way& way, bool silent);
// Requires that `label` is the thread's next step. `writers`: whether an attempt fails only where a writer stands, and
// keeps it. May ask the solver. O(writes of the location).
Fit fitOf(ExplorationState& state, ThreadId thread, const Label& label, const Choice& choice,
          GraphStep::Writers writers = GraphStep::Writers::Stand);

// The choices with which the thread's next step can be added, at most `most`, the default one first. Under sequential
// consistency an access meets the newest write, as in a schedule. May ask the solver. O(writes of the location).
std::vector<Choice> choicesOf(ExplorationState& state, ThreadId thread, const Label& label, std::size_t most);

} // namespace revisit
