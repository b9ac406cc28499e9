// Programs with atomic sections: optimal dynamic partial-order reduction with wakeup trees (Abdulla, Aronis, Jonsson,
// Sagonas: "Source Sets: A Foundation for Optimal Dynamic Partial Order Reduction", JACM 64(4), 2017, algorithm 2), in
// which a section is one step with several accesses. Two sections are ordered only when they conflict, and no section
// is left half done. Each graph is explored once, as in ConDpor. Ends early, with the fact "sections_wait", when a
// section contains a wait. Thread rule: belongs to one worker.
#pragma once

#include "explore/ledger.h"

namespace revisit {

// Explores from the empty graph until everything is explored, a limit is reached, something failed or the exploration
// must restart. `recorder` may be null.
void exploreSections(ExplorationState& state, ExplorationLedger& ledger, const Explorer::OnExecution& onExecution,
                     Recorder* recorder);

} // namespace revisit
