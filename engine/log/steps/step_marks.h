// A step of the algorithm as marks on the graph that shows it. Stateless.
#pragma once

#include "log/exploration_log.h"
#include "query/interleaving/folding.h"
#include "query/relations/graph_marks.h"

namespace revisit {

// The marks with which the graph shows the step. Events are found by thread and index; events that are not in the graph
// get no mark. `isNext`: the step's event is the last of the timeline, and it is not done. For an event that was added
// and its candidates: arrows from the events that it could read from or follow, and to the events that it could revisit
// or displace. For a revisit or displacement: an arrow to the revisited or displaced event. There are at most
// maxArrows arrows, candidates that are kept first; the rest is only in the list. Beside them the cycle of a revisit
// that the memory model forbids.
GraphMarks marksOf(const Step& step, const Timeline& timeline, bool isNext);

// Whether the step is a revisit or displacement that was done: what was deleted is gone, and what it is for was added.
bool isDone(ActionKind kind);

// The marks of such a step on the graph after it: what was added, and an arrow to what reads it now.
GraphMarks doneMarksOf(const Step& step, const Timeline& after);

// The rows that are left empty in the graph after it (GraphMarks::gaps), so that what stays has the row that it has in
// the one before, as far as the order allows that. The foldings say what stands in one row.
std::vector<std::size_t> gapsOf(const Step& step, const Timeline& before, const Folding& foldedBefore,
                                const Timeline& after, const Folding& foldedAfter);

// The marks that show only the step's event and a cycle of one of its refused candidates: each edge as an arrow with
// the name of its relation.
GraphMarks cycleMarksOf(const Step& step, const RefusedCycle& cycle, const Timeline& timeline, bool isNext);

inline constexpr std::size_t maxArrows = 12;

// The name of the rule in an arrow's text: "old read".
std::string ruleName(Refusal refusal);

} // namespace revisit
