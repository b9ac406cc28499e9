// Maximality, rule 2 of backward revisits: decides whether events may be deleted. Each must be the one that the default
// exploration would have added in the restricted graph, so that exactly one execution does the revisit (TruSt's maximal
// extensions, POPL 2022 section 4; ConDpor's constraint events, CONCUR 2025).
#pragma once

#include "explore/exploration_state.h"

namespace revisit {

struct Verdict {
  Refusal refusal = Refusal::None; // None: all are maximal
  EventId culprit;
};

// `deleted` may be in any order; `kept` is the clock of the revisiting event's causal prefix. Each event is judged on
// the events that were added no later than it, plus that prefix. Asks the solver only about constraints taken FALSE and
// about enumerations. `each`: receives how each one was judged, as Action::verdicts; asks the solver no more often.
Verdict judgeDeleted(ExplorationState& state, std::span<const EventId> deleted, std::span<const std::uint32_t> kept,
                     std::vector<std::optional<Refusal>>* each = nullptr);

} // namespace revisit
