// A step of the algorithm as marks on the graph that shows it. Stateless; knows no Qt.
#pragma once

#include "graph_marks.h"
#include "session/exploration_log.h"

namespace revisit::gui {

// The marks by which the graph shows the step. Events are found by thread and index; what the graph does not have gets
// none. `isNext`: the step's event is the last of the timeline, and not done.
// An event added and its candidates: arrows from what it could read or follow, and to what it could revisit or
// displace. A revisit or displacement: an arrow to what it is done to. There are at most mostArrows arrows, those of
// candidates that are kept before those of others: the rest is for a list.
GraphMarks marksOf(const Step& step, const Timeline& timeline, bool isNext);

inline constexpr std::size_t mostArrows = 12;

// "old read": the name of the rule in an arrow's text.
std::string ruleName(Refusal refusal);

} // namespace revisit::gui
